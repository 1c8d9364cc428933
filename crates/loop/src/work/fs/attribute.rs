//! Permissions, owners, times, sizes, and what is safely on the disk.

use std::os::fd::AsFd;
use std::path::Path;

use rustix::fs::{
    Access, AtFlags, CWD, Gid, Mode, Timespec, Timestamps, UTIME_NOW, UTIME_OMIT, Uid,
};

use super::open;
use super::{FsResult, call};

/// Checks that a file is there (0) or that the process may read (4), write (2) or execute (1) it.
pub fn access(path: &Path, mode: u32) -> FsResult<()> {
    call("access", || {
        rustix::fs::access(path, Access::from_bits_retain(mode))
    })
}

/// Whether there is a file at a path, links followed.
pub fn exists(path: &Path) -> bool {
    access(path, 0).is_ok()
}

/// Sets the permissions of a file.
pub fn chmod(path: &Path, mode: u32) -> FsResult<()> {
    call("chmod", || {
        rustix::fs::chmod(path, Mode::from_raw_mode(mode))
    })
}

/// Sets the permissions of an open file.
pub fn fchmod(fd: impl AsFd, mode: u32) -> FsResult<()> {
    call("fchmod", || {
        rustix::fs::fchmod(&fd, Mode::from_raw_mode(mode))
    })
}

/// Sets owner and group of a file; `u32::MAX` leaves one as it is.
pub fn chown(path: &Path, uid: u32, gid: u32) -> FsResult<()> {
    call("chown", || rustix::fs::chown(path, user(uid), group(gid)))
}

/// Sets owner and group of an open file; `u32::MAX` leaves one as it is.
pub fn fchown(fd: impl AsFd, uid: u32, gid: u32) -> FsResult<()> {
    call("fchown", || rustix::fs::fchown(&fd, user(uid), group(gid)))
}

/// Sets owner and group of a file or of the link that is there; `u32::MAX` leaves one as it is.
pub fn lchown(path: &Path, uid: u32, gid: u32) -> FsResult<()> {
    let flags = AtFlags::SYMLINK_NOFOLLOW;
    call("lchown", || {
        rustix::fs::chownat(CWD, path, user(uid), group(gid), flags)
    })
}

fn user(uid: u32) -> Option<Uid> {
    (uid != u32::MAX).then(|| Uid::from_raw(uid))
}

fn group(gid: u32) -> Option<Gid> {
    (gid != u32::MAX).then(|| Gid::from_raw(gid))
}

/// Sets the times of reading and of change of a file, in seconds from the beginning of 1970. An infinite
/// one is now, and one that is not a number leaves the time as it is.
pub fn utimes(path: &Path, atime: f64, mtime: f64) -> FsResult<()> {
    let times = timestamps(atime, mtime);
    call("utime", || {
        rustix::fs::utimensat(CWD, path, &times, AtFlags::empty())
    })
}

/// Does the same with an open file.
pub fn futimes(fd: impl AsFd, atime: f64, mtime: f64) -> FsResult<()> {
    let times = timestamps(atime, mtime);
    call("futime", || rustix::fs::futimens(&fd, &times))
}

/// Does the same with a file or the link that is there.
pub fn lutimes(path: &Path, atime: f64, mtime: f64) -> FsResult<()> {
    let times = timestamps(atime, mtime);
    call("lutime", || {
        rustix::fs::utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW)
    })
}

fn timestamps(atime: f64, mtime: f64) -> Timestamps {
    Timestamps {
        last_access: timespec(atime),
        last_modification: timespec(mtime),
    }
}

fn timespec(seconds: f64) -> Timespec {
    if !seconds.is_finite() {
        let what = if seconds.is_nan() {
            UTIME_OMIT
        } else {
            UTIME_NOW
        };
        return Timespec {
            tv_sec: 0,
            tv_nsec: what,
        };
    }
    let mut time = Timespec {
        tv_sec: seconds.trunc() as i64,
        tv_nsec: ((seconds - seconds.trunc()) * 1e9) as i64,
    };
    if time.tv_nsec < 0 {
        time.tv_nsec += 1_000_000_000;
        time.tv_sec -= 1;
    }
    time
}

/// Cuts a file to a length, or fills it up with zeroes.
pub fn truncate(path: &Path, length: u64) -> FsResult<()> {
    let file = open(path, libc::O_RDWR, 0)?;
    ftruncate(&file, length)
}

/// Cuts an open file to a length, or fills it up with zeroes.
pub fn ftruncate(fd: impl AsFd, length: u64) -> FsResult<()> {
    call("ftruncate", || rustix::fs::ftruncate(&fd, length))
}

/// Waits until a file is on the disk.
pub fn fsync(fd: impl AsFd) -> FsResult<()> {
    call("fsync", || rustix::fs::fsync(&fd))
}

/// Waits until a file's content is on the disk.
pub fn fdatasync(fd: impl AsFd) -> FsResult<()> {
    call("fdatasync", || rustix::fs::fdatasync(&fd))
}
