//! Names as the system finds them, by the pool.

use std::net::{IpAddr, SocketAddr};

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::Family;
use rondo_loop::work::dns::{self, DnsError, Found, Hints};

use super::super::define;
use super::super::permission::check_argument;
use crate::permission::Permission;
use crate::request::{Failed, answer};
use crate::runtime::runtime;
use crate::text::address::ip_text;

pub(super) fn define_all<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    for (name, value) in [
        ("ADDRCONFIG", dns::AI_ADDRCONFIG),
        ("ALL", dns::AI_ALL),
        ("V4MAPPED", dns::AI_V4MAPPED),
    ] {
        let value = scope.number(f64::from(value));
        object.set_property(scope, name, value)?;
    }
    define(scope, object, "lookup", lookup)?;
    define(scope, object, "lookupService", lookup_service)
}

/// JavaScript gets the number.
impl Failed for DnsError {
    const RESOURCE: &'static str = "GETADDRINFOREQWRAP";

    fn cancelled() -> Self {
        DnsError::CANCELED
    }

    fn error<'s>(self, scope: &mut Scope<'s>) -> JsResult<Local<'s>> {
        Ok(scope.number(f64::from(self.code)))
    }
}

/// Which addresses come first. The numbers are known to `js/internal/dns/options.js`.
#[derive(Clone, Copy)]
enum Order {
    AsFound,
    V4First,
    V6First,
}

impl Order {
    fn read(value: Local<'_>) -> Order {
        match value.as_i32() {
            Some(1) => Order::V4First,
            Some(2) => Order::V6First,
            _ => Order::AsFound,
        }
    }

    /// Those that are equal stay as they are.
    fn apply(self, found: &mut [Found]) {
        match self {
            Order::AsFound => {}
            Order::V4First => found.sort_by_key(|found| found.address.is_ipv6()),
            Order::V6First => found.sort_by_key(|found| found.address.is_ipv4()),
        }
    }
}

/// `lookup(hostname, family, hints, order, callback)`: `callback(null, addresses)` or `callback(errno)` in the poll
/// phase. 0, or a negative error number if the name cannot be one: the callback is then not called.
fn lookup<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    check_argument(scope, Permission::Net, &args, 0)?;
    let name = match dns::ascii_name(&name) {
        Ok(name) => name,
        Err(error) => return Ok(error.code),
    };
    let hints = Hints {
        family: match args.get(scope, 1).as_i32() {
            Some(4) => Some(Family::V4),
            Some(6) => Some(Family::V6),
            _ => None,
        },
        socktype: dns::SOCK_STREAM,
        protocol: 0,
        flags: args.get(scope, 2).as_i32().unwrap_or(0),
    };
    let order = Order::read(args.get(scope, 3));
    let callback = args.get(scope, 4);
    let answer = answer(scope, callback, move |scope, mut found: Vec<Found>| {
        order.apply(&mut found);
        let mut list = Vec::with_capacity(found.len());
        for each in found {
            list.push(scope.string(&ip_text(each.address.ip()))?);
        }
        scope.array(&list).map(Some)
    });
    let event_loop = &runtime(scope).event_loop;
    event_loop.resolve(Some(&name), None, hints, move |_, result| answer(result));
    Ok(0)
}

/// `lookupService(address, port, callback)`: `callback(null, [hostname, service])` or `callback(errno)` in the poll
/// phase. 0, or a negative error number if it is no address.
fn lookup_service<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let address = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    check_argument(scope, Permission::Net, &args, 0)?;
    let port = args.get(scope, 1).as_u32().unwrap_or(0) as u16;
    // Without its zone, if it has one: that is for the way there, not for the name.
    let address = address.split('%').next().unwrap_or_default();
    let Ok(ip) = address.parse::<IpAddr>() else {
        return Ok(DnsError::INVALID.code);
    };
    let callback = args.get(scope, 2);
    let answer = answer(
        scope,
        callback,
        |scope, (host, service): (String, String)| {
            let host = scope.string(&host)?;
            let service = scope.string(&service)?;
            scope.array(&[host, service]).map(Some)
        },
    );
    let event_loop = &runtime(scope).event_loop;
    let address = SocketAddr::new(ip, port);
    event_loop.name_of(address, dns::NI_NAMEREQD, move |_, result| answer(result));
    Ok(0)
}
