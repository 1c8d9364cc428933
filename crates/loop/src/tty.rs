//! Terminals: their size and mode; and what a descriptor is, terminal or not.
//!
//! Nothing here waits: to read and write a terminal there is [`Tty`](crate::Tty).

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{FileType, fstat};
use rustix::io::{Errno, retry_on_intr};
use rustix::net::{AddressFamily, SocketType, getsockname, sockopt};
use rustix::termios::{
    ControlModes, InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Termios,
    isatty, tcgetattr, tcgetwinsize, tcsetattr,
};

use crate::seam::{self, Reader, Taped};
use crate::sys::borrow_fd;

/// What a descriptor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DescriptorKind {
    /// A terminal.
    Tty,
    /// A file, or a device that is read like one.
    File,
    /// A pipe or a Unix socket.
    Pipe,
    /// A TCP socket.
    Tcp,
    /// A UDP socket.
    Udp,
    /// Something else.
    Unknown,
    /// Nothing: it is not open.
    Invalid,
}

/// Tells what a descriptor is.
///
/// ```
/// use rondo_loop::tty::{self, DescriptorKind};
///
/// let (reader, _writer) = std::io::pipe()?;
/// assert_eq!(tty::kind(&reader), DescriptorKind::Pipe);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn kind(fd: impl AsFd) -> DescriptorKind {
    let fd = fd.as_fd();
    seam::ask("descriptor.kind", || kind_now(fd))
}

fn kind_now(fd: BorrowedFd<'_>) -> DescriptorKind {
    if isatty(fd) {
        return DescriptorKind::Tty;
    }
    let Ok(stat) = fstat(fd) else {
        return DescriptorKind::Invalid;
    };
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile | FileType::CharacterDevice => DescriptorKind::File,
        FileType::Fifo => DescriptorKind::Pipe,
        FileType::Socket => {
            let family = getsockname(fd).map(|address| address.address_family());
            match (sockopt::socket_type(fd), family) {
                (Ok(SocketType::STREAM), Ok(AddressFamily::UNIX)) => DescriptorKind::Pipe,
                (Ok(SocketType::STREAM), Ok(AddressFamily::INET | AddressFamily::INET6)) => {
                    DescriptorKind::Tcp
                }
                (Ok(SocketType::DGRAM), Ok(AddressFamily::INET | AddressFamily::INET6)) => {
                    DescriptorKind::Udp
                }
                _ => DescriptorKind::Unknown,
            }
        }
        _ => DescriptorKind::Unknown,
    }
}

impl DescriptorKind {
    /// All of them, by their numbers on a tape.
    const ALL: [DescriptorKind; 7] = [
        DescriptorKind::Tty,
        DescriptorKind::File,
        DescriptorKind::Pipe,
        DescriptorKind::Tcp,
        DescriptorKind::Udp,
        DescriptorKind::Unknown,
        DescriptorKind::Invalid,
    ];
}

impl Taped for DescriptorKind {
    fn put(&self, into: &mut Vec<u8>) {
        let number = DescriptorKind::ALL.iter().position(|kind| kind == self);
        into.push(number.unwrap_or_default() as u8);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        DescriptorKind::ALL.get(usize::from(from.byte()?)).copied()
    }
}

/// The size of a terminal: columns and rows.
pub fn window_size(fd: impl AsFd) -> io::Result<(u16, u16)> {
    let size = seam::ask("tty.size", || {
        retry_on_intr(|| tcgetwinsize(&fd)).map(|size| (size.ws_col, size.ws_row))
    });
    Ok(size?)
}

/// The terminals whose mode was changed, as they were before. By number: those who change modes may not
/// keep the terminal, and only a terminal that was changed here is changed back.
static CHANGED: Mutex<Vec<(RawFd, Termios)>> = Mutex::new(Vec::new());

/// What a terminal does with what is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TtyMode {
    /// What it did before: mostly, it prints what is typed and passes it on line by line.
    Normal,
    /// Passes on every key as it is pressed, without printing or acting on it. Line ends are still
    /// translated on output, so that plain prints look right.
    Raw,
    /// Passes on every byte as it is, both ways.
    Binary,
}

/// Makes a terminal pass on every key as it is pressed, without printing or acting on it; or as it was
/// before again.
pub fn set_raw(fd: impl AsFd, raw: bool) -> io::Result<()> {
    set_mode(fd, if raw { TtyMode::Raw } else { TtyMode::Normal })
}

/// Sets what a terminal does with what is typed.
pub fn set_mode(fd: impl AsFd, mode: TtyMode) -> io::Result<()> {
    let terminal = fd.as_fd();
    seam::ask("tty.mode", || set_mode_now(terminal, mode))
}

fn set_mode_now(terminal: BorrowedFd<'_>, mode: TtyMode) -> io::Result<()> {
    let fd = terminal.as_raw_fd();
    let mut changed = CHANGED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = changed.iter().position(|(other, _)| *other == fd);
    let before = match known {
        Some(index) => changed[index].1.clone(),
        None => {
            let now = retry_on_intr(|| tcgetattr(terminal))?;
            if mode == TtyMode::Normal {
                return Ok(());
            }
            changed.push((fd, now.clone()));
            now
        }
    };
    let wanted = match mode {
        TtyMode::Normal => before,
        TtyMode::Raw => made_raw(before),
        TtyMode::Binary => {
            let mut wanted = before;
            wanted.make_raw();
            wanted
        }
    };
    apply(fd, &wanted)?;
    Ok(())
}

/// Gives back the mode that a terminal had before, if it was changed through this descriptor, which is
/// about to be closed.
pub(crate) fn restore(fd: RawFd) {
    let mut changed = CHANGED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(index) = changed.iter().position(|(other, _)| *other == fd) {
        let (_, before) = changed.swap_remove(index);
        // A terminal that is gone needs no mode.
        let _ = apply(fd, &before);
    }
}

/// Gives back the modes that terminals had before [`set_mode`], for when the program ends.
pub fn reset() {
    let mut changed = CHANGED.lock().unwrap_or_else(PoisonError::into_inner);
    for (fd, before) in changed.drain(..) {
        // A terminal that is gone needs no mode.
        let _ = apply(fd, &before);
    }
}

/// Applies a mode now: waiting for output to drain could take for ever.
fn apply(fd: RawFd, mode: &Termios) -> Result<(), Errno> {
    retry_on_intr(|| tcsetattr(borrow_fd(fd)?, OptionalActions::Now, mode))
}

fn made_raw(mut mode: Termios) -> Termios {
    mode.input_modes -= InputModes::BRKINT
        | InputModes::ICRNL
        | InputModes::INPCK
        | InputModes::ISTRIP
        | InputModes::IXON;
    mode.output_modes |= OutputModes::ONLCR;
    mode.control_modes |= ControlModes::CS8;
    mode.local_modes -=
        LocalModes::ECHO | LocalModes::ICANON | LocalModes::IEXTEN | LocalModes::ISIG;
    mode.special_codes[SpecialCodeIndex::VMIN] = 1;
    mode.special_codes[SpecialCodeIndex::VTIME] = 0;
    mode
}
