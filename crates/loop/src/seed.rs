//! The seeded mode: every choice that the system leaves open is drawn from a seed.
//!
//! Work is done in the loop's own thread, one job at a time, in an order that threads could have had.
//! What is ready at the same time is brought into an order of the loop's own before it is shuffled, for
//! the order in which the system or other threads report it is not the same in each run.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use crate::handle::{Key, Ready};
use crate::mailbox::{Letter, Mailbox};
use crate::work::pool::Job;

/// A stream of numbers that depends on a seed alone (SplitMix64).
pub(crate) struct Draws(Cell<u64>);

impl Draws {
    pub(crate) fn new(seed: u64) -> Self {
        Draws(Cell::new(seed))
    }

    fn next(&self) -> u64 {
        let state = self.0.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.0.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a limit, which is not 0.
    pub(crate) fn below(&self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Yes, once in so many draws.
    fn one_in(&self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn shuffle<T>(&self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// What a seeded loop draws from, and the work that it does itself.
pub(crate) struct Seeded {
    draws: Draws,
    /// How many jobs can be under way at a time.
    threads: usize,
    jobs: RefCell<VecDeque<Job>>,
    /// Work that is done, but that the loop has not been told of.
    done: RefCell<Vec<Key>>,
    /// Timers were put off in the last timers phase.
    has_put_off: Cell<bool>,
}

impl Seeded {
    pub(crate) fn new(seed: u64, threads: usize) -> Self {
        Seeded {
            draws: Draws::new(seed),
            threads,
            jobs: RefCell::default(),
            done: RefCell::default(),
            has_put_off: Cell::new(false),
        }
    }

    pub(crate) fn submit(&self, job: Job) {
        self.jobs.borrow_mut().push_back(job);
    }

    /// Whether there is work to do, or that the loop has not been told of.
    pub(crate) fn has_work(&self) -> bool {
        !self.jobs.borrow().is_empty() || !self.done.borrow().is_empty()
    }

    /// Does some of the work, and tells the loop of some that is done.
    pub(crate) fn work(&self, mailbox: &Mailbox) {
        while let Some(job) = self.draw_job() {
            if job.work.run() {
                self.done.borrow_mut().push(job.key);
            }
        }
        let mut done = self.done.borrow_mut();
        while !done.is_empty() && self.draws.one_in(2) {
            let drawn = self.draws.below(done.len());
            mailbox.post(Letter::Done(done.swap_remove(drawn)));
        }
    }

    /// A job that a thread could have begun by now.
    fn draw_job(&self) -> Option<Job> {
        let mut jobs = self.jobs.borrow_mut();
        if jobs.is_empty() || !self.draws.one_in(2) {
            return None;
        }
        let first = jobs.len().min(self.threads);
        jobs.remove(self.draws.below(first))
    }

    /// Orders what the system reported at once.
    pub(crate) fn order_ready(&self, ready: &mut [(Key, Ready)]) {
        ready.sort_by_key(|(key, _)| (key.slot, key.tag));
        self.draws.shuffle(ready);
    }

    /// Orders letters that were taken at once.
    pub(crate) fn order_letters(&self, letters: &mut [Letter]) {
        letters.sort_by_key(|letter| match letter {
            Letter::Wake(key) => (0, key.slot, key.tag),
            Letter::Done(key) => (1, key.slot, key.tag),
        });
        self.draws.shuffle(letters);
    }

    /// How many of the descriptors that are ready have been so early enough for this turn.
    pub(crate) fn draw_batch(&self, count: usize) -> usize {
        if count > 1 && self.draws.one_in(4) {
            1 + self.draws.below(count - 1)
        } else {
            count
        }
    }

    /// Whether timers that are due right now may be put off in the timers phase that begins: not twice
    /// in a row.
    pub(crate) fn may_put_off(&self) -> bool {
        !self.has_put_off.replace(false)
    }

    /// Whether such timers are put off to the next turn.
    pub(crate) fn puts_off(&self) -> bool {
        let puts_off = self.draws.one_in(4);
        self.has_put_off.set(puts_off);
        puts_off
    }
}

#[cfg(test)]
mod tests {
    use super::Draws;

    #[test]
    fn a_shuffle_loses_nothing_and_every_order_comes() {
        let draws = Draws::new(7);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..200 {
            let mut items = [0, 1, 2];
            draws.shuffle(&mut items);
            seen.insert(items);
            items.sort();
            assert_eq!(items, [0, 1, 2]);
        }
        assert_eq!(seen.len(), 6);
    }
}
