//! What TCP sockets alone can do.

use std::io;
use std::net::{IpAddr, SocketAddr, SocketAddrV6};

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::{BindOptions, KeepAlive, Tcp};
use rustix::io::Errno;

use super::event::context_of_request;
use super::{Behind, StreamHandle, on_open, this};
use crate::binding::define;
use crate::binding::permission::{check, check_argument};
use crate::descriptor;
use crate::permission::Permission;
use crate::runtime::runtime;
use crate::text::address::ip_text;

pub(super) fn methods<'s>(scope: &mut Scope<'s>, prototype: Local<'s>) -> JsResult<()> {
    define(scope, prototype, "open", open)?;
    define(scope, prototype, "bind", bind)?;
    define(scope, prototype, "listen", listen)?;
    define(scope, prototype, "connect", connect)?;
    define(scope, prototype, "reset", reset)?;
    define(scope, prototype, "getsockname", getsockname)?;
    define(scope, prototype, "getpeername", getpeername)?;
    define(scope, prototype, "setNoDelay", set_no_delay)?;
    define(scope, prototype, "setKeepAlive", set_keep_alive)?;
    define(scope, prototype, "setTypeOfService", set_type_of_service)?;
    define(scope, prototype, "getTypeOfService", get_type_of_service)
}

/// `new Tcp()`
pub(super) fn construct<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let tcp = Tcp::new(&runtime(scope).event_loop);
    StreamHandle::adopt(scope, Behind::Tcp(tcp))
}

/// The socket of an open handle.
fn socket(handle: &StreamHandle) -> io::Result<Tcp> {
    match handle.behind() {
        Behind::Tcp(tcp) => Ok(tcp),
        _ => Err(Errno::INVAL.into()),
    }
}

/// `open(fd)`: takes over a socket that exists.
fn open<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let fd = args.get(scope, 0).as_i32().unwrap_or(-1);
    on_open(scope, &args, |lp, handle| {
        handle.open(lp, fd, |lp| {
            Ok(Behind::Tcp(Tcp::open(lp, descriptor::own(fd))?))
        })
    })
}

/// `bind(address, port, flags)`: flags are 1 for IPv6 alone and 2 for a port that others may use as well.
fn bind<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    check(scope, Permission::Net, "")?;
    let address = address(scope, &args)?;
    let flags = args.get(scope, 2).as_u32().unwrap_or(0);
    let options = BindOptions {
        ipv6_only: flags & 1 != 0,
        reuse_port: flags & 2 != 0,
    };
    on_open(scope, &args, |lp, handle| {
        socket(handle)?.bind_with(lp, address.ok_or(Errno::INVAL)?, options)
    })
}

/// `listen(backlog)`
fn listen<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let backlog = args.get(scope, 0).as_i32().unwrap_or(511);
    on_open(scope, &args, |lp, handle| handle.listen(lp, backlog))
}

/// `connect(address, port)`: 'connected' is told later, unless an error's number is given.
fn connect<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    check_argument(scope, Permission::Net, &args, 0)?;
    let address = address(scope, &args)?;
    let context = context_of_request(scope);
    on_open(scope, &args, |lp, handle| {
        let done = handle.when_connected(context);
        socket(handle)?.connect(lp, address.ok_or(Errno::INVAL)?, done)
    })
}

/// `reset(callback)`: closes it such that the other side sees a reset.
fn reset<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let callback = args.get(scope, 0);
    if let Some(handle) = this(scope, &args) {
        handle.call_when_closed(scope, callback);
    }
    on_open(scope, &args, |lp, handle| handle.reset(lp))
}

/// `getsockname(out)`: puts `address`, `family` and `port` into an object.
fn getsockname<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    name(scope, &args, |lp, tcp| tcp.local_address(lp))
}

/// `getpeername(out)`
fn getpeername<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    name(scope, &args, |lp, tcp| tcp.peer_address(lp))
}

fn name<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    ask: impl FnOnce(&rondo_loop::Loop, Tcp) -> io::Result<SocketAddr>,
) -> JsResult<i32> {
    let mut found = None;
    let status = on_open(scope, args, |lp, handle| {
        found = Some(ask(lp, socket(handle)?)?);
        Ok(())
    })?;
    if let Some(address) = found {
        let out = args.get(scope, 0);
        put_address(scope, out, address)?;
    }
    Ok(status)
}

/// Puts an address into an object, as Node shows it.
pub(crate) fn put_address(
    scope: &mut Scope<'_>,
    out: Local<'_>,
    address: SocketAddr,
) -> JsResult<()> {
    let family = if address.is_ipv4() { "IPv4" } else { "IPv6" };
    let text = scope.string(&address_text(address))?;
    out.set_property(scope, "address", text)?;
    let family = scope.interned(family)?;
    out.set_property(scope, "family", family)?;
    let port = scope.number(f64::from(address.port()));
    out.set_property(scope, "port", port)
}

/// The text of an address without its port; one that holds only on its link has the name of the interface with it.
pub(crate) fn address_text(address: SocketAddr) -> String {
    let text = ip_text(address.ip());
    match address {
        SocketAddr::V6(address)
            if address.scope_id() > 0 && address.ip().is_unicast_link_local() =>
        {
            match rondo_loop::system::interface_name(address.scope_id()) {
                Ok(name) => format!("{text}%{name}"),
                Err(_) => text,
            }
        }
        _ => text,
    }
}

/// `setNoDelay(on)`
fn set_no_delay<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let on = args.get(scope, 0).truthy();
    on_open(scope, &args, |lp, handle| {
        socket(handle)?.set_no_delay(lp, on)
    })
}

/// `setKeepAlive(on, seconds, interval, count)`
fn set_keep_alive<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let on = args.get(scope, 0).truthy();
    let numbers = [1, 2, 3].map(|index| args.get(scope, index).as_u32().unwrap_or(0));
    let usual = KeepAlive::after(numbers[0]);
    let probes = on.then(|| KeepAlive {
        idle: numbers[0],
        interval: if numbers[1] > 0 {
            numbers[1]
        } else {
            usual.interval
        },
        count: if numbers[2] > 0 {
            numbers[2]
        } else {
            usual.count
        },
    });
    on_open(scope, &args, |lp, handle| {
        socket(handle)?.set_keep_alive(lp, probes)
    })
}

/// `setTypeOfService(value)`
fn set_type_of_service<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let value = args.get(scope, 0).as_u32().unwrap_or(0) as u8;
    on_open(scope, &args, |lp, handle| {
        socket(handle)?.set_type_of_service(lp, value)
    })
}

/// `getTypeOfService()`: the number, or a negative error number.
fn get_type_of_service<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let mut value = 0;
    let status = on_open(scope, &args, |lp, handle| {
        value = socket(handle)?.type_of_service(lp)?;
        Ok(())
    })?;
    Ok(if status == 0 { value.into() } else { status })
}

/// The address that the first two arguments stand for; `None` if they stand for none.
fn address<'s>(scope: &Scope<'s>, args: &Args<'s>) -> JsResult<Option<SocketAddr>> {
    let text = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let port = args.get(scope, 1).as_u32().unwrap_or(0) as u16;
    Ok(parse_address(&text, port))
}

/// An address by its text, which may have a zone: the name or the number of an interface. One that there is not counts
/// for nothing.
pub(crate) fn parse_address(text: &str, port: u16) -> Option<SocketAddr> {
    let Some((address, zone)) = text.split_once('%') else {
        return Some(SocketAddr::new(text.parse::<IpAddr>().ok()?, port));
    };
    let scope_id = rondo_loop::system::interface_index(zone)
        .ok()
        .or_else(|| zone.parse().ok())
        .unwrap_or(0);
    let address = SocketAddrV6::new(address.parse().ok()?, port, 0, scope_id);
    Some(address.into())
}
