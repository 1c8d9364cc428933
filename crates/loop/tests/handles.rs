//! What all handles have in common: active, referenced, closed.

mod journal;

use std::cell::Cell;
use std::rc::Rc;

use journal::Journal;
use rondo_loop::{
    Check, Handle, Idle, Io, Kind, Loop, Metrics, Mode, Ready, Tcp, Timer, Udp, Wakeup,
};

#[test]
fn unreferenced_handles_do_not_keep_the_loop_alive() {
    let lp = Loop::with_virtual_clock().unwrap();
    let timer = Timer::new(&lp, |_, _| {});
    assert!(timer.has_ref(&lp) && !timer.is_active(&lp) && !lp.is_alive());
    timer.start(&lp, 5, 0);
    assert!(timer.is_active(&lp) && lp.is_alive());
    timer.unref(&lp);
    timer.unref(&lp);
    assert!(timer.is_active(&lp) && !timer.has_ref(&lp) && !lp.is_alive());
    timer.stop(&lp);
    timer.ref_(&lp);
    assert!(!lp.is_alive());
    timer.start(&lp, 5, 0);
    assert!(lp.is_alive());
    timer.close(&lp, |_| {});
    assert!(lp.is_alive(), "until it is closed");
    assert!(!lp.run(Mode::Default));
}

#[test]
fn an_unreferenced_timer_still_runs_while_the_loop_does() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    let background = Timer::new(&lp, journal.note("background"));
    background.start(&lp, 10, 10);
    background.unref(&lp);
    Timer::new(&lp, journal.note("last")).start(&lp, 25, 0);
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["background", "background", "last"]);
}

#[test]
fn the_last_closed_is_the_first_to_hear_of_it() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    for name in ["a", "b", "c"] {
        let log = journal.clone();
        Idle::new(&lp, |_, _| {}).close(&lp, move |lp| {
            log.add(name);
            let log = log.clone();
            Check::new(lp, |_, _| {}).close(lp, move |_| log.add(format!("{name} next turn")));
        });
    }
    assert!(lp.run(Mode::NoWait));
    assert_eq!(journal.take(), ["c", "b", "a"]);
    assert!(!lp.run(Mode::Default));
    assert_eq!(
        journal.take(),
        ["a next turn", "b next turn", "c next turn"]
    );
}

#[test]
fn closing_twice_calls_back_once() {
    let lp = Loop::new().unwrap();
    let calls = Rc::new(Cell::new(0));
    let timer = Timer::new(&lp, |_, _| {});
    for _ in 0..2 {
        let calls = calls.clone();
        timer.close(&lp, move |_| calls.set(calls.get() + 1));
    }
    lp.run(Mode::Default);
    let seen = calls.clone();
    timer.close(&lp, move |_| seen.set(seen.get() + 1));
    assert!(!lp.is_alive());
    assert_eq!(calls.get(), 1);
}

#[test]
fn a_closed_handle_does_not_touch_the_next_one_in_its_place() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    let old = Timer::new(&lp, |_, _| {});
    old.close(&lp, |_| {});
    lp.run(Mode::Default);
    let new = Timer::new(&lp, journal.note("new"));
    new.start(&lp, 1, 0);
    old.stop(&lp);
    old.unref(&lp);
    old.set_repeat(&lp, 5);
    old.close(&lp, |_| panic!("closed already"));
    assert!(new.is_active(&lp) && new.has_ref(&lp) && new.repeat(&lp) == 0);
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["new"]);
}

#[test]
fn a_callback_goes_with_its_handle_and_may_use_the_loop_as_it_goes() {
    struct Farewell(Loop, Rc<Cell<bool>>);
    impl Drop for Farewell {
        fn drop(&mut self) {
            let seen = self.1.clone();
            self.0.set_immediate(move |_| seen.set(true));
        }
    }
    let lp = Loop::new().unwrap();
    let seen = Rc::new(Cell::new(false));
    let farewell = Farewell(lp.clone(), seen.clone());
    let idle = Idle::new(&lp, move |lp, idle| {
        let _owned = &farewell;
        idle.close(lp, |_| {});
    });
    idle.start(&lp);
    assert!(!lp.run(Mode::Default));
    assert!(seen.get());
}

#[test]
fn walk_tells_of_every_handle() {
    let lp = Loop::new().unwrap();
    Timer::new(&lp, |_, _| {}).start(&lp, 1, 0);
    let (wakeup, _waker) = Wakeup::new(&lp, |_, _| {});
    wakeup.unref(&lp);
    let check = Check::new(&lp, |_, _| {});
    check.close(&lp, |_| {});
    let mut seen = Vec::new();
    lp.walk(|info| seen.push((info.kind, info.is_active, info.has_ref, info.is_closing)));
    let expected = [
        (Kind::Timer, true, true, false),
        (Kind::Wakeup, true, false, false),
        (Kind::Check, false, true, true),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn what_walk_finds_can_be_closed() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (reader, _writer) = std::io::pipe().unwrap();
    let timer = Timer::new(&lp, |_, _| panic!("it was closed"));
    timer.start(&lp, 0, 1);
    let idle = Idle::new(&lp, |_, _| panic!("it was closed"));
    idle.start(&lp);
    let io = Io::new(&lp, reader, |_, _, _| panic!("it was closed"));
    io.start(&lp, Ready::READABLE).unwrap();
    let _waker = Wakeup::new(&lp, |_, _| {});
    Tcp::new(&lp);
    Udp::new(&lp);
    Check::new(&lp, |_, _| {}).close(&lp, journal.once("check"));
    lp.walk(|info| {
        let closed = journal.once(if info.is_closing { "twice" } else { "closed" });
        info.handle.close(&lp, closed);
        assert!(info.handle.is_closing(&lp) && !info.handle.is_active(&lp));
    });
    assert!(timer.is_closing(&lp) && idle.is_closing(&lp) && io.is_closing(&lp));
    assert!(!lp.run(Mode::Default));
    let mut lines = journal.take();
    lines.sort();
    assert_eq!(
        lines,
        [
            "check", "closed", "closed", "closed", "closed", "closed", "closed"
        ]
    );
    lp.walk(|info| panic!("{info:?} is left"));
}

#[test]
fn metrics_count_turns_callbacks_and_what_waited() {
    let lp = Loop::new().unwrap();
    assert_eq!(lp.metrics(), Metrics::default());
    let (wakeup, waker) = Wakeup::new(&lp, |_, _| {});
    waker.wake();
    lp.run(Mode::NoWait);
    let first = lp.metrics();
    assert_eq!((first.turns, first.events, first.events_waiting), (1, 1, 1));
    lp.run(Mode::NoWait);
    let second = lp.metrics();
    assert_eq!(
        (second.turns, second.events, second.events_waiting),
        (2, 1, 1)
    );
    assert_eq!(second.idle_nanos, 0);

    let thread = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(20));
        waker.wake();
    });
    lp.run(Mode::Once);
    thread.join().unwrap();
    let third = lp.metrics();
    assert_eq!((third.turns, third.events, third.events_waiting), (3, 2, 1));
    assert!(third.idle_nanos > 0);
    wakeup.close(&lp, |_| {});
    lp.run(Mode::Default);
    assert_eq!(lp.metrics().events, 3);
}

#[test]
fn an_idle_handle_keeps_the_loop_from_sleeping() {
    let lp = Loop::new().unwrap();
    let mut turns = 0;
    let idle = Idle::new(&lp, move |lp, idle| {
        turns += 1;
        if turns == 100 {
            idle.stop(lp);
            lp.stop();
        }
    });
    idle.start(&lp);
    Timer::new(&lp, |_, _| panic!("an hour has passed")).start(&lp, 3_600_000, 0);
    lp.run(Mode::Default);
    assert_eq!(lp.metrics().idle_nanos, 0);
}
