//! Signals of the system: SIGINT, SIGTERM and the like.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;

use super::{Detail, Key, handle, shared};
use crate::Loop;
use crate::observe::Kind;
use crate::seam;
use crate::signal_inbox::Inbox;
use crate::sys::{self, Disposition};

/// What a [`Signal`] handle keeps.
#[derive(Clone, Copy, Default)]
pub(crate) struct Watch {
    /// 0 while it is stopped.
    signum: i32,
    once: bool,
}

/// What a loop keeps of signals.
#[derive(Default)]
pub(crate) struct Signals {
    inbox: Cell<Option<&'static Inbox>>,
    /// The started handles, in the order in which they were started.
    watchers: RefCell<Vec<(Watch, Key)>>,
    /// Callbacks that are to be run, for signals that have arrived.
    arrived: RefCell<VecDeque<(i32, Key)>>,
}

/// Calls back in the poll phase when the process gets a signal. Meanwhile the signal does not do what
/// it does by default; when the last handle for it, of all loops, is stopped, it does again.
///
/// ```no_run
/// use rondo_loop::{Loop, Mode, Signal};
///
/// let lp = Loop::new()?;
/// let signal = Signal::new(&lp, |lp, _, signum| {
///     println!("leaving because of signal {signum}");
///     lp.stop();
/// });
/// signal.start(&lp, 15)?;
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signal(Key);

impl Signal {
    /// Makes a handle with the callback that it will run. It is not started yet.
    pub fn new(lp: &Loop, mut callback: impl FnMut(&Loop, Signal, i32) + 'static) -> Signal {
        let detail = Detail::Signal(Watch::default());
        Signal(
            lp.core
                .handles
                .borrow_mut()
                .add(Kind::Signal, detail, |key| {
                    shared(move |lp, what| callback(lp, Signal(key), what as i32))
                }),
        )
    }

    /// Makes the process independent of what its parent ignored: no standard signal is any more, but
    /// SIGPIPE and SIGXFSZ are. The calls that cause these two then fail, with `EPIPE` and `EFBIG`, instead
    /// of ending the process. For a program to call when it starts.
    pub fn reset_inherited() {
        const IGNORED: [i32; 2] = [libc::SIGPIPE, libc::SIGXFSZ];
        for signum in 1..32 {
            if !IGNORED.contains(&signum) && sys::is_ignored(signum) {
                // Fails only for signals that cannot be ignored in the first place.
                let _ = sys::set_signal(signum, Disposition::Default);
            }
        }
        for signum in IGNORED {
            let _ = sys::set_signal(signum, Disposition::Ignore);
        }
    }

    /// Starts to watch a signal, instead of the one watched so far.
    pub fn start(self, lp: &Loop, signum: i32) -> io::Result<()> {
        start(
            lp,
            self.0,
            Watch {
                signum,
                once: false,
            },
        )
    }

    /// Starts to watch a signal until it has arrived once. If all handles for it are started so, the next
    /// one does what it does by default, even if the loop has not come to the first yet.
    pub fn start_once(self, lp: &Loop, signum: i32) -> io::Result<()> {
        start(lp, self.0, Watch { signum, once: true })
    }

    /// Stops the handle; it can be started again.
    pub fn stop(self, lp: &Loop) {
        stop(lp, self.0);
    }
}

handle!(Signal);

/// What an open handle watches.
fn watch_of(lp: &Loop, key: Key) -> Option<Watch> {
    match lp.core.handles.borrow().get(key)?.detail {
        Detail::Signal(watch) => Some(watch),
        _ => None,
    }
}

fn set_watch(lp: &Loop, key: Key, watch: Watch) -> Option<Watch> {
    let mut handles = lp.core.handles.borrow_mut();
    match handles.get_mut(key).map(|entry| &mut entry.detail) {
        Some(Detail::Signal(current)) => Some(std::mem::replace(current, watch)),
        _ => None,
    }
}

fn start(lp: &Loop, key: Key, watch: Watch) -> io::Result<()> {
    let Some(before) = watch_of(lp, key) else {
        return Ok(());
    };
    if before.signum == watch.signum && watch.signum != 0 {
        return restart(lp, key, before, watch);
    }
    let signals = &lp.core.poller.signals;
    // What has arrived so far is not for the new one.
    collect(signals);
    // If it is refused, the handle goes on to watch what it did.
    seam::ask("signal.watch", || {
        let inbox = match signals.inbox.get() {
            Some(inbox) => inbox,
            None => {
                let inbox = Inbox::take()?;
                let registered = lp.core.poller.register_signals(inbox.fd());
                registered.inspect_err(|_| inbox.release())?;
                signals.inbox.set(Some(inbox));
                inbox
            }
        };
        inbox.watch(watch.signum, watch.once)
    })?;
    stop(lp, key);
    signals.watchers.borrow_mut().push((watch, key));
    set_watch(lp, key, watch);
    lp.set_active(key, true);
    Ok(())
}

/// Goes on with the same signal: what has arrived is still to be reported.
fn restart(lp: &Loop, key: Key, before: Watch, watch: Watch) -> io::Result<()> {
    let signals = &lp.core.poller.signals;
    seam::ask("signal.watch", || {
        if let Some(inbox) = signals.inbox.get() {
            inbox.watch(watch.signum, watch.once)?;
            inbox.unwatch(before.signum, before.once, false);
        }
        io::Result::Ok(())
    })?;
    let mut watchers = signals.watchers.borrow_mut();
    if let Some(place) = watchers.iter_mut().find(|(_, other)| *other == key) {
        place.0 = watch;
    }
    drop(watchers);
    set_watch(lp, key, watch);
    lp.set_active(key, true);
    Ok(())
}

pub(crate) fn stop(lp: &Loop, key: Key) {
    let Some(Watch { signum: 1.., .. }) = set_watch(lp, key, Watch::default()) else {
        return;
    };
    let signals = &lp.core.poller.signals;
    signals
        .arrived
        .borrow_mut()
        .retain(|&(_, other)| other != key);
    let mut watchers = signals.watchers.borrow_mut();
    let Some(index) = watchers.iter().position(|&(_, other)| other == key) else {
        return;
    };
    let (Watch { signum, once }, _) = watchers.remove(index);
    let was_last = watchers.iter().all(|(other, _)| other.signum != signum);
    drop(watchers);
    if let Some(inbox) = signals.inbox.get() {
        inbox.unwatch(signum, once, was_last);
    }
    lp.set_active(key, false);
}

/// Notes for whom the signals are that have arrived.
#[inline]
fn collect(signals: &Signals) {
    let note = |signum: i32| {
        let watchers = signals.watchers.borrow();
        let concerned = watchers.iter().filter(|(other, _)| other.signum == signum);
        let mut arrived = signals.arrived.borrow_mut();
        arrived.extend(concerned.map(|&(_, key)| (signum, key)));
    };
    if seam::is_in_use() {
        let all = seam::ask("signals", || {
            let mut all = Vec::new();
            if let Some(inbox) = signals.inbox.get() {
                inbox.read(|signum| all.push(signum));
            }
            all
        });
        all.into_iter().for_each(note);
    } else if let Some(inbox) = signals.inbox.get() {
        inbox.read(note);
    }
}

/// Runs the callbacks of signals that have arrived.
#[inline]
pub(crate) fn run(lp: &Loop) {
    if lp.core.poller.signals.inbox.get().is_some() || seam::is_played() {
        run_all(lp);
    }
}

fn run_all(lp: &Loop) {
    let signals = &lp.core.poller.signals;
    collect(signals);
    if let Some(schedule) = &lp.core.schedule {
        let mut arrived = signals.arrived.borrow_mut();
        if arrived.is_empty() || !schedule.tells_signals() {
            return;
        }
        schedule.order_signals(arrived.make_contiguous());
    }
    loop {
        let next = signals.arrived.borrow_mut().pop_front();
        let Some((signum, key)) = next else { return };
        fire(lp, key, signum);
    }
}

fn fire(lp: &Loop, key: Key, signum: i32) {
    let Some(watch) = watch_of(lp, key) else {
        return;
    };
    if watch.once {
        stop(lp, key);
    }
    lp.fire(key, Kind::Signal, signum as u32);
}

impl Signals {
    /// Notes that the system reported the pipe as readable.
    pub(crate) fn announce(&self) {
        if let Some(inbox) = self.inbox.get() {
            inbox.announce();
        }
    }

    /// After a fork: signals of the child are not the parent's.
    pub(crate) fn renew_inbox(&self) -> io::Result<()> {
        if let Some(inbox) = self.inbox.get() {
            inbox.renew()?;
            inbox.restore(self.watchers.borrow().iter().map(|(watch, _)| watch.signum));
        }
        Ok(())
    }

    /// Whether signals have arrived whose callbacks did not run yet.
    #[inline]
    pub(crate) fn has_arrived(&self) -> bool {
        !self.arrived.borrow().is_empty() || self.inbox.get().is_some_and(Inbox::has_news)
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        let Some(inbox) = self.inbox.get() else {
            return;
        };
        for (watch, _) in self.watchers.borrow().iter() {
            inbox.unwatch(watch.signum, watch.once, true);
        }
        inbox.release();
    }
}
