//! Reading from and writing to open files.

use std::io::{IoSlice, IoSliceMut};
use std::os::fd::RawFd;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use super::{FsResult, call};
use crate::sys::borrow_fd;

/// Reads up to a buffer full, at a position or where the file stands. 0 is the end of the file.
pub fn read(fd: RawFd, buffer: &mut [u8], position: Option<u64>) -> FsResult<usize> {
    call("read", || match position {
        Some(position) => rustix::io::pread(borrow_fd(fd)?, &mut *buffer, position),
        None => rustix::io::read(borrow_fd(fd)?, &mut *buffer),
    })
}

/// Reads into several buffers in one call.
pub fn read_vectored(
    fd: RawFd,
    buffers: &mut [IoSliceMut<'_>],
    position: Option<u64>,
) -> FsResult<usize> {
    call("read", || match position {
        Some(position) => rustix::io::preadv(borrow_fd(fd)?, buffers, position),
        None => rustix::io::readv(borrow_fd(fd)?, buffers),
    })
}

/// Writes bytes, at a position or where the file stands; says how many, which may be fewer.
pub fn write(fd: RawFd, bytes: &[u8], position: Option<u64>) -> FsResult<usize> {
    call("write", || match position {
        Some(position) => rustix::io::pwrite(borrow_fd(fd)?, bytes, position),
        None => rustix::io::write(borrow_fd(fd)?, bytes),
    })
}

/// Writes several buffers in one call; says how many bytes, which may be fewer.
pub fn write_vectored(
    fd: RawFd,
    buffers: &[IoSlice<'_>],
    position: Option<u64>,
) -> FsResult<usize> {
    call("write", || match position {
        Some(position) => rustix::io::pwritev(borrow_fd(fd)?, buffers, position),
        None => rustix::io::writev(borrow_fd(fd)?, buffers),
    })
}

/// Writes all bytes where the file stands, waiting whenever it takes no more for now.
pub fn write_all(fd: RawFd, bytes: &[u8]) -> FsResult<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        match write(fd, rest, None) {
            Ok(count) => rest = &rest[count..],
            Err(error) if error.is(Errno::AGAIN) => call("poll", || {
                poll(&mut [PollFd::new(&borrow_fd(fd)?, PollFlags::OUT)], None)
            })
            .map(drop)?,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
