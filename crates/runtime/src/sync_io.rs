//! `--trace-sync-io`: tells where a program waits for the system although its loop runs.

use rondo_engine::Scope;

use crate::binding;
use crate::options;
use crate::runtime::{Settings, runtime};
use crate::stack;

const STANDARD_ERROR: i32 = 2;

/// So many frames are shown.
const FRAMES: u32 = 10;

/// Whether a program's options ask for it.
pub(crate) fn is_traced(settings: &Settings) -> bool {
    options::is_set(&settings.options, "--trace-sync-io")
}

/// Something is done at once that could have been done by the pool.
#[inline]
pub(crate) fn noticed(scope: &mut Scope<'_>) {
    let runtime = runtime(scope);
    if runtime.traces_sync_io && runtime.milestones.loop_start.get().is_some() {
        tell(scope);
    }
}

#[cold]
fn tell(scope: &mut Scope<'_>) {
    let mut text = format!(
        "(node:{}) WARNING: Detected use of sync API",
        std::process::id()
    );
    for frame in scope.current_frames(FRAMES) {
        stack::write_frame(&mut text, &frame);
    }
    text.push_str("\n\n");
    binding::write_all(STANDARD_ERROR, text.as_bytes());
}
