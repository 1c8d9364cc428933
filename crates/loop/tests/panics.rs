//! A callback of every kind panics: the panic reaches the caller of `run`, and the loop goes on.

use std::cell::Cell;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use rondo_loop::{
    Check, Handle, Idle, Io, Loop, Mode, Observer, Prepare, Ready, Signal, Timer, Wakeup, process,
};

const PANIC: &str = "on purpose";

fn give_up() -> ! {
    std::panic::panic_any(PANIC)
}

/// Sets something up that panics, runs the loop until it does, and then makes sure that everything still
/// works and that nothing is left.
fn check(kind: &str, set_up: impl FnOnce(&Loop)) {
    let lp = Loop::new().unwrap();
    set_up(&lp);
    let payload = catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default)))
        .expect_err("the panic comes out of run");
    assert_eq!(payload.downcast_ref::<&str>(), Some(&PANIC), "{kind}");

    let calls = Rc::new(Cell::new(0));
    let count = || {
        let calls = calls.clone();
        move || calls.set(calls.get() + 1)
    };
    let (timer, immediate, pending, work, close, wake) =
        (count(), count(), count(), count(), count(), count());
    Timer::new(&lp, move |lp, timer_handle| {
        timer();
        let close = close.clone();
        timer_handle.close(lp, move |_| close());
    })
    .start(&lp, 1, 0);
    lp.set_immediate(move |_| immediate());
    lp.defer(move |_| pending());
    lp.queue_work(|| (), move |_, _| work());
    let (_, waker) = Wakeup::new(&lp, move |lp, wakeup| {
        wake();
        wakeup.close(lp, |_| {});
    });
    waker.wake();
    assert!(!lp.run(Mode::Default), "{kind}: nothing is left");
    assert_eq!(calls.get(), 6, "{kind}: everything works");
    assert_eq!(lp.active_requests(), 0, "{kind}");
}

#[test]
fn in_callbacks_of_handles_that_call_every_turn() {
    check("idle", |lp| {
        Idle::new(lp, |lp, idle| {
            idle.close(lp, |_| {});
            give_up()
        })
        .start(lp);
    });
    check("prepare", |lp| {
        let prepare = Prepare::new(lp, |lp, prepare| {
            prepare.close(lp, |_| {});
            give_up()
        });
        prepare.start(lp);
        lp.set_immediate(|_| {});
    });
    check("check", |lp| {
        let check = Check::new(lp, |lp, check| {
            check.close(lp, |_| {});
            give_up()
        });
        check.start(lp);
        lp.set_immediate(|_| {});
    });
}

#[test]
fn in_callbacks_that_run_once() {
    check("immediate", |lp| {
        lp.set_immediate(|_| give_up());
        lp.set_immediate(|_| {});
    });
    check("pending", |lp| lp.defer(|_| give_up()));
    check("close", |lp| {
        Timer::new(lp, |_, _| {}).close(lp, |_| give_up());
        Timer::new(lp, |_, _| {}).close(lp, |_| {});
    });
}

#[test]
fn in_timers() {
    check("timer", |lp| {
        Timer::new(lp, |_, _| give_up()).start(lp, 1, 0);
        Timer::new(lp, |_, _| {}).start(lp, 1, 0);
    });
    check("repeating timer", |lp| {
        let mut calls = 0;
        Timer::new(lp, move |lp, timer| {
            calls += 1;
            if calls == 1 {
                give_up();
            }
            timer.close(lp, |_| {});
        })
        .start(lp, 1, 1);
    });
}

#[test]
fn in_work() {
    check("job", |lp| {
        lp.queue_work(|| give_up(), |_, _: Result<(), _>| {});
        lp.queue_work(|| (), |_, _| {});
    });
    check("work callback", |lp| {
        lp.queue_work(|| (), |_, _| give_up());
        lp.queue_work(|| (), |_, _| {});
    });
    check("callback of cancelled work", |lp| {
        let id = lp.queue_work(|| (), |_, _| give_up());
        // In vain if a thread was quick; its callback panics all the same.
        lp.cancel(id);
    });
}

/// Counts turns that begin and end.
#[derive(Default)]
struct Turns(Cell<(u32, u32)>);

impl Observer for Turns {
    fn turn_begin(&self, _: u64) {
        let (begun, ended) = self.0.get();
        self.0.set((begun + 1, ended));
    }

    fn turn_end(&self, _: u64) {
        let (begun, ended) = self.0.get();
        self.0.set((begun, ended + 1));
    }
}

#[test]
fn a_turn_ends_and_a_stop_is_obeyed_by_a_panic() {
    let lp = Loop::new().unwrap();
    let turns = Rc::new(Turns::default());
    lp.set_observer(Some(turns.clone()));
    lp.defer(|lp| {
        lp.stop();
        give_up()
    });
    catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).expect_err("it panics");
    assert_eq!(turns.0.get(), (1, 1));
    let has_run = Rc::new(Cell::new(false));
    let runs = has_run.clone();
    lp.set_immediate(move |_| runs.set(true));
    assert!(!lp.run(Mode::Default));
    assert!(has_run.get());
    assert_eq!(turns.0.get(), (2, 2));
}

#[test]
fn in_news_from_outside() {
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(b"x").unwrap();
    check("io", |lp| {
        let io = Io::new(lp, reader.try_clone().unwrap(), |lp, io, _| {
            io.close(lp, |_| {});
            give_up()
        });
        io.start(lp, Ready::READABLE).unwrap();
    });
    for is_edge in [false, true] {
        check("io that goes on", |lp| {
            let mut calls = 0;
            let io = Io::new(lp, reader.try_clone().unwrap(), move |lp, io, _| {
                calls += 1;
                if calls == 1 {
                    give_up();
                }
                io.close(lp, |_| {});
            });
            if is_edge {
                io.start_edge(lp, Ready::READABLE).unwrap();
            } else {
                io.start(lp, Ready::READABLE).unwrap();
            }
        });
    }
    check("wake-up", |lp| {
        let (_, waker) = Wakeup::new(lp, |lp, wakeup| {
            wakeup.close(lp, |_| {});
            give_up()
        });
        std::thread::spawn(move || waker.wake());
    });
    check("signal", |lp| {
        let signal = Signal::new(lp, |lp, signal, _| {
            signal.close(lp, |_| {});
            give_up()
        });
        signal.start(lp, libc::SIGUSR2).unwrap();
        process::kill(std::process::id() as i32, libc::SIGUSR2).unwrap();
    });
}
