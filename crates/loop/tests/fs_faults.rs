//! File operations when things go wrong: no room on the disk, calls that signals interrupt. The faults are
//! real ones, for which the tests run themselves again in another surrounding.

mod folder;

use std::io::IoSlice;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use folder::{Folder, assert_error};
use rondo_loop::work::fs;
use rondo_loop::{Loop, Mode};

const CREATE: i32 = libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC;
/// The size of the small disk.
const ROOM: usize = 256 * 1024;

/// Runs one of the tests below by a command that ends with this program's name.
fn run_again(command: &mut Command, test: &str) -> Output {
    command
        .arg(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", test, "--nocapture"])
        .output()
        .unwrap()
}

fn assert_passed(output: &Output) {
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}\n{errors}"
    );
}

#[test]
fn a_full_disk() {
    let dir = Folder::new();
    // Only these processes see the small disk, and it goes with them.
    let script = "mount -t tmpfs -o size=256k,nr_inodes=16 none \"$SMALL_DISK\" || exit 77; exec \"$0\" \"$@\"";
    let mut command = Command::new("unshare");
    if !rustix::process::getuid().is_root() {
        command.arg("--map-root-user");
    }
    command
        .args(["--mount", "sh", "-c", script])
        .env("SMALL_DISK", &dir.0);
    if !Command::new("unshare")
        .arg("--version")
        .output()
        .is_ok_and(|run| run.status.success())
    {
        eprintln!("SKIPPED: there is no program to mount a small disk with");
        return;
    }
    let output = run_again(&mut command, "on_a_small_disk");
    if output.status.code() == Some(77) || output.stdout.is_empty() {
        eprintln!(
            "SKIPPED: a small disk cannot be mounted: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        return;
    }
    assert_passed(&output);
}

#[test]
#[ignore = "another test starts it"]
fn on_a_small_disk() {
    let dir = PathBuf::from(std::env::var_os("SMALL_DISK").unwrap());
    let bytes = vec![7; 2 * ROOM];
    let size = |name: &str| std::fs::metadata(dir.join(name)).unwrap().len();

    // What fits is written, and the next call says why not more.
    let fd = fs::open(&dir.join("written"), CREATE, 0o600).unwrap();
    assert_eq!(fs::write(&fd, &bytes, None), Ok(ROOM));
    assert_error(fs::write(&fd, &bytes, None), "ENOSPC", "write");
    fs::ftruncate(&fd, 100_000).unwrap();
    let parts = [IoSlice::new(&bytes[..50_000]), IoSlice::new(&bytes)];
    let room = ROOM - 100_000 - 100_000 % 4096;
    let written = fs::write_vectored(&fd, &parts, Some(100_000)).unwrap();
    assert!(written.abs_diff(room) <= 4096, "{written}");
    assert_error(
        fs::write_vectored(&fd, &parts, Some(ROOM as u64)),
        "ENOSPC",
        "write",
    );
    fs::close(fd).unwrap();

    let from = std::env::temp_dir().join(format!("rondo-loop-large-{}", std::process::id()));
    std::fs::write(&from, &bytes).unwrap();
    let copied = [0, fs::COPY_CLONE].map(|flags| {
        fs::unlink(&dir.join("written")).ok();
        fs::copy_file(&from, &dir.join("copy"), flags)
    });
    let source = fs::open(&from, libc::O_RDONLY, 0).unwrap();
    fs::unlink(&from).unwrap();
    for result in copied {
        assert_error(result, "ENOSPC", "copyfile");
    }
    assert!(!dir.join("copy").exists(), "half a copy is none");

    let target = fs::open(&dir.join("sent"), CREATE, 0o600).unwrap();
    let mut sent = 0;
    let error = loop {
        match fs::send_file(&target, &source, sent as u64, bytes.len()) {
            Ok(count) => sent += count,
            Err(error) => break error,
        }
        assert!(sent <= ROOM);
    };
    assert_eq!((error.name(), size("sent")), ("ENOSPC", ROOM as u64));
    fs::close(target).unwrap();
    fs::unlink(&dir.join("sent")).unwrap();

    assert_error(
        fs::write_file(&dir.join("whole"), &bytes, CREATE, 0o600, false),
        "ENOSPC",
        "write",
    );
    assert_eq!(size("whole"), ROOM as u64, "what fits is there");
    with_the_loop(&dir, bytes);

    // No room for names either.
    let mut made = (0..100).map(|number| fs::mkdir(&dir.join(number.to_string()), 0o700));
    let error = made.find_map(Result::err).unwrap();
    assert_eq!((error.name(), error.syscall), ("ENOSPC", "mkdir"));
    assert_error(fs::mkdtemp(&dir.join("x-")), "ENOSPC", "mkdtemp");
    assert_error(fs::mkstemp(&dir.join("x-")), "ENOSPC", "mkstemp");
    assert_error(
        fs::symlink(Path::new("x"), &dir.join("link")),
        "ENOSPC",
        "symlink",
    );
}

/// The disk is full already.
fn with_the_loop(dir: &Path, bytes: Vec<u8>) {
    let lp = Loop::new().unwrap();
    lp.fs().write_file(
        dir.join("more"),
        bytes.clone(),
        CREATE,
        0o600,
        false,
        |_, result| {
            assert_error(result, "ENOSPC", "write");
        },
    );
    let path = dir.join("open");
    lp.fs().open(path, CREATE, 0o600, move |lp, fd| {
        let fd = Arc::new(fd.unwrap());
        lp.fs()
            .write(fd.clone(), bytes, Some(0), move |lp, result| {
                assert_error(result, "ENOSPC", "write");
                let fd = Arc::into_inner(fd).unwrap();
                lp.fs().close(fd, |_, result| result.unwrap());
            });
    });
    assert!(!lp.run(Mode::Default));
}

/// What the interrupted test works with.
const NAMES: [&str; 6] = ["file", "copy", "dir", "link", "renamed", "more"];

/// Every other call of each kind is answered as if a signal had come in between.
#[test]
fn calls_that_are_interrupted() {
    let is_there = Command::new("strace")
        .args(["-o", "/dev/null", "true"])
        .output();
    if !is_there.is_ok_and(|run| run.status.success()) {
        eprintln!("SKIPPED: there is no program to interrupt calls with");
        return;
    }
    let dir = Folder::new();
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-o"]).arg(dir.at("trace"));
    // Closing is never tried again: not with those.
    command.args([
        "-e",
        "trace=!close",
        "-e",
        "inject=!close:error=EINTR:when=1+2",
    ]);
    // Only calls that are about these files.
    for name in NAMES {
        command.arg("-P").arg(dir.at(name));
    }
    command.env("INTERRUPTED", &dir.0);
    assert_passed(&run_again(&mut command, "with_interrupted_calls"));
    let trace = std::fs::read_to_string(dir.at("trace")).unwrap();
    let interrupted = trace.lines().filter(|line| line.contains("EINTR"));
    assert!(interrupted.count() > 25, "{trace}");
}

#[test]
#[ignore = "another test starts it"]
fn with_interrupted_calls() {
    let dir = PathBuf::from(std::env::var_os("INTERRUPTED").unwrap());
    let [file, copy, folder, link, renamed, more] = NAMES.map(|name| dir.join(name));
    let fd = fs::open(&file, CREATE, 0o644).unwrap();
    assert_eq!(fs::write(&fd, b"some text", None), Ok(9));
    assert_eq!(fs::write(&fd, b"S", Some(0)), Ok(1));
    let parts = [IoSlice::new(b"!"), IoSlice::new(b"?")];
    assert_eq!(fs::write_vectored(&fd, &parts, None), Ok(2));
    assert_eq!(fs::write_vectored(&fd, &parts, Some(20)), Ok(2));
    let mut buffer = [0; 4];
    assert_eq!(fs::read(&fd, &mut buffer, Some(0)), Ok(4));
    assert_eq!(fs::read(&fd, &mut buffer, None), Ok(4));
    fs::ftruncate(&fd, 9).unwrap();
    fs::fsync(&fd).and(fs::fdatasync(&fd)).unwrap();
    fs::fchmod(&fd, 0o600).and(fs::chmod(&file, 0o640)).unwrap();
    fs::futimes(&fd, 1.0, 2.0)
        .and(fs::utimes(&file, 3.0, 4.0))
        .unwrap();
    fs::fchown(&fd, u32::MAX, u32::MAX).unwrap();
    fs::chown(&file, u32::MAX, u32::MAX).unwrap();
    assert_eq!(fs::fstat(&fd).unwrap(), fs::stat(&file).unwrap());
    fs::access(&file, 4).unwrap();
    fs::close(fd).unwrap();

    fs::copy_file(&file, &copy, 0).unwrap();
    let read = |path| fs::read_file(path, libc::O_RDONLY, 100).unwrap();
    assert_eq!(read(&copy), b"Some text");
    fs::rename(&copy, &renamed).unwrap();
    fs::link(&renamed, &more).unwrap();
    fs::unlink(&renamed).unwrap();
    assert_eq!(read(&more), b"Some text");
    fs::symlink(Path::new("more"), &link).unwrap();
    assert_eq!(fs::readlink(&link), Ok("more".into()));
    assert_eq!(fs::lstat(&link).unwrap().size, 4);

    fs::mkdir(&folder, 0o700).unwrap();
    assert_eq!(fs::read_dir(&folder), Ok(vec![]));
    assert_eq!(fs::open_dir(&folder).unwrap().read(5), Ok(vec![]));
    assert!(fs::statfs(&folder).unwrap().bsize > 0);
    fs::rmdir(&folder).unwrap();
}
