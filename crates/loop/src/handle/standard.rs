//! Standard input, output and error, whatever they are.

use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::stdio::{stderr, stdin, stdout};

use super::{Pipe, Tcp, Tty};
use crate::Loop;
use crate::tty::{self, DescriptorKind};

/// A standard stream of the process, by what it is: [`Loop::standard_stream`].
#[derive(Debug)]
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
        let fd = fcntl_dupfd_cloexec(standard, 3)?;
        Ok(match tty::kind(standard) {
            DescriptorKind::Tty => StandardStream::Tty(Tty::open(self, fd.as_fd())?),
            DescriptorKind::Pipe => StandardStream::Pipe(Pipe::open(self, fd)?),
            DescriptorKind::Tcp => StandardStream::Tcp(Tcp::open(self, fd)?),
            DescriptorKind::File => StandardStream::File(fd),
            _ => StandardStream::Other(fd),
        })
    }
}
