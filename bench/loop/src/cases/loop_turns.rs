//! Turns of a loop in which nothing happens but the callback of an idle handle.

use std::time::{Duration, Instant};

use rondo_loop::{Handle, Idle, Loop, Mode};

use crate::Case;
use crate::uv::{self, *};

const TURNS: u32 = 2_000_000;

pub const CASE: Case = Case {
    name: "loop-turns",
    title: "2 million turns with an idle handle",
    rondo,
    libuv,
};

fn rondo() -> Duration {
    let lp = Loop::new().expect("a loop");
    let mut left = TURNS;
    let idle = Idle::new(&lp, move |lp, idle| {
        left -= 1;
        if left == 0 {
            idle.close(lp, |_| {});
        }
    });
    idle.start(&lp);
    let start = Instant::now();
    lp.run(Mode::Default);
    start.elapsed()
}

fn libuv() -> Duration {
    static mut LEFT: u32 = TURNS;
    unsafe extern "C" fn on_idle(idle: *mut uv_idle_t) {
        unsafe {
            LEFT -= 1;
            if LEFT == 0 {
                uv_close(idle.cast(), None);
            }
        }
    }

    let lp = uv::new_loop();
    unsafe {
        let idle = uv::room();
        ok(uv_idle_init(lp, idle));
        ok(uv_idle_start(idle, Some(on_idle)));
    }
    let start = Instant::now();
    uv::run(lp);
    start.elapsed()
}
