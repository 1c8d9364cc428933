//! How other threads reach the loop: they leave a letter, and wake the loop only if it sleeps.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::event::{EventfdFlags, eventfd};
use rustix::io::Errno;

use crate::handle::Key;
use crate::sys;

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
    /// A signal handler has woken somebody, and could leave no letter.
    is_alarmed: AtomicBool,
    bell: OwnedFd,
}

impl Mailbox {
    pub(crate) fn new() -> io::Result<Self> {
        let bell = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Mailbox {
            is_alarmed: AtomicBool::new(false),
            state: AtomicU8::new(0),
            letters: Mutex::new(Vec::new()),
            bell,
        })
    }

    /// The descriptor by which the loop is woken.
    pub(crate) fn bell(&self) -> BorrowedFd<'_> {
        self.bell.as_fd()
    }

    /// Wakes the loop. Only write(2) and read(2), by which errno is left alone: allowed in a signal handler.
    fn ring(&self) {
        // Nobody reads what is written: that it was written is what the system tells. It refuses only when
        // there is no room for one more.
        while rustix::io::write(&self.bell, &1u64.to_ne_bytes()) == Err(Errno::AGAIN) {
            let _ = rustix::io::read(&self.bell, &mut [0; 8]);
        }
    }

    /// Says that a handle is woken without a letter; from a signal handler.
    pub(crate) fn alarm(&self) {
        self.is_alarmed.store(true, Ordering::Release);
        if self.state.fetch_or(POSTED, Ordering::AcqRel) == ASLEEP {
            self.ring();
        }
    }

    /// Whether there was an alarm since the last call.
    pub(crate) fn take_alarm(&self) -> bool {
        self.is_alarmed.load(Ordering::Acquire) && self.is_alarmed.swap(false, Ordering::AcqRel)
    }

    pub(crate) fn letters(&self) -> MutexGuard<'_, Vec<Letter>> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the mailbox a bell that no other process shares.
    pub(crate) fn renew_bell(&self) -> io::Result<()> {
        let bell = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        sys::replace_fd(self.bell(), bell)
    }

    /// Leaves a letter; from any thread.
    pub(crate) fn post(&self, letter: Letter) {
        self.letters().push(letter);
        let before = self.state.fetch_or(POSTED, Ordering::AcqRel);
        if before == ASLEEP {
            self.ring();
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
