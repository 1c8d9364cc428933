//! Jobs that do next to nothing, in the thread pool: one after the other, and many at a time.

use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;

use rondo_loop::{Loop, LoopOptions, Mode};

use crate::{Case, Start, Took, other};

const CHAIN_JOBS: u32 = 50_000;
const MANY_JOBS: u32 = 500_000;

pub const CHAIN: Case = Case {
    name: "pool-chain",
    title: "50,000 jobs in the pool, one after the other",
    rondo: || rondo(CHAIN_JOBS, 1, true),
    libuv: other!(|| other::libuv(CHAIN_JOBS, 1)),
};

pub const CHAIN_ASLEEP: Case = Case {
    name: "pool-chain-no-spin",
    title: "the same, without spinning",
    rondo: || rondo(CHAIN_JOBS, 1, false),
    libuv: other!(|| other::libuv(CHAIN_JOBS, 1)),
};

pub const MANY: Case = Case {
    name: "pool-64",
    title: "500,000 jobs in the pool, 64 under way",
    rondo: || rondo(MANY_JOBS, 64, true),
    libuv: other!(|| other::libuv(MANY_JOBS, 64)),
};

fn rondo(jobs: u32, under_way: u32, spin: bool) -> Took {
    let mut options = LoopOptions::default();
    if !spin {
        options.spin = false;
        options.pool = options.pool.without_spinning();
    }
    let lp = Loop::with_options(options).expect("a loop");
    let left = Rc::new(Cell::new(jobs));
    let start = Start::now();
    for _ in 0..under_way {
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
    lp.queue_work(
        || black_box(42),
        move |lp, result| {
            assert_eq!(result, Ok(42));
            submit(lp, left);
        },
    );
}

#[cfg(feature = "libuv")]
mod other {
    use super::*;
    use crate::uv::{self, *};

    pub fn libuv(jobs: u32, under_way: u32) -> Took {
        static mut LEFT: u32 = 0;
        unsafe extern "C" fn on_work(work: *mut uv_work_t) {
            unsafe { (*work).data = black_box(42 as *mut _) };
        }
        unsafe extern "C" fn on_done(work: *mut uv_work_t, status: i32) {
            unsafe {
                ok(status);
                assert_eq!((*work).data as usize, 42);
                submit((*work).loop_, work);
            }
        }
        unsafe fn submit(lp: *mut uv_loop_t, work: *mut uv_work_t) {
            unsafe {
                if LEFT > 0 {
                    LEFT -= 1;
                    ok(uv_queue_work(lp, work, Some(on_work), Some(on_done)));
                }
            }
        }

        let lp = uv::new_loop();
        unsafe { LEFT = jobs };
        let start = Start::now();
        for _ in 0..under_way {
            unsafe { submit(lp, uv::room()) };
        }
        uv::run(lp);
        start.elapsed()
    }
}
