//! What comes from outside and must not disturb: peers that reset, vanish or close half, signals, and
//! descriptors that run out.

mod journal;
mod talk;

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use journal::Journal;
use rondo_loop::{Chunk, Handle, Loop, Mode, Pipe, Read, Signal, Stream, Tcp, Timer};
use rustix::process::{Pid, Resource, Rlimit, getrlimit, kill_process, setrlimit};
use talk::{any_port, code, collect, connected};

/// Notes the end or the error of a stream, and closes it.
fn note_end(lp: &Loop, stream: impl Stream, journal: &Journal) {
    let log = journal.clone();
    stream
        .read_start(lp, move |lp, stream, read| {
            match read {
                Read::Data(bytes) => return log.add(String::from_utf8_lossy(bytes)),
                Read::End => log.add("end"),
                Read::Failed(error) => log.add(format!("error {}", error.raw_os_error().unwrap())),
            }
            stream.close(lp, |_| {});
        })
        .unwrap();
}

#[test]
fn a_reset_is_an_error_for_whoever_reads() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (tcp, peer) = connected(&lp);
    let other = Tcp::open(&lp, peer).unwrap();
    note_end(&lp, tcp, &journal);
    other.close_reset(&lp, |_| {}).unwrap();
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["error 104"]);
}

#[test]
fn after_a_reset_a_stream_is_neither_readable_nor_writable() {
    let lp = Loop::new().unwrap();
    let (tcp, peer) = connected(&lp);
    let other = Tcp::open(&lp, peer).unwrap();
    let seen = Rc::new(Cell::new(false));
    let sees = seen.clone();
    tcp.read_start(&lp, move |lp, tcp, read| {
        assert!(matches!(read, Read::Failed(_)));
        assert!(!tcp.is_readable(lp) && !tcp.is_writable(lp) && !tcp.is_active(lp));
        assert_eq!(code(tcp.write(lp, "x", |_, _| {})), 32);
        assert_eq!(code(tcp.read_start(lp, |_, _, _| {})), 107);
        assert_eq!(code(tcp.shutdown(lp, |_, _| {})), 107);
        sees.set(true);
    })
    .unwrap();
    other.close_reset(&lp, |_| {}).unwrap();
    assert!(!lp.run(Mode::Default), "it keeps nothing alive");
    assert!(seen.get());
}

#[test]
fn a_stream_that_is_being_shut_down_cannot_be_reset() {
    let lp = Loop::new().unwrap();
    let (tcp, _peer) = connected(&lp);
    tcp.shutdown(&lp, |_, _| {}).unwrap();
    assert_eq!(code(tcp.close_reset(&lp, |_| {})), 22);
    assert!(!tcp.is_closing(&lp));
}

#[test]
fn a_stream_that_was_shut_down_can_be_reset() {
    let lp = Loop::new().unwrap();
    let (tcp, _peer) = connected(&lp);
    tcp.shutdown(&lp, move |lp, outcome| {
        outcome.unwrap();
        tcp.close_reset(lp, |_| {}).unwrap();
    })
    .unwrap();
    lp.run(Mode::Default);
    assert!(tcp.is_closing(&lp));
}

#[test]
fn a_half_closed_peer_still_reads() {
    let lp = Loop::new().unwrap();
    let (tcp, mut peer) = connected(&lp);
    peer.write_all(b"question").unwrap();
    peer.shutdown(Shutdown::Write).unwrap();
    let asked = Rc::new(RefCell::new(Vec::new()));
    let hears = asked.clone();
    tcp.read_start(&lp, move |lp, tcp, read| match read {
        Read::Data(bytes) => hears.borrow_mut().extend_from_slice(bytes),
        Read::End => {
            assert!(!tcp.is_active(lp) && tcp.is_writable(lp));
            tcp.write(lp, "answer", |_, result| result.unwrap())
                .unwrap();
            tcp.shutdown(lp, move |lp, result| {
                result.unwrap();
                tcp.close(lp, |_| {});
            })
            .unwrap();
        }
        Read::Failed(error) => panic!("{error}"),
    })
    .unwrap();
    lp.run(Mode::Default);
    assert_eq!(*asked.borrow(), b"question");
    let mut answer = String::new();
    peer.read_to_string(&mut answer).unwrap();
    assert_eq!(answer, "answer");
}

#[test]
fn a_half_closed_stream_still_reads() {
    let lp = Loop::new().unwrap();
    let (tcp, mut peer) = connected(&lp);
    let all = collect(&lp, tcp);
    tcp.shutdown(&lp, move |_, result| result.unwrap()).unwrap();
    assert_eq!(code(tcp.write(&lp, "late", |_, _| {})), 32);
    assert_eq!(code(tcp.try_write(&lp, b"late")), 32);
    assert_eq!(code(tcp.shutdown(&lp, |_, _| {})), 107);
    let thread = std::thread::spawn(move || {
        let mut nothing = Vec::new();
        peer.read_to_end(&mut nothing).unwrap();
        assert!(nothing.is_empty());
        peer.write_all(b"goodbye").unwrap();
    });
    lp.run(Mode::Default);
    thread.join().unwrap();
    assert_eq!(*all.borrow(), b"goodbye");
}

#[test]
fn writing_to_nobody_is_an_error_not_a_signal() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (reader, writer) = Pipe::one_way(&lp).unwrap();
    let (socket, peer) = Pipe::pair(&lp).unwrap();
    reader.close(&lp, |_| {});
    peer.close(&lp, |_| {});
    for pipe in [writer, socket] {
        assert_eq!(code(pipe.try_write(&lp, b"x")), 32);
        let log = journal.clone();
        pipe.write(&lp, "x", move |lp, result| {
            log.add(format!("{}", code(result)));
            pipe.close(lp, |_| {});
        })
        .unwrap();
    }
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["32", "32"]);
}

#[test]
fn all_writes_that_wait_learn_that_the_peer_is_gone() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (pipe, peer) = Pipe::pair(&lp).unwrap();
    for name in ["first", "second", "third"] {
        let log = journal.clone();
        pipe.write(&lp, vec![0; 1_000_000], move |_, result| {
            log.add(format!("{name} {}", code(result)));
        })
        .unwrap();
    }
    let log = journal.clone();
    pipe.shutdown(&lp, move |lp, _| {
        log.add("shutdown");
        pipe.close(lp, |_| {});
    })
    .unwrap();
    peer.close(&lp, |_| {});
    lp.run(Mode::Default);
    assert_eq!(
        journal.take(),
        ["first 32", "second 32", "third 32", "shutdown"]
    );
}

/// Starts this program again, to run one of the functions below in a process of its own.
fn child(test: &str, role: impl Into<String>) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", test, "--ignored", "--nocapture"])
        .env("RONDO_ROLE", role.into())
        .stdout(Stdio::null());
    command
}

fn role() -> String {
    std::env::var("RONDO_ROLE").expect("this is no test by itself")
}

/// The role of a peer that connects, says hello and then does nothing.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn silent_peer() {
    let address = role();
    let address: SocketAddr = address.parse().unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"hello").unwrap();
    std::thread::park();
}

#[test]
fn a_peer_that_is_killed_is_noticed() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let server = Tcp::new(&lp);
    server.bind(&lp, any_port()).unwrap();
    let address = server.local_address(&lp).unwrap();
    let peer: Rc<RefCell<Option<Child>>> = Rc::default();
    let (log, kills) = (journal.clone(), peer.clone());
    server
        .listen(&lp, 1, move |lp, server, connection| {
            server.close(lp, |_| {});
            let (log, kills) = (log.clone(), kills.clone());
            connection
                .unwrap()
                .read_start(lp, move |lp, tcp, read| match read {
                    Read::Data(bytes) => {
                        assert_eq!(bytes, b"hello");
                        kills.borrow_mut().as_mut().unwrap().kill().unwrap();
                        // More than it can ever have taken.
                        let log = log.clone();
                        tcp.write(lp, vec![0; 20_000_000], move |_, result| {
                            log.add(if result.is_err() { "write failed" } else { "?" });
                        })
                        .unwrap();
                    }
                    Read::End | Read::Failed(_) => {
                        log.add("gone");
                        tcp.close(lp, |_| {});
                    }
                })
                .unwrap();
        })
        .unwrap();
    let started = child("silent_peer", address.to_string()).spawn().unwrap();
    *peer.borrow_mut() = Some(started);
    lp.run(Mode::Default);
    let mut seen = journal.take();
    seen.sort();
    assert_eq!(seen, ["gone", "write failed"]);
    peer.borrow_mut().as_mut().unwrap().wait().unwrap();
}

#[test]
fn a_killed_process_ends_its_pipes() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (ours, theirs) = UnixStream::pair().unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    let mut cat = Command::new("cat")
        .stdin(OwnedFd::from(theirs))
        .stdout(writer)
        .spawn()
        .unwrap();
    let (socket, output) = (
        Pipe::open(&lp, ours).unwrap(),
        Pipe::open(&lp, reader).unwrap(),
    );
    note_end(&lp, socket, &journal);
    note_end(&lp, output, &journal);
    socket
        .write(&lp, "through cat", |_, result| result.unwrap())
        .unwrap();
    while journal.take().is_empty() {
        lp.run(Mode::Once);
    }
    cat.kill().unwrap();
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["end", "end"]);
    cat.wait().unwrap();
}

#[test]
fn a_storm_of_signals_disturbs_nothing() {
    const SIGUSR1: i32 = 10;
    let lp = Loop::new().unwrap();
    // The handle stays: a signal that is still under way must not end the process.
    std::mem::forget(lp.clone());
    let signals = Rc::new(Cell::new(0));
    let counts = signals.clone();
    let signal = Signal::new(&lp, move |_, _, _| counts.set(counts.get() + 1));
    signal.start(&lp, SIGUSR1).unwrap();
    signal.unref(&lp);

    let over = Arc::new(AtomicBool::new(false));
    let ends = over.clone();
    let storm = std::thread::spawn(move || {
        while !ends.load(Ordering::Relaxed) {
            kill_process(
                Pid::from_raw(std::process::id() as i32).unwrap(),
                rustix::process::Signal::USR1,
            )
            .unwrap();
            std::thread::yield_now();
        }
    });
    let mut transfers = Vec::new();
    for blocking in [false, true] {
        let (tcp, mut peer) = connected(&lp);
        tcp.set_blocking(&lp, blocking).unwrap();
        let echo = std::thread::spawn(move || {
            let mut reads = peer.try_clone().unwrap();
            std::io::copy(&mut reads, &mut peer).unwrap();
        });
        let all = collect(&lp, tcp);
        for _ in 0..500 {
            let pieces = (0..10).map(|piece| Chunk::from(vec![piece; 1_000]));
            tcp.write_vectored(&lp, pieces.collect(), |_, result| result.unwrap())
                .unwrap();
            if blocking {
                // The echo has to go somewhere.
                lp.run(Mode::NoWait);
            }
        }
        tcp.shutdown(&lp, |_, result| result.unwrap()).unwrap();
        lp.run(Mode::Default);
        echo.join().unwrap();
        transfers.push(all.borrow().len());
    }
    // At least one must have come, in whatever thread.
    signal.ref_(&lp);
    while signals.get() == 0 {
        lp.run(Mode::Once);
    }
    over.store(true, Ordering::Relaxed);
    storm.join().unwrap();
    assert_eq!(transfers, [5_000_000, 5_000_000]);
}

/// Takes all descriptors that the process may still have.
fn take_all_descriptors() -> Vec<File> {
    std::iter::from_fn(|| File::open("/dev/null").ok()).collect()
}

fn limit_descriptors(to: u64) {
    let maximum = getrlimit(Resource::Nofile).maximum;
    let limit = Rlimit {
        current: Some(to),
        maximum,
    };
    setrlimit(Resource::Nofile, limit).unwrap();
}

/// Counts connections and errors.
fn count_connections(lp: &Loop, server: Tcp, journal: &Journal) {
    let log = journal.clone();
    server
        .listen(lp, 64, move |lp, _, connection| match connection {
            Ok(connection) => {
                log.add("connection");
                connection.close(lp, |_| {});
            }
            Err(error) => log.add(format!("error {}", error.raw_os_error().unwrap())),
        })
        .unwrap();
}

/// Runs the loop until nothing more comes of it.
fn settle(lp: &Loop) {
    for _ in 0..5 {
        lp.run(Mode::NoWait);
    }
}

/// The role of a server that runs out of descriptors.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn crowded_server() {
    let with_reserve = role();
    limit_descriptors(64);
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let server = Tcp::new(&lp);
    server.bind(&lp, any_port()).unwrap();
    let address = server.local_address(&lp).unwrap();
    if with_reserve == "yes" {
        count_connections(&lp, server, &journal);
        let mut clients: Vec<TcpStream> = (0..3)
            .map(|_| TcpStream::connect(address).unwrap())
            .collect();
        let full = take_all_descriptors();
        settle(&lp);
        assert!(journal.take().is_empty());
        for client in &mut clients {
            // It was turned away.
            assert!(matches!(client.read(&mut [0]), Ok(0) | Err(_)));
        }
        drop(full);
    } else {
        let mut full = take_all_descriptors();
        count_connections(&lp, server, &journal);
        full.pop();
        let waiting = TcpStream::connect(address).unwrap();
        settle(&lp);
        assert_eq!(journal.take(), ["error 24"]);
        // It tries again and again, but tells of it once.
        let timer = Timer::new(&lp, |_, _| {});
        timer.start(&lp, 50, 0);
        while timer.is_active(&lp) {
            lp.run(Mode::Once);
        }
        assert!(journal.take().is_empty());
        // A descriptor returns to the process: the connection that waits gets it.
        full.pop();
        while journal.is_empty() {
            lp.run(Mode::Once);
        }
        assert_eq!(journal.take(), ["connection"]);
        drop((waiting, full));
    }
    let clients: Vec<TcpStream> = (0..3)
        .map(|_| TcpStream::connect(address).unwrap())
        .collect();
    settle(&lp);
    assert_eq!(journal.take(), vec!["connection"; clients.len()]);
    std::process::exit(42);
}

#[test]
fn a_server_without_descriptors_goes_on_when_they_return() {
    for with_reserve in ["yes", "no"] {
        let status = child("crowded_server", with_reserve).status().unwrap();
        assert_eq!(status.code(), Some(42), "with a reserve: {with_reserve}");
    }
}
