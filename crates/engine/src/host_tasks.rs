//! What the engine has for its host's loop to do: to settle the promises of work that was done elsewhere
//! (`WebAssembly.compile`, `Atomics.waitAsync`), to call the functions of FinalizationRegistries after a
//! collection, and to go on with a collection while the script has nothing to do.
//!
//! The engine says so from any thread, or in the middle of a collection. So it is only noted here, and
//! the host is woken, to take the tasks and run them when nothing else runs.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use mozjs::glue::CallValueRootTracer;
use mozjs::jsapi::js::GetFunctionNativeReserved;
use mozjs::jsapi::{
    AddGCNurseryCollectionCallback, Dispatchable, Dispatchable_MaybeShuttingDown,
    GCNurseryProgress, GCReason, InitAsyncTaskCallbacks, JS_SetReservedSlot, JSContext, JSFunction,
    JSObject, JSTracer, SetHostCleanupFinalizationRegistryCallback, ShutdownAsyncTasks, Value,
};
use mozjs::jsval::{BooleanValue, ObjectValue};

use crate::collections;
use crate::context::Context;
use crate::growth::Growth;
use crate::state::State;
use crate::{JsResult, Persistent, Scope, helper_threads};

unsafe extern "C" {
    /// `JS::Dispatchable::Run`, which the bindings leave out. Its second argument is a unique pointer,
    /// by reference.
    #[link_name = "_ZN2JS12Dispatchable3RunEP9JSContextOSt10unique_ptrIS0_NS_12DeletePolicyIS0_EEENS0_17MaybeShuttingDownE"]
    fn RunDispatchable(
        cx: *mut JSContext,
        task: *mut *mut Dispatchable,
        shutting_down: Dispatchable_MaybeShuttingDown,
    );
    /// `JS::Dispatchable::ReleaseFailedTask`, likewise.
    #[link_name = "_ZN2JS12Dispatchable17ReleaseFailedTaskEOSt10unique_ptrIS0_NS_12DeletePolicyIS0_EEE"]
    fn ReleaseFailedTask(task: *mut *mut Dispatchable);
}

/// A task of the engine's that it wants to have back on the context's thread.
struct Dispatched {
    task: *mut Dispatchable,
    /// Not before this moment.
    due: Option<Instant>,
}

// SAFETY: the engine hands tasks over in order that another thread, the context's own, runs them.
unsafe impl Send for Dispatched {}

/// The tasks that the engine waits for.
#[derive(Default)]
struct Tasks {
    arrived: VecDeque<Dispatched>,
    /// Those that the host has, by number: should it never run them, they end with the context.
    taken: HashMap<u64, Dispatched>,
    last_number: u64,
}

/// Where other threads leave tasks.
#[derive(Default)]
struct Inbox {
    /// `None` once the context is gone.
    tasks: Mutex<Option<Tasks>>,
    /// Promises that wait for something which is done elsewhere.
    waiting: AtomicUsize,
    wake: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

impl Inbox {
    fn tasks(&self) -> MutexGuard<'_, Option<Tasks>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives what has arrived to the host.
    fn hand_out(self: &Arc<Inbox>) -> Vec<HostTask> {
        let mut held = self.tasks();
        let Some(tasks) = held.as_mut() else {
            return Vec::new();
        };
        let mut out = Vec::with_capacity(tasks.arrived.len());
        while let Some(dispatched) = tasks.arrived.pop_front() {
            tasks.last_number += 1;
            out.push(HostTask(Kind::Dispatched {
                number: tasks.last_number,
                due: dispatched.due,
                inbox: self.clone(),
            }));
            tasks.taken.insert(tasks.last_number, dispatched);
        }
        out
    }

    fn wake(&self) {
        if let Some(wake) = self.wake.get() {
            wake();
        }
    }

    /// Takes the task out of the engine's pointer, unless the context is gone.
    unsafe fn accept(&self, task: *mut u8, due: Option<Instant>) -> bool {
        let place: *mut *mut Dispatchable = task.cast();
        let mut held = self.tasks();
        let Some(tasks) = held.as_mut() else {
            // SAFETY: the engine's own pointer, which it does not use any more.
            unsafe { ReleaseFailedTask(place) };
            return false;
        };
        // SAFETY: as above; what is moved out leaves null behind, as in C++.
        let task = unsafe { ptr::replace(place, ptr::null_mut()) };
        tasks.arrived.push_back(Dispatched { task, due });
        drop(held);
        self.wake();
        true
    }
}

/// After so long without a part of a collection that is under way the next part is a task. A script that
/// is busy does the parts itself, as it allocates.
const PAUSE_OF_COLLECTION: Duration = Duration::from_millis(20);

/// Whether there is a task for the next part of a collection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextPart {
    /// There is none.
    None,
    /// The host is to take one.
    Wanted,
    /// The host has it.
    Taken,
}

/// The tasks of a context.
pub(crate) struct HostTasks {
    inbox: Arc<Inbox>,
    next_part: Cell<NextPart>,
    growth: Growth,
    /// The engine's functions that clean registries up, each once.
    cleanups: RefCell<VecDeque<Value>>,
}

impl HostTasks {
    pub(crate) fn new() -> HostTasks {
        HostTasks {
            inbox: Arc::new(Inbox {
                tasks: Mutex::new(Some(Tasks::default())),
                ..Inbox::default()
            }),
            next_part: Cell::new(NextPart::None),
            growth: Growth::new(),
            cleanups: RefCell::default(),
        }
    }

    /// A part of a collection is done, and more may be to come.
    pub(crate) fn collection_goes_on(&self) {
        if self.next_part.get() == NextPart::None {
            self.next_part.set(NextPart::Wanted);
            self.inbox.wake();
        }
    }

    /// A full collection is over.
    ///
    /// # Safety
    /// `cx` is a context of this thread.
    pub(crate) unsafe fn collection_ended(&self, cx: *mut JSContext) {
        // SAFETY: as promised.
        unsafe { self.growth.collected(cx) };
    }

    /// Whether a collection is to begin with the next part.
    pub(crate) fn take_beginning(&self) -> bool {
        self.growth.take_wish()
    }

    /// # Safety
    /// Called by the collector.
    pub(crate) unsafe fn trace(&self, tracer: *mut JSTracer) {
        for cleanup in self.cleanups.borrow_mut().iter_mut() {
            // SAFETY: the place is valid for the call, and the collector runs on this thread.
            unsafe { CallValueRootTracer(tracer, cleanup, c"registry".as_ptr()) };
        }
    }

    fn add_cleanup(&self, cleanup: Value) {
        let mut cleanups = self.cleanups.borrow_mut();
        if !cleanups
            .iter()
            .any(|known| known.asBits_ == cleanup.asBits_)
        {
            cleanups.push_back(cleanup);
        }
        drop(cleanups);
        self.inbox.wake();
    }
}

/// # Safety
/// `cx` is a fresh context of this crate that has its state.
pub(crate) unsafe fn install(cx: *mut JSContext, tasks: &HostTasks) {
    let inbox = Arc::as_ptr(&tasks.inbox) as *mut c_void;
    // SAFETY: the functions live for ever, the inbox and the tasks as long as the context. The engine's
    // threads use the inbox under a lock that `shut_down` takes, after which none does.
    unsafe {
        InitAsyncTaskCallbacks(
            cx,
            Some(dispatch),
            Some(dispatch_later),
            Some(task_started),
            Some(task_finished),
            inbox,
        );
        SetHostCleanupFinalizationRegistryCallback(
            cx,
            Some(registry_wants_cleanup),
            ptr::from_ref(tasks) as *mut c_void,
        );
        AddGCNurseryCollectionCallback(
            cx,
            Some(young_are_collected),
            ptr::from_ref(tasks) as *mut c_void,
        );
    }
}

/// Ends the tasks of a context that runs no more scripts: those that wait are dropped, those that are
/// under way in other threads are waited for.
///
/// # Safety
/// `cx` is a context of this crate, and this is its thread.
pub(crate) unsafe fn shut_down(cx: *mut JSContext, tasks: &HostTasks) {
    let left = tasks.inbox.tasks().take().unwrap_or_default();
    for mut dispatched in left.arrived.into_iter().chain(left.taken.into_values()) {
        // SAFETY: taken from the queue, so it runs once; the engine frees it.
        unsafe {
            RunDispatchable(
                cx,
                &mut dispatched.task,
                Dispatchable_MaybeShuttingDown::ShuttingDown,
            );
        }
    }
    // SAFETY: whatever the engine has accepted so far was run.
    unsafe { ShutdownAsyncTasks(cx) };
}

unsafe fn inbox<'a>(closure: *mut c_void) -> &'a Inbox {
    // SAFETY: `install` passed it.
    unsafe { &*(closure as *const Inbox) }
}

unsafe extern "C" fn dispatch(closure: *mut c_void, task: *mut u8) -> bool {
    // SAFETY: the engine passes what `install` gave it, and a task of its own.
    unsafe { inbox(closure).accept(task, None) }
}

unsafe extern "C" fn dispatch_later(closure: *mut c_void, task: *mut u8, delay: u32) -> bool {
    let due = Instant::now() + Duration::from_millis(delay.into());
    // SAFETY: as above.
    unsafe { inbox(closure).accept(task, Some(due)) }
}

unsafe extern "C" fn task_started(closure: *mut c_void, _: *mut Dispatchable) {
    // SAFETY: as above.
    unsafe { inbox(closure) }
        .waiting
        .fetch_add(1, Ordering::Relaxed);
}

unsafe extern "C" fn task_finished(closure: *mut c_void, _: *mut Dispatchable) {
    // SAFETY: as above.
    unsafe { inbox(closure) }
        .waiting
        .fetch_sub(1, Ordering::Relaxed);
}

/// Called in a collection, on the context's thread.
unsafe extern "C" fn registry_wants_cleanup(
    cleanup: *mut JSFunction,
    _: *mut JSObject,
    tasks: *mut c_void,
) {
    // SAFETY: `install` passed the tasks; a function is an object.
    unsafe { (*(tasks as *const HostTasks)).add_cleanup(ObjectValue(cleanup.cast())) };
}

/// Called at the beginning and at the end of a minor collection.
unsafe extern "C" fn young_are_collected(
    cx: *mut JSContext,
    progress: GCNurseryProgress,
    _: GCReason,
    tasks: *mut c_void,
) {
    // SAFETY: `install` passed the tasks, which are there as long as the context is.
    let tasks = unsafe { &*(tasks as *const HostTasks) };
    // SAFETY: the engine calls this on the context's thread.
    unsafe { collections::tell_of_young(cx, progress) };
    // SAFETY: the engine's own context.
    if progress == GCNurseryProgress::GC_NURSERY_COLLECTION_END
        && unsafe { tasks.growth.wishes_collection(cx) }
    {
        tasks.collection_goes_on();
    }
}

/// A task that the engine has for its host's loop.
#[must_use = "the engine waits for its tasks"]
pub struct HostTask(Kind);

enum Kind {
    Dispatched {
        number: u64,
        due: Option<Instant>,
        inbox: Arc<Inbox>,
    },
    Cleanup(Persistent),
    /// A part of a collection, at that time.
    Collect(Instant),
}

/// Where the engine's function that cleans a registry up has the queue of that, and where the queue says that the function is
/// still to be called.
const QUEUE_OF_CLEANUP: usize = 0;
const IS_QUEUED: u32 = 3;

/// Tells the engine that a function which it takes for done is to be called once more.
///
/// # Safety
/// The value is the engine's function that cleans a registry up.
unsafe fn queue_cleanup_again(cleanup: Value) {
    // SAFETY: such a function has its queue, which is an object, as long as it lives.
    unsafe {
        let queue = *GetFunctionNativeReserved(cleanup.to_object(), QUEUE_OF_CLEANUP);
        JS_SetReservedSlot(queue.to_object(), IS_QUEUED, &BooleanValue(true));
    }
}

impl HostTask {
    /// When the task is to be run, if not at once.
    pub fn due(&self) -> Option<Instant> {
        match &self.0 {
            Kind::Dispatched { due, .. } => *due,
            Kind::Cleanup(_) => None,
            Kind::Collect(due) => Some(*due),
        }
    }

    /// Runs the task. It settles promises, or calls the function of a registry for everything that has
    /// been collected. Should that throw, the rest comes as another task.
    pub fn run(self, scope: &mut Scope<'_>) -> JsResult<()> {
        match self.0 {
            Kind::Dispatched { number, inbox, .. } => {
                // A context that is gone has ended its tasks.
                let taken = inbox
                    .tasks()
                    .as_mut()
                    .and_then(|tasks| tasks.taken.remove(&number));
                let Some(mut dispatched) = taken else {
                    return Ok(());
                };
                // SAFETY: a task is run once, since this takes it; its context is alive, and so the one
                // that this thread has; the engine frees it.
                unsafe {
                    RunDispatchable(
                        scope.cx(),
                        &mut dispatched.task,
                        Dispatchable_MaybeShuttingDown::NotShuttingDown,
                    );
                }
                Ok(())
            }
            Kind::Cleanup(cleanup) => {
                let cleanup = cleanup.get(scope);
                let undefined = scope.undefined();
                let outcome = scope.call(cleanup, undefined, &[]).map(drop);
                if outcome.is_err() {
                    // SAFETY: it is one of those that the engine gave us, and rooted.
                    unsafe { queue_cleanup_again(cleanup.get()) };
                    scope.state().host_tasks.add_cleanup(cleanup.get());
                }
                outcome
            }
            Kind::Collect(_) => {
                scope.state().host_tasks.next_part.set(NextPart::None);
                scope.continue_collection();
                Ok(())
            }
        }
    }
}

impl Context {
    /// Has `wake` called when there is a task for [`Scope::take_host_tasks`]: from any thread, or within
    /// a collection, where the engine must not be used. Only the first call counts.
    pub fn on_host_task(&self, wake: impl Fn() + Send + Sync + 'static) {
        let _ = self.state().host_tasks.inbox.wake.set(Box::new(wake));
    }

    /// If promises wait for work in the engine's threads: waits until these have nothing to do. What
    /// they have done has arrived then.
    pub fn wait_for_background_work(&self) {
        if self
            .state()
            .host_tasks
            .inbox
            .waiting
            .load(Ordering::Relaxed)
            > 0
        {
            helper_threads::wait_until_idle();
        }
    }
}

impl Scope<'_> {
    /// Takes the tasks that have arrived, but of registries only one, as each is to be cleaned up in a
    /// turn of its own. If others are left the host is woken again.
    pub fn take_host_tasks(&mut self) -> Vec<HostTask> {
        let state: &State = self.state();
        let mut tasks = state.host_tasks.inbox.hand_out();
        let mut cleanups = state.host_tasks.cleanups.borrow_mut();
        let cleanup = cleanups.pop_front().map(|cleanup| self.local(cleanup));
        if !cleanups.is_empty() {
            state.host_tasks.inbox.wake();
        }
        drop(cleanups);
        if state.host_tasks.next_part.get() == NextPart::Wanted {
            state.host_tasks.next_part.set(NextPart::Taken);
            let due = Instant::now() + PAUSE_OF_COLLECTION;
            tasks.push(HostTask(Kind::Collect(due)));
        }
        if let Some(cleanup) = cleanup {
            tasks.push(HostTask(Kind::Cleanup(Persistent::new(self, cleanup))));
        }
        tasks
    }
}
