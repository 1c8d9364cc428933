//! What the libuv side of the cases shares.

use std::ffi::{CStr, c_int};
use std::mem::MaybeUninit;
use std::os::fd::{IntoRawFd, OwnedFd};

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

/// Lends every read the same memory: loops run one at a time in the cases that read, and no callback
/// keeps what it got.
///
/// # Safety
/// To be passed to `uv_read_start` and `uv_udp_recv_start` only.
pub unsafe extern "C" fn lend_buffer(_: *mut uv_handle_t, _: usize, buffer: *mut uv_buf_t) {
    const SIZE: usize = 64 * 1024;
    static mut BUFFER: [u8; SIZE] = [0; SIZE];
    unsafe { *buffer = uv_buf_init((&raw mut BUFFER).cast(), SIZE as u32) };
}

/// A TCP handle of a socket that exists.
pub fn tcp_of(lp: *mut uv_loop_t, socket: impl Into<OwnedFd>) -> *mut uv_tcp_t {
    let tcp = room();
    unsafe {
        ok(uv_tcp_init(lp, tcp));
        ok(uv_tcp_open(tcp, socket.into().into_raw_fd()));
    }
    tcp
}

/// A pipe handle of a socket that exists.
pub fn pipe_of(lp: *mut uv_loop_t, socket: impl Into<OwnedFd>) -> *mut uv_pipe_t {
    let pipe = room();
    unsafe {
        ok(uv_pipe_init(lp, pipe, 0));
        ok(uv_pipe_open(pipe, socket.into().into_raw_fd()));
    }
    pipe
}
