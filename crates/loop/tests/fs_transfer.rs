//! Moving bytes between files, pipes and sockets: all of them, in the right place.

mod folder;

mod numbers;

use std::fs::File;
use std::io::{IoSlice, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::Path;

use folder::{Folder, assert_error};
use numbers::at;
use rondo_loop::work::fs;

const NONBLOCKING_PIPE: usize = 65_536;

/// Bytes of which no two stretches are the same.
fn pattern(length: usize) -> Vec<u8> {
    (0..length)
        .map(|at| (at ^ (at >> 8) ^ (at >> 16)) as u8)
        .collect()
}

fn open(path: &Path, flags: i32) -> File {
    let mut options = File::options();
    options
        .read(flags & libc::O_WRONLY == 0)
        .write(flags != libc::O_RDONLY);
    options
        .append(flags & libc::O_APPEND != 0)
        .open(path)
        .unwrap()
}

#[test]
fn more_buffers_than_the_system_takes_at_a_time() {
    let dir = Folder::new();
    let bytes = pattern(3000 * 7);
    let parts: Vec<_> = bytes.chunks(7).map(IoSlice::new).collect();
    let file = open(&dir.with("file", ""), libc::O_RDWR);
    let fd = file.as_raw_fd();
    assert_eq!(fs::write_vectored(at(fd), &parts, Some(5)), Ok(bytes.len()));
    let content = std::fs::read(dir.at("file")).unwrap();
    assert!(content[..5] == [0; 5] && content[5..] == bytes);
    assert_eq!(fs::write_vectored(at(fd), &parts, None), Ok(bytes.len()));
    assert!(std::fs::read(dir.at("file")).unwrap()[..bytes.len()] == bytes);
    // With empty ones among them.
    let mut parts = vec![IoSlice::new(&[]); 2000];
    parts.push(IoSlice::new(b"end"));
    assert_eq!(fs::write_vectored(at(fd), &parts, Some(0)), Ok(3));
    assert_eq!(fs::write_vectored(at(fd), &[], Some(0)), Ok(0));
    assert_eq!(fs::write(at(fd), b"", None), Ok(0));
}

#[test]
fn what_was_written_before_an_error_counts() {
    let bytes = pattern(100_000);
    let half = [
        IoSlice::new(&bytes[..50_000]),
        IoSlice::new(&bytes[50_000..]),
    ];
    for vectored in [false, true] {
        let (mut reader, writer) = std::io::pipe().unwrap();
        rustix::io::ioctl_fionbio(&writer, true).unwrap();
        let fd = writer.as_raw_fd();
        let write = || {
            if vectored {
                fs::write_vectored(at(fd), &half, None)
            } else {
                fs::write(at(fd), &bytes, None)
            }
        };
        assert_eq!(write(), Ok(NONBLOCKING_PIPE));
        assert_error(write(), "EAGAIN", "write");
        drop(writer);
        let mut found = Vec::new();
        reader.read_to_end(&mut found).unwrap();
        assert!(found == bytes[..NONBLOCKING_PIPE]);
    }
}

#[test]
fn a_file_is_sent_to_files_sockets_and_pipes() {
    let dir = Folder::new();
    let bytes = pattern(300_000);
    let source = open(&dir.with("source", &bytes), libc::O_RDONLY);
    let from = source.as_raw_fd();

    let target = open(&dir.with("target", "before"), libc::O_RDWR);
    let to = target.as_raw_fd();
    fs::read(at(to), &mut [0; 3], None).unwrap();
    assert_eq!(fs::send_file(at(to), at(from), 100, 50), Ok(50));
    assert_eq!(fs::send_file(at(to), at(from), 299_990, 50), Ok(10));
    assert_eq!(fs::send_file(at(to), at(from), 300_000, 50), Ok(0));
    assert_eq!(fs::send_file(at(to), at(from), 0, 0), Ok(0));
    let expected = [b"bef", &bytes[100..150], &bytes[299_990..]].concat();
    assert!(std::fs::read(dir.at("target")).unwrap() == expected);

    let appended = open(
        &dir.with("appended", "before"),
        libc::O_WRONLY | libc::O_APPEND,
    );
    send_all(appended.as_raw_fd(), from, bytes.len());
    let content = std::fs::read(dir.at("appended")).unwrap();
    assert!(content[..6] == *b"before" && content[6..] == bytes);

    let (mut ours, theirs) = UnixStream::pair().unwrap();
    let (mut reader, writer) = std::io::pipe().unwrap();
    let [socket, pipe] = std::thread::scope(|scope| {
        let read = |stream: &mut dyn Read| {
            let mut all = Vec::new();
            stream.read_to_end(&mut all).unwrap();
            all
        };
        let socket = scope.spawn(move || read(&mut ours));
        let pipe = scope.spawn(move || read(&mut reader));
        send_all(theirs.as_raw_fd(), from, bytes.len());
        send_all(writer.as_raw_fd(), from, bytes.len());
        drop((theirs, writer));
        [socket, pipe].map(|thread| thread.join().unwrap())
    });
    assert!(socket == bytes && pipe == bytes);
    assert_eq!(fs::read(at(from), &mut [0], None), Ok(1));
    assert_eq!(
        rustix::fs::tell(&source),
        Ok(1),
        "the position of the source is left alone"
    );
}

/// Sends a whole file, which may take several calls.
fn send_all(to: i32, from: i32, length: usize) {
    let mut position = 0;
    while position < length {
        let sent = fs::send_file(at(to), at(from), position as u64, length - position).unwrap();
        assert_ne!(sent, 0);
        position += sent;
    }
}

#[test]
fn what_has_no_positions_is_sent_too() {
    let dir = Folder::new();
    let bytes = pattern(60_000);
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(&bytes).unwrap();
    drop(writer);
    let target = open(&dir.with("target", ""), libc::O_WRONLY);
    assert_eq!(
        fs::send_file(at(target.as_raw_fd()), at(reader.as_raw_fd()), 0, 100_000),
        Ok(60_000)
    );
    assert!(std::fs::read(dir.at("target")).unwrap() == bytes);
    // It says that it is empty, and is not.
    let status = open(Path::new("/proc/self/status"), libc::O_RDONLY);
    assert!(fs::send_file(at(target.as_raw_fd()), at(status.as_raw_fd()), 0, 100).unwrap() > 0);
}

#[test]
fn what_cannot_be_sent() {
    let dir = Folder::new();
    let file = open(&dir.with("file", "text"), libc::O_RDWR);
    let folder = open(&dir.0, libc::O_RDONLY);
    let fd = file.as_raw_fd();
    assert_error(
        fs::send_file(at(i32::MAX), at(fd), 0, 1),
        "EBADF",
        "sendfile",
    );
    assert_error(fs::send_file(at(fd), at(99_999), 0, 1), "EBADF", "sendfile");
    assert_error(
        fs::send_file(at(fd), at(folder.as_raw_fd()), 0, 1),
        "EISDIR",
        "sendfile",
    );
    let read_only = open(&dir.at("file"), libc::O_RDONLY);
    assert_error(
        fs::send_file(at(read_only.as_raw_fd()), at(fd), 0, 1),
        "EBADF",
        "sendfile",
    );
    let full = open(Path::new("/dev/full"), libc::O_WRONLY);
    assert_error(
        fs::send_file(at(full.as_raw_fd()), at(fd), 0, 4),
        "ENOSPC",
        "sendfile",
    );
    let (ours, theirs) = UnixStream::pair().unwrap();
    drop(theirs);
    assert_error(
        fs::send_file(at(ours.as_raw_fd()), at(fd), 0, 4),
        "EPIPE",
        "sendfile",
    );
}

#[test]
fn copies_are_like_the_original() {
    let dir = Folder::new();
    let bytes = pattern(3_000_000);
    let from = dir.with("from", &bytes);
    fs::utimes(&from, 1000.0, 2000.0).unwrap();
    fs::chmod(&from, 0o751).unwrap();
    let is_root = rustix::process::getuid().is_root();
    if is_root {
        fs::chown(&from, 65534, 65533).unwrap();
        fs::chmod(&from, 0o751).unwrap();
    }
    for (name, flags) in [
        ("plain", 0),
        ("clone", fs::COPY_CLONE),
        ("new", fs::COPY_EXCLUSIVE),
    ] {
        let to = dir.at(name);
        fs::copy_file(&from, &to, flags).unwrap();
        assert!(std::fs::read(&to).unwrap() == bytes, "{name}");
        let (old, new) = (
            std::fs::metadata(&from).unwrap(),
            std::fs::metadata(&to).unwrap(),
        );
        assert_eq!(new.permissions().mode(), 0o100751, "{name}");
        assert_eq!((new.uid(), new.gid()), (old.uid(), old.gid()), "{name}");
        assert!(new.mtime() > 2000, "the change is new");
    }
    // Whether blocks can be shared is up to the file system; a copy is made or nothing is.
    let shared = dir.at("shared");
    match fs::copy_file(&from, &shared, fs::COPY_CLONE_FORCE) {
        Ok(()) => assert!(std::fs::read(&shared).unwrap() == bytes),
        Err(error) => {
            assert!(
                ["ENOTSUP", "ENOTTY", "EXDEV", "EINVAL"].contains(&error.name()),
                "{error}"
            );
            assert!(!shared.exists());
        }
    }
}

#[test]
fn a_copy_over_something_that_is_no_file_leaves_it_there() {
    let dir = Folder::new();
    let from = dir.with("from", "text");
    let mode = rustix::fs::Mode::RWXU;
    let fifo = dir.at("fifo");
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    let _reader = File::options().read(true).write(true).open(&fifo).unwrap();
    assert_error(fs::copy_file(&from, &fifo, 0), "EINVAL", "copyfile");
    assert!(fifo.exists());
}

#[test]
fn times_can_be_now_or_left_alone() {
    let dir = Folder::new();
    let file = dir.with("file", "");
    fs::utimes(&file, 10.0, 20.0).unwrap();
    fs::utimes(&file, f64::NAN, 30.0).unwrap();
    let stat = fs::stat(&file).unwrap();
    assert_eq!((stat.atime.sec, stat.mtime.sec), (10, 30));
    fs::utimes(&file, f64::INFINITY, f64::NAN).unwrap();
    let stat = fs::stat(&file).unwrap();
    assert!(stat.atime.sec > 1_600_000_000 && stat.mtime.sec == 30);
}
