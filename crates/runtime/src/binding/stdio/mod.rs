//! `binding('stdio')`: the standard streams, and terminals.

mod reader;

use std::cell::OnceCell;

use rondo_engine::{Args, JsResult, Local, Persistent, Scope, Text};
use rondo_loop::tty::{self, DescriptorKind};
use rondo_loop::work::fs;

use super::define;
use crate::descriptor;

/// What the binding keeps between calls.
#[derive(Default)]
pub(crate) struct State {
    /// What readers inherit their methods from.
    reader_prototype: OnceCell<Persistent>,
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "writeSync", write_sync)?;
    define(scope, object, "guessHandleType", guess_handle_type)?;
    define(scope, object, "ttyGetWindowSize", tty_get_window_size)?;
    define(scope, object, "ttySetMode", tty_set_mode)?;
    reader::build(scope, object)
}

fn descriptor<'s>(scope: &Scope<'s>, args: &Args<'s>) -> i32 {
    args.get(scope, 0).as_i32().unwrap_or(-1)
}

/// `writeSync(fd, stringOrBytes)`: writes all of it, waiting where it must; gives the number of bytes,
/// or a negative error number.
fn write_sync<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let fd = descriptor(scope, &args);
    let data = args.get(scope, 1);
    let written = data
        .with_text(scope, |text| match text {
            Text::Latin1(bytes) if bytes.is_ascii() => write_all(fd, bytes),
            other => write_all(fd, other.to_string_lossy().as_bytes()),
        })?
        .or_else(|| data.with_bytes(scope, |bytes| write_all(fd, bytes)));
    Ok(written.unwrap_or(0) as f64)
}

/// Writes all bytes; a descriptor that is not ready is waited for. A negative number is an error's.
pub(crate) fn write_all(fd: i32, bytes: &[u8]) -> i64 {
    match fs::write_all(descriptor::borrow(fd), bytes) {
        Ok(()) => bytes.len() as i64,
        Err(error) => -i64::from(error.code),
    }
}

/// `guessHandleType(fd)`: 'TTY', 'FILE', 'PIPE', 'TCP', 'UDP', 'UNKNOWN', or 'INVALID' if it is not
/// open.
fn guess_handle_type<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let fd = descriptor(scope, &args);
    scope.string(match tty::kind(descriptor::borrow(fd)) {
        DescriptorKind::Tty => "TTY",
        DescriptorKind::File => "FILE",
        DescriptorKind::Pipe => "PIPE",
        DescriptorKind::Tcp => "TCP",
        DescriptorKind::Udp => "UDP",
        DescriptorKind::Invalid => "INVALID",
        _ => "UNKNOWN",
    })
}

/// `ttyGetWindowSize(fd)`: `[columns, rows]`, or a negative error number.
fn tty_get_window_size<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    match tty::window_size(descriptor::borrow(descriptor(scope, &args))) {
        Ok((columns, rows)) => {
            let size = [columns, rows].map(|number| scope.number(f64::from(number)));
            scope.array(&size)
        }
        Err(error) => Ok(scope.number(-f64::from(error.raw_os_error().unwrap_or(1)))),
    }
}

/// `ttySetMode(fd, raw)`: raw, or as the terminal was before, which it is again when the process ends.
/// 0 or a negative error number.
fn tty_set_mode<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let raw = args.get(scope, 1).truthy();
    Ok(
        match tty::set_raw(descriptor::borrow(descriptor(scope, &args)), raw) {
            Ok(()) => 0,
            Err(error) => -error.raw_os_error().unwrap_or(1),
        },
    )
}
