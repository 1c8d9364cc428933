//! `Invalid typed array length: -1`: what a script has given for the length, which the engine does not tell.
//!
//! The program is linked with `--wrap` for the two functions of the engine that refuse such a length
//! (`crates/cli/build.rs`), so that their callers come here first. Where it is not, nothing here is used.

use std::ffi::c_uint;
use std::ptr;

use mozjs::jsapi::{
    Construct1, ExceptionStackBehavior, HandleObject, HandleValue, HandleValueArray,
    JS_ClearPendingException, JS_ConcatStrings, JS_GetClassObject, JS_SetPendingException,
    JSContext, JSErrNum, JSObject, JSProtoKey, ToStringSlow,
};
use mozjs::jsval::{Int32Value, ObjectValue, StringValue};
use mozjs::rooted;
use mozjs::rust::ValueArray;

use crate::source_of::new_string;

unsafe extern "C" {
    /// `js::ToIndexSlow`: for all but small integers.
    #[link_name = "__real__ZN2js11ToIndexSlowEP9JSContextN2JS6HandleINS2_5ValueEEEjPm"]
    fn ToIndex(cx: *mut JSContext, value: HandleValue, error: c_uint, index: *mut u64) -> bool;
    /// `js::NewTypedArrayWithTemplateAndLength`: asked by compiled code.
    #[link_name = "__real__ZN2js34NewTypedArrayWithTemplateAndLengthEP9JSContextN2JS6HandleIP8JSObjectEEi"]
    fn NewArray(cx: *mut JSContext, template: HandleObject, length: i32) -> *mut JSObject;
}

#[unsafe(export_name = "__wrap__ZN2js11ToIndexSlowEP9JSContextN2JS6HandleINS2_5ValueEEEjPm")]
unsafe extern "C" fn to_index(
    cx: *mut JSContext,
    value: HandleValue,
    error: c_uint,
    index: *mut u64,
) -> bool {
    // SAFETY: the engine calls this in place of its own function, with what that would get.
    unsafe {
        let done = ToIndex(cx, value, error, index);
        // Of the callers only the constructors of typed arrays name this error. Numbers and strings can always be converted: if
        // it failed the length is out of range.
        let is_refused_length = !done
            && error == JSErrNum::JSMSG_BAD_ARRAY_LENGTH as c_uint
            && (value.is_number() || value.is_string());
        if is_refused_length {
            JS_ClearPendingException(cx);
            throw_bad_length(cx, value);
        }
        done
    }
}

#[unsafe(export_name = "__wrap__ZN2js34NewTypedArrayWithTemplateAndLengthEP9JSContextN2JS6HandleIP8JSObjectEEi")]
unsafe extern "C" fn new_array(
    cx: *mut JSContext,
    template: HandleObject,
    length: i32,
) -> *mut JSObject {
    // SAFETY: as above; the value is rooted.
    unsafe {
        if length >= 0 {
            return NewArray(cx, template, length);
        }
        rooted!(in(cx) let value = Int32Value(length));
        throw_bad_length(cx, value.handle().into());
        ptr::null_mut()
    }
}

/// Throws the error, or one for lack of memory.
///
/// # Safety
/// The context is valid, the value a number or a string.
unsafe fn throw_bad_length(cx: *mut JSContext, value: HandleValue) {
    // SAFETY: all is rooted. What fails has thrown.
    unsafe {
        // That function is for what is no string yet.
        rooted!(in(cx) let given = match value.is_string() {
            true => value.to_string(),
            false => ToStringSlow(cx, value),
        });
        rooted!(in(cx) let begin = new_string(cx, "Invalid typed array length: "));
        if given.is_null() || begin.is_null() {
            return;
        }
        let (begin, given) = (begin.handle().into(), given.handle().into());
        rooted!(in(cx) let words = JS_ConcatStrings(cx, begin, given));
        rooted!(in(cx) let mut class = ptr::null_mut::<JSObject>());
        let key = JSProtoKey::JSProto_RangeError;
        if words.is_null() || !JS_GetClassObject(cx, key, class.handle_mut().into()) {
            return;
        }
        rooted!(in(cx) let constructor = ObjectValue(class.get()));
        rooted!(in(cx) let arguments = ValueArray::new([StringValue(&*words.get())]));
        rooted!(in(cx) let mut error = ptr::null_mut::<JSObject>());
        let arguments = HandleValueArray::from(&arguments);
        let made = Construct1(
            cx,
            constructor.handle().into(),
            &arguments,
            error.handle_mut().into(),
        );
        if made {
            rooted!(in(cx) let error = ObjectValue(error.get()));
            let error = error.handle().into();
            JS_SetPendingException(cx, error, ExceptionStackBehavior::Capture);
        }
    }
}
