//! Connecting.

use rustix::io::Errno;
use rustix::net::sockopt;

use super::state::{Done, StreamState, flag};
use crate::Loop;
use crate::handle::{Key, Ready};
use crate::observe::Kind;

impl StreamState {
    /// Makes a request to connect, of which the system has said how it went. It has begun unless the
    /// result is `EINPROGRESS`.
    pub(crate) fn connecting(&self, lp: &Loop, key: Key, result: Result<(), Errno>, done: Done) {
        let known = match result {
            Err(Errno::INPROGRESS) => self.watch(lp, key, true).err().map(Err),
            known => Some(known),
        };
        self.set(flag::CONNECTING, true);
        self.set(flag::ENDING, false);
        if known.is_some() {
            // Callbacks run later, never in the call.
            lp.core.poller.tell_again(key, Ready::WRITABLE);
        }
        let mut extra = self.extra();
        extra.connected = known;
        extra.connect = Some(done);
    }

    /// Learns how connecting went, and tells the program. Says whether there is more to be done.
    pub(super) fn finish_connect(&self, lp: &Loop, ready: Ready) -> bool {
        let result = match self.look(|extra| extra.connected.take()) {
            Some(known) => known,
            None if !ready.has(Ready::WRITABLE) => return false,
            None => match self.ask("stream.connected", |fd| sockopt::socket_error(fd)) {
                Ok(Err(Errno::INPROGRESS)) => return false,
                Ok(result) => result,
                Err(error) => Err(error),
            },
        };
        self.set(flag::CONNECTING, false);
        if result.is_err() && self.has_queue() {
            self.queue().fail(Errno::CANCELED);
        }
        let connect = self.look(|extra| extra.connect.take());
        if let Some(connect) = connect {
            connect.run(lp, Kind::Connect, result);
        }
        true
    }
}
