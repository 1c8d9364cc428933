//! What is known of a file is asked for again and again, 64 requests under way.

use std::cell::Cell;
use std::ffi::CStr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rondo_loop::{Loop, Mode};

use crate::Case;
use crate::uv::{self, *};

const REQUESTS: u32 = 200_000;
const UNDER_WAY: u32 = 64;

pub const CASE: Case = Case {
    name: "fs-stat",
    title: "200,000 stats of a file, 64 under way",
    rondo,
    libuv,
};

fn rondo() -> Duration {
    let lp = Loop::new().expect("a loop");
    let left = Rc::new(Cell::new(REQUESTS));
    let start = Instant::now();
    for _ in 0..UNDER_WAY {
        submit(&lp, left.clone());
    }
    lp.run(Mode::Default);
    start.elapsed()
}

fn submit(lp: &Loop, left: Rc<Cell<u32>>) {
    if left.get() == 0 {
        return;
    }
    left.set(left.get() - 1);
    lp.fs().stat("/usr/bin/env", move |lp, result| {
        assert!(matches!(result, Ok(stat) if stat.size > 0));
        submit(lp, left);
    });
}

fn libuv() -> Duration {
    const PATH: &CStr = c"/usr/bin/env";
    static mut LEFT: u32 = REQUESTS;
    unsafe extern "C" fn on_done(request: *mut uv_fs_t) {
        unsafe {
            assert!((*request).result == 0 && (*request).statbuf.st_size > 0);
            uv_fs_req_cleanup(request);
            submit((*request).loop_, request);
        }
    }
    unsafe fn submit(lp: *mut uv_loop_t, request: *mut uv_fs_t) {
        unsafe {
            if LEFT > 0 {
                LEFT -= 1;
                ok(uv_fs_stat(lp, request, PATH.as_ptr(), Some(on_done)));
            }
        }
    }

    let lp = uv::new_loop();
    let start = Instant::now();
    for _ in 0..UNDER_WAY {
        unsafe { submit(lp, uv::room()) };
    }
    uv::run(lp);
    start.elapsed()
}
