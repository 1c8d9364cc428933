//! `binding('task_queue')`: what the library needs to keep ticks, microtasks and rejections in order.

use rondo_engine::{Args, JsResult, Local, Persistent, Rejection, Scope};

use super::define;
use crate::runtime::{Hook, runtime};

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    let cells = runtime(scope).turns.view.get(scope);
    object.set_property(scope, "cells", cells)?;
    define(scope, object, "setHooks", set_hooks)?;
    define(scope, object, "queueMicrotask", queue_microtask)?;
    define(scope, object, "drain", drain)?;
    define(scope, object, "getAsyncContext", get_async_context)?;
    define(scope, object, "setAsyncContext", set_async_context)?;
    define(scope, object, "watchJobs", watch_jobs)?;
    define(scope, object, "promiseWatch", promise_watch)?;
    define(scope, object, "trackRejections", track_rejections)
}

/// `setHooks({ runTicks, ... })`: the functions that Rust is to call.
fn set_hooks<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let hooks = args.get(scope, 0);
    for (hook, name) in Hook::ALL {
        let function = hooks.get_property(scope, name)?;
        if function.is_function() {
            let function = Persistent::new(scope, function);
            runtime(scope).hooks.set(hook, function);
        }
    }
    Ok(())
}

/// `queueMicrotask(function)`
fn queue_microtask<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let function = args.get(scope, 0);
    scope.queue_microtask(function)
}

/// `drain()`: between two callbacks that JavaScript itself runs one after the other (timers of one
/// phase, say), the same as after a callback from the loop. Throws what a tick throws: the caller is left as
/// by a callback that throws.
fn drain<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    let runtime = runtime(scope);
    runtime.try_drain(scope)
}

/// `getAsyncContext()`: what AsyncLocalStorage keeps, or `undefined`.
fn get_async_context<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    Ok(scope.async_context())
}

/// `setAsyncContext(context)`
fn set_async_context<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let context = args.get(scope, 0);
    scope.set_async_context(context);
    Ok(())
}

/// `watchJobs(made, before, after)`: functions that hear of jobs of promises.
fn watch_jobs<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let [made, before, after] = [0, 1, 2].map(|place| args.get(scope, place));
    scope.watch_jobs(made, before, after);
    Ok(())
}

/// `promiseWatch(made, settled)`: a function that turns the watch of promises on and off.
fn promise_watch<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let (made, settled) = (args.get(scope, 0), args.get(scope, 1));
    scope.promise_watch(made, settled)
}

/// `trackRejections(function)`: called with a promise and whether it is handled now.
fn track_rejections<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let tracker = args.get(scope, 0);
    let tracker = Persistent::new(scope, tracker);
    runtime(scope).state.rejection_tracker.set(tracker).ok();
    scope.track_rejections(rejection_changed);
    Ok(())
}

fn rejection_changed(scope: &mut Scope<'_>, promise: Local<'_>, rejection: Rejection) {
    let Some(tracker) = runtime(scope).state.rejection_tracker.get() else {
        return;
    };
    let tracker = tracker.get(scope);
    let handled = scope.boolean(rejection == Rejection::HandledLate);
    let undefined = scope.undefined();
    // The tracker only keeps a list; an exception there can only be a lack of memory.
    if let Err(thrown) = scope.call(tracker, undefined, &[promise, handled]) {
        scope.catch(thrown);
    }
}
