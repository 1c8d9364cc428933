//! Wake-ups: a callback on the loop's thread, asked for from any thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Detail, Key, handle, shared};
use crate::Loop;
use crate::mailbox::{Letter, Mailbox};
use crate::observe::Kind;

/// Calls back in the poll phase when one of its [`Waker`]s was used, in whatever thread. It is active
/// from the beginning until it is closed.
///
/// Several wake-ups before the callback runs become one call of it.
///
/// ```
/// use rondo_loop::{Handle, Loop, Mode, Wakeup};
///
/// let lp = Loop::new()?;
/// let (_, waker) = Wakeup::new(&lp, |lp, wakeup| wakeup.close(lp, |_| {}));
/// std::thread::spawn(move || waker.wake());
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wakeup(Key);

/// Wakes a loop from any thread. Clones wake the same handle.
#[derive(Clone)]
pub struct Waker {
    key: Key,
    woken: Arc<AtomicBool>,
    mailbox: Arc<Mailbox>,
}

impl Wakeup {
    /// Makes a handle with the callback that it will run, and what wakes it.
    pub fn new(lp: &Loop, mut callback: impl FnMut(&Loop, Wakeup) + 'static) -> (Wakeup, Waker) {
        let woken = Arc::new(AtomicBool::new(false));
        let detail = Detail::Wakeup {
            woken: woken.clone(),
        };
        let key = lp
            .core
            .handles
            .borrow_mut()
            .add(Kind::Wakeup, detail, |key| {
                shared(move |lp, _| callback(lp, Wakeup(key)))
            });
        lp.set_active(key, true);
        (
            Wakeup(key),
            Waker {
                key,
                woken,
                mailbox: lp.core.poller.mailbox.clone(),
            },
        )
    }
}

impl Wakeup {
    /// Has the callback run in the next poll phase, if the handle is open.
    pub(crate) fn wake_again(self, lp: &Loop) {
        let handles = lp.core.handles.borrow();
        if let Some(Detail::Wakeup { woken }) = handles.get(self.0).map(|entry| &entry.detail)
            && !woken.swap(true, Ordering::AcqRel)
        {
            lp.core.poller.mailbox.post(Letter::Wake(self.0));
        }
    }
}

handle!(Wakeup);

impl Waker {
    /// Has the handle's callback run soon. Does nothing once the handle is closed or the loop gone.
    pub fn wake(&self) {
        if !self.woken.swap(true, Ordering::AcqRel) {
            self.mailbox.post(Letter::Wake(self.key));
        }
    }

    /// The same, for a handler of signals: it takes no lock, allocates nothing and leaves `errno` alone. The
    /// loop then looks at all its handles, so elsewhere [`wake`](Waker::wake) is better.
    pub fn wake_in_signal_handler(&self) {
        if !self.woken.swap(true, Ordering::AcqRel) {
            self.mailbox.alarm();
        }
    }
}

/// Runs the callbacks of handles that were woken by signal handlers, which leave no letters.
#[cold]
pub(crate) fn fire_alarmed(lp: &Loop) {
    let mut woken = Vec::new();
    lp.core.handles.borrow().each(|key, detail| {
        if let Detail::Wakeup { woken: flag } = detail
            && flag.load(Ordering::Acquire)
        {
            woken.push(key);
        }
    });
    woken.into_iter().for_each(|key| fire(lp, key));
}

/// Has a handle count as woken, by a letter of a tape.
pub(crate) fn mark(lp: &Loop, key: Key) {
    let handles = lp.core.handles.borrow();
    if let Some(Detail::Wakeup { woken }) = handles.get(key).map(|entry| &entry.detail) {
        woken.store(true, Ordering::Release);
    }
}

/// Runs the callback of a handle that was woken.
pub(crate) fn fire(lp: &Loop, key: Key) {
    let is_woken = match lp.core.handles.borrow().get(key).map(|entry| &entry.detail) {
        // Before the callback, which may have seen the news of a wake-up that comes now or not. It is unset
        // already if a signal handler was quicker than the letter.
        Some(Detail::Wakeup { woken }) => woken.swap(false, Ordering::AcqRel),
        _ => false,
    };
    if is_woken {
        lp.fire(key, Kind::Wakeup, 0);
    }
}
