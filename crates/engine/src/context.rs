//! The engine's process-wide start, and a context: one heap, one global object, one thread.

use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell, UnsafeCell};
use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;
use std::sync::OnceLock;

use mozjs::glue::SetBuildId;
use mozjs::jsapi::{
    BuildIdCharVector, ContextOptionsRef, EnterRealm, InitSelfHostedCode, JS_DestroyContext,
    JS_GetContextPrivate, JS_NewContext, JS_NewGlobalObject, JS_SetContextPrivate,
    JS_SetFutexCanWait, JS_SetGCParameter, JS_SetGlobalJitCompilerOption, JS_SetNativeStackQuota,
    JSClass, JSContext, JSGCParamKey, JSJitCompilerOption, JSObject, JSTracer, LeaveRealm,
    OnNewGlobalHookOption, RealmCreationOptions, SelfHostedCache, SetProcessBuildIdOp, Value, glue,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rust::{
    CustomAutoRooter, CustomAutoRooterGuard, CustomTrace, RealmOptions, SIMPLE_GLOBAL_CLASS,
};

use crate::class::Classes;
use crate::handles::{HandleStack, PersistentTable};
use crate::heap_guard::{self, HeapExhausted, HeapGuard};
use crate::held_bytes::HeldBuffers;
use crate::helper_threads;
use crate::host_tasks::{self, HostTasks};
use crate::interrupt::Interrupter;
use crate::memory;
use crate::messages;
use crate::microtask::{JobQueue, Jobs};
use crate::module::ModuleHost;
use crate::promise::RejectionTracker;
use crate::stack_size::{self, RESERVE};
use crate::use_of_memory::MemoryUse;
use crate::version::engine_version;
use crate::{CodeCache, Scope, microtask, stack};

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

/// What belongs to a context on our side; natives reach it through the engine's context.
pub(crate) struct State {
    pub(crate) handles: HandleStack,
    pub(crate) depth: Cell<u32>,
    pub(crate) memory: MemoryUse,
    pub(crate) persistents: Rc<PersistentTable>,
    pub(crate) classes: RefCell<Classes>,
    pub(crate) async_context: Cell<Value>,
    /// Whether there are realms beside the first.
    pub(crate) has_realms: Cell<bool>,
    pub(crate) jobs: Jobs,
    pub(crate) rejection_tracker: Cell<Option<RejectionTracker>>,
    pub(crate) module_host: Cell<Option<ModuleHost>>,
    pub(crate) stack_header: RefCell<Option<crate::Persistent>>,
    pub(crate) captured_accessors: RefCell<Option<crate::Persistent>>,
    /// From objects to the functions that run when they are collected: a weak map.
    pub(crate) watched_objects: OnceCell<crate::Persistent>,
    pub(crate) held_buffers: HeldBuffers,
    pub(crate) code_cache: Option<CodeCache>,
    pub(crate) heap_guard: Option<HeapGuard>,
    pub(crate) host_tasks: HostTasks,
    /// Written only while no scope is open: scopes lend what is in it.
    host: UnsafeCell<Option<Rc<dyn Any>>>,
    interrupter: OnceCell<Interrupter>,
    job_queue: OnceCell<JobQueue>,
}

impl State {
    fn new(options: Options) -> State {
        State {
            handles: HandleStack::new(),
            depth: Cell::new(0),
            memory: MemoryUse::default(),
            persistents: Rc::default(),
            classes: RefCell::default(),
            async_context: Cell::new(UndefinedValue()),
            has_realms: Cell::new(false),
            jobs: Jobs::default(),
            rejection_tracker: Cell::new(None),
            module_host: Cell::new(None),
            stack_header: RefCell::default(),
            captured_accessors: RefCell::default(),
            watched_objects: OnceCell::new(),
            held_buffers: HeldBuffers::default(),
            code_cache: options.code_cache,
            heap_guard: options.heap_exhausted.map(HeapGuard::new),
            host_tasks: HostTasks::new(),
            host: UnsafeCell::new(None),
            interrupter: OnceCell::new(),
            job_queue: OnceCell::new(),
        }
    }

    /// # Safety
    /// `cx` was made by [`Context::new`], and this is its thread.
    #[inline]
    pub(crate) unsafe fn of<'a>(cx: *mut JSContext) -> &'a State {
        // SAFETY: `Context::new` stored the state, which lives as long as the context.
        unsafe { &*(JS_GetContextPrivate(cx) as *const State) }
    }

    pub(crate) fn interrupter(&self) -> Option<&Interrupter> {
        self.interrupter.get()
    }

    /// What the embedder stored, for the length of a scope.
    #[inline]
    pub(crate) fn host(&self) -> Option<&dyn Any> {
        // SAFETY: it is not written while a scope is open, and only scopes ask.
        unsafe { (*self.host.get()).as_deref() }
    }
}

/// The roots of a context, as the engine asks for them in every collection, minor ones included
/// (which it does not do for what `JS_AddExtraGCRootsTracer` registers).
struct Roots(&'static State);

// SAFETY: every place that holds a value of the heap is shown.
unsafe impl CustomTrace for Roots {
    fn trace(&self, tracer: *mut JSTracer) {
        let state = self.0;
        // SAFETY: the collector calls this on the context's thread while no method of ours is active.
        unsafe {
            state.handles.trace(tracer);
            state.persistents.trace(tracer);
            state.jobs.trace(tracer);
            state.host_tasks.trace(tracer);
            mozjs::glue::CallValueRootTracer(
                tracer,
                state.async_context.as_ptr(),
                c"async context".as_ptr(),
            );
        }
    }
}

/// A heap with its global object. Dropping it tears it down, finalizers and all; a program that ends anyway
/// is quicker with [`exit_now`].
pub struct Context {
    cx: *mut JSContext,
    /// Freed when the context is gone.
    state: &'static State,
    /// On the engine's stack of roots while this is there.
    roots: Option<CustomAutoRooterGuard<'static, Roots>>,
    rooter: *mut CustomAutoRooter<Roots>,
}

static STARTED: OnceLock<bool> = OnceLock::new();

thread_local! {
    /// Whether there is a context on this thread.
    static HAS_CONTEXT: Cell<bool> = const { Cell::new(false) };
}

impl Context {
    /// Makes a context on this thread, which can have one at a time.
    pub fn new(options: Options) -> Result<Context, EngineError> {
        if !*STARTED.get_or_init(start_engine) {
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
            configure(
                cx,
                heap_limit,
                stack_size.unwrap_or_else(stack_size::available),
            );
            heap_guard::install(cx);
            init_self_hosted(cx, state)?;
            let _ = state.job_queue.set(microtask::install(cx));
            host_tasks::install(cx, &state.host_tasks);
            let _ = state.interrupter.set(Interrupter::new(cx));
            make_global(cx)?;
        }
        context.enter(|scope| {
            if let Err(thrown) = stack::install(scope) {
                scope.catch(thrown);
            }
        });
        Ok(context)
    }

    /// Runs `body` with the right to use the engine. May be nested, from within natives too.
    pub fn enter<R>(&self, body: impl for<'s> FnOnce(&mut Scope<'s>) -> R) -> R {
        self.state.memory.assert_free();
        // SAFETY: a `Context` cannot leave its thread.
        unsafe { Scope::open(self.cx, self.state, body) }
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
            JS_DestroyContext(self.cx);
            drop(Box::from_raw(self.rooter));
            drop(Box::from_raw(state));
        }
        HAS_CONTEXT.set(false);
    }
}

fn start_engine() -> bool {
    // SAFETY: called once in the process, before anything else of the engine.
    unsafe {
        SetProcessBuildIdOp(Some(build_id));
        set_preferences();
        messages::install();
        if !init_without_uptime() {
            return false;
        }
        helper_threads::install();
    }
    true
}

/// Initializes the engine. It would find out first how long the process has been running, for which it
/// starts a thread and reads files of the system; only Firefox wants to know. This variable says that
/// the time of the call will do.
unsafe fn init_without_uptime() -> bool {
    const NO_UPTIME: &str = "MOZ_APP_RESTART";
    let before = std::env::var_os(NO_UPTIME);
    // SAFETY: called once, by the process's first use of the engine; an embedder makes its first
    // context before it has threads that use the environment (see `Context::new`).
    unsafe {
        std::env::set_var(NO_UPTIME, "1");
        let started = glue::JS_Init();
        match before {
            Some(value) => std::env::set_var(NO_UPTIME, value),
            None => std::env::remove_var(NO_UPTIME),
        }
        started
    }
}

/// Tells the engine which build its compiled code belongs to.
unsafe extern "C" fn build_id(buffer: *mut BuildIdCharVector) -> bool {
    let id = concat!("rondo-", env!("CARGO_PKG_VERSION"), "-", engine_version!());
    // SAFETY: the engine passes an empty vector of its own.
    unsafe { SetBuildId(buffer, id.as_ptr().cast(), id.len()) }
}

unsafe extern "C" {
    #[link_name = "_ZN2JS5Prefs37experimental_error_stack_trace_limit_E"]
    static mut PREF_STACK_TRACE_LIMIT: bool;
    #[link_name = "_ZN2JS5Prefs27experimental_error_iserror_E"]
    static mut PREF_ERROR_IS_ERROR: bool;
    #[link_name = "_ZN2JS5Prefs42experimental_explicit_resource_management_E"]
    static mut PREF_USING: bool;
    #[link_name = "_ZN2JS5Prefs37experimental_symbols_as_weakmap_keys_E"]
    static mut PREF_SYMBOLS_AS_WEAKMAP_KEYS: bool;
    #[link_name = "_ZN2JS5Prefs31experimental_self_hosted_cache_E"]
    static mut PREF_SELF_HOSTED_CACHE: bool;
}

/// Language features that Node has and this engine has behind a preference.
unsafe fn set_preferences() {
    // SAFETY: plain flags of the engine, set before it starts.
    unsafe {
        PREF_STACK_TRACE_LIMIT = true;
        PREF_ERROR_IS_ERROR = true;
        PREF_USING = true;
        PREF_SYMBOLS_AS_WEAKMAP_KEYS = true;
        PREF_SELF_HOSTED_CACHE = true;
    }
}

/// How often a function runs before the engine remembers what its operations met. That costs an allocation
/// and some machine code for each: nothing that runs a few times at a start is worth it (the engine's own
/// figure is 10, and a start takes 0.3 ms longer with it).
const RUNS_BEFORE_CACHES: u32 = 80;

/// How long a function may be, in bytes of bytecode, for the optimizing compiler to inline it. The
/// engine's own limit of 130 leaves out nearly everything with a check or two in it, `emit` of an
/// emitter for one.
const LONGEST_INLINED_FUNCTION: u32 = 800;

unsafe fn configure(cx: *mut JSContext, heap_limit: Option<u32>, stack_size: usize) {
    // SAFETY: plain settings of a fresh context.
    unsafe {
        JS_SetGCParameter(
            cx,
            JSGCParamKey::JSGC_MAX_BYTES,
            heap_limit.unwrap_or(u32::MAX),
        );
        memory::configure(cx);
        JS_SetNativeStackQuota(
            cx,
            stack_size,
            stack_size.saturating_sub(RESERVE),
            stack_size.saturating_sub(2 * RESERVE),
        );
        // `Atomics.wait` may block the main thread, as in Node: there is no page that would freeze.
        JS_SetFutexCanWait(cx);
        // Async stacks make a promise job eight times as dear.
        (*ContextOptionsRef(cx)).set_asyncStack_(false);
        // Spectre mitigations are for browsers, where foreign scripts share a process.
        for option in [
            JSJitCompilerOption::JSJITCOMPILER_SPECTRE_INDEX_MASKING,
            JSJitCompilerOption::JSJITCOMPILER_SPECTRE_OBJECT_MITIGATIONS,
            JSJitCompilerOption::JSJITCOMPILER_SPECTRE_STRING_MITIGATIONS,
            JSJitCompilerOption::JSJITCOMPILER_SPECTRE_VALUE_MASKING,
            JSJitCompilerOption::JSJITCOMPILER_SPECTRE_JIT_TO_CXX_CALLS,
            // Code pages that are never both writable and executable cost two system calls for every
            // little stub: a third of a start. Other runtimes do without, too.
            JSJitCompilerOption::JSJITCOMPILER_WRITE_PROTECT_CODE,
        ] {
            JS_SetGlobalJitCompilerOption(cx, option, 0);
        }
        JS_SetGlobalJitCompilerOption(
            cx,
            JSJitCompilerOption::JSJITCOMPILER_INLINING_BYTECODE_MAX_LENGTH,
            LONGEST_INLINED_FUNCTION,
        );
        JS_SetGlobalJitCompilerOption(
            cx,
            JSJitCompilerOption::JSJITCOMPILER_BASELINE_INTERPRETER_WARMUP_TRIGGER,
            RUNS_BEFORE_CACHES,
        );
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

unsafe fn make_global(cx: *mut JSContext) -> Result<(), EngineError> {
    // SAFETY: the realm is entered for good, so the global stays alive.
    unsafe {
        let global = new_global(cx, &SIMPLE_GLOBAL_CLASS, None);
        if global.is_null() {
            return Err(EngineError::OutOfMemory);
        }
        EnterRealm(cx, global);
    }
    Ok(())
}

unsafe extern "C" {
    /// `JS::RealmCreationOptions::setExistingCompartment`, which the bindings leave out.
    #[link_name = "_ZN2JS20RealmCreationOptions22setExistingCompartmentEP8JSObject"]
    fn SetExistingCompartment(
        options: *mut RealmCreationOptions,
        object: *mut JSObject,
    ) -> *mut RealmCreationOptions;
}

/// A global object of a realm of its own, in the compartment of `beside`; null if there is no memory.
///
/// # Safety
/// `cx` is a context of this crate; `beside` is alive; the result is rooted at once.
pub(crate) unsafe fn new_global(
    cx: *mut JSContext,
    class: &'static JSClass,
    beside: Option<*mut JSObject>,
) -> *mut JSObject {
    let mut options = RealmOptions::default();
    options.creationOptions_.sharedMemoryAndAtomics_ = true;
    options.creationOptions_.defineSharedArrayBufferConstructor_ = true;
    // SAFETY: the options outlive the call.
    unsafe {
        if let Some(beside) = beside {
            SetExistingCompartment(&mut options.creationOptions_, beside);
        }
        JS_NewGlobalObject(
            cx,
            class,
            ptr::null_mut(),
            OnNewGlobalHookOption::FireOnNewGlobalHook,
            &*options,
        )
    }
}

/// Ends the process at once, without the engine's teardown, which costs time and may crash.
pub fn exit_now(code: i32) -> ! {
    unsafe extern "C" {
        fn _exit(code: i32) -> !;
    }
    // SAFETY: `_exit` takes any number and never returns.
    unsafe { _exit(code) }
}
