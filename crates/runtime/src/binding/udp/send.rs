//! Sending: at once if the system takes the message, else from a copy, as soon as it does.

use std::io;
use std::net::SocketAddr;
use std::rc::Rc;

use rondo_engine::{Args, JsResult, Local, Persistent, Scope, Text};
use rondo_loop::Loop;
use rustix::io::Errno;

use super::super::define;
use super::super::permission::check_argument;
use super::super::stream::status;
use super::{UdpHandle, port, this};
use crate::permission::Permission;
use crate::runtime::runtime;

pub(super) fn methods<'s>(scope: &mut Scope<'s>, prototype: Local<'s>) -> JsResult<()> {
    define(scope, prototype, "send", send)?;
    define(scope, prototype, "getSendQueueSize", queue_size)?;
    define(scope, prototype, "getSendQueueCount", queue_count)
}

/// `send(data, port, address, later)`: sends a view, a string in UTF-8, or a list of views as one message. Without an
/// address it goes to where the socket is connected. Gives 1 more than the number of bytes that were sent at once; 0 if
/// 'sent' will be told, always if `later`; or a negative error number.
fn send<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    check_argument(scope, Permission::Net, &args, 2)?;
    let to = match destination(scope, &args)? {
        Ok(to) => to,
        Err(error) => return Ok(status(Err(error))),
    };
    let data = args.get(scope, 0);
    let later = args.get(scope, 3).truthy();
    let is_list = data.byte_length().is_none() && !data.is_string();
    let list = if is_list {
        joined(scope, data)?
    } else {
        Vec::new()
    };
    let Some(handle) = this(scope, &args).filter(|handle| !handle.is_closing.get()) else {
        return Ok(-Errno::BADF.raw_os_error());
    };
    let lp = &runtime(scope).event_loop;
    let context = scope.async_context();
    let context = context.is_object().then(|| Persistent::new(scope, context));
    let act = |bytes: &[u8]| handle.send(lp, bytes, to, later, context);
    let outcome = if is_list {
        Some(act(&list))
    } else if data.is_string() {
        data.with_text(scope, |text| match text {
            Text::Latin1(bytes) if bytes.is_ascii() => act(bytes),
            text => act(text.to_string_lossy().as_bytes()),
        })?
    } else {
        data.with_bytes(scope, act)
    };
    Ok(match outcome {
        Some(Ok(sent)) => sent,
        Some(Err(error)) => status(Err(error)),
        None => 0,
    })
}

/// What is in a list of views, one after the other.
fn joined<'s>(scope: &mut Scope<'s>, list: Local<'s>) -> JsResult<Vec<u8>> {
    let mut all = Vec::new();
    for index in 0..list.array_length(scope)?.unwrap_or(0) {
        let part = list.get_index(scope, index)?;
        part.with_bytes(scope, |bytes| all.extend_from_slice(bytes));
    }
    Ok(all)
}

/// Where a message is to go, if that is said.
fn destination<'s>(scope: &Scope<'s>, args: &Args<'s>) -> JsResult<io::Result<Option<SocketAddr>>> {
    let (port, address) = (port(scope, args, 1), args.get(scope, 2));
    let parsed = address.with_text(scope, |text| {
        let Some(handle) = this(scope, args) else {
            return Err(Errno::INVAL.into());
        };
        match text {
            Text::Latin1(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => handle.address(text, port),
                Err(_) => Err(Errno::INVAL.into()),
            },
            Text::Utf16(_) => Err(Errno::INVAL.into()),
        }
    })?;
    Ok(parsed.transpose())
}

impl UdpHandle {
    fn send(
        self: &Rc<UdpHandle>,
        lp: &Loop,
        bytes: &[u8],
        to: Option<SocketAddr>,
        later: bool,
        context: Option<Persistent>,
    ) -> io::Result<i32> {
        if !later {
            match self.udp().try_send(lp, bytes, to) {
                Ok(sent) => return Ok(i32::try_from(sent).unwrap_or(i32::MAX - 1) + 1),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        let handle = self.clone();
        self.udp().send(lp, bytes, to, move |_, outcome| {
            handle.has_sent(context.as_ref(), outcome);
        })?;
        Ok(0)
    }

    fn has_sent(&self, context: Option<&Persistent>, outcome: io::Result<()>) {
        let status = status(outcome);
        self.tell(
            context,
            |callbacks| &callbacks.sent,
            |scope, object| Ok([object, scope.number(f64::from(status))]),
        );
    }
}

/// `getSendQueueSize()`: the bytes that wait.
fn queue_size<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let lp = &runtime(scope).event_loop;
    Ok(this(scope, &args).map_or(0, |handle| handle.udp().send_queue_size(lp)) as f64)
}

/// `getSendQueueCount()`: the messages that wait.
fn queue_count<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let lp = &runtime(scope).event_loop;
    Ok(this(scope, &args).map_or(0, |handle| handle.udp().send_queue_count(lp)) as f64)
}
