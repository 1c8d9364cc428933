//! What the engine's messages say of values and names: as V8 says it.
//!
//! Left alone the engine writes an object that it has no name for down as a whole, which takes for ever if it is large, or is
//! built of parts that it has in common many times over; and it calls getters for it. The program is linked with `--wrap` for
//! two of the engine's functions (`crates/cli/build.rs`), so that their callers come here first. Where it is not, nothing
//! here is used.

use std::ffi::{CStr, c_int};

use mozjs::jsapi::{
    HandleId, HandleValue, JS_ConcatStrings, JS_NewStringCopyN, JS_ObjectIsFunction, JSContext,
    JSString,
};
use mozjs::rooted;
use mozjs::rust::get_object_class;

unsafe extern "C" {
    /// `js::ValueToSource`
    #[link_name = "__real__ZN2js13ValueToSourceEP9JSContextN2JS6HandleINS2_5ValueEEE"]
    fn WrittenDown(cx: *mut JSContext, value: HandleValue) -> *mut JSString;
    /// `js::ReportIsNullOrUndefinedForPropertyAccess`
    #[link_name = "__real__ZN2js40ReportIsNullOrUndefinedForPropertyAccessEP9JSContextN2JS6HandleINS2_5ValueEEEiNS3_INS2_11PropertyKeyEEE"]
    fn ReportNoObject(cx: *mut JSContext, value: HandleValue, place: c_int, key: HandleId);
}

/// `JSDVG_IGNORE_STACK`: the value's name in the source is not looked for.
const UNNAMED: c_int = 0;

#[unsafe(export_name = "__wrap__ZN2js13ValueToSourceEP9JSContextN2JS6HandleINS2_5ValueEEE")]
unsafe extern "C" fn source_of(cx: *mut JSContext, value: HandleValue) -> *mut JSString {
    // SAFETY: the engine calls this in place of its own function, with what that would get; names of classes are static.
    unsafe {
        if value.is_string() {
            return quoted(cx, value.to_string());
        }
        if !value.is_object() || JS_ObjectIsFunction(value.to_object()) {
            return WrittenDown(cx, value);
        }
        let class = get_object_class(value.to_object());
        new_string(cx, &words_for(CStr::from_ptr((*class).name)))
    }
}

/// `Cannot read properties of undefined (reading 'x')`: V8 does not say what it was that is undefined.
#[unsafe(export_name = "__wrap__ZN2js40ReportIsNullOrUndefinedForPropertyAccessEP9JSContextN2JS6HandleINS2_5ValueEEEiNS3_INS2_11PropertyKeyEEE")]
unsafe extern "C" fn report_no_object(
    cx: *mut JSContext,
    value: HandleValue,
    _place: c_int,
    key: HandleId,
) {
    // SAFETY: as above.
    unsafe { ReportNoObject(cx, value, UNNAMED, key) };
}

/// A string of ASCII; null for lack of memory.
///
/// # Safety
/// The context is valid; the result is rooted at once.
pub(crate) unsafe fn new_string(cx: *mut JSContext, text: &str) -> *mut JSString {
    // SAFETY: the text is ASCII, and copied.
    unsafe { JS_NewStringCopyN(cx, text.as_ptr().cast(), text.len()) }
}

/// A string between quotes as V8 has them; null for lack of memory.
///
/// # Safety
/// The context is valid, the string alive; the result is rooted at once.
unsafe fn quoted(cx: *mut JSContext, text: *mut JSString) -> *mut JSString {
    // SAFETY: all is rooted.
    unsafe {
        rooted!(in(cx) let text = text);
        rooted!(in(cx) let quote = new_string(cx, "'"));
        if quote.is_null() {
            return quote.get();
        }
        let (quote, text) = (quote.handle().into(), text.handle().into());
        rooted!(in(cx) let begun = JS_ConcatStrings(cx, quote, text));
        if begun.is_null() {
            return begun.get();
        }
        JS_ConcatStrings(cx, begun.handle().into(), quote)
    }
}

/// An object, by the name of the engine's class.
fn words_for(class: &CStr) -> String {
    match class.to_str() {
        Ok(name @ ("Array" | "ArrayBuffer" | "DataView" | "Arguments")) => {
            format!("[object {name}]")
        }
        Ok(name) if name.ends_with("Array") => format!("[object {name}]"),
        Ok("Proxy") | Err(_) => "#<Object>".into(),
        Ok(name) => format!("#<{name}>"),
    }
}

#[cfg(test)]
mod tests {
    use super::words_for;

    #[test]
    fn objects_are_named_by_their_class() {
        assert_eq!(words_for(c"Object"), "#<Object>");
        assert_eq!(words_for(c"Proxy"), "#<Object>");
        assert_eq!(words_for(c"Map"), "#<Map>");
        assert_eq!(words_for(c"Uint8Array"), "[object Uint8Array]");
    }
}
