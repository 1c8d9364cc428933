//! The process-wide side of signals: the handler, and the pipes by which it reaches the loops.
//!
//! A loop that watches signals holds an inbox. The handler, which may run at any moment in any thread,
//! writes the signal's number into the pipe of every inbox that watches it. Inboxes are never freed,
//! only passed on to other loops, so that the handler can walk over them without a lock and never
//! writes into a descriptor that has become somebody else's.

use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rustix::pipe::{PipeFlags, pipe_with};

use crate::last_words;
use crate::sys::{self, Disposition};

/// Signals are numbered from 1 to this.
const LAST_SIGNAL: i32 = 64;

/// What one loop watches, and its pipe.
pub(crate) struct Inbox {
    /// A bit for every signal that the loop watches.
    watched: AtomicU64,
    /// A bit for every signal that there was no room for in the pipe.
    missed: AtomicU64,
    /// Set when something was written, so that the loop need not ask the system.
    has_news: AtomicBool,
    is_taken: AtomicBool,
    reader: OwnedFd,
    writer: OwnedFd,
    next: OnceLock<Box<Inbox>>,
    /// The process whose loop uses it: after a fork those of other threads' loops are of no use.
    process: AtomicU32,
}

static FIRST: OnceLock<Box<Inbox>> = OnceLock::new();

/// How many watchers a signal has, in all loops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Watchers {
    once: u32,
    lasting: u32,
}

impl Watchers {
    const NONE: Watchers = Watchers {
        once: 0,
        lasting: 0,
    };

    fn of_kind(&mut self, once: bool) -> &mut u32 {
        if once {
            &mut self.once
        } else {
            &mut self.lasting
        }
    }

    /// What is to happen when that signal arrives.
    fn disposition(self, signum: i32) -> Disposition {
        match self {
            Watchers::NONE => last_words::disposition(signum),
            Watchers { lasting: 0, .. } => Disposition::CallOnce(on_signal),
            _ => Disposition::Call(on_signal),
        }
    }
}

/// The watchers of each signal.
static WATCHERS: Mutex<[Watchers; LAST_SIGNAL as usize + 1]> =
    Mutex::new([Watchers::NONE; LAST_SIGNAL as usize + 1]);

fn inboxes() -> impl Iterator<Item = &'static Inbox> {
    std::iter::successors(FIRST.get(), |inbox| inbox.next.get()).map(|inbox| &**inbox)
}

/// Only loads, a few stores and write(2), by which errno is left alone: all allowed in a handler.
extern "C" fn on_signal(signum: libc::c_int) {
    for inbox in inboxes() {
        if inbox.watched.load(Ordering::Acquire) & bit(signum) != 0 {
            if rustix::io::write(&inbox.writer, &[signum as u8]).is_err() {
                // A full pipe has tens of thousands waiting, but perhaps none of this kind.
                inbox.missed.fetch_or(bit(signum), Ordering::AcqRel);
            }
            inbox.has_news.store(true, Ordering::Release);
        }
    }
}

/// Has the system keep how children end until it is asked: it would not if this process was started, or
/// told itself, to ignore their end.
pub(crate) fn keep_exit_statuses() {
    let watchers = WATCHERS.lock().unwrap_or_else(PoisonError::into_inner);
    if watchers[libc::SIGCHLD as usize] == Watchers::NONE && sys::is_child_signal_ignored() {
        // It is a signal that can be set.
        let _ = sys::set_signal(libc::SIGCHLD, Disposition::Default);
    }
}

/// Keeps other threads from starting and stopping to watch signals.
pub(crate) type Locked = MutexGuard<'static, [Watchers; LAST_SIGNAL as usize + 1]>;

pub(crate) fn lock() -> Locked {
    WATCHERS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bit(signum: i32) -> u64 {
    1 << (signum - 1)
}

impl Inbox {
    /// An inbox that no other loop uses: a new one only if all are taken.
    pub(crate) fn take() -> io::Result<&'static Inbox> {
        let left = inboxes().find(|inbox| !inbox.is_taken.swap(true, Ordering::AcqRel));
        match left {
            Some(inbox) => {
                if inbox.process.load(Ordering::Acquire) != std::process::id() {
                    inbox.renew()?;
                }
                inbox.read(|_| {});
                Ok(inbox)
            }
            None => Inbox::add(),
        }
    }

    /// Makes an inbox, in use, and puts it at the end of the list.
    fn add() -> io::Result<&'static Inbox> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        let mut inbox = Box::new(Inbox {
            watched: AtomicU64::new(0),
            missed: AtomicU64::new(0),
            has_news: AtomicBool::new(false),
            is_taken: AtomicBool::new(true),
            reader,
            writer,
            next: OnceLock::new(),
            process: AtomicU32::new(std::process::id()),
        });
        let mut place = &FIRST;
        loop {
            match place.set(inbox) {
                Ok(()) => break,
                Err(refused) => inbox = refused,
            }
            if let Some(occupant) = place.get() {
                place = &occupant.next;
            }
        }
        Ok(place.get().expect("it was just set"))
    }

    /// Gives the inbox pipes that no other process shares, and has the handler leave those of loops that did
    /// not come along alone.
    pub(crate) fn renew(&self) -> io::Result<()> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        sys::replace_fd(self.reader.as_fd(), reader)?;
        sys::replace_fd(self.writer.as_fd(), writer)?;
        self.has_news.store(false, Ordering::Release);
        let process = std::process::id();
        self.process.store(process, Ordering::Release);
        inboxes()
            .filter(|other| other.process.load(Ordering::Acquire) != process)
            .for_each(|other| other.watched.store(0, Ordering::Release));
        Ok(())
    }

    /// Has the handler tell of these signals, after another loop's [`renew`](Inbox::renew) took them away.
    pub(crate) fn restore(&self, signals: impl Iterator<Item = i32>) {
        let all = signals.fold(0, |all, signum| all | bit(signum));
        self.watched.fetch_or(all, Ordering::AcqRel);
    }

    /// Gives the inbox back. The loop must have stopped watching all signals.
    pub(crate) fn release(&self) {
        self.is_taken.store(false, Ordering::Release);
    }

    /// The descriptor that becomes readable when a signal arrives.
    pub(crate) fn fd(&self) -> RawFd {
        self.reader.as_raw_fd()
    }

    /// Has the pipe read although the handler, which may not have got that far, did not say so yet:
    /// the system reports each write once only.
    pub(crate) fn announce(&self) {
        self.has_news.store(true, Ordering::Release);
    }

    /// Whether a signal has arrived.
    #[inline]
    pub(crate) fn has_news(&self) -> bool {
        self.has_news.load(Ordering::Acquire)
    }

    /// Calls a function for every signal that has arrived, in their order.
    #[inline]
    pub(crate) fn read(&self, mut arrived: impl FnMut(i32)) {
        if !self.has_news() {
            return;
        }
        self.has_news.swap(false, Ordering::AcqRel);
        let mut bytes = [0; 64];
        while let Ok(count @ 1..) = rustix::io::read(&self.reader, &mut bytes) {
            bytes[..count]
                .iter()
                .for_each(|byte| arrived(i32::from(*byte)));
        }
        let missed = self.missed.swap(0, Ordering::AcqRel);
        (1..=LAST_SIGNAL)
            .filter(|signum| missed & bit(*signum) != 0)
            .for_each(arrived);
    }

    /// Starts to watch a signal, one watcher more in this loop.
    pub(crate) fn watch(&self, signum: i32, once: bool) -> io::Result<()> {
        if !(1..=LAST_SIGNAL).contains(&signum) {
            return Err(rustix::io::Errno::INVAL.into());
        }
        let mut watchers = WATCHERS.lock().unwrap_or_else(PoisonError::into_inner);
        let current = &mut watchers[signum as usize];
        let had_lasting = current.lasting > 0;
        *current.of_kind(once) += 1;
        // One that is called once may be gone already.
        if !had_lasting && let Err(error) = sys::set_signal(signum, current.disposition(signum)) {
            *current.of_kind(once) -= 1;
            return Err(error);
        }
        self.watched.fetch_or(bit(signum), Ordering::AcqRel);
        Ok(())
    }

    /// One watcher less; `was_last` says whether it was the last in this loop.
    pub(crate) fn unwatch(&self, signum: i32, once: bool, was_last: bool) {
        if was_last {
            self.watched.fetch_and(!bit(signum), Ordering::AcqRel);
        }
        let mut watchers = WATCHERS.lock().unwrap_or_else(PoisonError::into_inner);
        let current = &mut watchers[signum as usize];
        *current.of_kind(once) -= 1;
        if current.lasting == 0 && (!once || current.once == 0) {
            // It could be set, so it can be unset.
            let _ = sys::set_signal(signum, current.disposition(signum));
        }
    }
}
