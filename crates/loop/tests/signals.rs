//! Signals, as the system really sends them. Each test has signals of its own, for all share a process.

mod journal;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Barrier;
use std::time::Instant;

use journal::Journal;
use rondo_loop::process::kill;
use rondo_loop::{Handle, Loop, Mode, Signal};

/// The first signal that programs can use as they like, and that is queued when sent several times.
const REAL_TIME: i32 = 34;

fn send(signum: i32) {
    kill(std::process::id() as i32, signum).unwrap();
}

/// Whether this process has a handler for a signal.
fn is_caught(signum: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let caught = status
        .lines()
        .find_map(|line| line.strip_prefix("SigCgt:\t"))
        .unwrap();
    u64::from_str_radix(caught, 16).unwrap() & 1 << (signum - 1) != 0
}

/// A started handle that counts its calls.
fn counter(lp: &Loop, signum: i32) -> (Signal, Rc<Cell<u32>>) {
    let count = Rc::new(Cell::new(0));
    let calls = count.clone();
    let signal = Signal::new(lp, move |_, _, number| {
        assert_eq!(number, signum);
        calls.set(calls.get() + 1);
    });
    signal.start(lp, signum).unwrap();
    (signal, count)
}

/// Runs the loop until something is so: a signal may be a while under way, to another thread.
fn run_until(lp: &Loop, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed().as_secs() < 20, "no signal has come");
        lp.run(Mode::NoWait);
        std::thread::yield_now();
    }
}

#[test]
fn numbers_that_cannot_be_watched_are_refused() {
    let lp = Loop::new().unwrap();
    let signum = REAL_TIME + 20;
    let (signal, count) = counter(&lp, signum);
    for refused in [0, -1, i32::MIN, 9, 19, 32, 33, 65, 1000, i32::MAX] {
        let error = signal.start(&lp, refused).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(libc::EINVAL), "{refused}");
        let error = signal.start_once(&lp, refused).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(libc::EINVAL), "{refused}");
    }
    assert!(signal.is_active(&lp));
    send(signum);
    // It still watches what it did.
    run_until(&lp, || count.get() == 1);
}

#[test]
fn of_a_burst_no_kind_is_lost() {
    let lp = Loop::new().unwrap();
    let counts: Rc<RefCell<BTreeMap<i32, u32>>> = Rc::default();
    // Without SIGCONT, by which the system takes back those that stop a process.
    let kinds = [
        1, 2, 3, 6, 10, 12, 13, 14, 15, 16, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
    ];
    for signum in kinds {
        let counts = counts.clone();
        let signal = Signal::new(&lp, move |_, _, signum| {
            *counts.borrow_mut().entry(signum).or_default() += 1;
        });
        signal.start(&lp, signum).unwrap();
    }
    for _ in 0..5 {
        kinds.into_iter().for_each(send);
    }
    run_until(&lp, || counts.borrow().keys().eq(&kinds));
    // Some may still be under way, and would end the process if nobody watched.
    std::mem::forget(lp);
}

#[test]
fn those_that_the_system_queues_are_all_counted() {
    let lp = Loop::new().unwrap();
    let (_, count) = counter(&lp, REAL_TIME);
    (0..100).for_each(|_| send(REAL_TIME));
    run_until(&lp, || count.get() == 100);
}

#[test]
fn a_flood_of_one_kind_does_not_lose_another() {
    let lp = Loop::new().unwrap();
    let (_, flooded) = counter(&lp, REAL_TIME + 1);
    let (_, rare) = counter(&lp, REAL_TIME + 2);
    // More than a pipe takes.
    (0..70_000).for_each(|_| send(REAL_TIME + 1));
    send(REAL_TIME + 2);
    run_until(&lp, || rare.get() > 0);
    assert!(flooded.get() > 0 && rare.get() == 1);
    // Some may still be under way, and would end the process if nobody watched.
    std::mem::forget(lp);
}

#[test]
fn loops_in_several_threads_all_get_it() {
    let signum = REAL_TIME + 3;
    let ready = Barrier::new(5);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let lp = Loop::new().unwrap();
                let (signal, count) = counter(&lp, signum);
                ready.wait();
                run_until(&lp, || count.get() == 3);
                assert!(is_caught(signum));
                // Only when all have got it may the first one leave.
                ready.wait();
                signal.close(&lp, |_| {});
                assert!(!lp.run(Mode::Default));
            });
        }
        ready.wait();
        (0..3).for_each(|_| send(signum));
        ready.wait();
    });
    assert!(!is_caught(signum));
}

#[test]
fn the_end_of_a_child_is_a_signal() {
    let lp = Loop::new().unwrap();
    let signal = Signal::new(&lp, |lp, signal, signum| {
        assert_eq!(signum, libc::SIGCHLD);
        signal.close(lp, |_| {});
    });
    signal.start(&lp, libc::SIGCHLD).unwrap();
    let mut child = std::process::Command::new("true").spawn().unwrap();
    assert!(!lp.run(Mode::Default));
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_handler_is_there_as_long_as_anybody_watches() {
    let (one, other) = (Loop::new().unwrap(), Loop::new().unwrap());
    let (signum, instead) = (REAL_TIME + 4, REAL_TIME + 5);
    assert!(!is_caught(signum));
    let (first, _) = counter(&one, signum);
    let (second, _) = counter(&one, signum);
    let (third, _) = counter(&other, signum);
    first.stop(&one);
    second.start(&one, instead).unwrap();
    assert!(is_caught(signum) && is_caught(instead));
    third.close(&other, |_| {});
    assert!(!is_caught(signum) && is_caught(instead));
    drop(one);
    assert!(!is_caught(instead), "the loop is gone");
}

#[test]
fn callbacks_stop_and_close_themselves_and_others() {
    let lp = Loop::new().unwrap();
    let signum = REAL_TIME + 8;
    let journal = Journal::default();
    let all: Rc<RefCell<Vec<Signal>>> = Rc::default();
    for name in ["first", "second", "third"] {
        let (log, handles) = (journal.clone(), all.clone());
        let signal = Signal::new(&lp, move |lp, own, _| {
            log.add(name);
            let handles = handles.borrow();
            own.close(lp, |_| {});
            handles[1].stop(lp);
        });
        signal.start(&lp, signum).unwrap();
        all.borrow_mut().push(signal);
    }
    send(signum);
    lp.run(Mode::Once);
    assert_eq!(journal.take(), ["first", "third"]);
    assert!(!lp.run(Mode::Default) && !is_caught(signum));
    // After the close nothing is done.
    all.borrow()[0].start(&lp, signum).unwrap();
    all.borrow()[0].stop(&lp);
    assert!(!all.borrow()[0].is_active(&lp) && !is_caught(signum));
}

#[test]
fn a_panic_in_a_callback_loses_no_signal() {
    let lp = Loop::new().unwrap();
    let signum = REAL_TIME + 9;
    let bad = Signal::new(&lp, |_, _, _| panic!("on purpose"));
    bad.start_once(&lp, signum).unwrap();
    let (good, count) = counter(&lp, signum);
    send(signum);
    assert!(catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Once))).is_err());
    lp.run(Mode::Once);
    assert_eq!(count.get(), 1);
    good.unref(&lp);
    assert!(
        !lp.run(Mode::Default),
        "one that is not referenced does not count"
    );
    assert!(good.is_active(&lp));
}
