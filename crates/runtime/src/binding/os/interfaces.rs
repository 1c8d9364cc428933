//! `networkInterfaces()`: the addresses of the interfaces that are up.

use std::collections::HashMap;
use std::net::IpAddr;

use nix::ifaddrs::getifaddrs;
use nix::net::if_::InterfaceFlags;
use nix::sys::socket::SockaddrStorage;
use rondo_engine::{Args, JsResult, Local, Scope};

use super::{set_number, set_text};

/// `networkInterfaces()`: `[{ name, address, netmask, family, mac, internal, scopeid }, ...]`, or a
/// negative error number.
pub(super) fn network_interfaces<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let all: Vec<_> = match getifaddrs() {
        Ok(all) => all.collect(),
        Err(error) => return Ok(scope.number(-f64::from(error as i32))),
    };
    // An interface stands in the list once for its hardware address, and once for each other.
    let hardware: HashMap<&str, [u8; 6]> = all
        .iter()
        .filter_map(|entry| {
            Some((
                &*entry.interface_name,
                entry.address?.as_link_addr()?.addr()?,
            ))
        })
        .collect();
    let mut list = Vec::new();
    for entry in &all {
        let is_on = InterfaceFlags::IFF_UP | InterfaceFlags::IFF_RUNNING;
        let (Some(address), true) = (&entry.address, entry.flags.contains(is_on)) else {
            continue;
        };
        let Some(ip) = ip_of(address) else { continue };
        let object = scope.object()?;
        set_text(scope, object, "name", &entry.interface_name)?;
        set_text(scope, object, "address", &ip.to_string())?;
        let netmask = entry.netmask.as_ref().and_then(ip_of);
        let netmask = netmask.map_or_else(String::new, |mask| mask.to_string());
        set_text(scope, object, "netmask", &netmask)?;
        set_text(
            scope,
            object,
            "family",
            if ip.is_ipv6() { "IPv6" } else { "IPv4" },
        )?;
        let mac = hardware
            .get(&*entry.interface_name)
            .copied()
            .unwrap_or_default();
        let mac = mac.map(|byte| format!("{byte:02x}")).join(":");
        set_text(scope, object, "mac", &mac)?;
        let internal = scope.boolean(entry.flags.contains(InterfaceFlags::IFF_LOOPBACK));
        object.set_property(scope, "internal", internal)?;
        let scope_id = address
            .as_sockaddr_in6()
            .map_or(0, |address| address.scope_id());
        set_number(scope, object, "scopeid", f64::from(scope_id))?;
        list.push(object);
    }
    scope.array(&list)
}

fn ip_of(address: &SockaddrStorage) -> Option<IpAddr> {
    match (address.as_sockaddr_in(), address.as_sockaddr_in6()) {
        (Some(v4), _) => Some(v4.ip().into()),
        (_, Some(v6)) => Some(v6.ip().into()),
        _ => None,
    }
}
