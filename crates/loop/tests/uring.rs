//! Reads by io_uring and by the pool: the same results. On a kernel without, both are the pool's.

mod numbers;

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsRawFd, RawFd};
use std::rc::Rc;
use std::sync::Arc;

use numbers::at;
use rondo_loop::work::fs::FsResult;
use rondo_loop::{Clock, Loop, LoopOptions, Mode, Pool};

fn with_uring(uring: bool) -> Loop {
    let options = LoopOptions {
        uring,
        ..LoopOptions::default()
    };
    Loop::with_options(options).unwrap()
}

/// An open file with some bytes, which has no name any more.
fn file(bytes: &[u8]) -> File {
    static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let name = format!("rondo-loop-uring-{}-{number}", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, bytes).unwrap();
    let file = File::open(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    file
}

type Read = FsResult<(usize, Vec<u8>)>;

/// Reads once and gives what came of it.
fn read(lp: &Loop, fd: RawFd, room: usize, position: Option<u64>) -> Read {
    let result = Rc::new(RefCell::new(None));
    let into = result.clone();
    lp.fs()
        .read(at(fd), vec![0; room], position, move |_, read| {
            into.replace(Some(read));
        });
    assert!(result.borrow().is_none(), "never inside the call");
    assert!(!lp.run(Mode::Default));
    result.take().expect("it has called back")
}

#[test]
fn results_and_errors_are_those_of_the_pool() {
    let content: Vec<u8> = (0..10_000).map(|number| number as u8).collect();
    let (reader, mut writer) = std::io::pipe().unwrap();
    let folder = File::open("/").unwrap();
    let writable = File::create("/dev/null").unwrap();
    let mut all: Vec<Vec<Read>> = Vec::new();
    for uring in [true, false] {
        let lp = with_uring(uring);
        let file = file(&content);
        let fd = file.as_raw_fd();
        let mut results = Vec::new();
        for (room, position) in [
            (100, Some(0)),
            (100, Some(9_950)),
            (100, Some(10_000)),
            (100, Some(1 << 40)),
            (100, Some(i64::MAX as u64)),
            (100, Some(u64::MAX)),
            (4096, None),
            (4096, None),
            (4096, None),
            (4096, None),
            (0, Some(0)),
            (16 * 1024, Some(1)),
            (100_000, Some(1)),
        ] {
            results.push(read(&lp, fd, room, position));
        }
        writer.write_all(b"in a pipe").unwrap();
        results.push(read(&lp, reader.as_raw_fd(), 100, None));
        for fd in [-1, i32::MAX, folder.as_raw_fd(), writable.as_raw_fd()] {
            results.push(read(&lp, fd, 10, Some(0)));
        }
        results.push(read(&lp, reader.as_raw_fd(), 10, Some(5)));
        all.push(results);
    }
    assert_eq!(all[0], all[1]);
    let errors = all[0].iter().filter_map(|read| read.as_ref().err());
    let errors: Vec<(i32, &str)> = errors.map(|error| (error.code, error.syscall)).collect();
    assert!(errors.contains(&(libc::EBADF, "read")) && errors.contains(&(libc::EISDIR, "read")));
}

#[test]
fn a_thousand_at_once_each_get_their_own() {
    let content: Vec<u8> = (0..1000_u32).flat_map(u32::to_le_bytes).collect();
    let file = file(&content);
    let lp = with_uring(true);
    let count = Rc::new(Cell::new(0));
    for number in 0..1000_u32 {
        let count = count.clone();
        let position = Some(u64::from(number) * 4);
        lp.fs()
            .read(at(file.as_raw_fd()), [0; 4], position, move |_, read| {
                assert_eq!(read, Ok((4, number.to_le_bytes())));
                count.set(count.get() + 1);
            });
    }
    assert!(!lp.run(Mode::Default));
    assert_eq!((count.get(), lp.active_requests()), (1000, 0));
}

#[test]
fn one_that_has_to_wait_wakes_the_loop() {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let lp = with_uring(true);
    let came = Rc::new(Cell::new(false));
    let seen = came.clone();
    lp.fs()
        .read(at(reader.as_raw_fd()), [0; 16], None, move |_, read| {
            let (count, bytes) = read.unwrap();
            assert_eq!(&bytes[..count], b"late");
            seen.set(true);
        });
    lp.run(Mode::NoWait);
    let thread = std::thread::spawn(move || writer.write_all(b"late").unwrap());
    assert!(!lp.run(Mode::Default));
    thread.join().unwrap();
    assert!(came.get());
}

#[test]
fn cancelled_only_before_the_kernel_knows() {
    let file = file(b"some bytes");
    let lp = with_uring(true);
    let fd = file.as_raw_fd();
    let result = Rc::new(RefCell::new(Vec::new()));
    let [first, second] = [0, 1].map(|number| {
        let result = result.clone();
        lp.fs().read(at(fd), [0; 4], Some(0), move |_, read| {
            let code = read.err().map(|error| error.code);
            result.borrow_mut().push((number, code));
        })
    });
    // The pool may have begun already, on a kernel without io_uring.
    let cancelled = lp.cancel(second);
    assert!(!(cancelled && lp.cancel(second)), "not twice");
    assert!(result.borrow().is_empty(), "never inside the call");
    assert!(!lp.run(Mode::Default));
    assert!(!lp.cancel(first), "it is over");
    let mut result = result.take();
    result.sort();
    let code = cancelled.then_some(libc::ECANCELED);
    assert_eq!(result, [(0, None), (1, code)]);
}

#[test]
fn one_that_is_over_is_not_cancelled_in_place_of_another() {
    let file = file(b"some bytes");
    let fd = file.as_raw_fd();
    let lp = with_uring(true);
    let second = Rc::new(Cell::new(None));
    let calls = Rc::new(Cell::new(0));
    let (id, count) = (second.clone(), calls.clone());
    lp.fs().read(at(fd), [0; 4], Some(0), move |lp, _| {
        // Takes the place that the second, which is over too but has not called back, had in the ring.
        for _ in 0..2 {
            let count = count.clone();
            lp.fs().read(at(fd), [0; 4], Some(5), move |_, read| {
                assert_eq!(read, Ok((4, *b"byte")));
                count.set(count.get() + 1);
            });
        }
        if let Some(id) = id.take() {
            lp.cancel(id);
        }
    });
    let count = calls.clone();
    second.set(Some(lp.fs().read(at(fd), [0; 4], Some(0), move |_, _| {
        count.set(count.get() + 1);
    })));
    assert!(!lp.run(Mode::Default));
    assert_eq!(calls.get(), 3);
}

/// A buffer that others can see the end of.
struct Watched([u8; 8], Arc<()>);

impl AsMut<[u8]> for Watched {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

#[test]
fn buffers_of_reads_that_never_began_are_freed() {
    let file = file(b"some bytes");
    let alive = Arc::new(());
    let lp = Loop::with(Clock::real(), Pool::new(1)).unwrap();
    let buffer = Watched([0; 8], alive.clone());
    let id = lp
        .fs()
        .read(at(file.as_raw_fd()), buffer, Some(0), |_, _| {});
    lp.cancel(id);
    lp.run(Mode::Default);
    assert_eq!(Arc::strong_count(&alive), 1);

    let buffer = Watched([0; 8], alive.clone());
    assert_eq!(buffer.1, alive);
    lp.fs()
        .read(at(file.as_raw_fd()), buffer, Some(0), |_, _| {});
    drop(lp);
    // Without io_uring a thread of the pool may have the buffer for a moment.
    for _ in 0..1000 {
        if Arc::strong_count(&alive) == 1 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the buffer is leaked");
}

#[test]
fn a_loop_can_go_while_a_read_is_under_way() {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let lp = with_uring(true);
    lp.fs()
        .read(at(reader.as_raw_fd()), vec![0; 4096], None, |_, _| {});
    lp.run(Mode::NoWait);
    drop(lp);
    // Whoever still reads gets this; it must not be memory of somebody else.
    writer.write_all(&[7; 4096]).unwrap();
    let later = vec![1_u8; 4096];
    std::thread::sleep(std::time::Duration::from_millis(5));
    assert!(later.iter().all(|byte| *byte == 1));
}

#[test]
fn a_panic_in_a_callback_loses_no_other() {
    let file = file(b"some bytes");
    let lp = with_uring(true);
    let count = Rc::new(Cell::new(0));
    for number in 0..10 {
        let count = count.clone();
        lp.fs()
            .read(at(file.as_raw_fd()), [0; 4], Some(0), move |_, _| {
                count.set(count.get() + 1);
                assert!(number % 2 == 0, "on purpose");
            });
    }
    let run = || {
        let run = std::panic::AssertUnwindSafe(|| lp.run(Mode::Default));
        std::panic::catch_unwind(run).is_err()
    };
    let panics = std::iter::from_fn(|| run().then_some(())).count();
    assert_eq!((panics, count.get()), (5, 10));
}
