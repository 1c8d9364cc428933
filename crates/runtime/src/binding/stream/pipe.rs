//! What pipes and Unix sockets alone can do.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt as _;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::tty::{self, DescriptorKind};
use rondo_loop::{Pipe, Stream as _, Tcp, Udp};
use rustix::io::Errno;

use super::event::context_of_request;
use super::{Behind, StreamHandle, on_open, this};
use crate::binding::define;
use crate::binding::permission::check_argument;
use crate::binding::udp::UdpHandle;
use crate::descriptor;
use crate::permission::Permission;
use crate::runtime::runtime;

pub(super) fn methods<'s>(scope: &mut Scope<'s>, prototype: Local<'s>) -> JsResult<()> {
    define(scope, prototype, "open", open)?;
    define(scope, prototype, "bind", bind)?;
    define(scope, prototype, "listen", listen)?;
    define(scope, prototype, "connect", connect)?;
    define(scope, prototype, "fchmod", fchmod)?;
    define(scope, prototype, "writePassing", write_passing)?;
    define(scope, prototype, "takePassed", take_passed)
}

/// `new Pipe(passing)`: `passing` if handles can be sent and received along with data.
pub(super) fn construct<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let passing = args.get(scope, 0).truthy();
    let lp = &runtime(scope).event_loop;
    let pipe = Pipe::new(lp);
    pipe.set_passing(lp, passing);
    StreamHandle::adopt(scope, Behind::Pipe(pipe))
}

fn pipe(handle: &StreamHandle) -> io::Result<Pipe> {
    match handle.behind() {
        Behind::Pipe(pipe) => Ok(pipe),
        _ => Err(Errno::INVAL.into()),
    }
}

/// `open(fd, passing)`: takes over a pipe or socket that exists.
fn open<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let fd = args.get(scope, 0).as_i32().unwrap_or(-1);
    let passing = args.get(scope, 1).truthy();
    on_open(scope, &args, |lp, handle| {
        handle.open(lp, fd, |lp| {
            let pipe = Pipe::open(lp, descriptor::own(fd))?;
            pipe.set_passing(lp, passing);
            Ok(Behind::Pipe(pipe))
        })
    })
}

/// The name that the first argument is: a path, or an abstract name that begins with NUL.
fn name<'s>(scope: &Scope<'s>, args: &Args<'s>) -> JsResult<OsString> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    Ok(OsString::from_vec(name.into_bytes()))
}

/// `bind(name)`
fn bind<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    check_argument(scope, Permission::Net, &args, 0)?;
    let name = name(scope, &args)?;
    on_open(scope, &args, |lp, handle| pipe(handle)?.bind(lp, name))
}

/// `listen(backlog)`
fn listen<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let backlog = args.get(scope, 0).as_i32().unwrap_or(511);
    on_open(scope, &args, |lp, handle| handle.listen(lp, backlog))
}

/// `connect(name)`: 'connected' is told later.
fn connect<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    check_argument(scope, Permission::Net, &args, 0)?;
    let name = name(scope, &args)?;
    let context = context_of_request(scope);
    on_open(scope, &args, |lp, handle| {
        let done = handle.when_connected(context);
        pipe(handle)?.connect(lp, name, done)
    })
}

/// `fchmod(mode)`: 1 to let all users read, 2 to let them write.
fn fchmod<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let mode = args.get(scope, 0).as_u32().unwrap_or(0);
    on_open(scope, &args, |lp, handle| {
        pipe(handle)?.chmod(lp, mode & 1 != 0, mode & 2 != 0)
    })
}

/// `writePassing(view, handle)`: writes bytes and passes another handle's socket along. 1, as 'written' will be told, or
/// a negative error number.
fn write_passing<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let bytes = args.get(scope, 0).to_bytes(scope).unwrap_or_default();
    let (stream, udp) = {
        let other = args.get(scope, 1);
        (StreamHandle::of(scope, other), UdpHandle::of(scope, other))
    };
    let context = context_of_request(scope);
    let status = on_open(scope, &args, |lp, handle| {
        let passed = match (stream, udp) {
            (Some(stream), _) => stream.stream().duplicate(lp)?,
            (None, Some(udp)) => udp.udp().duplicate(lp)?,
            (None, None) => return Err(Errno::INVAL.into()),
        };
        let told = handle.clone();
        pipe(handle)?.write_passing(lp, bytes, passed, move |_, outcome| {
            told.tell_outcome(super::Event::Written, context.as_ref(), outcome);
        })
    })?;
    Ok(if status == 0 { 1 } else { status })
}

/// `takePassed()`: the first handle that came along and was not taken; undefined if there is none.
fn take_passed<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let lp = &runtime(scope).event_loop;
    let came = this(scope, &args)
        .filter(|handle| !handle.is_closing())
        .and_then(|handle| pipe(handle).ok()?.take_pending(lp));
    let Some(fd) = came else {
        return Ok(None);
    };
    let behind = match tty::kind(&fd) {
        DescriptorKind::Udp => {
            let Ok(udp) = Udp::open(lp, fd) else {
                return Ok(None);
            };
            let is_v6 = udp.local_address(lp).is_ok_and(|address| address.is_ipv6());
            return UdpHandle::adopt(scope, udp, is_v6).map(Some);
        }
        DescriptorKind::Tcp => Tcp::open(lp, fd).map(Behind::Tcp),
        _ => Pipe::open(lp, fd).map(Behind::Pipe),
    };
    match behind {
        Ok(behind) => StreamHandle::adopt(scope, behind).map(Some),
        Err(_) => Ok(None),
    }
}
