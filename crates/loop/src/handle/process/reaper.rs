//! Waits for children that no loop watches any more, so that they do not stay as zombies.
//!
//! A thread does it, which is there only as long as there are such children.

use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::process::Pid;

use super::wait;
use crate::seam;

/// How often to look for children that have no descriptor, in nanoseconds.
const INTERVAL: i64 = 100_000_000;

struct Orphan {
    pid: Pid,
    pidfd: Option<OwnedFd>,
}

/// What the thread is given.
struct Inbox {
    orphans: Vec<Orphan>,
    /// Wakes the thread; none while there is no thread.
    wake: Option<Arc<OwnedFd>>,
}

static INBOX: Mutex<Inbox> = Mutex::new(Inbox {
    orphans: Vec::new(),
    wake: None,
});

fn inbox() -> MutexGuard<'static, Inbox> {
    INBOX.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the thread from its children, for a fork.
pub(crate) struct Locked(MutexGuard<'static, Inbox>);

pub(crate) fn lock() -> Locked {
    Locked(inbox())
}

impl Locked {
    /// In a forked child: the thread is not here, and its children are others'.
    pub(crate) fn forget(&mut self) {
        self.0.orphans.clear();
        self.0.wake = None;
    }
}

/// Takes care of a child for which nobody waits.
pub(super) fn adopt(pid: Pid, pidfd: Option<OwnedFd>) {
    // Of a child that a tape tells of there is no process.
    if seam::is_played() || seam::untaped(|| has_ended(pid)) {
        return;
    }
    let mut inbox = inbox();
    inbox.orphans.push(Orphan { pid, pidfd });
    match &inbox.wake {
        Some(wake) => {
            // Fails only if the counter is full: then the thread is woken already.
            let _ = rustix::io::write(wake, &1u64.to_ne_bytes());
        }
        None => start(&mut inbox),
    }
}

/// Starts the thread. If that is not possible, the next orphan tries again.
fn start(inbox: &mut Inbox) {
    let Ok(wake) = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK) else {
        return;
    };
    let wake = Arc::new(wake);
    let own = wake.clone();
    let started = thread::Builder::new()
        .name("rondo-reaper".into())
        .spawn(move || run(&own));
    if started.is_ok() {
        inbox.wake = Some(wake);
    }
}

/// What the thread does.
fn run(wake: &OwnedFd) {
    let mut orphans = Vec::new();
    loop {
        {
            let mut inbox = inbox();
            orphans.append(&mut inbox.orphans);
            orphans.retain(|orphan: &Orphan| !has_ended(orphan.pid));
            if orphans.is_empty() {
                inbox.wake = None;
                return;
            }
        }
        sleep(wake, &orphans);
    }
}

/// Sleeps until a child has ended or there is a new one.
fn sleep(wake: &OwnedFd, orphans: &[Orphan]) {
    let pidfds = orphans.iter().filter_map(|orphan| orphan.pidfd.as_ref());
    let all = pidfds.chain([wake]);
    let mut fds: Vec<_> = all.map(|fd| PollFd::new(fd, PollFlags::IN)).collect();
    let interval = Timespec {
        tv_sec: 0,
        tv_nsec: INTERVAL,
    };
    let some_have_none = orphans.iter().any(|orphan| orphan.pidfd.is_none());
    // If it fails, for a signal or for want of memory, there is another look and another try.
    let _ = poll(&mut fds, some_have_none.then_some(&interval));
    let _ = rustix::io::read(wake, &mut [0; 8]);
}

/// Whether a child has ended, or is somebody else's by now.
fn has_ended(pid: Pid) -> bool {
    !matches!(wait(pid), Ok(None))
}
