//! Results as JavaScript gets them.

use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use rondo_engine::{JsResult, Local, Scope};

use crate::text::{Decoded, utf8};

/// What a script wants bytes as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// An ArrayBuffer
    Bytes,
    /// A string, from UTF-8
    Utf8,
    /// A string of one character a byte
    Latin1,
}

impl Encoding {
    /// The encoding of that number in `js/internal/fs/encoding.js`.
    pub(super) fn of(value: Local<'_>) -> Encoding {
        match value.as_i32() {
            Some(1) => Encoding::Utf8,
            Some(2) => Encoding::Latin1,
            _ => Encoding::Bytes,
        }
    }

    /// Bytes as they are wanted.
    pub(super) fn decode<'s>(self, scope: &mut Scope<'s>, bytes: Vec<u8>) -> JsResult<Local<'s>> {
        match self {
            Encoding::Bytes => buffer(scope, &bytes),
            Encoding::Latin1 => scope.string_latin1_owned(bytes),
            Encoding::Utf8 => match utf8::decode(&bytes) {
                Decoded::Same => scope.string_latin1_owned(bytes),
                Decoded::Latin1(characters) => scope.string_latin1_owned(characters),
                Decoded::Utf16(units) => scope.string_utf16_owned(units),
            },
        }
    }

    /// A path as it is wanted.
    pub(super) fn path<'s>(self, scope: &mut Scope<'s>, path: PathBuf) -> JsResult<Local<'s>> {
        self.decode(scope, path.into_os_string().into_vec())
    }
}

/// A copy: the collector knows how much memory it holds, which it would not of memory of ours.
fn buffer<'s>(scope: &mut Scope<'s>, bytes: &[u8]) -> JsResult<Local<'s>> {
    let buffer = scope.array_buffer_uninitialized(bytes.len())?;
    buffer.with_bytes_mut(scope, |target| target.copy_from_slice(bytes));
    Ok(buffer)
}

/// No result
pub(super) fn nothing<'s>(_: &mut Scope<'s>, (): ()) -> JsResult<Option<Local<'s>>> {
    Ok(None)
}

/// A number
pub(super) fn number<'s>(scope: &mut Scope<'s>, value: i32) -> JsResult<Option<Local<'s>>> {
    Ok(Some(scope.number(f64::from(value))))
}

/// true or false
pub(super) fn boolean<'s>(scope: &mut Scope<'s>, value: bool) -> JsResult<Option<Local<'s>>> {
    Ok(Some(scope.boolean(value)))
}
