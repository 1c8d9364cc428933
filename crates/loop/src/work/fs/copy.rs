//! Copying files.

use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::ioctl_ficlone;
use rustix::io::Errno;

use super::{
    FsError, FsResult, Stat, call, fchmod, fchown, fstat, ftruncate, open, send_file, unlink,
};

/// Bytes that are copied at a time.
const CHUNK: usize = 1 << 30;

/// Fail if the new file is there already.
pub const COPY_EXCLUSIVE: u32 = 1;
/// Share the content with the old file, where the file system can.
pub const COPY_CLONE: u32 = 2;
/// Share the content with the old file, or fail.
pub const COPY_CLONE_FORCE: u32 = 4;

/// Copies content, permissions and, as far as that is allowed, owner and time of reading of a file, as
/// the `COPY_` flags say. If that fails, the file that was begun is removed.
pub fn copy_file(from: &Path, to: &Path, flags: u32) -> FsResult<()> {
    copy(from, to, flags).map_err(|error| FsError {
        syscall: "copyfile",
        ..error
    })
}

fn copy(from: &Path, to: &Path, flags: u32) -> FsResult<()> {
    let source = open(from, libc::O_RDONLY, 0)?;
    let stat = fstat(&source)?;
    if stat.is_dir() {
        return Err(FsError::new(Errno::ISDIR, "copyfile"));
    }
    let exclusive = if flags & COPY_EXCLUSIVE != 0 {
        libc::O_EXCL
    } else {
        0
    };
    let mode = stat.mode & 0o7777;
    let target = open(to, libc::O_WRONLY | libc::O_CREAT | exclusive, mode)?;
    let found = fstat(&target)?;
    if (found.dev, found.ino) == (stat.dev, stat.ino) {
        return Ok(());
    }
    let result = fill(source, target, &stat, flags);
    if result.is_err() && found.is_file() {
        // The first error is the one to report.
        let _ = unlink(to);
    }
    result
}

/// Makes an open file, whatever it holds, a copy of another one.
fn fill(source: OwnedFd, target: OwnedFd, stat: &Stat, flags: u32) -> FsResult<()> {
    ftruncate(&target, 0)?;
    // As libuv does: before the content, whose change is then what counts. Not all may do these.
    let _ = call("futime", || rustix::fs::futimens(&target, &stat.times()));
    let _ = fchown(&target, stat.uid, stat.gid);
    match fchmod(&target, stat.mode & 0o7777) {
        // Some network file systems have no permissions to set.
        Err(error) if !error.is(Errno::PERM) => return Err(error),
        _ => {}
    }
    if flags & (COPY_CLONE | COPY_CLONE_FORCE) != 0 {
        let cloned = call("ficlone", || ioctl_ficlone(&target, &source));
        if cloned.is_ok() || flags & COPY_CLONE_FORCE != 0 {
            return cloned;
        }
    }
    copy_content(&target, &source, stat.size)
}

/// Copies all there is. Files that do not tell their size are read until they end.
fn copy_content(to: &OwnedFd, from: &OwnedFd, size: u64) -> FsResult<()> {
    let mut position = 0;
    while size == 0 || position < size {
        match send_file(to, from, position, CHUNK)? {
            0 => break,
            sent => position += sent as u64,
        }
    }
    Ok(())
}
