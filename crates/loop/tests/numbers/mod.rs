//! Descriptors by their numbers, for tests that have no owner for them, or use one that is not open.

#![allow(dead_code)]

use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};

/// A descriptor, whether or not it is open.
pub fn at(number: RawFd) -> BorrowedFd<'static> {
    // SAFETY: the tests know whose it is, and the system refuses what is not open.
    unsafe { BorrowedFd::borrow_raw(if number < 0 { RawFd::MAX } else { number }) }
}

/// A descriptor to close, whether or not it is open.
pub fn owned(number: RawFd) -> OwnedFd {
    // SAFETY: as above.
    unsafe { OwnedFd::from_raw_fd(number) }
}
