//! Child processes: started by a [`Command`], watched by a [`Process`] handle.

mod by_signal;
mod command;
pub(crate) mod reaper;

use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::rc::Rc;

use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions, waitpid};

use super::{Handle, Key, Ready, Signal, Source, handle};
use crate::Loop;
use crate::observe::Kind;
use crate::seam;
use crate::sys::spawn;

pub use command::{Child, Command, Stdio};

/// Called when a child has ended.
type Exited = Box<dyn FnOnce(&Loop, Process, io::Result<ExitStatus>)>;

/// A child process, which calls back in the poll phase when it has ended. It is active until then.
///
/// The child is always waited for, so that it does not stay as a zombie, even if its handle is closed or
/// the loop dropped before it ends. Closing the handle does not end the child.
///
/// ```
/// use rondo_loop::{Handle, Loop, Mode, process::Command};
///
/// let lp = Loop::new()?;
/// Command::new("sh").args(["-c", "exit 7"]).spawn(&lp, |lp, process, status| {
///     assert_eq!(status.unwrap().code(), Some(7));
///     process.close(lp, |_| {});
/// })?;
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process(Key);

impl Process {
    /// The child's number, also after it has ended; none once the handle is closed.
    pub fn pid(self, lp: &Loop) -> Option<i32> {
        Some(lp.source::<State>(self.0)?.pid.as_raw_pid())
    }

    /// Sends the child a signal; 0 only asks whether it is there. Gives `ESRCH` once its end was
    /// reported or the handle closed: its number may be another process's by then.
    pub fn kill(self, lp: &Loop, signum: i32) -> io::Result<()> {
        match lp.source::<State>(self.0) {
            Some(state) if state.is_running() => kill(state.pid.as_raw_pid(), signum),
            _ => Err(Errno::SRCH.into()),
        }
    }
}

handle!(Process);

/// Sends a signal to any process, or to the group whose number is negated; signal 0 only asks whether it
/// is there.
pub fn kill(pid: i32, signum: i32) -> io::Result<()> {
    seam::ask("process.kill", || spawn::kill(pid, signum))
}

/// Keeps all descriptors that are open now from children that do not get them by their [`Stdio`]: those
/// that this process got from its own parent are passed on otherwise. To be called early.
pub fn disable_stdio_inheritance() {
    if spawn::close_all_on_exec().is_ok() {
        return;
    }
    // The system is old. It has to be done one by one, as far as it goes.
    for fd in 0.. {
        let marked = spawn::close_on_exec(fd);
        if marked.is_err() && fd > 15 {
            return;
        }
    }
}

/// How the loop learns of a child's end.
enum Watch {
    Pidfd(OwnedFd),
    /// For systems without such descriptors.
    Signal(Signal),
    /// It has ended, or nobody here cares any more.
    Over,
}

/// What a [`Process`] handle keeps.
struct State {
    pid: Pid,
    watch: RefCell<Watch>,
    exited: Cell<Option<Exited>>,
}

impl State {
    fn is_running(&self) -> bool {
        !matches!(*self.watch.borrow(), Watch::Over)
    }

    /// Calls back if the child has ended.
    fn look(&self, lp: &Loop, key: Key) {
        if !self.is_running() {
            return;
        }
        let result = match wait(self.pid) {
            Ok(None) => return,
            Ok(Some(status)) => Ok(status),
            // Somebody else in the program waited for it.
            Err(errno) => Err(errno.into()),
        };
        self.unwatch(lp);
        let by = lp.scheduled_by(key);
        lp.set_active(key, false);
        if let Some(exited) = self.exited.take() {
            lp.call(Kind::Process, by, || {
                lp.tell_error(&result);
                exited(lp, Process(key), result)
            });
        }
    }

    /// Stops to watch; gives the descriptor by which others can.
    fn unwatch(&self, lp: &Loop) -> Option<OwnedFd> {
        match self.watch.replace(Watch::Over) {
            Watch::Pidfd(pidfd) => {
                lp.core.poller.deregister(pidfd.as_raw_fd());
                Some(pidfd)
            }
            Watch::Signal(signal) => {
                signal.close(lp, |_| {});
                None
            }
            Watch::Over => None,
        }
    }
}

impl Source for State {
    /// What the child wrote before its end is read first: that it ended is told when all descriptors are seen to.
    fn ready(self: Rc<Self>, lp: &Loop, key: Key, _ready: Ready) {
        lp.feed(key);
    }

    fn fed(self: Rc<Self>, lp: &Loop, key: Key) {
        self.look(lp, key);
    }

    fn close(&self, lp: &Loop, _key: Key) {
        if self.is_running() {
            let pidfd = self.unwatch(lp);
            reaper::adopt(self.pid, pidfd);
        }
    }
}

/// The loop goes away and the child is still there.
impl Drop for State {
    fn drop(&mut self) {
        match std::mem::replace(self.watch.get_mut(), Watch::Over) {
            Watch::Pidfd(pidfd) => reaper::adopt(self.pid, Some(pidfd)),
            Watch::Signal(_) => reaper::adopt(self.pid, None),
            Watch::Over => {}
        }
    }
}

/// How a child has ended, none if it has not. By this, the system forgets it.
fn wait(pid: Pid) -> Result<Option<ExitStatus>, Errno> {
    seam::ask("process.wait", || {
        let found = rustix::io::retry_on_intr(|| waitpid(Some(pid), WaitOptions::NOHANG))?;
        Ok(found.map(|(_, status)| ExitStatus::from_raw(status.as_raw())))
    })
}
