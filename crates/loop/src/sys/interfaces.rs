//! The C library's list of network interfaces.

use std::ffi::CStr;
use std::io;
use std::mem::size_of;
use std::net::SocketAddr;
use std::ptr;

use super::address::Name;
use crate::system::InterfaceAddress;

pub(crate) fn list() -> io::Result<Vec<InterfaceAddress>> {
    let mut first: *mut libc::ifaddrs = ptr::null_mut();
    // SAFETY: the call writes to `first` only.
    if unsafe { libc::getifaddrs(&mut first) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let addresses = read_list(first);
    // SAFETY: the list came from getifaddrs, and nothing points into it any more.
    unsafe { libc::freeifaddrs(first) };
    Ok(addresses)
}

fn read_list(first: *const libc::ifaddrs) -> Vec<InterfaceAddress> {
    let mut addresses = Vec::new();
    let mut macs = Vec::new();
    let mut next = first;
    // SAFETY: the list ends with a null pointer, and lives until the caller frees it.
    while let Some(item) = unsafe { next.as_ref() } {
        next = item.ifa_next;
        let running = (libc::IFF_UP | libc::IFF_RUNNING).cast_unsigned();
        if item.ifa_flags & running != running {
            continue;
        }
        // SAFETY: names end with a zero.
        let name = unsafe { CStr::from_ptr(item.ifa_name) };
        let name = name.to_string_lossy().into_owned();
        if let (Some(address), Some(netmask)) = (address(item.ifa_addr), address(item.ifa_netmask))
        {
            addresses.push(InterfaceAddress {
                name,
                mac: [0; 6],
                is_internal: item.ifa_flags & libc::IFF_LOOPBACK.cast_unsigned() != 0,
                ip: address.ip(),
                netmask: netmask.ip(),
                scope_id: match address {
                    SocketAddr::V6(address) => address.scope_id(),
                    SocketAddr::V4(_) => 0,
                },
            });
        } else if let Some(mac) = mac(item.ifa_addr) {
            macs.push((name, mac));
        }
    }
    for address in &mut addresses {
        // `eth0:1` is another name of `eth0`.
        let (device, _) = address.name.split_once(':').unwrap_or((&address.name, ""));
        if let Some((_, mac)) = macs.iter().find(|(name, _)| name == device) {
            address.mac = *mac;
        }
    }
    addresses
}

/// Reads an address of the internet.
fn address(from: *const libc::sockaddr) -> Option<SocketAddr> {
    // SAFETY: a pointer of the list is null, or to an address of its family, as long as those are.
    let family = i32::from(unsafe { from.as_ref() }?.sa_family);
    let len = match family {
        libc::AF_INET => size_of::<libc::sockaddr_in>(),
        libc::AF_INET6 => size_of::<libc::sockaddr_in6>(),
        _ => return None,
    };
    let mut name = Name::EMPTY;
    // SAFETY: as above; `name` has room for either.
    unsafe { ptr::copy_nonoverlapping(from.cast::<u8>(), (&raw mut name).cast(), len) };
    name.address(len as libc::socklen_t)
}

/// Reads an address of hardware.
fn mac(from: *const libc::sockaddr) -> Option<[u8; 6]> {
    // SAFETY: as in `address`. Addresses of this family are of this type; the read needs no alignment.
    unsafe {
        if i32::from(from.as_ref()?.sa_family) != libc::AF_PACKET {
            return None;
        }
        let hardware = from.cast::<libc::sockaddr_ll>().read_unaligned();
        hardware.sll_addr.first_chunk().copied()
    }
}
