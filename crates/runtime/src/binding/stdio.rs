//! `binding('stdio')`: what a descriptor is, and writing to it without a stream.

use rondo_engine::{Args, JsResult, Local, Scope, Text};
use rondo_loop::tty::{self, DescriptorKind};
use rondo_loop::work::fs;

use super::define;
use crate::descriptor;
use crate::runtime::runtime;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    // Whether this thread has the standard streams of the process.
    let is_direct = scope.boolean(runtime(scope).thread_id == 0);
    object.set_property(scope, "isDirect", is_direct)?;
    define(scope, object, "writeSync", write_sync)?;
    define(scope, object, "guessHandleType", guess_handle_type)
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
