//! What Rust programs expect: durations, errors that turn into the library's, options of a loop.

use std::io::{self, ErrorKind};
use std::rc::Rc;
use std::time::{Duration, Instant};

use rondo_loop::work::fs;
use rondo_loop::{Cancelled, Delay, Handle, Loop, LoopOptions, Mode, Pool, Signal, Timer, Wakeup};

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
