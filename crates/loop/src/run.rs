//! Running the loop: one turn, phase after phase.

use crate::Loop;
use crate::observe::{AtEnd, Phase};
use crate::phase::{check, closing, idle, pending, poll, prepare, timers};

/// How long [`Loop::run`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Until the loop is no longer alive, or is stopped.
    Default,
    /// One turn, which sleeps if there is nothing else to do.
    Once,
    /// One turn, which does not sleep.
    NoWait,
}

impl Loop {
    /// Runs the loop and says whether it is still alive.
    ///
    /// A panic in a callback comes out of this call; the loop can then be run again and goes on with
    /// what was next. Panics if it is called from a callback of the same loop.
    ///
    /// ```
    /// use rondo_loop::{Loop, Mode, Timer};
    ///
    /// let lp = Loop::new()?;
    /// Timer::new(&lp, |_, _| println!("a millisecond has passed")).start(&lp, 1, 0);
    /// assert!(!lp.run(Mode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn run(&self, mode: Mode) -> bool {
        let _running = Running::begin(self);
        let mut alive = self.is_alive();
        self.core.poller.run_begins();
        self.core.clock.forget();
        // A turn ends with its timers. What is due now must not wait for the first turn's end: it
        // would come after that turn's poll.
        if mode == Mode::Default && alive && !self.is_stopping() {
            self.phase(Phase::Timers, timers::run);
        }
        while alive && !self.is_stopping() {
            self.turn(mode);
            alive = self.is_alive();
            if mode != Mode::Default {
                break;
            }
        }
        alive
    }

    fn turn(&self, mode: Mode) {
        let turn = self.core.turns.get() + 1;
        self.core.turns.set(turn);
        self.notify(|observer| observer.turn_begin(turn));
        let end = || self.notify(|observer| observer.turn_end(turn));
        let _end = self.core.observed.get().then(|| AtEnd(end));

        let may_sleep = match mode {
            Mode::Default => true,
            Mode::Once => pending::is_empty(self) && idle::is_empty(self),
            Mode::NoWait => false,
        };
        self.phase(Phase::Pending, pending::run);
        self.phase(Phase::Idle, idle::run);
        self.phase(Phase::Prepare, prepare::run);
        self.phase(Phase::Poll, |lp| poll::run(lp, may_sleep));
        self.phase(Phase::Check, check::run);
        self.phase(Phase::Closing, closing::run);
        self.core.clock.forget();
        self.phase(Phase::Timers, timers::run);
    }
}

/// Marks the loop as running, until dropped.
struct Running<'a>(&'a Loop);

impl<'a> Running<'a> {
    fn begin(lp: &'a Loop) -> Self {
        assert!(
            !lp.core.running.replace(true),
            "the loop is already running"
        );
        Running(lp)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.core.running.set(false);
        // Obeyed, whether the run ends by it or by a panic.
        self.0.core.stopping.set(false);
    }
}
