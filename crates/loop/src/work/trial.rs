//! The loop's own thread lends the pool a hand: before it sleeps it does jobs that take no time worth
//! mentioning, such as to ask the kernel for what it knows of a file.
//!
//! To hand such a job to another thread and to be woken for its result takes far longer than the job.

use std::cell::Cell;

use super::pool::Tried;
use crate::Loop;

/// How many jobs to do before the loop goes on, which may have something better to do by then.
const JOBS: u32 = 4;
/// The most chances to let pass.
const MAX_PAUSE: u32 = 1024;

/// Whether jobs turned out to take longer. Then it lets twice as many chances pass as the time before.
pub(crate) struct Trial {
    /// Chances to let pass after the next failure.
    pause: Cell<u32>,
    /// Chances still to let pass.
    left: Cell<u32>,
}

impl Trial {
    pub(crate) fn new() -> Self {
        Trial {
            pause: Cell::new(1),
            left: Cell::new(0),
        }
    }

    /// Does a few jobs of the pool; says whether there are results.
    pub(crate) fn run(&self, lp: &Loop) -> bool {
        if lp.core.open_requests.get() == 0 || lp.core.schedule.is_some() {
            return false;
        }
        if self.left.get() > 0 {
            self.left.set(self.left.get() - 1);
            return false;
        }
        let pool = lp.core.pool.borrow();
        let mut is_any_done = false;
        for _ in 0..JOBS {
            match pool.try_job(&lp.core.poller.mailbox) {
                Some(Tried::Done) => {
                    is_any_done = true;
                    self.pause.set((self.pause.get() / 2).max(1));
                }
                Some(Tried::Cancelled) => {}
                Some(Tried::TakesLonger) => {
                    self.left.set(self.pause.get());
                    self.pause.set((self.pause.get() * 2).min(MAX_PAUSE));
                    break;
                }
                None => break,
            }
        }
        is_any_done
    }
}

/// Leaves to the pool's threads what the loop has not done itself.
#[inline]
pub(crate) fn leave(lp: &Loop) {
    if lp.core.open_requests.get() != 0 {
        settle(lp);
    }
}

#[inline(never)]
fn settle(lp: &Loop) {
    lp.core.pool.borrow().settle();
}
