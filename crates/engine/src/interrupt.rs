//! Stopping a running script from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use mozjs::jsapi::{JS_AddInterruptCallback, JS_RequestInterruptCallback, JSContext};

use crate::Scope;
use crate::context::State;

/// Asks the script that runs to stop; can be sent to any thread.
#[derive(Clone)]
pub struct Interrupter {
    // Cleared when the context goes: a late request must not touch a dead context.
    target: Arc<Mutex<Option<ContextPointer>>>,
    requested: Arc<AtomicBool>,
}

struct ContextPointer(*mut JSContext);
// SAFETY: the pointer is only used for `JS_RequestInterruptCallback`, which any thread may call, and
// only under the lock that the context takes before it goes.
unsafe impl Send for ContextPointer {}

impl Interrupter {
    pub(crate) fn new(cx: *mut JSContext) -> Interrupter {
        // SAFETY: `cx` is a fresh context; the callback is a plain function.
        unsafe { JS_AddInterruptCallback(cx, Some(interrupted)) };
        Interrupter {
            target: Arc::new(Mutex::new(Some(ContextPointer(cx)))),
            requested: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Makes the running script stop as soon as the engine looks, which is soon even in an endless
    /// loop. The exception cannot be caught by the script. If none runs, the next one stops.
    pub fn stop(&self) {
        self.requested.store(true, Ordering::SeqCst);
        if let Ok(target) = self.target.lock()
            && let Some(ContextPointer(cx)) = &*target
        {
            // SAFETY: the context is alive while the lock is held and the pointer is there.
            unsafe { JS_RequestInterruptCallback(*cx) };
        }
    }

    pub(crate) fn disconnect(&self) {
        if let Ok(mut target) = self.target.lock() {
            *target = None;
        }
    }
}

unsafe extern "C" fn interrupted(cx: *mut JSContext) -> bool {
    // SAFETY: the engine calls this on the context's thread.
    let state = unsafe { State::of(cx) };
    !state
        .interrupter()
        .is_some_and(|it| it.requested.swap(false, Ordering::SeqCst))
}

impl Scope<'_> {
    /// A handle that other threads can use to stop what runs here.
    pub fn interrupter(&self) -> Interrupter {
        self.state()
            .interrupter()
            .expect("a context has an interrupter")
            .clone()
    }
}
