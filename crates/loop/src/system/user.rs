//! Users and groups, and where they keep things.

use std::env;
use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use crate::sys::users;

/// A user of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct User {
    /// The name.
    pub name: OsString,
    /// The number.
    pub uid: u32,
    /// The number of the user's first group.
    pub gid: u32,
    /// What else is said of the user, most often the full name.
    pub gecos: OsString,
    /// The home directory.
    pub home: PathBuf,
    /// The program to log in to.
    pub shell: PathBuf,
}

/// A group of users.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// The name.
    pub name: OsString,
    /// The number.
    pub gid: u32,
    /// The names of the users that are in it, besides those whose first group it is.
    pub members: Vec<OsString>,
}

/// A user, by number. `ENOENT` if there is none.
pub fn user(uid: u32) -> io::Result<User> {
    users::find_user(uid)
}

/// The user as which this process acts.
pub fn current_user() -> io::Result<User> {
    user(rustix::process::geteuid().as_raw())
}

/// A group, by number. `ENOENT` if there is none.
pub fn group(gid: u32) -> io::Result<Group> {
    users::find_group(gid)
}

/// The home directory: as the environment says (`HOME`), else the current user's.
pub fn home_dir() -> io::Result<PathBuf> {
    match env::var_os("HOME") {
        Some(home) => Ok(home.into()),
        None => Ok(current_user()?.home),
    }
}

/// The directory for files that are not to last: as the environment says (`TMPDIR`, `TMP`, `TEMP`,
/// `TEMPDIR`), else `/tmp`.
pub fn temp_dir() -> PathBuf {
    let named = ["TMPDIR", "TMP", "TEMP", "TEMPDIR"];
    let folder = named.into_iter().find_map(env::var_os);
    let folder = folder.unwrap_or_else(|| "/tmp".into());
    match folder.as_bytes() {
        [rest @ .., b'/'] if !rest.is_empty() => OsString::from_vec(rest.to_vec()).into(),
        _ => folder.into(),
    }
}
