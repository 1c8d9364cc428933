//! Watching children by SIGCHLD, where the system has no descriptors for processes.

use std::io;

use super::{State, Watch};
use crate::handle::{Handle, Key, Signal};
use crate::{Loop, handle::Ready, handle::Source};

/// Watches a child that was just started. The signal says only that some child has ended, so each one
/// looks whether it is its own.
pub(super) fn watch(lp: &Loop, key: Key) -> io::Result<Watch> {
    let look = move |lp: &Loop| {
        if let Some(state) = lp.source::<State>(key) {
            state.ready(lp, key, Ready::READABLE);
        }
    };
    let signal = Signal::new(lp, move |lp, _, _| look(lp));
    if let Err(error) = signal.start(lp, libc::SIGCHLD) {
        signal.close(lp, |_| {});
        return Err(error);
    }
    // The process handle is what keeps the loop alive.
    signal.unref(lp);
    // It may have ended before the signal was watched.
    lp.defer(look);
    Ok(Watch::Signal(signal))
}
