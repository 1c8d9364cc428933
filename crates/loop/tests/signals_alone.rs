//! Signals at exact moments. Alone in its program: so a second loop, whose turn comes after the first
//! one's, can tell when a signal has reached both.

use std::cell::Cell;
use std::os::unix::process::ExitStatusExt;
use std::rc::Rc;
use std::time::Instant;

use rondo_loop::process::kill;
use rondo_loop::{Handle, Loop, Mode, Signal};

/// By default it is ignored.
const SIGNUM: i32 = libc::SIGURG;

/// A started handle that counts its calls.
fn counter(lp: &Loop) -> (Signal, Rc<Cell<u32>>) {
    let count = Rc::new(Cell::new(0));
    let calls = count.clone();
    let signal = Signal::new(lp, move |_, _, _| calls.set(calls.get() + 1));
    signal.start(lp, SIGNUM).unwrap();
    (signal, count)
}

/// The loop that is told last.
struct Witness {
    lp: Loop,
    count: Rc<Cell<u32>>,
}

impl Witness {
    /// Sends the signal, and comes back when all loops have it.
    fn send(&self) {
        let expected = self.count.get() + 1;
        kill(std::process::id() as i32, SIGNUM).unwrap();
        let start = Instant::now();
        while self.count.get() < expected {
            assert!(start.elapsed().as_secs() < 20, "no signal has come");
            self.lp.run(Mode::NoWait);
        }
    }
}

fn once_is_once_however_many_came(lp: &Loop, witness: &Witness) {
    let count = Rc::new(Cell::new(0));
    let calls = count.clone();
    let once = Signal::new(lp, move |lp, signal, _| {
        calls.set(calls.get() + 1);
        if calls.get() == 1 {
            assert!(!signal.is_active(lp));
            signal.start_once(lp, SIGNUM).unwrap();
        }
    });
    once.start_once(lp, SIGNUM).unwrap();
    witness.send();
    witness.send();
    lp.run(Mode::Once);
    assert_eq!(
        count.get(),
        1,
        "the second came before it was started again"
    );
    assert!(once.is_active(lp));
    witness.send();
    assert!(!lp.run(Mode::Default));
    assert_eq!(count.get(), 2);
    // Watching once can become watching for good, and the other way round.
    once.start_once(lp, SIGNUM).unwrap();
    once.start(lp, SIGNUM).unwrap();
    for calls in [3, 4] {
        witness.send();
        lp.run(Mode::Once);
        assert_eq!(count.get(), calls);
    }
    once.start_once(lp, SIGNUM).unwrap();
    witness.send();
    assert!(!lp.run(Mode::Default));
    assert_eq!(count.get(), 5);
    once.close(lp, |_| {});
}

fn what_came_before_it_was_started_is_not_reported(lp: &Loop, witness: &Witness) {
    let (early, early_count) = counter(lp);
    witness.send();
    let (late, late_count) = counter(lp);
    lp.run(Mode::NoWait);
    assert_eq!((early_count.get(), late_count.get()), (1, 0));
    witness.send();
    early.stop(lp);
    early.start(lp, SIGNUM).unwrap();
    lp.run(Mode::NoWait);
    assert_eq!((early_count.get(), late_count.get()), (1, 1));
    early.close(lp, |_| {});
    late.close(lp, |_| {});
}

fn starting_again_loses_nothing(lp: &Loop, witness: &Witness) {
    let (signal, count) = counter(lp);
    for _ in 0..3 {
        witness.send();
        signal.start(lp, SIGNUM).unwrap();
    }
    lp.run(Mode::NoWait);
    assert_eq!(count.get(), 3);
    signal.close(lp, |_| {});
}

/// Whether this process has a handler for a signal.
fn is_caught(signum: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let mut lines = status.lines();
    let caught = lines
        .find_map(|line| line.strip_prefix("SigCgt:\t"))
        .unwrap();
    u64::from_str_radix(caught, 16).unwrap() & 1 << (signum - 1) != 0
}

fn wait_until(is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed().as_secs() < 20, "it does not come");
        std::thread::yield_now();
    }
}

/// Run by the test below, in a process of its own, which the second signal ends: the first one is still
/// waiting for the loop to run.
#[test]
#[ignore = "another test starts it"]
fn the_second_signal() {
    let terminate = || kill(std::process::id() as i32, libc::SIGTERM).unwrap();
    let lp = Loop::new().unwrap();
    let once = Signal::new(&lp, |_, _, _| {});
    once.start_once(&lp, libc::SIGTERM).unwrap();
    // As long as there is one that lasts, it may come often.
    let lasting = Signal::new(&lp, |lp, lasting, _| lasting.stop(lp));
    lasting.start(&lp, libc::SIGTERM).unwrap();
    for _ in 0..2 {
        terminate();
        lp.run(Mode::Once);
        assert!(!once.is_active(&lp) && !lasting.is_active(&lp));
        once.start_once(&lp, libc::SIGTERM).unwrap();
        lasting.start(&lp, libc::SIGTERM).unwrap();
    }
    lasting.close(&lp, |_| {});
    assert!(is_caught(libc::SIGTERM));
    terminate();
    wait_until(|| !is_caught(libc::SIGTERM));
    terminate();
    wait_until(|| false);
}

fn once_leaves_the_next_to_the_system() {
    let inner = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "the_second_signal"])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&inner.stdout);
    assert_eq!(inner.status.signal(), Some(libc::SIGTERM), "{errors}");
}

#[test]
fn alone() {
    once_leaves_the_next_to_the_system();
    let lp = Loop::new().unwrap();
    // The first signal that a loop watches gives it its place in the order.
    counter(&lp).0.close(&lp, |_| {});
    let other = Loop::new().unwrap();
    let (_, count) = counter(&other);
    let witness = Witness { lp: other, count };
    once_is_once_however_many_came(&lp, &witness);
    what_came_before_it_was_started_is_not_reported(&lp, &witness);
    starting_again_loses_nothing(&lp, &witness);
}
