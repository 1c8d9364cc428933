//! Copying files.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;

use rustix::fs::ioctl_ficlone;
use rustix::io::Errno;

use super::open::open_owned;
use super::{FsError, FsResult, call, fchmod, fstat, ftruncate, unlink};

/// Fail if the new file is there already.
pub const COPY_EXCLUSIVE: u32 = 1;
/// Share the content with the old file, where the file system can.
pub const COPY_CLONE: u32 = 2;
/// Share the content with the old file, or fail.
pub const COPY_CLONE_FORCE: u32 = 4;

/// Copies content and permissions of a file, as the `COPY_` flags say. If that fails, a new file that was
/// begun is removed.
pub fn copy_file(from: &Path, to: &Path, flags: u32) -> FsResult<()> {
    copy(from, to, flags).map_err(|error| FsError {
        syscall: "copyfile",
        ..error
    })
}

fn copy(from: &Path, to: &Path, flags: u32) -> FsResult<()> {
    let source = open_owned(from, libc::O_RDONLY, 0)?;
    let stat = fstat(source.as_raw_fd())?;
    if stat.is_dir() {
        return Err(FsError::new(Errno::ISDIR, "copyfile"));
    }
    let exclusive = if flags & COPY_EXCLUSIVE != 0 {
        libc::O_EXCL
    } else {
        0
    };
    let mode = stat.mode & 0o7777;
    let target = open_owned(to, libc::O_WRONLY | libc::O_CREAT | exclusive, mode)?;
    let found = fstat(target.as_raw_fd())?;
    if (found.dev, found.ino) == (stat.dev, stat.ino) {
        return Ok(());
    }
    let result = fill(source.into(), target.into(), mode, flags);
    if result.is_err() {
        // The first error is the one to report.
        let _ = unlink(to);
    }
    result
}

/// Makes an open file, whatever it holds, a copy of another one.
fn fill(mut source: File, mut target: File, mode: u32, flags: u32) -> FsResult<()> {
    ftruncate(target.as_raw_fd(), 0)?;
    match fchmod(target.as_raw_fd(), mode) {
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
    // Leaves the copying to the kernel where the two files allow it.
    match io::copy(&mut source, &mut target) {
        Ok(_) => Ok(()),
        Err(error) => Err(FsError::from_io(&error, "copyfile")),
    }
}
