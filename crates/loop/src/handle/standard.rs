//! Standard input, output and error, whatever they are.

use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::stdio::{stderr, stdin, stdout};

use super::stream::{FromKey, Stream, StreamState, flag, state};
use super::{Key, Named, Pipe, Tcp, Tty, handle};
use crate::Loop;
use crate::observe::Kind;
use crate::seam;
use crate::tty::{self, DescriptorKind};

/// A standard stream of the process, by what it is: [`Loop::standard_stream`].
#[derive(Debug)]
#[non_exhaustive]
pub enum StandardStream {
    /// A terminal.
    Tty(Tty),
    /// A pipe or a Unix socket.
    Pipe(Pipe),
    /// A TCP socket.
    Tcp(Tcp),
    /// A file, or a device that is read like one: it is read and written by [file requests](crate::work::fs).
    File(OwnedFd),
    /// Something else, such as a UDP socket.
    Other(OwnedFd),
}

impl StandardStream {
    /// The handle, if it is a terminal, a pipe or a socket: all that can be done with a stream of any kind.
    ///
    /// ```
    /// use rondo_loop::{Loop, Mode, Stream};
    ///
    /// let lp = Loop::new()?;
    /// if let Some(output) = lp.standard_stream(1)?.as_stream() {
    ///     output.write(&lp, "whatever it is\n", |_, _| {})?;
    /// }
    /// lp.run(Mode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn as_stream(&self) -> Option<AnyStream> {
        match self {
            StandardStream::Tty(tty) => Some((*tty).into()),
            StandardStream::Pipe(pipe) => Some((*pipe).into()),
            StandardStream::Tcp(tcp) => Some((*tcp).into()),
            StandardStream::File(_) | StandardStream::Other(_) => None,
        }
    }
}

/// A stream of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyStream(Key);

handle!(AnyStream);

impl Stream for AnyStream {}

impl FromKey for AnyStream {
    fn from_key(key: Key) -> AnyStream {
        AnyStream(key)
    }

    fn prepare_to_listen(self, stream: &StreamState) -> Result<(), Errno> {
        match stream.kind {
            Kind::Tcp => Tcp::from_key(self.0).prepare_to_listen(stream),
            Kind::Pipe => Pipe::from_key(self.0).prepare_to_listen(stream),
            _ => Err(Errno::INVAL),
        }
    }
}

/// Says of a kind of stream that it is one.
macro_rules! any_stream {
    ($($kind:ty),*) => {$(
        impl From<$kind> for AnyStream {
            fn from(stream: $kind) -> AnyStream {
                AnyStream(stream.key())
            }
        }
    )*};
}

any_stream!(Tcp, Pipe, Tty);

impl Loop {
    /// Makes a handle of standard input (0), output (1) or error (2). Closing it leaves the descriptor
    /// itself open.
    ///
    /// `EINVAL` for other numbers, `EBADF` if it is not open.
    ///
    /// ```
    /// use rondo_loop::{Handle, Loop, Mode, StandardStream, Stream};
    ///
    /// let lp = Loop::new()?;
    /// if let StandardStream::Pipe(output) = lp.standard_stream(1)? {
    ///     output.write(&lp, "into a pipe\n", |_, _| {})?;
    /// }
    /// lp.run(Mode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn standard_stream(&self, number: i32) -> io::Result<StandardStream> {
        let standard = match number {
            0 => stdin(),
            1 => stdout(),
            2 => stderr(),
            _ => return Err(Errno::INVAL.into()),
        };
        let fd = seam::ask("standard.open", || fcntl_dupfd_cloexec(standard, 3))?;
        let stream = match tty::kind(standard) {
            DescriptorKind::Tty => StandardStream::Tty(Tty::open(self, fd.as_fd())?),
            DescriptorKind::Pipe => StandardStream::Pipe(Pipe::open(self, fd)?),
            DescriptorKind::Tcp => StandardStream::Tcp(Tcp::open(self, fd)?),
            DescriptorKind::File => StandardStream::File(fd),
            _ => StandardStream::Other(fd),
        };
        if let Some(state) = stream.as_stream().and_then(|stream| state(self, stream)) {
            state.set(flag::standing_for(number), true);
        }
        Ok(stream)
    }
}
