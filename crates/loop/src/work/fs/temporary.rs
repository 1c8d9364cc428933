//! Files and directories whose names nobody else has.

use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::fs::Mode;
use rustix::io::Errno;
use rustix::rand::{GetRandomFlags, getrandom};

use super::{FsError, FsResult, call, call_into, open};

/// How many names are tried.
const TRIES: u32 = 1000;
const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Makes a directory, for its owner alone, whose name is the prefix and six random characters.
pub fn mkdtemp(prefix: &Path) -> FsResult<PathBuf> {
    let make = |path: &Path| call("mkdtemp", || rustix::fs::mkdir(path, Mode::RWXU));
    Ok(with_new_name("mkdtemp", prefix, make)?.1)
}

/// Makes a file, for its owner alone, whose name is the prefix and six random characters, and opens it
/// to read and write.
pub fn mkstemp(prefix: &Path) -> FsResult<(OwnedFd, PathBuf)> {
    let flags = libc::O_RDWR | libc::O_CREAT | libc::O_EXCL;
    with_new_name("mkstemp", prefix, |path| {
        open(path, flags, 0o600).map_err(|error| FsError {
            syscall: "mkstemp",
            ..error
        })
    })
}

/// Tries names until one is new.
fn with_new_name<T>(
    syscall: &'static str,
    prefix: &Path,
    make: impl Fn(&Path) -> FsResult<T>,
) -> FsResult<(T, PathBuf)> {
    for _ in 0..TRIES {
        let mut random = [0; 6];
        call_into(syscall, &mut random, |random| {
            getrandom(random, GetRandomFlags::empty())
        })?;
        let mut name = prefix.as_os_str().as_bytes().to_vec();
        name.extend(random.map(|byte| LETTERS[usize::from(byte) % LETTERS.len()]));
        let path = PathBuf::from(OsString::from_vec(name));
        match make(&path) {
            Err(error) if error.is(Errno::EXIST) => {}
            made => return made.map(|made| (made, path)),
        }
    }
    Err(FsError::new(Errno::EXIST, syscall))
}
