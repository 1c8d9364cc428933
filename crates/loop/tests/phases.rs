//! The order of phases, the run modes, and when the loop ends.

mod journal;

use std::panic::{AssertUnwindSafe, catch_unwind};

use journal::Journal;
use rondo_loop::{Check, Handle, Idle, Loop, Mode, Prepare, Timer};

#[test]
fn a_turn_goes_through_its_phases() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    Idle::new(&lp, journal.note_and_close("idle")).start(&lp);
    Check::new(&lp, journal.note_and_close("check")).start(&lp);
    Prepare::new(&lp, journal.note_and_close("prepare")).start(&lp);
    let timer = Timer::new(&lp, journal.note("timer"));
    timer.start(&lp, 0, 0);
    let log = journal.clone();
    Timer::new(&lp, |_, _| {}).close(&lp, move |_| log.add("closed"));
    let log = journal.clone();
    lp.set_immediate(move |_| log.add("immediate"));
    let log = journal.clone();
    lp.defer(move |_| log.add("pending"));
    let log = journal.clone();
    lp.queue_work(|| 7, move |_, result| log.add(format!("work {result:?}")));
    while lp.run(Mode::Default) {}
    let mut lines = journal.take();
    // When the thread gets to it is not for the loop to say.
    lines.retain(|line| line != "work Ok(7)");
    let expected = [
        "timer",
        "pending",
        "idle",
        "prepare",
        "check",
        "immediate",
        "closed",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn timers_come_first_in_default_mode_and_last_in_the_others() {
    for (mode, expected) in [
        (Mode::Default, ["timer", "check"]),
        (Mode::Once, ["check", "timer"]),
        (Mode::NoWait, ["check", "timer"]),
    ] {
        let lp = Loop::with_virtual_clock().unwrap();
        let journal = Journal::default();
        Timer::new(&lp, journal.note("timer")).start(&lp, 0, 0);
        let log = journal.clone();
        lp.set_immediate(move |_| log.add("check"));
        assert!(!lp.run(mode));
        assert_eq!(journal.take(), expected);
    }
}

#[test]
fn once_waits_and_no_wait_does_not() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    Timer::new(&lp, journal.note("timer")).start(&lp, 1000, 0);
    assert!(lp.run(Mode::NoWait));
    assert!(journal.take().is_empty());
    assert!(!lp.run(Mode::Once));
    assert_eq!(journal.take(), ["timer"]);
    assert_eq!(lp.now(), 1000);
}

#[test]
fn a_loop_with_nothing_to_do_returns() {
    let lp = Loop::new().unwrap();
    for mode in [Mode::Default, Mode::Once, Mode::NoWait] {
        assert!(!lp.run(mode));
    }
    assert_eq!(lp.metrics().turns, 0);
}

#[test]
fn stop_ends_after_the_turn() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    let log = journal.clone();
    lp.set_immediate(move |lp| {
        log.add("immediate");
        let log = log.clone();
        lp.set_immediate(move |_| log.add("next turn"));
        lp.stop();
    });
    Timer::new(&lp, journal.note("timer at the turn's end")).start(&lp, 0, 0);
    Prepare::new(&lp, |_, _| {}).start(&lp);
    assert!(lp.run(Mode::Once));
    assert_eq!(journal.take(), ["immediate", "timer at the turn's end"]);
    assert!(!lp.is_stopping());
    lp.stop();
    assert!(lp.run(Mode::Default));
    assert!(journal.take().is_empty());
    assert!(lp.run(Mode::Once));
    assert_eq!(journal.take(), ["next turn"]);
}

#[test]
fn immediates_set_by_immediates_wait_for_the_next_turn() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (log, inner) = (journal.clone(), journal.clone());
    lp.set_immediate(move |lp| {
        log.add(format!("first in turn {}", lp.metrics().turns));
        lp.set_immediate(move |lp| inner.add(format!("third in turn {}", lp.metrics().turns)));
    });
    let log = journal.clone();
    let second =
        lp.set_immediate(move |lp| log.add(format!("second in turn {}", lp.metrics().turns)));
    let cleared = lp.set_immediate(|_| panic!("was cleared"));
    assert!(lp.clear_immediate(cleared) && !lp.clear_immediate(cleared));
    lp.run(Mode::Default);
    assert!(!lp.clear_immediate(second));
    assert_eq!(
        journal.take(),
        ["first in turn 1", "second in turn 1", "third in turn 2"]
    );
}

#[test]
fn hooks_started_or_stopped_in_their_phase() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let late = Check::new(&lp, journal.note_and_close("late"));
    let victim = Check::new(&lp, journal.note("victim"));
    let log = journal.clone();
    let first = Check::new(&lp, move |lp, check| {
        log.add("first");
        late.start(lp);
        victim.stop(lp);
        check.stop(lp);
    });
    first.start(&lp);
    victim.start(&lp);
    lp.set_immediate(|lp| {
        lp.set_immediate(|_| {});
    });
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["first", "late"]);
}

#[test]
fn pending_callbacks_added_meanwhile_wait() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let log = journal.clone();
    let inner = journal.clone();
    Prepare::new(&lp, journal.note_and_close("prepare")).start(&lp);
    lp.defer(move |lp| {
        log.add("one");
        lp.defer(move |_| inner.add("two, when poll ends"));
    });
    let log = journal.clone();
    lp.set_immediate(move |_| log.add("check"));
    lp.run(Mode::Default);
    assert_eq!(
        journal.take(),
        ["one", "prepare", "two, when poll ends", "check"]
    );
}

#[test]
fn a_callback_that_always_defers_itself_does_not_starve_the_rest() {
    fn again(lp: &Loop) {
        lp.defer(again);
    }
    let lp = Loop::with_virtual_clock().unwrap();
    again(&lp);
    lp.set_immediate(|lp| lp.stop());
    assert!(lp.run(Mode::Default));
}

#[test]
fn a_panic_comes_out_of_run_and_the_loop_goes_on() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = Journal::default();
    let panics = |what: &'static str| move |_: &Loop| panic!("{what}");
    Timer::new(&lp, |_, _| panic!("timer")).start(&lp, 1, 0);
    Timer::new(&lp, journal.note("other timer")).start(&lp, 1, 0);
    Check::new(&lp, |lp, check| {
        check.close(lp, |_| {});
        panic!("check")
    })
    .start(&lp);
    Check::new(&lp, journal.note_and_close("other check")).start(&lp);
    lp.set_immediate(panics("immediate"));
    let log = journal.clone();
    lp.set_immediate(move |_| log.add("other immediate"));
    let log = journal.clone();
    Timer::new(&lp, |_, _| {}).close(&lp, move |_| log.add("other close"));
    Timer::new(&lp, |_, _| {}).close(&lp, panics("close"));
    let mut caught = Vec::new();
    loop {
        match catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))) {
            Ok(alive) => {
                assert!(!alive);
                break;
            }
            Err(payload) => caught.push(*payload.downcast::<String>().unwrap_or_else(|other| {
                Box::new((*other.downcast::<&str>().unwrap()).to_string())
            })),
        }
    }
    assert_eq!(caught, ["check", "immediate", "close", "timer"]);
    let rest = [
        "other check",
        "other immediate",
        "other close",
        "other timer",
    ];
    assert_eq!(journal.take(), rest);
}

#[test]
#[should_panic(expected = "already running")]
fn a_loop_does_not_run_inside_itself() {
    let lp = Loop::new().unwrap();
    lp.set_immediate(|lp| {
        lp.run(Mode::NoWait);
    });
    lp.run(Mode::Default);
}

#[test]
fn turns_and_events_are_counted() {
    let lp = Loop::new().unwrap();
    lp.set_immediate(|lp| {
        lp.set_immediate(|_| {});
    });
    lp.run(Mode::Default);
    let metrics = lp.metrics();
    assert_eq!((metrics.turns, metrics.events), (2, 2));
}
