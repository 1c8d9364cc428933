//! Listening, and accepting connections.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use rustix::io::Errno;
use rustix::net::{SocketFlags, accept_with};

use super::state::{StreamState, flag};
use crate::Loop;
use crate::handle::{Key, Ready, inside};
use crate::observe::Kind;

/// How many connections one listener accepts in a turn, so that others get theirs.
const ROUNDS: u32 = 256;

/// After how many milliseconds to look for a free descriptor again.
const TRY_AGAIN: u64 = 10;

/// What is called with each connection.
pub(super) type Listener = Rc<RefCell<dyn FnMut(&Loop, io::Result<Key>)>>;

/// What came of an attempt to accept.
enum Accepted {
    Connection(Key),
    /// There may be more.
    Failed,
    Nothing,
    Error(Errno),
}

impl StreamState {
    pub(super) fn listen(
        &self,
        lp: &Loop,
        key: Key,
        backlog: i32,
        listener: Listener,
    ) -> Result<(), Errno> {
        self.ask("stream.listen", |fd| rustix::net::listen(fd, backlog))?;
        self.watch(lp, key, false)?;
        if self.kind == Kind::Tcp && lp.core.schedule.is_some() {
            inside::listens(lp, key, self);
        }
        lp.core.streams.keep_reserve();
        self.set(flag::LISTENING, true);
        let previous = self.extra().listener.replace(listener);
        drop(previous);
        lp.set_active(key, true);
        Ok(())
    }

    /// Accepts what waits, but not without end.
    pub(super) fn accept(&self, lp: &Loop, key: Key) {
        let rounds = if self.has(flag::ONE_ACCEPT) {
            1
        } else {
            ROUNDS
        };
        for _ in 0..rounds {
            // None once it is closed.
            let Some(listener) = self.look(|extra| extra.listener.clone()) else {
                return;
            };
            let accepted = self.accept_one(lp);
            let was_starved = self.note_starved(lp, key, &accepted);
            let (result, goes_on) = match accepted {
                Accepted::Connection(new) => (Ok(new), true),
                Accepted::Failed => continue,
                Accepted::Nothing => return,
                Accepted::Error(Errno::MFILE | Errno::NFILE) if was_starved => return,
                Accepted::Error(error) => (Err(error.into()), false),
            };
            // It is free: a loop does not run inside itself.
            let mut listener = listener.borrow_mut();
            lp.call(self.kind, lp.scheduled_by(key), || listener(lp, result));
            if !goes_on {
                return;
            }
        }
        lp.core.poller.tell_again(key, Ready::READABLE);
    }

    /// Has it tried again after a while if there is no descriptor to be had; says whether that was so
    /// before, and the callback knows.
    fn note_starved(&self, lp: &Loop, key: Key, accepted: &Accepted) -> bool {
        let was_starved = self.has(flag::STARVED);
        let is_starved = matches!(accepted, Accepted::Error(Errno::MFILE | Errno::NFILE));
        if was_starved || is_starved {
            let mut wheel = lp.core.wheel.borrow_mut();
            wheel.remove(key.slot);
            if is_starved {
                wheel.insert(key.slot, lp.now() + TRY_AGAIN);
            }
            self.set(flag::STARVED, is_starved);
        }
        if was_starved && !is_starved {
            lp.core.streams.keep_reserve();
        }
        was_starved
    }

    fn accept_one(&self, lp: &Loop) -> Accepted {
        if let Some((fd, ends)) = self.look(|extra| extra.waiting.pop_front()) {
            let flags = flag::READABLE | flag::WRITABLE | flag::SOCKET;
            let stream = StreamState::with_fd(self.kind, flags, fd);
            stream.extra().ends = Some(ends);
            return Accepted::Connection(lp.add_source(self.kind, Rc::new(stream)));
        }
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        match self.ask("stream.accept", |fd| accept_with(fd, flags)) {
            Ok(fd) => {
                lp.lets_in("connections");
                let flags = flag::READABLE | flag::WRITABLE | flag::SOCKET;
                let stream = StreamState::with_fd(self.kind, flags, fd);
                Accepted::Connection(lp.add_source(self.kind, Rc::new(stream)))
            }
            Err(Errno::AGAIN) => Accepted::Nothing,
            Err(Errno::MFILE | Errno::NFILE) if lp.core.streams.spend_reserve() => {
                self.turn_away(lp)
            }
            Err(error) if is_of_the_connection(error) => Accepted::Failed,
            Err(error) => Accepted::Error(error),
        }
    }

    /// Takes the connections that wait and closes them, with the one descriptor that was in reserve: so
    /// the others learn that there is no room, and the loop does not spin.
    fn turn_away(&self, lp: &Loop) -> Accepted {
        let answer = loop {
            match self.ask("stream.accept", |fd| accept_with(fd, SocketFlags::CLOEXEC)) {
                Ok(fd) => drop(fd),
                Err(Errno::AGAIN) => break Accepted::Nothing,
                Err(error) if is_of_the_connection(error) => {}
                Err(error) => break Accepted::Error(error),
            }
        };
        lp.core.streams.keep_reserve();
        answer
    }
}

/// Whether the error is one of the connection that was to be accepted, not of the listener.
fn is_of_the_connection(error: Errno) -> bool {
    matches!(
        error,
        Errno::INTR
            | Errno::CONNABORTED
            | Errno::PROTO
            | Errno::NETDOWN
            | Errno::NOPROTOOPT
            | Errno::HOSTDOWN
            | Errno::NONET
            | Errno::HOSTUNREACH
            | Errno::NETUNREACH
    )
}
