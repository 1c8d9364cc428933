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

/// What is waited for, and how.
#[derive(Clone, Copy)]
pub(crate) struct Habit {
    /// A sleep of fewer nanoseconds was hardly worth it. Waking alone can take a good part of them where the
    /// machine is a virtual one and its other core was idle.
    short_sleep: u64,
    /// Nor is there anything to gain if sleeps are so short: who has the news shares the core, and runs because this thread sleeps.
    shortest_sleep: u64,
    /// For how many nanoseconds to look around.
    limit: u64,
    /// What took longer to come might as well have been slept for.
    soon: u64,
    /// How often to look before the clock is read.
    looks: u32,
}

/// For what another thread leaves in memory.
pub(crate) const THREADS: Habit = Habit {
    short_sleep: 200_000,
    shortest_sleep: 0,
    limit: 20_000,
    soon: u64::MAX,
    looks: 32,
};

/// For an answer of another process on a channel: the system has to be asked about it, and the process to wake up first unless it looks
/// around, too. (Not for sockets: a server that has some load would not sleep at all.)
pub(crate) const PROCESSES: Habit = Habit {
    short_sleep: 100_000,
    shortest_sleep: 20_000,
    limit: 50_000,
    soon: 40_000,
    looks: 4,
};

/// The most short sleeps to let pass.
const MAX_PAUSE: u32 = 1024;

/// Whether a thread had better look around before it sleeps.
pub(crate) struct Spin {
    habit: Habit,
    /// Nobody has said that it must not.
    is_allowed: bool,
    is_worth_it: Cell<bool>,
    /// Short sleeps to let pass after the next failure.
    pause: Cell<u32>,
    /// Short sleeps still to let pass.
    left: Cell<u32>,
}

impl Spin {
    pub(crate) fn new(is_allowed: bool, habit: Habit) -> Self {
        Spin {
            habit,
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
    pub(crate) fn look(&self, has_news: impl FnMut() -> bool) -> bool {
        if !self.is_worth_it.get() {
            return false;
        }
        let found = self.habit.look(has_news);
        if let Some(nanos) = found {
            self.pause.set((self.pause.get() / 2).max(1));
            self.is_worth_it.set(nanos <= self.habit.soon);
        } else {
            self.is_worth_it.set(false);
            self.left.set(self.pause.get());
            self.pause.set((self.pause.get() * 2).min(MAX_PAUSE));
        }
        found.is_some()
    }

    /// Takes down how long a sleep was.
    #[inline]
    pub(crate) fn slept(&self, nanos: u64) {
        let is_short = nanos < self.habit.short_sleep;
        if is_short && self.left.get() > 0 {
            self.left.set(self.left.get() - 1);
        }
        let has_waited = nanos >= self.habit.shortest_sleep;
        self.is_worth_it
            .set(is_short && has_waited && self.is_allowed && self.left.get() == 0 && cores() > 1);
    }
}

impl Habit {
    /// Looks for news; says after how many nanoseconds there were some, as far as the clock was read.
    fn look(self, mut has_news: impl FnMut() -> bool) -> Option<u64> {
        let mut start = None;
        let mut passed = 0;
        while passed < self.limit {
            for _ in 0..self.looks {
                if has_news() {
                    return Some(passed);
                }
                spin_loop();
            }
            let now = monotonic_nanos();
            passed = now - *start.get_or_insert(now);
        }
        None
    }
}

/// How many threads can run at the same time. On a single core nothing happens while one looks around.
pub(crate) fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(available_parallelism)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sleep that is neither too short nor too long.
    const SOME: u64 = 50_000;

    #[test]
    fn sleeps_that_are_short_and_not_too_short_make_it_look_around() {
        let spin = Spin::new(true, PROCESSES);
        assert!(!spin.look(|| true), "it has not slept yet");
        for (nanos, is_worth_it) in [(SOME, true), (1_000, false), (10_000_000, false)] {
            spin.slept(nanos);
            assert_eq!(spin.is_worth_it(), is_worth_it && cores() > 1, "{nanos}");
        }
        let never = Spin::new(false, PROCESSES);
        never.slept(SOME);
        assert!(!never.is_worth_it());
    }

    #[test]
    fn looks_in_vain_become_rare() {
        if cores() < 2 {
            return;
        }
        let spin = Spin::new(true, PROCESSES);
        let mut looks = 0;
        for _ in 0..100 {
            spin.slept(SOME);
            looks += u32::from(spin.is_worth_it());
            assert!(!spin.look(|| false));
        }
        assert!((2..10).contains(&looks), "{looks}");
    }

    #[test]
    fn what_comes_at_once_keeps_it_looking() {
        if cores() < 2 {
            return;
        }
        let spin = Spin::new(true, PROCESSES);
        spin.slept(SOME);
        for _ in 0..10 {
            assert!(spin.look(|| true));
        }
    }
}
