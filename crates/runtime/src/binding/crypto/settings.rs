//! Settings of the whole process.

use rondo_crypto::settings;
use rondo_engine::{Args, JsResult, Local, Scope};

use crate::binding::define;
use crate::options;
use crate::request::Failed;
use crate::runtime::runtime;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "getFips", get_fips)?;
    define(scope, object, "setFips", set_fips)?;
    define(scope, object, "secureHeap", secure_heap)?;
    // Whatever asks for crypto comes by here.
    if let Some((size, least)) = options::secure_heap(&runtime(scope).settings.options) {
        settings::make_secure_heap(size, least);
    }
    Ok(())
}

/// `getFips()`
fn get_fips<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<bool> {
    Ok(settings::has_fips())
}

/// `setFips(enabled)`: whatever was looked up is looked up again.
fn set_fips<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    runtime(scope).state.crypto.hash.forget_names();
    settings::set_fips(args.get(scope, 0).truthy()).map_err(|error| error.throw(scope))
}

/// `secureHeap()`: `[total, used, least]`
fn secure_heap<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let heap = settings::secure_heap();
    let numbers = [heap.total, heap.used, heap.least].map(|number| scope.number(number as f64));
    scope.array(&numbers)
}
