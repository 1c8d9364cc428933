//! Handles: long-lived things that call back. A kind, a file; what they have in common is here.

pub(crate) mod hook;
pub(crate) mod inside;
pub(crate) mod io;
pub(crate) mod owned;
pub(crate) mod pipe;
pub mod process;
pub(crate) mod remote;
pub(crate) mod signal;
pub(crate) mod source;
pub(crate) mod standard;
pub(crate) mod stat_poll;
pub(crate) mod store;
pub(crate) mod stream;
pub(crate) mod tcp;
pub(crate) mod timer;
pub(crate) mod tty;
pub(crate) mod udp;
pub(crate) mod wakeup;
pub(crate) mod watch;

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;

use crate::Loop;
use crate::observe::{self, Kind};

pub use hook::{Check, Idle, Prepare};
pub(crate) use hook::{Hook, Hooks};
pub use io::{Io, Ready};
pub use owned::Owned;
pub use pipe::Pipe;
pub use process::Process;
pub use remote::Remote;
pub use signal::Signal;
pub(crate) use source::Source;
pub use standard::{AnyStream, StandardStream};
pub use stat_poll::StatPoll;
pub(crate) use store::{Closing, Detail, Entry, Handles, Key, Owner, Tag};
pub(crate) use stream::Streams;
pub use stream::{Chunk, Read, ReadInto, ReadTake, Reader, Stream};
pub use tcp::{BindOptions, KeepAlive, Tcp};
pub use timer::{Delay, Timer};
pub use tty::Tty;
pub use udp::{Family, Interface, Message, Outgoing, RecvError, Udp, UdpOptions};
pub use wakeup::{Waker, Wakeup};
pub(crate) use watch::inotify::Watches;
pub use watch::{Change, Watch, WatchOptions};

/// What is stored of a handle's callback: kinds whose callbacks are told something (readiness, a
/// signal's number) get it as the second argument. Shared, so that it can run while its handle is
/// changed or closed.
pub(crate) type Callback = Rc<RefCell<dyn FnMut(&Loop, u32)>>;

/// Makes what is stored of a callback.
pub(crate) fn shared(callback: impl FnMut(&Loop, u32) + 'static) -> Callback {
    Rc::new(RefCell::new(callback))
}

/// Says of a kind of handle that it is one.
macro_rules! handle {
    ($type:ty) => {
        impl $crate::handle::Named for $type {
            fn key(self) -> $crate::handle::Key {
                self.0
            }
        }
        impl $crate::handle::Handle for $type {}
    };
}
pub(crate) use handle;

/// A handle of any kind: what [`Loop::walk`] finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyHandle(Key);

handle!(AnyHandle);

/// What [`Loop::walk`] tells of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HandleInfo {
    /// The handle itself.
    pub handle: AnyHandle,
    /// What kind of handle it is.
    pub kind: Kind,
    /// Whether it is started.
    pub is_active: bool,
    /// Whether it keeps the loop alive while it is active.
    pub has_ref: bool,
    /// Whether it was closed and waits for the closing phase.
    pub is_closing: bool,
}

/// What every kind of handle can do.
///
/// A handle is a small number that names something in a loop: it can be copied freely, and everything
/// it does takes the loop it was made in. It lives until it is closed, whether or not the program
/// keeps it. After that all calls do nothing: such a handle is not active and cannot be started.
///
/// With any other loop than the one it was made in, every call panics.
#[expect(private_bounds, reason = "only this crate makes kinds of handles")]
pub trait Handle: Copy + Debug + Named {
    /// The same handle, with its kind forgotten.
    fn any(self) -> AnyHandle {
        AnyHandle(self.key())
    }

    /// Whether the handle is started.
    fn is_active(self, lp: &Loop) -> bool {
        lp.core
            .handles
            .borrow()
            .get(self.key())
            .is_some_and(|entry| entry.is_active())
    }

    /// Whether the handle keeps the loop alive while it is active. At first it does.
    fn has_ref(self, lp: &Loop) -> bool {
        lp.core
            .handles
            .borrow()
            .get(self.key())
            .is_some_and(|entry| entry.has_ref())
    }

    /// Lets the handle keep the loop alive while it is active.
    fn ref_(self, lp: &Loop) {
        lp.set_ref(self.key(), true);
    }

    /// Lets the loop end although the handle is active.
    fn unref(self, lp: &Loop) {
        lp.set_ref(self.key(), false);
    }

    /// Says whether something outside of the loop feeds the handle: another process, thread or machine. Of
    /// interest to virtual time only, which then passes as it does outside; see [`Clock`](crate::Clock).
    fn set_outside(self, lp: &Loop, outside: bool) {
        lp.set_outside(self.key(), outside);
    }

    /// Stops the handle for good. In the next closing phase it goes away with its callback, and then
    /// `closed` runs. Does nothing if the handle is closed already.
    fn close(self, lp: &Loop, closed: impl FnOnce(&Loop) + 'static) {
        lp.close(self.key(), Box::new(closed));
    }

    /// Whether the handle was closed.
    fn is_closing(self, lp: &Loop) -> bool {
        lp.core.handles.borrow().get(self.key()).is_none()
    }
}

/// A handle's name inside the crate.
pub(crate) trait Named {
    fn key(self) -> Key;
}

impl Loop {
    /// Marks a handle as started or stopped; says whether it is open.
    pub(crate) fn set_active(&self, key: Key, active: bool) -> bool {
        let mut handles = self.core.handles.borrow_mut();
        let Some(entry) = handles.get_mut(key) else {
            return false;
        };
        let (was_active, kind) = (entry.is_active(), entry.kind);
        self.mark_active(entry, active);
        drop(handles);
        if was_active != active {
            let change = match active {
                true => observe::Change::Started,
                false => observe::Change::Stopped,
            };
            self.tell_change(key, kind, change);
        }
        true
    }

    /// The same, for one that is at hand.
    #[inline]
    fn mark_active(&self, entry: &mut Entry, active: bool) {
        let kept = entry.keeps_alive();
        entry.set_active(active);
        if active {
            entry.scheduled_by = self.current_id();
        }
        let keeps = entry.keeps_alive();
        if entry.is_outside() {
            self.count_outside(kept, keeps);
        }
        self.count_alive(kept, keeps);
    }

    fn set_ref(&self, key: Key, has_ref: bool) {
        let mut handles = self.core.handles.borrow_mut();
        let Some(entry) = handles.get_mut(key) else {
            return;
        };
        let kept = entry.keeps_alive();
        entry.set_ref(has_ref);
        let keeps = entry.keeps_alive();
        if entry.is_outside() {
            self.count_outside(kept, keeps);
        }
        drop(handles);
        self.count_alive(kept, keeps);
    }

    fn set_outside(&self, key: Key, outside: bool) {
        if let Some(entry) = self.core.handles.borrow_mut().get_mut(key) {
            let awaited = entry.awaits_outside();
            entry.set_outside(outside);
            self.count_outside(awaited, entry.awaits_outside());
        }
    }

    #[cold]
    fn count_outside(&self, awaited: bool, awaits: bool) {
        let outside = &self.core.outside;
        outside.set(outside.get() + usize::from(awaits) - usize::from(awaited));
    }

    fn count_alive(&self, kept: bool, keeps: bool) {
        let active = self.core.active.get();
        self.core
            .active
            .set(active + usize::from(keeps) - usize::from(kept));
    }

    fn close(&self, key: Key, callback: Box<dyn FnOnce(&Loop)>) {
        let mut handles = self.core.handles.borrow_mut();
        let Some(entry) = handles.get_mut(key) else {
            return;
        };
        let kind = entry.kind;
        if kind == Kind::Timer {
            self.core.wheel.borrow_mut().remove(key.slot);
            self.mark_active(entry, false);
            entry.set_closing();
            drop(handles);
        } else {
            drop(handles);
            self.stop_for_good(key, kind);
        }
        self.tell_change(key, kind, observe::Change::Closing);
        self.core
            .closing
            .borrow_mut()
            .push(key, callback, self.current_id());
        self.core.count_waiting(1);
    }

    /// Stops a handle of a kind that has something to give back.
    fn stop_for_good(&self, key: Key, kind: Kind) {
        match kind {
            Kind::Idle => hook::stop(self, key, Hook::Idle),
            Kind::Prepare => hook::stop(self, key, Hook::Prepare),
            Kind::Check => hook::stop(self, key, Hook::Check),
            Kind::Io => io::stop(self, key),
            Kind::Signal => signal::stop(self, key),
            _ => {
                if let Some(source) = self.any_source(key) {
                    source.close(self, key);
                }
            }
        }
        if let Some(entry) = self.core.handles.borrow_mut().get_mut(key) {
            self.mark_active(entry, false);
            entry.set_closing();
        }
    }

    /// Runs a handle's callback.
    #[inline]
    pub(crate) fn fire(&self, key: Key, kind: Kind, what: u32) {
        let handles = self.core.handles.borrow();
        let Some(entry) = handles.get(key) else {
            return;
        };
        let (callback, by) = (entry.callback.clone(), entry.scheduled_by);
        drop(handles);
        self.call_back(callback, kind, by, what);
    }

    /// Runs a callback that was taken from its handle.
    #[inline]
    fn call_back(&self, callback: Option<Callback>, kind: Kind, by: u64, what: u32) {
        if let Some(callback) = callback {
            // It is free: a loop does not run inside itself.
            let mut callback = callback.borrow_mut();
            self.call(kind, by, || callback(self, what));
        }
    }
}
