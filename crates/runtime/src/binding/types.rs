//! `binding('types')`: what kind of object a value is, by the engine's own classes.

use rondo_engine::{Args, BufferKind, JsResult, Local, ObjectKind, Scope};

use super::define;

/// A function of one argument that answers yes or no, for each of the tests.
macro_rules! tests {
    ($($name:literal, $function:ident: |$scope:ident, $value:ident| $test:expr;)*) => {
        $(fn $function<'s>($scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
            let $value = args.get($scope, 0);
            Ok($test)
        })*

        pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
            $(define(scope, object, $name, $function)?;)*
            Ok(())
        }
    };
}

tests! {
    "isArgumentsObject", is_arguments: |scope, value| is(scope, value, ObjectKind::Arguments);
    "isArrayBuffer", is_array_buffer: |scope, value|
        value.buffer_kind() == Some(BufferKind::ArrayBuffer);
    "isAsyncFunction", is_async_function: |scope, value| value.is_async_function();
    "isBigIntObject", is_bigint: |scope, value| is(scope, value, ObjectKind::BigInt);
    "isBooleanObject", is_boolean: |scope, value| is(scope, value, ObjectKind::Boolean);
    "isDate", is_date: |scope, value| is(scope, value, ObjectKind::Date);
    // There are no native addons, whose objects these would be.
    "isExternal", is_external: |scope, _value| false;
    "isGeneratorFunction", is_generator_function: |scope, value| value.is_generator_function();
    "isGeneratorObject", is_generator: |scope, value|
        matches!(value.class_name(), Some("Generator" | "AsyncGenerator"));
    "isMap", is_map: |scope, value| is(scope, value, ObjectKind::Map);
    "isMapIterator", is_map_iterator: |scope, value| is(scope, value, ObjectKind::MapIterator);
    "isModuleNamespaceObject", is_namespace: |scope, value| value.is_module_namespace();
    "isNativeError", is_error: |scope, value| is(scope, value, ObjectKind::Error);
    "isNumberObject", is_number: |scope, value| is(scope, value, ObjectKind::Number);
    "isPromise", is_promise: |scope, value| value.is_promise();
    "isProxy", is_proxy: |scope, value| value.is_proxy();
    "isRegExp", is_regexp: |scope, value| is(scope, value, ObjectKind::RegExp);
    "isSet", is_set: |scope, value| is(scope, value, ObjectKind::Set);
    "isSetIterator", is_set_iterator: |scope, value| is(scope, value, ObjectKind::SetIterator);
    "isSharedArrayBuffer", is_shared_array_buffer: |scope, value|
        value.buffer_kind() == Some(BufferKind::SharedArrayBuffer);
    "isStringObject", is_string: |scope, value| is(scope, value, ObjectKind::String);
    "isSymbolObject", is_symbol: |scope, value| value.class_name() == Some("Symbol");
    "isWeakMap", is_weak_map: |scope, value| value.class_name() == Some("WeakMap");
    "isWeakSet", is_weak_set: |scope, value| value.class_name() == Some("WeakSet");
}

fn is(scope: &mut Scope<'_>, value: Local<'_>, kind: ObjectKind) -> bool {
    value.object_kind(scope) == Some(kind)
}
