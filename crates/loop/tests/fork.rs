//! A process that forks while its loop has everything going on. Alone in its file: a fork takes the calling
//! thread only.

use std::cell::Cell;
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::channel;

use rondo_loop::process::Command;
use rondo_loop::{
    Handle, Loop, Mode, Pipe, Read, Remote, Signal, Stream, Timer, Watch, WatchOptions,
};

mod folder;

/// What callbacks have seen.
#[derive(Default)]
struct Seen {
    signals: Cell<u32>,
    bytes: Cell<usize>,
    cancelled: Cell<bool>,
    job: Cell<Option<u32>>,
    ticks: Cell<u32>,
    changes: Cell<u32>,
}

/// A turn after the other, until something has come true.
fn run_until(lp: &Loop, is_true: impl Fn() -> bool) {
    let limit = Timer::new(lp, |_, _| panic!("it does not come true"));
    limit.start(lp, 20_000, 0);
    while !is_true() {
        lp.run(Mode::Once);
    }
    limit.close(lp, |_| {});
}

fn raise(signum: i32) {
    // SAFETY: sends a signal that is handled, to this thread.
    unsafe { libc::raise(signum) };
}

#[test]
fn the_loop_goes_on_in_the_child() {
    let lp = Loop::new().unwrap();
    let seen = Rc::new(Seen::default());

    let seen2 = seen.clone();
    let signal = Signal::new(&lp, move |_, _, _| {
        seen2.signals.set(seen2.signals.get() + 1)
    });
    signal.start(&lp, libc::SIGUSR1).unwrap();

    let (near, mut far) = UnixStream::pair().unwrap();
    let pipe = Pipe::open(&lp, near).unwrap();
    let seen2 = seen.clone();
    pipe.read_start(&lp, move |_, _, read| {
        if let Read::Data(data) = read {
            seen2.bytes.set(seen2.bytes.get() + data.len());
        }
    })
    .unwrap();

    let seen2 = seen.clone();
    let timer = Timer::new(&lp, move |_, _| seen2.ticks.set(seen2.ticks.get() + 1));
    timer.start(&lp, 1, 1);
    let (inlet, remote) = Remote::new(&lp);

    let folder = folder::Folder::new();
    let seen2 = seen.clone();
    let watch = Watch::new(&lp, move |_, _, change| {
        change.unwrap();
        seen2.changes.set(seen2.changes.get() + 1);
    });
    watch
        .start(&lp, &folder.0, WatchOptions::default())
        .unwrap();

    // One job is under way in a thread that the child will not have.
    let (begin, begun) = channel();
    let (end, ended) = channel::<()>();
    let seen2 = seen.clone();
    lp.queue_work(
        move || {
            begin.send(()).unwrap();
            let _ = ended.recv();
            1
        },
        move |_, result| match result {
            Ok(number) => seen2.job.set(Some(number)),
            Err(_) => seen2.cancelled.set(true),
        },
    );
    begun.recv().unwrap();

    // The ring is there, and one read is in it.
    let file = std::fs::File::open("/proc/self/exe").unwrap();
    let reads = Rc::new(Cell::new(0));
    let reads2 = reads.clone();
    let fd = file.try_clone().unwrap();
    lp.fs().read(fd, vec![0; 64], Some(0), move |_, _| {
        reads2.set(reads2.get() + 1)
    });
    run_until(&lp, || reads.get() == 1);
    let reads2 = reads.clone();
    lp.fs().read(file, vec![0; 64], Some(0), move |_, read| {
        reads2.set(if read.is_ok() { 2 } else { 3 });
    });

    // A child that nobody waits for has a thread of its own.
    let _left = start_and_leave(&lp, "1");

    let point = lp.before_fork();
    // SAFETY: the child runs the loop and leaves by `_exit`.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let passed = catch_unwind(AssertUnwindSafe(|| {
            std::panic::set_hook(Box::new(|_| {}));
            point.in_child().unwrap();
            run_until(&lp, || reads.get() == 3);
            read_again(&lp);
            let left = start_and_leave(&lp, "0.05");
            run_until(&lp, || !Path::new(&format!("/proc/{left}")).exists());
            std::fs::write(folder.at("child"), "").unwrap();
            run_until(&lp, || seen.changes.get() > 0);
            watch.close(&lp, |_| {});
            lp.run(Mode::NoWait);
            in_child(&lp, &seen, remote, far);
        }));
        // SAFETY: ends the process, and nothing else.
        unsafe { libc::_exit(i32::from(passed.is_err())) };
    }
    point.in_parent();
    let mut status = -1;
    // SAFETY: `status` is valid for the write.
    unsafe { libc::waitpid(child, &mut status, 0) };
    assert_eq!(status, 0, "all is well in the child");

    // Nothing of what the child did is seen here.
    lp.run(Mode::NoWait);
    assert_eq!((seen.signals.get(), seen.bytes.get()), (0, 0));
    raise(libc::SIGUSR1);
    far.write_all(b"parent").unwrap();
    end.send(()).unwrap();
    run_until(&lp, || {
        seen.signals.get() == 1 && seen.bytes.get() == 6 && seen.job.get() == Some(1)
    });
    assert_eq!(reads.get(), 2);
    // The child has read and closed its own.
    let changes = seen.changes.get();
    assert!(changes > 0);
    std::fs::write(folder.at("parent"), "").unwrap();
    run_until(&lp, || seen.changes.get() > changes);
    assert!(!seen.cancelled.get() && seen.ticks.get() > 0);
    inlet.close(&lp, |_| {});
}

/// Starts a program and closes its handle; gives its number.
fn start_and_leave(lp: &Loop, seconds: &str) -> i32 {
    let child = Command::new("sleep")
        .args([seconds])
        .spawn(lp, |_, _, _| {})
        .unwrap();
    let pid = child.process.pid(lp).unwrap();
    child.process.close(lp, |_| {});
    pid
}

fn read_again(lp: &Loop) {
    let file = std::fs::File::open("/proc/self/exe").unwrap();
    let is_read = Rc::new(Cell::new(false));
    let is_read2 = is_read.clone();
    lp.fs().read(file, vec![0; 64], Some(0), move |_, read| {
        is_read2.set(read.is_ok())
    });
    run_until(lp, || is_read.get());
}

fn in_child(lp: &Loop, seen: &Rc<Seen>, remote: Remote, mut far: UnixStream) {
    run_until(lp, || seen.cancelled.get());
    let ticks = seen.ticks.get();
    run_until(lp, || seen.ticks.get() > ticks + 2);
    raise(libc::SIGUSR1);
    run_until(lp, || seen.signals.get() == 1);
    far.write_all(b"to the child").unwrap();
    run_until(lp, || seen.bytes.get() == 12);
    // The pool has threads again, and they can wake the loop.
    let seen2 = seen.clone();
    lp.queue_work(|| 42, move |_, result| seen2.job.set(result.ok()));
    run_until(lp, || seen.job.get() == Some(42));
    thread_local!(static SENT: Cell<u32> = const { Cell::new(0) });
    std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(30));
        remote.send(|_| SENT.set(1));
    });
    run_until(lp, || SENT.get() == 1);
}
