//! Options: groups, broadcast, how far messages go, how much the system keeps.

use std::io;
use std::net::IpAddr;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::{Interface, Loop, Udp};
use rustix::io::Errno;

use super::super::define;
use super::super::stream::{parse_address, status};
use super::{on_open, text};

pub(super) fn methods<'s>(scope: &mut Scope<'s>, prototype: Local<'s>) -> JsResult<()> {
    define(scope, prototype, "setBroadcast", set_broadcast)?;
    define(scope, prototype, "setTTL", set_ttl)?;
    define(scope, prototype, "setMulticastTTL", set_multicast_ttl)?;
    define(
        scope,
        prototype,
        "setMulticastLoopback",
        set_multicast_loopback,
    )?;
    define(
        scope,
        prototype,
        "setMulticastInterface",
        set_multicast_interface,
    )?;
    define(scope, prototype, "setMembership", set_membership)?;
    define(
        scope,
        prototype,
        "setSourceMembership",
        set_source_membership,
    )?;
    define(scope, prototype, "bufferSize", buffer_size)
}

fn set<'s>(
    scope: &Scope<'s>,
    args: &Args<'s>,
    act: impl FnOnce(&Loop, Udp) -> io::Result<()>,
) -> i32 {
    status(on_open(scope, args, |lp, handle| act(lp, handle.udp())))
}

/// `setBroadcast(on)`
fn set_broadcast<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let on = args.get(scope, 0).truthy();
    Ok(set(scope, &args, |lp, udp| udp.set_broadcast(lp, on)))
}

/// `setTTL(ttl)`
fn set_ttl<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let ttl = args.get(scope, 0).as_u32().unwrap_or(0);
    Ok(set(scope, &args, |lp, udp| udp.set_ttl(lp, ttl)))
}

/// `setMulticastTTL(ttl)`
fn set_multicast_ttl<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let ttl = args.get(scope, 0).as_u32().unwrap_or(0);
    Ok(set(scope, &args, |lp, udp| udp.set_multicast_ttl(lp, ttl)))
}

/// `setMulticastLoopback(on)`
fn set_multicast_loopback<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let on = args.get(scope, 0).truthy();
    Ok(set(scope, &args, |lp, udp| udp.set_multicast_loop(lp, on)))
}

/// `setMulticastInterface(address)`: by an address that it has, of version 4; or by the zone of one of version 6.
fn set_multicast_interface<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let text = text(scope, &args, 0)?;
    Ok(set(scope, &args, |lp, udp| {
        let interface = interface(&text)?;
        let is_v6 = udp.local_address(lp)?.is_ipv6();
        if is_v6 != matches!(interface, Interface::Index(_)) {
            // What the system would say to an option of the other version.
            return Err(Errno::NOPROTOOPT.into());
        }
        udp.set_multicast_interface(lp, interface)
    }))
}

/// The interface that an address stands for.
fn interface(text: &str) -> io::Result<Interface> {
    match parse_address(text, 0) {
        Some(std::net::SocketAddr::V4(address)) => Ok(Interface::Address(*address.ip())),
        Some(std::net::SocketAddr::V6(address)) => Ok(Interface::Index(address.scope_id())),
        None => Err(Errno::INVAL.into()),
    }
}

/// The interface that an argument stands for; any, if it is no string.
fn given_interface<'s>(
    scope: &Scope<'s>,
    args: &Args<'s>,
    index: usize,
) -> JsResult<io::Result<Interface>> {
    let given = args.get(scope, index).as_string(scope)?;
    Ok(given.map_or(Ok(Interface::Any), |text| interface(&text)))
}

fn ip(text: &str) -> io::Result<IpAddr> {
    let address = parse_address(text, 0).ok_or(Errno::INVAL)?;
    Ok(address.ip())
}

/// `setMembership(group, interface, join)`
fn set_membership<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let group = text(scope, &args, 0)?;
    let interface = given_interface(scope, &args, 1)?;
    let join = args.get(scope, 2).truthy();
    Ok(set(scope, &args, |lp, udp| {
        let (group, interface) = (ip(&group)?, interface?);
        match join {
            true => udp.join(lp, group, interface),
            false => udp.leave(lp, group, interface),
        }
    }))
}

/// `setSourceMembership(source, group, interface, join)`
fn set_source_membership<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let (source, group) = (text(scope, &args, 0)?, text(scope, &args, 1)?);
    let interface = given_interface(scope, &args, 2)?;
    let join = args.get(scope, 3).truthy();
    Ok(set(scope, &args, |lp, udp| {
        let (source, group, interface) = (ip(&source)?, ip(&group)?, interface?);
        match join {
            true => udp.join_source(lp, group, source, interface),
            false => udp.leave_source(lp, group, source, interface),
        }
    }))
}

/// `bufferSize(size, isReceiving)`: sets how many bytes the system keeps, or with a size of 0 asks for it. The number, or
/// a negative error number.
fn buffer_size<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let size = args.get(scope, 0).as_u32().unwrap_or(0) as usize;
    let is_receiving = args.get(scope, 1).truthy();
    let outcome = on_open(scope, &args, |lp, handle| {
        let udp = handle.udp();
        match (size, is_receiving) {
            (0, true) => udp.recv_buffer_size(lp),
            (0, false) => udp.send_buffer_size(lp),
            (size, true) => udp.set_recv_buffer_size(lp, size).map(|()| size),
            (size, false) => udp.set_send_buffer_size(lp, size).map(|()| size),
        }
    });
    Ok(match outcome {
        Ok(size) => size as f64,
        Err(error) => f64::from(status(Err(error))),
    })
}
