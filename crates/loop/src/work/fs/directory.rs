//! Directories.

use std::ffi::{CStr, OsString};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir, statat};
use rustix::io::Errno;

use super::{FileKind, FsError, FsResult, call, call_once, kind};
use crate::seam::{self, Reader, Taped};

/// Bytes of directory that are read at a time.
const READ_SIZE: usize = 32 * 1024;

/// A name in a directory, and the kind of file it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DirEntry {
    /// The name alone.
    pub name: OsString,
    /// The kind of file; links are not followed.
    pub kind: FileKind,
}

impl Taped for DirEntry {
    fn put(&self, into: &mut Vec<u8>) {
        self.name.put(into);
        self.kind.put(into);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let (name, kind) = Taped::take(from)?;
        Some(DirEntry { name, kind })
    }
}

/// All entries of a directory but `.` and `..`, sorted by the bytes of their names.
pub fn read_dir(path: &Path) -> FsResult<Vec<DirEntry>> {
    let dir = open_to_read(path, "scandir")?;
    let mut entries = call("scandir", || entries_of(&dir))?;
    entries.sort_unstable_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
    Ok(entries)
}

/// All entries of an open directory, in the order in which the file system has them.
fn entries_of(dir: &OwnedFd) -> Result<Vec<DirEntry>, Errno> {
    let mut buffer = [MaybeUninit::uninit(); READ_SIZE];
    let mut raw = RawDir::new(dir, &mut buffer);
    let mut entries = Vec::new();
    while let Some(next) = raw.next() {
        match next {
            Ok(entry) => entries.extend(entry_of(dir, entry.file_name(), entry.file_type())),
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(entries)
}

fn open_to_read(path: &Path, syscall: &'static str) -> FsResult<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    call(syscall, || rustix::fs::open(path, flags, Mode::empty()))
}

/// What is told of an entry; none of `.` and `..`.
fn entry_of(dir: impl AsFd, name: &CStr, mut file_type: FileType) -> Option<DirEntry> {
    if name == c"." || name == c".." {
        return None;
    }
    if file_type == FileType::Unknown
        && let Ok(stat) = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)
    {
        file_type = FileType::from_raw_mode(stat.st_mode);
    }
    Some(DirEntry {
        name: OsString::from_vec(name.to_bytes().to_vec()),
        kind: FileKind::of(file_type),
    })
}

/// A directory that is read bit by bit, in the order in which the file system has its entries.
///
/// ```
/// use rondo_loop::work::fs;
///
/// let mut dir = fs::open_dir("/".as_ref())?;
/// loop {
///     let entries = dir.read(32)?;
///     if entries.is_empty() {
///         break;
///     }
///     for entry in entries {
///         println!("{:?} is a {:?}", entry.name, entry.kind);
///     }
/// }
/// dir.close()?;
/// # Ok::<(), fs::FsError>(())
/// ```
#[derive(Debug)]
pub struct Dir(rustix::fs::Dir);

/// Opens a directory to read it bit by bit.
pub fn open_dir(path: &Path) -> FsResult<Dir> {
    let dir = open_to_read(path, "opendir")?;
    // Of a stand-in nothing is ever read.
    Ok(Dir(call_once("opendir", rustix::fs::Dir::new(dir))?))
}

impl Dir {
    /// The next entries, at most so many, without `.` and `..`; none when all were read.
    pub fn read(&mut self, max: usize) -> FsResult<Vec<DirEntry>> {
        call_once("scandir", seam::ask("readdir", || self.read_now(max)))
    }

    fn read_now(&mut self, max: usize) -> Result<Vec<DirEntry>, Errno> {
        let mut entries = Vec::new();
        while entries.len() < max {
            match self.0.read() {
                Some(Ok(entry)) => {
                    let dir = self.0.fd()?;
                    entries.extend(entry_of(dir, entry.file_name(), entry.file_type()));
                }
                Some(Err(Errno::INTR)) => {}
                Some(Err(errno)) => return Err(errno),
                None => break,
            }
        }
        Ok(entries)
    }

    /// Closes the directory, as dropping it does.
    pub fn close(self) -> FsResult<()> {
        drop(self);
        Ok(())
    }
}

/// Makes a directory.
pub fn mkdir(path: &Path, mode: u32) -> FsResult<()> {
    call("mkdir", || {
        rustix::fs::mkdir(path, Mode::from_raw_mode(mode))
    })
}

/// Makes a directory and those above it that are missing. Gives the first that was made, none if all
/// were there.
pub fn mkdir_all(path: &Path, mode: u32) -> FsResult<Option<PathBuf>> {
    let mut first = None;
    let mut missing = Vec::new();
    let mut current = path;
    // Upwards, to one that is there or can be made.
    loop {
        let error = match mkdir(current, mode) {
            Ok(()) => {
                first = Some(current);
                break;
            }
            Err(error) => error,
        };
        match parent(current) {
            Some(above) if error.is(Errno::NOENT) => {
                missing.push(current);
                current = above;
            }
            _ if kind(current) == Some(FileKind::Dir) => break,
            _ if error.is(Errno::EXIST) && !missing.is_empty() => {
                return Err(FsError::new(Errno::NOTDIR, "mkdir"));
            }
            _ => return Err(error),
        }
    }
    // And down again.
    while let Some(next) = missing.pop() {
        mkdir_or_found(next, mode)?;
        first.get_or_insert(next);
    }
    Ok(first.map(Path::to_path_buf))
}

/// Makes a directory, or takes one that somebody else has made meanwhile.
fn mkdir_or_found(path: &Path, mode: u32) -> FsResult<()> {
    match mkdir(path, mode) {
        Err(error) if error.is(Errno::EXIST) && kind(path) == Some(FileKind::Dir) => Ok(()),
        result => result,
    }
}

fn parent(path: &Path) -> Option<&Path> {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
}

/// Removes an empty directory.
pub fn rmdir(path: &Path) -> FsResult<()> {
    call("rmdir", || rustix::fs::rmdir(path))
}
