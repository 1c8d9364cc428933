//! How the poller watches the descriptor of a stream.

use std::os::fd::AsRawFd;

use mio::Interest;
use rustix::io::Errno;

use super::state::{StreamState, flag};
use crate::Loop;
use crate::handle::Key;
use crate::observe::Kind;

impl StreamState {
    /// Has the poller tell when there is something to read and, if asked for, when one can write. It
    /// tells of changes only, so once is enough.
    pub(super) fn watch(&self, lp: &Loop, key: Key, writing: bool) -> Result<(), Errno> {
        let is_registered = self.has(flag::REGISTERED);
        // A terminal does not tell reliably of a change to writable; asking anew makes it look.
        let again = writing && self.kind == Kind::Tty;
        if is_registered && !again && (!writing || self.has(flag::WATCHES_WRITE)) {
            return Ok(());
        }
        // Of urgent data one has to know, for a read stops before it.
        let reading = match self.kind {
            Kind::Tcp => Interest::READABLE | Interest::PRIORITY,
            _ => Interest::READABLE,
        };
        let interest = if writing {
            reading | Interest::WRITABLE
        } else {
            reading
        };
        self.with(|fd| {
            let poller = &lp.core.poller;
            poller
                .register(fd.as_raw_fd(), key, interest, is_registered)
                .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))
        })?;
        self.set(flag::REGISTERED, true);
        self.set(flag::LEVEL, false);
        self.set(flag::WATCHES_WRITE, writing);
        Ok(())
    }

    /// Has the poller tell when there is something to read, in the way that suits the descriptor.
    pub(super) fn watch_reads(&self, lp: &Loop, key: Key) -> Result<(), Errno> {
        // A read may give less than there is: of a Unix socket if descriptors were sent along, of a pipe if
        // its writer keeps messages apart. To be told again costs less than to look each time.
        if self.kind != Kind::Pipe || self.has(flag::PASSES | flag::REGISTERED) {
            return self.watch(lp, key, false);
        }
        self.with(|fd| lp.core.poller.register_level(fd, key))?;
        self.set(flag::REGISTERED | flag::LEVEL, true);
        Ok(())
    }

    /// Notes that there is something to read, and nobody to read it.
    pub(super) fn keep_unread(&self, lp: &Loop) {
        if !self.take(flag::LEVEL) {
            self.set(flag::READ_WAITS, true);
            return;
        }
        // Otherwise it would be told again and again.
        self.set(flag::REGISTERED, false);
        let _ = self.with(|fd| {
            lp.core.poller.deregister(fd.as_raw_fd());
            Ok(())
        });
    }

    /// Closes the descriptor, of which the poller tells no more.
    pub(super) fn close_fd(&self, lp: &Loop) {
        let fd = self.fd.take();
        if let Some(fd) = &fd
            && self.take(flag::REGISTERED)
        {
            if self.has(flag::SHARED) {
                lp.core.poller.deregister(fd.as_raw_fd());
            } else {
                // The system forgets a descriptor whose last owner closes it.
                lp.core.poller.forget();
            }
        }
    }
}
