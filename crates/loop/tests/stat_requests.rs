//! What the kernel knows of a file the loop asks for itself; what takes longer is the pool's.

mod folder;

mod numbers;

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::os::fd::AsRawFd;
use std::rc::Rc;
use std::sync::mpsc;

use folder::{Folder, assert_error};
use numbers::at;
use rondo_loop::work::fs::{self, FsResult, Stat};
use rondo_loop::{Clock, Handle, Loop, Mode, Pool, Timer};

/// Runs a request to its end and gives what came of it.
fn ask(
    lp: &Loop,
    request: impl FnOnce(&Loop, Box<dyn FnOnce(&Loop, FsResult<Stat>)>),
) -> FsResult<Stat> {
    let result = Rc::new(RefCell::new(None));
    let into = result.clone();
    request(
        lp,
        Box::new(move |lp, found| {
            into.replace(Some(found));
            lp.stop();
        }),
    );
    assert!(result.borrow().is_none(), "never inside the call");
    lp.run(Mode::Default);
    result.take().expect("it has called back")
}

fn stat(lp: &Loop, path: &std::path::Path) -> FsResult<Stat> {
    ask(lp, |lp, done| {
        lp.fs().stat(path, done);
    })
}

/// Keeps the only thread of the loop's pool busy until the sender is gone.
fn block_pool(lp: &Loop) -> mpsc::Sender<()> {
    let (sender, receiver) = mpsc::channel::<()>();
    let (has_begun, begun) = mpsc::channel();
    let job = move || {
        has_begun.send(()).unwrap();
        let _ = receiver.recv();
    };
    lp.queue_work(job, |_, _| {});
    begun.recv().unwrap();
    sender
}

/// Does something while the only thread of the pool is busy for so long; says whether it was to the end.
/// Meanwhile the loop wakes every millisecond: it does not try at every chance.
fn while_blocked(lp: &Loop, millis: u64, run: impl FnOnce()) -> bool {
    let mut blocked = Some(block_pool(lp));
    let ticker = Timer::new(lp, |_, _| {});
    ticker.start(lp, 1, 1);
    let end = Timer::new(lp, move |_, _| drop(blocked.take()));
    end.start(lp, millis, 0);
    run();
    let is_blocked = end.is_active(lp);
    ticker.close(lp, |_| {});
    end.close(lp, |_| {});
    lp.run(Mode::Default);
    is_blocked
}

/// Whether the kernel can be asked, and the file system of temporary files is one that it alone changes.
fn is_possible(folder: &Folder) -> bool {
    let kind = fs::statfs(&folder.0).unwrap().kind;
    let is_local = [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x794C_7630].contains(&kind);
    let release = rustix::system::uname();
    let release = release.release().to_string_lossy().into_owned();
    let mut numbers = release
        .split(['.', '-'])
        .map_while(|part| part.parse::<u32>().ok());
    let is_new = (numbers.next(), numbers.next()) >= (Some(5), Some(12));
    if !(is_local && is_new) {
        eprintln!(
            "SKIPPED: the kernel or the file system of temporary files has not what it takes"
        );
    }
    is_local && is_new
}

#[test]
fn the_loop_does_without_the_pool_what_the_kernel_knows() {
    let folder = Folder::new();
    if !is_possible(&folder) {
        return;
    }
    let lp = Loop::with(Clock::real(), Pool::new(1)).unwrap();
    let path = folder.with("file", "some text");
    std::os::unix::fs::symlink("file", folder.at("link")).unwrap();
    // The first one tells what file system it is. That is believed for a second, so on a machine that
    // is very busy it may have to be told again.
    let is_done_by_the_loop = (0..20).any(|_| {
        while_blocked(&lp, 20, || assert!(stat(&lp, &path).is_ok()));
        while_blocked(&lp, 500, || ask_about_all(&lp, &folder))
    });
    assert!(is_done_by_the_loop);
}

fn ask_about_all(lp: &Loop, folder: &Folder) {
    let path = folder.with("file", "some text");
    let file = File::open(&path).unwrap();
    let link = folder.at("link");
    assert_eq!(stat(lp, &path).unwrap().size, 9);
    assert_eq!(stat(lp, &folder.0), fs::stat(&folder.0));
    let found = ask(lp, |lp, done| {
        lp.fs().lstat(&link, done);
    });
    assert_eq!(found, fs::lstat(&link));
    assert!(!found.unwrap().is_file());
    let found = ask(lp, |lp, done| {
        lp.fs().fstat(at(file.as_raw_fd()), done);
    });
    assert_eq!(found, fs::stat(&path));
    // It sees what is new.
    std::fs::write(&path, "longer text").unwrap();
    assert_eq!(stat(lp, &path).unwrap().size, 11);
}

#[test]
fn what_the_kernel_does_not_know_is_the_pools() {
    let folder = Folder::new();
    let lp = Loop::with(Clock::real(), Pool::new(2)).unwrap();
    for _ in 0..3 {
        assert_error(stat(&lp, &folder.at("none")), "ENOENT", "stat");
        let path = folder.with("file", "");
        assert_error(stat(&lp, &path.join("under")), "ENOTDIR", "stat");
        assert_error(stat(&lp, "nul\0byte".as_ref()), "EINVAL", "stat");
        assert_error(stat(&lp, "".as_ref()), "ENOENT", "stat");
        let bad = ask(&lp, |lp, done| {
            lp.fs().fstat(at(i32::MAX), done);
        });
        assert_error(bad, "EBADF", "fstat");
        // Not a file system that the kernel alone changes.
        assert!(stat(&lp, "/proc/self".as_ref()).unwrap().is_dir());
    }
}

/// A loop that always has something else to do leaves all to the pool, and calls threads for it.
#[test]
fn a_busy_loop_leaves_them_to_the_pool() {
    fn again(lp: &Loop, left: Rc<Cell<u32>>) {
        if left.get() > 0 {
            lp.set_immediate(move |lp| again(lp, left));
        }
    }
    let folder = Folder::new();
    let lp = Loop::new().unwrap();
    let path = folder.with("file", "");
    let left = Rc::new(Cell::new(1000));
    for _ in 0..1000 {
        let left = left.clone();
        lp.fs().stat(&path, move |_, found| {
            found.unwrap();
            left.set(left.get() - 1);
        });
    }
    again(&lp, left.clone());
    assert!(!lp.run(Mode::Default));
    assert_eq!(left.get(), 0);
}

#[test]
fn one_that_was_cancelled_is_not_done() {
    let folder = Folder::new();
    let path = folder.with("file", "");
    let lp = Loop::with(Clock::real(), Pool::new(1)).unwrap();
    for _ in 0..3 {
        stat(&lp, &path).unwrap();
    }
    let blocked = block_pool(&lp);
    let count = Rc::new(Cell::new(0));
    let note = |count: &Rc<Cell<u32>>| {
        let count = count.clone();
        move |_: &Loop, found: FsResult<Stat>| {
            assert_error(found, "ECANCELED", "stat");
            count.set(count.get() + 1);
        }
    };
    let first = lp.fs().stat(&path, note(&count));
    let second = lp.fs().stat(&path, note(&count));
    assert!(lp.cancel(first) && lp.cancel(second));
    drop(blocked);
    assert!(!lp.run(Mode::Default));
    assert_eq!(count.get(), 2);
}
