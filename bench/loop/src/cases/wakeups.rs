//! Wake-ups between threads: two loops that wake each other in turn, and a thread that wakes a loop as
//! often as it can.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use rondo_loop::{Handle, Loop, LoopOptions, Mode, Waker, Wakeup};

use crate::{Case, Start, Took, other};

const PINGS: u32 = 100_000;
const CALLS: u32 = 200_000;

pub const PING_PONG: Case = Case {
    name: "wakeups-ping-pong",
    title: "two loops in two threads wake each other 100,000 times",
    rondo: || ping_pong::rondo(true),
    libuv: other!(ping_pong::other::libuv),
};

pub const PING_PONG_ASLEEP: Case = Case {
    name: "wakeups-no-spin",
    title: "the same, without spinning",
    rondo: || ping_pong::rondo(false),
    libuv: other!(ping_pong::other::libuv),
};

pub const PUMMEL: Case = Case {
    name: "wakeups-pummel",
    title: "a thread wakes a loop without pause: 200,000 callbacks",
    rondo: pummel::rondo,
    libuv: other!(pummel::other::libuv),
};

mod ping_pong {
    use super::*;

    /// A loop that answers each wake-up with one of the other's, `PINGS` times. Its own waker goes out
    /// first, the other's comes in then.
    fn answer(mine: mpsc::Sender<Waker>, others: mpsc::Receiver<Waker>, begins: bool, spin: bool) {
        let options = LoopOptions {
            spin,
            ..LoopOptions::default()
        };
        let lp = Loop::with_options(options).expect("a loop");
        let other = std::rc::Rc::new(std::cell::OnceCell::<Waker>::new());
        let known = other.clone();
        let mut left = PINGS;
        let (_, waker) = Wakeup::new(&lp, move |lp, wakeup| {
            left -= 1;
            if let Some(other) = known.get() {
                other.wake();
            }
            if left == 0 {
                wakeup.close(lp, |_| {});
            }
        });
        mine.send(waker).expect("the other side waits");
        let waker = others.recv().expect("the other side sends");
        if begins {
            waker.wake();
        }
        assert!(other.set(waker).is_ok());
        lp.run(Mode::Default);
    }

    pub fn rondo(spin: bool) -> Took {
        let (to_worker, from_main) = mpsc::channel();
        let (to_main, from_worker) = mpsc::channel();
        let start = Start::now();
        let worker = thread::spawn(move || answer(to_main, from_main, false, spin));
        answer(to_worker, from_worker, true, spin);
        worker.join().expect("the worker ends");
        start.elapsed()
    }

    #[cfg(feature = "libuv")]
    pub mod other {
        use std::sync::atomic::AtomicPtr;

        use super::*;
        use crate::uv::{self, *};

        struct Side {
            mine: uv_async_t,
            other: *mut uv_async_t,
            left: u32,
        }

        unsafe extern "C" fn on_wake(handle: *mut uv_async_t) {
            unsafe {
                let side = (*handle).data.cast::<Side>();
                (*side).left -= 1;
                ok(uv_async_send((*side).other));
                if (*side).left == 0 {
                    uv_close(handle.cast(), None);
                }
            }
        }

        pub fn libuv() -> Took {
            unsafe {
                let start = Start::now();
                let (main, worker) = (uv::room::<Side>(), uv::room::<Side>());
                let loops = [uv::new_loop(), uv::new_loop()];
                for (side, other, lp) in [(main, worker, loops[0]), (worker, main, loops[1])] {
                    ok(uv_async_init(lp, &raw mut (*side).mine, Some(on_wake)));
                    (*side).mine.data = side.cast();
                    (*side).other = &raw mut (*other).mine;
                    (*side).left = PINGS;
                }
                let lp = AtomicPtr::new(loops[1]);
                let thread = thread::spawn(move || uv::run(lp.into_inner()));
                ok(uv_async_send(&raw mut (*worker).mine));
                uv::run(loops[0]);
                thread.join().expect("the worker ends");
                start.elapsed()
            }
        }
    }
}

mod pummel {
    use super::*;

    static DONE: AtomicBool = AtomicBool::new(false);

    pub fn rondo() -> Took {
        let lp = Loop::new().expect("a loop");
        let mut left = CALLS;
        let (_, waker) = Wakeup::new(&lp, move |lp, wakeup| {
            left -= 1;
            if left == 0 {
                DONE.store(true, Ordering::Release);
                wakeup.close(lp, |_| {});
            }
        });
        let start = Start::now();
        let thread = thread::spawn(move || {
            while !DONE.load(Ordering::Acquire) {
                waker.wake();
            }
        });
        lp.run(Mode::Default);
        thread.join().expect("the thread ends");
        start.elapsed()
    }

    #[cfg(feature = "libuv")]
    pub mod other {
        use std::ptr;
        use std::sync::atomic::AtomicPtr;

        use super::*;
        use crate::uv::{self, *};

        pub fn libuv() -> Took {
            static mut LEFT: u32 = CALLS;
            static HANDLE: AtomicPtr<uv_async_t> = AtomicPtr::new(ptr::null_mut());
            unsafe extern "C" fn on_wake(handle: *mut uv_async_t) {
                unsafe {
                    LEFT -= 1;
                    if LEFT == 0 {
                        DONE.store(true, Ordering::Release);
                        uv_close(handle.cast(), None);
                    }
                }
            }

            let lp = uv::new_loop();
            let handle = uv::room();
            ok(unsafe { uv_async_init(lp, handle, Some(on_wake)) });
            HANDLE.store(handle, Ordering::Release);
            let start = Start::now();
            let thread = thread::spawn(|| {
                let handle = HANDLE.load(Ordering::Acquire);
                while !DONE.load(Ordering::Acquire) {
                    ok(unsafe { uv_async_send(handle) });
                }
            });
            uv::run(lp);
            thread.join().expect("the thread ends");
            start.elapsed()
        }
    }
}
