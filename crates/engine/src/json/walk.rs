//! The way through plain data, which writes it as JSON. Nothing is allocated in the heap on it, and no script runs.

use std::rc::Rc;

use mozjs::jsapi::JS::shadow;
use mozjs::jsapi::{
    JS_ClearPendingException, JS_DeprecatedStringHasLatin1Chars, JS_GetLatin1StringCharsAndLength,
    JS_GetTwoByteStringCharsAndLength, JSContext, JSObject, JSString, Value,
};

use super::inside::{elements, slot};
use super::shapes::{Known, Shapes};
use super::text::Output;
use crate::shape::shape_of;

/// What is nested deeper is for the engine: it may be in itself.
const DEEPEST: u32 = 64;

/// Longer texts are the engine's, which knows how long a string may be.
const LONGEST: usize = 256 << 20;

/// There is something that is no plain data.
pub(super) struct NotPlain;

pub(super) struct Walk<'a> {
    pub(super) cx: *mut JSContext,
    pub(super) shapes: &'a mut Shapes,
    pub(super) output: &'a mut Output,
}

impl Walk<'_> {
    /// Writes an object, an array or a string.
    ///
    /// # Safety
    /// The value is alive, and nothing collects until the walk is over.
    pub(super) unsafe fn write(&mut self, value: Value) -> Result<(), NotPlain> {
        // SAFETY: as promised.
        unsafe { self.write_value(value, &mut None, DEEPEST) }
    }

    /// `likely` is what is known of the objects before, and then of this one.
    ///
    /// # Safety
    /// As for `write`.
    unsafe fn write_object(
        &mut self,
        object: *mut JSObject,
        likely: &mut Option<Rc<Known>>,
        depth: u32,
    ) -> Result<(), NotPlain> {
        if depth == 0 || self.output.bytes.len() > LONGEST {
            return Err(NotPlain);
        }
        // SAFETY: as promised; what has a known shape is a native object with such slots.
        unsafe {
            let known = match likely {
                Some(known) if known.shape == shape_of(object) => known,
                _ => likely.insert(self.shapes.find(self.cx, object).ok_or(NotPlain)?),
            };
            let elements = elements(object, known.is_array).ok_or(NotPlain)?;
            if known.is_array {
                return self.write_elements(elements, depth);
            }
            if !elements.is_empty() {
                return Err(NotPlain);
            }
            self.write_fields(object, known, depth)
        }
    }

    /// # Safety
    /// The object is alive, and of that shape.
    unsafe fn write_fields(
        &mut self,
        object: *mut JSObject,
        known: &Known,
        depth: u32,
    ) -> Result<(), NotPlain> {
        self.output.bytes.push(b'{');
        let mut start = 0;
        // The first name goes without the comma before it.
        let mut comma = 1;
        for field in &known.fields {
            let end = field.end as usize;
            // SAFETY: as promised.
            let value = unsafe { slot(object, known.fixed, field.slot) };
            if !value.is_undefined() && !value.is_symbol() {
                let name = &known.text[start + comma..end];
                self.output.append(name);
                comma = 0;
                // SAFETY: what is in an object is alive.
                unsafe { self.write_value(value, &mut None, depth) }?;
            }
            start = end;
        }
        self.output.is_wide |= known.is_wide;
        self.output.bytes.push(b'}');
        Ok(())
    }

    /// # Safety
    /// The values are alive.
    unsafe fn write_elements(&mut self, elements: &[Value], depth: u32) -> Result<(), NotPlain> {
        let mut likely = None;
        self.output.bytes.push(b'[');
        for (index, &value) in elements.iter().enumerate() {
            if index > 0 {
                self.output.bytes.push(b',');
            }
            // SAFETY: as promised.
            unsafe { self.write_value(value, &mut likely, depth) }?;
        }
        self.output.bytes.push(b']');
        Ok(())
    }

    /// # Safety
    /// The value is alive.
    #[inline]
    unsafe fn write_value(
        &mut self,
        value: Value,
        likely: &mut Option<Rc<Known>>,
        depth: u32,
    ) -> Result<(), NotPlain> {
        // SAFETY: as promised.
        unsafe {
            if value.is_string() {
                write_string(self.cx, value.to_string(), self.output);
            } else if value.is_int32() {
                self.output.integer(value.to_int32());
            } else if value.is_object() {
                return self.write_object(value.to_object(), likely, depth - 1);
            } else if value.is_double() {
                self.output.double(value.to_double());
            } else {
                let word: &[u8] = match () {
                    () if value.is_boolean() && value.to_boolean() => b"true",
                    () if value.is_boolean() => b"false",
                    () if value.is_null() || value.is_undefined() || value.is_symbol() => b"null",
                    () => return Err(NotPlain),
                };
                self.output.append(word);
            }
        }
        Ok(())
    }
}

/// Writes a string between quotes.
///
/// # Safety
/// The string is alive.
#[inline]
pub(super) unsafe fn write_string(cx: *mut JSContext, string: *mut JSString, output: &mut Output) {
    // SAFETY: as promised; the flags say how long the string is, of what kind, and where its characters are.
    unsafe {
        let inside = &*string.cast::<shadow::String>();
        let flags = inside.flags_ as u32;
        let length = inside.flags_ >> 32;
        if flags & shadow::String_LINEAR_BIT == 0 {
            return write_parts(cx, string, output);
        }
        let characters = &inside.__bindgen_anon_1;
        let is_inline = flags & shadow::String_INLINE_CHARS_BIT != 0;
        if flags & shadow::String_LATIN1_CHARS_BIT != 0 {
            let first = match is_inline {
                true => (&raw const characters.inlineStorageLatin1).cast(),
                false => characters.nonInlineCharsLatin1,
            };
            output.latin1(std::slice::from_raw_parts(first, length));
        } else {
            let first = match is_inline {
                true => (&raw const characters.inlineStorageTwoByte).cast(),
                false => characters.nonInlineCharsTwoByte,
            };
            output.utf16(std::slice::from_raw_parts(first, length));
        }
    }
}

/// Writes a string that is in parts, which the engine puts together for good. That does not collect.
///
/// # Safety
/// The string is alive.
#[cold]
unsafe fn write_parts(cx: *mut JSContext, string: *mut JSString, output: &mut Output) {
    let mut length = 0;
    let no_token = std::ptr::null();
    // SAFETY: as promised; where it gives characters there are so many.
    unsafe {
        if JS_DeprecatedStringHasLatin1Chars(string) {
            let first = JS_GetLatin1StringCharsAndLength(cx, no_token, string, &mut length);
            if !first.is_null() {
                return output.latin1(std::slice::from_raw_parts(first, length));
            }
        } else {
            let first = JS_GetTwoByteStringCharsAndLength(cx, no_token, string, &mut length);
            if !first.is_null() {
                return output.utf16(std::slice::from_raw_parts(first, length));
            }
        }
        JS_ClearPendingException(cx);
    }
    output.is_lost = true;
}
