//! Directories bit by bit, and names that nobody else has.

mod folder;

use std::collections::{BTreeSet, HashSet};
use std::os::fd::AsRawFd;
use std::path::Path;

use folder::{Folder, assert_error};
use rondo_loop::work::fs::{self, FileKind};

#[test]
fn every_entry_comes_once() {
    let dir = Folder::new();
    let expected: BTreeSet<_> = (0..1500)
        .map(|number| format!("a rather long name {number}"))
        .collect();
    expected.iter().for_each(|name| drop(dir.with(name, "")));
    for max in [1, 32, 1499, 1500, 10_000] {
        let mut dir = fs::open_dir(&dir.0).unwrap();
        let mut names = BTreeSet::new();
        loop {
            let entries = dir.read(max).unwrap();
            assert!(entries.len() <= max);
            if entries.is_empty() {
                break;
            }
            for entry in entries {
                assert_eq!(entry.kind, FileKind::File);
                assert!(names.insert(entry.name.into_string().unwrap()), "twice");
            }
        }
        assert_eq!(names, expected, "{max} at a time");
        assert_eq!(dir.read(max), Ok(vec![]), "it stays at the end");
        dir.close().unwrap();
    }
}

#[test]
fn kinds_are_told() {
    let dir = Folder::new();
    dir.with("file", "");
    fs::mkdir(&dir.at("dir"), 0o755).unwrap();
    fs::symlink(Path::new("file"), &dir.at("link")).unwrap();
    let mode = rustix::fs::Mode::RWXU;
    rustix::fs::mknodat(
        rustix::fs::CWD,
        dir.at("fifo"),
        rustix::fs::FileType::Fifo,
        mode,
        0,
    )
    .unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(dir.at("socket")).unwrap();
    let mut found: Vec<_> = fs::open_dir(&dir.0).unwrap().read(10).unwrap();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(found, fs::read_dir(&dir.0).unwrap());
    let kinds: Vec<_> = found.iter().map(|entry| entry.kind).collect();
    use FileKind::{Dir, Fifo, File, Link, Socket};
    assert_eq!(kinds, [Dir, Fifo, File, Link, Socket]);
    let devices = fs::read_dir(Path::new("/dev")).unwrap();
    let null = devices.iter().find(|entry| entry.name == "null").unwrap();
    assert_eq!(null.kind, FileKind::Char);
}

#[test]
fn what_is_no_directory() {
    let dir = Folder::new();
    assert_error(fs::open_dir(&dir.at("none")), "ENOENT", "opendir");
    assert_error(fs::open_dir(&dir.with("file", "")), "ENOTDIR", "opendir");
    fs::mkdir(&dir.at("empty"), 0o755).unwrap();
    let mut empty = fs::open_dir(&dir.at("empty")).unwrap();
    assert_eq!(empty.read(0), Ok(vec![]));
    // Removed while it is open.
    fs::rmdir(&dir.at("empty")).unwrap();
    assert_eq!(empty.read(10), Ok(vec![]));
}

#[test]
fn a_directory_is_open_until_it_is_dropped() {
    let dir = Folder::new();
    let target = std::fs::canonicalize(&dir.0).unwrap();
    let is_open = || {
        let all = std::fs::read_dir("/proc/self/fd").unwrap();
        // A descriptor of another test may be gone by now.
        all.filter_map(|entry| std::fs::read_link(entry.unwrap().path()).ok())
            .any(|path| path == target)
    };
    let open = fs::open_dir(&dir.0).unwrap();
    assert!(is_open());
    drop(open);
    assert!(!is_open());
    fs::read_dir(&dir.0).unwrap();
    assert!(!is_open());
}

#[test]
fn temporary_files_are_new_and_private() {
    let dir = Folder::new();
    let mut paths = HashSet::new();
    for _ in 0..100 {
        let (fd, path) = fs::mkstemp(&dir.at("x-")).unwrap();
        assert_eq!(fs::write(&fd, b"text", None), Ok(4));
        let mut found = [0; 4];
        assert_eq!(fs::read(&fd, &mut found, Some(0)), Ok(4));
        let stat = fs::fstat(&fd).unwrap();
        assert_eq!(stat.mode, 0o100600);
        assert_eq!(fs::stat(&path).unwrap().ino, stat.ino);
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with("x-") && name.len() == 8);
        let info =
            std::fs::read_to_string(format!("/proc/self/fdinfo/{}", fd.as_raw_fd())).unwrap();
        let flags = info
            .lines()
            .find_map(|line| line.strip_prefix("flags:\t"))
            .unwrap();
        let flags = i32::from_str_radix(flags, 8).unwrap();
        assert_ne!(flags & libc::O_CLOEXEC, 0, "children do not get it");
        fs::close(fd).unwrap();
        assert!(paths.insert(path), "twice");
    }
    assert_error(fs::mkstemp(&dir.at("none/x-")), "ENOENT", "mkstemp");
    assert_error(fs::mkdtemp(&dir.at("none/x-")), "ENOENT", "mkdtemp");
}
