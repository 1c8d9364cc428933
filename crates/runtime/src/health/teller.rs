//! Who says what is wrong: on standard error, and to scripts that listen. The same of one place is said once in ten seconds.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io::Write as _;

use super::words;

/// How long the same of one place is not said again.
const SILENCE: u64 = 10_000_000_000;
/// How many places are remembered.
const PLACES: usize = 256;

/// Something that was said.
pub(crate) struct Report {
    /// By which programs know it
    pub(crate) code: &'static str,
    pub(crate) message: String,
    /// Lines of a stack, each after a line end
    pub(crate) stack: String,
    pub(crate) nanos: u64,
}

struct Said {
    at: u64,
    unsaid: u64,
}

/// Says things, and remembers what scripts are to hear of.
#[derive(Default)]
pub(crate) struct Teller {
    said: RefCell<HashMap<(&'static str, String), Said>>,
    reports: RefCell<Vec<Report>>,
    /// What comes before each line, in a worker.
    thread: Cell<u64>,
}

impl Teller {
    pub(crate) fn new(thread: u64) -> Teller {
        Teller {
            thread: Cell::new(thread),
            ..Teller::default()
        }
    }

    /// Whether something of this place may be said now; if so, how often it was not said since the last time.
    pub(crate) fn permit(&self, code: &'static str, place: &str, now: u64) -> Option<u64> {
        let mut said = self.said.borrow_mut();
        if said.len() >= PLACES {
            said.clear();
        }
        match said.get_mut(&(code, place.to_owned())) {
            Some(known) if now.saturating_sub(known.at) < SILENCE => {
                known.unsaid += 1;
                None
            }
            Some(known) => {
                known.at = now;
                Some(std::mem::take(&mut known.unsaid))
            }
            None => {
                let said_now = Said { at: now, unsaid: 0 };
                said.insert((code, place.to_owned()), said_now);
                Some(0)
            }
        }
    }

    /// Says a line, and what stands below it.
    pub(crate) fn say(&self, message: &str, unsaid: u64, stack: &str) {
        let thread = match self.thread.get() {
            0 => String::new(),
            number => format!(" (worker {number})"),
        };
        let more = match unsaid {
            0 => String::new(),
            1 => " (and once more since it was last said)".into(),
            times => format!(
                " (and {} more times since it was last said)",
                words::grouped(times)
            ),
        };
        let colon = if stack.is_empty() { "." } else { ":" };
        // In one piece, so that nothing comes between. Who cannot be told goes without.
        let text = format!("rondo{thread}: {message}{more}{colon}{stack}\n");
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// Keeps something for scripts to hear of.
    pub(crate) fn keep(&self, report: Report) {
        self.reports.borrow_mut().push(report);
    }

    /// Whether there is something for them.
    pub(crate) fn has_reports(&self) -> bool {
        !self.reports.borrow().is_empty()
    }

    /// What scripts are to hear of, once.
    pub(crate) fn take_reports(&self) -> Vec<Report> {
        std::mem::take(&mut *self.reports.borrow_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::{SILENCE, Teller};

    #[test]
    fn the_same_is_not_said_too_often() {
        let teller = Teller::default();
        assert_eq!(teller.permit("A", "x:1", 5), Some(0));
        assert_eq!(teller.permit("A", "x:1", 6), None);
        assert_eq!(teller.permit("A", "x:1", 7), None);
        assert_eq!(teller.permit("B", "x:1", 7), Some(0));
        assert_eq!(teller.permit("A", "x:2", 7), Some(0));
        assert_eq!(teller.permit("A", "x:1", 5 + SILENCE), Some(2));
        assert_eq!(teller.permit("A", "x:1", 6 + SILENCE), None);
    }
}
