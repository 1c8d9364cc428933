//! An operation, done at once or by the pool: what bindings for files, names and streams of bytes have in common.

use rondo_engine::{JsResult, Local, Scope, Thrown};
use rondo_loop::{Cancelled, Observer as _};

use crate::runtime::runtime;
use crate::sync_io;
use crate::turn::{Arguments, Callback};

/// Why an operation failed, on the way from the pool to the script.
pub(crate) trait Failed: Sized + Send + 'static {
    /// What async hooks call the request.
    const RESOURCE: &'static str = "FSREQCALLBACK";

    /// It was given up before it was begun.
    fn cancelled() -> Self;

    /// The error that the script gets.
    fn error<'s>(self, scope: &mut Scope<'s>) -> JsResult<Local<'s>>;

    /// Throws that error.
    fn throw(self, scope: &mut Scope<'_>) -> Thrown {
        match self.error(scope) {
            Ok(error) => scope.throw(error),
            Err(thrown) => thrown,
        }
    }
}

/// Has `job` done, at once if there is no callback, else by the pool, and its result made into a value by `make`.
pub(crate) fn perform<'s, T, E, J, M>(
    scope: &mut Scope<'s>,
    callback: Local<'s>,
    job: J,
    make: M,
) -> JsResult<Option<Local<'s>>>
where
    T: Send + 'static,
    E: Failed,
    J: FnOnce() -> Result<T, E> + Send + 'static,
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
pub(crate) fn give<'s, T, E: Failed>(
    scope: &mut Scope<'s>,
    outcome: Result<T, E>,
    make: impl FnOnce(&mut Scope<'s>, T) -> JsResult<Option<Local<'s>>>,
) -> JsResult<Option<Local<'s>>> {
    sync_io::noticed(scope);
    match outcome {
        Ok(value) => make(scope, value),
        Err(failure) => Err(failure.throw(scope)),
    }
}

/// What takes the outcome of a job to its callback, made into a value by `make`: `callback(null, value)` or
/// `callback(error)`.
pub(crate) fn answer<'s, T, E, M>(
    scope: &mut Scope<'s>,
    callback: Local<'s>,
    make: M,
) -> impl FnOnce(Result<T, E>) + 'static
where
    T: 'static,
    E: Failed,
    M: for<'a> FnOnce(&mut Scope<'a>, T) -> JsResult<Option<Local<'a>>> + 'static,
{
    let callback = Callback::of_request(scope, callback, E::RESOURCE);
    move |outcome| {
        callback.call(|scope| {
            Ok(match outcome {
                Ok(value) => {
                    let null = scope.null();
                    match make(scope, value)? {
                        Some(value) => Arguments::from([null, value]),
                        None => Arguments::from([null]),
                    }
                }
                Err(failure) => {
                    let error = failure.error(scope)?;
                    tell_recorder(scope, error)?;
                    Arguments::from([error])
                }
            })
        });
    }
}

/// Has the number of an error written down, if a recorder wants it.
fn tell_recorder<'s>(scope: &mut Scope<'s>, error: Local<'s>) -> JsResult<()> {
    if let Some(recorder) = &runtime(scope).recorder
        && let Some(number) = error.get_property(scope, "errno")?.as_number()
    {
        // The system's, as everywhere in a recording: scripts get it with a minus.
        recorder.detail("error", -number as i64);
    }
    Ok(())
}

/// The outcome of a job that the pool has done, or will never do.
pub(crate) fn finished<T, E: Failed>(result: Result<Result<T, E>, Cancelled>) -> Result<T, E> {
    result.unwrap_or_else(|Cancelled| Err(E::cancelled()))
}
