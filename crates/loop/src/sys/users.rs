//! The C library's lists of users and groups.

use std::ffi::{CStr, OsStr, OsString, c_char};
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::ptr;

use crate::system::{Group, User};

/// The room for texts to begin with, and the most.
const FIRST_ROOM: usize = 2048;
const MAX_ROOM: usize = 1 << 24;

/// Looks something up with a function that fills in a record, whose texts it puts into the room that it
/// is given. It gets more room until that is enough; `read` then reads the record.
fn look_up<R, T>(
    mut call: impl FnMut(*mut R, &mut [c_char], *mut *mut R) -> i32,
    read: impl FnOnce(&R) -> T,
) -> io::Result<T> {
    let mut room: Vec<c_char> = vec![0; FIRST_ROOM];
    let mut record = MaybeUninit::<R>::uninit();
    loop {
        let mut found = ptr::null_mut();
        match call(record.as_mut_ptr(), &mut room, &mut found) {
            // SAFETY: the function has pointed `found` to the record that it has filled in, or to
            // nothing; the record, and the room that it points to, live until the end of this one.
            0 => match unsafe { found.as_ref() } {
                Some(record) => return Ok(read(record)),
                None => return Err(io::Error::from_raw_os_error(libc::ENOENT)),
            },
            libc::EINTR => {}
            libc::ERANGE if room.len() < MAX_ROOM => room.resize(room.len() * 2, 0),
            // Some ways to say that nobody is there.
            libc::ESRCH | libc::EBADF | libc::EPERM => {
                return Err(io::Error::from_raw_os_error(libc::ENOENT));
            }
            code => return Err(io::Error::from_raw_os_error(code)),
        }
    }
}

/// A text of a record.
fn text(from: *const c_char) -> OsString {
    if from.is_null() {
        return OsString::new();
    }
    // SAFETY: the texts of a record that was found end with a zero, and live as long as its room.
    OsStr::from_bytes(unsafe { CStr::from_ptr(from) }.to_bytes()).to_os_string()
}

pub(crate) fn find_user(uid: u32) -> io::Result<User> {
    look_up(
        // SAFETY: the record and the room are valid for writes, and the room is as long as said.
        |record, room, found| unsafe {
            libc::getpwuid_r(uid, record, room.as_mut_ptr(), room.len(), found)
        },
        |record: &libc::passwd| User {
            name: text(record.pw_name),
            uid: record.pw_uid,
            gid: record.pw_gid,
            gecos: text(record.pw_gecos),
            home: text(record.pw_dir).into(),
            shell: text(record.pw_shell).into(),
        },
    )
}

pub(crate) fn find_group(gid: u32) -> io::Result<Group> {
    look_up(
        // SAFETY: as above.
        |record, room, found| unsafe {
            libc::getgrgid_r(gid, record, room.as_mut_ptr(), room.len(), found)
        },
        |record: &libc::group| Group {
            name: text(record.gr_name),
            gid: record.gr_gid,
            members: members(record.gr_mem),
        },
    )
}

/// Reads a list of texts that ends with a null pointer.
fn members(mut next: *const *mut c_char) -> Vec<OsString> {
    let mut members = Vec::new();
    // SAFETY: the list is of a record that was found, and ends with a null pointer.
    while let Some(&member) = unsafe { next.as_ref() }.filter(|member| !member.is_null()) {
        members.push(text(member));
        // SAFETY: this was not the end.
        next = unsafe { next.add(1) };
    }
    members
}

pub(crate) fn find_user_id(name: &CStr) -> io::Result<u32> {
    look_up(
        // SAFETY: as above; the name ends with a zero.
        |record, room, found| unsafe {
            libc::getpwnam_r(name.as_ptr(), record, room.as_mut_ptr(), room.len(), found)
        },
        |record: &libc::passwd| record.pw_uid,
    )
}

pub(crate) fn find_group_id(name: &CStr) -> io::Result<u32> {
    look_up(
        // SAFETY: as above; the name ends with a zero.
        |record, room, found| unsafe {
            libc::getgrnam_r(name.as_ptr(), record, room.as_mut_ptr(), room.len(), found)
        },
        |record: &libc::group| record.gr_gid,
    )
}
