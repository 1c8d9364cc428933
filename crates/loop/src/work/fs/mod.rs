//! File operations that block: to be called directly, or in a job for the pool. A subject, a file.
//!
//! Paths are passed to the system as they are; descriptors are plain numbers, as programs in other
//! languages hold them, and are checked by the system at each use. Descriptors opened here are not
//! passed on to child processes. A call that a signal interrupts is made again.
//!
//! ```
//! use rondo_loop::{Loop, Mode, work::fs};
//!
//! let lp = Loop::new()?;
//! lp.queue_work(
//!     || fs::stat("/".as_ref()),
//!     |_, result| assert!(result.unwrap().unwrap().is_dir()),
//! );
//! lp.run(Mode::Default);
//! # Ok::<(), std::io::Error>(())
//! ```

mod attribute;
mod copy;
mod dir;
mod link;
mod open;
mod remove;
mod stat;
mod transfer;
mod whole;

use std::fmt;
use std::io;

use rustix::io::{Errno, retry_on_intr};

use crate::errors;

pub use attribute::{
    access, chmod, chown, exists, fchmod, fchown, fdatasync, fsync, ftruncate, futimes, lchown,
    lutimes, truncate, utimes,
};
pub use copy::{COPY_CLONE, COPY_CLONE_FORCE, COPY_EXCLUSIVE, copy_file};
pub use dir::{DirEntry, mkdir, mkdir_all, mkdtemp, read_dir, rmdir};
pub use link::{link, readlink, realpath, rename, symlink, unlink};
pub use open::{close, open};
pub use remove::{RemoveOptions, remove};
pub use stat::{FileKind, Stat, StatFs, Time, fstat, kind, lstat, stat, statfs};
pub use transfer::{read, read_vectored, write, write_all, write_vectored};
pub use whole::{ReadError, read_file, read_open_file, write_file, write_open_file};

/// What went wrong, and in which call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FsError {
    /// The system's number of the error, positive: `ENOENT` is 2.
    pub code: i32,
    /// The name of the call, such as `open`, as libuv's users know it.
    pub syscall: &'static str,
}

impl FsError {
    fn new(errno: Errno, syscall: &'static str) -> Self {
        FsError {
            code: errno.raw_os_error(),
            syscall,
        }
    }

    fn from_io(error: &io::Error, syscall: &'static str) -> Self {
        FsError {
            code: error.raw_os_error().unwrap_or(libc::EIO),
            syscall,
        }
    }

    fn is(self, errno: Errno) -> bool {
        self.code == errno.raw_os_error()
    }

    /// The name of the error, such as `ENOENT`.
    pub fn name(self) -> &'static str {
        errors::name(-self.code)
    }
}

impl fmt::Display for FsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FsError { code, syscall } = self;
        write!(
            f,
            "{}: {}, {syscall}",
            errors::name(-code),
            errors::message(-code)
        )
    }
}

impl std::error::Error for FsError {}

/// The result of a file operation.
pub type FsResult<T> = Result<T, FsError>;

/// Makes a call, again if a signal interrupts it, and names it in the error.
fn call<T>(syscall: &'static str, make: impl FnMut() -> Result<T, Errno>) -> FsResult<T> {
    retry_on_intr(make).map_err(|errno| FsError::new(errno, syscall))
}
