//! What the streams of a loop share: the buffer for reading and a descriptor in reserve; and what comes
//! of requests that ended inside the call that made them.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use super::state::{AgainOnPanic, StreamState, flag};
use crate::Loop;
use crate::handle::Key;
use crate::seam;

/// What the streams of a loop share.
#[derive(Default)]
pub(crate) struct Streams {
    /// The buffer for reading, empty; without room while it is in use, and before the first use.
    pub(super) buffer: Cell<Vec<u8>>,
    /// A buffer that was zeroed once, for system calls that want to have one; empty before the first use.
    pub(super) zeroed: RefCell<Vec<u8>>,
    /// Given up for a moment when the process has no descriptor left to accept a connection with.
    reserve: RefCell<Option<OwnedFd>>,
}

impl Streams {
    /// Makes sure that there is a descriptor in reserve, if one can be had.
    pub(super) fn keep_reserve(&self) {
        let mut reserve = self.reserve.borrow_mut();
        if reserve.is_none() {
            let open = || File::open("/dev/null").or_else(|_| File::open("/"));
            *reserve = seam::ask("stream.reserve", || open().ok().map(OwnedFd::from));
        }
    }

    /// Gives up the descriptor in reserve; says whether there was one.
    pub(super) fn spend_reserve(&self) -> bool {
        self.reserve.take().is_some()
    }
}

impl StreamState {
    /// Has the callbacks of requests that are over run in the pending phase.
    pub(super) fn feed(&self, lp: &Loop, key: Key) {
        if self.has(flag::FED) {
            return;
        }
        self.set(flag::FED, true);
        lp.feed(key);
    }

    /// Runs the callbacks of requests that are over.
    pub(super) fn run_fed(self: &Rc<Self>, lp: &Loop, key: Key) {
        self.set(flag::FED, false);
        let again = AgainOnPanic(|| self.feed(lp, key));
        self.run_finished(lp);
        if self.has_fd() {
            self.shut_down_when_written(lp);
        }
        std::mem::forget(again);
    }
}
