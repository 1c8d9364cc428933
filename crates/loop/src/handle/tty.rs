//! Terminals.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::rc::Rc;

use rustix::fs::{Mode, OFlags, fcntl_getfl, open};
use rustix::io::{Errno, fcntl_dupfd_cloexec, retry_on_intr};
use rustix::pty::ptsname;

use super::stream::{FromKey, Stream, StreamState, flag, state};
use super::{Key, handle};
use crate::Loop;
use crate::observe::Kind;
use crate::seam;
use crate::tty::{self, DescriptorKind, TtyMode};

/// A terminal.
///
/// The mode of a terminal stays changed when a program ends: call [`tty::reset`](crate::tty::reset) before.
/// Closing the handle that changed it gives it back too.
///
/// ```no_run
/// use rondo_loop::tty::TtyMode;
/// use rondo_loop::{Handle, Loop, Mode, Read, Stream, Tty};
///
/// let lp = Loop::new()?;
/// let keys = Tty::open(&lp, std::io::stdin())?;
/// keys.set_mode(&lp, TtyMode::Raw)?;
/// keys.read_start(&lp, |lp, keys, read| match read {
///     Read::Data(b"q") | Read::End | Read::Failed(_) => keys.close(lp, |_| {}),
///     Read::Data(bytes) => println!("{bytes:?}\r"),
/// })?;
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tty(Key);

handle!(Tty);

impl Tty {
    /// Makes a handle of a terminal. The descriptor stays the caller's own: the terminal is opened anew,
    /// so that other programs that have it do not see that this one does not wait for it.
    ///
    /// `EINVAL` if it is no terminal.
    pub fn open(lp: &Loop, terminal: impl AsFd) -> io::Result<Tty> {
        let fd = terminal.as_fd();
        let standard = flag::standing_for(fd.as_raw_fd());
        let (fd, flags) = seam::ask("tty.open", || open_with_flags(fd))?;
        let flags = flags | standard;
        let stream = StreamState::with_fd(Kind::Tty, flags, fd);
        Ok(Tty(lp.add_source(Kind::Tty, Rc::new(stream))))
    }

    /// Sets what the terminal does with what is typed.
    pub fn set_mode(self, lp: &Loop, mode: TtyMode) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        stream.ask("tty.mode", |fd| Ok(tty::set_mode(fd, mode)))?
    }

    /// The size of the terminal: columns and rows.
    pub fn window_size(self, lp: &Loop) -> io::Result<(u16, u16)> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        stream.ask("tty.size", |fd| Ok(tty::window_size(fd)))?
    }
}

impl Stream for Tty {}

impl FromKey for Tty {
    fn from_key(key: Key) -> Tty {
        Tty(key)
    }

    fn prepare_to_listen(self, _stream: &StreamState) -> Result<(), Errno> {
        Err(Errno::INVAL)
    }
}

/// Opens a terminal for a stream of its own, and says what can be done with it.
fn open_with_flags(fd: BorrowedFd<'_>) -> Result<(OwnedFd, u32), Errno> {
    if tty::kind(fd) != DescriptorKind::Tty {
        return Err(Errno::INVAL);
    }
    let access = fcntl_getfl(fd)? & OFlags::RWMODE;
    let (fd, blocking) = match open_anew(fd, access) {
        Ok(fd) => (fd, 0),
        Err(_) => (fcntl_dupfd_cloexec(fd, 3)?, flag::BLOCKING | flag::SHARED),
    };
    // What is typed comes line by line, however much room there is.
    let flags = blocking
        | flag::PIECEMEAL
        | match access {
            OFlags::RDONLY => flag::READABLE,
            OFlags::WRONLY => flag::WRITABLE,
            _ => flag::READABLE | flag::WRITABLE,
        };
    Ok((fd, flags))
}

/// Opens the terminal once more, as one that does not block. That cannot be done with the controlling side of
/// a pseudo-terminal: it would be another one.
fn open_anew(fd: BorrowedFd<'_>, access: OFlags) -> Result<OwnedFd, Errno> {
    if ptsname(fd, Vec::new()).is_ok() {
        return Err(Errno::NOTTY);
    }
    let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
    let flags = access | OFlags::CLOEXEC | OFlags::NOCTTY | OFlags::NONBLOCK;
    retry_on_intr(|| open(&path, flags, Mode::empty()))
}
