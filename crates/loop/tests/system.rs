//! Signals and descriptors, with the real system.

mod journal;

mod numbers;

use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;

use journal::Journal;
use numbers::at;
use rondo_loop::{Handle, Io, Loop, Mode, Ready, Signal};
use rustix::process::{Signal as Number, getpid, kill_process};

fn send(signal: Number) {
    kill_process(getpid(), signal).unwrap();
}

#[test]
fn signals_arrive_each_time() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let signals = [Number::USR2, Number::USR1].map(|signal| {
        let log = journal.clone();
        let handle = Signal::new(&lp, move |_, _, signum| log.add(signum.to_string()));
        handle.start(&lp, signal.as_raw()).unwrap();
        handle
    });
    for signal in [Number::USR1, Number::USR2, Number::USR1] {
        // One at a time: of those under way together the system may drop or swap some.
        send(signal);
        lp.run(Mode::Once);
        assert_eq!(journal.take(), [signal.as_raw().to_string()]);
    }
    for signal in signals {
        signal.close(&lp, |_| {});
    }
    assert!(!lp.run(Mode::Default));
}

#[test]
fn a_signal_wakes_a_sleeping_loop_and_reaches_all_who_watch() {
    let lp = Loop::new().unwrap();
    let other = Loop::new().unwrap();
    let journal = Journal::default();
    for name in ["first", "second"] {
        let log = journal.clone();
        let handle = Signal::new(&lp, move |lp, signal, _| {
            log.add(name);
            assert!(!signal.is_active(lp), "it is watched once only");
        });
        handle.start_once(&lp, Number::URG.as_raw()).unwrap();
    }
    let log = journal.clone();
    let elsewhere = Signal::new(&other, move |_, _, _| log.add("elsewhere"));
    elsewhere.start(&other, Number::URG.as_raw()).unwrap();
    elsewhere.unref(&other);
    let sender = std::thread::spawn(|| send(Number::URG));
    assert!(!lp.run(Mode::Default));
    sender.join().unwrap();
    assert_eq!(journal.take(), ["first", "second"]);
    assert!(!other.run(Mode::Default), "it is not referenced");
    elsewhere.ref_(&other);
    other.run(Mode::Once);
    assert_eq!(journal.take(), ["elsewhere"]);
}

#[test]
fn a_signal_that_is_stopped_is_not_delivered() {
    let lp = Loop::new().unwrap();
    // By default this one is ignored, so it can be sent without harm.
    let signum = Number::WINCH.as_raw();
    let signal = Signal::new(&lp, |_, _, _| panic!("was stopped"));
    signal.start(&lp, signum).unwrap();
    signal.start(&lp, signum).unwrap();
    send(Number::WINCH);
    signal.stop(&lp);
    send(Number::WINCH);
    assert!(!signal.is_active(&lp));
    assert!(!lp.run(Mode::Default));
    assert!(signal.start(&lp, Number::KILL.as_raw()).is_err());
    assert!(signal.start(&lp, 0).is_err());
    assert!(signal.start(&lp, 1000).is_err());
    assert!(!signal.is_active(&lp));
}

#[test]
fn a_descriptor_is_reported_as_long_as_it_is_ready() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (mut reader, mut writer) = UnixStream::pair().unwrap();
    let fd = reader.as_raw_fd();
    let log = journal.clone();
    let io = Io::new(&lp, at(fd), move |lp, io, ready| {
        let mut byte = [0];
        let count = reader.read(&mut byte).unwrap();
        log.add(format!("{count} {}", ready.has(Ready::READ_CLOSED)));
        if count == 0 {
            io.close(lp, |_| {});
        }
    });
    io.start(&lp, Ready::READABLE).unwrap();
    assert!(io.is_active(&lp));
    writer.write_all(b"ab").unwrap();
    lp.run(Mode::Once);
    lp.run(Mode::Once);
    assert_eq!(journal.take(), ["1 false", "1 false"]);
    drop(writer);
    assert!(!lp.run(Mode::Default));
    assert_eq!(journal.take(), ["0 true"]);
}

#[test]
fn an_edge_is_reported_once_and_again_when_started_again() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (reader, mut writer) = UnixStream::pair().unwrap();
    let log = journal.clone();
    let io = Io::new(&lp, reader, move |_, _, _| log.add("ready"));
    io.start_edge(&lp, Ready::READABLE).unwrap();
    writer.write_all(b"ab").unwrap();
    for _ in 0..3 {
        lp.run(Mode::NoWait);
    }
    assert_eq!(journal.take(), ["ready"]);
    io.start_edge(&lp, Ready::READABLE).unwrap();
    lp.run(Mode::NoWait);
    assert_eq!(journal.take(), ["ready"]);
    io.stop(&lp);
    io.start_edge(&lp, Ready::READABLE | Ready::WRITABLE)
        .unwrap();
    lp.run(Mode::NoWait);
    assert_eq!(journal.take(), ["ready"]);
    io.start(&lp, Ready::default()).unwrap();
    assert!(!io.is_active(&lp) && !lp.run(Mode::Default));
}

#[test]
fn one_that_another_callback_stops_is_not_reported() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let pairs = [UnixStream::pair().unwrap(), UnixStream::pair().unwrap()];
    let handles: std::rc::Rc<std::cell::RefCell<Vec<Io>>> = Default::default();
    for (stream, _) in &pairs {
        let (log, all) = (journal.clone(), handles.clone());
        let io = Io::new(&lp, stream.try_clone().unwrap(), move |lp, _, _| {
            log.add("ready");
            all.borrow().iter().for_each(|io| io.stop(lp));
        });
        io.start(&lp, Ready::WRITABLE).unwrap();
        handles.borrow_mut().push(io);
    }
    assert!(!lp.run(Mode::Default));
    assert_eq!(journal.take(), ["ready"]);
}

#[test]
fn ordinary_files_cannot_be_watched() {
    let lp = Loop::new().unwrap();
    let file = std::fs::File::open("/proc/self/exe").unwrap();
    let io = Io::new(&lp, file, |_, _, _| {});
    let error = io.start(&lp, Ready::READABLE).unwrap_err();
    assert_eq!(error.raw_os_error(), Some(1));
    assert!(!io.is_active(&lp) && !lp.is_alive());
    let io = Io::new(&lp, at(i32::MAX), |_, _, _| {});
    assert_eq!(
        io.start(&lp, Ready::READABLE).unwrap_err().raw_os_error(),
        Some(9)
    );
}
