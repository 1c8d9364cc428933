//! How long a loop has slept, for anybody who asks, in any thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::sys::monotonic_nanos;

#[derive(Default, Debug)]
struct Times {
    slept: AtomicU64,
    /// When the sleep began in which the loop is; 0 if it is awake.
    since: AtomicU64,
}

/// Tells how long a loop has slept in its poll phases; can be sent to other threads.
#[derive(Clone, Default, Debug)]
pub struct IdleClock(Arc<Times>);

impl IdleClock {
    /// Nanoseconds of sleep, the one that goes on included. Another thread may see one that just ends twice or not at
    /// all.
    pub fn idle_nanos(&self) -> u64 {
        let slept = self.0.slept.load(Ordering::Relaxed);
        match self.0.since.load(Ordering::Relaxed) {
            0 => slept,
            since => slept + monotonic_nanos().saturating_sub(since),
        }
    }

    /// Nanoseconds of the sleeps that are over.
    pub(crate) fn slept(&self) -> u64 {
        self.0.slept.load(Ordering::Relaxed)
    }

    pub(crate) fn falls_asleep(&self, now: u64) {
        self.0.since.store(now, Ordering::Relaxed);
    }

    pub(crate) fn wakes(&self, slept: u64) {
        self.0.since.store(0, Ordering::Relaxed);
        self.0.slept.fetch_add(slept, Ordering::Relaxed);
    }
}
