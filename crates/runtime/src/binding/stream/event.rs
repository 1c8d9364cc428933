//! What happens to handles, and how the library hears of it.

use rondo_engine::{Args, JsResult, Local, Persistent, Scope};

use super::StreamHandle;
use crate::runtime::runtime;

/// What can happen to a handle.
#[derive(Clone, Copy)]
pub(super) enum Event {
    /// `(handle, count, bytes)`: bytes have come; or a negative error number
    Read,
    /// `(handle, status)`: a write that had to wait is over
    Written,
    /// `(handle, status)`: the sending side is shut down
    ShutDown,
    /// `(handle, status)`
    Connected,
    /// `(handle, status, client)`
    Connection,
    /// `(handle)`: in the closing phase
    Closed,
}

const NAMES: [&str; 6] = [
    "read",
    "written",
    "shutDown",
    "connected",
    "connection",
    "closed",
];

/// The library's functions, by event.
pub(super) struct Events([Persistent; NAMES.len()]);

/// `setCallbacks({ read, written, shutDown, connected, connection, closed })`
pub(super) fn set_callbacks<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let object = args.get(scope, 0);
    let mut functions = Vec::with_capacity(NAMES.len());
    for name in NAMES {
        let function = object.get_property(scope, name)?;
        functions.push(Persistent::new(scope, function));
    }
    if let Ok(functions) = functions.try_into() {
        let _ = runtime(scope).state.stream.events.set(Events(functions));
    }
    Ok(())
}

/// Enters JavaScript and tells the library of an event, in an async context. Nothing is told of a handle that has closed.
pub(super) fn tell<F>(
    handle: &StreamHandle,
    event: Event,
    context: Option<&Persistent>,
    arguments: F,
) where
    F: for<'s> FnOnce(&mut Scope<'s>) -> JsResult<[Local<'s>; 2]>,
{
    let Some(owner) = handle.owner.upgrade() else {
        return;
    };
    let Some(events) = owner.state.stream.events.get() else {
        return;
    };
    owner.enter(|scope| {
        let Some(object) = handle.object(scope) else {
            return Ok(());
        };
        if let Some(context) = context {
            scope.set_async_context(context.get(scope));
        }
        let function = events.0[event as usize].get(scope);
        let undefined = scope.undefined();
        let [first, second] = arguments(scope)?;
        scope
            .call(function, undefined, &[object, first, second])
            .map(drop)
    });
}

/// The async context of now, for the event that a request will lead to.
pub(super) fn context_of_request(scope: &Scope<'_>) -> Option<Persistent> {
    let context = scope.async_context();
    context.is_object().then(|| Persistent::new(scope, context))
}
