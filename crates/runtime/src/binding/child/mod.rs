//! `binding('child')`: other programs as child processes.

mod plan;
pub(crate) mod process;
mod sync;

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use rondo_engine::{JsResult, Local, Scope};

use crate::asked::define_asking;
pub(super) use plan::texts;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define_asking(scope, object, "spawnSync", sync::spawn_sync)?;
    process::build(scope, object)
}

/// The code that a child has ended with, or the signal that ended it.
fn ended(status: ExitStatus) -> (Option<i32>, Option<i32>) {
    match status.signal() {
        Some(signal) => (None, Some(signal)),
        None => (Some(status.code().unwrap_or(0)), None),
    }
}
