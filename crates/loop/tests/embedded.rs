//! A loop that another one waits for.

use std::cell::Cell;
use std::os::fd::AsFd;
use std::rc::Rc;
use std::time::Duration;

use rondo_loop::{Handle, Io, Loop, Mode, Pipe, Read, Ready, Stream, Timer, Wakeup};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Runs a loop to its end, waiting for its descriptor outside of it; says how often it waited.
fn run_outside(lp: &Loop) -> u32 {
    let mut waits = 0;
    while lp.run(Mode::NoWait) {
        let limit = lp.time_to_wait();
        if limit == Some(Duration::ZERO) {
            continue;
        }
        waits += 1;
        let limit = limit.map(|limit| Timespec::try_from(limit).unwrap());
        poll(&mut [PollFd::new(&lp, PollFlags::IN)], limit.as_ref()).unwrap();
    }
    waits
}

#[test]
fn timers_limit_the_wait() {
    let lp = Loop::new().unwrap();
    let count = Rc::new(Cell::new(0));
    let seen = count.clone();
    let timer = Timer::new(&lp, move |lp, timer| {
        seen.set(seen.get() + 1);
        if seen.get() == 3 {
            timer.close(lp, |_| {});
        }
    });
    timer.start(&lp, 2, 2);
    let waits = run_outside(&lp);
    assert_eq!(count.get(), 3);
    assert!(waits >= 3);
}

#[test]
fn other_threads_end_the_wait() {
    let lp = Loop::new().unwrap();
    let (_, waker) = Wakeup::new(&lp, |lp, wakeup| wakeup.close(lp, |_| {}));
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        waker.wake();
    });
    assert!(run_outside(&lp) >= 1);
    thread.join().unwrap();

    let done = Rc::new(Cell::new(0));
    for _ in 0..100 {
        let done = done.clone();
        lp.queue_work(|| (), move |_, _| done.set(done.get() + 1));
    }
    run_outside(&lp);
    assert_eq!(done.get(), 100);
}

#[test]
fn a_loop_that_is_not_alive_does_not_wait() {
    let lp = Loop::new().unwrap();
    assert_eq!(lp.time_to_wait(), Some(Duration::ZERO));
}

#[test]
fn a_loop_runs_inside_of_another() {
    let inner = Loop::new().unwrap();
    let (left, right) = Pipe::pair(&inner).unwrap();
    let received = Rc::new(Cell::new(0));
    let count = received.clone();
    right
        .read_start(&inner, move |lp, right, read| match read {
            Read::Data(bytes) => count.set(count.get() + bytes.len()),
            Read::End => right.close(lp, |_| {}),
            Read::Failed(error) => panic!("{error}"),
        })
        .unwrap();
    let write = move |lp: &Loop, _| {
        left.write(lp, "hello", move |lp, _| left.close(lp, |_| {}))
            .unwrap();
    };
    inner.queue_work(|| std::thread::sleep(Duration::from_millis(5)), write);

    let outer = Loop::new().unwrap();
    assert!(inner.run(Mode::NoWait));
    inner.time_to_wait();
    let within = inner.clone();
    let io = Io::new(
        &outer,
        inner.as_fd().try_clone_to_owned().unwrap(),
        move |lp, io, _| {
            let mut alive = within.run(Mode::NoWait);
            while alive && within.time_to_wait() == Some(Duration::ZERO) {
                alive = within.run(Mode::NoWait);
            }
            if !alive {
                io.close(lp, |_| {});
            }
        },
    );
    io.start(&outer, Ready::READABLE).unwrap();
    outer.run(Mode::Default);
    assert_eq!(received.get(), 5);
}
