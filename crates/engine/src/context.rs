//! A context: one heap, one global object, one thread.

use std::any::Any;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;

use mozjs::jsapi::{
    InitSelfHostedCode, JS_DestroyContext, JS_NewContext, JS_SetContextPrivate, JSContext,
    LeaveRealm, SelfHostedCache,
};
use mozjs::rust::{CustomAutoRooter, CustomAutoRooterGuard};

use crate::heap_guard::{self, HeapExhausted};
use crate::interrupt::Interrupter;
use crate::state::{Roots, State};
use crate::{CodeCache, Scope, host_tasks, microtask, preferences, realm, stack_size, start, weak};

/// How a context is set up.
#[derive(Default)]
pub struct Options {
    /// The most bytes the heap may take; past that, allocations throw. The default is the engine's
    /// largest.
    pub heap_limit: Option<u32>,
    /// What to do when the heap is full for good. Without it allocations throw, and a script that clings
    /// to everything goes on ever slower.
    pub heap_exhausted: Option<HeapExhausted>,
    /// Where compiled code is kept between starts.
    pub code_cache: Option<CodeCache>,
    /// Bytes of native stack that scripts may use; by default nearly all that this thread has left.
    pub stack_size: Option<usize>,
}

/// Why a context could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineError {
    /// The engine did not start in this process.
    Init,
    /// There was no memory for a context.
    OutOfMemory,
    /// This thread has a context: the engine allows one a thread.
    ThreadHasContext,
}

impl std::fmt::Display for EngineError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            EngineError::Init => "the JavaScript engine did not start",
            EngineError::OutOfMemory => "no memory for a JavaScript context",
            EngineError::ThreadHasContext => "this thread has a JavaScript context already",
        })
    }
}

impl std::error::Error for EngineError {}

/// A heap with its global object. Dropping it tears it down, finalizers and all; a program that ends anyway
/// is quicker with [`exit_now`](crate::exit_now).
pub struct Context {
    cx: *mut JSContext,
    /// Freed when the context is gone.
    state: &'static State,
    /// On the engine's stack of roots while this is there.
    roots: Option<CustomAutoRooterGuard<'static, Roots>>,
    rooter: *mut CustomAutoRooter<Roots>,
}

thread_local! {
    /// Whether there is a context on this thread.
    static HAS_CONTEXT: Cell<bool> = const { Cell::new(false) };
}

impl Context {
    /// Makes a context on this thread, which can have one at a time.
    pub fn new(options: Options) -> Result<Context, EngineError> {
        if !start::engine_has_started() {
            return Err(EngineError::Init);
        }
        if HAS_CONTEXT.replace(true) {
            return Err(EngineError::ThreadHasContext);
        }
        // SAFETY: the engine is started.
        let cx = unsafe { JS_NewContext(u32::MAX, ptr::null_mut()) };
        if cx.is_null() {
            HAS_CONTEXT.set(false);
            return Err(EngineError::OutOfMemory);
        }
        let (heap_limit, stack_size) = (options.heap_limit, options.stack_size);
        let state: &'static State = Box::leak(Box::new(State::new(options)));
        let rooter = Box::into_raw(Box::new(CustomAutoRooter::new(Roots(state))));
        // What fails from here on drops it.
        let context = Context {
            cx,
            state,
            // At the bottom of the engine's stack of roots, until the end.
            // SAFETY: the rooter is ours, and lives longer than the context.
            roots: Some(unsafe { (*rooter).root(cx) }),
            rooter,
        };
        // SAFETY: the context is fresh; the state lives longer.
        unsafe {
            JS_SetContextPrivate(cx, ptr::from_ref(state) as *mut c_void);
            preferences::configure(
                cx,
                heap_limit,
                stack_size
                    .unwrap_or(usize::MAX)
                    .min(stack_size::available()),
            );
            heap_guard::install(cx);
            init_self_hosted(cx, state)?;
            let _ = state.job_queue.set(microtask::install(cx));
            host_tasks::install(cx, &state.host_tasks);
            if !weak::install(cx, &state.weak) {
                return Err(EngineError::OutOfMemory);
            }
            let _ = state.interrupter.set(Interrupter::new(cx));
            realm::enter_first(cx)?;
        }
        Ok(context)
    }

    /// Runs `body` with the right to use the engine. May be nested, from within natives too.
    pub fn enter<R>(&self, body: impl for<'s> FnOnce(&mut Scope<'s>) -> R) -> R {
        self.state.memory.assert_free();
        // SAFETY: a `Context` cannot leave its thread.
        unsafe { Scope::open(self.cx, self.state, body) }
    }

    /// Has `body` look at the engine a last time, and ends the process with that code. Also while memory of the heap is borrowed,
    /// since nobody comes back to use it; there is no scope if the collector is at work.
    pub fn enter_last(&self, code: i32, body: impl FnOnce(Option<&mut Scope<'_>>)) -> ! {
        /// Nobody comes back, also not by a panic.
        struct End(i32);
        impl Drop for End {
            fn drop(&mut self) {
                crate::exit_now(self.0);
            }
        }
        let end = End(code);
        if self.state.memory.take_all_back() {
            // SAFETY: a `Context` cannot leave its thread.
            unsafe { Scope::open(self.cx, self.state, |scope| body(Some(scope))) };
        } else {
            body(None);
        }
        drop(end);
        unreachable!("the process has ended")
    }

    pub(crate) fn state(&self) -> &'static State {
        self.state
    }

    /// Stores data of the embedder's, for [`Scope::host`].
    ///
    /// # Panics
    /// If a scope is open.
    pub fn set_host<T: 'static>(&self, host: Rc<T>) {
        self.replace_host(Some(host));
    }

    /// Lets go of the embedder's data, which may own this context in turn.
    ///
    /// # Panics
    /// If a scope is open.
    pub fn clear_host(&self) {
        self.replace_host(None);
    }

    fn replace_host(&self, host: Option<Rc<dyn Any>>) {
        assert_eq!(
            self.state.depth.get(),
            0,
            "host data is set while a scope is open"
        );
        // SAFETY: no scope is open that lends the old one.
        let old = unsafe { self.state.host.get().replace(host) };
        drop(old);
    }

    /// The code cache, if there is one.
    pub fn code_cache(&self) -> Option<&CodeCache> {
        self.state.code_cache.as_ref()
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if let Some(interrupter) = self.state.interrupter() {
            interrupter.disconnect();
        }
        if self.state.held_buffers.are_in_use() {
            // Another thread has memory of this heap read into or written out right now, so it stays for good, and
            // so does the claim on the thread.
            std::mem::forget(self.roots.take());
            return;
        }
        let state = ptr::from_ref(self.state).cast_mut();
        // SAFETY: a `Context` cannot leave its thread, and nothing of it is in use: whoever is inside
        // borrows it. What the finalizers need is freed after them.
        unsafe {
            host_tasks::shut_down(self.cx, &self.state.host_tasks);
            LeaveRealm(self.cx, ptr::null_mut());
            self.roots = None;
            self.state.weak.clear();
            JS_DestroyContext(self.cx);
            drop(Box::from_raw(self.rooter));
            drop(Box::from_raw(state));
        }
        HAS_CONTEXT.set(false);
    }
}

unsafe fn init_self_hosted(cx: *mut JSContext, state: &State) -> Result<(), EngineError> {
    let cached = state.code_cache.as_ref().and_then(CodeCache::self_hosted);
    let (length, start) = match cached {
        Some(code) => (code.len() as u64, code.as_ptr() as u64),
        None => (0, 0),
    };
    let writer = match (&state.code_cache, cached) {
        (Some(_), None) => Some(store_self_hosted as unsafe extern "C" fn(_, _) -> _),
        _ => None,
    };
    // SAFETY: a span is its length and its start; the cached code lives for ever.
    let span: SelfHostedCache = unsafe { std::mem::transmute::<[u64; 2], _>([length, start]) };
    if unsafe { InitSelfHostedCode(cx, span, writer) } {
        Ok(())
    } else {
        Err(EngineError::OutOfMemory)
    }
}

unsafe extern "C" fn store_self_hosted(cx: *mut JSContext, span: SelfHostedCache) -> bool {
    // SAFETY: the engine passes a span that is valid for the call.
    unsafe {
        let [length, start] = std::mem::transmute::<SelfHostedCache, [u64; 2]>(span);
        let code = std::slice::from_raw_parts(start as *const u8, length as usize);
        if let Some(cache) = &State::of(cx).code_cache {
            cache.add_self_hosted(code);
        }
    }
    true
}
