//! File operations, in a directory of their own.

mod numbers;

use std::fs::Permissions;
use std::io::{IoSlice, IoSliceMut};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use numbers::at;
use rondo_loop::work::fs::{self, FileKind, FsError, ReadError, RemoveOptions};

const RDONLY: i32 = 0;
const WRONLY_CREATE_TRUNCATE: i32 = 0o1 | 0o100 | 0o1000;
const WRONLY_CREATE_APPEND: i32 = 0o1 | 0o100 | 0o2000;
const RDWR_CREATE: i32 = 0o2 | 0o100;
const NO_LIMIT: u64 = u64::MAX;

/// A directory that goes with the test.
struct Dir(PathBuf);

impl Dir {
    fn new() -> Self {
        Dir(fs::mkdtemp(&std::env::temp_dir().join("rondo-loop-")).unwrap())
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn with(&self, name: &str, content: &str) -> PathBuf {
        let path = self.at(name);
        std::fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

#[track_caller]
fn assert_error<T: std::fmt::Debug>(result: Result<T, FsError>, name: &str, syscall: &str) {
    let error = result.unwrap_err();
    assert_eq!((error.name(), error.syscall), (name, syscall));
}

#[test]
fn open_read_write_close() {
    let dir = Dir::new();
    let path = dir.at("file");
    let fd = fs::open(&path, RDWR_CREATE, 0o640).unwrap();
    assert_eq!(fs::write(&fd, b"hello world", None), Ok(11));
    assert_eq!(fs::write(&fd, b"W", Some(6)), Ok(1));
    let parts = [IoSlice::new(b"!"), IoSlice::new(b"?")];
    assert_eq!(fs::write_vectored(&fd, &parts, None), Ok(2));
    assert_eq!(fs::write_vectored(&fd, &parts[..1], Some(12)), Ok(1));
    let mut buffer = [0; 20];
    assert_eq!(fs::read(&fd, &mut buffer, Some(0)), Ok(13));
    assert_eq!(&buffer[..13], b"hello World!!");
    assert_eq!(fs::read(&fd, &mut buffer, None), Ok(0));
    let (first, second) = buffer.split_at_mut(5);
    let mut parts = [IoSliceMut::new(first), IoSliceMut::new(second)];
    assert_eq!(fs::read_vectored(&fd, &mut parts, Some(6)), Ok(7));
    assert_eq!(&buffer[..7], b"World!!");
    assert_eq!(fs::fsync(&fd).and(fs::fdatasync(&fd)), Ok(()));
    assert_eq!(fs::ftruncate(&fd, 5), Ok(()));
    assert_eq!(fs::fstat(&fd).unwrap().size, 5);
    assert_eq!(fs::close(fd), Ok(()));
    let gone = numbers::owned(i32::MAX);
    assert_error(fs::close(gone), "EBADF", "close");
    assert_error(fs::read(at(i32::MAX), &mut buffer, None), "EBADF", "read");
    assert_error(fs::write(at(i32::MAX), b"x", Some(1)), "EBADF", "write");
    assert_error(fs::open(&dir.at("none/file"), RDONLY, 0), "ENOENT", "open");
}

#[test]
fn whole_files() {
    let dir = Dir::new();
    let path = dir.at("file");
    fs::write_file(&path, b"one", WRONLY_CREATE_TRUNCATE, 0o600, true).unwrap();
    fs::write_file(&path, b" two", WRONLY_CREATE_APPEND, 0o600, false).unwrap();
    let bytes = fs::read_file(&path, RDONLY, 7).unwrap();
    assert_eq!((&bytes[..], bytes.capacity()), (&b"one two"[..], 7));
    assert_eq!(fs::read_file(&path, RDONLY, 6), Err(ReadError::TooLarge(7)));
    assert_eq!(fs::stat(&path).unwrap().mode & 0o777, 0o600);

    let fd = fs::open(&path, RDONLY, 0).unwrap();
    fs::read(&fd, &mut [0; 4], None).unwrap();
    assert_eq!(fs::read_open_file(&fd, NO_LIMIT).unwrap(), b"two");
    fs::close(fd).unwrap();

    assert_eq!(
        fs::read_file(&dir.with("empty", ""), RDONLY, NO_LIMIT).unwrap(),
        b""
    );
    // Says that it is empty, and is not.
    assert!(
        !fs::read_file(Path::new("/proc/self/status"), RDONLY, NO_LIMIT)
            .unwrap()
            .is_empty()
    );
    let error = fs::read_file(Path::new("/dev/zero"), RDONLY, 100_000);
    assert!(matches!(error, Err(ReadError::TooLarge(_))));
    let system = |result: Result<Vec<u8>, ReadError>| match result {
        Err(ReadError::System(error)) => Err(error),
        other => panic!("{other:?}"),
    };
    assert_error::<()>(
        system(fs::read_file(&dir.0, RDONLY, NO_LIMIT)),
        "EISDIR",
        "read",
    );
    assert_error::<()>(
        system(fs::read_file(&dir.at("no"), RDONLY, NO_LIMIT)),
        "ENOENT",
        "open",
    );
    assert_error::<()>(
        system(fs::read_open_file(at(i32::MAX), NO_LIMIT)),
        "EBADF",
        "fstat",
    );
    let full = fs::write_file(Path::new("/dev/full"), b"x", 0o1, 0, false);
    assert_error(full, "ENOSPC", "write");
}

#[test]
fn what_is_known_of_files() {
    let dir = Dir::new();
    let path = dir.with("file", "12345");
    let link = dir.at("link");
    symlink("file", &link).unwrap();
    std::fs::set_permissions(&path, Permissions::from_mode(0o751)).unwrap();
    let stat = fs::stat(&link).unwrap();
    assert_eq!(stat, fs::stat(&path).unwrap());
    assert_eq!(
        (stat.size, stat.mode, stat.nlink, stat.kind()),
        (5, 0o100751, 1, FileKind::File)
    );
    assert!(stat.is_file() && stat.ino > 0 && stat.dev > 0 && stat.blksize > 0);
    assert!(stat.mtime.sec > 1_600_000_000 && stat.mtime.nsec < 1_000_000_000);
    assert_eq!(fs::lstat(&link).unwrap().kind(), FileKind::Link);
    assert_eq!(fs::stat(Path::new("/dev/null")).unwrap().rdev, 0x103);
    assert!(fs::stat(&dir.0).unwrap().is_dir());
    assert_eq!(fs::kind(&path), Some(FileKind::File));
    assert_eq!(fs::kind(&dir.at("none")), None);
    assert_error(fs::stat(&dir.at("none")), "ENOENT", "stat");
    assert_error(fs::lstat(&path.join("x")), "ENOTDIR", "lstat");
    assert_error(fs::fstat(at(i32::MAX)), "EBADF", "fstat");
    let space = fs::statfs(&dir.0).unwrap();
    assert!(space.bsize > 0 && space.blocks >= space.bfree);
    assert_error(fs::statfs(&dir.at("none")), "ENOENT", "statfs");
    assert!(fs::exists(&path) && !fs::exists(&dir.at("none")));
    assert_eq!(fs::access(&path, 4), Ok(()));
    assert_error(fs::access(&dir.at("none"), 4), "ENOENT", "access");
}

#[test]
fn directories() {
    let dir = Dir::new();
    for name in ["b", "a", "B", "é"] {
        dir.with(name, "");
    }
    fs::mkdir(&dir.at("c"), 0o700).unwrap();
    symlink("nowhere", dir.at("d")).unwrap();
    let entries = fs::read_dir(&dir.0).unwrap();
    let found: Vec<_> = entries
        .iter()
        .map(|e| (e.name.to_str().unwrap(), e.kind))
        .collect();
    use FileKind::{Dir as D, File as F, Link as L};
    assert_eq!(
        found,
        [("B", F), ("a", F), ("b", F), ("c", D), ("d", L), ("é", F)]
    );
    assert_error(fs::read_dir(&dir.at("a")), "ENOTDIR", "scandir");
    assert_error(fs::read_dir(&dir.at("none")), "ENOENT", "scandir");
    assert_error(fs::mkdir(&dir.at("c"), 0o700), "EEXIST", "mkdir");
    assert_eq!(fs::rmdir(&dir.at("c")), Ok(()));
    assert_error(fs::rmdir(&dir.at("c")), "ENOENT", "rmdir");
    assert_error(fs::rmdir(&dir.0), "ENOTEMPTY", "rmdir");
    assert_error(fs::mkdtemp(&dir.at("none/x")), "ENOENT", "mkdtemp");
    let made = fs::mkdtemp(&dir.at("x-")).unwrap();
    assert!(made.to_str().unwrap().len() == dir.at("x-").to_str().unwrap().len() + 6);
    assert_eq!(fs::stat(&made).unwrap().mode & 0o777, 0o700);
}

#[test]
fn directories_with_those_above() {
    let dir = Dir::new();
    let file = dir.with("file", "");
    assert_eq!(
        fs::mkdir_all(&dir.at("a/b/c"), 0o777),
        Ok(Some(dir.at("a")))
    );
    assert_eq!(fs::mkdir_all(&dir.at("a/b/c"), 0o777), Ok(None));
    assert_eq!(
        fs::mkdir_all(&dir.at("a/b/d/e/"), 0o777),
        Ok(Some(dir.at("a/b/d")))
    );
    assert_eq!(fs::mkdir_all(&dir.at("x"), 0o777), Ok(Some(dir.at("x"))));
    assert_error(fs::mkdir_all(&file, 0o777), "EEXIST", "mkdir");
    assert_error(fs::mkdir_all(&file.join("a"), 0o777), "ENOTDIR", "mkdir");
    assert_error(fs::mkdir_all(&file.join("a/b"), 0o777), "ENOTDIR", "mkdir");
    assert_error(fs::mkdir_all(Path::new(""), 0o777), "ENOENT", "mkdir");
    assert_error(
        fs::mkdir_all(Path::new("/proc/none/x"), 0o777),
        "ENOENT",
        "mkdir",
    );
    assert_eq!(fs::mkdir_all(Path::new("/"), 0o777), Ok(None));
}

#[test]
fn removing() {
    let dir = Dir::new();
    let file = dir.with("file", "");
    let recursive = RemoveOptions {
        recursive: true,
        ..RemoveOptions::default()
    };
    let force = RemoveOptions {
        force: true,
        ..RemoveOptions::default()
    };
    let plain = RemoveOptions::default();
    assert_error(fs::remove(&dir.at("none"), plain), "ENOENT", "lstat");
    assert_eq!(fs::remove(&dir.at("none"), force), Ok(()));
    assert_error(fs::remove(&file.join("x"), force), "ENOTDIR", "lstat");
    fs::mkdir_all(&dir.at("tree/a/b"), 0o777).unwrap();
    dir.with("tree/a/file", "");
    symlink(&dir.0, dir.at("tree/out")).unwrap();
    symlink(dir.at("tree"), dir.at("link")).unwrap();
    assert_error(fs::remove(&dir.at("tree"), force), "EISDIR", "rm");
    assert_eq!(fs::remove(&dir.at("link"), recursive), Ok(()));
    assert!(fs::exists(&dir.at("tree/a")), "only the link is gone");
    assert_eq!(fs::remove(&dir.at("tree"), recursive), Ok(()));
    assert!(!fs::exists(&dir.at("tree")) && fs::exists(&file));
    assert_eq!(fs::remove(&file, plain), Ok(()));
    assert_error(fs::unlink(&file), "ENOENT", "unlink");
}

#[test]
fn names_and_links() {
    let dir = Dir::new();
    let file = dir.with("file", "x");
    fs::symlink(Path::new("file"), &dir.at("soft")).unwrap();
    fs::link(&file, &dir.at("hard")).unwrap();
    assert_eq!(fs::readlink(&dir.at("soft")), Ok("file".into()));
    assert_eq!(fs::realpath(&dir.at("soft/../soft")).ok(), None);
    assert_eq!(
        fs::realpath(&dir.at("./soft")),
        Ok(fs::realpath(&file).unwrap())
    );
    assert_eq!(fs::stat(&file).unwrap().nlink, 2);
    assert_eq!(fs::rename(&dir.at("hard"), &dir.at("renamed")), Ok(()));
    assert_eq!(fs::unlink(&dir.at("renamed")), Ok(()));
    assert_error(fs::readlink(&file), "EINVAL", "readlink");
    assert_error(fs::realpath(&dir.at("none")), "ENOENT", "realpath");
    assert_error(fs::symlink(Path::new("x"), &file), "EEXIST", "symlink");
    assert_error(fs::link(&dir.at("none"), &dir.at("y")), "ENOENT", "link");
    assert_error(
        fs::rename(&dir.at("none"), &dir.at("y")),
        "ENOENT",
        "rename",
    );
}

#[test]
fn attributes() {
    let dir = Dir::new();
    let file = dir.with("file", "12345");
    fs::chmod(&file, 0o604).unwrap();
    assert_eq!(fs::stat(&file).unwrap().mode & 0o777, 0o604);
    let fd = fs::open(&file, RDONLY, 0).unwrap();
    fs::fchmod(&fd, 0o640).unwrap();
    assert_eq!(fs::fstat(&fd).unwrap().mode & 0o777, 0o640);
    let same = u32::MAX;
    let kept = fs::chown(&file, same, same).and(fs::fchown(&fd, same, same));
    assert_eq!(kept.and(fs::lchown(&file, same, same)), Ok(()));

    fs::utimes(&file, 1.123456789, 1_700_000_000.5).unwrap();
    let stat = fs::stat(&file).unwrap();
    assert_eq!((stat.atime.sec, stat.atime.nsec), (1, 123_456_789));
    assert_eq!(
        (stat.mtime.sec, stat.mtime.nsec),
        (1_700_000_000, 500_000_000)
    );
    fs::futimes(&fd, -1.5, 2.0).unwrap();
    let stat = fs::stat(&file).unwrap();
    assert_eq!((stat.atime.sec, stat.atime.nsec), (-2, 500_000_000));
    symlink("file", dir.at("link")).unwrap();
    fs::lutimes(&dir.at("link"), 3.0, 4.0).unwrap();
    assert_eq!(fs::lstat(&dir.at("link")).unwrap().mtime.sec, 4);
    assert_eq!(fs::stat(&file).unwrap().mtime.sec, 2);
    fs::close(fd).unwrap();

    fs::truncate(&file, 2).unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), b"12");
    fs::truncate(&file, 4).unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), b"12\0\0");
    let none = dir.at("none");
    assert_error(fs::truncate(&none, 0), "ENOENT", "open");
    assert_error(fs::chmod(&none, 0), "ENOENT", "chmod");
    assert_error(fs::chown(&none, same, same), "ENOENT", "chown");
    assert_error(fs::lchown(&none, same, same), "ENOENT", "lchown");
    assert_error(fs::utimes(&none, 0.0, 0.0), "ENOENT", "utime");
    assert_error(fs::lutimes(&none, 0.0, 0.0), "ENOENT", "lutime");
    assert_error(fs::futimes(at(i32::MAX), 0.0, 0.0), "EBADF", "futime");
    assert_error(fs::fchmod(at(i32::MAX), 0), "EBADF", "fchmod");
    assert_error(fs::fchown(at(i32::MAX), 0, 0), "EBADF", "fchown");
    assert_error(fs::ftruncate(at(i32::MAX), 0), "EBADF", "ftruncate");
    assert_error(fs::fsync(at(i32::MAX)), "EBADF", "fsync");
    assert_error(fs::fdatasync(at(i32::MAX)), "EBADF", "fdatasync");
}

#[test]
fn copies() {
    let dir = Dir::new();
    let file = dir.with("file", "content");
    fs::chmod(&file, 0o700).unwrap();
    let copy = dir.with("copy", "something longer");
    fs::copy_file(&file, &copy, 0).unwrap();
    assert_eq!(std::fs::read(&copy).unwrap(), b"content");
    assert_eq!(fs::stat(&copy).unwrap().mode & 0o777, 0o700);
    assert_error(
        fs::copy_file(&file, &copy, fs::COPY_EXCLUSIVE),
        "EEXIST",
        "copyfile",
    );
    assert_eq!(fs::copy_file(&file, &dir.at("new"), fs::COPY_CLONE), Ok(()));
    assert_eq!(fs::copy_file(&file, &file, 0), Ok(()));
    assert_eq!(std::fs::read(&file).unwrap(), b"content");
    assert_error(fs::copy_file(&dir.0, &dir.at("x"), 0), "EISDIR", "copyfile");
    assert_error(fs::copy_file(&file, &dir.0, 0), "EISDIR", "copyfile");
    assert_error(
        fs::copy_file(&dir.at("none"), &copy, 0),
        "ENOENT",
        "copyfile",
    );
    let status = Path::new("/proc/self/status");
    fs::copy_file(status, &dir.at("status"), 0).unwrap();
    assert!(fs::stat(&dir.at("status")).unwrap().size > 0);
}

#[test]
fn errors_read_well() {
    let error = fs::stat(Path::new("/none")).unwrap_err();
    assert_eq!(error.to_string(), "ENOENT: no such file or directory, stat");
    assert_error(fs::stat(Path::new("a\0b")), "EINVAL", "stat");
}
