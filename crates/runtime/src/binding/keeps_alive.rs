//! `ref()`, `unref()` and `hasRef()` of the handles that scripts have.

use rondo_engine::{Args, HostObject, JsResult, Local, Scope};
use rondo_loop::Handle;

use super::define;
use crate::runtime::runtime;

/// What stands behind an object that may keep the loop alive.
pub(super) trait KeepsAlive: HostObject {
    /// The kind of the loop's handle.
    type Handle: Handle;

    /// The loop's handle; `None` once it is being closed.
    fn handle(&self) -> Option<Self::Handle>;
}

/// Defines the three methods for objects that `T` stands behind.
pub(super) fn methods<'s, T: KeepsAlive>(
    scope: &mut Scope<'s>,
    prototype: Local<'s>,
) -> JsResult<()> {
    define(scope, prototype, "ref", ref_::<T>)?;
    define(scope, prototype, "unref", unref::<T>)?;
    define(scope, prototype, "hasRef", has_ref::<T>)
}

fn this<'s, T: KeepsAlive>(scope: &Scope<'s>, args: &Args<'s>) -> Option<T::Handle> {
    args.this().host_data::<T>(scope)?.handle()
}

/// `ref()`: it keeps the loop alive while it is active.
fn ref_<'s, T: KeepsAlive>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(handle) = this::<T>(scope, &args) {
        handle.ref_(&runtime(scope).event_loop);
    }
    Ok(())
}

/// `unref()`: the loop may end although it is active.
fn unref<'s, T: KeepsAlive>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(handle) = this::<T>(scope, &args) {
        handle.unref(&runtime(scope).event_loop);
    }
    Ok(())
}

/// `hasRef()`
fn has_ref<'s, T: KeepsAlive>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let lp = &runtime(scope).event_loop;
    Ok(this::<T>(scope, &args).is_some_and(|handle| handle.has_ref(lp)))
}
