//! Resolvers: what name servers say, by questions of our own.

use std::ffi::CStr;
use std::net::IpAddr;
use std::rc::Rc;

use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};
use rondo_loop::work::dns::DnsError;

use super::super::define;
use super::super::permission::check_argument;
use super::super::stream::parse_address;
use super::record::record_value;
use crate::names::channel::Patience;
use crate::names::message::{Question, Reply};
use crate::names::{Channel, Failure, names_in_hosts};
use crate::permission::Permission;
use crate::runtime::runtime;
use crate::text::address::ip_text;
use crate::text::url::idna_to_ascii;
use crate::turn::{Arguments, Callback};

/// What stands behind a handle.
struct ChannelObject(Rc<Channel>);

impl HostObject for ChannelObject {
    const NAME: &'static CStr = c"ChannelWrap";
}

pub(super) fn define_all<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    let constructor = scope.constructor("ChannelWrap", 3, construct)?;
    let prototype = scope.object()?;
    constructor.define_property(scope, "prototype", prototype, false)?;
    prototype.define_property(scope, "constructor", constructor, false)?;
    define(scope, prototype, "query", query)?;
    define(scope, prototype, "reverse", reverse)?;
    define(scope, prototype, "getServers", get_servers)?;
    define(scope, prototype, "setServers", set_servers)?;
    define(scope, prototype, "setLocalAddress", set_local_address)?;
    define(scope, prototype, "cancel", cancel)?;
    object.set_property(scope, "ChannelWrap", constructor)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.dns.set(kept);
    Ok(())
}

/// `new ChannelWrap(timeout, tries, maxTimeout)`: times in milliseconds. A timeout that is not positive is the usual one,
/// a longest one of 0 is none.
fn construct<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let millis = |index| {
        let number = args.get(scope, index).as_number().unwrap_or(0.0);
        (number >= 1.0).then_some(number as u64)
    };
    let patience = Patience {
        timeout: millis(0),
        tries: args.get(scope, 1).as_u32().unwrap_or(4) as usize,
        max_timeout: millis(2),
    };
    let prototype = runtime(scope).state.dns.get();
    let prototype = prototype.map(|kept| kept.get(scope));
    scope.host_object(ChannelObject(Channel::new(patience)), prototype)
}

/// The channel that a method was called on.
fn this<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<&'s Rc<Channel>> {
    let object = args.this().host_data::<ChannelObject>(scope)?;
    Some(&object.0)
}

/// A name as servers know it.
fn asked_name(name: &str) -> String {
    match name.is_ascii() {
        true => name.to_ascii_lowercase(),
        false => idna_to_ascii(name),
    }
}

/// No server is asked for names that are not in the domain name system (RFC 7686).
fn is_elsewhere(name: &str) -> bool {
    name.trim_end_matches('.').ends_with(".onion")
}

/// `query(name, kind, callback)`: asks for records of a kind. In the check phase `callback(null, count, records)` is
/// called, with how many records came and lists of what is in those that are known; or `callback(code)`.
fn query<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    check_argument(scope, Permission::Net, &args, 0)?;
    let kind = args.get(scope, 1).as_u32().unwrap_or(0) as u16;
    let name = asked_name(&name);
    let question = match is_elsewhere(&name) {
        true => Err(Failure::NotFound),
        false => Question::new(&name, kind).ok_or(Failure::BadName),
    };
    ask(scope, &args, question, 2, |failure| failure);
    Ok(())
}

/// Asks a question, or tells why it cannot be asked.
fn ask<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    question: Result<Question, Failure>,
    callback: usize,
    change: fn(Failure) -> Failure,
) {
    let Some(channel) = this(scope, args) else {
        return;
    };
    let owner = runtime(scope);
    let weak = Rc::downgrade(owner);
    let callback = Callback::new(scope, args.get(scope, callback));
    // It stays until the answer is there, even if the script has let go of it.
    let kept = channel.clone();
    let done = move |outcome: Result<Reply, Failure>| {
        let Some(owner) = weak.upgrade() else { return };
        drop(kept);
        let outcome = outcome.and_then(checked).map_err(change);
        owner.before_immediates(move |scope| tell(scope, &callback, outcome));
    };
    match question {
        Ok(question) => channel.ask(&owner.event_loop, question, Box::new(done)),
        Err(failure) => done(Err(failure)),
    }
}

/// A reply that has records, unless it says why there are none.
fn checked(reply: Reply) -> Result<Reply, Failure> {
    match reply.code {
        1 => Err(Failure::Malformed),
        2 => Err(Failure::ServerFailed),
        3 => Err(Failure::NotFound),
        4 => Err(Failure::NotImplemented),
        5 => Err(Failure::Refused),
        _ if reply.count == 0 => Err(Failure::NoData),
        _ => Ok(reply),
    }
}

fn tell(
    scope: &mut Scope<'_>,
    callback: &Callback,
    outcome: Result<Reply, Failure>,
) -> JsResult<()> {
    callback.call_within(scope, |scope| {
        Ok(match outcome {
            Ok(reply) => {
                let mut list = Vec::with_capacity(reply.records.len());
                for record in &reply.records {
                    list.push(record_value(scope, record)?);
                }
                let null = scope.null();
                let count = scope.number(reply.count as f64);
                Arguments::from([null, count, scope.array(&list)?])
            }
            Err(failure) => Arguments::from([scope.string(failure.code())?]),
        })
    })
}

/// `reverse(address, callback)`: asks for the names of an address. What the hosts file has comes first:
/// `callback(null, names)`; else it is as with `query`. 0, or a negative error number if it is no address.
fn reverse<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let text = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    check_argument(scope, Permission::Net, &args, 0)?;
    let Ok(address) = text.parse::<IpAddr>() else {
        return Ok(DnsError::INVALID.code);
    };
    if let Some(names) = names_in_hosts(address) {
        let callback = Callback::new(scope, args.get(scope, 1));
        runtime(scope).before_immediates(move |scope| {
            callback.call_within(scope, |scope| {
                let mut list = Vec::with_capacity(names.len());
                for name in &names {
                    list.push(scope.string(name)?);
                }
                let null = scope.null();
                Ok(Arguments::from([null, scope.array(&list)?]))
            })
        });
        return Ok(0);
    }
    let question = Question::new(&reverse_name(address), crate::names::message::kind::PTR);
    let question = question.ok_or(Failure::BadName);
    // Whatever went wrong, the address has no name; but nobody knows if it was called off.
    ask(scope, &args, question, 1, |failure| match failure {
        Failure::Cancelled => Failure::Cancelled,
        _ => Failure::NotFound,
    });
    Ok(0)
}

/// The name under which the names of an address are found.
fn reverse_name(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => {
            let [a, b, c, d] = address.octets();
            format!("{d}.{c}.{b}.{a}.in-addr.arpa")
        }
        IpAddr::V6(address) => {
            let octets = address.octets();
            let nibbles = octets
                .iter()
                .rev()
                .map(|byte| format!("{:x}.{:x}.", byte & 15, byte >> 4));
            nibbles.collect::<String>() + "ip6.arpa"
        }
    }
}

/// `getServers()`: a list of addresses and ports, one after the other.
fn get_servers<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let servers = this(scope, &args).map_or_else(Vec::new, |channel| channel.servers());
    let mut list = Vec::with_capacity(2 * servers.len());
    for server in servers {
        list.push(scope.string(&ip_text(server.ip()))?);
        list.push(scope.number(f64::from(server.port())));
    }
    scope.array(&list)
}

/// `setServers(list)`: addresses and ports, one after the other. False if questions are under way.
fn set_servers<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let list = args.get(scope, 0);
    let mut servers = Vec::new();
    for index in 0..list.array_length(scope)?.unwrap_or(0) / 2 {
        let address = list.get_index(scope, 2 * index)?.as_string(scope)?;
        let port = list.get_index(scope, 2 * index + 1)?.as_u32();
        servers.extend(parse_address(
            &address.unwrap_or_default(),
            port.unwrap_or(0) as u16,
        ));
    }
    let Some(channel) = this(scope, &args) else {
        return Ok(false);
    };
    if channel.is_busy() {
        return Ok(false);
    }
    channel.set_servers(servers);
    Ok(true)
}

/// `setLocalAddress(ipv4, ipv6)`: where questions are asked from; undefined for anywhere.
fn set_local_address<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let mut addresses = [None; 2];
    for (index, address) in addresses.iter_mut().enumerate() {
        let text = args.get(scope, index).as_string(scope)?;
        *address = text.and_then(|text| text.parse::<IpAddr>().ok());
    }
    if let Some(channel) = this(scope, &args) {
        channel.set_local(addresses[0], addresses[1]);
    }
    Ok(())
}

/// `cancel()`: calls all questions off.
fn cancel<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(channel) = this(scope, &args) {
        channel.cancel(&runtime(scope).event_loop);
    }
    Ok(())
}
