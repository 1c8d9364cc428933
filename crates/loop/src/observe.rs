//! Hooks for whoever watches the loop. They cost one branch per callback when nobody does.
//!
//! Every callback that runs while an observer is set gets a number of its own, its *id*; 0 stands for
//! the program outside of callbacks. When a callback starts a timer, submits work and so on, the loop
//! keeps its id, and reports it as `scheduled_by` when that timer or work calls back: so an observer
//! can draw what caused what.

use std::rc::Rc;

use crate::Loop;

/// The phases of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Timers that are due.
    Timers,
    /// Callbacks that were put off.
    Pending,
    /// Idle handles.
    Idle,
    /// Prepare handles.
    Prepare,
    /// Waiting for descriptors, wake-ups, signals and finished work, and their callbacks.
    Poll,
    /// Immediates and check handles.
    Check,
    /// Close callbacks.
    Closing,
}

/// What kind of thing calls back. There will be more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A [`Timer`](crate::Timer).
    Timer,
    /// A callback given to [`Loop::defer`].
    Pending,
    /// An [`Idle`](crate::Idle) handle.
    Idle,
    /// A [`Prepare`](crate::Prepare) handle.
    Prepare,
    /// A descriptor watched by [`Io`](crate::Io).
    Io,
    /// Work given to [`Loop::queue_work`].
    Work,
    /// A [`Wakeup`](crate::Wakeup) from another thread.
    Wakeup,
    /// A [`Signal`](crate::Signal).
    Signal,
    /// A callback given to [`Loop::set_immediate`].
    Immediate,
    /// A [`Check`](crate::Check) handle.
    Check,
    /// The callback given to [`Handle::close`](crate::Handle::close).
    Close,
    /// A TCP socket: data has come, or a connection.
    Tcp,
    /// A pipe or Unix socket: data has come, or a connection.
    Pipe,
    /// A terminal: data has come.
    Tty,
    /// A UDP socket: messages have come.
    Udp,
    /// A child process has ended.
    Process,
    /// A watched file or folder has changed.
    Watch,
    /// What is known of a polled file has changed.
    StatPoll,
    /// A connection was made, or refused.
    Connect,
    /// Data was written to a stream.
    Write,
    /// The sending side of a stream was shut down.
    Shutdown,
    /// Messages were sent from a UDP socket.
    Send,
}

/// What becomes of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// It was made.
    Created,
    /// It waits for something from now on.
    Started,
    /// It waits no more.
    Stopped,
    /// It was closed, and goes away in the closing phase.
    Closing,
}

/// What ended a sleep of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WokenBy {
    /// The time was over
    Time,
    /// So many descriptors are ready
    Descriptors(usize),
    /// Another thread: a job is done, or a [`Wakeup`](crate::Wakeup)
    Thread,
}

/// When a job of the pool was done, and by whom. Times are those of [`monotonic_nanos`](crate::monotonic_nanos).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JobReport {
    /// The callback in which it was asked for
    pub scheduled_by: u64,
    /// The thread, counted from 1; 0 is the loop's own
    pub thread: u32,
    /// The system's number of that thread; 0 if the kernel did it by itself
    pub task: i32,
    /// When it was asked for
    pub queued: u64,
    /// When the thread began
    pub begin: u64,
    /// When it was done
    pub end: u64,
}

/// Watches a loop. Every method does nothing unless it is written.
///
/// ```
/// use std::{cell::RefCell, rc::Rc};
/// use rondo_loop::{Kind, Loop, Mode, Observer};
///
/// #[derive(Default)]
/// struct Journal(RefCell<Vec<(Kind, u64, u64)>>);
/// impl Observer for Journal {
///     fn callback_begin(&self, kind: Kind, id: u64, scheduled_by: u64) {
///         self.0.borrow_mut().push((kind, id, scheduled_by));
///     }
/// }
///
/// let lp = Loop::new()?;
/// let journal = Rc::new(Journal::default());
/// lp.set_observer(Some(journal.clone()));
/// lp.defer(|lp| {
///     lp.set_immediate(|_| {});
/// });
/// lp.run(Mode::Default);
/// assert_eq!(*journal.0.borrow(), [(Kind::Pending, 1, 0), (Kind::Immediate, 2, 1)]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Observer {
    /// A turn begins; turns are counted from 1.
    fn turn_begin(&self, _turn: u64) {}
    /// A turn has ended, also by a panic.
    fn turn_end(&self, _turn: u64) {}
    /// A phase begins.
    fn phase_begin(&self, _phase: Phase) {}
    /// A phase has ended.
    fn phase_end(&self, _phase: Phase) {}
    /// A callback is about to run.
    fn callback_begin(&self, _kind: Kind, _id: u64, _scheduled_by: u64) {}
    /// A callback has returned, or panicked.
    fn callback_end(&self, _kind: Kind, _id: u64, _scheduled_by: u64) {}
    /// The loop is about to sleep, for so many milliseconds at most; none is for ever.
    fn sleep_begin(&self, _limit: Option<u64>) {}
    /// The loop is awake again.
    fn sleep_end(&self) {}
    /// It was woken by this: told right after the end of the sleep.
    fn woken(&self, _by: WokenBy) {}
    /// The descriptor of a handle, which has this number, is ready: its callbacks follow, if it has any for that.
    fn ready(&self, _handle: u64) {}
    /// Something is known of the callback that runs: how many `bytes` have come, the number of an `error`.
    fn detail(&self, _what: &'static str, _value: i64) {}
    /// A job of the pool was done; its callback follows.
    fn job_done(&self, _job: JobReport) {}
    /// Something became of a handle, which has this number, in the callback that runs.
    fn handle_changed(&self, _handle: u64, _kind: Kind, _change: Change, _by: u64) {}
    /// Virtual time jumped to so many nanoseconds.
    fn clock_jumped(&self, _to: u64) {}
}

/// Reports the end of something, also when it panics.
pub(crate) struct AtEnd<F: FnMut()>(pub(crate) F);

impl<F: FnMut()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl Loop {
    /// Sets who watches the loop from now on, or nobody.
    pub fn set_observer(&self, observer: Option<Rc<dyn Observer>>) {
        self.core.observed.set(observer.is_some());
        let previous = self.core.observer.replace(observer);
        drop(previous);
    }

    /// Who watches the loop.
    pub fn observer(&self) -> Option<Rc<dyn Observer>> {
        self.core.observer.borrow().clone()
    }

    /// The id of the callback that is running; 0 outside of callbacks and when nobody watches.
    #[inline]
    pub fn current_id(&self) -> u64 {
        self.core.current_id.get()
    }

    /// Draws an id, for a program that has callbacks of its own to report.
    pub fn new_id(&self) -> u64 {
        let id = self.core.last_id.get() + 1;
        self.core.last_id.set(id);
        id
    }

    /// Runs one callback and reports it, if somebody watches.
    #[inline]
    pub(crate) fn call(&self, kind: Kind, scheduled_by: u64, callback: impl FnOnce()) {
        self.core.events.set(self.core.events.get() + 1);
        if self.core.observed.get() {
            self.call_observed(kind, scheduled_by, callback);
        } else {
            callback();
        }
    }

    #[inline(never)]
    fn call_observed(&self, kind: Kind, scheduled_by: u64, callback: impl FnOnce()) {
        let id = self.new_id();
        let outer = self.core.current_id.replace(id);
        let observer = self.observer();
        if let Some(observer) = &observer {
            observer.callback_begin(kind, id, scheduled_by);
        }
        let _end = AtEnd(|| {
            self.core.current_id.set(outer);
            if let Some(observer) = &observer {
                observer.callback_end(kind, id, scheduled_by);
            }
        });
        callback();
    }

    /// Runs one phase and reports it, if somebody watches.
    #[inline]
    pub(crate) fn phase(&self, phase: Phase, run: impl FnOnce(&Loop)) {
        if self.core.observed.get() {
            self.phase_observed(phase, run);
        } else {
            run(self);
        }
    }

    #[inline(never)]
    fn phase_observed(&self, phase: Phase, run: impl FnOnce(&Loop)) {
        self.notify(|observer| observer.phase_begin(phase));
        let _end = AtEnd(|| self.notify(|observer| observer.phase_end(phase)));
        run(self);
    }

    /// Says something of the callback that runs, if somebody watches.
    #[inline]
    pub(crate) fn tell_detail(&self, what: &'static str, value: i64) {
        self.notify(|observer| observer.detail(what, value));
    }

    /// Says what came of the request whose callback runs, if somebody watches.
    #[inline]
    pub(crate) fn tell_error<T>(&self, result: &std::io::Result<T>) {
        if self.core.observed.get()
            && let Err(error) = result
        {
            self.tell_detail("error", error.raw_os_error().unwrap_or(-1).into());
        }
    }

    /// Says what became of a handle, if somebody watches.
    #[inline]
    pub(crate) fn tell_change(&self, key: crate::handle::Key, kind: Kind, change: Change) {
        if self.core.observed.get() {
            let number = key.number();
            let by = self.current_id();
            self.notify(|observer| observer.handle_changed(number, kind, change, by));
        }
    }

    /// Whether somebody watches.
    #[inline]
    pub(crate) fn observes(&self) -> bool {
        self.core.observed.get()
    }

    /// Tells the observer something, if there is one.
    #[inline]
    pub(crate) fn notify(&self, tell: impl FnOnce(&dyn Observer)) {
        if self.core.observed.get()
            && let Some(observer) = self.observer()
        {
            tell(&*observer);
        }
    }
}
