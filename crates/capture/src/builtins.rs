//! What the language has: which names are captured, and how.

/// Globals of the language that library files may name.
pub(crate) const GLOBALS: &[&str] = &[
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "Atomics",
    "BigInt",
    "BigInt64Array",
    "BigUint64Array",
    "Boolean",
    "DataView",
    "Date",
    "Error",
    "EvalError",
    "FinalizationRegistry",
    "Float16Array",
    "Float32Array",
    "Float64Array",
    "Function",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Intl",
    "Iterator",
    "JSON",
    "Map",
    "Math",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "Reflect",
    "RegExp",
    "Set",
    "SharedArrayBuffer",
    "String",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "URIError",
    "Uint16Array",
    "Uint32Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "WebAssembly",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "unescape",
];

/// Globals that few programs need: the engine makes a class when it is first asked for, so these are not
/// asked for at the start. The class is the engine's own even then; what a script has done to its methods counts.
pub(crate) const LATE: &[&str] = &[
    "AggregateError",
    "Atomics",
    "BigInt",
    "BigInt64Array",
    "BigUint64Array",
    "Boolean",
    "DataView",
    "Date",
    "EvalError",
    "FinalizationRegistry",
    "Float32Array",
    "Float64Array",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Intl",
    "Iterator",
    "Proxy",
    "ReferenceError",
    "SharedArrayBuffer",
    "SyntaxError",
    "URIError",
    "Uint16Array",
    "Uint32Array",
    "Uint8ClampedArray",
    "WeakSet",
    "WebAssembly",
];

/// What a start needs of `$`. The rest comes with the first thing that is not here.
pub(crate) const AT_START: &[&str] = &[
    "Array",
    "Array_isArray",
    "Error",
    "Function",
    "Function_prototype_call",
    "JSON_parse",
    "Map",
    "Math_trunc",
    "Number",
    "Object_assign",
    "Object_create",
    "Object_defineProperties",
    "Object_defineProperty",
    "Object_getOwnPropertyDescriptor",
    "Object_getPrototypeOf",
    "Object_is",
    "Object_keys",
    "OwnMap",
    "OwnWeakMap",
    "Reflect_apply",
    "String",
    "Symbol",
    "Symbol_for",
    "charCodeAt",
    "concat",
    "endsWith",
    "filter",
    "includes",
    "indexOf",
    "join",
    "lastIndexOf",
    "pop",
    "push",
    "set",
    "slice",
    "startsWith",
    "substring",
    "unshift",
];

/// Names that mean the same whatever a script does.
pub(crate) const FIXED: &[&str] = &["Infinity", "NaN", "arguments", "globalThis", "undefined"];

/// Classes whose instances are the library's own when made with `new`: they get a class with methods
/// of its own.
pub(crate) const COLLECTIONS: &[&str] = &[
    "FinalizationRegistry",
    "Map",
    "Set",
    "WeakMap",
    "WeakRef",
    "WeakSet",
];

/// Functions of constructors and namespaces, by their owner.
const STATICS: &[(&str, &[&str])] = &[
    ("Array", &["from", "isArray", "of"]),
    ("ArrayBuffer", &["isView"]),
    (
        "Atomics",
        &["add", "load", "notify", "or", "store", "sub", "wait"],
    ),
    ("BigInt", &["asIntN", "asUintN"]),
    ("Date", &["UTC", "now", "parse"]),
    ("Error", &["captureStackTrace"]),
    ("JSON", &["parse", "stringify"]),
    (
        "Math",
        &[
            "abs", "ceil", "clz32", "floor", "log", "log10", "log2", "max", "min", "pow", "random",
            "round", "sign", "sqrt", "trunc",
        ],
    ),
    (
        "Number",
        &[
            "isFinite",
            "isInteger",
            "isNaN",
            "isSafeInteger",
            "parseFloat",
            "parseInt",
        ],
    ),
    (
        "Object",
        &[
            "assign",
            "create",
            "defineProperties",
            "defineProperty",
            "entries",
            "freeze",
            "fromEntries",
            "getOwnPropertyDescriptor",
            "getOwnPropertyDescriptors",
            "getOwnPropertyNames",
            "getOwnPropertySymbols",
            "getPrototypeOf",
            "groupBy",
            "hasOwn",
            "is",
            "isExtensible",
            "isFrozen",
            "isSealed",
            "keys",
            "preventExtensions",
            "seal",
            "setPrototypeOf",
            "values",
        ],
    ),
    (
        "Promise",
        &[
            "all",
            "allSettled",
            "any",
            "race",
            "reject",
            "resolve",
            "withResolvers",
        ],
    ),
    (
        "Reflect",
        &[
            "apply",
            "construct",
            "defineProperty",
            "deleteProperty",
            "get",
            "getOwnPropertyDescriptor",
            "getPrototypeOf",
            "has",
            "isExtensible",
            "ownKeys",
            "preventExtensions",
            "set",
            "setPrototypeOf",
        ],
    ),
    ("String", &["fromCharCode", "fromCodePoint", "raw"]),
    ("Symbol", &["for", "keyFor"]),
];

/// Statics that make an instance of what they are called on, or call its other statics.
pub(crate) const NEED_OWNER: &[&str] = &["Array", "Promise"];

/// Statics that go through an iterable.
pub(crate) const ITERATING: &[&str] = &[
    "Array_from",
    "Object_fromEntries",
    "Promise_all",
    "Promise_allSettled",
    "Promise_any",
    "Promise_race",
];

/// Methods by the kinds of receivers that have them: S for strings, A for arrays, T for typed arrays,
/// N for numbers.
const METHODS: &[(&str, &str)] = &[
    ("at", "SA"),
    ("charAt", "S"),
    ("charCodeAt", "S"),
    ("codePointAt", "S"),
    ("concat", "SA"),
    ("copyWithin", "AT"),
    ("endsWith", "S"),
    ("every", "A"),
    ("fill", "AT"),
    ("filter", "A"),
    ("find", "A"),
    ("findIndex", "A"),
    ("findLast", "A"),
    ("findLastIndex", "A"),
    ("flat", "A"),
    ("flatMap", "A"),
    ("forEach", "A"),
    ("includes", "SA"),
    ("indexOf", "SA"),
    ("isWellFormed", "S"),
    ("join", "A"),
    ("lastIndexOf", "SA"),
    ("localeCompare", "S"),
    ("map", "A"),
    ("normalize", "S"),
    ("padEnd", "S"),
    ("padStart", "S"),
    ("pop", "A"),
    ("push", "A"),
    ("reduce", "A"),
    ("reduceRight", "A"),
    ("repeat", "S"),
    ("reverse", "A"),
    ("set", "T"),
    ("shift", "A"),
    ("slice", "SAT"),
    ("some", "A"),
    ("sort", "A"),
    ("splice", "A"),
    ("startsWith", "S"),
    ("subarray", "T"),
    ("substring", "S"),
    ("toFixed", "N"),
    ("toLowerCase", "S"),
    ("toReversed", "A"),
    ("toSorted", "A"),
    ("toString", "SN"),
    ("toUpperCase", "S"),
    ("toWellFormed", "S"),
    ("trim", "S"),
    ("trimEnd", "S"),
    ("trimStart", "S"),
    ("unshift", "A"),
];

/// Methods that depend on more than one built-in, or that receivers may lack: `snapshot.js` itself says how
/// they are checked.
pub(crate) const CHECKED_METHODS: &[&str] = &[
    "apply",
    "bind",
    "call",
    "catch",
    "exec",
    "finally",
    "match",
    "matchAll",
    "replace",
    "replaceAll",
    "search",
    "split",
    "test",
    "then",
];

/// The kinds of receivers that have a method of this name.
pub(crate) fn kinds_of(method: &str) -> Option<&'static str> {
    let index = METHODS.binary_search_by(|(name, _)| (*name).cmp(method));
    index.ok().map(|index| METHODS[index].1)
}

/// Whether a global has a function of this name that is captured.
pub(crate) fn is_static(owner: &str, name: &str) -> bool {
    STATICS
        .iter()
        .any(|(known, names)| *known == owner && names.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::METHODS;

    #[test]
    fn methods_are_in_order() {
        assert!(METHODS.is_sorted_by_key(|(name, _)| name));
    }
}
