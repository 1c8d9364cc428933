//! Who is told what happens while OpenSSL is at work on a connection, and is asked what to do.
//!
//! OpenSSL calls back on the thread that called it, so whoever drives a connection is noted for that thread while it
//! does. A callback takes the note away as long as it uses it: there are never two references.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::tls::Watcher;

thread_local! {
    static CURRENT: Cell<Option<*mut (dyn Watcher + 'static)>> = const { Cell::new(None) };
}

/// Puts back what was noted before, also if somebody panics.
struct Restore(Option<*mut (dyn Watcher + 'static)>);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}

/// Calls `act`, in which `watcher` hears of everything.
pub(crate) fn watched<R>(watcher: &mut dyn Watcher, act: impl FnOnce() -> R) -> R {
    let pointer: *mut (dyn Watcher + '_) = watcher;
    // SAFETY: only the lifetime changes, and nobody has the pointer once this function returns.
    let pointer: *mut (dyn Watcher + 'static) = unsafe { std::mem::transmute(pointer) };
    let _restore = Restore(CURRENT.replace(Some(pointer)));
    act()
}

/// Calls `act` with who watches; `None` if nobody does, or if it panicked: no panic may go through OpenSSL.
pub(super) fn ask<R>(act: impl FnOnce(&mut dyn Watcher) -> R) -> Option<R> {
    let pointer = CURRENT.take()?;
    let _restore = Restore(Some(pointer));
    // SAFETY: `watched` is still under way, and keeps its own reference unused until it is over; the note was taken, so
    // nobody else makes a reference of it meanwhile.
    let watcher = unsafe { &mut *pointer };
    catch_unwind(AssertUnwindSafe(|| act(watcher))).ok()
}
