//! Polling a file's state.

mod folder;
mod journal;

use std::cell::Cell;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;

use folder::Folder;
use journal::Journal;
use rondo_loop::{Handle, Loop, Mode, StatPoll, Timer};

/// A poll that takes down sizes, or errors.
fn poll(lp: &Loop, seen: &Journal) -> StatPoll {
    let log = seen.clone();
    StatPoll::new(lp, move |_, _, before, now| {
        log.add(match now {
            Ok(now) => format!("{} -> {}", before.size, now.size),
            Err(error) => format!("{} -> {}", before.size, error.name()),
        });
    })
}

#[test]
fn a_poll_finds_changes_at_intervals() {
    let (lp, dir, seen) = (
        Loop::with_virtual_clock().unwrap(),
        Folder::new(),
        Journal::default(),
    );
    let path = dir.at("file");
    let watched = poll(&lp, &seen);
    watched.start(&lp, &path, 100);
    watched.start(&lp, Path::new("/"), 7);
    assert_eq!(watched.path(&lp).as_deref(), Some(&*path));
    // Looks are at 0, 100, 200 and so on: each of these comes between two of them.
    let steps: [fn(&Path); 6] = [
        |path| fs::write(path, "one").unwrap(),
        |_| {},
        |path| fs::write(path, "three").unwrap(),
        |path| fs::remove_file(path).unwrap(),
        |_| {},
        |path| fs::write(path, "seven 77").unwrap(),
    ];
    for (number, step) in steps.into_iter().enumerate() {
        let path = path.clone();
        let timer = Timer::new(&lp, move |_, _| step(&path));
        timer.start(&lp, number as u64 * 100 + 50, 0);
    }
    let end = Timer::new(&lp, move |lp, _| watched.close(lp, |_| {}));
    end.start(&lp, 1050, 0);
    assert!(!lp.run(Mode::Default));
    let expected = ["0 -> ENOENT", "0 -> 3", "3 -> 5", "5 -> ENOENT", "5 -> 8"];
    assert_eq!(seen.take(), expected);
    assert_eq!(lp.now(), 1050);
}

#[test]
fn a_poll_that_is_stopped_says_nothing() {
    let (lp, dir, seen) = (
        Loop::with_virtual_clock().unwrap(),
        Folder::new(),
        Journal::default(),
    );
    let watched = poll(&lp, &seen);
    watched.start(&lp, &dir.at("none"), 10);
    watched.stop(&lp);
    assert!(!watched.is_active(&lp) && watched.path(&lp).is_none());
    assert!(!lp.run(Mode::Default));
    assert!(seen.take().is_empty());
    // The answer to the first start is not one to the second.
    let path = dir.with("file", "x");
    watched.start(&lp, &dir.at("none"), 10);
    watched.stop(&lp);
    watched.start(&lp, &path, 10);
    let end = Timer::new(&lp, move |lp, _| watched.stop(lp));
    end.start(&lp, 100, 0);
    assert!(!lp.run(Mode::Default));
    assert!(seen.take().is_empty());
    watched.close(&lp, |_| {});
    watched.start(&lp, &path, 10);
    assert!(!watched.is_active(&lp) && !lp.run(Mode::Default));
}

#[test]
fn a_poll_goes_on_after_a_panic() {
    let (lp, dir) = (Loop::with_virtual_clock().unwrap(), Folder::new());
    let path = dir.at("file");
    let made = path.clone();
    let calls = Rc::new(Cell::new(0));
    let count = calls.clone();
    let watched = StatPoll::new(&lp, move |lp, watched, _, now| {
        count.set(count.get() + 1);
        match now {
            Ok(_) => watched.close(lp, |_| {}),
            Err(_) => {
                fs::write(&made, "").unwrap();
                panic!("in a callback");
            }
        }
    });
    watched.start(&lp, &path, 10);
    assert!(catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).is_err());
    assert!(!lp.run(Mode::Default));
    assert_eq!(calls.get(), 2);
}

#[test]
fn a_poll_can_be_closed_in_every_state() {
    let (lp, dir, seen) = (Loop::new().unwrap(), Folder::new(), Journal::default());
    let closed = Rc::new(Cell::new(0));
    let [new, asking, waiting, stopped] = [(); 4].map(|()| poll(&lp, &seen));
    waiting.start(&lp, &dir.0, 100_000);
    stopped.start(&lp, &dir.0, 100_000);
    while lp.active_requests() > 0 {
        lp.run(Mode::Once);
    }
    asking.start(&lp, &dir.0, 100_000);
    stopped.stop(&lp);
    for polled in [new, asking, waiting, stopped] {
        let closed = closed.clone();
        polled.close(&lp, move |_| closed.set(closed.get() + 1));
    }
    assert!(!lp.run(Mode::Default));
    assert_eq!(closed.get(), 4);
    assert!(seen.take().is_empty());
}
