//! File operations as requests: what fails is a `Failure`.

use rondo_engine::{JsResult, Local, Scope};

use super::failure::Outcome;
use crate::request;

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
    request::perform(scope, callback, job, make)
}
