//! Watching promises as they are made and settled, and the jobs that run for them.
//!
//! The engine tells of promises by its interface for debuggers alone, whose objects must be in another compartment. So a
//! realm is made for one, with a few lines of script in it; all this happens when somebody first asks.

use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;

use mozjs::glue::JS_GetReservedSlot;
use mozjs::jsapi::js::{ScriptEnvironmentPreparer, SetScriptEnvironmentPreparer};
use mozjs::jsapi::{
    GetRegularMicroTaskCount, HandleObject, JS_DefineDebuggerObject, JS_NewObjectWithGivenProto,
    JS_SetReservedSlot, JS_WrapValue, JSCLASS_RESERVED_SLOTS_SHIFT, JSClass,
    MaybeGetPromiseFromJSMicroTask, Value,
};
use mozjs::jsval::{DoubleValue, ObjectValue, UndefinedValue};
use mozjs::rooted;
use mozjs::rust::get_object_class;

use crate::error::Thrown;
use crate::{HIDDEN_SCRIPT, JsResult, Local, Persistent, Scope};

/// Run in the debugger's realm. What it gives turns the watch on and off. The functions are called by way of the debugger,
/// which allows nothing else to run in between.
const WATCH: &str = "(function watch(watched, made, settled) {
  const watch = new Debugger();
  return (on) => {
    if (!on) {
      watch.removeDebuggee(watched);
      return;
    }
    const world = watch.addDebuggee(watched);
    const onMade = world.makeDebuggeeValue(made);
    const onSettled = world.makeDebuggeeValue(settled);
    watch.onNewPromise = (promise) => { onMade.call(undefined, promise); };
    watch.onPromiseSettled = (promise) => { onSettled.call(undefined, promise); };
  };
})";

/// Hears of jobs of promises, without a script that runs for it: what a `then()` or an `await` asked for.
pub trait JobObserver {
    /// A job was made, and queued at once if its promise was settled before. Gives the job's number.
    fn made(&self, scope: &mut Scope<'_>, is_queued: bool) -> u64;
    /// It is about to run. `None` for one that was made before anybody watched.
    fn begins(&self, scope: &mut Scope<'_>, number: Option<u64>, is_queued_late: bool);
    /// It has run.
    fn ended(&self, scope: &mut Scope<'_>, number: Option<u64>);
}

/// Who hears of jobs.
pub(crate) enum JobWatch {
    Functions(JobFunctions),
    Observer(Rc<dyn JobObserver>),
}

/// Functions that hear of jobs.
pub(crate) struct JobFunctions {
    /// `made(is_queued)`, when the job of a promise is made, and queued at once if the promise was settled before:
    /// what it gives is kept in place of the async context.
    made: Persistent,
    /// `before(kept, promise)`, when a job is to run: sets its async context. The promise is the one that the job
    /// will settle, if there is one.
    before: Persistent,
    /// `after(kept, promise)`, when it has run.
    after: Persistent,
}

/// What an observer's job keeps: an object of this class, which holds its number (below zero if it was queued at once) and the async
/// context.
static TAG: JSClass = JSClass {
    name: c"Job".as_ptr(),
    flags: 2 << JSCLASS_RESERVED_SLOTS_SHIFT,
    cOps: ptr::null(),
    spec: ptr::null(),
    ext: ptr::null(),
    oOps: ptr::null(),
};

/// The number and the context in what is kept with a job, if an observer has made it.
fn tagged(kept: Local<'_>) -> Option<(i64, Value)> {
    let object = kept.object_ptr()?;
    // SAFETY: the object is alive, and has both slots if it is of that class.
    unsafe {
        if !ptr::eq(get_object_class(object), &TAG) {
            return None;
        }
        let (mut number, mut context) = (UndefinedValue(), UndefinedValue());
        JS_GetReservedSlot(object, 0, &mut number);
        JS_GetReservedSlot(object, 1, &mut context);
        Some((number.to_number() as i64, context))
    }
}

impl JobWatch {
    /// What is kept with a job that is made now.
    pub(crate) fn made<'s>(&self, scope: &mut Scope<'s>, is_queued: bool) -> JsResult<Local<'s>> {
        let observer = match self {
            JobWatch::Functions(functions) => return functions.made(scope, is_queued),
            JobWatch::Observer(observer) => observer,
        };
        let number = observer.made(scope, is_queued) as i64;
        let number = if is_queued { -number } else { number };
        // SAFETY: the object is rooted by the local, and both values by their places, before anything else is done.
        unsafe {
            let object = JS_NewObjectWithGivenProto(scope.cx(), &TAG, HandleObject::null());
            if object.is_null() {
                return Err(Thrown::pending());
            }
            let (number, context) = (
                DoubleValue(number as f64),
                scope.state().async_context.get(),
            );
            JS_SetReservedSlot(object, 0, &number);
            JS_SetReservedSlot(object, 1, &context);
            Ok(scope.local(ObjectValue(object)))
        }
    }

    /// Runs a job of the engine, and tells of it.
    ///
    /// # Safety
    /// `job` is one, and `run` can run it.
    pub(crate) unsafe fn run<'s>(
        &self,
        scope: &mut Scope<'s>,
        job: HandleObject,
        kept: Local<'s>,
        run: unsafe fn(&mut Scope<'s>, HandleObject) -> JsResult<()>,
    ) -> JsResult<()> {
        let tag = tagged(kept);
        let observer = match self {
            JobWatch::Observer(observer) => observer,
            JobWatch::Functions(functions) => {
                // One that was made while an observer watched has no more than its context for functions.
                let kept = tag.map_or(kept, |(_, context)| scope.local(context));
                // SAFETY: as above.
                return unsafe { functions.run(scope, job, kept, run) };
            }
        };
        let context = tag.map_or(kept.get(), |(_, context)| context);
        let context = scope.local(context);
        scope.set_async_context(context);
        let number = tag.map(|(number, _)| number.unsigned_abs());
        observer.begins(scope, number, tag.is_some_and(|(number, _)| number > 0));
        // SAFETY: as above.
        let outcome = unsafe { run(scope, job) };
        observer.ended(scope, number);
        outcome
    }
}

impl JobFunctions {
    /// What is kept with a job that is made now.
    fn made<'s>(&self, scope: &mut Scope<'s>, is_queued: bool) -> JsResult<Local<'s>> {
        let (made, undefined) = (self.made.get(scope), scope.undefined());
        let is_queued = scope.boolean(is_queued);
        scope.call(made, undefined, &[is_queued])
    }

    /// Runs a job of the engine between `before` and `after`.
    ///
    /// # Safety
    /// `job` is one, and `run` can run it.
    unsafe fn run<'s>(
        &self,
        scope: &mut Scope<'s>,
        job: HandleObject,
        kept: Local<'s>,
        run: unsafe fn(&mut Scope<'s>, HandleObject) -> JsResult<()>,
    ) -> JsResult<()> {
        // SAFETY: it is a job; the call does not collect.
        let promise = unsafe { MaybeGetPromiseFromJSMicroTask(*job.ptr) };
        let promise = match promise.is_null() {
            true => scope.undefined(),
            false => scope.local(ObjectValue(promise)),
        };
        let undefined = scope.undefined();
        let before = self.before.get(scope);
        scope.call(before, undefined, &[kept, promise])?;
        // SAFETY: as above.
        let outcome = unsafe { run(scope, job) };
        if outcome.is_ok() {
            let after = self.after.get(scope);
            scope.call(after, undefined, &[kept, promise])?;
        }
        outcome
    }
}

/// What a debugger's function throws, at the end of the stack say, the engine wants to report by this object: it must be
/// there. It has one virtual function, which does nothing.
#[repr(transparent)]
struct NoReports(ScriptEnvironmentPreparer);

// SAFETY: nothing in it is ever changed.
unsafe impl Sync for NoReports {}

type Invoke = unsafe extern "C" fn(*mut ScriptEnvironmentPreparer, HandleObject, *mut c_void);

unsafe extern "C" fn report_nothing(
    _: *mut ScriptEnvironmentPreparer,
    _: HandleObject,
    _: *mut c_void,
) {
}

static VIRTUAL_FUNCTIONS: [Invoke; 1] = [report_nothing];
static NO_REPORTS: NoReports = NoReports(ScriptEnvironmentPreparer {
    vtable_: (&raw const VIRTUAL_FUNCTIONS).cast(),
});

fn drop_failures_of_debuggers(scope: &Scope<'_>) {
    // SAFETY: the object lives for ever, and the engine only calls its function.
    unsafe { SetScriptEnvironmentPreparer(scope.cx(), (&raw const NO_REPORTS.0).cast_mut()) };
}

impl<'s> Scope<'s> {
    /// Has functions told of jobs of promises from now on: `made(is_queued)`, `before(kept, promise)`, `after(kept, promise)`.
    pub fn watch_jobs(&mut self, made: Local<'_>, before: Local<'_>, after: Local<'_>) {
        let functions = JobFunctions {
            made: Persistent::new(self, made),
            before: Persistent::new(self, before),
            after: Persistent::new(self, after),
        };
        let watch = JobWatch::Functions(functions);
        self.state().jobs.set_watch(Rc::new(watch));
    }

    /// Has an observer told of jobs of promises from now on, in place of functions.
    pub fn observe_jobs(&mut self, observer: Rc<dyn JobObserver>) {
        self.state()
            .jobs
            .set_watch(Rc::new(JobWatch::Observer(observer)));
    }

    /// How many jobs and microtasks have been queued so far: the next one has this number.
    pub fn queued_jobs(&self) -> u64 {
        // SAFETY: the context is valid; the call does not collect.
        let waiting = unsafe { GetRegularMicroTaskCount(self.quiet_cx()) };
        self.state().jobs.taken_jobs() + waiting as u64
    }

    /// The number of the job that was taken from the queue last.
    pub fn last_job(&self) -> u64 {
        self.state().jobs.taken_jobs().wrapping_sub(1)
    }

    /// A function that turns a watch on and off: while it is on, `made` and `settled` are called with every promise of
    /// this realm that is made or settled.
    pub fn promise_watch(&mut self, made: Local<'_>, settled: Local<'_>) -> JsResult<Local<'s>> {
        let watched = self.global();
        self.in_debugger(WATCH, &[watched, made, settled])
    }

    /// What a function gives that is called in a realm of its own, where there is a `Debugger`. `source` is the function's.
    pub(crate) fn in_debugger(
        &mut self,
        source: &str,
        arguments: &[Local<'_>],
    ) -> JsResult<Local<'s>> {
        drop_failures_of_debuggers(self);
        let debugger = self.separate_realm()?;
        let result = self.in_realm(debugger, |scope| {
            rooted!(in(scope.cx()) let global = debugger.object_ptr().unwrap_or(ptr::null_mut()));
            // SAFETY: the global is rooted, and its realm is entered.
            Thrown::unless(unsafe { JS_DefineDebuggerObject(scope.cx(), global.handle().into()) })?;
            let function = scope.eval(source, HIDDEN_SCRIPT)?;
            let arguments = arguments
                .iter()
                .map(|argument| scope.in_compartment(*argument))
                .collect::<JsResult<Vec<_>>>()?;
            let undefined = scope.undefined();
            scope.call(function, undefined, &arguments)
        })?;
        self.in_compartment(result)
    }

    /// A value of any compartment as the current one may use it.
    fn in_compartment(&mut self, value: Local<'_>) -> JsResult<Local<'s>> {
        rooted!(in(self.cx()) let mut wrapped = value.get());
        // SAFETY: the place is rooted.
        Thrown::unless(unsafe { JS_WrapValue(self.cx(), wrapped.handle_mut().into()) })?;
        Ok(self.local(wrapped.get()))
    }
}
