//! The pool, requests to it, and wake-ups.

mod journal;

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;

use journal::Journal;
use rondo_loop::{Cancelled, Check, Clock, Handle, Loop, Mode, Pool, Timer, Wakeup};

fn with_pool(size: usize) -> Loop {
    Loop::with(Clock::real(), Pool::new(size)).unwrap()
}

#[test]
fn results_come_back_on_the_loops_thread() {
    let lp = Loop::new().unwrap();
    let here = thread::current().id();
    let sum = Rc::new(Cell::new(0));
    for number in 0..1000u64 {
        let sum = sum.clone();
        lp.queue_work(
            move || (number, thread::current().id()),
            move |_, result| {
                let (number, there) = result.unwrap();
                assert_ne!(there, here);
                assert_eq!(thread::current().id(), here);
                sum.set(sum.get() + number);
            },
        );
    }
    assert_eq!(lp.active_requests(), 1000);
    assert!(!lp.run(Mode::Default));
    assert_eq!(sum.get(), 499_500);
}

#[test]
fn as_many_at_once_as_there_are_threads() {
    let lp = with_pool(4);
    // Nobody passes before four are there.
    let barrier = Arc::new(Barrier::new(4));
    for _ in 0..8 {
        let barrier = barrier.clone();
        lp.queue_work(move || barrier.wait().is_leader(), |_, _| {});
    }
    assert!(!lp.run(Mode::Default));
}

#[test]
fn never_more_at_once_than_there_are_threads() {
    let lp = with_pool(2);
    let busy = Arc::new(AtomicUsize::new(0));
    for _ in 0..200 {
        let busy = busy.clone();
        lp.queue_work(
            move || {
                let others = busy.fetch_add(1, Ordering::SeqCst);
                thread::yield_now();
                busy.fetch_sub(1, Ordering::SeqCst);
                others
            },
            |_, others| assert!(others.unwrap() < 2),
        );
    }
    lp.run(Mode::Default);
}

/// Keeps all threads of a pool busy until the sender goes.
fn block(lp: &Loop, threads: usize) -> mpsc::Sender<()> {
    let (sender, receiver) = mpsc::channel::<()>();
    let receiver = Arc::new(std::sync::Mutex::new(receiver));
    let begun = Arc::new(Barrier::new(threads + 1));
    for _ in 0..threads {
        let (receiver, begun) = (receiver.clone(), begun.clone());
        lp.queue_work(
            move || {
                begun.wait();
                let _ = receiver.lock().unwrap().recv();
            },
            |_, _| {},
        );
    }
    begun.wait();
    sender
}

#[test]
fn queued_work_can_be_cancelled_and_running_work_cannot() {
    let lp = with_pool(1);
    let begun = Arc::new(Barrier::new(2));
    let (release, wait) = mpsc::channel::<()>();
    let there = begun.clone();
    let running = lp.queue_work(
        move || {
            there.wait();
            let _ = wait.recv();
        },
        |_, result| assert_eq!(result, Ok(())),
    );
    begun.wait();
    let journal = Journal::default();
    let owned = Arc::new(());
    let (log, inside) = (journal.clone(), owned.clone());
    let queued = lp.queue_work(
        move || drop(inside),
        move |_, result| log.add(format!("{result:?}")),
    );
    assert!(!lp.cancel(running));
    assert!(lp.cancel(queued));
    assert!(!lp.cancel(queued));
    assert_eq!(Arc::strong_count(&owned), 1, "the job is gone at once");
    assert!(journal.take().is_empty(), "never from inside cancel");
    lp.run(Mode::NoWait);
    assert_eq!(journal.take(), ["Err(Cancelled)"]);
    drop(release);
    assert!(!lp.run(Mode::Default));
    assert!(!lp.cancel(running));
    assert_eq!(Cancelled.to_string(), "operation canceled");
}

#[test]
fn random_submits_and_cancels_each_call_back_once() {
    let lp = with_pool(3);
    let mut seed = 7u64;
    for _ in 0..20 {
        let blocked = block(&lp, 3);
        let outcomes = Rc::new(RefCell::new(vec![None; 100]));
        let mut expected = Vec::new();
        for index in 0..100 {
            let outcomes = outcomes.clone();
            let id = lp.queue_work(
                move || index,
                move |_, result| {
                    assert!(outcomes.borrow_mut()[index].replace(result).is_none());
                },
            );
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            let cancel = seed >> 63 == 1;
            assert_eq!(cancel && lp.cancel(id), cancel);
            expected.push(Some(if cancel { Err(Cancelled) } else { Ok(index) }));
        }
        drop(blocked);
        assert!(!lp.run(Mode::Default));
        assert_eq!(*outcomes.borrow(), expected);
    }
}

#[test]
fn a_saturated_pool_can_be_emptied_by_cancelling() {
    let lp = with_pool(2);
    let blocked = block(&lp, 2);
    let cancelled = Rc::new(Cell::new(0));
    let ids: Vec<_> = (0..10_000)
        .map(|_| {
            let cancelled = cancelled.clone();
            lp.queue_work(
                || unreachable!("it was cancelled"),
                move |_, result: Result<(), _>| {
                    assert_eq!(result, Err(Cancelled));
                    cancelled.set(cancelled.get() + 1);
                },
            )
        })
        .collect();
    assert!(ids.iter().rev().all(|id| lp.cancel(*id)));
    lp.run(Mode::NoWait);
    assert_eq!((cancelled.get(), lp.active_requests()), (10_000, 2));
    drop(blocked);
    assert!(!lp.run(Mode::Default));
    let done = Rc::new(Cell::new(false));
    let seen = done.clone();
    lp.queue_work(|| (), move |_, _| seen.set(true));
    lp.run(Mode::Default);
    assert!(done.get(), "the threads go on");
}

#[test]
fn a_job_that_panics_makes_run_panic() {
    let lp = Loop::new().unwrap();
    lp.queue_work(
        || panic!("in the pool"),
        |_, _: Result<(), _>| unreachable!(),
    );
    let payload = catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"in the pool"));
    let done = Rc::new(Cell::new(false));
    let seen = done.clone();
    lp.queue_work(|| (), move |_, _| seen.set(true));
    assert!(!lp.run(Mode::Default));
    assert!(done.get());
}

#[test]
fn completions_left_by_a_panic_are_run_next_time() {
    let lp = with_pool(1);
    let journal = Journal::default();
    for number in 0..3 {
        let log = journal.clone();
        lp.queue_work(
            || (),
            move |_, _| {
                log.add(number.to_string());
                assert_ne!(number, 1, "the second one panics");
            },
        );
    }
    assert!(catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).is_err());
    assert!(!lp.run(Mode::Default));
    assert_eq!(journal.take(), ["0", "1", "2"]);
}

#[test]
fn staged_work_calls_back_in_its_round() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    let log = journal.clone();
    let check = Check::new(&lp, move |_, _| log.add("check"));
    check.start(&lp);
    check.unref(&lp);
    for rounds in [4, 1, 2] {
        let log = journal.clone();
        lp.queue_work_staged(
            rounds,
            || (),
            move |_, _| log.add(format!("round {rounds}")),
        );
    }
    lp.run(Mode::Default);
    let lines = journal.take();
    let place = |line: &str| lines.iter().position(|other| other == line).unwrap();
    // As many checks before it at least as there were poll phases.
    for rounds in [1, 2, 4] {
        let before = &lines[..place(&format!("round {rounds}"))];
        assert!(
            before.iter().filter(|line| *line == "check").count() >= rounds - 1,
            "{lines:?}"
        );
    }
}

#[test]
fn staged_work_that_is_done_early_waits_without_sleeping() {
    let lp = with_pool(1);
    let journal = Journal::default();
    let log = journal.clone();
    let (sender, receiver) = mpsc::channel();
    lp.queue_work_staged(
        3,
        move || sender.send(()).unwrap(),
        move |lp, _| {
            log.add(format!("turn {}", lp.metrics().turns));
        },
    );
    // A second job in the only thread begins when the letter about the first has been sent.
    lp.queue_work(|| (), |_, _| {});
    receiver.recv().unwrap();
    let blocked = block(&lp, 1);
    Timer::new(&lp, |_, _| panic!("an hour has passed")).start(&lp, 3_600_000, 0);
    for turn in 1..=3 {
        assert!(journal.take().is_empty());
        lp.run(Mode::NoWait);
        assert_eq!(lp.metrics().turns, turn);
    }
    assert_eq!(journal.take(), ["turn 3"]);
    assert_eq!(lp.metrics().idle_nanos, 0);
    drop(blocked);
}

#[test]
fn work_submitted_by_a_completion_waits_for_the_next_poll_phase() {
    let lp = with_pool(1);
    let turns = Rc::new(RefCell::new(Vec::new()));
    fn next(lp: &Loop, turns: Rc<RefCell<Vec<u64>>>) {
        if turns.borrow().len() < 5 {
            lp.queue_work(
                || (),
                move |lp, _| {
                    turns.borrow_mut().push(lp.metrics().turns);
                    next(lp, turns);
                },
            );
        }
    }
    next(&lp, turns.clone());
    lp.run(Mode::Default);
    assert_eq!(*turns.borrow(), [1, 2, 3, 4, 5]);
}

#[test]
fn a_pool_can_be_shared() {
    let pool = Pool::new(1);
    let first = Loop::with(Clock::real(), pool.clone()).unwrap();
    let second = Loop::with(Clock::real(), pool).unwrap();
    let journal = Journal::default();
    for (name, lp) in [("first", &first), ("second", &second)] {
        let log = journal.clone();
        lp.queue_work(|| (), move |_, _| log.add(name));
    }
    assert!(!second.run(Mode::Default));
    assert!(!first.run(Mode::Default));
    assert_eq!(journal.take(), ["second", "first"]);
}

#[test]
fn a_loop_can_go_while_work_is_under_way() {
    let lp = with_pool(1);
    let blocked = block(&lp, 1);
    let owned = Arc::new(());
    let inside = owned.clone();
    lp.queue_work(move || drop(inside), |_, _| unreachable!());
    drop(lp);
    assert_eq!(Arc::strong_count(&owned), 1);
    drop(blocked);
}

#[test]
fn wake_ups_are_never_lost() {
    let lp = Loop::new().unwrap();
    let sent = Arc::new(AtomicUsize::new(0));
    let seen = sent.clone();
    let (_, waker) = Wakeup::new(&lp, move |lp, wakeup| {
        if seen.load(Ordering::SeqCst) == 4000 {
            wakeup.close(lp, |_| {});
        }
    });
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let (waker, sent) = (waker.clone(), sent.clone());
            thread::spawn(move || {
                for _ in 0..1000 {
                    sent.fetch_add(1, Ordering::SeqCst);
                    waker.wake();
                }
            })
        })
        .collect();
    assert!(!lp.run(Mode::Default));
    for thread in threads {
        thread.join().unwrap();
    }
    waker.wake();
    assert!(!lp.run(Mode::Default));
    drop(lp);
    waker.wake();
}

#[test]
fn wake_ups_before_the_callback_become_one() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (wakeup, waker) = Wakeup::new(&lp, journal.note("woken"));
    for _ in 0..3 {
        waker.wake();
    }
    lp.run(Mode::NoWait);
    lp.run(Mode::NoWait);
    waker.wake();
    lp.run(Mode::NoWait);
    assert_eq!(journal.take(), ["woken", "woken"]);
    wakeup.unref(&lp);
    assert!(!lp.run(Mode::Default));
}

#[test]
fn a_virtual_clock_waits_for_work() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    Timer::new(&lp, journal.note("an hour has passed")).start(&lp, 3_600_000, 0);
    let log = journal.clone();
    lp.queue_work(|| (), move |lp, _| log.add(format!("work at {}", lp.now())));
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["work at 0", "an hour has passed"]);
}

#[test]
fn a_pool_tells_what_it_does() {
    let lp = with_pool(2);
    assert_eq!(lp.pool().figures().threads, 0);
    let barrier = Arc::new(Barrier::new(3));
    for _ in 0..2 {
        let barrier = barrier.clone();
        lp.queue_work(
            move || {
                barrier.wait();
                barrier.wait();
            },
            |_, _| {},
        );
    }
    // Both threads are at a job from here on.
    barrier.wait();
    for _ in 0..3 {
        lp.queue_work(|| {}, |_, _| {});
    }
    let figures = lp.pool().figures();
    assert_eq!((figures.size, figures.threads), (2, 2));
    assert_eq!((figures.busy, figures.queued), (2, 3));
    barrier.wait();
    lp.run(Mode::Default);
    assert_eq!(lp.pool().figures().queued, 0);
}
