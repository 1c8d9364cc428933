//! Timers, on a virtual clock where time matters.

mod journal;

use std::cell::Cell;
use std::rc::Rc;

use journal::Journal;
use rondo_loop::{Handle, Loop, Mode, Timer};

#[test]
fn by_due_time_then_by_start() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    for (name, delay) in [("c", 70), ("a", 5), ("d", 70), ("b", 69), ("e", 5000)] {
        Timer::new(&lp, journal.note(name)).start(&lp, delay, 0);
    }
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["a", "b", "c", "d", "e"]);
    assert_eq!(lp.now(), 5000);
}

#[test]
fn starting_again_goes_to_the_end_of_the_line() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    let a = Timer::new(&lp, journal.note("a"));
    let b = Timer::new(&lp, journal.note("b"));
    a.start(&lp, 3, 0);
    b.start(&lp, 3, 0);
    a.start(&lp, 3, 0);
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["b", "a"]);
    assert!(!a.is_active(&lp));
    assert_eq!(a.due_in(&lp), None);
}

#[test]
fn one_set_in_the_phase_waits_for_the_next_turn() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    let inner = Timer::new(&lp, journal.note("inner"));
    let log = journal.clone();
    let outer = Timer::new(&lp, move |lp, _| {
        log.add("outer");
        inner.start(lp, 0, 0);
        let log = log.clone();
        lp.set_immediate(move |_| log.add("immediate"));
    });
    outer.start(&lp, 1, 0);
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["outer", "immediate", "inner"]);
}

#[test]
fn one_stopped_by_another_that_is_due_at_the_same_time_does_not_run() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    let victim = Timer::new(&lp, journal.note("victim"));
    let moved = Timer::new(&lp, journal.note("moved"));
    let first = Timer::new(&lp, move |lp, _| {
        victim.stop(lp);
        moved.start(lp, 100, 0);
    });
    for timer in [first, victim, moved] {
        timer.start(&lp, 10, 0);
    }
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["moved"]);
    assert_eq!(lp.now(), 110);
}

#[test]
fn repeating_until_closed() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    let log = journal.clone();
    let timer = Timer::new(&lp, move |lp, timer| {
        log.add(format!("{}, next in {:?}", lp.now(), timer.due_in(lp)));
        if lp.now() >= 30 {
            let log = log.clone();
            timer.close(lp, move |_| log.add("closed"));
        }
    });
    timer.start(&lp, 5, 10);
    assert_eq!((timer.repeat(&lp), timer.due_in(&lp)), (10, Some(5)));
    lp.run(Mode::Default);
    let expected = [
        "5, next in Some(10)",
        "15, next in Some(10)",
        "25, next in Some(10)",
    ];
    assert_eq!(journal.take()[..3], expected);
    assert_eq!(lp.now(), 35);
    timer.start(&lp, 1, 0);
    assert!(timer.is_closing(&lp) && !timer.is_active(&lp) && !lp.run(Mode::Default));
}

#[test]
fn again_counts_from_now() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    let repeating = Timer::new(&lp, journal.note_and_close("repeating"));
    repeating.again(&lp);
    assert!(!repeating.is_active(&lp));
    repeating.start(&lp, 50, 50);
    Timer::new(&lp, move |lp, _| repeating.again(lp)).start(&lp, 40, 0);
    lp.run(Mode::Default);
    assert_eq!(lp.now(), 90);
}

#[test]
fn a_real_timer_is_never_early() {
    let lp = Loop::new().unwrap();
    let start = lp.now();
    let fired = Rc::new(Cell::new(0));
    let seen = fired.clone();
    Timer::new(&lp, move |lp, _| seen.set(lp.now())).start(&lp, 20, 0);
    lp.run(Mode::Default);
    assert!(fired.get() >= start + 20);
}

#[test]
fn a_million_at_once() {
    let lp = Loop::with_virtual_clock().unwrap();
    let count = Rc::new(Cell::new(0));
    let last = Rc::new(Cell::new(0));
    let timers: Vec<Timer> = (0..1_000_000u64)
        .map(|number| {
            let (count, last) = (count.clone(), last.clone());
            let timer = Timer::new(&lp, move |lp, timer| {
                assert!(last.get() <= lp.now());
                last.set(lp.now());
                count.set(count.get() + 1);
                timer.close(lp, |_| {});
            });
            timer.start(&lp, number * 7919 % 100_003, 0);
            timer
        })
        .collect();
    for timer in timers.iter().step_by(2) {
        timer.stop(&lp);
    }
    lp.run(Mode::Default);
    assert_eq!(count.get(), 500_000);
}

#[test]
fn a_million_stopped_in_any_order() {
    let lp = Loop::with_virtual_clock().unwrap();
    let mut timers: Vec<Timer> = (0..1_000_000_u64)
        .map(|number| {
            let timer = Timer::new(&lp, |_, _| panic!("it was stopped"));
            timer.start(&lp, number * 6367 % 1_000_003, 0);
            timer
        })
        .collect();
    let mut drawn = 1_u64;
    for last in (1..timers.len()).rev() {
        drawn = drawn.wrapping_mul(6364136223846793005).wrapping_add(1);
        timers.swap(last, (drawn >> 33) as usize % (last + 1));
    }
    let (stopped, closed) = timers.split_at(500_000);
    stopped.iter().for_each(|timer| timer.stop(&lp));
    assert!(lp.is_alive());
    let count = Rc::new(Cell::new(0));
    for timer in closed {
        let count = count.clone();
        timer.close(&lp, move |_| count.set(count.get() + 1));
    }
    assert!(!lp.run(Mode::Default));
    assert_eq!((count.get(), lp.now()), (500_000, 0));
}

#[test]
fn an_immense_delay_is_no_overflow() {
    let lp = Loop::with_virtual_clock().unwrap();
    let timer = Timer::new(&lp, |_, _| panic!("too early"));
    timer.start(&lp, 10, 0);
    timer.start(&lp, u64::MAX, 0);
    timer.unref(&lp);
    assert!(!lp.run(Mode::Default));
}
