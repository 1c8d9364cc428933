//! What the libuv side of the cases shares.

use std::ffi::{CStr, c_int};
use std::mem::MaybeUninit;

pub use libuv_sys2::*;

/// libuv's version.
pub fn version() -> String {
    // SAFETY: it gives a string that lives for ever.
    let version = unsafe { CStr::from_ptr(uv_version_string()) };
    version.to_string_lossy().into_owned()
}

/// Stops the case if libuv reports an error.
#[track_caller]
pub fn ok(result: c_int) {
    assert!(result >= 0, "libuv says {result}");
}

/// Memory for a handle, a request or a loop, which libuv will fill. Cases do not free what they
/// allocate outside of the time that is measured: the process ends with them.
pub fn room<T>() -> *mut T {
    Box::leak(Box::new(MaybeUninit::<T>::zeroed())).as_mut_ptr()
}

/// Memory for many, one after the other.
pub fn rooms<T>(count: usize) -> *mut T {
    let mut rooms = Vec::<T>::with_capacity(count);
    let first = rooms.as_mut_ptr();
    std::mem::forget(rooms);
    first
}

/// A new loop.
pub fn new_loop() -> *mut uv_loop_t {
    let lp = room();
    // SAFETY: there is room for a loop.
    ok(unsafe { uv_loop_init(lp) });
    lp
}

/// Runs a loop until nothing is left to do.
pub fn run(lp: *mut uv_loop_t) {
    // SAFETY: all callers pass a loop that `new_loop` made.
    ok(unsafe { uv_run(lp, uv_run_mode_UV_RUN_DEFAULT) });
}
