//! What is known of a file, if the kernel can tell without waiting for a disk or another machine.
//!
//! The loop's own thread asks this way when it has nothing else to do, and leaves to the pool what would
//! take longer. The kernel promises not to wait while it walks the path; what it knows of the file
//! itself is taken as it is, so the answer counts only on file systems whose files nobody but the kernel
//! changes.

use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{AtFlags, CWD, Mode, OFlags, ResolveFlags, fstatfs, openat, openat2};
use rustix::io::Errno;

use super::stat::stat_at;
use super::{FsResult, Stat, call, fstat, lstat, stat};
use crate::sys::monotonic_nanos;
use crate::work::request::Task;

/// For how many nanoseconds to believe that a device has the file system it had: another one may be
/// mounted under the same number.
const FRESH: u64 = 1_000_000_000;
/// The most devices to remember.
const MAX_DEVICES: usize = 16;

/// ext2 to ext4, xfs, btrfs, f2fs, tmpfs, and layers of such.
const LOCAL_KINDS: [u64; 6] = [
    0xEF53,
    0x5846_5342,
    0x9123_683E,
    0xF2F5_2010,
    0x0102_1994,
    0x794C_7630,
];

/// Which file.
pub(super) enum Target {
    Path(PathBuf),
    /// The link itself, if it is one.
    Link(PathBuf),
    Open(Box<dyn AsFd + Send>),
}

/// A request for what is known of a file.
pub(super) struct StatTask {
    target: Target,
    /// The kernel knew the file, but nobody knows what file system its device has.
    is_new_device: bool,
}

impl StatTask {
    pub(super) fn new(target: Target) -> Self {
        StatTask {
            target,
            is_new_device: false,
        }
    }
}

impl Task for StatTask {
    type Output = FsResult<Stat>;
    const CAN_BE_TRIED: bool = true;

    fn run(self) -> FsResult<Stat> {
        let found = match &self.target {
            Target::Path(path) => stat(path),
            Target::Link(path) => lstat(path),
            Target::Open(fd) => fstat(fd),
        };
        if self.is_new_device {
            learn_device(&self.target);
        }
        found
    }

    fn try_run(&mut self) -> Option<FsResult<Stat>> {
        let open = |path, flags| open_cached(path, flags).ok();
        let (place, found) = match &self.target {
            Target::Path(path) => ("stat", cached(open(path, OFlags::empty())?.as_fd())),
            Target::Link(path) => ("lstat", cached(open(path, OFlags::NOFOLLOW)?.as_fd())),
            Target::Open(fd) => ("fstat", cached(fd.as_fd())),
        };
        let found = found.ok()?;
        match is_local(found.dev) {
            Some(true) => Some(call(place, || Ok(found))),
            Some(false) => None,
            None => {
                self.is_new_device = true;
                None
            }
        }
    }
}

/// Opens a file for nothing but to ask about it.
fn open_cached(path: &Path, flags: OFlags) -> Result<std::os::fd::OwnedFd, Errno> {
    let flags = flags | OFlags::PATH | OFlags::CLOEXEC;
    openat2(CWD, path, flags, Mode::empty(), ResolveFlags::CACHED)
}

fn cached(file: BorrowedFd<'_>) -> Result<Stat, Errno> {
    let flags = AtFlags::EMPTY_PATH | AtFlags::STATX_DONT_SYNC;
    stat_at(file, Path::new(""), flags)
}

struct Device {
    number: u64,
    is_local: bool,
    since: u64,
}

static DEVICES: Mutex<Vec<Device>> = Mutex::new(Vec::new());

/// Whether nobody but the kernel changes the files of a device, if that is known.
fn is_local(number: u64) -> Option<bool> {
    let devices = DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
    let device = devices.iter().find(|device| device.number == number)?;
    let is_fresh = monotonic_nanos() - device.since < FRESH;
    is_fresh.then_some(device.is_local)
}

/// Finds out which file system has a file, and keeps that for its device. May take long.
fn learn_device(target: &Target) {
    let learn = |file: BorrowedFd<'_>| {
        let stat = cached(file)?;
        let kind = fstatfs(file)?.f_type as u64;
        remember_device(stat.dev, LOCAL_KINDS.contains(&kind));
        Ok::<(), Errno>(())
    };
    let open = |path: &Path, flags: OFlags| {
        let flags = flags | OFlags::PATH | OFlags::CLOEXEC;
        openat(CWD, path, flags, Mode::empty())
    };
    // Nothing is lost if it fails: the pool goes on to do the requests.
    let _ = match target {
        Target::Path(path) => open(path, OFlags::empty()).and_then(|file| learn(file.as_fd())),
        Target::Link(path) => open(path, OFlags::NOFOLLOW).and_then(|file| learn(file.as_fd())),
        Target::Open(fd) => learn(fd.as_fd()),
    };
}

fn remember_device(number: u64, is_local: bool) {
    let mut devices = DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
    devices.retain(|device| device.number != number);
    if devices.len() == MAX_DEVICES {
        devices.remove(0);
    }
    devices.push(Device {
        number,
        is_local,
        since: monotonic_nanos(),
    });
}
