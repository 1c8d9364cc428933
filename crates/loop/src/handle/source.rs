//! What kinds of handles that keep their callbacks themselves (sockets, pipes, processes, watches) have
//! in common: the loop tells them when their descriptor is ready, what they put off has come up, or they
//! are closed.

use std::any::Any;
use std::rc::Rc;

use super::{Detail, Key, Ready};
use crate::Loop;
use crate::observe::{Change, Kind};

/// The state of such a handle. It is shared, so that it outlives a callback that closes its handle.
pub(crate) trait Source: Any {
    /// Does what is to be done when the descriptor is ready. Called in the poll phase.
    fn ready(self: Rc<Self>, _lp: &Loop, _key: Key, _ready: Ready) {}

    /// Does what was put off with [`Loop::feed`]. Called in the pending phase.
    fn fed(self: Rc<Self>, _lp: &Loop, _key: Key) {}

    /// Does what was put into the wheel under the handle's slot. Called in the timers phase.
    fn due(self: Rc<Self>, _lp: &Loop, _key: Key) {}

    /// Stops everything and gives the descriptor back. Called by [`Handle::close`](crate::Handle::close),
    /// while the handle is still open.
    fn close(&self, lp: &Loop, key: Key);

    /// Ends requests that the close cancelled. Called in the closing phase, before the close callback;
    /// called again if it panics.
    fn closed(self: Rc<Self>, _lp: &Loop, _key: Key) {}
}

impl Loop {
    /// Makes a handle with such a state. It is not active yet.
    pub(crate) fn add_source(&self, kind: Kind, source: Rc<dyn Source>) -> Key {
        let detail = Detail::Source(source);
        let key = self
            .core
            .handles
            .borrow_mut()
            .add_without_callback(kind, detail);
        self.tell_change(key, kind, Change::Created);
        key
    }

    /// The state of an open handle.
    pub(crate) fn any_source(&self, key: Key) -> Option<Rc<dyn Source>> {
        match &self.core.handles.borrow().get(key)?.detail {
            Detail::Source(source) => Some(source.clone()),
            _ => None,
        }
    }

    /// The state of a handle that was closed and has not gone.
    pub(crate) fn closing_source(&self, key: Key) -> Option<Rc<dyn Source>> {
        match &self.core.handles.borrow_mut().get_even_closing(key)?.detail {
            Detail::Source(source) => Some(source.clone()),
            _ => None,
        }
    }

    /// The state of an open handle, by its type.
    #[inline]
    pub(crate) fn source<T: Source>(&self, key: Key) -> Option<Rc<T>> {
        let source: Rc<dyn Any> = self.any_source(key)?;
        source.downcast().ok()
    }

    /// Has [`Source::fed`] of a handle called in the next pending phase: the next turn's, or the end of
    /// the poll phase if it is called there.
    pub(crate) fn feed(&self, key: Key) {
        self.core.fed.borrow_mut().push_back(key);
        self.core.count_waiting(1);
    }

    /// The id of the callback in which the handle was last started.
    pub(crate) fn scheduled_by(&self, key: Key) -> u64 {
        let handles = self.core.handles.borrow();
        handles.get(key).map_or(0, |entry| entry.scheduled_by)
    }
}
