//! Letters that the loop has taken from its mailbox: wake-ups, and work that is done.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use crate::Loop;
use crate::handle::{Key, Tag, wakeup};
use crate::mailbox::Letter;
use crate::seam::{self, Reader, Taped};
use crate::work::request;

/// Letters on their way to their callbacks.
#[derive(Default)]
pub(crate) struct Arrivals {
    /// How many poll phases there have been.
    phases: Cell<u64>,
    /// A batch of letters; those before `next` have been dealt with.
    letters: RefCell<Vec<Letter>>,
    next: Cell<usize>,
    /// Work that is done but whose round has not come, with the phase in which it does.
    staged: RefCell<VecDeque<(u64, Key)>>,
    /// The earliest phase in `staged`.
    first_staged: Cell<u64>,
    /// Staged work whose round has come, and what the kernel has done.
    due: RefCell<VecDeque<Key>>,
}

impl Arrivals {
    /// The number of the poll phase that is under way, or was last.
    pub(crate) fn phase(&self) -> u64 {
        self.phases.get()
    }

    #[inline]
    pub(crate) fn begin_phase(&self) {
        self.phases.set(self.phases.get() + 1);
    }

    /// Whether there is something that does not need the world outside in order to go on.
    #[inline]
    pub(crate) fn has_waiting(&self) -> bool {
        !self.staged.borrow().is_empty()
            || self.next.get() < self.letters.borrow().len()
            || !self.due.borrow().is_empty()
    }

    /// Has the callback of a request run in this poll phase, or the next.
    pub(crate) fn add_due(&self, key: Key) {
        self.due.borrow_mut().push_back(key);
    }

    fn stage(&self, phase: u64, key: Key) {
        let mut staged = self.staged.borrow_mut();
        let first = if staged.is_empty() {
            phase
        } else {
            self.first_staged.get().min(phase)
        };
        self.first_staged.set(first);
        staged.push_back((phase, key));
    }

    /// Moves staged work whose round has come, in the order in which it arrived.
    #[inline]
    fn collect_due(&self) {
        let mut staged = self.staged.borrow_mut();
        let now = self.phase();
        if staged.is_empty() || self.first_staged.get() > now {
            return;
        }
        let mut due = self.due.borrow_mut();
        let mut first = u64::MAX;
        staged.retain(|&(phase, key)| {
            if phase <= now {
                due.push_back(key);
            } else {
                first = first.min(phase);
            }
            phase > now
        });
        self.first_staged.set(first);
    }

    fn next_letter(&self) -> Option<Letter> {
        let next = self.next.get();
        let letter = self.letters.borrow().get(next).copied()?;
        self.next.set(next + 1);
        Some(letter)
    }
}

/// Runs the callbacks of what has arrived. What arrives meanwhile waits for the next phase.
#[inline]
pub(crate) fn run(lp: &Loop) {
    if lp.core.poller.arrivals.has_waiting()
        || lp.core.poller.mailbox.has_letters()
        || seam::is_played()
    {
        run_all(lp);
    }
}

#[inline(never)]
fn run_all(lp: &Loop) {
    let arrivals = &lp.core.poller.arrivals;
    arrivals.collect_due();
    loop {
        let next = arrivals.due.borrow_mut().pop_front();
        let Some(key) = next else { break };
        request::finish(lp, key);
    }
    // Letters are left only if a callback panicked.
    run_letters(lp, arrivals);
    if seam::is_played() {
        return run_played(lp, arrivals);
    }
    let mailbox = &lp.core.poller.mailbox;
    if mailbox.has_letters() {
        let mut letters = arrivals.letters.borrow_mut();
        letters.clear();
        arrivals.next.set(0);
        mailbox.take(&mut letters);
        let is_alarmed = mailbox.take_alarm();
        if is_alarmed {
            seam::cannot_play("wake-ups by handlers of signals");
        }
        lp.core.poller.count_waiting(letters.len());
        if let Some(schedule) = &lp.core.schedule {
            schedule.order_letters(&mut letters);
        }
        if seam::is_recorded() {
            let mut answer = Vec::new();
            (arrivals.phase(), written(&letters)).put(&mut answer);
            seam::note(PLACE, &answer);
        }
        drop(letters);
        if is_alarmed {
            wakeup::fire_alarmed(lp);
        }
        run_letters(lp, arrivals);
    }
}

/// The name of the place where letters are taken.
const PLACE: &str = "letters";

/// Letters as a tape has them: whether work is done, and whose.
fn written(letters: &[Letter]) -> Vec<(bool, u64)> {
    let number = |key: &Key| u64::from(key.tag.number()) << 32 | u64::from(key.slot);
    let letters = letters.iter().map(|letter| match letter {
        Letter::Wake(key) => (false, number(key)),
        Letter::Done(key) => (true, number(key)),
    });
    letters.collect()
}

/// Runs the callbacks of what had arrived in this phase when the run was recorded.
fn run_played(lp: &Loop, arrivals: &Arrivals) {
    let is_meant = |answer: &[u8]| Reader::new(answer).number() == Some(arrivals.phase());
    let Some(answer) = seam::next_if(PLACE, is_meant) else {
        return;
    };
    let (_, letters): (u64, Vec<(bool, u64)>) = seam::decoded(PLACE, &answer);
    let letter = |(is_done, number): (bool, u64)| {
        let key = Key {
            slot: number as u32,
            tag: Tag::of_number((number >> 32) as u32),
        };
        match is_done {
            true => Letter::Done(key),
            false => {
                wakeup::mark(lp, key);
                Letter::Wake(key)
            }
        }
    };
    *arrivals.letters.borrow_mut() = letters.into_iter().map(letter).collect();
    arrivals.next.set(0);
    run_letters(lp, arrivals);
}

fn run_letters(lp: &Loop, arrivals: &Arrivals) {
    while let Some(letter) = arrivals.next_letter() {
        match letter {
            Letter::Wake(key) => wakeup::fire(lp, key),
            Letter::Done(key) => match request::due_phase(lp, key) {
                Some(phase) if phase > arrivals.phase() => arrivals.stage(phase, key),
                _ => request::finish(lp, key),
            },
        }
    }
}
