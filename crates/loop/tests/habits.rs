//! What Rust programs expect: durations, errors that turn into the library's, options of a loop.

use std::io::{self, ErrorKind, Read as _};
use std::rc::Rc;
use std::time::{Duration, Instant};

use rondo_loop::work::{dns, fs};
use rondo_loop::{
    AnyStream, Cancelled, Delay, Error, Handle, Loop, LoopOptions, Mode, Pipe, Pool, Read, Signal,
    Stream, Tcp, Timer, Wakeup,
};

#[test]
fn a_delay_is_a_number_or_a_duration_and_never_too_short() {
    assert_eq!(Delay::from(Duration::from_micros(1)), Delay::from(1));
    assert_eq!(Delay::from(Duration::from_millis(5)), Delay::from(5));
    assert_eq!(Delay::from(Duration::MAX), Delay::from(u64::MAX));
    let lp = Loop::with_virtual_clock().unwrap();
    let timer = Timer::new(&lp, |lp, timer| {
        assert_eq!(lp.now(), 60_000);
        timer.stop(lp);
    });
    timer.start(&lp, Duration::from_secs(60), Duration::from_secs(1));
    assert_eq!(timer.repeat(&lp), 1000);
    lp.run(Mode::Default);
}

#[test]
fn errors_turn_into_the_librarys() {
    fn all() -> io::Result<()> {
        fs::read_file("/none".as_ref(), 0, 10)?;
        fs::stat("/none".as_ref())?;
        Err(Cancelled)?
    }
    assert_eq!(all().unwrap_err().kind(), ErrorKind::NotFound);
    let error = io::Error::from(fs::ReadError::TooLarge(10));
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    let error = io::Error::from(Cancelled);
    assert_eq!(error.raw_os_error(), Some(libc::ECANCELED));
}

#[test]
fn there_is_one_error_for_all() {
    fn all(which: u32) -> Result<(), Error> {
        match which {
            0 => drop(fs::stat("/none".as_ref())?),
            1 => drop(dns::resolve(Some("x"), None, NUMERIC)?),
            2 => Err(Cancelled)?,
            _ => drop(std::fs::read("/none")?),
        }
        Ok(())
    }
    const NUMERIC: dns::Hints = dns::Hints {
        family: None,
        socktype: 0,
        protocol: 0,
        flags: dns::AI_NUMERICHOST,
    };
    let names = [0, 1, 2, 3].map(|which| all(which).unwrap_err().name());
    assert_eq!(names, ["ENOENT", "EAI_NONAME", "ECANCELED", "ENOENT"]);
    // There and back.
    let error = io::Error::from(dns::resolve(Some("x"), None, NUMERIC).unwrap_err());
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(error.to_string(), "EAI_NONAME: unknown node or service");
    assert_eq!(Error::from(error).code(), -3008);
    let error = io::Error::from(dns::resolve(None, None, NUMERIC).unwrap_err());
    assert_eq!(error.raw_os_error(), Some(libc::EINVAL));
}

#[test]
fn a_connection_that_is_dropped_is_closed() {
    let lp = Loop::new().unwrap();
    let server = Tcp::new(&lp);
    server.bind(&lp, "127.0.0.1:0".parse().unwrap()).unwrap();
    let mut kept = None;
    server
        .listen_owned(&lp, 8, move |lp, server, connection| {
            let connection = connection.unwrap();
            match kept {
                None => kept = Some(connection.release()),
                Some(kept) => {
                    drop(connection);
                    assert!(!kept.is_closing(lp), "it was released");
                    kept.close(lp, |_| {});
                    server.close(lp, |_| {});
                }
            }
        })
        .unwrap();
    let address = server.local_address(&lp).unwrap();
    let clients = [0, 1].map(|_| std::net::TcpStream::connect(address).unwrap());
    lp.run(Mode::Default);
    for mut client in clients {
        client
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        assert_eq!(client.read(&mut [0; 8]).unwrap(), 0, "the end");
    }
}

#[test]
fn a_stream_of_any_kind() {
    fn say(lp: &Loop, stream: impl Into<AnyStream>) {
        let stream = stream.into();
        stream.write(lp, "hello", |_, done| done.unwrap()).unwrap();
        stream.close(lp, |_| {});
    }
    let lp = Loop::new().unwrap();
    let (left, right) = Pipe::pair(&lp).unwrap();
    say(&lp, left);
    let heard = Rc::new(std::cell::Cell::new(0));
    let heard2 = heard.clone();
    AnyStream::from(right)
        .read_start(&lp, move |lp, stream, read| match read {
            Read::Data(data) => heard2.set(heard2.get() + data.len()),
            _ => stream.close(lp, |_| {}),
        })
        .unwrap();
    lp.run(Mode::Default);
    assert_eq!(heard.get(), 5);
}

#[test]
fn a_loop_without_spinning_does_all_the_same() {
    let lp = Loop::with_options(LoopOptions {
        spin: false,
        pool: Pool::new(1).without_spinning(),
        ..LoopOptions::default()
    })
    .unwrap();
    fn chain(lp: &Loop, left: u32) {
        lp.queue_work(
            || {},
            move |lp, _| {
                if left > 0 {
                    chain(lp, left - 1);
                }
            },
        );
    }
    chain(&lp, 100);
    assert!(!lp.run(Mode::Default));
}

#[test]
fn a_blocked_signal_waits_until_the_loop_is_awake() {
    let lp = Loop::with_options(LoopOptions {
        blocked_signals: vec![libc::SIGUSR1],
        ..LoopOptions::default()
    })
    .unwrap();
    let signals = Rc::new(std::cell::Cell::new(0));
    let counted = signals.clone();
    let signal = Signal::new(&lp, move |lp, signal, _| {
        counted.set(counted.get() + 1);
        signal.stop(lp);
    });
    signal.start(&lp, libc::SIGUSR1).unwrap();
    let (_, waker) = Wakeup::new(&lp, |lp, wakeup| wakeup.close(lp, |_| {}));
    // SAFETY: names the calling thread, to which a signal can be sent.
    let thread = unsafe { libc::pthread_self() };
    let sender = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        // SAFETY: that thread joins this one before it ends.
        unsafe { libc::pthread_kill(thread, libc::SIGUSR1) };
        std::thread::sleep(Duration::from_millis(80));
        waker.wake();
    });
    let start = Instant::now();
    lp.run(Mode::Once);
    assert!(start.elapsed() >= Duration::from_millis(95), "it slept on");
    lp.run(Mode::Default);
    assert_eq!(signals.get(), 1);
    sender.join().unwrap();
    let odd = LoopOptions {
        blocked_signals: vec![1000],
        ..LoopOptions::default()
    };
    assert!(Loop::with_options(odd).is_err());
}
