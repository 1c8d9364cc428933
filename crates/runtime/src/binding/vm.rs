//! `binding('vm')`: realms beside the program's own, and scripts that run in them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use rondo_engine::{Args, Interrupter, JsResult, Local, Origin, Scope, Thrown};

use super::define;
use crate::runtime::runtime;
use crate::stack;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "makeRealm", make_realm)?;
    define(scope, object, "makeEnvironment", make_environment)?;
    define(scope, object, "check", check)?;
    define(scope, object, "run", run)?;
    define(scope, object, "compileFunction", compile_function)
}

/// `makeRealm()`: the global object of a new realm.
fn make_realm<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    scope.new_realm(stack::install)
}

/// `makeEnvironment(global, target, added)`: what stands in for the global object, and leads to the target. What scripts
/// add to the global object all the same is told to the function.
fn make_environment<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let global = args.get(scope, 0);
    let target = args.get(scope, 1);
    let added = args.get(scope, 2);
    scope.environment(global, target, added)
}

/// The name, line and column of a script, from the argument at `index` on. Scripts count lines from 0.
fn with_origin<'s, R>(
    scope: &mut Scope<'s>,
    args: Args<'s>,
    index: usize,
    body: impl FnOnce(&mut Scope<'s>, Origin<'_>) -> JsResult<R>,
) -> JsResult<R> {
    let filename = args.get(scope, index).as_string(scope)?.unwrap_or_default();
    let place = |index| {
        let offset = args.get(scope, index).as_i32().unwrap_or(0);
        offset.saturating_add(1).max(1) as u32
    };
    let (line, column) = (place(index + 1), place(index + 2));
    let origin = Origin {
        filename: &filename,
        line,
        column,
    };
    body(scope, origin)
}

/// An exception is shown to `decorate` first, with the line and the column of the script at which it was thrown, if
/// known: `decorate(error, text, line, column)`.
fn decorated<'s, R>(
    scope: &mut Scope<'s>,
    outcome: JsResult<R>,
    args: Args<'s>,
    decorate: Local<'s>,
) -> JsResult<R> {
    let thrown = match outcome {
        Err(thrown) if decorate.is_function() => thrown,
        outcome => return outcome,
    };
    let Some((error, position)) = scope.catch_with_position(thrown) else {
        return Err(scope.stopped());
    };
    let filename = args.get(scope, 1).as_string(scope)?.unwrap_or_default();
    let undefined = scope.undefined();
    let (line, column) = match position.filter(|position| position.file == filename) {
        Some(position) => (
            scope.number(position.line.into()),
            scope.number(position.column.into()),
        ),
        None => (undefined, undefined),
    };
    let text = args.get(scope, 0);
    scope.call(decorate, undefined, &[error, text, line, column])?;
    Err(scope.throw(error))
}

/// `check(text, filename, line, column, decorate)`: throws if the script's syntax is wrong.
fn check<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let text = args.get(scope, 0);
    let outcome = with_origin(scope, args, 1, |scope, origin| {
        scope.check_script(text, origin)
    });
    let decorate = args.get(scope, 4);
    decorated(scope, outcome, args, decorate)
}

/// `run(text, filename, line, column, global, environment, timeout, makeTimeoutError, ownsMicrotasks, decorate)`: the completion
/// value of a script, run in the realm of `global` (this one, if there is none). If it has microtasks of its own, they
/// are run to their end.
fn run<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let timeout = args.get(scope, 6).as_number();
    let watchdog = timeout.map(|millis| Watchdog::start(scope, millis));
    let mut was_stopped = false;
    let outcome = if args.get(scope, 8).as_bool() == Some(true) {
        scope.with_own_microtasks(|scope| {
            let outcome = evaluate(scope, args);
            was_stopped = outcome.is_ok() && !finish_microtasks(scope);
            outcome
        })?
    } else {
        evaluate(scope, args)
    };
    let expired = watchdog.is_some_and(Watchdog::stop);
    if !expired || runtime(scope).has_ended() {
        let decorate = args.get(scope, 9);
        return decorated(scope, outcome, args, decorate);
    }
    if let Err(thrown) = outcome {
        // What the script threw by itself in the last moment counts.
        if let Some(error) = scope.catch(thrown) {
            return Err(scope.throw(error));
        }
    } else if !was_stopped {
        return outcome;
    }
    let make = args.get(scope, 7);
    let undefined = scope.undefined();
    let error = scope.call(make, undefined, &[])?;
    Err(scope.throw(error))
}

fn evaluate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let text = args.get(scope, 0);
    let global = args.get(scope, 4);
    let environment = args.get(scope, 5);
    let environment = environment.is_object().then_some(environment);
    with_origin(scope, args, 1, |scope, origin| {
        scope.in_realm(global, |scope| scope.run_script(text, origin, environment))
    })
}

/// Runs microtasks until none waits; gives whether they came to their end.
fn finish_microtasks(scope: &mut Scope<'_>) -> bool {
    let owner = runtime(scope).clone();
    let mut done = true;
    scope.run_microtasks(&mut |scope: &mut Scope<'_>, thrown: Thrown| {
        match scope.catch(thrown) {
            Some(error) => owner.hand_over(scope, error, None),
            None => done = false,
        }
        done && !owner.has_ended()
    });
    done
}

/// Stops what runs when its time is over.
struct Watchdog {
    thread: Option<JoinHandle<()>>,
    done: Sender<()>,
    expired: Arc<AtomicBool>,
    interrupter: Interrupter,
}

impl Watchdog {
    fn start(scope: &Scope<'_>, millis: f64) -> Watchdog {
        let interrupter = scope.interrupter();
        let expired = Arc::new(AtomicBool::new(false));
        let (done, finished) = mpsc::channel();
        let (stops, says) = (interrupter.clone(), expired.clone());
        let watch = move || {
            let time = Duration::from_millis(millis as u64);
            if finished.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                says.store(true, Ordering::SeqCst);
                stops.stop();
            }
        };
        Watchdog {
            // Without a thread nothing is stopped.
            thread: std::thread::Builder::new().spawn(watch).ok(),
            done,
            expired,
            interrupter,
        }
    }

    /// Ends the watch, and says whether the time was over.
    fn stop(mut self) -> bool {
        drop(std::mem::replace(&mut self.done, mpsc::channel().0));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        let expired = self.expired.load(Ordering::SeqCst);
        if expired {
            self.interrupter.cancel_stop();
        }
        expired
    }
}

/// `compileFunction(text, filename, line, column, parameters, global, environments, decorate, referrer)`: `referrer` is who
/// asks when the function asks for a module with `import()` (see `modules.rs`).
fn compile_function<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let text = args.get(scope, 0);
    let parameters = list(scope, args.get(scope, 4), |scope, name| name.to_text(scope))?;
    let global = args.get(scope, 5);
    let environments = list(scope, args.get(scope, 6), |_, object| Ok(object))?;
    let outcome = with_origin(scope, args, 1, |scope, origin| {
        let function = scope.in_realm(global, |scope| {
            scope.compile_function_in(&parameters, text, origin, &environments)
        })?;
        let referrer = args.get(scope, 8);
        scope.set_function_referrer(function, referrer)?;
        Ok(function)
    });
    let decorate = args.get(scope, 7);
    decorated(scope, outcome, args, decorate)
}

/// The items of an array.
fn list<'s, T>(
    scope: &mut Scope<'s>,
    array: Local<'s>,
    read: impl Fn(&mut Scope<'s>, Local<'s>) -> JsResult<T>,
) -> JsResult<Vec<T>> {
    let mut items = Vec::new();
    for index in 0..array.array_length(scope)?.unwrap_or(0) {
        let item = array.get_index(scope, index)?;
        items.push(read(scope, item)?);
    }
    Ok(items)
}
