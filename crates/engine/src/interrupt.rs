//! Stopping a running script from another thread, or having a look at it.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex};

use mozjs::jsapi::{
    JS_AddInterruptCallback, JS_RequestInterruptCallback, JSContext, ReportUncatchableException,
};

use crate::state::State;
use crate::{Context, Scope, Thrown, heap_guard};

/// Looks at what runs, from within: the stack is that of the script. It may run scripts, if these are short.
pub type Onlooker = fn(&mut Scope<'_>);

/// Asks the script that runs to stop; can be sent to any thread.
#[derive(Clone)]
pub struct Interrupter {
    // Cleared when the context goes: a late request must not touch a dead context.
    target: Arc<Mutex<Option<ContextPointer>>>,
    requested: Arc<AtomicU8>,
    /// A look was asked for.
    look: Arc<AtomicBool>,
}

/// What is asked for.
mod request {
    pub(super) const NOTHING: u8 = 0;
    /// The script that runs, or the next one, stops.
    pub(super) const STOP: u8 = 1;
    /// So does every script from here on.
    pub(super) const TERMINATE: u8 = 2;
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
            requested: Arc::new(AtomicU8::new(request::NOTHING)),
            look: Arc::default(),
        }
    }

    /// Makes the running script stop as soon as the engine looks, which is soon even in an endless
    /// loop. The exception cannot be caught by the script. If none runs, the next one stops.
    pub fn stop(&self) {
        self.requested.fetch_max(request::STOP, Ordering::SeqCst);
        self.interrupt();
    }

    /// Takes [`stop`](Interrupter::stop) back, if no script has stopped since.
    pub fn cancel_stop(&self) {
        let (stop, nothing) = (request::STOP, request::NOTHING);
        let _ = self
            .requested
            .compare_exchange(stop, nothing, Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Has the context's [onlooker](Context::set_onlooker) called as soon as the engine looks, with the script on the stack,
    /// which then goes on. If none runs, or native code that is not the engine's, that is when the next script does.
    pub fn look(&self) {
        self.look.store(true, Ordering::SeqCst);
        self.interrupt();
    }

    /// Stops the running script likewise, and every other that is run in the context later: it unwinds to
    /// whoever entered it, past everything in between that would go on after an exception.
    pub fn terminate(&self) {
        self.requested.store(request::TERMINATE, Ordering::SeqCst);
        self.interrupt();
    }

    /// Whether the context was terminated.
    #[inline]
    pub fn is_terminated(&self) -> bool {
        self.requested.load(Ordering::Relaxed) == request::TERMINATE
    }

    /// Has [`interrupted`] called as soon as may be.
    pub(crate) fn interrupt(&self) {
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
    let Some(interrupter) = state.interrupter() else {
        return true;
    };
    // SAFETY: as above; this is where the engine lets its embedder do anything.
    unsafe { heap_guard::look(cx, state) };
    if !interrupter.is_terminated()
        && interrupter.look.swap(false, Ordering::SeqCst)
        && let Some(onlooker) = state.onlooker.get()
    {
        // SAFETY: as above; the engine lets its embedder do anything here.
        unsafe { Scope::open(cx, state, onlooker) };
    }
    if interrupter.is_terminated() {
        // The engine forgets a request that it has heeded.
        // SAFETY: as above.
        unsafe { JS_RequestInterruptCallback(cx) };
        return false;
    }
    let requested = interrupter
        .requested
        .swap(request::NOTHING, Ordering::SeqCst);
    requested == request::NOTHING
}

impl Context {
    /// A handle that other threads can use to stop what runs here.
    pub fn interrupter(&self) -> Interrupter {
        self.state()
            .interrupter()
            .expect("a context has an interrupter")
            .clone()
    }

    /// Sets who is called when [a look is asked for](Interrupter::look).
    pub fn set_onlooker(&self, onlooker: Onlooker) {
        self.state().onlooker.set(Some(onlooker));
    }

    /// Whether nothing runs here any more: it was [terminated](Interrupter::terminate), or the heap is full.
    pub fn is_terminated(&self) -> bool {
        self.state().is_terminated()
    }
}

impl State {
    #[inline]
    pub(crate) fn is_terminated(&self) -> bool {
        self.interrupter().is_some_and(Interrupter::is_terminated)
    }
}

impl Scope<'_> {
    /// A handle that other threads can use to stop what runs here.
    pub fn interrupter(&self) -> Interrupter {
        self.state()
            .interrupter()
            .expect("a context has an interrupter")
            .clone()
    }

    /// Hands on that the script was stopped, when [`catch`](Scope::catch) found no exception.
    pub fn stopped(&mut self) -> Thrown {
        // SAFETY: the context is valid.
        unsafe { ReportUncatchableException(self.cx()) };
        Thrown::pending()
    }

    /// Terminates the context from within: no script can catch what this gives, nor run after it.
    pub fn terminate(&mut self) -> Thrown {
        self.interrupter().terminate();
        self.stopped()
    }
}
