//! Strings, without needless copies: Latin-1, UTF-16, UTF-8 both ways, and external ones.

use mozjs::jsapi::JS::shadow;
use mozjs::jsapi::{
    JS_DeprecatedStringHasLatin1Chars, JS_GetLatin1StringCharsAndLength, JS_GetStringLength,
    JS_GetTwoByteStringCharsAndLength, JS_NewExternalStringLatin1, JS_NewExternalUCString,
    JS_NewStringCopyN, JS_NewStringCopyUTF8N, JS_NewUCStringCopyN, JSString, UTF8Chars,
};
use mozjs::jsval::StringValue;
use mozjs::rooted;

use crate::error::Thrown;
use crate::external_string::External;
use crate::{JsResult, Local, Scope};

/// From this length on, a string made from owned characters keeps them instead of copying. (Such a
/// string is old from the start: its memory comes back late, and new memory costs more than a copy.)
const EXTERNAL_FROM: usize = 32 * 1024;

/// The characters of a string as the engine stores them.
#[derive(Clone, Copy, Debug)]
pub enum Text<'a> {
    /// One byte a character: U+0000 to U+00FF
    Latin1(&'a [u8]),
    /// UTF-16, maybe with lone surrogates
    Utf16(&'a [u16]),
}

impl Text<'_> {
    /// The characters as a Rust string; a lone surrogate becomes U+FFFD.
    pub fn to_string_lossy(self) -> String {
        match self {
            Text::Latin1(bytes) if bytes.is_ascii() => String::from_utf8_lossy(bytes).into_owned(),
            Text::Latin1(bytes) => bytes.iter().map(|&byte| byte as char).collect(),
            Text::Utf16(units) => String::from_utf16_lossy(units),
        }
    }

    /// The number of UTF-16 units.
    pub fn len(self) -> usize {
        match self {
            Text::Latin1(bytes) => bytes.len(),
            Text::Utf16(units) => units.len(),
        }
    }

    /// Whether there are no characters.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl<'s> Local<'s> {
    /// Reads the characters of a string where they are. `None` if this is not a string; throws if there is no
    /// memory to put its parts together.
    ///
    /// The engine cannot be entered meanwhile.
    #[inline]
    pub fn with_text<R>(
        self,
        scope: &Scope<'_>,
        read: impl FnOnce(Text<'_>) -> R,
    ) -> JsResult<Option<R>> {
        let _lent = scope.state().memory.lend();
        // SAFETY: the memory is lent while the characters are in use.
        Ok(unsafe { self.text(scope) }?.map(read))
    }

    /// The characters of a string where they are.
    ///
    /// # Safety
    /// Memory must be lent ([`MemoryUse`](crate::use_of_memory::MemoryUse)) as long as they are in use.
    #[inline]
    pub(crate) unsafe fn text<'a>(self, scope: &Scope<'_>) -> JsResult<Option<Text<'a>>> {
        let value = self.get();
        if !value.is_string() {
            return Ok(None);
        }
        let string = value.to_string();
        // SAFETY: the string is alive through `self`, and nothing collects while memory is lent.
        match unsafe { characters(string) } {
            Some(text) => Ok(Some(text)),
            None => unsafe { put_together(string, scope) }.map(Some),
        }
    }

    /// The string as Rust has it; a lone surrogate becomes U+FFFD. `None` if this is not a string.
    pub fn as_string(self, scope: &Scope<'_>) -> JsResult<Option<String>> {
        self.with_text(scope, |text| text.to_string_lossy())
    }

    /// The length of a string in UTF-16 units. `None` if this is not a string.
    pub fn string_length(self) -> Option<usize> {
        let value = self.get();
        // SAFETY: the value is a string and alive.
        value
            .is_string()
            .then(|| unsafe { JS_GetStringLength(value.to_string()) })
    }

    /// The value as a string, converted as JavaScript does.
    pub fn to_js_string<'o>(self, scope: &mut Scope<'o>) -> JsResult<Local<'o>> {
        let value = self.get();
        if value.is_string() {
            return Ok(scope.local(value));
        }
        // SAFETY: the place is known to the collector; the result is stored at once.
        let string = unsafe { mozjs::jsapi::ToStringSlow(scope.cx(), self.handle()) };
        scope.new_string(string)
    }

    /// The value as a Rust string, converted as JavaScript does.
    pub fn to_text(self, scope: &mut Scope<'_>) -> JsResult<String> {
        if let Some(text) = self.as_string(scope)? {
            return Ok(text);
        }
        scope.nested(|scope| {
            let string = self.to_js_string(scope)?;
            Ok(string.as_string(scope)?.unwrap_or_default())
        })
    }
}

/// The characters of a string that are in one place; none of one that is a rope of others.
///
/// # Safety
/// The string is alive, and nothing collects as long as the characters are in use.
#[inline]
unsafe fn characters<'a>(string: *mut JSString) -> Option<Text<'a>> {
    // SAFETY: every string begins so, the length in the upper half of the flags. (The engine's own headers read it likewise.)
    unsafe {
        let string = string.cast::<shadow::String>();
        let flags = (*string).flags_ as u32;
        if flags & shadow::String_LINEAR_BIT == 0 {
            return None;
        }
        let length = (*string).flags_ >> u32::BITS;
        let place = &raw const (*string).__bindgen_anon_1;
        let is_inline = flags & shadow::String_INLINE_CHARS_BIT != 0;
        Some(if flags & shadow::String_LATIN1_CHARS_BIT != 0 {
            let elsewhere = (*place).nonInlineCharsLatin1;
            let chars = if is_inline { place.cast() } else { elsewhere };
            Text::Latin1(std::slice::from_raw_parts(chars, length))
        } else {
            let elsewhere = (*place).nonInlineCharsTwoByte;
            let chars = if is_inline { place.cast() } else { elsewhere };
            Text::Utf16(std::slice::from_raw_parts(chars, length))
        })
    }
}

/// The characters of a rope, which is no longer one then.
///
/// # Safety
/// The string is alive, and memory is lent as long as the characters are in use.
#[cold]
unsafe fn put_together<'a>(string: *mut JSString, scope: &Scope<'_>) -> JsResult<Text<'a>> {
    let mut length = 0;
    let (cx, no_token) = (scope.quiet_cx(), std::ptr::null());
    // SAFETY: putting a rope together does not collect, and leaves the characters of other strings where they are;
    // nothing else can happen while memory is lent, as `Scope::cx` refuses. The engine's `nogc` argument is a token of no
    // content.
    unsafe {
        Ok(if JS_DeprecatedStringHasLatin1Chars(string) {
            let chars = JS_GetLatin1StringCharsAndLength(cx, no_token, string, &mut length);
            Text::Latin1(slice(chars, length)?)
        } else {
            let chars = JS_GetTwoByteStringCharsAndLength(cx, no_token, string, &mut length);
            Text::Utf16(slice(chars, length)?)
        })
    }
}

/// # Safety
/// The engine has just given both; no pointer means that it threw.
unsafe fn slice<'a, T>(chars: *const T, length: usize) -> JsResult<&'a [T]> {
    if chars.is_null() {
        return Err(Thrown::pending());
    }
    // SAFETY: as the caller promised.
    Ok(unsafe { std::slice::from_raw_parts(chars, length) })
}

/// The engine's `mozilla::Range<uint8_t>`: two pointers, each with its bounds in a debug engine.
///
/// # Safety
/// `T` is such a range.
pub(crate) unsafe fn byte_range<T>(bytes: &[u8]) -> T {
    let std::ops::Range { start, end } = bytes.as_ptr_range();
    #[cfg(not(feature = "debugmozjs"))]
    let pointers = [start, end];
    #[cfg(feature = "debugmozjs")]
    let pointers = [start, start, end, end, start, end];
    assert_eq!(size_of::<T>(), size_of_val(&pointers));
    // SAFETY: the caller promised the layout, and the size was checked.
    unsafe { std::mem::transmute_copy(&pointers) }
}

impl<'s> Scope<'s> {
    #[inline]
    fn new_string(&self, string: *mut JSString) -> JsResult<Local<'s>> {
        if string.is_null() {
            return Err(Thrown::pending());
        }
        // SAFETY: the string is not null and stored at once.
        Ok(self.local(StringValue(unsafe { &*string })))
    }

    /// A string from Rust text.
    pub fn string(&mut self, text: &str) -> JsResult<Local<'s>> {
        if text.is_ascii() {
            self.string_latin1(text.as_bytes())
        } else {
            self.string_utf8(text)
        }
    }

    fn string_utf8(&mut self, text: &str) -> JsResult<Local<'s>> {
        // SAFETY: `UTF8Chars` is nothing but a range.
        let chars: UTF8Chars = unsafe { byte_range(text.as_bytes()) };
        // SAFETY: the characters are valid UTF-8 and outlive the call.
        let string = unsafe { JS_NewStringCopyUTF8N(self.cx(), &chars) };
        self.new_string(string)
    }

    /// A string of characters U+0000 to U+00FF, one a byte.
    #[inline]
    pub fn string_latin1(&mut self, bytes: &[u8]) -> JsResult<Local<'s>> {
        // SAFETY: the engine copies `bytes`.
        let string = unsafe { JS_NewStringCopyN(self.cx(), bytes.as_ptr().cast(), bytes.len()) };
        self.new_string(string)
    }

    /// A string of UTF-16 units.
    #[inline]
    pub fn string_utf16(&mut self, units: &[u16]) -> JsResult<Local<'s>> {
        // SAFETY: the engine copies `units`.
        let string = unsafe { JS_NewUCStringCopyN(self.cx(), units.as_ptr(), units.len()) };
        self.new_string(string)
    }

    /// A string of characters U+0000 to U+00FF that keeps the bytes, if they are many.
    pub fn string_latin1_owned(&mut self, bytes: Vec<u8>) -> JsResult<Local<'s>> {
        if bytes.len() < EXTERNAL_FROM {
            return self.string_latin1(&bytes);
        }
        let kept = External::new(bytes.into_boxed_slice());
        // SAFETY: the characters and what frees them live until the string is finalized.
        let string = unsafe {
            JS_NewExternalStringLatin1(
                self.cx(),
                kept.characters(),
                kept.length(),
                kept.callbacks(),
            )
        };
        self.new_string(kept.given_to(string))
    }

    /// A string of UTF-16 units that keeps them, if they are many. (Should they all be U+0000 to
    /// U+00FF, a Latin-1 string takes half the memory.)
    pub fn string_utf16_owned(&mut self, units: Vec<u16>) -> JsResult<Local<'s>> {
        if units.len() < EXTERNAL_FROM {
            return self.string_utf16(&units);
        }
        let kept = External::new(units.into_boxed_slice());
        // SAFETY: as in `string_latin1_owned`.
        let string = unsafe {
            JS_NewExternalUCString(
                self.cx(),
                kept.characters(),
                kept.length(),
                kept.callbacks(),
            )
        };
        self.new_string(kept.given_to(string))
    }

    /// A property name that never goes away: for names that are used over and over.
    pub fn interned(&mut self, name: &str) -> JsResult<Local<'s>> {
        let local = self.string(name)?;
        rooted!(in(self.cx()) let string = local.get().to_string());
        rooted!(in(self.cx()) let mut id = mozjs::jsid::VoidId());
        // SAFETY: all rooted.
        unsafe {
            Thrown::unless(mozjs::jsapi::JS_StringToId(
                self.cx(),
                string.handle().into(),
                id.handle_mut().into(),
            ))?;
            rooted!(in(self.cx()) let mut value = mozjs::jsval::UndefinedValue());
            Thrown::unless(mozjs::jsapi::JS_IdToValue(
                self.cx(),
                id.get(),
                value.handle_mut().into(),
            ))?;
            Ok(self.local(value.get()))
        }
    }
}
