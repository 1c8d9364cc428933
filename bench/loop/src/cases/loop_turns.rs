//! Turns of a loop in which nothing happens but the callback of an idle handle.

use rondo_loop::{Handle, Idle, Loop, Mode};

use crate::{Case, Start, Took, other};

const TURNS: u32 = 2_000_000;

pub const CASE: Case = Case {
    name: "loop-turns",
    title: "2 million turns with an idle handle",
    rondo,
    libuv: other!(other::libuv),
};

fn rondo() -> Took {
    let lp = Loop::new().expect("a loop");
    let mut left = TURNS;
    let idle = Idle::new(&lp, move |lp, idle| {
        left -= 1;
        if left == 0 {
            idle.close(lp, |_| {});
        }
    });
    idle.start(&lp);
    let start = Start::now();
    lp.run(Mode::Default);
    start.elapsed()
}

#[cfg(feature = "libuv")]
mod other {
    use super::*;
    use crate::uv::{self, *};

    pub fn libuv() -> Took {
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
        let start = Start::now();
        uv::run(lp);
        start.elapsed()
    }
}
