//! Opening and closing.

use std::os::fd::{IntoRawFd, OwnedFd};
use std::path::Path;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use super::{FsError, FsResult, call};
use crate::seam;
use crate::sys;

/// Opens a file with the system's `O_` flags; `mode` is for a file that is made.
pub fn open(path: &Path, flags: i32, mode: u32) -> FsResult<OwnedFd> {
    let flags = OFlags::from_bits_retain(flags as u32) | OFlags::CLOEXEC;
    call("open", || {
        rustix::fs::open(path, flags, Mode::from_raw_mode(mode))
    })
}

/// Closes a descriptor, as dropping it does, and tells whether the system reported an error.
pub fn close(fd: impl Into<OwnedFd>) -> FsResult<()> {
    let fd = fd.into();
    match seam::ask("close", || sys::close_fd(fd.into_raw_fd())) {
        // Interrupted or not, it is closed: trying again could hit a new descriptor of that number.
        Ok(()) | Err(Errno::INTR | Errno::INPROGRESS) => Ok(()),
        Err(errno) => Err(FsError::new(errno, "close")),
    }
}
