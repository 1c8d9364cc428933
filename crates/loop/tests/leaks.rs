//! Loops and handles that come and go leave nothing behind. Alone in its program, for it counts
//! descriptors, threads and bytes.

mod counting;
mod talk;

use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, MutexGuard, PoisonError};

use counting::{Counting, live_bytes};
use rondo_loop::{Chunk, Handle, Io, Loop, Mode, Pipe, Read, Ready, Signal, Stream, Tcp, Wakeup};
use talk::any_port;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One test at a time: each counts what the whole process has.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

fn come_and_go() {
    let lp = Loop::new().unwrap();
    let (reader, _writer) = std::io::pipe().unwrap();
    Io::new(&lp, reader, |_, _, _| {})
        .start(&lp, Ready::READABLE)
        .unwrap();
    // By default this signal is ignored.
    Signal::new(&lp, |_, _, _| {}).start(&lp, 28).unwrap();
    Wakeup::new(&lp, |_, _| {}).1.wake();
    lp.run(Mode::NoWait);
}

#[test]
fn descriptors_are_closed_or_used_again() {
    let _alone = alone();
    come_and_go();
    let before = descriptors();
    for _ in 0..100 {
        come_and_go();
    }
    assert_eq!(descriptors(), before);
}

#[test]
fn a_loop_that_ends_closes_its_streams() {
    let _alone = alone();
    let before = descriptors();
    let lp = Loop::new().unwrap();
    let server = Tcp::new(&lp);
    server.bind(&lp, any_port()).unwrap();
    server.listen(&lp, 8, |_, _, _| {}).unwrap();
    let client = Tcp::new(&lp);
    let address = server.local_address(&lp).unwrap();
    client.connect(&lp, address, |_, _| {}).unwrap();
    let (left, _right) = Pipe::pair(&lp).unwrap();
    left.write(&lp, vec![0; 10_000_000], |_, _| {}).unwrap();
    lp.run(Mode::NoWait);
    assert!(descriptors() > before);
    drop(lp);
    assert_eq!(descriptors(), before);
}

/// A connection is made and used; its two ends are closed by what is read.
fn connection(lp: &Loop, server: Tcp) {
    let client = Tcp::new(lp);
    let address = server.local_address(lp).unwrap();
    client
        .connect(lp, address, move |lp, result| {
            result.unwrap();
            client
                .write(lp, "ping", |_, result| result.unwrap())
                .unwrap();
            client
                .read_start(lp, |lp, client, read| {
                    assert!(matches!(read, Read::Data(b"pong")));
                    // So that no port is kept busy.
                    client.close_reset(lp, |_| {}).unwrap();
                })
                .unwrap();
        })
        .unwrap();
}

fn echo(lp: &Loop, connection: Tcp) {
    connection
        .read_start(lp, |lp, connection, read| match read {
            Read::Data(_) => connection
                .write_vectored(
                    lp,
                    vec![Chunk::from("po"), Chunk::from("ng")],
                    |_, result| {
                        result.unwrap();
                    },
                )
                .unwrap(),
            Read::End | Read::Failed(_) => connection.close(lp, |_| {}),
        })
        .unwrap();
}

/// Streams are closed in the midst of all kinds of things.
fn interrupted(lp: &Loop, server: Tcp) {
    let fresh = Tcp::new(lp);
    let bound = Tcp::new(lp);
    bound.bind(lp, any_port()).unwrap();
    let connecting = Tcp::new(lp);
    let address = server.local_address(lp).unwrap();
    connecting
        .connect(lp, address, |_, result| assert!(result.is_err()))
        .unwrap();
    connecting.write(lp, vec![0; 100], |_, _| {}).unwrap();
    for tcp in [fresh, bound, connecting] {
        tcp.close(lp, |_| {});
    }
    let (left, right) = Pipe::pair(lp).unwrap();
    left.set_passing(lp, true);
    right.set_passing(lp, true);
    let (reader, _writer) = std::io::pipe().unwrap();
    for _ in 0..2 {
        let descriptor = OwnedFd::from(reader.try_clone().unwrap());
        left.write_passing(lp, vec![1; 300_000], descriptor, |_, _| {})
            .unwrap();
    }
    left.shutdown(lp, |_, _| {}).unwrap();
    right
        .read_start(lp, move |lp, right, _| {
            left.close(lp, |_| {});
            right.close(lp, |_| {});
        })
        .unwrap();
}

#[test]
fn ten_thousand_rounds_leave_nothing() {
    let _alone = alone();
    let lp = Loop::new().unwrap();
    let server = Tcp::new(&lp);
    server.bind(&lp, any_port()).unwrap();
    server
        .listen(&lp, 64, |lp, _, connection| echo(lp, connection.unwrap()))
        .unwrap();
    server.unref(&lp);
    let mut before = (0, 0, 0);
    for round in 0..11_000 {
        if round % 10 == 0 {
            interrupted(&lp, server);
        }
        connection(&lp, server);
        lp.run(Mode::Default);
        // At first, what is used again and again is made.
        if round == 1_000 {
            before = (descriptors(), threads(), live_bytes());
        }
    }
    let mut handles = 0;
    lp.walk(|_| handles += 1);
    assert!(handles < 10, "{handles} handles");
    let after = (descriptors(), threads(), live_bytes());
    assert_eq!((after.0, after.1), (before.0, before.1));
    let more = after.2 - before.2;
    assert!(more < 10_000, "{more} bytes more");
}

#[test]
fn what_was_received_and_not_taken_is_closed() {
    let _alone = alone();
    let lp = Loop::new().unwrap();
    let (left, right) = Pipe::pair(&lp).unwrap();
    left.set_passing(&lp, true);
    right.set_passing(&lp, true);
    let (mut reader, writer) = std::io::pipe().unwrap();
    left.write_passing(&lp, "x", writer, |_, _| {}).unwrap();
    right
        .read_start(&lp, |lp, right, _| {
            assert_eq!(right.pending_count(lp), 1);
            right.close(lp, |_| {});
        })
        .unwrap();
    lp.run(Mode::Default);
    // The end comes when the last writer is closed.
    assert_eq!(reader.read(&mut [0]).unwrap(), 0);
}
