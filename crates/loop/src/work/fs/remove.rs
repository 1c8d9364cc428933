//! Removing files and trees of them.

use std::path::Path;
use std::time::Duration;

use rustix::io::Errno;

use super::{FsError, FsResult, lstat, unlink};
use crate::seam;

/// How [`remove`] goes about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemoveOptions {
    /// Directories too, with all they hold.
    pub recursive: bool,
    /// It is no error if there is nothing.
    pub force: bool,
    /// How often to try again when something is in use.
    pub max_retries: u32,
    /// How many milliseconds to wait before trying again, times the number of tries so far.
    pub retry_delay: u64,
}

/// Errors that may pass: something is in use, or there are too many open files.
const PASSING: [Errno; 5] = [
    Errno::BUSY,
    Errno::MFILE,
    Errno::NFILE,
    Errno::NOTEMPTY,
    Errno::PERM,
];

/// Removes a file, or a directory with all it holds. A directory without `recursive` gives `EISDIR`.
pub fn remove(path: &Path, options: RemoveOptions) -> FsResult<()> {
    let found = match lstat(path) {
        Err(error) if options.force && error.is(Errno::NOENT) => return Ok(()),
        found => found?,
    };
    if found.is_dir() && !options.recursive {
        return Err(FsError::new(Errno::ISDIR, "rm"));
    }
    let mut tries = 0;
    loop {
        let result = if found.is_dir() {
            remove_tree(path)
        } else {
            unlink(path)
        };
        let Err(error) = result else { return Ok(()) };
        if options.force && error.is(Errno::NOENT) {
            return Ok(());
        }
        let may_pass = PASSING.iter().any(|&errno| error.is(errno));
        if !may_pass || !options.recursive || tries == options.max_retries {
            return Err(FsError {
                syscall: "rm",
                ..error
            });
        }
        tries += 1;
        let delay = Duration::from_millis(options.retry_delay * u64::from(tries));
        seam::ask("rm.wait", || std::thread::sleep(delay));
    }
}

fn remove_tree(path: &Path) -> FsResult<()> {
    seam::ask("rm", || std::fs::remove_dir_all(path))
        .map_err(|error| FsError::from_io(&error, "rm"))
}
