//! What happens to handles, and how the library hears of it.

use rondo_engine::{Args, JsResult, Local, Persistent, Scope};

use super::StreamHandle;
use rondo_loop::Observer as _;

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
}

const NAMES: [&str; 5] = ["read", "written", "shutDown", "connected", "connection"];

/// The library's functions.
pub(super) struct Events {
    by_event: [Persistent; NAMES.len()],
    /// `(length)`: makes a Uint8Array
    pub(super) bytes: Persistent,
}

/// `setCallbacks({ read, written, shutDown, connected, connection, bytes })`
pub(super) fn set_callbacks<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let object = args.get(scope, 0);
    let mut functions = Vec::with_capacity(NAMES.len());
    for name in NAMES {
        let function = object.get_property(scope, name)?;
        functions.push(Persistent::new(scope, function));
    }
    let bytes = object.get_property(scope, "bytes")?;
    let bytes = Persistent::new(scope, bytes);
    if let Ok(by_event) = functions.try_into() {
        let events = Events { by_event, bytes };
        let _ = runtime(scope).state.stream.events.set(events);
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
        let function = events.by_event[event as usize].get(scope);
        let undefined = scope.undefined();
        let [first, second] = arguments(scope)?;
        let recorder = owner.recorder.as_ref();
        if let Some(recorder) = recorder {
            recorder.run_begin(scope, handle.recorded.get());
            recorder.detail(NAMES[event as usize], 0);
        }
        let result = scope.call(function, undefined, &[object, first, second]);
        if let Some(recorder) = recorder {
            recorder.run_end(scope, handle.recorded.get());
        }
        result.map(drop)
    });
}

/// The async context of now, for the event that a request will lead to.
pub(super) fn context_of_request(scope: &Scope<'_>) -> Option<Persistent> {
    let context = scope.async_context();
    context.is_object().then(|| Persistent::new(scope, context))
}
