//! Faults that a loop with a [`Chooser`](crate::choose::Chooser) may meet if its maker wishes: what seldom happens, and programs seldom expect.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustix::io::Errno;

use crate::choose::Point;
use crate::schedule::Asker;

/// Which faults there may be. Whether one comes is a choice each time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// A TCP connection breaks when it is read or written: `ECONNRESET`
    pub reset: bool,
    /// A file cannot be opened by a job of the pool: `EMFILE`
    pub emfile: bool,
    /// A job of the pool cannot write to a file: `ENOSPC`
    pub enospc: bool,
    /// A job of the pool takes five seconds
    pub slow: bool,
}

impl Faults {
    /// Reads a list such as `reset,slow`, or `all`.
    pub fn parse(text: &str) -> Result<Faults, String> {
        let mut faults = Faults::default();
        for name in text.split(',').map(str::trim) {
            match name {
                "reset" => faults.reset = true,
                "emfile" => faults.emfile = true,
                "enospc" => faults.enospc = true,
                "slow" => faults.slow = true,
                "all" => {
                    faults = Faults {
                        reset: true,
                        emfile: true,
                        enospc: true,
                        slow: true,
                    };
                }
                other => {
                    return Err(format!(
                        "not a fault: {other} (reset, emfile, enospc, slow, all)"
                    ));
                }
            }
        }
        Ok(faults)
    }

    /// Whether a choice point is open.
    pub(crate) fn has(self, point: Point) -> bool {
        match point {
            Point::FaultReset => self.reset,
            Point::FaultOpen => self.emfile,
            Point::FaultSpace => self.enospc,
            Point::FaultSlow => self.slow,
            _ => false,
        }
    }
}

thread_local! {
    static IN_JOB: Cell<bool> = const { Cell::new(false) };
    static ASKER: RefCell<Option<Rc<Asker>>> = const { RefCell::new(None) };
}

/// Does a job whose calls of the system may fail, as the chooser says.
pub(crate) fn in_job<R>(asker: &Rc<Asker>, job: impl FnOnce() -> R) -> R {
    /// Also if the job panics.
    struct Over;
    impl Drop for Over {
        fn drop(&mut self) {
            IN_JOB.set(false);
            ASKER.take();
        }
    }
    if asker.faults() == Faults::default() {
        return job();
    }
    ASKER.replace(Some(asker.clone()));
    IN_JOB.set(true);
    let _over = Over;
    job()
}

/// The error with which a call of the system fails, if it does.
#[inline]
pub(crate) fn of_call(syscall: &str) -> Option<Errno> {
    if IN_JOB.get() { ask(syscall) } else { None }
}

#[cold]
fn ask(syscall: &str) -> Option<Errno> {
    let (point, error) = match syscall {
        "open" => (Point::FaultOpen, Errno::MFILE),
        "write" => (Point::FaultSpace, Errno::NOSPC),
        _ => return None,
    };
    let asker = ASKER.with_borrow(Clone::clone)?;
    asker.strikes(point).then_some(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_others_are_refused() {
        let some = Faults::parse("reset, slow").unwrap();
        assert!(some.reset && some.slow && !some.emfile && !some.enospc);
        assert!(Faults::parse("all").unwrap().enospc);
        assert!(Faults::parse("fire").is_err());
        assert!(some.has(Point::FaultReset) && !some.has(Point::ReadPart));
    }
}
