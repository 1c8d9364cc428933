//! A loop whose choices are made by a [`Chooser`]: what it holds back, and until when.
//!
//! Work is done in the loop's own thread, one job at a time, as that many threads could have done it: they take jobs in turn,
//! and each may be slow. What is ready at the same time is brought into an order of the loop's own before anybody chooses, for
//! the order in which the system or other threads report it is not the same in each run.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use crate::choose::{Chooser, DELAYS, Point, Question};
use crate::fault::{self, Faults};
use crate::handle::{Key, Ready};
use crate::mailbox::{Letter, Mailbox};
use crate::seam;
use crate::work::pool::Job;

/// Something that waits for a turn, and a time.
struct Held<T> {
    what: T,
    turn: u64,
    millis: u64,
}

/// How many milliseconds a slow disk takes.
const SLOW: u64 = 5_000;

/// Who asks the chooser.
pub(crate) struct Asker {
    chooser: Rc<dyn Chooser>,
    faults: Faults,
    /// How often each point was reached.
    counts: [Cell<u64>; Point::ALL.len()],
}

impl Asker {
    /// The faults that there may be.
    pub(crate) fn faults(&self) -> Faults {
        self.faults
    }

    /// Whether a fault comes now.
    pub(crate) fn strikes(&self, point: Point) -> bool {
        self.faults.has(point) && self.choose(point, 2, 0) == 1
    }

    /// Asks, if there is more than one candidate.
    fn choose(&self, point: Point, candidates: usize, scheduled_by: u64) -> usize {
        if candidates < 2 {
            return 0;
        }
        let count = &self.counts[point as usize];
        let nth = count.replace(count.get() + 1);
        let question = Question {
            point,
            nth,
            candidates,
            scheduled_by,
        };
        let chosen = self.chooser.choose(&question);
        let chosen = if chosen < candidates { chosen } else { 0 };
        seam::chose(&question, chosen);
        chosen
    }
}

/// What a loop with a chooser asks, and holds back.
pub(crate) struct Schedule {
    asker: Rc<Asker>,
    /// How many jobs can be under way at a time.
    threads: usize,
    /// The loop's turn and time, as of the last poll phase.
    turn: Cell<u64>,
    now: Cell<u64>,
    jobs: RefCell<VecDeque<Job>>,
    /// Jobs that a thread has, and that have no effect yet.
    begun: RefCell<Vec<Held<Job>>>,
    /// Jobs that are done, but that the loop has not been told of.
    done: RefCell<Vec<Held<Key>>>,
    /// Descriptors that are ready, but that the loop has not been told of.
    ready: RefCell<Vec<Held<(Key, Ready)>>>,
    /// Timers were put off in the last timers phase.
    has_put_off: Cell<bool>,
    /// The turn from which on signals are told.
    signals_from: Cell<u64>,
}

/// Takes out what may go on now, in order.
fn take_free<T>(held: &mut Vec<Held<T>>, turn: u64, now: u64) -> Vec<T> {
    let is_free = |held: &mut Held<T>| held.turn <= turn && held.millis <= now;
    held.extract_if(.., is_free).map(|held| held.what).collect()
}

impl Schedule {
    pub(crate) fn new(chooser: Rc<dyn Chooser>, faults: Faults, threads: usize) -> Self {
        Schedule {
            asker: Rc::new(Asker {
                chooser,
                faults,
                counts: Default::default(),
            }),
            threads,
            turn: Cell::new(0),
            now: Cell::new(0),
            jobs: RefCell::default(),
            begun: RefCell::default(),
            done: RefCell::default(),
            ready: RefCell::default(),
            has_put_off: Cell::new(false),
            signals_from: Cell::new(0),
        }
    }

    fn choose(&self, point: Point, candidates: usize, scheduled_by: u64) -> usize {
        self.asker.choose(point, candidates, scheduled_by)
    }

    /// Whether a connection breaks now.
    pub(crate) fn resets(&self) -> bool {
        self.asker.strikes(Point::FaultReset)
    }

    /// Holds something back for as long as the chooser says.
    fn hold<T>(&self, point: Point, what: T, scheduled_by: u64) -> Held<T> {
        let delay = DELAYS[self.choose(point, DELAYS.len(), scheduled_by)];
        Held {
            what,
            turn: self.turn.get() + u64::from(delay == Some(0)),
            millis: delay.map_or(0, |delay| self.now.get() + delay),
        }
    }

    pub(crate) fn submit(&self, job: Job) {
        self.jobs.borrow_mut().push_back(job);
    }

    /// Whether something can go on without that time passes.
    pub(crate) fn has_work(&self) -> bool {
        let now = self.now.get();
        let can_begin = !self.jobs.borrow().is_empty() && self.begun.borrow().len() < self.threads;
        can_begin
            || self.begun.borrow().iter().any(|held| held.millis <= now)
            || self.done.borrow().iter().any(|held| held.millis <= now)
            || self.ready.borrow().iter().any(|held| held.millis <= now)
    }

    /// The first time at which something can go on, if it waits for time alone.
    pub(crate) fn next_release(&self) -> Option<u64> {
        let of_jobs = self.begun.borrow().iter().map(|held| held.millis).min();
        let of_done = self.done.borrow().iter().map(|held| held.millis).min();
        let of_ready = self.ready.borrow().iter().map(|held| held.millis).min();
        [of_jobs, of_done, of_ready].into_iter().flatten().min()
    }

    /// So many milliseconds the loop stands still before it polls.
    pub(crate) fn stall(&self) -> u64 {
        let chosen = self.choose(Point::Stall, DELAYS.len() - 1, 0);
        match chosen {
            0 => 0,
            chosen => DELAYS[chosen + 1].unwrap_or(0),
        }
    }

    /// A poll phase begins: does the work whose time has come, tells the loop of what is done, and gives the
    /// descriptors that were held back.
    pub(crate) fn begin_phase(&self, now: u64, mailbox: &Mailbox) -> Vec<(Key, Ready)> {
        let turn = self.turn.get() + 1;
        self.turn.set(turn);
        self.now.set(now);
        self.work(turn, now);
        let done = take_free(&mut self.done.borrow_mut(), turn, now);
        done.into_iter()
            .for_each(|key| mailbox.post(Letter::Done(key)));
        take_free(&mut self.ready.borrow_mut(), turn, now)
    }

    /// Does jobs as threads could have: each that has none takes the next one.
    fn work(&self, turn: u64, now: u64) {
        loop {
            let is_free = |held: &Held<Job>| held.turn <= turn && held.millis <= now;
            let free = self.begun.borrow().iter().position(is_free);
            let job = match free {
                Some(place) => self.begun.borrow_mut().remove(place).what,
                None => {
                    if self.begun.borrow().len() >= self.threads {
                        return;
                    }
                    let Some(job) = self.jobs.borrow_mut().pop_front() else {
                        return;
                    };
                    let mut held = self.hold(Point::JobStart, job, 0);
                    if self.asker.strikes(Point::FaultSlow) {
                        held.millis = now + SLOW;
                    }
                    self.begun.borrow_mut().push(held);
                    continue;
                }
            };
            if fault::in_job(&self.asker, || job.work.run()) {
                let held = self.hold(Point::JobFinish, job.key, 0);
                self.done.borrow_mut().push(held);
            }
        }
    }

    /// Takes what the system reported, keeps some of it back, and orders the rest.
    pub(crate) fn report(&self, reported: &mut Vec<(Key, Ready)>) {
        reported.sort_by_key(|(key, _)| (key.slot, key.tag));
        reported.retain(|&(key, ready)| {
            let mut held = self.ready.borrow_mut();
            // What one descriptor tells comes in order.
            if let Some(held) = held.iter_mut().find(|held| held.what.0 == key) {
                held.what.1 = held.what.1.with(ready);
                return false;
            }
            let late = self.hold(Point::ReadyLate, (key, ready), 0);
            let is_late = late.turn > self.turn.get() || late.millis > self.now.get();
            if is_late {
                held.push(late);
            }
            !is_late
        });
    }

    /// Orders descriptors that are ready.
    pub(crate) fn order_ready(&self, ready: &mut [(Key, Ready)]) {
        self.order(Point::ReadyFirst, ready);
    }

    /// Orders letters that were taken at once.
    pub(crate) fn order_letters(&self, letters: &mut [Letter]) {
        // Jobs that are done were told in an order that was chosen.
        letters.sort_by_key(|letter| match letter {
            Letter::Wake(key) => (0, key.slot, key.tag.number()),
            Letter::Done(_) => (1, 0, 0),
        });
        self.order(Point::LetterFirst, letters);
    }

    /// Asks who is next, until there is no choice.
    fn order<T>(&self, point: Point, items: &mut [T]) {
        for place in 0..items.len().saturating_sub(1) {
            let rest = &mut items[place..];
            let chosen = self.choose(point, rest.len(), 0);
            rest[..=chosen].rotate_right(1);
        }
    }

    /// Whether timers that are due right now may be put off in the timers phase that begins: not twice
    /// in a row.
    pub(crate) fn may_put_off(&self) -> bool {
        !self.has_put_off.replace(false)
    }

    /// Whether such timers are put off to the next turn.
    pub(crate) fn puts_off(&self) -> bool {
        let puts_off = self.choose(Point::TimerLate, 2, 0) == 1;
        self.has_put_off.set(puts_off);
        puts_off
    }

    /// How many bytes a read may give, of a buffer of that size.
    pub(crate) fn read_room(&self, size: usize) -> usize {
        self.part(Point::ReadPart, size)
    }

    /// How many of so many bytes the system takes at first.
    pub(crate) fn write_room(&self, size: usize) -> usize {
        match size {
            0 | 1 => size,
            size => self.part(Point::WritePart, size),
        }
    }

    /// Has a handle told that it can be written to, in the turn after the next.
    pub(crate) fn tell_writable_later(&self, key: Key) {
        self.ready.borrow_mut().push(Held {
            what: (key, Ready::WRITABLE),
            turn: self.turn.get() + 2,
            millis: 0,
        });
    }

    /// Whether something that a handle is to be told is held back.
    pub(crate) fn holds_back(&self, key: Key) -> bool {
        self.ready.borrow().iter().any(|held| held.what.0 == key)
    }

    fn part(&self, point: Point, size: usize) -> usize {
        match self.choose(point, 3, 0) {
            1 => (size / 2).max(1),
            2 => 1,
            _ => size,
        }
    }

    /// Signals have arrived: whether they are told now. A turn later they are in any case.
    pub(crate) fn tells_signals(&self) -> bool {
        let turn = self.turn.get();
        if self.signals_from.get() == turn || self.choose(Point::SignalLate, 2, 0) == 0 {
            return true;
        }
        self.signals_from.set(turn + 1);
        false
    }

    /// Orders signals that have arrived.
    pub(crate) fn order_signals<T>(&self, signals: &mut [T]) {
        self.order(Point::SignalFirst, signals);
    }
}
