//! The microtask queue: the engine fills it, the host drains it.
//!
//! Every job carries the async context that was current when it was made (see
//! [`Scope::async_context`]), and runs with it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use mozjs::glue::{CallValueRootTracer, CreateJobQueue, JobQueueTraps};
use mozjs::jsapi::{
    ClearKeptObjects, CurrentGlobalOrNull, DequeueNextRegularMicroTask, EnqueueMicroTask,
    GetRegularMicroTaskCount, HandleValueArray, HasRegularMicroTasks, JSContext, JSObject,
    JSTracer, JobQueueIsEmpty, MaybeGetHostDefinedDataFromJSMicroTask, MutableHandleObject,
    RunJSMicroTask, SetJobQueue, ToUnwrappedJSMicroTask, Value,
};
use mozjs::jsval::{NullValue, ObjectValue, UndefinedValue};
use mozjs::rooted;

use crate::context::State;
use crate::error::Thrown;
use crate::{ErrorKind, JsResult, Local, Scope};

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
pub(crate) unsafe fn install(cx: *mut JSContext) {
    // SAFETY: the queue lives as long as the context; we never delete it.
    unsafe { SetJobQueue(cx, CreateJobQueue(&TRAPS).cast()) };
}

/// The contexts of jobs that the engine gives no place for one: those it queues as it makes them. They
/// are found again by their numbers in the queue.
#[derive(Default)]
pub(crate) struct JobContexts {
    /// How many jobs have been taken from the queue.
    taken: Cell<u64>,
    /// The number of a job, and its context.
    kept: RefCell<VecDeque<(u64, Value)>>,
}

impl JobContexts {
    /// Keeps the context of the job that is queued next.
    unsafe fn keep(&self, cx: *mut JSContext, context: Value) {
        // SAFETY: the context is valid; the call does not collect.
        let waiting = unsafe { GetRegularMicroTaskCount(cx) } as u64;
        self.kept
            .borrow_mut()
            .push_back((self.taken.get() + waiting, context));
    }

    /// The context of the job that was taken last. What is left of jobs that were not made after all,
    /// for lack of memory say, goes away.
    fn find(&self) -> Value {
        let number = self.taken.get() - 1;
        let mut kept = self.kept.borrow_mut();
        let mut found = UndefinedValue();
        while let Some(&(other, context)) = kept.front()
            && other <= number
        {
            if other == number {
                found = context;
            }
            kept.pop_front();
        }
        found
    }

    /// # Safety
    /// Called by the collector.
    pub(crate) unsafe fn trace(&self, tracer: *mut JSTracer) {
        for (_, context) in self.kept.borrow_mut().iter_mut() {
            // SAFETY: the place is valid for the call, and the collector runs on this thread.
            unsafe { CallValueRootTracer(tracer, context, c"job context".as_ptr()) };
        }
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
        let current = State::of(cx).async_context.get();
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
        let current = state.async_context.get();
        if current.is_object() {
            state.job_contexts.keep(cx, current);
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
        self.state().async_context.set(if value.is_object() {
            value
        } else {
            UndefinedValue()
        });
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
        unsafe { ClearKeptObjects(self.cx()) };
    }

    /// Whether a microtask waits.
    #[inline]
    pub fn has_microtasks(&self) -> bool {
        // SAFETY: the context is valid; the call does not collect.
        unsafe { HasRegularMicroTasks(self.cx()) }
    }

    /// Queues a function as a microtask. It inherits the current async context.
    pub fn queue_microtask(&mut self, function: Local<'_>) -> JsResult<()> {
        if !function.is_function() {
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

    /// Runs microtasks until none waits, those they add included. What one throws goes to `host`.
    pub fn run_microtasks(&mut self, host: &mut impl MicrotaskHost) {
        let outer = self.state().async_context.get();
        rooted!(in(self.cx()) let outer = outer);
        rooted!(in(self.cx()) let mut task = NullValue());
        loop {
            // SAFETY: `task` is rooted at once; the engine's queue calls do not collect.
            unsafe {
                task.set(DequeueNextRegularMicroTask(self.cx()));
                if task.get().is_null() {
                    break;
                }
                let contexts = &self.state().job_contexts;
                contexts.taken.set(contexts.taken.get() + 1);
                // The engine may then go straight on at an `await` of the last job, as nothing
                // could come between; adding a job takes that back.
                if !HasRegularMicroTasks(self.cx()) {
                    JobQueueIsEmpty(self.cx());
                }
            }
            let outcome = self.nested(|scope| {
                let task = scope.local(task.get());
                scope.run_microtask(task)
            });
            if let Err(thrown) = outcome
                && !self.nested(|scope| host.threw(scope, thrown))
            {
                break;
            }
        }
        // SAFETY: the context is valid.
        unsafe { mozjs::jsapi::JobQueueMayNotBeEmpty(self.cx()) };
        self.state().async_context.set(outer.get());
    }

    fn run_microtask(&mut self, task: Local<'s>) -> JsResult<()> {
        // SAFETY: the task is in a place known to the collector; its object is rooted for the run.
        unsafe {
            let value = task.get();
            let job = ToUnwrappedJSMicroTask(&value);
            if job.is_null() {
                return self.run_queued_function(task);
            }
            rooted!(in(self.cx()) let job = job);
            rooted!(in(self.cx()) let mut incumbent = std::ptr::null_mut::<JSObject>());
            rooted!(in(self.cx()) let mut data = std::ptr::null_mut::<JSObject>());
            MaybeGetHostDefinedDataFromJSMicroTask(
                job.get(),
                incumbent.handle_mut().into(),
                data.handle_mut().into(),
            );
            self.state().async_context.set(if !data.get().is_null() {
                ObjectValue(data.get())
            } else if !incumbent.get().is_null() {
                self.state().job_contexts.find()
            } else {
                UndefinedValue()
            });
            Thrown::unless(RunJSMicroTask(self.cx(), job.handle().into()))
        }
    }

    /// A task of `queue_microtask`: the function itself, or a pair of function and context. What the
    /// function of a pair throws is told in its context, whatever context it went into.
    fn run_queued_function(&mut self, task: Local<'s>) -> JsResult<()> {
        if task.is_function() {
            self.state().async_context.set(UndefinedValue());
            return self.call_queued(task);
        }
        let function = task.get_index(self, 0)?;
        let context = task.get_index(self, 1)?;
        self.state().async_context.set(context.get());
        self.call_queued(function)
            .inspect_err(|_| self.state().async_context.set(context.get()))
    }

    fn call_queued(&mut self, function: Local<'s>) -> JsResult<()> {
        rooted!(in(self.cx()) let mut result = UndefinedValue());
        rooted!(in(self.cx()) let this = UndefinedValue());
        // SAFETY: all rooted.
        Thrown::unless(unsafe {
            mozjs::jsapi::Call(
                self.cx(),
                this.handle().into(),
                function.handle(),
                &HandleValueArray::empty(),
                result.handle_mut().into(),
            )
        })
    }
}
