//! What belongs to a context on our side, and the roots that the collector finds there.

use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell, UnsafeCell};
use std::rc::Rc;

use mozjs::jsapi::{JS_GetContextPrivate, JSContext, JSTracer, Value};
use mozjs::jsval::UndefinedValue;
use mozjs::rust::CustomTrace;

use crate::byte_class::ByteClass;
use crate::class::Classes;
use crate::collections::CollectionObserver;
use crate::fixed_prototype::FixedPrototype;
use crate::handles::{HandleStack, PersistentTable};
use crate::heap_guard::HeapGuard;
use crate::held_bytes::HeldBuffers;
use crate::host_tasks::HostTasks;
use crate::interrupt::{Interrupter, Onlooker};
use crate::json::Json;
use crate::lazy_globals::LazyGlobals;
use crate::microtask::{JobQueue, Jobs};
use crate::module::ModuleHost;
use crate::module_imports::Loading;
use crate::promise::RejectionTracker;
use crate::site::KnownCallers;
use crate::use_of_memory::MemoryUse;
use crate::weak::WeakTable;
use crate::{CodeCache, Options};

/// What belongs to a context on our side; natives reach it through the engine's context.
pub(crate) struct State {
    pub(crate) handles: HandleStack,
    pub(crate) depth: Cell<u32>,
    pub(crate) memory: MemoryUse,
    pub(crate) persistents: Rc<PersistentTable>,
    pub(crate) weak: Rc<WeakTable>,
    pub(crate) classes: RefCell<Classes>,
    pub(crate) fixed_prototype: FixedPrototype,
    pub(crate) byte_class: ByteClass,
    pub(crate) async_context: Cell<Value>,
    /// Whether there are realms beside the first.
    pub(crate) has_realms: Cell<bool>,
    /// Whether no code may be made of text, except where a realm says otherwise.
    pub(crate) forbids_code_from_text: Cell<bool>,
    /// Whether all that is compiled is strict.
    pub(crate) forces_strict_code: Cell<bool>,
    pub(crate) jobs: Jobs,
    pub(crate) json: Json,
    pub(crate) lazy_globals: LazyGlobals,
    #[cfg_attr(feature = "debugmozjs", allow(dead_code))]
    pub(crate) known_callers: KnownCallers,
    pub(crate) rejection_tracker: Cell<Option<RejectionTracker>>,
    pub(crate) module_host: Cell<Option<ModuleHost>>,
    pub(crate) loading: RefCell<Loading>,
    /// From objects to the functions that run when they are collected: a weak map.
    pub(crate) watched_objects: OnceCell<crate::Persistent>,
    pub(crate) held_buffers: HeldBuffers,
    /// What young objects were given outside of the heap since they were last collected for that.
    pub(crate) young_bytes: Cell<usize>,
    /// What was in use outside of the heap after it was last collected for that.
    pub(crate) bytes_kept_outside: Cell<usize>,
    pub(crate) code_cache: Option<CodeCache>,
    pub(crate) heap_guard: Option<HeapGuard>,
    /// Who is told of collections.
    pub(crate) collection_observer: Cell<Option<CollectionObserver>>,
    pub(crate) host_tasks: HostTasks,
    /// Written only while no scope is open: scopes lend what is in it.
    pub(crate) host: UnsafeCell<Option<Rc<dyn Any>>>,
    pub(crate) interrupter: OnceCell<Interrupter>,
    /// Who has a look at what runs, when asked to.
    pub(crate) onlooker: Cell<Option<Onlooker>>,
    pub(crate) job_queue: OnceCell<JobQueue>,
}

impl State {
    pub(crate) fn new(options: Options) -> State {
        State {
            handles: HandleStack::new(),
            depth: Cell::new(0),
            memory: MemoryUse::default(),
            persistents: Rc::default(),
            weak: Rc::default(),
            classes: RefCell::default(),
            fixed_prototype: FixedPrototype::new(),
            byte_class: ByteClass::new(),
            async_context: Cell::new(UndefinedValue()),
            has_realms: Cell::new(false),
            forbids_code_from_text: Cell::new(false),
            forces_strict_code: Cell::new(false),
            jobs: Jobs::default(),
            json: Json::default(),
            lazy_globals: LazyGlobals::default(),
            known_callers: KnownCallers::default(),
            rejection_tracker: Cell::new(None),
            module_host: Cell::new(None),
            loading: RefCell::default(),
            watched_objects: OnceCell::new(),
            held_buffers: HeldBuffers::default(),
            young_bytes: Cell::new(0),
            bytes_kept_outside: Cell::new(0),
            code_cache: options.code_cache,
            heap_guard: options.heap_exhausted.map(HeapGuard::new),
            collection_observer: Cell::new(None),
            host_tasks: HostTasks::new(),
            host: UnsafeCell::new(None),
            interrupter: OnceCell::new(),
            onlooker: Cell::new(None),
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
pub(crate) struct Roots(pub(crate) &'static State);

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
            state.fixed_prototype.trace(tracer);
            state.byte_class.trace(tracer);
            mozjs::glue::CallValueRootTracer(
                tracer,
                state.async_context.as_ptr(),
                c"async context".as_ptr(),
            );
        }
    }
}
