//! A program is started with a pipe for its output; when it has ended and the pipe too, the next one is.

use std::cell::Cell;
use std::ffi::CStr;
use std::rc::Rc;

use rondo_loop::process::{Command, Stdio};
use rondo_loop::{Handle, Loop, Mode, Pipe, Read, Stream};

use crate::{Case, Start, Took, other};

const SPAWNS: u32 = 500;
const PROGRAM: &CStr = c"/bin/true";

pub const CASE: Case = Case {
    name: "spawn",
    title: "a program started 500 times, one after the other",
    rondo,
    libuv: other!(other::libuv),
};

fn rondo() -> Took {
    let lp = Loop::new().expect("a loop");
    let start = Start::now();
    spawn(&lp, SPAWNS);
    lp.run(Mode::Default);
    start.elapsed()
}

fn spawn(lp: &Loop, left: u32) {
    if left == 0 {
        return;
    }
    let open = Rc::new(Cell::new(2));
    let process_open = open.clone();
    let mut child = Command::new(PROGRAM.to_str().expect("it is ASCII"))
        .stdio([Stdio::Ignore, Stdio::Pipe])
        .spawn(lp, move |lp, process, status| {
            assert!(status.expect("it has ended").success());
            process.close(lp, move |lp| one_closed(lp, &process_open, left));
        })
        .expect("the program can be started");
    let output = child.stdio[1].take().expect("a pipe");
    let output = Pipe::open(lp, output).expect("a pipe");
    output
        .read_start(lp, move |lp, output, read| {
            assert!(matches!(read, Read::End));
            let open = open.clone();
            output.close(lp, move |lp| one_closed(lp, &open, left));
        })
        .expect("it can be read");
}

fn one_closed(lp: &Loop, open: &Cell<u32>, left: u32) {
    open.set(open.get() - 1);
    if open.get() == 0 {
        spawn(lp, left - 1);
    }
}

#[cfg(feature = "libuv")]
mod other {
    use std::ptr;

    use super::*;
    use crate::uv::{self, *};

    static mut LEFT: u32 = SPAWNS;
    static mut OPEN: u32 = 0;

    unsafe extern "C" fn on_close(handle: *mut uv_handle_t) {
        unsafe {
            OPEN -= 1;
            if OPEN == 0 && LEFT > 0 {
                uv_spawn_next((*handle).loop_);
            }
        }
    }

    unsafe extern "C" fn on_exit(process: *mut uv_process_t, status: i64, signal: i32) {
        assert_eq!((status, signal), (0, 0));
        unsafe { uv_close(process.cast(), Some(on_close)) };
    }

    unsafe extern "C" fn on_read(stream: *mut uv_stream_t, count: isize, _: *const uv_buf_t) {
        assert_eq!(count, uv_errno_t_UV_EOF as isize);
        unsafe { uv_close(stream.cast(), Some(on_close)) };
    }

    unsafe fn uv_spawn_next(lp: *mut uv_loop_t) {
        static mut PROCESS: Option<(*mut uv_process_t, *mut uv_pipe_t)> = None;
        unsafe {
            LEFT -= 1;
            OPEN = 2;
            let rooms = &mut *(&raw mut PROCESS);
            let (process, output) = *rooms.get_or_insert_with(|| (uv::room(), uv::room()));
            ok(uv_pipe_init(lp, output, 0));
            let mut stdio: [uv_stdio_container_t; 2] = std::mem::zeroed();
            stdio[0].flags = uv_stdio_flags_UV_IGNORE;
            stdio[1].flags = uv_stdio_flags_UV_CREATE_PIPE | uv_stdio_flags_UV_WRITABLE_PIPE;
            stdio[1].data.stream = output.cast();
            let mut args = [PROGRAM.as_ptr().cast_mut(), ptr::null_mut()];
            let mut options: uv_process_options_t = std::mem::zeroed();
            options.file = PROGRAM.as_ptr();
            options.args = args.as_mut_ptr();
            options.exit_cb = Some(on_exit);
            options.stdio = stdio.as_mut_ptr();
            options.stdio_count = 2;
            ok(uv_spawn(lp, process, &options));
            ok(uv_read_start(
                output.cast(),
                Some(lend_buffer),
                Some(on_read),
            ));
        }
    }

    pub fn libuv() -> Took {
        let lp = uv::new_loop();
        let start = Start::now();
        unsafe { uv_spawn_next(lp) };
        uv::run(lp);
        start.elapsed()
    }
}
