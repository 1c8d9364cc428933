//! The words of errors that the engine throws: those of V8, which scripts and their tests know, where the
//! engine passes what they say.
//!
//! The engine has one table of formats. It is constant there, but nothing in it is compiled into code, so
//! that another text can be put in place of one before the engine starts. The engine relies on this: a
//! format names each of its arguments, as many as the entry says, exactly once.

use std::ffi::{CStr, c_void};
use std::ptr;

use mozjs::jsapi::JSErrNum::{self, *};
use mozjs::jsapi::JSErrorFormatString;
use mozjs::jsapi::js::GetErrorMessage;
use rustix::mm::{MprotectFlags, mprotect};
use rustix::param::page_size;

/// A number of the engine's, how many of its arguments are used, and the text.
type Message = (JSErrNum, u16, &'static CStr);

/// Puts the texts into the engine's table. Where its memory cannot be written the engine keeps its own.
///
/// # Safety
///
/// No other thread uses the engine meanwhile.
pub(crate) unsafe fn install() {
    let entries: Vec<_> = AT_RUN_TIME
        .iter()
        .chain(OF_PROXIES)
        .chain(IN_SYNTAX)
        .map(|&(number, arguments, text)| (entry(number), arguments, text))
        .collect();
    let first = entries
        .iter()
        .map(|entry| entry.0.addr())
        .min()
        .unwrap_or(0);
    let last = entries
        .iter()
        .map(|entry| entry.0.addr())
        .max()
        .unwrap_or(0);
    let start = first - first % page_size();
    let len = last + size_of::<JSErrorFormatString>() - start;
    let start: *mut c_void = ptr::with_exposed_provenance_mut(start);
    // SAFETY: the table holds pointers, so it lies in the pages that the loader has written them to and
    // then made read-only, together with others of that kind: nobody minds that they can be written for
    // a moment. The entries are the engine's own, and nobody reads them now. Texts live for ever.
    unsafe {
        if mprotect(start, len, MprotectFlags::READ | MprotectFlags::WRITE).is_err() {
            return;
        }
        for (entry, arguments, text) in entries {
            // A debug engine insists that a message has as many arguments as it was written for.
            if cfg!(feature = "debugmozjs") && arguments < (*entry).argCount {
                continue;
            }
            (*entry).format = text.as_ptr();
            (*entry).argCount = arguments;
        }
        let _ = mprotect(start, len, MprotectFlags::READ);
    }
}

/// The engine's entry of a number.
fn entry(number: JSErrNum) -> *mut JSErrorFormatString {
    // SAFETY: the function only looks up the number, which is one of the engine's.
    let entry = unsafe { GetErrorMessage(ptr::null_mut(), number as u32) };
    entry.expose_provenance();
    entry.cast_mut()
}

/// What scripts can run into.
#[rustfmt::skip]
const AT_RUN_TIME: &[Message] = &[
    (
        JSMSG_MODULE_NO_EXPORT,
        2,
        c"The requested module '{0}' does not provide an export named '{1}'",
    ),
    (
        JSMSG_CSP_BLOCKED_EVAL,
        0,
        c"Code generation from strings disallowed for this context",
    ),
    (
        JSMSG_CSP_BLOCKED_FUNCTION,
        0,
        c"Code generation from strings disallowed for this context",
    ),
    (
        JSMSG_CSP_BLOCKED_WASM,
        1,
        c"{0}(): Wasm code generation disallowed by embedder",
    ),
    (JSMSG_ALLOC_OVERFLOW, 0, c"Invalid string length"),
    (JSMSG_ASSIGN_TO_CALL, 0, c"Invalid left-hand side in assignment"),
    (JSMSG_BAD_APPLY_ARGS, 0, c"CreateListFromArrayLike called on non-object"),
    (JSMSG_BAD_ARRAY_LENGTH, 0, c"Invalid array length"),
    (JSMSG_BAD_CONST_ASSIGN, 0, c"Assignment to constant variable."),
    (JSMSG_BAD_DERIVED_RETURN, 0, c"Derived constructors may only return object or undefined"),
    (JSMSG_BAD_HERITAGE, 1, c"Class extends value {0} is not a constructor or null"),
    (JSMSG_BAD_INSTANCEOF_RHS, 0, c"Right-hand side of 'instanceof' is not an object"),
    (JSMSG_BAD_PROTOTYPE, 0, c"Function has non-object prototype in instanceof check"),
    (JSMSG_BAD_RADIX, 0, c"toString() radix argument must be between 2 and 36"),
    (JSMSG_BAD_URI, 0, c"URI malformed"),
    (JSMSG_BAD_WEAKREF_TARGET, 0, c"WeakRef: invalid target"),
    (JSMSG_BIGINT_DIVISION_BY_ZERO, 0, c"Division by zero"),
    (JSMSG_BIGINT_NEGATIVE_EXPONENT, 0, c"Exponent must be positive"),
    (JSMSG_BIGINT_NOT_SERIALIZABLE, 0, c"Do not know how to serialize a BigInt"),
    (JSMSG_BIGINT_TOO_LARGE, 0, c"Maximum BigInt size exceeded"),
    (JSMSG_BIGINT_TO_NUMBER, 0, c"Cannot mix BigInt and other types, use explicit conversions"),
    (JSMSG_BUILTIN_CTOR_NO_NEW, 1, c"Constructor {0} requires 'new'"),
    (JSMSG_CANNOT_RESOLVE_PROMISE_WITH_ITSELF, 0, c"Chaining cycle detected for promise #<Promise>"),
    (JSMSG_CANT_CALL_CLASS_CONSTRUCTOR, 0, c"Class constructor cannot be invoked without 'new'"),
    (JSMSG_CANT_CONVERT_TO, 2, c"Cannot convert {0} to {1}"),
    (JSMSG_CANT_DEFINE_PROP_OBJECT_NOT_EXTENSIBLE, 2, c"Cannot define property {1}, {0} is not extensible"),
    (JSMSG_CANT_DELETE, 1, c"Cannot delete property {0}"),
    (JSMSG_CANT_REDEFINE_PROP, 1, c"Cannot redefine property: {0}"),
    (JSMSG_CANT_SET_PROTO_CYCLE, 0, c"Cyclic __proto__ value"),
    (JSMSG_EMPTY_ARRAY_REDUCE, 0, c"Reduce of empty array with no initial value"),
    (JSMSG_EMPTY_ITERATOR_REDUCE, 0, c"Reduce of a done iterator with no initial value"),
    (JSMSG_GETTER_ONLY, 1, c"Cannot set property {0} which has only a getter"),
    (JSMSG_GET_ITER_RETURNED_PRIMITIVE, 0, c"Result of the Symbol.iterator method is not an object"),
    (JSMSG_GET_MISSING_PRIVATE, 0, c"Cannot read private member from an object whose class did not declare it"),
    (JSMSG_INCOMPATIBLE_PROTO, 3, c"Method {0}.prototype.{1} called on incompatible receiver {2}"),
    (JSMSG_INVALID_DATE, 0, c"Invalid time value"),
    (JSMSG_INVALID_DESCRIPTOR, 0, c"Invalid property descriptor. Cannot both specify accessors and a value or writable attribute, #<Object>"),
    (JSMSG_INVALID_LANGUAGE_TAG, 1, c"Invalid language tag: {0}"),
    (JSMSG_INVALID_NORMALIZE_FORM, 0, c"The normalization form should be one of NFC, NFD, NFKC, NFKD."),
    (JSMSG_IN_STRING, 2, c"Cannot use 'in' operator to search for {0} in {1}"),
    (JSMSG_JSON_CYCLIC_VALUE, 0, c"Converting circular structure to JSON"),
    (JSMSG_MODULE_AMBIGUOUS, 3, c"The requested module '{0}' contains conflicting star exports for name '{1}' with the previous requested module '{2}'"),
    (JSMSG_MODULE_CIRCULAR_IMPORT, 2, c"Detected cycle while resolving name '{1}' in '{0}'"),
    (JSMSG_MODULE_NO_EXPORT, 2, c"The requested module '{0}' does not provide an export named '{1}'"),
    (JSMSG_NESTING_GENERATOR, 0, c"Generator is already running"),
    (JSMSG_NONINTEGER_NUMBER_TO_BIGINT, 1, c"The number {0} cannot be converted to a BigInt because it is not an integer"),
    (JSMSG_NOT_A_CODEPOINT, 1, c"Invalid code point {0}"),
    (JSMSG_NOT_OBJORNULL, 1, c"Object prototype may only be an Object or null: {0}"),
    (JSMSG_OBJECT_REQUIRED_PROP_DESC, 1, c"Property description must be an object: {0}"),
    (JSMSG_OFFSET_OUT_OF_DATAVIEW, 0, c"Offset is outside the bounds of the DataView"),
    (JSMSG_OVER_RECURSED, 0, c"Maximum call stack size exceeded"),
    (JSMSG_PROMISE_ANY_REJECTION, 0, c"All promises were rejected"),
    (JSMSG_PROPERTY_FAIL, 2, c"Cannot read properties of {1} (reading {0})"),
    (JSMSG_PROPERTY_FAIL_EXPR, 3, c"Cannot read properties of {2} (reading {0} of {1})"),
    (JSMSG_READ_ONLY, 1, c"Cannot assign to read only property {0}"),
    (JSMSG_REINIT_THIS, 0, c"Super constructor may only be called once"),
    (JSMSG_RESULTING_STRING_TOO_LARGE, 0, c"Invalid string length"),
    (JSMSG_SET_MISSING_PRIVATE, 0, c"Cannot write private member to an object whose class did not declare it"),
    (JSMSG_SHARED_ARRAY_BAD_LENGTH, 0, c"Array buffer allocation failed"),
    (JSMSG_SOURCE_ARRAY_TOO_LONG, 0, c"offset is out of bounds"),
    (JSMSG_SYMBOL_TO_NUMBER, 0, c"Cannot convert a Symbol value to a number"),
    (JSMSG_SYMBOL_TO_STRING, 0, c"Cannot convert a Symbol value to a string"),
    (JSMSG_TEMPORAL_TIMEZONE_INVALID_IDENTIFIER, 1, c"Invalid time zone specified: {0}"),
    (JSMSG_TYPED_ARRAY_CONSTRUCT_OFFSET_MISALIGNED, 2, c"byte length of {0}Array should be a multiple of {1}"),
    (JSMSG_UNDECLARED_VAR, 1, c"{0} is not defined"),
    (JSMSG_UNINITIALIZED_LEXICAL, 1, c"Cannot access '{0}' before initialization"),
    (JSMSG_UNINITIALIZED_THIS, 0, c"Must call super constructor in derived class before accessing 'this' or returning from derived constructor"),
    (JSMSG_WASM_IND_CALL_BAD_SIG, 0, c"null function or function signature mismatch"),
    (JSMSG_WASM_IND_CALL_TO_NULL, 0, c"null function or function signature mismatch"),
    (JSMSG_WASM_INTEGER_OVERFLOW, 0, c"divide result unrepresentable"),
    (JSMSG_WASM_INT_DIVIDE_BY_ZERO, 0, c"divide by zero"),
    (JSMSG_WASM_INVALID_CONVERSION, 0, c"float unrepresentable in integer range"),
    (JSMSG_WASM_OUT_OF_BOUNDS, 0, c"memory access out of bounds"),
    (JSMSG_WASM_TABLE_OUT_OF_BOUNDS, 0, c"table index is out of bounds"),
    (JSMSG_WASM_UNREACHABLE, 0, c"unreachable"),
    (JSMSG_WEAKMAP_KEY_CANT_BE_HELD_WEAKLY, 0, c"Invalid value used as weak map key"),
    (JSMSG_WEAKSET_VAL_CANT_BE_HELD_WEAKLY, 0, c"Invalid value used in weak set"),
];

/// What proxies may not do. Where V8 tells more than the engine passes, as far as that goes; where it has several texts for one of the
/// engine's, the engine's own.
#[rustfmt::skip]
const OF_PROXIES: &[Message] = &[
    (JSMSG_BAD_GETPROTOTYPEOF_TRAP_RETURN, 0, c"'getPrototypeOf' on proxy: trap returned neither object nor null"),
    (JSMSG_CANT_DEFINE_INVALID, 1, c"'defineProperty' on proxy: trap returned truish for adding property {0}  that is incompatible with the existing property in the proxy target"),
    (JSMSG_CANT_DEFINE_NEW, 1, c"'defineProperty' on proxy: trap returned truish for adding property {0}  to the non-extensible proxy target"),
    (JSMSG_CANT_DEFINE_NE_AS_NC, 1, c"'defineProperty' on proxy: trap returned truish for defining non-configurable property {0} which is either non-existent or configurable in the proxy target"),
    (JSMSG_CANT_DELETE_NON_EXTENSIBLE, 1, c"'deleteProperty' on proxy: trap returned truish for property {0} but the proxy target is non-extensible"),
    (JSMSG_CANT_REPORT_AS_NON_EXTENSIBLE, 0, c"'preventExtensions' on proxy: trap returned truish but the proxy target is extensible"),
    (JSMSG_CANT_REPORT_C_AS_NC, 1, c"'getOwnPropertyDescriptor' on proxy: trap reported non-configurability for property {0} which is either non-existent or configurable in the proxy target"),
    (JSMSG_CANT_REPORT_E_AS_NE, 1, c"proxy can't report an existing own property {0} as non-existent on a non-extensible object"),
    (JSMSG_CANT_REPORT_INVALID, 1, c"'getOwnPropertyDescriptor' on proxy: trap returned descriptor for property {0} that is incompatible with the existing property in the proxy target"),
    (JSMSG_CANT_REPORT_NC_AS_NE, 1, c"proxy can't report a non-configurable own property {0} as non-existent"),
    (JSMSG_CANT_REPORT_NEW, 0, c"'ownKeys' on proxy: trap returned extra keys but proxy target is non-extensible"),
    (JSMSG_CANT_REPORT_NE_AS_NC, 1, c"'getOwnPropertyDescriptor' on proxy: trap reported non-configurability for property {0} which is either non-existent or configurable in the proxy target"),
    (JSMSG_CANT_SET_NW_NC, 1, c"'set' on proxy: trap returned truish for property {0} which exists in the proxy target as a non-configurable and non-writable data property with a different value"),
    (JSMSG_CANT_SET_WO_SETTER, 1, c"'set' on proxy: trap returned truish for property {0} which exists in the proxy target as a non-configurable and non-writable accessor property without a setter"),
    (JSMSG_CANT_SKIP_NC, 1, c"'ownKeys' on proxy: trap result did not include {0}"),
    (JSMSG_INCONSISTENT_GETPROTOTYPEOF_TRAP, 0, c"'getPrototypeOf' on proxy: proxy target is non-extensible but the trap did not return its actual prototype"),
    (JSMSG_INCONSISTENT_SETPROTOTYPEOF_TRAP, 0, c"'setPrototypeOf' on proxy: trap returned truish for setting a new prototype on the non-extensible proxy target"),
    (JSMSG_MUST_REPORT_SAME_VALUE, 1, c"'get' on proxy: property {0} is a read-only and non-configurable data property on the proxy target but the proxy did not return its actual value"),
    (JSMSG_MUST_REPORT_UNDEFINED, 1, c"'get' on proxy: property {0} is a non-configurable accessor property on the proxy target and does not have a getter function, but the trap did not return 'undefined'"),
    (JSMSG_OBJECT_REQUIRED_RET_OWNKEYS, 0, c"CreateListFromArrayLike called on non-object"),
    (JSMSG_OWNKEYS_DUPLICATE, 0, c"'ownKeys' on proxy: trap returned duplicate entries"),
    (JSMSG_PROXY_CONSTRUCT_OBJECT, 0, c"'construct' on proxy: trap returned non-object"),
    (JSMSG_PROXY_DEFINE_RETURNED_FALSE, 1, c"'defineProperty' on proxy: trap returned falsish for property {0}"),
    (JSMSG_PROXY_DELETE_RETURNED_FALSE, 1, c"'deleteProperty' on proxy: trap returned falsish for property {0}"),
    (JSMSG_PROXY_EXTENSIBILITY, 0, c"'isExtensible' on proxy: trap result does not reflect extensibility of proxy target"),
    (JSMSG_PROXY_GETOWN_OBJORUNDEF, 1, c"'getOwnPropertyDescriptor' on proxy: trap returned neither object nor undefined for property {0}"),
    (JSMSG_PROXY_PREVENTEXTENSIONS_RETURNED_FALSE, 0, c"'preventExtensions' on proxy: trap returned falsish"),
    (JSMSG_PROXY_REVOKED, 0, c"Cannot perform operation on a proxy that has been revoked"),
    (JSMSG_PROXY_SETPROTOTYPEOF_RETURNED_FALSE, 0, c"'setPrototypeOf' on proxy: trap returned falsish for property 'undefined'"),
    (JSMSG_PROXY_SET_RETURNED_FALSE, 1, c"'set' on proxy: trap returned falsish for property {0}"),
];

/// What keeps a script from being run.
#[rustfmt::skip]
const IN_SYNTAX: &[Message] = &[
    (JSMSG_AWAIT_OUTSIDE_ASYNC, 0, c"await is only valid in async functions and the top level bodies of modules"),
    (JSMSG_AWAIT_OUTSIDE_ASYNC_OR_MODULE, 0, c"await is only valid in async functions and the top level bodies of modules"),
    (JSMSG_BAD_CLASS_RANGE, 0, c"Invalid regular expression: Range out of order in character class"),
    (JSMSG_BAD_CONST_DECL, 0, c"Missing initializer in const declaration"),
    (JSMSG_BAD_CONTINUE, 0, c"Illegal continue statement: no surrounding iteration statement"),
    (JSMSG_BAD_DESTRUCT_DECL, 0, c"Missing initializer in destructuring declaration"),
    (JSMSG_BAD_DUP_ARGS, 0, c"Duplicate parameter name not allowed in this context"),
    (JSMSG_BAD_LEFTSIDE_OF_ASS, 0, c"Invalid left-hand side in assignment"),
    (JSMSG_BAD_NEWTARGET, 0, c"new.target expression is not allowed here"),
    (JSMSG_BAD_NEW_OPTIONAL, 0, c"Invalid optional chain from new expression"),
    (JSMSG_BAD_POW_LEFTSIDE, 0, c"Unary operator used immediately before exponentiation expression. Parenthesis must be used to disambiguate operator precedence"),
    (JSMSG_BAD_RETURN_OR_YIELD, 0, c"Illegal return statement"),
    (JSMSG_BAD_STRICT_ASSIGN, 0, c"Unexpected eval or arguments in strict mode"),
    (JSMSG_BAD_STRICT_ASSIGN_ARGUMENTS, 0, c"Unexpected eval or arguments in strict mode"),
    (JSMSG_BAD_STRICT_ASSIGN_EVAL, 0, c"Unexpected eval or arguments in strict mode"),
    (JSMSG_BAD_SUPER, 0, c"'super' keyword unexpected here"),
    (JSMSG_BAD_SUPERCALL, 0, c"'super' keyword unexpected here"),
    (JSMSG_BAD_SUPERPROP, 0, c"'super' keyword unexpected here"),
    (JSMSG_CATCH_OR_FINALLY, 0, c"Missing catch or finally after try"),
    (JSMSG_CLASS_STATIC_PROTO, 0, c"Classes may not have a static property named 'prototype'"),
    (JSMSG_DEPRECATED_DELETE_OPERAND, 0, c"Delete of an unqualified identifier in strict mode."),
    (JSMSG_DEPRECATED_OCTAL_LITERAL, 0, c"Octal literals are not allowed in strict mode."),
    (JSMSG_DUPLICATE_CAPTURE_NAME, 0, c"Invalid regular expression: Duplicate capture group name"),
    (JSMSG_DUPLICATE_CONSTRUCTOR, 0, c"A class may only have one constructor"),
    (JSMSG_DUPLICATE_FORMAL, 0, c"Duplicate parameter name not allowed in this context"),
    (JSMSG_DUPLICATE_PROTO_PROPERTY, 0, c"Duplicate __proto__ fields are not allowed in object literals"),
    (JSMSG_EOF_BEFORE_END_OF_LITERAL, 0, c"Invalid or unexpected token"),
    (JSMSG_EOL_BEFORE_END_OF_STRING, 0, c"Invalid or unexpected token"),
    (JSMSG_ESCAPE_AT_END_OF_REGEXP, 0, c"Invalid regular expression: \\ at end of pattern"),
    (JSMSG_EXPORT_DECL_AT_TOP_LEVEL, 0, c"Unexpected token 'export'"),
    (JSMSG_IDSTART_AFTER_NUMBER, 0, c"Invalid or unexpected token"),
    (JSMSG_ILLEGAL_CHARACTER, 0, c"Invalid or unexpected token"),
    (JSMSG_IMPORT_DECL_AT_TOP_LEVEL, 0, c"Cannot use import statement outside a module"),
    (JSMSG_IMPORT_META_OUTSIDE_MODULE, 0, c"Cannot use 'import.meta' outside a module"),
    (JSMSG_INVALID_CAPTURE_NAME, 0, c"Invalid regular expression: Invalid capture group name"),
    (JSMSG_INVALID_GROUP, 0, c"Invalid regular expression: Invalid group"),
    (JSMSG_INVALID_IDENTITY_ESCAPE, 0, c"Invalid regular expression: Invalid escape"),
    (JSMSG_INVALID_NAMED_CAPTURE_REF, 0, c"Invalid regular expression: Invalid named capture referenced"),
    (JSMSG_INVALID_NAMED_REF, 0, c"Invalid regular expression: Invalid named reference"),
    (JSMSG_INVALID_PROPERTY_NAME, 0, c"Invalid regular expression: Invalid property name"),
    (JSMSG_INVALID_UNICODE_ESCAPE, 0, c"Invalid regular expression: Invalid Unicode escape"),
    (JSMSG_LEXICAL_DECL_DEFINES_LET, 0, c"let is disallowed as a lexically bound name"),
    (JSMSG_LINE_BREAK_AFTER_THROW, 0, c"Illegal newline after throw"),
    (JSMSG_MISSING_BINARY_DIGITS, 0, c"Invalid or unexpected token"),
    (JSMSG_MISSING_EXPONENT, 0, c"Invalid or unexpected token"),
    (JSMSG_MISSING_HEXDIGITS, 0, c"Invalid or unexpected token"),
    (JSMSG_MISSING_OCTAL_DIGITS, 0, c"Invalid or unexpected token"),
    (JSMSG_MISSING_PAREN, 0, c"Invalid regular expression: Unterminated group"),
    (JSMSG_MISSING_PRIVATE_NAME, 0, c"Invalid or unexpected token"),
    (JSMSG_MISSING_EXPORT, 1, c"Export '{0}' is not defined in module"),
    (JSMSG_NOTHING_TO_REPEAT, 0, c"Invalid regular expression: Nothing to repeat"),
    (JSMSG_NUMBERS_OUT_OF_ORDER, 0, c"Invalid regular expression: numbers out of order in {} quantifier"),
    (JSMSG_NUMBER_END_WITH_UNDERSCORE, 0, c"Numeric separators are not allowed at the end of numeric literals"),
    (JSMSG_OF_AFTER_FOR_LOOP_DECL, 0, c"for-of loop variable declaration may not have an initializer."),
    (JSMSG_PARAMETER_AFTER_REST, 0, c"Rest parameter must be last formal parameter"),
    (JSMSG_REDECLARED_VAR, 2, c"Identifier '{1}' has already been declared ({0})"),
    (JSMSG_STRICT_CODE_WITH, 0, c"Strict mode code may not include a with statement"),
    (JSMSG_TOO_MANY_DEFAULTS, 0, c"More than one default clause in switch statement"),
    (JSMSG_TOUGH_BREAK, 0, c"Illegal break statement"),
    (JSMSG_UNEXPECTED_TOKEN_NO_EXPECT, 1, c"Unexpected token {0}"),
    (JSMSG_UNMATCHED_RIGHT_PAREN, 0, c"Invalid regular expression: Unmatched ')'"),
    (JSMSG_UNNAMED_FUNCTION_STMT, 0, c"Function statements require a function name"),
    (JSMSG_UNTERMINATED_COMMENT, 0, c"Invalid or unexpected token"),
    (JSMSG_UNTERMINATED_REGEXP, 0, c"Invalid regular expression: missing /"),
    (JSMSG_UNTERM_CLASS, 0, c"Invalid regular expression: Unterminated character class"),
];

#[cfg(test)]
mod tests {
    use super::{AT_RUN_TIME, IN_SYNTAX, OF_PROXIES, entry};

    #[test]
    fn every_argument_is_named_once() {
        for &(number, arguments, text) in AT_RUN_TIME.iter().chain(OF_PROXIES).chain(IN_SYNTAX) {
            let text = text.to_str().unwrap();
            for argument in 0..9 {
                let count = text.matches(&format!("{{{argument}}}")).count();
                assert_eq!(count, usize::from(argument < arguments), "{text}");
            }
            // SAFETY: an entry of the engine's table, which nobody writes to here.
            let passed = unsafe { (*entry(number)).argCount };
            assert!(arguments <= passed, "{text}");
        }
    }
}
