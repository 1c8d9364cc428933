//! Limits of what vm runs: its time, a SIGINT that stops it, and the end of its microtasks.
//!
//! Whether a script was stopped is on the tape of a recorded run. A replay has neither a clock nor signals: it stops the script where the tape
//! says so, once everything else has come again that came before.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use rondo_engine::{Interrupter, JsResult, Local, Scope, Thrown};
use rondo_loop::{Handle, Loop, Mode, Signal, Waker, Wakeup, seam};

use crate::binding::signals;
use crate::replay::{Replay, STOPPED};
use crate::runtime::runtime;

/// As Linux numbers it everywhere.
const SIGINT: i32 = 2;

/// What a script asks for, as an array: `[milliseconds or undefined, whether SIGINT stops it, makeError]`. `makeError(isSignal)`
/// gives the error that is thrown when it was stopped.
pub(super) struct Limits<'s> {
    millis: Option<f64>,
    breaks: bool,
    make_error: Local<'s>,
}

impl<'s> Limits<'s> {
    /// Reads the array; undefined stands for no limits.
    pub(super) fn read(scope: &mut Scope<'s>, array: Local<'s>) -> JsResult<Option<Limits<'s>>> {
        if !array.is_object() {
            return Ok(None);
        }
        Ok(Some(Limits {
            millis: array.get_index(scope, 0)?.as_number(),
            breaks: array.get_index(scope, 1)?.as_bool() == Some(true),
            make_error: array.get_index(scope, 2)?,
        }))
    }
}

/// Runs `body` within limits; with microtasks of its own they are run to their end. It is told how to find out whether it
/// was asked to stop. `show` is given what was thrown by the script itself.
pub(super) fn run_within<'s>(
    scope: &mut Scope<'s>,
    limits: Option<Limits<'s>>,
    owns_microtasks: bool,
    body: impl FnOnce(&mut Scope<'s>, &dyn Fn() -> bool) -> JsResult<Local<'s>>,
    show: impl FnOnce(&mut Scope<'s>, JsResult<Local<'s>>) -> JsResult<Local<'s>>,
) -> JsResult<Local<'s>> {
    let watches = limits.as_ref().map(|limits| Watches::start(scope, limits));
    let is_over = || watches.as_ref().is_some_and(Watches::are_over);
    let mut was_stopped = false;
    let outcome = if owns_microtasks {
        scope.with_own_microtasks(|scope| {
            let outcome = body(scope, &is_over);
            was_stopped = outcome.is_ok() && !finish_microtasks(scope);
            outcome
        })?
    } else {
        body(scope, &is_over)
    };
    // That may have been for whoever runs this one, or for the end of the program.
    let is_stopped = was_stopped || outcome.is_err() && !scope.has_exception();
    let is_stopped = is_stopped && !runtime(scope).has_ended();
    let stopped_by = watches.and_then(|watches| watches.end(scope, is_stopped));
    let (Some(limits), Some(by)) = (limits, stopped_by) else {
        return show(scope, outcome);
    };
    if runtime(scope).has_ended() {
        return show(scope, outcome);
    }
    if let Err(thrown) = outcome {
        // What the script threw by itself in the last moment counts.
        if let Some(error) = scope.catch(thrown) {
            return Err(scope.throw(error));
        }
    } else if !was_stopped {
        return outcome;
    }
    let (undefined, is_signal) = (scope.undefined(), scope.boolean(by == Stopper::Signal));
    let error = scope.call(limits.make_error, undefined, &[is_signal])?;
    Err(scope.throw(error))
}

/// Runs microtasks until none waits; gives whether they came to their end.
fn finish_microtasks(scope: &mut Scope<'_>) -> bool {
    let owner = runtime(scope).clone();
    let mut done = true;
    scope.run_microtasks(&mut |scope: &mut Scope<'_>, thrown: Thrown| {
        match scope.catch(thrown) {
            Some(error) => owner.hand_over(scope, error, None),
            None => done = false,
        }
        done && !owner.has_ended()
    });
    done
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stopper {
    Time,
    Signal,
}

/// The threads that watch what runs.
struct Watches {
    clock: Option<Watchdog>,
    signal: Option<SignalWatch>,
    /// In their place, if it is a replay.
    played: Option<Prodding>,
    /// A SIGINT stops what runs.
    breaks: bool,
    interrupter: Interrupter,
}

impl Watches {
    fn start(scope: &Scope<'_>, limits: &Limits<'_>) -> Watches {
        let interrupter = scope.interrupter();
        if limits.breaks {
            // The program's own listeners hear nothing meanwhile.
            signals::pause(runtime(scope), SIGINT);
        }
        let recorder = runtime(scope).recorder.as_ref();
        let replay = recorder.and_then(|recorder| recorder.replay());
        let is_real = replay.is_none();
        let signal = (is_real && limits.breaks).then(|| SignalWatch::start(interrupter.clone()));
        let millis = limits.millis.filter(|_| is_real);
        Watches {
            clock: millis.map(|millis| Watchdog::start(interrupter.clone(), millis)),
            signal: signal.flatten(),
            played: replay.map(|replay| Prodding::start(interrupter.clone(), replay.clone())),
            breaks: limits.breaks,
            interrupter,
        }
    }

    /// Whether the script was asked to stop.
    fn are_over(&self) -> bool {
        let has_said = |flag: &AtomicBool| flag.load(Ordering::SeqCst);
        self.clock
            .as_ref()
            .is_some_and(|clock| has_said(&clock.expired))
            || self
                .signal
                .as_ref()
                .is_some_and(|signal| has_said(&signal.came))
            || self
                .played
                .as_ref()
                .is_some_and(|played| played.replay.has_stopped_script())
    }

    /// Ends the watch, and says what has stopped the script, or tried to.
    fn end(self, scope: &Scope<'_>, is_stopped: bool) -> Option<Stopper> {
        drop(self.played);
        let (signalled, expired, _) = seam::ask(STOPPED, || {
            let expired = self.clock.is_some_and(Watchdog::stop);
            let signalled = self.signal.is_some_and(SignalWatch::stop);
            if expired || signalled {
                self.interrupter.cancel_stop();
            }
            (signalled, expired, is_stopped)
        });
        if self.breaks {
            signals::resume(runtime(scope), SIGINT);
        }
        match (signalled, expired) {
            (true, _) => Some(Stopper::Signal),
            (false, true) => Some(Stopper::Time),
            (false, false) => None,
        }
    }
}

/// Stops what runs when its time is over.
struct Watchdog {
    thread: Option<JoinHandle<()>>,
    done: Sender<()>,
    expired: Arc<AtomicBool>,
}

impl Watchdog {
    fn start(stops: Interrupter, millis: f64) -> Watchdog {
        let expired = Arc::new(AtomicBool::new(false));
        let (done, finished) = mpsc::channel();
        let says = expired.clone();
        let watch = move || {
            let time = Duration::from_millis(millis as u64);
            if finished.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                says.store(true, Ordering::SeqCst);
                stops.stop();
            }
        };
        Watchdog {
            // Without a thread nothing is stopped.
            thread: std::thread::Builder::new().spawn(watch).ok(),
            done,
            expired,
        }
    }

    /// Ends the watch, and says whether the time was over.
    fn stop(mut self) -> bool {
        drop(std::mem::replace(&mut self.done, mpsc::channel().0));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        self.expired.load(Ordering::SeqCst)
    }
}

/// Stops what runs when a SIGINT comes: a thread with a loop of its own waits for it.
struct SignalWatch {
    thread: JoinHandle<()>,
    ends: Waker,
    came: Arc<AtomicBool>,
}

impl SignalWatch {
    /// None if the system has no thread or descriptor left: then nothing is stopped.
    fn start(stops: Interrupter) -> Option<SignalWatch> {
        let came = Arc::new(AtomicBool::new(false));
        let says = came.clone();
        let (ready, is_ready) = mpsc::channel();
        let watch = move || {
            let Ok(own) = Loop::new() else { return };
            let signal = Signal::new(&own, move |_, _, _| {
                says.store(true, Ordering::SeqCst);
                stops.stop();
            });
            if signal.start(&own, SIGINT).is_err() {
                return;
            }
            let (_, ends) = Wakeup::new(&own, move |own, wakeup| {
                signal.close(own, |_| {});
                wakeup.close(own, |_| {});
            });
            let _ = ready.send(ends);
            own.run(Mode::Default);
        };
        let thread = std::thread::Builder::new().spawn(watch).ok()?;
        let ends = is_ready.recv().ok()?;
        Some(SignalWatch { thread, ends, came })
    }

    /// Ends the watch, and says whether there was a signal.
    fn stop(self) -> bool {
        self.ends.wake();
        let _ = self.thread.join();
        self.came.load(Ordering::SeqCst)
    }
}

/// How often a replay looks whether the script is to be stopped.
const PROD_AFTER: Duration = Duration::from_millis(20);

/// Has a replay look at what runs, again and again, until it is dropped.
struct Prodding {
    replay: Rc<Replay>,
    /// What is sent never: the thread ends with it.
    _ends: Sender<()>,
}

impl Prodding {
    fn start(looks: Interrupter, replay: Rc<Replay>) -> Prodding {
        replay.begin_script();
        let (ends, is_over) = mpsc::channel::<()>();
        let prod = move || {
            while is_over.recv_timeout(PROD_AFTER) == Err(RecvTimeoutError::Timeout) {
                looks.look();
            }
        };
        // Without a thread nothing is stopped.
        let _ = std::thread::Builder::new().spawn(prod);
        Prodding {
            replay,
            _ends: ends,
        }
    }
}
