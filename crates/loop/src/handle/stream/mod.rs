//! Streams: TCP sockets, pipes, terminals. What they have in common is here, a subject a file.

mod chunk;
mod connect;
mod feed;
mod listen;
mod passing;
mod queue;
mod read;
pub(crate) mod state;
mod transfer;
mod watch;
mod write;

use std::cell::RefCell;
use std::io::{self, IoSlice};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::rc::Rc;

use rustix::io::{Errno, fcntl_dupfd_cloexec, ioctl_fionbio};
use rustix::net::sockopt;

use super::{Handle, Key, Owned};
use crate::Loop;
pub use chunk::Chunk;
pub(crate) use feed::Streams;
use queue::Data;
use read::{Fill, Lend};
pub use read::{Read, ReadInto, ReadTake, Reader};
pub(crate) use state::{Done, StreamState, flag};

/// What TCP sockets, pipes and terminals can do: read, write, listen, shut down.
///
/// Callbacks never run inside the call that asks for them. All calls on a stream that is closed give an
/// error.
///
/// Here the two ends of a pair talk to each other:
///
/// ```
/// use rondo_loop::{Handle, Loop, Mode, Pipe, Read, Stream};
///
/// let lp = Loop::new()?;
/// let (left, right) = Pipe::pair(&lp)?;
/// left.write(&lp, "hello", |_, result| result.unwrap())?;
/// left.shutdown(&lp, move |lp, _| left.close(lp, |_| {}))?;
/// right.read_start(&lp, |lp, right, read| match read {
///     Read::Data(bytes) => assert_eq!(bytes, b"hello"),
///     Read::End => right.close(lp, |_| {}),
///     Read::Failed(error) => panic!("{error}"),
/// })?;
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[expect(private_bounds, reason = "only this crate makes kinds of streams")]
pub trait Stream: Handle + FromKey + 'static {
    /// Calls back with data as it comes, and with the end. The bytes are in a buffer that is used again
    /// after the call.
    ///
    /// `EALREADY` if the stream is being read, `ENOTCONN` if it cannot be read from.
    fn read_start(
        self,
        lp: &Loop,
        mut on_read: impl FnMut(&Loop, Self, Read<'_>) + 'static,
    ) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::INVAL)?;
        let reader = Lend(move |lp: &Loop, what: ReadTake<'_>| on_read(lp, self, what.into()));
        Ok(stream.start_reading(lp, self.key(), reader)?)
    }

    /// Like [`read_start`](Stream::read_start), but the callback may take the buffer and keep it.
    fn read_start_taking(
        self,
        lp: &Loop,
        mut on_read: impl FnMut(&Loop, Self, ReadTake<'_>) + 'static,
    ) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::INVAL)?;
        let reader = Lend(move |lp: &Loop, what: ReadTake<'_>| on_read(lp, self, what));
        Ok(stream.start_reading(lp, self.key(), reader)?)
    }

    /// Like [`read_start`](Stream::read_start), but reads into buffers of the program's own.
    fn read_start_into(self, lp: &Loop, reader: impl Reader<Self>) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::INVAL)?;
        let reader = Fill {
            stream: self,
            reader,
        };
        Ok(stream.start_reading(lp, self.key(), reader)?)
    }

    /// Stops reading; it can be started again. What comes meanwhile waits.
    fn read_stop(self, lp: &Loop) {
        if let Some(stream) = state(lp, self) {
            stream.stop_reading(lp, self.key());
        }
    }

    /// Writes bytes, after those of earlier calls, and calls back when the system has taken all of them
    /// or when that failed. `ECANCELED` is told if the stream is closed before.
    ///
    /// `EPIPE` is given if the stream cannot be written to, or was shut down.
    fn write(
        self,
        lp: &Loop,
        data: impl Into<Chunk>,
        done: impl FnOnce(&Loop, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        stream.check_writable()?;
        let data = Data::One(data.into());
        stream.write(lp, self.key(), data, None, Done::new(lp, done));
        Ok(())
    }

    /// Writes several pieces as one.
    fn write_vectored(
        self,
        lp: &Loop,
        data: Vec<Chunk>,
        done: impl FnOnce(&Loop, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        stream.check_writable()?;
        stream.write(lp, self.key(), Data::Many(data), None, Done::new(lp, done));
        Ok(())
    }

    /// Writes what the system takes at once, and says how much that was. `EAGAIN` if it takes nothing, or
    /// if earlier bytes still wait.
    fn try_write(self, lp: &Loop, bytes: &[u8]) -> io::Result<usize> {
        self.try_write_vectored(lp, &[IoSlice::new(bytes)])
    }

    /// Writes of several pieces what the system takes at once.
    fn try_write_vectored(self, lp: &Loop, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        Ok(stream.try_write(lp, slices)?)
    }

    /// Shuts down the sending side when all is written: the other side reads the end. Nothing can be
    /// written any more.
    ///
    /// `ENOTCONN` if the stream cannot be written to, or was shut down before.
    fn shutdown(
        self,
        lp: &Loop,
        done: impl FnOnce(&Loop, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::NOTCONN)?;
        if !stream.has(flag::WRITABLE) {
            return Err(Errno::NOTCONN.into());
        }
        stream.shut_down(lp, self.key(), Done::new(lp, done));
        Ok(())
    }

    /// Takes connections, up to `backlog` of which the system keeps waiting, and calls back with each.
    /// The new stream is open until it is closed, whether or not the program keeps it; see
    /// [`listen_owned`](Stream::listen_owned) for another way.
    ///
    /// When the process has no descriptor left, connections that wait are closed.
    fn listen(
        self,
        lp: &Loop,
        backlog: i32,
        mut on_connection: impl FnMut(&Loop, Self, io::Result<Self>) + 'static,
    ) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::INVAL)?;
        self.prepare_to_listen(&stream)?;
        let listener = move |lp: &Loop, new: io::Result<Key>| {
            on_connection(lp, self, new.map(Self::from_key));
        };
        let listener = Rc::new(RefCell::new(listener));
        Ok(stream.listen(lp, self.key(), backlog, listener)?)
    }

    /// Like [`listen`](Stream::listen), but a connection that is dropped is closed.
    fn listen_owned(
        self,
        lp: &Loop,
        backlog: i32,
        mut on_connection: impl FnMut(&Loop, Self, io::Result<Owned<Self>>) + 'static,
    ) -> io::Result<()> {
        self.listen(lp, backlog, move |lp, server, new| {
            on_connection(lp, server, new.map(|new| Owned::new(lp, new)));
        })
    }

    /// Bytes that wait to be written.
    fn write_queue_size(self, lp: &Loop) -> usize {
        state(lp, self).map_or(0, |stream| stream.queue_size())
    }

    /// Whether the stream can be read from, in general.
    fn is_readable(self, lp: &Loop) -> bool {
        state(lp, self).is_some_and(|stream| stream.has(flag::READABLE))
    }

    /// Whether the stream can be written to, in general: not once it is shut down.
    fn is_writable(self, lp: &Loop) -> bool {
        state(lp, self).is_some_and(|stream| stream.has(flag::WRITABLE))
    }

    /// The number of the stream's descriptor, which stays the stream's own. `EBADF` if it has none.
    fn fileno(self, lp: &Loop) -> io::Result<RawFd> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        // Whoever knows the number may give the open file to others.
        stream.set(flag::SHARED, true);
        Ok(stream.with(|fd| Ok(fd.as_raw_fd()))?)
    }

    /// A descriptor of the caller's own for the same socket or pipe, to be given to others.
    fn duplicate(self, lp: &Loop) -> io::Result<OwnedFd> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        stream.set(flag::SHARED, true);
        Ok(stream.ask("stream.duplicate", |fd| fcntl_dupfd_cloexec(fd, 3))?)
    }

    /// Whether writes block until the system has taken all. Reads never block.
    fn set_blocking(self, lp: &Loop, on: bool) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        stream.ask("stream.blocking", |fd| ioctl_fionbio(fd, !on))?;
        stream.set(flag::BLOCKING, on);
        Ok(())
    }

    /// The size in bytes of the system's buffer for sending. The system counts its own needs in: it is
    /// twice what was set.
    fn send_buffer_size(self, lp: &Loop) -> io::Result<usize> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        Ok(stream.ask("stream.option", |fd| sockopt::socket_send_buffer_size(fd))?)
    }

    /// Sets the size of the system's buffer for sending.
    fn set_send_buffer_size(self, lp: &Loop, size: usize) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        Ok(stream.ask("stream.option", |fd| {
            sockopt::set_socket_send_buffer_size(fd, size)
        })?)
    }

    /// The size in bytes of the system's buffer for receiving, twice what was set.
    fn recv_buffer_size(self, lp: &Loop) -> io::Result<usize> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        Ok(stream.ask("stream.option", |fd| sockopt::socket_recv_buffer_size(fd))?)
    }

    /// Sets the size of the system's buffer for receiving.
    fn set_recv_buffer_size(self, lp: &Loop, size: usize) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        Ok(stream.ask("stream.option", |fd| {
            sockopt::set_socket_recv_buffer_size(fd, size)
        })?)
    }
}

/// Makes a handle of its name.
pub(crate) trait FromKey {
    fn from_key(key: Key) -> Self;

    /// Does what has to be done before the system can listen.
    fn prepare_to_listen(self, stream: &StreamState) -> Result<(), Errno>;
}

/// The state of an open stream.
#[inline]
pub(crate) fn state(lp: &Loop, stream: impl Handle) -> Option<Rc<StreamState>> {
    lp.source(stream.key())
}
