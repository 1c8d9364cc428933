//! Reading from and writing to open files.

use std::io::{IoSlice, IoSliceMut};
use std::os::fd::{AsFd, AsRawFd};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use super::{FsResult, call, call_into};
use crate::seam;

/// Reads up to a buffer full, at a position or where the file stands. 0 is the end of the file.
pub fn read(fd: impl AsFd, buffer: &mut [u8], position: Option<u64>) -> FsResult<usize> {
    call_into("read", buffer, |buffer| match position {
        Some(position) => rustix::io::pread(&fd, &mut *buffer, position),
        None => rustix::io::read(&fd, &mut *buffer),
    })
}

/// Reads into several buffers in one call.
pub fn read_vectored(
    fd: impl AsFd,
    buffers: &mut [IoSliceMut<'_>],
    position: Option<u64>,
) -> FsResult<usize> {
    if seam::is_in_use() {
        return read_parts(fd, buffers, position);
    }
    call("read", || match position {
        Some(position) => rustix::io::preadv(&fd, buffers, position),
        None => rustix::io::readv(&fd, buffers),
    })
}

/// Reads into several buffers by way of one, which the seam can take down.
fn read_parts(
    fd: impl AsFd,
    buffers: &mut [IoSliceMut<'_>],
    position: Option<u64>,
) -> FsResult<usize> {
    let mut whole = vec![0; buffers.iter().map(|buffer| buffer.len()).sum()];
    let count = read(fd, &mut whole, position)?;
    let mut rest = &whole[..count];
    for buffer in buffers {
        let (part, after) = rest.split_at(buffer.len().min(rest.len()));
        buffer[..part.len()].copy_from_slice(part);
        rest = after;
    }
    Ok(count)
}

/// Writes bytes, at a position or where the file stands, going on if the system takes only some at a
/// time; says how many were written. That is fewer than there are only if an error stopped it in between,
/// which the next call meets.
pub fn write(fd: impl AsFd, bytes: &[u8], position: Option<u64>) -> FsResult<usize> {
    in_parts(bytes.len(), |written| {
        let rest = &bytes[written..];
        let count = call("write", || match position {
            Some(position) => rustix::io::pwrite(&fd, rest, position + written as u64),
            None => rustix::io::write(&fd, rest),
        })?;
        if count > rest.len() {
            // Who compares what is printed tells more of it.
            seam::wrote(fd.as_fd().as_raw_fd(), rest);
            seam::depart("write", "a write of more bytes");
        }
        seam::wrote(fd.as_fd().as_raw_fd(), &rest[..count]);
        Ok(count)
    })
}

/// Writes several buffers, as [`write()`] does one.
pub fn write_vectored(
    fd: impl AsFd,
    buffers: &[IoSlice<'_>],
    position: Option<u64>,
) -> FsResult<usize> {
    let once = |buffers: &[IoSlice<'_>], written: usize| {
        call("write", || match position {
            Some(position) => rustix::io::pwritev(&fd, buffers, position + written as u64),
            None => rustix::io::writev(&fd, buffers),
        })
    };
    let total = buffers.iter().map(|buffer| buffer.len()).sum();
    let first = once(buffers, 0)?;
    if first == total {
        return Ok(total);
    }
    let mut copy = buffers.to_vec();
    let mut rest = &mut copy[..];
    IoSlice::advance_slices(&mut rest, first);
    let others = in_parts(total - first, |written| {
        let count = once(rest, first + written)?;
        IoSlice::advance_slices(&mut rest, count);
        Ok(count)
    });
    Ok(first + others.unwrap_or(0))
}

/// Writes so many bytes by a function that is told how many it has written and writes some more. An
/// error counts only if nothing was written.
fn in_parts(total: usize, mut write: impl FnMut(usize) -> FsResult<usize>) -> FsResult<usize> {
    let mut written = 0;
    loop {
        match write(written) {
            Ok(0) => return Ok(written),
            Ok(count) => written += count,
            Err(error) if written == 0 => return Err(error),
            Err(_) => return Ok(written),
        }
        if written == total {
            return Ok(written);
        }
    }
}

/// Writes all bytes where the file stands, waiting whenever it takes no more for now.
pub fn write_all(fd: impl AsFd, bytes: &[u8]) -> FsResult<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        match write(&fd, rest, None) {
            Ok(count) => rest = &rest[count..],
            Err(error) if error.is(Errno::AGAIN) => call("poll", || {
                poll(&mut [PollFd::new(&fd, PollFlags::OUT)], None)
            })
            .map(drop)?,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
