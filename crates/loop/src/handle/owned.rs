//! A handle with an owner.

use std::fmt;
use std::ops::Deref;

use super::Handle;
use crate::{Loop, WeakLoop};

/// Closes its handle when it is dropped: for who would rather have a value that owns than a name that does not.
///
/// ```
/// use rondo_loop::{Handle, Loop, Owned, Timer};
///
/// let lp = Loop::new()?;
/// let timer = Owned::new(&lp, Timer::new(&lp, |_, _| {}));
/// let name = *timer;
/// timer.start(&lp, 1000, 0);
/// drop(timer);
/// assert!(name.is_closing(&lp));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Owned<H: Handle> {
    handle: H,
    /// None once it is released.
    lp: Option<WeakLoop>,
}

impl<H: Handle> Owned<H> {
    /// Owns a handle of this loop from now on.
    pub fn new(lp: &Loop, handle: H) -> Owned<H> {
        let lp = Some(lp.downgrade());
        Owned { handle, lp }
    }

    /// Leaves the handle open, until it is closed.
    pub fn release(mut self) -> H {
        self.lp = None;
        self.handle
    }
}

impl<H: Handle> Deref for Owned<H> {
    type Target = H;

    fn deref(&self) -> &H {
        &self.handle
    }
}

impl<H: Handle> Drop for Owned<H> {
    fn drop(&mut self) {
        if let Some(lp) = self.lp.as_ref().and_then(WeakLoop::upgrade) {
            self.handle.close(&lp, |_| {});
        }
    }
}

impl<H: Handle> fmt::Debug for Owned<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Owned").field(&self.handle).finish()
    }
}
