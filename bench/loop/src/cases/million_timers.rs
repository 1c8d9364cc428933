//! A million timers are made, started, run and closed. They are due a thousand in each millisecond; the
//! wait until the last is due is not counted.

use std::cell::Cell;
use std::rc::Rc;
use std::thread::sleep;
use std::time::Duration;

use rondo_loop::{Handle, Loop, Mode, Timer};

use crate::{Case, Start, Took, other};

const TIMERS: usize = 1_000_000;
const PER_MILLI: usize = 1000;
const WAIT: Duration = Duration::from_millis((TIMERS / PER_MILLI) as u64 + 2);

pub const CASE: Case = Case {
    name: "million-timers",
    title: "a million timers made, started, run, closed",
    rondo,
    libuv: other!(other::libuv),
};

fn rondo() -> Took {
    let lp = Loop::new().expect("a loop");
    let (fired, closed) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));

    let start = Start::now();
    let mut timers = Vec::with_capacity(TIMERS);
    for index in 0..TIMERS {
        let fired = fired.clone();
        let timer = Timer::new(&lp, move |_, _| fired.set(fired.get() + 1));
        timer.start(&lp, (index / PER_MILLI) as u64 + 1, 0);
        timers.push(timer);
    }
    let setup = start.elapsed();
    sleep(WAIT);
    let start = Start::now();
    lp.run(Mode::Default);
    for timer in &timers {
        let closed = closed.clone();
        timer.close(&lp, move |_| closed.set(closed.get() + 1));
    }
    lp.run(Mode::Default);
    let rest = start.elapsed();

    assert_eq!((fired.get(), closed.get()), (TIMERS, TIMERS));
    setup + rest
}

#[cfg(feature = "libuv")]
mod other {
    use super::*;
    use crate::uv::{self, *};

    pub fn libuv() -> Took {
        static mut FIRED: usize = 0;
        static mut CLOSED: usize = 0;
        unsafe extern "C" fn on_timer(_: *mut uv_timer_t) {
            unsafe { FIRED += 1 };
        }
        unsafe extern "C" fn on_close(_: *mut uv_handle_t) {
            unsafe { CLOSED += 1 };
        }

        let lp = uv::new_loop();
        unsafe {
            let start = Start::now();
            let timers = uv::rooms::<uv_timer_t>(TIMERS);
            for index in 0..TIMERS {
                let timer = timers.add(index);
                ok(uv_timer_init(lp, timer));
                let due = (index / PER_MILLI) as u64 + 1;
                ok(uv_timer_start(timer, Some(on_timer), due, 0));
            }
            let setup = start.elapsed();
            sleep(WAIT);
            let start = Start::now();
            uv::run(lp);
            for index in 0..TIMERS {
                uv_close(timers.add(index).cast(), Some(on_close));
            }
            uv::run(lp);
            let rest = start.elapsed();

            assert_eq!((FIRED, CLOSED), (TIMERS, TIMERS));
            setup + rest
        }
    }
}
