//! Going on in a child after fork(2).
//!
//! The two processes share every descriptor, and with them what the kernel keeps for the loop: its epoll,
//! bell, signal pipe and ring. The child gets its own, put in the places of the shared ones, so that whoever
//! knows a descriptor by its number need not be told. Threads are not inherited: the pool begins anew.

use std::fmt;
use std::io;
use std::sync::MutexGuard;

use rustix::event::epoll::{self, CreateFlags};

use crate::Loop;
use crate::handle::process::reaper;
use crate::mailbox::Letter;
use crate::signal_inbox;
use crate::sys::{self, Blocked};

/// A process that is about to fork: [`Loop::before_fork`].
///
/// Until one of its methods is called, or it is dropped, no other thread can wake the loop, and no signal
/// arrives in this thread.
#[must_use = "the child has to say that it is one"]
pub struct Fork<'a> {
    lp: &'a Loop,
    // Released in this order.
    orphans: reaper::Locked,
    _watchers: signal_inbox::Locked,
    _letters: MutexGuard<'a, Vec<Letter>>,
    _blocked: Blocked,
}

impl fmt::Debug for Fork<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fork").finish_non_exhaustive()
    }
}

impl Loop {
    /// To be called right before the process forks, so that the loop can go on in the child as well as in the
    /// parent. May be called in a callback.
    ///
    /// In the child all handles are as they were. What only the parent can know is different: work that no
    /// callback was told of and that was not done calls back [`Cancelled`](crate::Cancelled), and so do reads
    /// by the kernel; the pool starts threads of its own. Children are the parent's: a
    /// [`Process`](crate::Process) tells `ECHILD`. Streams are open in both processes.
    ///
    /// ```no_run
    /// # fn fork() -> i32 { 0 }
    /// use rondo_loop::{Loop, Mode};
    ///
    /// let lp = Loop::new()?;
    /// let point = lp.before_fork();
    /// match fork() {
    ///     0 => point.in_child()?,
    ///     _ => point.in_parent(),
    /// }
    /// lp.run(Mode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn before_fork(&self) -> Fork<'_> {
        Fork {
            lp: self,
            _blocked: sys::SignalSet::all().block(),
            _letters: self.core.poller.mailbox.letters(),
            _watchers: signal_inbox::lock(),
            orphans: reaper::lock(),
        }
    }
}

impl Fork<'_> {
    /// Goes on in the parent, or after a fork that failed.
    pub fn in_parent(self) {}

    /// Gives the loop what it needs to go on in the child. If that fails, the loop cannot be used.
    pub fn in_child(mut self) -> io::Result<()> {
        self.orphans.forget();
        let lp = self.lp;
        let poller = &lp.core.poller;
        // Before the places are taken: they name what was watched.
        let watched = poller.watched()?;
        sys::replace_fd(poller.epoll()?, epoll::create(CreateFlags::CLOEXEC)?)?;
        poller.mailbox.renew_bell()?;
        poller.signals.renew_inbox()?;
        poller.watch_again(&watched)?;
        lp.core.watches.renew(lp)?;
        drop(self);
        // A thread of the parent may have woken somebody, and not got to the letter.
        poller.mailbox.alarm();
        if lp.core.schedule.is_none() {
            let pool = lp.core.pool.borrow().anew();
            // Its locks may be held by threads that are not here.
            std::mem::forget(lp.core.pool.replace(pool));
            lp.core.uring.renew(lp);
            lp.cancel_all();
        }
        Ok(())
    }
}
