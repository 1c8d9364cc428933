//! `binding('util')`: looks into objects that JavaScript itself cannot take.

use rondo_engine::{Args, JsResult, Local, PromiseState, Scope};

use super::define;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "getPromiseDetails", get_promise_details)?;
    define(scope, object, "fulfilled", fulfilled)?;
    define(scope, object, "getProxyDetails", get_proxy_details)?;
    define(scope, object, "previewEntries", preview_entries)?;
    define(
        scope,
        object,
        "getOwnNonIndexProperties",
        get_own_non_index_properties,
    )?;
    define(scope, object, "hasShapeOf", has_shape_of)?;
    define(scope, object, "getConstructorName", get_constructor_name)
}

/// `getPromiseDetails(promise)`: `[state, result]`, where state is 0 (pending), 1 (fulfilled) or 2
/// (rejected); `undefined` if it is no promise.
fn get_promise_details<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let promise = args.get(scope, 0);
    let Some(state) = promise.promise_state() else {
        return Ok(None);
    };
    let number = scope.number(match state {
        PromiseState::Pending => 0.0,
        PromiseState::Fulfilled => 1.0,
        PromiseState::Rejected => 2.0,
    });
    let result = promise
        .promise_result(scope)
        .unwrap_or_else(|| scope.undefined());
    scope.array(&[number, result]).map(Some)
}

/// `fulfilled(value)`: a promise that is fulfilled with the value, which has no `then`.
fn fulfilled<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let value = args.get(scope, 0);
    scope.fulfilled_promise(value)
}

/// `getProxyDetails(value)`: `[target, handler]`, both null once the proxy is revoked; `undefined` if
/// it is no proxy.
fn get_proxy_details<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    match args.get(scope, 0).proxy_parts(scope) {
        Some((target, handler)) => scope.array(&[target, handler]).map(Some),
        None => Ok(None),
    }
}

/// `previewEntries(collection)`: `[items, isKeyed]` of a Map, a Set, an iterator of one (which stays
/// where it is), a WeakMap or a WeakSet. Where `isKeyed`, items are keys and values in turn.
fn preview_entries<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    match args.get(scope, 0).preview_entries(scope)? {
        Some((items, is_keyed)) => {
            let is_keyed = scope.boolean(is_keyed);
            scope.array(&[items, is_keyed]).map(Some)
        }
        None => Ok(None),
    }
}

/// `getOwnNonIndexProperties(object, onlyEnumerable)`: keys, strings before symbols.
fn get_own_non_index_properties<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let only_enumerable = args.get(scope, 1).truthy();
    args.get(scope, 0)
        .own_keys_but_indices(scope, only_enumerable)
}

/// `hasShapeOf(object, other)`: whether it is sure that both have the same keys, indices aside.
fn has_shape_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let other = args.get(scope, 1);
    Ok(args.get(scope, 0).has_shape_of(other))
}

/// `getConstructorName(object)`: the name of the engine's own class.
fn get_constructor_name<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let name = args.get(scope, 0).class_name().unwrap_or("");
    scope.string(name)
}
