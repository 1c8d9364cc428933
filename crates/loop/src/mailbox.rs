//! How other threads reach the loop: they leave a letter, and wake the loop only if it sleeps.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::handle::Key;

/// What a letter is about.
#[derive(Clone, Copy)]
pub(crate) enum Letter {
    /// A [`Waker`](crate::Waker) was used.
    Wake(Key),
    /// Work has been done or cancelled.
    Done(Key),
}

/// There are letters that the loop has not taken.
const POSTED: u8 = 1;
/// The loop sleeps, or is about to: whoever posts must wake it.
const ASLEEP: u8 = 2;

/// The one place that the loop shares with other threads.
///
/// Both sides announce what they do by one atomic step on `state` and learn from its old value what
/// the other did before: of a letter and a sleep that cross, one always sees the other.
pub(crate) struct Mailbox {
    state: AtomicU8,
    letters: Mutex<Vec<Letter>>,
    waker: mio::Waker,
}

impl Mailbox {
    pub(crate) fn new(waker: mio::Waker) -> Self {
        Mailbox {
            state: AtomicU8::new(0),
            letters: Mutex::new(Vec::new()),
            waker,
        }
    }

    fn letters(&self) -> MutexGuard<'_, Vec<Letter>> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves a letter; from any thread.
    pub(crate) fn post(&self, letter: Letter) {
        self.letters().push(letter);
        let before = self.state.fetch_or(POSTED, Ordering::AcqRel);
        if before == ASLEEP {
            self.waker
                .wake()
                .expect("a descriptor of the mailbox's own can be written");
        }
    }

    /// Whether there are letters.
    #[inline]
    pub(crate) fn has_letters(&self) -> bool {
        self.state.load(Ordering::Acquire) & POSTED != 0
    }

    /// Takes all letters into an empty vector.
    pub(crate) fn take(&self, into: &mut Vec<Letter>) {
        debug_assert!(into.is_empty());
        self.state.fetch_and(!POSTED, Ordering::AcqRel);
        std::mem::swap(into, &mut *self.letters());
    }

    /// Says that the loop is about to sleep. False if there are letters: then it must not.
    pub(crate) fn fall_asleep(&self) -> bool {
        if self.state.fetch_or(ASLEEP, Ordering::SeqCst) & POSTED == 0 {
            return true;
        }
        self.awake();
        false
    }

    /// Whether the loop sleeps, or is about to.
    pub(crate) fn is_asleep(&self) -> bool {
        self.state.load(Ordering::SeqCst) & ASLEEP != 0
    }

    /// Says that the loop no longer sleeps.
    pub(crate) fn awake(&self) {
        self.state.fetch_and(!ASLEEP, Ordering::AcqRel);
    }
}
