//! Whose process this is, and what program it runs: to be changed.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::unix::ffi::OsStrExt;

use crate::sys::{identity, users};

/// One of the numbers that say what a process may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// The user.
    User,
    /// The user whose rights count.
    EffectiveUser,
    /// The group.
    Group,
    /// The group whose rights count.
    EffectiveGroup,
}

/// Makes the process another user's or group's.
pub fn set_identity(which: Identity, id: u32) -> io::Result<()> {
    match which {
        Identity::User => identity::set_uid(id),
        Identity::EffectiveUser => identity::set_effective_uid(id),
        Identity::Group => identity::set_gid(id),
        Identity::EffectiveGroup => identity::set_effective_gid(id),
    }
}

/// Sets the further groups of the process.
pub fn set_groups(gids: &[u32]) -> io::Result<()> {
    identity::set_groups(gids)
}

/// Sets the further groups of the process to those that a user is in, and one more.
pub fn init_groups(user: impl AsRef<OsStr>, gid: u32) -> io::Result<()> {
    identity::init_groups(&c_string(user.as_ref())?, gid)
}

/// The number of a user, by name. `ENOENT` if there is none.
pub fn user_id(name: impl AsRef<OsStr>) -> io::Result<u32> {
    users::find_user_id(&c_string(name.as_ref())?)
}

/// The number of a group, by name. `ENOENT` if there is none.
pub fn group_id(name: impl AsRef<OsStr>) -> io::Result<u32> {
    users::find_group_id(&c_string(name.as_ref())?)
}

/// Becomes another program, in the same process: nothing of this one is left, but for its three standard descriptors. Comes back
/// only if that failed, and says why.
pub fn replace_program<T: AsRef<OsStr>>(
    path: impl AsRef<OsStr>,
    args: &[T],
    env: &[T],
) -> io::Error {
    let replaced = || -> io::Result<io::Error> {
        let path = c_string(path.as_ref())?;
        Ok(identity::execve(&path, &c_strings(args)?, &c_strings(env)?))
    };
    replaced().unwrap_or_else(|error| error)
}

fn c_strings<T: AsRef<OsStr>>(list: &[T]) -> io::Result<Vec<CString>> {
    list.iter().map(|text| c_string(text.as_ref())).collect()
}

/// A text up to its first zero byte would be another one.
fn c_string(text: &OsStr) -> io::Result<CString> {
    CString::new(text.as_bytes()).map_err(|_| io::ErrorKind::InvalidInput.into())
}
