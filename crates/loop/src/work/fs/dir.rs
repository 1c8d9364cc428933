//! Directories.

use std::ffi::OsString;
use std::mem::MaybeUninit;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir, statat};
use rustix::io::Errno;

use super::{FileKind, FsError, FsResult, call, kind};

/// Bytes of directory that are read at a time.
const READ_SIZE: usize = 32 * 1024;
/// How many names `mkdtemp` tries.
const MKDTEMP_TRIES: u32 = 1000;

/// A name in a directory, and the kind of file it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirEntry {
    /// The name alone.
    pub name: OsString,
    /// The kind of file; links are not followed.
    pub kind: FileKind,
}

/// All entries of a directory but `.` and `..`, sorted by the bytes of their names.
pub fn read_dir(path: &Path) -> FsResult<Vec<DirEntry>> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let dir = call("scandir", || rustix::fs::open(path, flags, Mode::empty()))?;
    let mut buffer = [MaybeUninit::uninit(); READ_SIZE];
    let mut raw = RawDir::new(&dir, &mut buffer);
    let mut entries = Vec::new();
    while let Some(next) = raw.next() {
        let entry = match next {
            Ok(entry) => entry,
            Err(Errno::INTR) => continue,
            Err(errno) => return Err(FsError::new(errno, "scandir")),
        };
        let name = entry.file_name().to_bytes();
        if name == b"." || name == b".." {
            continue;
        }
        let mut file_type = entry.file_type();
        if file_type == FileType::Unknown
            && let Ok(stat) = statat(&dir, entry.file_name(), AtFlags::SYMLINK_NOFOLLOW)
        {
            file_type = FileType::from_raw_mode(stat.st_mode);
        }
        let name = OsString::from_vec(name.to_vec());
        entries.push(DirEntry {
            name,
            kind: FileKind::of(file_type),
        });
    }
    entries.sort_unstable_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
    Ok(entries)
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

/// Makes a directory, for its owner alone, whose name is the prefix and six random characters.
pub fn mkdtemp(prefix: &Path) -> FsResult<PathBuf> {
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    for _ in 0..MKDTEMP_TRIES {
        let mut random = [0; 6];
        call("mkdtemp", || {
            rustix::rand::getrandom(&mut random, rustix::rand::GetRandomFlags::empty())
        })?;
        let mut name = prefix.as_os_str().as_bytes().to_vec();
        name.extend(random.map(|byte| LETTERS[usize::from(byte) % LETTERS.len()]));
        let path = PathBuf::from(OsString::from_vec(name));
        match call("mkdtemp", || rustix::fs::mkdir(&path, Mode::RWXU)) {
            Err(error) if error.is(Errno::EXIST) => {}
            result => return result.map(|()| path),
        }
    }
    Err(FsError::new(Errno::EXIST, "mkdtemp"))
}
