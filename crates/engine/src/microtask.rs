//! The microtask queue: the engine fills it, the host drains it.
//!
//! Every job carries the async context that was current when it was made (see
//! [`Scope::async_context`]), and runs with it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mozjs::glue::{
    CallValueRootTracer, CreateJobQueue, DeleteJobQueue, JobQueueTraps, RustJobQueue,
};
use mozjs::jsapi::{
    ClearKeptObjects, CurrentGlobalOrNull, DequeueNextRegularMicroTask, EnqueueMicroTask,
    GetExecutionGlobalFromJSMicroTask, HandleObject, HasRegularMicroTasks, JS_ObjectIsFunction,
    JSClass, JSContext, JSObject, JSTracer, JobQueueIsEmpty, JobQueueMayNotBeEmpty,
    MaybeGetHostDefinedDataFromJSMicroTask, MutableHandleObject, RunJSMicroTask, SetJobQueue,
    ToUnwrappedJSMicroTask, Value,
};
use mozjs::jsval::{NullValue, ObjectOrNullValue, ObjectValue, UndefinedValue};
use mozjs::rooted;
use mozjs::rust::get_object_class;

use crate::error::Thrown;
use crate::fulfilled::KnownMark;
use crate::job_contexts::JobContexts;
use crate::promise_watch::JobWatch;
use crate::skip_await::SkipAwait;
use crate::state::State;
use crate::top_frame::TopFrame;
use crate::{Args, ErrorKind, HIDDEN_SCRIPT, JsResult, Local, Persistent, Scope};

/// What the host does while microtasks run.
pub trait MicrotaskHost {
    /// A microtask threw; `None` if the script was stopped. Returns whether to go on.
    fn threw(&mut self, scope: &mut Scope<'_>, thrown: Thrown) -> bool;
}

impl<F: FnMut(&mut Scope<'_>, Thrown) -> bool> MicrotaskHost for F {
    fn threw(&mut self, scope: &mut Scope<'_>, thrown: Thrown) -> bool {
        self(scope, thrown)
    }
}

static TRAPS: JobQueueTraps = JobQueueTraps {
    getHostDefinedData: Some(host_data_for_new_job),
    getHostDefinedGlobal: Some(host_global_for_new_job),
    runJobs: Some(run_no_jobs),
    traceNonGCThingMicroTask: Some(trace_nothing),
};

/// # Safety
/// `cx` is a fresh context of this crate.
pub(crate) unsafe fn install(cx: *mut JSContext) -> JobQueue {
    // SAFETY: whoever gets the queue keeps it as long as the context.
    unsafe {
        let queue = CreateJobQueue(&TRAPS);
        SetJobQueue(cx, queue.cast());
        JobQueue(queue)
    }
}

/// The engine's way to our traps. It must outlive the context.
pub(crate) struct JobQueue(*mut RustJobQueue);

impl Drop for JobQueue {
    fn drop(&mut self) {
        // SAFETY: made by `CreateJobQueue`, and the context is gone.
        unsafe { DeleteJobQueue(self.0) };
    }
}

/// What is known of the jobs in the queue beside what the engine keeps.
pub(crate) struct Jobs {
    contexts: JobContexts,
    skip_await: SkipAwait,
    pub(crate) top_frame: TopFrame,
    pub(crate) fulfilled_mark: KnownMark,
    /// The class of the engine's own jobs, once one was seen.
    class: Cell<*const JSClass>,
    /// A job that was taken from the queue and is the next to run, or null.
    taken: Cell<Value>,
    /// Where the job that runs is kept, or null.
    running: Cell<*const *mut JSObject>,
    /// How many were taken so far.
    count: Cell<u64>,
    /// Made when a queued function is run for the first time.
    runner: RefCell<Option<Rc<Runner>>>,
    /// Who hears of jobs, if anybody does; whether anybody does is asked for every job.
    watch: RefCell<Option<Rc<JobWatch>>>,
    is_watched: Cell<bool>,
}

/// Calls the function it is given, then each that `next` has for it: it stays in JavaScript from one queued
/// function to the other. What a function throws leaves it, too.
const RUN_QUEUED: &str = "(function runQueued(queued, next) {
  do {
    queued();
    queued = next();
  } while (queued !== undefined);
})";

/// That function, and the one that has the next for it.
struct Runner {
    run: Persistent,
    next: Persistent,
}

impl Default for Jobs {
    fn default() -> Jobs {
        Jobs {
            contexts: JobContexts::default(),
            skip_await: SkipAwait::default(),
            top_frame: TopFrame::default(),
            fulfilled_mark: KnownMark::default(),
            class: Cell::new(std::ptr::null()),
            taken: Cell::new(NullValue()),
            running: Cell::new(std::ptr::null()),
            count: Cell::new(0),
            runner: RefCell::default(),
            watch: RefCell::default(),
            is_watched: Cell::new(false),
        }
    }
}

impl Jobs {
    pub(crate) fn set_watch(&self, watch: Rc<JobWatch>) {
        self.contexts.will_be_used();
        self.watch.replace(Some(watch));
        self.is_watched.set(true);
    }

    /// Whether somebody hears of jobs.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched.get()
    }

    /// Where the engine's job that runs is kept; null if none does.
    pub(crate) fn running(&self) -> *const *mut JSObject {
        self.running.get()
    }

    /// How many jobs have been taken from the queue.
    pub(crate) fn taken_jobs(&self) -> u64 {
        self.contexts.taken()
    }

    #[inline]
    fn watch(&self) -> Option<Rc<JobWatch>> {
        match self.is_watched.get() {
            true => self.watch.borrow().clone(),
            false => None,
        }
    }

    /// # Safety
    /// Called by the collector.
    pub(crate) unsafe fn trace(&self, tracer: *mut JSTracer) {
        // SAFETY: the place is valid for the call, and the collector runs on this thread.
        unsafe {
            self.contexts.trace(tracer);
            CallValueRootTracer(tracer, self.taken.as_ptr(), c"next job".as_ptr());
        }
    }
}

/// What a job that is made now is to keep: the current async context, or what the watch of jobs makes of it.
///
/// # Safety
/// As for the traps that call this; nothing may be allocated before the value is in its place.
#[inline]
unsafe fn context_for_new_job(
    cx: *mut JSContext,
    state: &State,
    is_queued: bool,
) -> JsResult<Value> {
    match state.jobs.watch() {
        None => Ok(state.async_context.get()),
        // SAFETY: the engine calls the traps on the context's thread.
        Some(watch) => unsafe { context_by_watch(cx, state, &watch, is_queued) },
    }
}

/// # Safety
/// As above.
#[cold]
unsafe fn context_by_watch(
    cx: *mut JSContext,
    state: &State,
    watch: &JobWatch,
    is_queued: bool,
) -> JsResult<Value> {
    // SAFETY: as above.
    unsafe {
        Scope::open(cx, state, |scope| match watch.made(scope, is_queued) {
            Ok(kept) => Ok(kept.get()),
            // It only fails for lack of room on the stack, which is no business of the job's.
            Err(_) if scope.has_exception() => {
                scope.catch(Thrown::pending());
                Ok(state.async_context.get())
            }
            Err(thrown) => Err(thrown),
        })
    }
}

/// Called for a job that waits for its promise: hands it the current async context, if there is one.
/// The engine looks at it only if there is a global, too.
unsafe extern "C" fn host_data_for_new_job(
    cx: *mut JSContext,
    incumbent: MutableHandleObject,
    data: MutableHandleObject,
) -> bool {
    // SAFETY: the engine calls this on the context's thread with rooted out places.
    unsafe {
        let state = State::of(cx);
        state.jobs.skip_await.pending();
        let Ok(current) = context_for_new_job(cx, state, false) else {
            return false;
        };
        if current.is_object() {
            *incumbent.ptr = CurrentGlobalOrNull(cx);
            *data.ptr = current.to_object();
        } else {
            *incumbent.ptr = std::ptr::null_mut();
            *data.ptr = std::ptr::null_mut();
        }
    }
    true
}

/// Called for a job that is queued at once. A global without data says that its context is kept here.
unsafe extern "C" fn host_global_for_new_job(
    cx: *mut JSContext,
    global: MutableHandleObject,
) -> bool {
    // SAFETY: as above.
    unsafe {
        let state = State::of(cx);
        state.jobs.skip_await.settled();
        let Ok(current) = context_for_new_job(cx, state, true) else {
            return false;
        };
        if current.is_object() {
            state.jobs.contexts.keep(cx, current);
            *global.ptr = CurrentGlobalOrNull(cx);
        } else {
            *global.ptr = std::ptr::null_mut();
        }
    }
    true
}

/// The engine asks to run jobs only for its own debugger, which is not used here.
unsafe extern "C" fn run_no_jobs(_: *mut JSContext) {}

unsafe extern "C" fn trace_nothing(_: *mut JSTracer, _: *mut Value) {}

impl<'s> Scope<'s> {
    /// The value that new jobs inherit: an object, or `undefined` for none.
    pub fn async_context(&self) -> Local<'s> {
        self.local(self.state().async_context.get())
    }

    /// Sets what new jobs inherit. Anything but an object means none.
    pub fn set_async_context(&self, context: Local<'_>) {
        let value = context.get();
        let state = self.state();
        if value.is_object() {
            state.jobs.contexts.will_be_used();
            state.async_context.set(value);
        } else {
            state.async_context.set(UndefinedValue());
        }
    }

    /// New jobs inherit nothing from here on.
    #[inline]
    pub fn clear_async_context(&self) {
        self.state().async_context.set(UndefinedValue());
    }

    /// The end of a job, as the language's WeakRefs understand it: what was looked at through one may
    /// be collected again. Unless this is called, it never is.
    pub fn clear_kept_objects(&self) {
        // SAFETY: no job is running on this thread's context that could still rely on one.
        unsafe { ClearKeptObjects(self.quiet_cx()) };
    }

    /// Whether a microtask waits.
    #[inline]
    pub fn has_microtasks(&self) -> bool {
        // SAFETY: the context is valid; the call does not collect.
        unsafe { HasRegularMicroTasks(self.quiet_cx()) }
    }

    /// How many microtasks were begun since the context was made.
    #[inline]
    pub fn microtasks_begun(&self) -> u64 {
        self.state().jobs.count.get()
    }

    /// Queues a function as a microtask. It inherits the current async context.
    pub fn queue_microtask(&mut self, function: Local<'_>) -> JsResult<()> {
        if !is_plain_function(function) && !function.is_function() {
            return Err(self.throw_error(ErrorKind::TypeError, "a microtask must be a function"));
        }
        let context = self.state().async_context.get();
        if context.is_undefined() {
            // SAFETY: the engine traces the queue.
            return Thrown::unless(unsafe { EnqueueMicroTask(self.cx(), &function.get()) });
        }
        self.nested(|scope| {
            let context = scope.local(context);
            let pair = scope.array(&[function, context])?;
            // SAFETY: as above.
            Thrown::unless(unsafe { EnqueueMicroTask(scope.cx(), &pair.get()) })
        })
    }

    /// Runs `body` with an empty queue of microtasks, then queues again what waited before. What is left of those
    /// that `body` queued is dropped.
    pub fn with_own_microtasks<R>(
        &mut self,
        body: impl FnOnce(&mut Scope<'s>) -> R,
    ) -> JsResult<R> {
        let jobs = &self.state().jobs;
        let mut waiting = Vec::new();
        loop {
            let parked = jobs.taken.replace(NullValue());
            // SAFETY: the context is valid; the call does not collect.
            let task = match parked.is_null() {
                true => unsafe { DequeueNextRegularMicroTask(self.quiet_cx()) },
                false => parked,
            };
            if task.is_null() {
                break;
            }
            waiting.push(self.local(task));
        }
        jobs.contexts.set_aside();
        let result = body(self);
        while !self.take_microtask().is_null() {}
        jobs.contexts.put_back();
        for task in waiting {
            // SAFETY: the engine traces the queue.
            Thrown::unless(unsafe { EnqueueMicroTask(self.cx(), &task.get()) })?;
        }
        Ok(result)
    }

    fn runner(&mut self) -> JsResult<Rc<Runner>> {
        if let Some(runner) = &*self.state().jobs.runner.borrow() {
            return Ok(runner.clone());
        }
        let runner = self.nested(|scope| {
            let run = scope.eval(RUN_QUEUED, HIDDEN_SCRIPT)?;
            let next = scope.function("next", 0, next_queued_function)?;
            Ok(Rc::new(Runner {
                run: Persistent::new(scope, run),
                next: Persistent::new(scope, next),
            }))
        })?;
        *self.state().jobs.runner.borrow_mut() = Some(runner.clone());
        Ok(runner)
    }

    /// Runs microtasks until none waits, those they add included. What one throws goes to `host`.
    pub fn run_microtasks(&mut self, host: &mut impl MicrotaskHost) {
        let outer = self.state().async_context.get();
        rooted!(in(self.cx()) let outer = outer);
        // In Node, too, an exception leaves its context to the next job, if that has none.
        let mut after_throw = false;
        loop {
            let task = self.take_microtask();
            if task.is_null() {
                break;
            }
            let outcome = self.nested(|scope| {
                let task = scope.local(task);
                scope.run_microtask(task, after_throw)
            });
            after_throw = outcome.is_err();
            if let Err(thrown) = outcome
                && !self.nested(|scope| host.threw(scope, thrown))
            {
                break;
            }
        }
        // SAFETY: the context is valid.
        unsafe { JobQueueMayNotBeEmpty(self.quiet_cx()) };
        self.state().async_context.set(outer.get());
    }

    /// The next task, or null. Nothing may be allocated before it is in a rooted place.
    #[inline]
    fn take_microtask(&self) -> Value {
        let jobs = &self.state().jobs;
        let taken = jobs.taken.replace(NullValue());
        if !taken.is_null() {
            return taken;
        }
        // SAFETY: the context is valid; the call does not collect.
        let task = unsafe { DequeueNextRegularMicroTask(self.quiet_cx()) };
        if !task.is_null() {
            jobs.contexts.take();
            jobs.count.set(jobs.count.get() + 1);
        }
        task
    }

    fn run_microtask(&mut self, task: Local<'s>, after_throw: bool) -> JsResult<()> {
        let Some(job) = self.engine_job(task) else {
            return self.run_queued_function(task, after_throw);
        };
        // SAFETY: the job is rooted for the run.
        unsafe {
            rooted!(in(self.cx()) let job = job);
            let context = self.context_of_job(job.get());
            if let Some(watch) = self.state().jobs.watch() {
                // The engine has to make a job at every await.
                JobQueueMayNotBeEmpty(self.quiet_cx());
                let kept = self.local(context);
                return watch.run(self, job.handle().into(), kept, Self::run_engine_job);
            }
            if !(after_throw && context.is_undefined()) {
                self.state().async_context.set(context);
            }
            // Making a job takes the permission back.
            let is_last = !HasRegularMicroTasks(self.quiet_cx());
            if self.state().jobs.skip_await.job_begins(is_last) {
                JobQueueIsEmpty(self.quiet_cx());
            } else {
                JobQueueMayNotBeEmpty(self.quiet_cx());
            }
            let top_frame = &self.state().jobs.top_frame;
            top_frame.forget();
            let outcome = self.run_engine_job(job.handle().into());
            top_frame.forget();
            outcome
        }
    }

    /// # Safety
    /// `job` is one of the engine's.
    unsafe fn run_engine_job(&mut self, job: HandleObject) -> JsResult<()> {
        let outer = self.state().jobs.running.replace(job.ptr);
        // SAFETY: the job is rooted for the run.
        let outcome = unsafe {
            match self.state().has_realms.get() {
                true => self.run_job_in_its_realm(*job.ptr),
                false => Thrown::unless(RunJSMicroTask(self.cx(), job)),
            }
        };
        self.state().jobs.running.set(outer);
        outcome
    }

    /// Runs a job of the engine in the realm that made it.
    ///
    /// # Safety
    /// `job` is one.
    unsafe fn run_job_in_its_realm(&mut self, job: *mut JSObject) -> JsResult<()> {
        rooted!(in(self.cx()) let job = job);
        // SAFETY: the job is rooted, and keeps its global alive.
        unsafe {
            let global = GetExecutionGlobalFromJSMicroTask(job.get());
            let global = self.local(ObjectOrNullValue(global));
            self.in_realm(global, |scope| {
                Thrown::unless(RunJSMicroTask(scope.cx(), job.handle().into()))
            })
        }
    }

    /// The job of the engine that this task is; `None` if it was queued by `queue_microtask`. All that are
    /// not of another realm have one class, so most are known by it.
    #[inline]
    fn engine_job(&self, task: Local<'_>) -> Option<*mut JSObject> {
        let object = task.object_ptr()?;
        let known = &self.state().jobs.class;
        // SAFETY: the object is alive, and neither call collects.
        unsafe {
            let class = get_object_class(object);
            if std::ptr::eq(class, known.get()) {
                return Some(object);
            }
            let job = ToUnwrappedJSMicroTask(&task.get());
            if job == object {
                known.set(class);
            }
            (!job.is_null()).then_some(job)
        }
    }

    /// The async context in which a job of the engine was made.
    ///
    /// # Safety
    /// `job` is one, and the last that was taken from the queue.
    unsafe fn context_of_job(&self, job: *mut JSObject) -> Value {
        let contexts = &self.state().jobs.contexts;
        if !contexts.are_used() {
            return UndefinedValue();
        }
        rooted!(in(self.cx()) let mut incumbent = std::ptr::null_mut::<JSObject>());
        rooted!(in(self.cx()) let mut data = std::ptr::null_mut::<JSObject>());
        // SAFETY: it is a job; the call does not collect.
        unsafe {
            MaybeGetHostDefinedDataFromJSMicroTask(
                job,
                incumbent.handle_mut().into(),
                data.handle_mut().into(),
            )
        };
        if !data.get().is_null() {
            ObjectValue(data.get())
        } else if !incumbent.get().is_null() {
            contexts.find()
        } else {
            UndefinedValue()
        }
    }

    /// A task of `queue_microtask`: the function itself, or a pair of function and context. What the
    /// function of a pair throws is told in its context, whatever context it went into.
    fn run_queued_function(&mut self, task: Local<'s>, after_throw: bool) -> JsResult<()> {
        let undefined = self.undefined();
        if task.is_function() {
            if !after_throw {
                self.clear_async_context();
            }
            let runner = self.runner()?;
            let (run, next) = (runner.run.get(self), runner.next.get(self));
            return self.call(run, undefined, &[task, next]).map(drop);
        }
        let function = task.get_index(self, 0)?;
        let context = task.get_index(self, 1)?;
        self.state().async_context.set(context.get());
        self.call(function, undefined, &[])
            .map(drop)
            .inspect_err(|_| self.state().async_context.set(context.get()))
    }
}

/// Whether a value is a function of a script or a native one, which a job of the engine never is. It is quick to tell; there are
/// others that can be called (bound functions, proxies).
#[inline]
fn is_plain_function(value: Local<'_>) -> bool {
    // SAFETY: the object is alive, and the call only looks at its class.
    value
        .object_ptr()
        .is_some_and(|object| unsafe { JS_ObjectIsFunction(object) })
}

/// Takes the next task if it is a function without a context. Another is kept: it is the next to run.
fn next_queued_function<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let task = scope.take_microtask();
    let task = scope.local(task);
    if is_plain_function(task) || (task.is_function() && scope.engine_job(task).is_none()) {
        scope.clear_async_context();
        return Ok(task);
    }
    scope.state().jobs.taken.set(task.get());
    Ok(scope.undefined())
}
