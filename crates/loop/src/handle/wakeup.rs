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

handle!(Wakeup);

impl Waker {
    /// Has the handle's callback run soon. Does nothing once the handle is closed or the loop gone.
    pub fn wake(&self) {
        if !self.woken.swap(true, Ordering::AcqRel) {
            self.mailbox.post(Letter::Wake(self.key));
        }
    }
}

/// Runs the callback of a handle that was woken.
pub(crate) fn fire(lp: &Loop, key: Key) {
    let is_open = match lp.core.handles.borrow().get(key).map(|entry| &entry.detail) {
        Some(Detail::Wakeup { woken }) => {
            // Before the callback, which may have seen the news of a wake-up that comes now or not.
            woken.swap(false, Ordering::AcqRel);
            true
        }
        _ => false,
    };
    if is_open {
        lp.fire(key, Kind::Wakeup, 0);
    }
}
