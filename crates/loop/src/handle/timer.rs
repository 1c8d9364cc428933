//! Timers: a callback after a delay, once or again and again.

use std::time::Duration;

use super::{Detail, Handle, Key, handle, shared};
use crate::Loop;
use crate::observe::Kind;

/// Calls back when a number of milliseconds has passed, and then, if asked to, at intervals.
///
/// Starting and stopping cost the same however many timers there are.
///
/// ```
/// use rondo_loop::{Handle, Loop, Mode, Timer};
///
/// let lp = Loop::new()?;
/// let mut left = 3;
/// let timer = Timer::new(&lp, move |lp, timer| {
///     left -= 1;
///     if left == 0 {
///         timer.close(lp, |_| {});
///     }
/// });
/// timer.start(&lp, 1, 1);
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timer(Key);

/// How long a [`Timer`] waits: made of a number of milliseconds, or of a `Duration`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delay(u64);

impl From<u64> for Delay {
    #[inline]
    fn from(millis: u64) -> Delay {
        Delay(millis)
    }
}

impl From<Duration> for Delay {
    /// Never less than the duration: a timer does not come early.
    fn from(duration: Duration) -> Delay {
        let millis = duration.as_nanos().div_ceil(1_000_000);
        Delay(u64::try_from(millis).unwrap_or(u64::MAX))
    }
}

impl Timer {
    /// Makes a timer with the callback that it will run. It is not started yet.
    pub fn new(lp: &Loop, mut callback: impl FnMut(&Loop, Timer) + 'static) -> Timer {
        let detail = Detail::Timer { repeat: 0 };
        Timer(
            lp.core
                .handles
                .borrow_mut()
                .add(Kind::Timer, detail, |key| {
                    shared(move |lp, _| callback(lp, Timer(key)))
                }),
        )
    }

    /// Starts the timer, from the beginning if it is started already: it is due `delay` milliseconds
    /// after the loop's [`now`](Loop::now). If `repeat` is not 0 it is then started again, with that
    /// delay, each time before its callback runs.
    ///
    /// Both are numbers of milliseconds, or a [`Duration`](std::time::Duration), of which a begun
    /// millisecond counts as a whole one.
    pub fn start(self, lp: &Loop, delay: impl Into<Delay>, repeat: impl Into<Delay>) {
        let (delay, interval) = (delay.into().0, repeat.into().0);
        let mut handles = lp.core.handles.borrow_mut();
        if let Some(entry) = handles.get_mut(self.0)
            && let Detail::Timer { repeat } = &mut entry.detail
        {
            *repeat = interval;
            lp.mark_active(entry, true);
            enter(lp, self.0, delay);
        }
    }

    /// Stops the timer; it can be started again.
    pub fn stop(self, lp: &Loop) {
        stop(lp, self.0);
    }

    /// Starts a repeating timer anew, from now. Does nothing if it does not repeat.
    pub fn again(self, lp: &Loop) {
        let repeat = self.repeat(lp);
        if repeat != 0 {
            start(lp, self.0, repeat);
        }
    }

    /// The interval in milliseconds, 0 if the timer does not repeat.
    pub fn repeat(self, lp: &Loop) -> u64 {
        match lp
            .core
            .handles
            .borrow()
            .get(self.0)
            .map(|entry| &entry.detail)
        {
            Some(Detail::Timer { repeat }) => *repeat,
            _ => 0,
        }
    }

    /// Sets the interval, from the next time that the timer is due on.
    pub fn set_repeat(self, lp: &Loop, interval: impl Into<Delay>) {
        let interval = interval.into().0;
        if let Some(entry) = lp.core.handles.borrow_mut().get_mut(self.0)
            && let Detail::Timer { repeat } = &mut entry.detail
        {
            *repeat = interval;
        }
    }

    /// Milliseconds until the timer is due, 0 if that has passed; none if it is not started.
    pub fn due_in(self, lp: &Loop) -> Option<u64> {
        if !self.is_active(lp) {
            return None;
        }
        let due = lp.core.wheel.borrow().due(self.0.slot)?;
        Some(due.saturating_sub(lp.now()))
    }
}

handle!(Timer);

fn start(lp: &Loop, key: Key, delay: u64) {
    if lp.set_active(key, true) {
        enter(lp, key, delay);
    }
}

/// Puts a timer into the wheel, or into another place of it.
fn enter(lp: &Loop, key: Key, delay: u64) {
    let mut wheel = lp.core.wheel.borrow_mut();
    wheel.remove(key.slot);
    wheel.insert(key.slot, lp.now().saturating_add(delay));
}

pub(crate) fn stop(lp: &Loop, key: Key) {
    if lp.set_active(key, false) {
        lp.core.wheel.borrow_mut().remove(key.slot);
    }
}

/// Runs a timer, or another handle, that is due and has been taken out of the wheel.
pub(crate) fn fire(lp: &Loop, slot: u32) {
    let mut handles = lp.core.handles.borrow_mut();
    let key = handles.key(slot);
    let Some(entry) = handles.get_mut(key) else {
        return;
    };
    match &entry.detail {
        Detail::Timer { repeat: 0 } => lp.mark_active(entry, false),
        Detail::Timer { repeat } => {
            let due = lp.now().saturating_add(*repeat);
            lp.core.wheel.borrow_mut().insert(slot, due);
        }
        Detail::Source(source) => {
            let source = source.clone();
            drop(handles);
            return source.due(lp, key);
        }
        _ => return,
    }
    let (callback, by) = (entry.callback.clone(), entry.scheduled_by);
    drop(handles);
    lp.call_back(callback, Kind::Timer, by, 0);
}
