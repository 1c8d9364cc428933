//! Whose process this is, and what program it runs.
//!
//! The functions of the C library see to it that all threads change together.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int};
use std::io;
use std::ptr;

use rustix::io::FdFlags;

use super::borrow_fd;

/// What a call that gives -1 if it fails has said.
fn outcome(result: c_int) -> io::Result<()> {
    match result {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

pub(crate) fn set_uid(uid: u32) -> io::Result<()> {
    // SAFETY: only a number is passed.
    outcome(unsafe { libc::setuid(uid) })
}

pub(crate) fn set_effective_uid(uid: u32) -> io::Result<()> {
    // SAFETY: only a number is passed.
    outcome(unsafe { libc::seteuid(uid) })
}

pub(crate) fn set_gid(gid: u32) -> io::Result<()> {
    // SAFETY: only a number is passed.
    outcome(unsafe { libc::setgid(gid) })
}

pub(crate) fn set_effective_gid(gid: u32) -> io::Result<()> {
    // SAFETY: only a number is passed.
    outcome(unsafe { libc::setegid(gid) })
}

pub(crate) fn set_groups(gids: &[u32]) -> io::Result<()> {
    // SAFETY: the list is as long as said, and only read.
    outcome(unsafe { libc::setgroups(gids.len(), gids.as_ptr()) })
}

pub(crate) fn init_groups(user: &CStr, gid: u32) -> io::Result<()> {
    // SAFETY: the name ends with a zero, and is only read.
    outcome(unsafe { libc::initgroups(user.as_ptr(), gid) })
}

/// Becomes another program; comes back only if that failed, and says why. The three standard descriptors are kept.
pub(crate) fn execve(path: &CStr, args: &[CString], env: &[CString]) -> io::Error {
    for number in 0..3 {
        // What is not open cannot be passed on.
        let _ = borrow_fd(number).and_then(|fd| rustix::io::fcntl_setfd(fd, FdFlags::empty()));
    }
    let pointers = |list: &[CString]| -> Vec<*const c_char> {
        let all = list.iter().map(|text| text.as_ptr());
        all.chain([ptr::null()]).collect()
    };
    let (args, env) = (pointers(args), pointers(env));
    // SAFETY: all are texts that end with a zero, and lists that end with a null.
    unsafe { libc::execve(path.as_ptr(), args.as_ptr(), env.as_ptr()) };
    io::Error::last_os_error()
}
