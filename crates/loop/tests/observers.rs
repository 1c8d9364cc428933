//! What an observer is told.

mod journal;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::mpsc;

use journal::Journal;
use rondo_loop::{Handle, Kind, Loop, Mode, Observer, Phase, Timer, WokenBy};

struct Witness(Journal);

impl Observer for Witness {
    fn turn_begin(&self, turn: u64) {
        self.0.add(format!("turn {turn}"));
    }
    fn turn_end(&self, turn: u64) {
        self.0.add(format!("end of turn {turn}"));
    }
    fn phase_begin(&self, phase: Phase) {
        self.0.add(format!("{phase:?}"));
    }
    fn phase_end(&self, phase: Phase) {
        self.0.add(format!("end of {phase:?}"));
    }
    fn callback_begin(&self, kind: Kind, id: u64, by: u64) {
        self.0.add(format!("{kind:?} {id} by {by}"));
    }
    fn callback_end(&self, kind: Kind, id: u64, by: u64) {
        self.0.add(format!("end of {kind:?} {id} by {by}"));
    }
}

fn observed(lp: &Loop) -> Journal {
    let journal = Journal::default();
    lp.set_observer(Some(Rc::new(Witness(journal.clone()))));
    journal
}

#[test]
fn a_turn_is_told_in_full() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = observed(&lp);
    lp.set_immediate(|_| {});
    lp.run(Mode::NoWait);
    let expected = [
        "turn 1",
        "Pending",
        "end of Pending",
        "Idle",
        "end of Idle",
        "Prepare",
        "end of Prepare",
        "Poll",
        "end of Poll",
        "Check",
        "Immediate 1 by 0",
        "end of Immediate 1 by 0",
        "end of Check",
        "Closing",
        "end of Closing",
        "Timers",
        "end of Timers",
        "end of turn 1",
    ];
    assert_eq!(journal.take(), expected);
}

#[test]
fn it_is_told_who_scheduled_what() {
    let lp = Loop::with_virtual_clock().unwrap();
    let journal = observed(&lp);
    let timer = Timer::new(&lp, |lp, timer| {
        assert_eq!(lp.current_id(), 2);
        timer.close(lp, |_| {});
        lp.queue_work(|| (), |_, _| {});
    });
    lp.set_immediate(move |lp| timer.start(lp, 5, 0));
    lp.run(Mode::Default);
    let mut begun = journal.take();
    begun.retain(|line| line.contains(" by ") && !line.starts_with("end"));
    begun.sort();
    assert_eq!(begun[..2], ["Close 3 by 2", "Immediate 1 by 0"]);
    assert_eq!(begun[2..], ["Timer 2 by 1", "Work 4 by 2"]);
    assert_eq!(lp.current_id(), 0);
}

#[test]
fn sleep_is_told_and_counted() {
    struct Sleeps(mpsc::Sender<&'static str>);
    impl Observer for Sleeps {
        fn sleep_begin(&self, limit: Option<u64>) {
            assert_eq!(limit, None, "there is no timer");
            self.0.send("begin").unwrap();
        }
        fn sleep_end(&self) {
            self.0.send("end").unwrap();
        }
        fn woken(&self, by: WokenBy) {
            assert_eq!(by, WokenBy::Thread, "a job is done");
        }
    }
    let lp = Loop::new().unwrap();
    let (sender, receiver) = mpsc::channel();
    lp.set_observer(Some(Rc::new(Sleeps(sender))));
    // The job ends when the loop sleeps, so the loop has to.
    lp.queue_work(
        move || {
            receiver.recv().unwrap();
            receiver
        },
        |_, receiver| assert_eq!(receiver.unwrap().recv(), Ok("end")),
    );
    lp.run(Mode::Default);
    assert!(lp.metrics().idle_nanos > 0);
}

#[test]
fn a_callback_that_panics_has_an_end() {
    let lp = Loop::new().unwrap();
    let journal = observed(&lp);
    lp.set_immediate(|_| panic!("on purpose"));
    assert!(catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).is_err());
    let lines = journal.take();
    assert_eq!(
        lines[lines.len() - 3..],
        ["end of Immediate 1 by 0", "end of Check", "end of turn 1"]
    );
    assert_eq!(lp.current_id(), 0);
}

#[test]
fn an_observer_can_go_in_the_middle() {
    let lp = Loop::new().unwrap();
    let journal = observed(&lp);
    lp.set_immediate(|lp| {
        lp.set_observer(None);
        lp.set_immediate(|_| {});
    });
    lp.run(Mode::Default);
    assert!(lp.observer().is_none());
    assert_eq!(journal.take().last().unwrap(), "end of Immediate 1 by 0");
}
