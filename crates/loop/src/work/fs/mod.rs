//! File operations: such that block, and requests to the pool that do the same for a loop.
//!
//! Paths are passed to the system as they are. Descriptors are owned or borrowed: nothing here uses or
//! closes one by its mere number. A request keeps what it is given until it is done: an `Arc` of a file that
//! others use too, or the file itself. Descriptors opened here are not passed on to child processes. A call
//! that a signal interrupts is made again.
//!
//! What libuv can do too, and some more, is also a method of [`Loop::fs`](crate::Loop::fs), with a callback
//! that gets the result.
//!
//! ```
//! use rondo_loop::{Loop, Mode, work::fs};
//!
//! assert!(fs::stat("/".as_ref())?.is_dir());
//!
//! let lp = Loop::new().unwrap();
//! lp.fs().stat("/", |_, stat| assert!(stat.unwrap().is_dir()));
//! lp.run(Mode::Default);
//! # Ok::<(), fs::FsError>(())
//! ```

mod attribute;
mod cached;
mod copy;
mod directory;
mod link;
mod open;
mod read_write;
mod remove;
mod request;
mod send;
mod stat;
mod temporary;
mod whole;

use std::fmt;
use std::io;

use rustix::io::{Errno, retry_on_intr};

use crate::errors;
use crate::fault;
use crate::seam::{self, Taped};

pub use attribute::{
    access, chmod, chown, exists, fchmod, fchown, fdatasync, fsync, ftruncate, futimes, lchown,
    lutimes, truncate, utimes,
};
pub use copy::{COPY_CLONE, COPY_CLONE_FORCE, COPY_EXCLUSIVE, copy_file};
pub use directory::{Dir, DirEntry, mkdir, mkdir_all, open_dir, read_dir, rmdir};
pub use link::{link, readlink, realpath, rename, symlink, unlink};
pub use open::{close, open};
pub use read_write::{read, read_vectored, write, write_all, write_vectored};
pub use remove::{RemoveOptions, remove};
pub use request::FileRequests;
pub use send::send_file;
pub use stat::{FileKind, Stat, StatFs, Time, fstat, kind, lstat, stat, statfs};
pub use temporary::{mkdtemp, mkstemp};
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

/// Keeps the number, and with it the kind; the name of the call is lost.
impl From<FsError> for io::Error {
    fn from(error: FsError) -> io::Error {
        io::Error::from_raw_os_error(error.code)
    }
}

/// The result of a file operation.
pub type FsResult<T> = Result<T, FsError>;

/// Makes a call, again if a signal interrupts it, and names it in the error. It is a place of the seam, of the same name.
#[inline]
fn call<T: Taped>(syscall: &'static str, make: impl FnMut() -> Result<T, Errno>) -> FsResult<T> {
    let make = || match fault::of_call(syscall) {
        Some(error) => Err(error),
        None => retry_on_intr(make),
    };
    seam::ask(syscall, make).map_err(|errno| FsError::new(errno, syscall))
}

/// Makes a call that fills a buffer.
#[inline]
fn call_into(
    syscall: &'static str,
    buffer: &mut [u8],
    mut fill: impl FnMut(&mut [u8]) -> Result<usize, Errno>,
) -> FsResult<usize> {
    let fill = |buffer: &mut [u8]| match fault::of_call(syscall) {
        Some(error) => Err(error),
        None => retry_on_intr(|| fill(buffer)),
    };
    seam::ask_into(syscall, buffer, fill).map_err(|errno| FsError::new(errno, syscall))
}

/// Names a call that was made in the error.
fn call_once<T>(syscall: &'static str, result: Result<T, Errno>) -> FsResult<T> {
    result.map_err(|errno| FsError::new(errno, syscall))
}
