//! A million wake-up handles, of which a thread wakes one or the other at random.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rondo_loop::{Loop, Mode, Wakeup};

use crate::{Case, Start, Took, other};

const HANDLES: usize = 1 << 20;
const CALLS: u32 = 1_000_000;

pub const CASE: Case = Case {
    name: "million-wakeups",
    title: "a million wake-up handles, a thread wakes them at random: a million callbacks",
    rondo,
    libuv: other!(other::libuv),
};

static DONE: AtomicBool = AtomicBool::new(false);

/// Wakes handles at random until told to stop.
fn pummel(wake: impl Fn(usize)) {
    let mut random = 0_u32;
    while !DONE.load(Ordering::Acquire) {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        wake(random as usize >> 12);
    }
}

fn rondo() -> Took {
    let lp = Loop::new().expect("a loop");
    let calls = Rc::new(Cell::new(0));
    let mut wakers = Vec::with_capacity(HANDLES);
    for _ in 0..HANDLES {
        let calls = calls.clone();
        let (_, waker) = Wakeup::new(&lp, move |lp, _| {
            calls.set(calls.get() + 1);
            if calls.get() == CALLS {
                DONE.store(true, Ordering::Release);
                lp.stop();
            }
        });
        wakers.push(waker);
    }
    let start = Start::now();
    let thread = thread::spawn(move || pummel(|index| wakers[index].wake()));
    lp.run(Mode::Default);
    let took = start.elapsed();
    thread.join().expect("the thread ends");
    took
}

#[cfg(feature = "libuv")]
mod other {
    use std::ptr;
    use std::sync::atomic::AtomicPtr;

    use super::*;
    use crate::uv::{self, *};

    pub fn libuv() -> Took {
        static mut CALLED: u32 = 0;
        static HANDLES_AT: AtomicPtr<uv_async_t> = AtomicPtr::new(ptr::null_mut());
        unsafe extern "C" fn on_wake(handle: *mut uv_async_t) {
            unsafe {
                CALLED += 1;
                if CALLED == CALLS {
                    DONE.store(true, Ordering::Release);
                    uv_stop((*handle).loop_);
                }
            }
        }

        let lp = uv::new_loop();
        let handles = uv::rooms::<uv_async_t>(HANDLES);
        for index in 0..HANDLES {
            ok(unsafe { uv_async_init(lp, handles.add(index), Some(on_wake)) });
        }
        HANDLES_AT.store(handles, Ordering::Release);
        let start = Start::now();
        let thread = thread::spawn(|| {
            let handles = HANDLES_AT.load(Ordering::Acquire);
            pummel(|index| ok(unsafe { uv_async_send(handles.add(index)) }));
        });
        uv::run(lp);
        let took = start.elapsed();
        thread.join().expect("the thread ends");
        took
    }
}
