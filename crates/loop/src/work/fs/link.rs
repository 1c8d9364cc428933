//! Names of files: links, renaming, removing a name, finding the real one.

use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use super::{FsError, FsResult, call};
use crate::seam;

/// The absolute path of a file without links, `.` and `..`.
pub fn realpath(path: &Path) -> FsResult<PathBuf> {
    seam::ask("realpath", || std::fs::canonicalize(path))
        .map_err(|error| FsError::from_io(&error, "realpath"))
}

/// What a symbolic link says.
pub fn readlink(path: &Path) -> FsResult<PathBuf> {
    let target = call("readlink", || {
        rustix::fs::readlink(path, Vec::new()).map(CString::into_bytes)
    })?;
    Ok(PathBuf::from(OsString::from_vec(target)))
}

/// Makes a symbolic link at `path` that says `target`.
pub fn symlink(target: &Path, path: &Path) -> FsResult<()> {
    call("symlink", || rustix::fs::symlink(target, path))
}

/// Gives a file a second name.
pub fn link(existing: &Path, path: &Path) -> FsResult<()> {
    call("link", || rustix::fs::link(existing, path))
}

/// Renames a file or directory.
pub fn rename(from: &Path, to: &Path) -> FsResult<()> {
    call("rename", || rustix::fs::rename(from, to))
}

/// Removes a name of a file, and the file with the last one.
pub fn unlink(path: &Path) -> FsResult<()> {
    call("unlink", || rustix::fs::unlink(path))
}
