//! What is known of a file without reading it.

use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, FileType, StatxFlags, StatxTimestamp, Timespec, Timestamps};
use rustix::io::Errno;

use super::{FsResult, call};
use crate::seam::{self, Reader, Taped};

/// A point in time, from the beginning of 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// Whole seconds.
    pub sec: i64,
    /// The rest, in nanoseconds.
    pub nsec: u32,
}

/// What is known of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stat {
    /// The device that holds the file.
    pub dev: u64,
    /// Kind and permissions.
    pub mode: u32,
    /// How many names the file has.
    pub nlink: u64,
    /// The owner.
    pub uid: u32,
    /// The owning group.
    pub gid: u32,
    /// The device that the file is, if it is one.
    pub rdev: u64,
    /// The size of blocks in which to read and write best.
    pub blksize: u64,
    /// The number of the file on its device.
    pub ino: u64,
    /// Bytes in the file.
    pub size: u64,
    /// Blocks of 512 bytes that the file takes up.
    pub blocks: u64,
    /// When it was last read.
    pub atime: Time,
    /// When its content last changed.
    pub mtime: Time,
    /// When its content or what is known of it last changed.
    pub ctime: Time,
    /// When it was made, if the file system knows; else all zero.
    pub birthtime: Time,
}

/// The kinds of files, with libuv's numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum FileKind {
    /// None of the others.
    #[default]
    Unknown = 0,
    /// An ordinary file.
    File = 1,
    /// A directory.
    Dir = 2,
    /// A symbolic link.
    Link = 3,
    /// A named pipe.
    Fifo = 4,
    /// A socket.
    Socket = 5,
    /// A character device.
    Char = 6,
    /// A block device.
    Block = 7,
}

impl FileKind {
    pub(super) fn of(file_type: FileType) -> Self {
        match file_type {
            FileType::RegularFile => FileKind::File,
            FileType::Directory => FileKind::Dir,
            FileType::Symlink => FileKind::Link,
            FileType::Fifo => FileKind::Fifo,
            FileType::Socket => FileKind::Socket,
            FileType::CharacterDevice => FileKind::Char,
            FileType::BlockDevice => FileKind::Block,
            _ => FileKind::Unknown,
        }
    }
}

impl Taped for FileKind {
    fn put(&self, into: &mut Vec<u8>) {
        into.push(*self as u8);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let number = from.byte()?;
        let all = [
            FileKind::Unknown,
            FileKind::File,
            FileKind::Dir,
            FileKind::Link,
            FileKind::Fifo,
            FileKind::Socket,
            FileKind::Char,
            FileKind::Block,
        ];
        all.into_iter().find(|kind| *kind as u8 == number)
    }
}

impl Stat {
    /// What kind of file it is.
    pub fn kind(&self) -> FileKind {
        FileKind::of(FileType::from_raw_mode(self.mode))
    }

    /// Whether it is a directory.
    pub fn is_dir(&self) -> bool {
        self.kind() == FileKind::Dir
    }

    /// Whether it is an ordinary file.
    pub fn is_file(&self) -> bool {
        self.kind() == FileKind::File
    }

    /// The times that can be set, as the system takes them.
    pub(super) fn times(&self) -> Timestamps {
        let of = |time: Time| Timespec {
            tv_sec: time.sec,
            tv_nsec: i64::from(time.nsec),
        };
        Timestamps {
            last_access: of(self.atime),
            last_modification: of(self.mtime),
        }
    }
}

impl Taped for Time {
    fn put(&self, into: &mut Vec<u8>) {
        (self.sec, self.nsec).put(into);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let (sec, nsec) = Taped::take(from)?;
        Some(Time { sec, nsec })
    }
}

impl Taped for Stat {
    fn put(&self, into: &mut Vec<u8>) {
        let (mode, uid, gid) = (self.mode, self.uid, self.gid);
        [self.dev, self.nlink, self.rdev, self.blksize].put(into);
        [self.ino, self.size, self.blocks].put(into);
        [mode, uid, gid].put(into);
        [self.atime, self.mtime, self.ctime, self.birthtime].put(into);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let [dev, nlink, rdev, blksize] = Taped::take(from)?;
        let [ino, size, blocks] = Taped::take(from)?;
        let [mode, uid, gid] = Taped::take(from)?;
        let [atime, mtime, ctime, birthtime] = Taped::take(from)?;
        Some(Stat {
            dev,
            mode,
            nlink,
            uid,
            gid,
            rdev,
            blksize,
            ino,
            size,
            blocks,
            atime,
            mtime,
            ctime,
            birthtime,
        })
    }
}

/// What is known of the file at a path, links followed.
pub fn stat(path: &Path) -> FsResult<Stat> {
    call("stat", || stat_at(CWD, path, AtFlags::empty()))
}

/// What is known of the file at a path, or of the link that is there.
pub fn lstat(path: &Path) -> FsResult<Stat> {
    call("lstat", || stat_at(CWD, path, AtFlags::SYMLINK_NOFOLLOW))
}

/// What is known of an open file.
pub fn fstat(fd: impl AsFd) -> FsResult<Stat> {
    call("fstat", || {
        stat_at(fd.as_fd(), Path::new(""), AtFlags::EMPTY_PATH)
    })
}

/// The kind of file at a path, links followed; none if there is no file.
pub fn kind(path: &Path) -> Option<FileKind> {
    let mode = seam::ask("stat", || rustix::fs::stat(path).map(|stat| stat.st_mode));
    let file_type = mode.ok()?;
    Some(FileKind::of(FileType::from_raw_mode(file_type)))
}

pub(super) fn stat_at(dir: BorrowedFd<'_>, path: &Path, flags: AtFlags) -> Result<Stat, Errno> {
    let wanted = StatxFlags::BASIC_STATS | StatxFlags::BTIME;
    let found = rustix::fs::statx(dir, path, flags, wanted)?;
    let time = |time: StatxTimestamp| Time {
        sec: time.tv_sec,
        nsec: time.tv_nsec,
    };
    Ok(Stat {
        dev: rustix::fs::makedev(found.stx_dev_major, found.stx_dev_minor),
        mode: u32::from(found.stx_mode),
        nlink: u64::from(found.stx_nlink),
        uid: found.stx_uid,
        gid: found.stx_gid,
        rdev: rustix::fs::makedev(found.stx_rdev_major, found.stx_rdev_minor),
        blksize: u64::from(found.stx_blksize),
        ino: found.stx_ino,
        size: found.stx_size,
        blocks: found.stx_blocks,
        atime: time(found.stx_atime),
        mtime: time(found.stx_mtime),
        ctime: time(found.stx_ctime),
        birthtime: time(found.stx_btime),
    })
}

/// What is known of a file system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatFs {
    /// The number of its type.
    pub kind: u64,
    /// The size of a block.
    pub bsize: u64,
    /// The size of a fragment, which blocks are counted in.
    pub frsize: u64,
    /// Blocks in all.
    pub blocks: u64,
    /// Free blocks.
    pub bfree: u64,
    /// Free blocks for all users.
    pub bavail: u64,
    /// Files that it can hold.
    pub files: u64,
    /// Files that it can still take.
    pub ffree: u64,
}

/// What is known of the file system that holds a path.
pub fn statfs(path: &Path) -> FsResult<StatFs> {
    let [kind, bsize, frsize, blocks, bfree, bavail, files, ffree] = call("statfs", || {
        let found = rustix::fs::statfs(path)?;
        Ok([
            found.f_type as u64,
            found.f_bsize as u64,
            found.f_frsize as u64,
            found.f_blocks,
            found.f_bfree,
            found.f_bavail,
            found.f_files,
            found.f_ffree,
        ])
    })?;
    Ok(StatFs {
        kind,
        bsize,
        frsize,
        blocks,
        bfree,
        bavail,
        files,
        ffree,
    })
}
