//! What terminals alone can do.

use std::io;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::Tty;
use rondo_loop::tty::TtyMode;
use rustix::io::Errno;

use super::{Behind, StreamHandle, on_open, status};
use crate::binding::define;
use crate::descriptor;
use crate::runtime::runtime;

pub(super) fn methods<'s>(scope: &mut Scope<'s>, prototype: Local<'s>) -> JsResult<()> {
    define(scope, prototype, "getWindowSize", get_window_size)?;
    define(scope, prototype, "setRawMode", set_raw_mode)
}

/// `new Tty(fd, context)`: if the descriptor is no terminal, `context.code` gets the error's number, and what is given
/// back is no handle.
pub(super) fn construct<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let fd = args.get(scope, 0).as_i32().unwrap_or(-1);
    let outcome = Tty::open(&runtime(scope).event_loop, descriptor::borrow(fd));
    match outcome {
        Ok(tty) => StreamHandle::adopt(scope, Behind::Tty(tty)),
        Err(error) => {
            let context = args.get(scope, 1);
            let code = scope.number(f64::from(status(Err(error))));
            if context.is_object() {
                context.set_property(scope, "code", code)?;
            }
            scope.object()
        }
    }
}

fn terminal(handle: &StreamHandle) -> io::Result<Tty> {
    match handle.behind() {
        Behind::Tty(tty) => Ok(tty),
        _ => Err(Errno::INVAL.into()),
    }
}

/// `getWindowSize(out)`: puts columns and rows into an array.
fn get_window_size<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let mut size = None;
    let status = on_open(scope, &args, |lp, handle| {
        size = Some(terminal(handle)?.window_size(lp)?);
        Ok(())
    })?;
    if let Some((columns, rows)) = size {
        let out = args.get(scope, 0);
        for (index, number) in [columns, rows].into_iter().enumerate() {
            let number = scope.number(f64::from(number));
            out.set_index(scope, index as u32, number)?;
        }
    }
    Ok(status)
}

/// `setRawMode(on)`: keys come one by one, as they are typed.
fn set_raw_mode<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let mode = match args.get(scope, 0).truthy() {
        true => TtyMode::Raw,
        false => TtyMode::Normal,
    };
    on_open(scope, &args, |lp, handle| {
        terminal(handle)?.set_mode(lp, mode)
    })
}
