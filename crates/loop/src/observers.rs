//! More than one observer of a loop.

use std::rc::Rc;

use crate::Loop;
use crate::observe::{Change, JobReport, Kind, Observer, Phase, WokenBy};

/// Two observers, told one after the other.
struct Both(Rc<dyn Observer>, Rc<dyn Observer>);

impl Both {
    fn tell(&self, tell: impl Fn(&dyn Observer)) {
        tell(&*self.0);
        tell(&*self.1);
    }
}

impl Observer for Both {
    fn turn_begin(&self, turn: u64) {
        self.tell(|observer| observer.turn_begin(turn));
    }

    fn turn_end(&self, turn: u64) {
        self.tell(|observer| observer.turn_end(turn));
    }

    fn phase_begin(&self, phase: Phase) {
        self.tell(|observer| observer.phase_begin(phase));
    }

    fn phase_end(&self, phase: Phase) {
        self.tell(|observer| observer.phase_end(phase));
    }

    fn callback_begin(&self, kind: Kind, id: u64, scheduled_by: u64) {
        self.tell(|observer| observer.callback_begin(kind, id, scheduled_by));
    }

    fn callback_end(&self, kind: Kind, id: u64, scheduled_by: u64) {
        self.tell(|observer| observer.callback_end(kind, id, scheduled_by));
    }

    fn sleep_begin(&self, limit: Option<u64>) {
        self.tell(|observer| observer.sleep_begin(limit));
    }

    fn sleep_end(&self) {
        self.tell(|observer| observer.sleep_end());
    }

    fn woken(&self, by: WokenBy) {
        self.tell(|observer| observer.woken(by));
    }

    fn ready(&self, handle: u64) {
        self.tell(|observer| observer.ready(handle));
    }

    fn detail(&self, what: &'static str, value: i64) {
        self.tell(|observer| observer.detail(what, value));
    }

    fn job_done(&self, job: JobReport) {
        self.tell(|observer| observer.job_done(job));
    }

    fn handle_changed(&self, handle: u64, kind: Kind, change: Change, by: u64) {
        self.tell(|observer| observer.handle_changed(handle, kind, change, by));
    }

    fn clock_jumped(&self, to: u64) {
        self.tell(|observer| observer.clock_jumped(to));
    }
}

impl Loop {
    /// Has one more watch the loop, beside whoever does already.
    ///
    /// ```
    /// use std::{cell::Cell, rc::Rc};
    /// use rondo_loop::{Loop, Mode, Observer};
    ///
    /// #[derive(Default)]
    /// struct Turns(Cell<u64>);
    /// impl Observer for Turns {
    ///     fn turn_end(&self, turn: u64) {
    ///         self.0.set(turn);
    ///     }
    /// }
    ///
    /// let lp = Loop::new()?;
    /// let both = [Rc::new(Turns::default()), Rc::new(Turns::default())];
    /// both.iter().for_each(|turns| lp.add_observer(turns.clone()));
    /// lp.defer(|_| {});
    /// lp.run(Mode::Default);
    /// assert!(both.iter().all(|turns| turns.0.get() == 1));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn add_observer(&self, observer: Rc<dyn Observer>) {
        self.set_observer(Some(match self.observer() {
            Some(first) => Rc::new(Both(first, observer)),
            None => observer,
        }));
    }
}
