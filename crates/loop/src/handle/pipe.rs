//! Pipes and Unix sockets.

use std::io;
use std::rc::Rc;

use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

use super::stream::{FromKey, Stream, StreamState, flag};
use super::{Key, handle};
use crate::Loop;
use crate::observe::Kind;

/// A pipe, or a Unix socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pipe(Key);

handle!(Pipe);

impl Pipe {
    /// Makes two handles that are connected with each other.
    pub fn pair(lp: &Loop) -> io::Result<(Pipe, Pipe)> {
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let (left, right) = socketpair(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
        let [left, right] = [left, right].map(|fd| {
            let flags = flag::SOCKET | flag::READABLE | flag::WRITABLE;
            let stream = StreamState::with_fd(Kind::Pipe, flags, fd);
            Pipe(lp.add_source(Kind::Pipe, Rc::new(stream)))
        });
        Ok((left, right))
    }
}

impl Stream for Pipe {}

impl FromKey for Pipe {
    fn from_key(key: Key) -> Pipe {
        Pipe(key)
    }

    fn prepare_to_listen(self, stream: &StreamState) -> Result<(), Errno> {
        if stream.has_fd() && !stream.has(flag::PASSES) {
            Ok(())
        } else {
            Err(Errno::INVAL)
        }
    }
}
