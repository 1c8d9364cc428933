//! Descriptors by the numbers that scripts know them by.
//!
//! The one place of the runtime that makes a descriptor of a mere number. In JavaScript numbers are all
//! there is: a script may use and close any of them, as in Node, and is answered `EBADF` where nothing is open.
#![allow(unsafe_code)]

use std::os::fd::{BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};

use rustix::fs::{Mode, OFlags};
use rustix::io::{Errno, fcntl_getfd};

/// Stands for what no descriptor can be: the system refuses it.
const NEVER_OPEN: RawFd = RawFd::MAX;

fn checked(number: RawFd) -> RawFd {
    if number < 0 { NEVER_OPEN } else { number }
}

/// A descriptor to use, whether or not it is open.
pub(crate) fn borrow(number: RawFd) -> BorrowedFd<'static> {
    // SAFETY: it is not -1. That the number is open is for the kernel to check at each use; no memory
    // depends on it, and the descriptors of the process are the script's to use.
    unsafe { BorrowedFd::borrow_raw(checked(number)) }
}

/// A descriptor to close by [`rondo_loop::work::fs::close`], which minds it if it is not open.
pub(crate) fn own(number: RawFd) -> OwnedFd {
    // SAFETY: it is not -1. A script that closes a number gives up what it stands for, as with close(2).
    unsafe { OwnedFd::from_raw_fd(checked(number)) }
}

/// Opens those of the three standard descriptors that the parent left closed: the first file that a script opens
/// must not become its standard output.
pub(crate) fn open_standard() {
    for number in 0..3 {
        if fcntl_getfd(borrow(number)) == Err(Errno::BADF)
            && let Ok(nothing) = rustix::fs::open("/dev/null", OFlags::RDWR, Mode::empty())
        {
            // The lowest number that was free, so this one; it stays open.
            let _ = nothing.into_raw_fd();
        }
    }
}
