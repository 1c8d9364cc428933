//! Closures from other threads, and wake-ups from a handler of signals.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::OnceLock;

use rondo_loop::{Handle, Loop, Mode, Remote, Waker, Wakeup};

thread_local! {
    static SEEN: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

#[test]
fn closures_run_in_the_loops_thread_in_their_order() {
    let lp = Loop::new().unwrap();
    let (inlet, remote) = Remote::new(&lp);
    let again = remote.clone();
    let thread = std::thread::spawn(move || {
        for number in 0..1000 {
            assert!(again.send(move |_| SEEN.with_borrow_mut(|seen| seen.push(number))));
        }
        again.send(move |lp| inlet.close(lp, |_| {}));
    });
    lp.run(Mode::Default);
    thread.join().unwrap();
    assert_eq!(SEEN.take(), Vec::from_iter(0..1000));
    assert!(!remote.send(|_| panic!("nobody is there")));
}

#[test]
fn what_a_panic_left_runs_in_the_next_turn() {
    let lp = Loop::new().unwrap();
    let (inlet, remote) = Remote::new(&lp);
    remote.send(|_| panic!("on purpose"));
    remote.send(|_| SEEN.with_borrow_mut(|seen| seen.push(1)));
    catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).unwrap_err();
    lp.run(Mode::NoWait);
    assert_eq!(SEEN.take(), [1]);
    inlet.close(&lp, |_| {});
    lp.run(Mode::Default);
}

static IN_HANDLER: OnceLock<Waker> = OnceLock::new();

extern "C" fn on_signal(_: libc::c_int) {
    if let Some(waker) = IN_HANDLER.get() {
        waker.wake_in_signal_handler();
    }
}

#[test]
fn a_signal_handler_wakes_a_loop_that_sleeps() {
    let lp = Loop::new().unwrap();
    let calls = Rc::new(RefCell::new(0));
    let counted = calls.clone();
    Wakeup::new(&lp, |_, _| panic!("nobody wakes this one"))
        .0
        .unref(&lp);
    let (_, waker) = Wakeup::new(&lp, move |lp, wakeup| {
        *counted.borrow_mut() += 1;
        wakeup.close(lp, |_| {});
    });
    IN_HANDLER.set(waker).ok().unwrap();
    // SAFETY: the handler does only what is allowed in one.
    unsafe { libc::signal(libc::SIGUSR2, on_signal as *const () as libc::sighandler_t) };
    let thread = std::thread::spawn(|| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        // SAFETY: sends a signal that is handled.
        unsafe { libc::kill(libc::getpid(), libc::SIGUSR2) };
    });
    lp.run(Mode::Default);
    thread.join().unwrap();
    assert_eq!(*calls.borrow(), 1);
}
