//! What is still said when a signal is about to end the process: the tape of the loop's thread may have something in memory that
//! would be lost.
//!
//! As long as somebody listens, the signals that end a process by default have a handler, wherever nobody else watches them. It runs in
//! the thread of the tape, at any moment: so it has the tape say what it has without allocating or waiting for anything. What the tape
//! itself has half changed at that moment, or cannot say so, it says as soon as it can; and the process ends by that very signal.
//!
//! Who has handlers of faults for purposes of his own (an engine for code that it has compiled) hands on what is none of his to the handler
//! before, or if there is none takes his away and waits for the next fault: a signal that somebody sent would be lost. So there is one
//! from the beginning ([`prepare`]), tape or not.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering, compiler_fence};

use crate::seam;
use crate::sys::{self, Disposition};

/// The signals that end a process by default and that others send.
const ENDING: [i32; 11] = [
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGALRM,
    libc::SIGTERM,
    libc::SIGXCPU,
    libc::SIGVTALRM,
    libc::SIGPROF,
    libc::SIGIO,
    libc::SIGPWR,
    libc::SIGSTKFLT,
];

/// The signals of a crash.
const CRASHING: [i32; 7] = [
    libc::SIGILL,
    libc::SIGTRAP,
    libc::SIGABRT,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGSEGV,
    libc::SIGSYS,
];

/// Those of them for which engines have handlers.
const FAULTS: [i32; 3] = [libc::SIGILL, libc::SIGBUS, libc::SIGSEGV];

/// The thread whose tape is asked; 0 if nobody listens.
static THREAD: AtomicI32 = AtomicI32::new(0);

thread_local! {
    /// A signal that is to end the process as soon as the tape has said what it has.
    static WAITING: AtomicI32 = const { AtomicI32::new(0) };
    /// The tape of this thread is being changed.
    static IS_BUSY: AtomicBool = const { AtomicBool::new(false) };
}

/// Has signals of faults end the process whoever sends them: to be called before anybody else has handlers for them.
pub fn prepare() {
    for signum in FAULTS {
        if sys::is_default(signum) {
            // It is a signal that can be set.
            let _ = sys::set_signal(signum, Disposition::Call(on_signal));
        }
    }
}

/// Has the tape of the calling thread asked for its last words from now on.
pub fn listen() {
    THREAD.store(sys::thread_number(), Ordering::Release);
    for signum in ENDING.into_iter().chain(CRASHING) {
        if sys::is_default(signum) {
            // It is a signal that can be set.
            let _ = sys::set_signal(signum, Disposition::Call(on_signal));
        }
    }
}

/// What a signal does that nobody watches.
pub(crate) fn disposition(signum: i32) -> Disposition {
    let is_heard = THREAD.load(Ordering::Acquire) != 0;
    let is_ending = ENDING.contains(&signum) || CRASHING.contains(&signum);
    match is_heard && is_ending || FAULTS.contains(&signum) {
        true => Disposition::Call(on_signal),
        false => Disposition::Default,
    }
}

/// Changes what the tape of this thread would say. Gives the signal that came meanwhile, or before, and that the process is to
/// end by.
#[inline]
pub fn busy<T>(change: impl FnOnce() -> T) -> (T, Option<i32>) {
    let set = |is_busy| {
        IS_BUSY.with(|busy| busy.store(is_busy, Ordering::Relaxed));
        compiler_fence(Ordering::SeqCst);
    };
    set(true);
    let value = change();
    compiler_fence(Ordering::SeqCst);
    set(false);
    let signum = WAITING.with(|waiting| waiting.load(Ordering::Relaxed));
    (value, (signum != 0).then_some(signum))
}

/// Ends the process by a signal, as if nobody had listened.
pub fn end_by(signum: i32) -> ! {
    sys::end_by(signum)
}

/// Only loads, stores and what the tape does with the same care: all allowed in a handler.
extern "C" fn on_signal(signum: libc::c_int) {
    let thread = THREAD.load(Ordering::Acquire);
    if thread == 0 {
        sys::end_by(signum);
    }
    if sys::thread_number() != thread {
        sys::send_to_thread(thread, signum);
        if CRASHING.contains(&signum) {
            // What crashed must not go on.
            sys::wait_for_the_end();
        }
        return;
    }
    let is_busy = IS_BUSY.with(|busy| busy.load(Ordering::Relaxed));
    let is_second = WAITING.with(|waiting| waiting.swap(signum, Ordering::Relaxed)) != 0;
    let is_crash = CRASHING.contains(&signum);
    let is_said = !is_busy && !is_second && seam::say_last_words();
    if is_said || is_second || is_crash {
        sys::end_by(signum);
    }
}
