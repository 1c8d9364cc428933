//! Bytes that scripts give, as views or as text, and bytes that they get.

use std::borrow::Cow;

use rondo_crypto::Key;
use rondo_engine::{JsResult, Local, Scope, Text};

use super::super::buffer::chars;
use crate::text::{Chars, base64, hex, latin1, utf8, utf16};

/// How text stands for bytes. The numbers are known to `js/internal/crypto/encodings.js`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// No text
    Bytes,
    Utf8,
    Utf16,
    Latin1,
    Hex,
    Base64,
    Base64Url,
}

impl Encoding {
    pub(super) fn read(value: Local<'_>) -> Encoding {
        match value.as_i32() {
            Some(1) => Encoding::Utf8,
            Some(2) => Encoding::Utf16,
            Some(3) => Encoding::Latin1,
            Some(4) => Encoding::Hex,
            Some(5) => Encoding::Base64,
            Some(6) => Encoding::Base64Url,
            _ => Encoding::Bytes,
        }
    }

    /// The bytes that a text stands for.
    fn bytes(self, text: Chars<'_>) -> Cow<'_, [u8]> {
        let units = match text {
            Chars::Latin1(bytes) => bytes.len(),
            Chars::Utf16(units) => units.len(),
        };
        match (self, text) {
            (Encoding::Bytes | Encoding::Utf8, Chars::Latin1(bytes)) if bytes.is_ascii() => {
                bytes.into()
            }
            (Encoding::Latin1, Chars::Latin1(bytes)) => bytes.into(),
            (Encoding::Bytes | Encoding::Utf8, _) => written(utf8::length(text), |target| {
                utf8::write(text, target).written
            }),
            (Encoding::Latin1, _) => written(units, |target| latin1::write(text, target)),
            (Encoding::Utf16, _) => written(units * 2, |target| utf16::write(text, target)),
            (Encoding::Hex, _) => written(units / 2, |target| hex::write(text, target)),
            (Encoding::Base64 | Encoding::Base64Url, _) => {
                written(units / 4 * 3 + 3, |target| base64::write(text, target))
            }
        }
    }
}

fn written<'a>(most: usize, write: impl FnOnce(&mut [u8]) -> usize) -> Cow<'a, [u8]> {
    let mut bytes = vec![0; most];
    let count = write(&mut bytes);
    bytes.truncate(count);
    bytes.into()
}

/// Shows the bytes of a view or of a secret key, or those that a text stands for, to `read`. Anything else has none.
pub(super) fn with_data<R>(
    scope: &Scope<'_>,
    value: Local<'_>,
    encoding: Encoding,
    read: impl FnOnce(&[u8]) -> R,
) -> JsResult<R> {
    if value.is_string() {
        let result = value.with_text(scope, |text: Text<'_>| read(&encoding.bytes(chars(text))))?;
        return Ok(result.expect("it is a string"));
    }
    if let Some(secret) = super::key::of(scope, value).and_then(Key::secret) {
        return Ok(read(secret));
    }
    let mut read = Some(read);
    let result = value.with_bytes(scope, |bytes| read.take().map(|read| read(bytes)));
    match (result.flatten(), read) {
        (Some(result), _) => Ok(result),
        (None, Some(read)) => Ok(read(&[])),
        (None, None) => unreachable!("it was called or is there"),
    }
}

/// A copy of the bytes of a view, a text or a secret key.
pub(super) fn copied(scope: &Scope<'_>, value: Local<'_>) -> JsResult<Vec<u8>> {
    with_data(scope, value, Encoding::Utf8, <[u8]>::to_vec)
}

/// Bytes for a script: text of an encoding, or a Uint8Array, which the library makes a Buffer.
pub(super) fn given<'s>(
    scope: &mut Scope<'s>,
    bytes: Vec<u8>,
    encoding: Encoding,
) -> JsResult<Local<'s>> {
    let mut small = [0; 256];
    let mut text = |length: usize, encode: fn(&[u8], &mut [u8])| match small.get_mut(..length) {
        Some(characters) => {
            encode(&bytes, characters);
            scope.string_latin1(characters)
        }
        None => {
            let mut characters = vec![0; length];
            encode(&bytes, &mut characters);
            scope.string_latin1_owned(characters)
        }
    };
    match encoding {
        Encoding::Hex => text(hex::encoded_length(bytes.len()), hex::encode),
        Encoding::Base64 => text(base64::encoded_length(bytes.len()), base64::encode),
        Encoding::Base64Url => text(base64::encoded_length_url(bytes.len()), base64::encode_url),
        Encoding::Latin1 => scope.string_latin1_owned(bytes),
        Encoding::Bytes | Encoding::Utf8 | Encoding::Utf16 => scope.uint8_array_owned(bytes),
    }
}

/// A length among the arguments; `None` if it is left open.
pub(super) fn length(value: Local<'_>) -> Option<usize> {
    value.as_number().map(|number| number as usize)
}

/// A count of bytes among the arguments.
pub(super) fn size(value: Local<'_>) -> usize {
    length(value).unwrap_or(0)
}
