//! `binding('clone')`: what structuredClone needs of the engine. The walk through a value is in
//! `js/internal/structured_clone.js`.

use rondo_engine::{Args, JsResult, Local, ObjectKind, Scope};

use super::define;

/// The kinds of objects, in the order of their numbers.
const KINDS: [&str; 14] = [
    "other", "plain", "array", "date", "regexp", "map", "set", "error", "number", "string",
    "boolean", "bigint", "buffer", "view",
];

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    let kinds = scope.object()?;
    for (number, name) in KINDS.iter().enumerate() {
        let number = scope.number(number as f64);
        kinds.set_property(scope, *name, number)?;
    }
    object.set_property(scope, "kinds", kinds)?;
    define(scope, object, "kindOf", kind_of)?;
    define(scope, object, "structuredClone", structured_clone)
}

/// `kindOf(object)`: one of `kinds`. A proxy is other, whatever it stands for.
fn kind_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<u32> {
    let value = args.get(scope, 0);
    Ok(match value.object_kind(scope) {
        Some(ObjectKind::Plain) => 1,
        Some(ObjectKind::Array) => 2,
        Some(ObjectKind::Date) => 3,
        Some(ObjectKind::RegExp) => 4,
        Some(ObjectKind::Map) => 5,
        Some(ObjectKind::Set) => 6,
        Some(ObjectKind::Error) => 7,
        Some(ObjectKind::Number) => 8,
        Some(ObjectKind::String) => 9,
        Some(ObjectKind::Boolean) => 10,
        Some(ObjectKind::BigInt) => 11,
        Some(ObjectKind::ArrayBuffer | ObjectKind::SharedArrayBuffer) => 12,
        _ if value.buffer_kind().is_some() => 13,
        _ => 0,
    })
}

/// `structuredClone(value)`: a copy by the engine itself. That of a SharedArrayBuffer shares its
/// memory, which no JavaScript could do.
fn structured_clone<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let value = args.get(scope, 0);
    scope.structured_clone(value)
}
