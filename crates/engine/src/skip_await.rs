//! When the engine may go straight on at an `await`.
//!
//! If the job that runs is the last in the queue, and an `await` in it is of a settled value, nothing could
//! come between it and what follows it: the engine may go on without a job. It is only allowed to by
//! `JobQueueIsEmpty`, and then finds out by a walk over the stack's frames, which costs more than half of
//! what a job does. So it is allowed to where the walk is likely to pay: the last job made one job of a
//! settled value and waited for nothing else, as a loop of such awaits does.

use std::cell::Cell;

/// After this many jobs at most a guess that failed is tried again.
const LONGEST_PAUSE: u32 = 1024;

/// What the jobs before tell of the next one.
#[derive(Default)]
pub(crate) struct SkipAwait {
    /// Jobs that the running job has made of values already settled.
    settled: Cell<u32>,
    /// Promises that the running job has begun to wait for.
    pending: Cell<u32>,
    /// Whether the running job was allowed to skip.
    allowed: Cell<bool>,
    /// For how many jobs there is no guess, and for how many after the next failure.
    pause: Cell<u32>,
    next_pause: Cell<u32>,
}

impl SkipAwait {
    /// A job was made of a settled value: in a job that was allowed to skip, that did not pay.
    #[inline]
    pub(crate) fn settled(&self) {
        self.settled.set(self.settled.get() + 1);
    }

    /// A promise is waited for.
    #[inline]
    pub(crate) fn pending(&self) {
        self.pending.set(self.pending.get() + 1);
    }

    /// A job begins, the last in the queue or not: whether it may skip.
    #[inline]
    pub(crate) fn job_begins(&self, is_last: bool) -> bool {
        let settled = self.settled.replace(0);
        let pending = self.pending.replace(0);
        if self.allowed.get() && settled > 0 {
            let pause = (self.next_pause.get() * 2).clamp(1, LONGEST_PAUSE);
            self.next_pause.set(pause);
            self.pause.set(pause);
        } else if self.allowed.get() {
            self.next_pause.set(0);
        }
        let may = is_last && settled == 1 && pending == 0 && self.pause.get() == 0;
        if self.pause.get() > 0 {
            self.pause.set(self.pause.get() - 1);
        }
        self.allowed.set(may);
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A job that makes these jobs and waits so often, and whether the next one may skip.
    fn after(guess: &SkipAwait, settled: u32, pending: u32) -> bool {
        (0..settled).for_each(|_| guess.settled());
        (0..pending).for_each(|_| guess.pending());
        guess.job_begins(true)
    }

    #[test]
    fn one_settled_value_and_nothing_else_allows_it() {
        let guess = SkipAwait::default();
        assert!(!after(&guess, 0, 0));
        assert!(!after(&guess, 1, 1));
        assert!(!after(&guess, 2, 0));
        assert!(after(&guess, 1, 0));
    }

    #[test]
    fn not_while_other_jobs_wait() {
        let guess = SkipAwait::default();
        guess.settled();
        assert!(!guess.job_begins(false));
    }

    #[test]
    fn a_guess_that_fails_is_made_less_and_less_often() {
        let guess = SkipAwait::default();
        let allowed = (0..1000).filter(|_| after(&guess, 1, 0)).count();
        assert!((5..=12).contains(&allowed), "{allowed}");
    }

    #[test]
    fn a_guess_that_holds_forgets_the_failures() {
        let guess = SkipAwait::default();
        while !after(&guess, 1, 0) {}
        assert!(!after(&guess, 1, 0));
        while !after(&guess, 1, 0) {}
        assert!(!after(&guess, 0, 1));
        assert!(after(&guess, 1, 0));
    }
}
