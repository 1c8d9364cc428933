//! How virtual time passes: the cases of the table in `Clock`'s documentation.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rondo_loop::process::Command;
use rondo_loop::{Handle, Idle, Loop, Mode, Pipe, Read, Stream, Timer, Wakeup};

const MINUTE: u64 = 60_000;

fn new_loop() -> Loop {
    Loop::with_virtual_clock().unwrap()
}

/// A timer that must not be due before what closes it.
fn watchdog(lp: &Loop) -> Timer {
    let timer = Timer::new(lp, |_, _| panic!("the watchdog was quicker"));
    timer.start(lp, MINUTE, 0);
    timer
}

#[test]
fn an_immediate_that_waits_for_a_timer_sees_it() {
    let lp = new_loop();
    let is_due = Rc::new(Cell::new(false));
    let due = is_due.clone();
    Timer::new(&lp, move |_, _| due.set(true)).start(&lp, MINUTE, 0);
    fn again(lp: &Loop, is_due: Rc<Cell<bool>>) {
        if !is_due.get() {
            lp.set_immediate(move |lp| again(lp, is_due));
        }
    }
    again(&lp, is_due.clone());
    let start = Instant::now();
    lp.run(Mode::Default);
    assert!(is_due.get());
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn an_idle_handle_that_waits_for_a_timer_sees_it() {
    let lp = new_loop();
    let idle = Idle::new(&lp, |_, _| {});
    idle.start(&lp);
    Timer::new(&lp, move |lp, _| idle.close(lp, |_| {})).start(&lp, MINUTE, 0);
    lp.run(Mode::Default);
    assert!(lp.now() >= MINUTE);
}

#[test]
fn a_short_chain_of_immediates_takes_no_time_worth_mentioning() {
    let lp = new_loop();
    watchdog(&lp).unref(&lp);
    Timer::new(&lp, |_, _| {}).start(&lp, 5, 0);
    fn chain(lp: &Loop, left: u32) {
        assert!(lp.now() < 5, "the chain comes first");
        if left > 0 {
            lp.set_immediate(move |lp| chain(lp, left - 1));
        }
    }
    chain(&lp, 1000);
    lp.run(Mode::Default);
}

#[test]
fn a_write_that_waits_does_not_stop_time() {
    let lp = new_loop();
    let (left, right) = Pipe::pair(&lp).unwrap();
    let size = 4 << 20;
    left.write(&lp, vec![0; size], move |lp, result| {
        result.unwrap();
        left.close(lp, |_| {});
    })
    .unwrap();
    // Nobody reads until a timer is due.
    Timer::new(&lp, move |lp, _| {
        let read = move |lp: &Loop, right: Pipe, read: Read<'_>| match read {
            Read::Data(_) => {}
            Read::End => right.close(lp, |_| {}),
            Read::Failed(error) => panic!("{error}"),
        };
        right.read_start(lp, read).unwrap();
    })
    .start(&lp, 20, 0);
    lp.run(Mode::Default);
    assert!(lp.now() >= 20);
}

#[test]
fn a_child_is_quicker_than_a_watchdog_of_a_minute() {
    let lp = new_loop();
    let timer = watchdog(&lp);
    Command::new("sleep")
        .arg("0.1")
        .spawn(&lp, move |lp, process, status| {
            assert!(status.unwrap().success());
            process.close(lp, |_| {});
            timer.close(lp, |_| {});
        })
        .unwrap();
    lp.run(Mode::Default);
    assert!((50..MINUTE).contains(&lp.now()), "{}", lp.now());
}

#[test]
fn so_is_another_thread_and_time_jumps_again_afterwards() {
    let lp = new_loop();
    let timer = watchdog(&lp);
    let (_, waker) = Wakeup::new(&lp, move |lp, wakeup| {
        wakeup.close(lp, |_| {});
        timer.close(lp, |_| {});
        Timer::new(lp, |_, _| {}).start(lp, MINUTE, 0);
    });
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        waker.wake();
    });
    let start = Instant::now();
    lp.run(Mode::Default);
    assert!(lp.now() >= MINUTE && start.elapsed() < Duration::from_secs(30));
    thread.join().unwrap();
}

#[test]
fn a_socket_is_fed_from_outside_if_the_program_says_so() {
    let lp = new_loop();
    let timer = watchdog(&lp);
    let (reader, mut writer) = std::io::pipe().unwrap();
    let pipe = Pipe::open(&lp, reader).unwrap();
    pipe.set_outside(&lp, true);
    pipe.read_start(&lp, move |lp, pipe, _| {
        pipe.close(lp, |_| {});
        timer.close(lp, |_| {});
    })
    .unwrap();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        std::io::Write::write_all(&mut writer, b"x").unwrap();
    });
    lp.run(Mode::Default);
    assert!(lp.now() < MINUTE);
    thread.join().unwrap();
}

#[test]
fn work_of_the_pool_takes_no_time() {
    let lp = new_loop();
    let timer = watchdog(&lp);
    lp.queue_work(
        || std::thread::sleep(Duration::from_millis(50)),
        move |lp, _| timer.close(lp, |_| {}),
    );
    lp.run(Mode::Default);
    assert_eq!(lp.now(), 0);
}

#[test]
fn a_timer_after_the_end_of_time_neither_runs_nor_spins() {
    let lp = new_loop();
    let never = Timer::new(&lp, |_, _| panic!("it is never due"));
    never.start(&lp, u64::MAX, 0);
    let (wakeup, waker) = Wakeup::new(&lp, move |lp, wakeup| {
        never.close(lp, |_| {});
        wakeup.close(lp, |_| {});
    });
    wakeup.unref(&lp);
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        waker.wake();
    });
    lp.run(Mode::Default);
    assert!(lp.metrics().turns < 100);
    assert!(lp.metrics().idle_nanos > 50_000_000, "it slept");
    thread.join().unwrap();
}
