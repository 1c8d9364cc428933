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
        return match job() {
            Ok(value) => make(scope, value),
            Err(failure) => Err(failure.throw(scope)),
        };
    }
    let callback = Callback::new(scope, callback);
    runtime(scope).event_loop.queue_work(job, move |_, result| {
        callback.call(|scope| match finished(result) {
            Ok(value) => {
                let null = scope.null();
                Ok(match make(scope, value)? {
                    Some(value) => ([null, value, value], 2),
                    None => ([null; 3], 1),
                })
            }
            Err(failure) => failed(scope, failure),
        });
    });
    Ok(None)
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
