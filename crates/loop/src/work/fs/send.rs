//! Sending one open file into another, which may be a socket or a pipe.

use std::os::fd::AsFd;

use rustix::fs::{copy_file_range, sendfile};
use rustix::io::Errno;

use super::{FsError, FsResult, call, read, write_all};

/// Bytes that are taken at a time if they have to pass through this process.
const CHUNK: usize = 64 * 1024;

/// Sends up to so many bytes from a position in one file to where another one stands, by the quickest way
/// that the two allow: shared blocks, a copy inside the system, or reading and writing. Says how many
/// bytes were sent; 0 is the end of the file.
pub fn send_file(to: impl AsFd, from: impl AsFd, position: u64, count: usize) -> FsResult<usize> {
    let mut offset = position;
    let copied = call("sendfile", || {
        copy_file_range(&from, Some(&mut offset), &to, None, count)
    });
    // Not all files can be copied so, and some only seem to be empty.
    if let Ok(copied @ 1..) = copied {
        return Ok(copied);
    }
    let mut offset = position;
    let sent = call("sendfile", || {
        sendfile(&to, &from, Some(&mut offset), count)
    });
    match sent {
        Err(error) if is_unable(error) => pass_on(&to, &from, position, count),
        sent => sent,
    }
}

/// Whether it is the kind of file that the system cannot send from or to.
fn is_unable(error: FsError) -> bool {
    [
        Errno::INVAL,
        Errno::IO,
        Errno::NOTSOCK,
        Errno::XDEV,
        Errno::SPIPE,
        Errno::NOSYS,
    ]
    .iter()
    .any(|&errno| error.is(errno))
}

/// Sends by reading and writing. What was sent before an error of reading counts.
fn pass_on(to: impl AsFd, from: impl AsFd, position: u64, count: usize) -> FsResult<usize> {
    let mut buffer = vec![0; CHUNK.min(count)];
    let mut has_positions = true;
    let mut sent = 0;
    while sent < count {
        let room = CHUNK.min(count - sent);
        let at = has_positions.then_some(position + sent as u64);
        match read(&from, &mut buffer[..room], at) {
            Ok(0) => break,
            Ok(length) => {
                write_all(&to, &buffer[..length]).map_err(named)?;
                sent += length;
            }
            Err(error) if has_positions && sent == 0 && is_unable(error) => has_positions = false,
            Err(error) if sent == 0 => return Err(named(error)),
            Err(_) => break,
        }
    }
    Ok(sent)
}

fn named(error: FsError) -> FsError {
    FsError {
        syscall: "sendfile",
        ..error
    }
}
