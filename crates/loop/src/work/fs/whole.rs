//! Whole files at once.

use std::fmt;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

use rustix::buffer::spare_capacity;
use rustix::io::retry_on_intr;

use super::{FsError, FsResult, fstat, fsync, open, write};
use crate::seam;

/// Bytes that are read at a time from a file that does not tell its size.
const CHUNK: usize = 64 * 1024;

/// Why a file could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// A call failed.
    System(FsError),
    /// The file is larger than allowed: so many bytes.
    TooLarge(u64),
}

impl From<FsError> for ReadError {
    fn from(error: FsError) -> Self {
        ReadError::System(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::System(error) => error.fmt(f),
            ReadError::TooLarge(size) => write!(f, "a file of {size} bytes is too large"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<ReadError> for io::Error {
    fn from(error: ReadError) -> io::Error {
        match error {
            ReadError::System(error) => error.into(),
            ReadError::TooLarge(_) => io::Error::new(io::ErrorKind::FileTooLarge, error),
        }
    }
}

/// Reads the whole file at a path, unless it has more bytes than the limit.
pub fn read_file(path: &Path, flags: i32, limit: u64) -> Result<Vec<u8>, ReadError> {
    let file = open(path, flags, 0o666)?;
    read_to_end(file.as_fd(), limit)
}

/// Reads the rest of an open file, unless it has more bytes than the limit.
pub fn read_open_file(fd: impl AsFd, limit: u64) -> Result<Vec<u8>, ReadError> {
    read_to_end(fd.as_fd(), limit)
}

fn read_to_end(file: BorrowedFd<'_>, limit: u64) -> Result<Vec<u8>, ReadError> {
    let stat = fstat(file)?;
    let size = if stat.is_file() { stat.size } else { 0 };
    if size > limit {
        return Err(ReadError::TooLarge(size));
    }
    let mut bytes = Vec::new();
    if size > 0 {
        // What is added to the file from now on is not read.
        bytes.reserve_exact(size as usize);
        while bytes.len() < size as usize && read_more(file, &mut bytes)? > 0 {}
        return Ok(bytes);
    }
    loop {
        bytes.reserve(CHUNK);
        if read_more(file, &mut bytes)? == 0 {
            return Ok(bytes);
        }
        if bytes.len() as u64 > limit {
            return Err(ReadError::TooLarge(bytes.len() as u64));
        }
    }
}

/// Reads into the room that a vector has, which need not be filled with zeroes first.
fn read_more(file: BorrowedFd<'_>, bytes: &mut Vec<u8>) -> FsResult<usize> {
    seam::ask_onto("read", bytes, |bytes| {
        retry_on_intr(|| rustix::io::read(file, spare_capacity(bytes)))
    })
    .map_err(|errno| FsError::new(errno, "read"))
}

/// Opens a file with the given flags and mode, writes all bytes, and closes it; `flush` waits until they
/// are on the disk.
pub fn write_file(path: &Path, bytes: &[u8], flags: i32, mode: u32, flush: bool) -> FsResult<()> {
    let file = open(path, flags, mode)?;
    write_open_file(&file, bytes)?;
    if flush { fsync(&file) } else { Ok(()) }
}

/// Writes all bytes where an open file stands.
pub fn write_open_file(fd: impl AsFd, mut bytes: &[u8]) -> FsResult<()> {
    while !bytes.is_empty() {
        let written = write(&fd, bytes, None)?;
        bytes = &bytes[written..];
    }
    Ok(())
}
