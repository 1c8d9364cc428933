//! An operation, done at once or by the pool.

use rondo_engine::{JsResult, Local, Scope};
use rondo_loop::Cancelled;
use rondo_loop::work::fs::FsError;

use super::failure::{Failure, Outcome};
use crate::runtime::runtime;
use crate::turn::{Arguments, Callback};

/// `callback(error)`
pub(super) fn failed<'s>(scope: &mut Scope<'s>, failure: Failure) -> JsResult<Arguments<'s>> {
    let error = failure.error(scope)?;
    Ok(([error; 3], 1))
}

/// Has `job` done, at once or by the pool, and its result made into a value by `make`.
pub(super) fn perform<'s, T, J, M>(
    scope: &mut Scope<'s>,
    callback: Local<'s>,
    job: J,
    make: M,
) -> JsResult<Option<Local<'s>>>
where
    T: Send + 'static,
    J: FnOnce() -> Outcome<T> + Send + 'static,
    M: for<'a> FnOnce(&mut Scope<'a>, T) -> JsResult<Option<Local<'a>>> + 'static,
{
    if callback.is_undefined() {
        return give(scope, job(), make);
    }
    let answer = answer(scope, callback, make);
    runtime(scope)
        .event_loop
        .queue_work(job, move |_, result| answer(finished(result)));
    Ok(None)
}

/// The outcome of a job that was done at once, made into a value by `make`.
pub(super) fn give<'s, T>(
    scope: &mut Scope<'s>,
    outcome: Outcome<T>,
    make: impl FnOnce(&mut Scope<'s>, T) -> JsResult<Option<Local<'s>>>,
) -> JsResult<Option<Local<'s>>> {
    match outcome {
        Ok(value) => make(scope, value),
        Err(failure) => Err(failure.throw(scope)),
    }
}

/// What takes the outcome of a job to its callback, made into a value by `make`.
pub(super) fn answer<'s, T, M>(
    scope: &mut Scope<'s>,
    callback: Local<'s>,
    make: M,
) -> impl FnOnce(Outcome<T>) + 'static
where
    T: 'static,
    M: for<'a> FnOnce(&mut Scope<'a>, T) -> JsResult<Option<Local<'a>>> + 'static,
{
    let callback = Callback::new(scope, callback);
    move |outcome| {
        callback.call(|scope| match outcome {
            Ok(value) => {
                let null = scope.null();
                Ok(match make(scope, value)? {
                    Some(value) => ([null, value, value], 2),
                    None => ([null; 3], 1),
                })
            }
            Err(failure) => failed(scope, failure),
        });
    }
}

/// The outcome of a job that the pool has done, or will never do.
pub(super) fn finished<T>(result: Result<Outcome<T>, Cancelled>) -> Outcome<T> {
    result.unwrap_or_else(|Cancelled| {
        let code = rustix::io::Errno::CANCELED.raw_os_error();
        Err(FsError {
            code,
            syscall: "cancel",
        }
        .into())
    })
}
