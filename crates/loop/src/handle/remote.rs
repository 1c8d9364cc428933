//! Closures for the loop's thread, sent from any thread.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::{Waker, Wakeup};
use crate::Loop;

type Sent = Box<dyn FnOnce(&Loop) + Send>;

/// Sends closures to a loop from any thread. Clones send to the same handle.
///
/// They run in the poll phase, in the order in which they were sent. As long as the [`Wakeup`] is open and
/// referenced the loop waits for more; once it is closed nothing can be sent.
///
/// ```
/// use rondo_loop::{Handle, Loop, Mode, Remote};
///
/// let lp = Loop::new()?;
/// let (inlet, remote) = Remote::new(&lp);
/// std::thread::spawn(move || {
///     let answer = 6 * 7;
///     remote.send(move |lp| {
///         assert_eq!(answer, 42);
///         inlet.close(lp, |_| {});
///     })
/// });
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Remote {
    queue: Weak<Mutex<Vec<Sent>>>,
    waker: Waker,
}

impl Remote {
    /// Makes a handle that runs what is sent, and the sender.
    pub fn new(lp: &Loop) -> (Wakeup, Remote) {
        let queue = Arc::new(Mutex::new(Vec::<Sent>::new()));
        let sender = Arc::downgrade(&queue);
        let mut current = Vec::new().into_iter();
        let (wakeup, waker) = Wakeup::new(lp, move |lp, wakeup| {
            loop {
                if current.as_slice().is_empty() {
                    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                    current = std::mem::take(&mut *queue).into_iter();
                }
                let Some(sent) = current.next() else { return };
                let rest = AfterPanic(lp, wakeup);
                sent(lp);
                std::mem::forget(rest);
                if super::Handle::is_closing(wakeup, lp) {
                    return;
                }
            }
        });
        let queue = sender;
        (wakeup, Remote { queue, waker })
    }

    /// Has a closure run by the loop. False if the handle is closed, or the loop gone: then it is dropped.
    pub fn send(&self, closure: impl FnOnce(&Loop) + Send + 'static) -> bool {
        let Some(queue) = self.queue.upgrade() else {
            return false;
        };
        let mut waiting = queue.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(Box::new(closure));
        drop(waiting);
        self.waker.wake();
        true
    }
}

/// A panic leaves the rest for the next turn.
struct AfterPanic<'a>(&'a Loop, Wakeup);

impl Drop for AfterPanic<'_> {
    fn drop(&mut self) {
        self.1.wake_again(self.0);
    }
}

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Remote").finish_non_exhaustive()
    }
}
