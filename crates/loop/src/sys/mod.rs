//! The only unsafe code of the crate: descriptors given as numbers, signal handlers, the clock; and in
//! files of their own, starting programs, UDP, io_uring, and what the C library knows of names, users and
//! interfaces.
#![allow(unsafe_code)]

pub(crate) mod address;
pub(crate) mod datagram;
pub(crate) mod identity;
pub(crate) mod interfaces;
pub(crate) mod resolve;
pub(crate) mod spawn;
pub(crate) mod udp_option;
pub(crate) mod uring;
pub(crate) mod usage;
pub(crate) mod users;

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

use rustix::io::Errno;

/// A descriptor to use in a system call, from the number by which a program knows it.
pub(crate) fn borrow_fd(fd: RawFd) -> Result<BorrowedFd<'static>, Errno> {
    if fd < 0 {
        return Err(Errno::BADF);
    }
    // SAFETY: `fd` is not -1, the one value that `BorrowedFd` cannot hold. That the number is open is
    // for the kernel to check, which answers EBADF if it is not: no memory depends on it.
    Ok(unsafe { BorrowedFd::borrow_raw(fd) })
}

/// Closes a descriptor given by its number.
pub(crate) fn close_fd(fd: RawFd) -> Result<(), Errno> {
    if fd < 0 {
        return Err(Errno::BADF);
    }
    // SAFETY: the caller's program owns its descriptor numbers, as with close(2); none that this crate
    // keeps for itself is ever given out. `libc::close` only reads its argument.
    if unsafe { libc::close(fd) } == 0 {
        return Ok(());
    }
    Err(last_errno())
}

/// Puts a descriptor in the place of another, which is closed thereby.
pub(crate) fn replace_fd(place: BorrowedFd<'_>, by: OwnedFd) -> io::Result<()> {
    // SAFETY: both are open, and who owns the place goes on to do so.
    let result = unsafe { libc::dup3(by.as_raw_fd(), place.as_raw_fd(), libc::O_CLOEXEC) };
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// A descriptor of that number that can be held and closed, and stands for nothing: for runs that are played from a tape.
/// What was open under that number is not.
pub(crate) fn stand_in(number: RawFd) -> io::Result<OwnedFd> {
    let nothing = std::fs::File::open("/dev/null")?;
    if nothing.as_raw_fd() == number {
        return Ok(nothing.into());
    }
    if number < 3 {
        return Err(Errno::BADF.into());
    }
    // SAFETY: when a tape is played nothing but stand-ins is used by its number, and the loop's own descriptors are not
    // used at all; the number is open afterwards, and nobody else owns it.
    unsafe {
        if libc::dup3(nothing.as_raw_fd(), number, libc::O_CLOEXEC) < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(OwnedFd::from_raw_fd(number))
    }
}

/// Why the last call of the C library failed.
fn last_errno() -> Errno {
    Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO)
}

/// The system's monotonic clock in nanoseconds.
#[inline]
pub fn monotonic_nanos() -> u64 {
    let (seconds, nanos) = clock(libc::CLOCK_MONOTONIC);
    seconds as u64 * 1_000_000_000 + u64::from(nanos)
}

/// What the processor's counter stands at; 0 where there is none that everybody may read.
#[inline]
pub(crate) fn cycles() -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every processor of that kind has it.
    return unsafe { std::arch::x86_64::_rdtsc() };
    #[cfg(not(target_arch = "x86_64"))]
    0
}

/// One of the clocks that exist on every system: its seconds, and nanoseconds.
#[inline]
pub(crate) fn clock(clock: libc::clockid_t) -> (i64, u32) {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is valid for the write.
    unsafe { libc::clock_gettime(clock, &mut time) };
    (time.tv_sec, time.tv_nsec as u32)
}

/// The size of the pages of memory, in bytes.
pub(crate) fn page_size() -> u64 {
    // SAFETY: the call only reads its argument.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.cast_unsigned()
}

/// What to do when a signal arrives.
pub(crate) enum Disposition {
    /// What the system does by default.
    Default,
    /// Nothing: it does not arrive.
    Ignore,
    /// Call this function, which may only do what is allowed in a signal handler.
    Call(extern "C" fn(libc::c_int)),
    /// The same, and then what the system does by default, from the first signal on.
    CallOnce(extern "C" fn(libc::c_int)),
}

/// What the system does when a signal arrives.
fn current_action(signum: i32) -> libc::sigaction {
    // SAFETY: all zeroes is a valid `sigaction`, which the system overwrites if it knows the signal;
    // nothing is set.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signum, std::ptr::null(), &mut action);
        action
    }
}

/// Whether the process ignores a signal.
pub(crate) fn is_ignored(signum: i32) -> bool {
    current_action(signum).sa_sigaction == libc::SIG_IGN
}

/// Whether the system does by default what a signal asks for.
pub(crate) fn is_default(signum: i32) -> bool {
    current_action(signum).sa_sigaction == libc::SIG_DFL
}

/// The system's number of the calling thread.
pub(crate) fn thread_number() -> i32 {
    rustix::thread::gettid().as_raw_nonzero().get()
}

/// Sends a signal to a thread of this process.
pub(crate) fn send_to_thread(thread: i32, signum: i32) {
    // SAFETY: the call takes numbers only; a thread that is gone is refused.
    unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), thread, signum) };
}

/// Waits for another thread to end the process; not for ever.
pub(crate) fn wait_for_the_end() {
    let second = libc::timespec {
        tv_sec: 1,
        tv_nsec: 0,
    };
    // SAFETY: the call reads `second` only.
    unsafe { libc::nanosleep(&second, std::ptr::null_mut()) };
}

/// Ends the process by a signal, also from within its handler.
pub(crate) fn end_by(signum: i32) -> ! {
    let _ = set_signal(signum, Disposition::Default);
    // SAFETY: the set is filled by the first call, and all calls are allowed in a handler.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigaddset(&mut set, signum);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &set, std::ptr::null_mut());
        libc::raise(signum);
        // It was one that ends nobody.
        libc::_exit(128 + signum)
    }
}

/// Whether the system forgets children as soon as they end.
pub(crate) fn is_child_signal_ignored() -> bool {
    is_ignored(libc::SIGCHLD) || current_action(libc::SIGCHLD).sa_flags & libc::SA_NOCLDWAIT != 0
}

/// Sets what happens when a signal arrives.
pub(crate) fn set_signal(signum: i32, disposition: Disposition) -> io::Result<()> {
    let address =
        |function: extern "C" fn(libc::c_int)| function as *const () as libc::sighandler_t;
    let (handler, flags) = match disposition {
        Disposition::Default => (libc::SIG_DFL, 0),
        Disposition::Ignore => (libc::SIG_IGN, 0),
        // An overflow of the stack is told on another one, where a thread has one.
        Disposition::Call(function) => (address(function), libc::SA_RESTART | libc::SA_ONSTACK),
        Disposition::CallOnce(function) => {
            (address(function), libc::SA_RESTART | libc::SA_RESETHAND)
        }
    };
    // SAFETY: all zeroes is a valid `sigaction`; its mask is then filled by the system. The handler is
    // a function of the right type that lives for ever, or one of the system's two values.
    let result = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler;
        action.sa_flags = flags;
        libc::sigfillset(&mut action.sa_mask);
        libc::sigaction(signum, &action, std::ptr::null_mut())
    };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Some signals.
pub(crate) struct SignalSet(libc::sigset_t);

/// Signals that are blocked in this thread, until dropped.
pub(crate) struct Blocked(libc::sigset_t);

impl SignalSet {
    /// None if there are none; `EINVAL` if one is no signal.
    pub(crate) fn new(signals: &[i32]) -> io::Result<Option<SignalSet>> {
        if signals.is_empty() {
            return Ok(None);
        }
        // SAFETY: all zeroes is a valid set, and both calls write to it only.
        unsafe {
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut set);
            for &signum in signals {
                if libc::sigaddset(&mut set, signum) != 0 {
                    return Err(io::Error::last_os_error());
                }
            }
            Ok(Some(SignalSet(set)))
        }
    }

    /// All signals.
    pub(crate) fn all() -> SignalSet {
        // SAFETY: all zeroes is a valid set, and the call writes to it only.
        unsafe {
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigfillset(&mut set);
            SignalSet(set)
        }
    }

    /// Blocks them in the calling thread.
    pub(crate) fn block(&self) -> Blocked {
        // SAFETY: both sets are valid; that of before is overwritten.
        unsafe {
            let mut before: libc::sigset_t = std::mem::zeroed();
            libc::pthread_sigmask(libc::SIG_BLOCK, &self.0, &mut before);
            Blocked(before)
        }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: the set is the one that the system gave.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.0, std::ptr::null_mut()) };
    }
}
