//! Waiting without sleeping, for news that are about to come.
//!
//! To be put to sleep and woken again costs a thread several microseconds, and the one that wakes it
//! some more. A thread whose sleeps turn out to be that short looks around for a moment before it falls
//! asleep again. Each time that this is in vain it lets twice as many short sleeps pass before it tries
//! anew. So a thread that waits for long burns nothing, and on a busy machine, where whoever has the
//! news may not get a core while others look around, next to nothing.

use std::cell::Cell;
use std::hint::spin_loop;
use std::sync::OnceLock;

use crate::sys::monotonic_nanos;
use crate::system::available_parallelism;

/// A sleep of fewer nanoseconds was hardly worth it. Waking alone can take a good part of them where the
/// machine is a virtual one and its other core was idle.
const SHORT_SLEEP: u64 = 200_000;
/// For how many nanoseconds to look around.
const LIMIT: u64 = 20_000;
/// How often to look before the clock is read.
const LOOKS: u32 = 32;
/// The most short sleeps to let pass.
const MAX_PAUSE: u32 = 1024;

/// Whether a thread had better look around before it sleeps.
pub(crate) struct Spin {
    /// Nobody has said that it must not.
    is_allowed: bool,
    is_worth_it: Cell<bool>,
    /// Short sleeps to let pass after the next failure.
    pause: Cell<u32>,
    /// Short sleeps still to let pass.
    left: Cell<u32>,
}

impl Spin {
    pub(crate) fn new(is_allowed: bool) -> Self {
        Spin {
            is_allowed,
            is_worth_it: Cell::new(false),
            pause: Cell::new(1),
            left: Cell::new(0),
        }
    }

    /// Whether to look around now.
    #[inline]
    pub(crate) fn is_worth_it(&self) -> bool {
        self.is_worth_it.get()
    }

    /// Looks around for news, if that promises to be worth it; says whether there are any.
    #[inline]
    pub(crate) fn look(&self, has_news: impl Fn() -> bool) -> bool {
        if !self.is_worth_it.get() {
            return false;
        }
        let found = look(has_news);
        if found {
            self.pause.set((self.pause.get() / 2).max(1));
        } else {
            self.is_worth_it.set(false);
            self.left.set(self.pause.get());
            self.pause.set((self.pause.get() * 2).min(MAX_PAUSE));
        }
        found
    }

    /// Takes down how long a sleep was.
    #[inline]
    pub(crate) fn slept(&self, nanos: u64) {
        let is_short = nanos < SHORT_SLEEP;
        if is_short && self.left.get() > 0 {
            self.left.set(self.left.get() - 1);
        }
        self.is_worth_it
            .set(is_short && self.is_allowed && self.left.get() == 0 && cores() > 1);
    }
}

fn look(has_news: impl Fn() -> bool) -> bool {
    let mut end = None;
    loop {
        for _ in 0..LOOKS {
            if has_news() {
                return true;
            }
            spin_loop();
        }
        let now = monotonic_nanos();
        if now >= *end.get_or_insert(now + LIMIT) {
            return false;
        }
    }
}

/// How many threads can run at the same time. On a single core nothing happens while one looks around.
pub(crate) fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(available_parallelism)
}
