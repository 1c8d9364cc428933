//! Text of bytes, and bytes of text.

use rondo_engine::{Args, JsResult, Local, Scope, Text};

use super::encoding::Encoding;
use super::scratch::with_scratch;
use super::{define, index, range};
use crate::text::base64::BadBase64;
use crate::text::{Chars, Decoded, base64, repeat, utf8};

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "slice", slice)?;
    define(scope, object, "write", write)?;
    define(scope, object, "fill", fill)?;
    define(scope, object, "utf8Length", utf8_length)?;
    define(scope, object, "isUtf8", is_utf8)?;
    define(scope, object, "isAscii", is_ascii)?;
    define(scope, object, "atob", atob)?;
    define(scope, object, "btoa", btoa)
}

/// A string's characters, for the functions of `text`.
#[inline]
pub(in crate::binding) fn chars(text: Text<'_>) -> Chars<'_> {
    match text {
        Text::Latin1(bytes) => Chars::Latin1(bytes),
        Text::Utf16(units) => Chars::Utf16(units),
    }
}

/// `slice(bytes, start, end, encoding)`: the string that some bytes stand for.
fn slice<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let (start, end) = (index(scope, &args, 1), index(scope, &args, 2));
    let encoding = Encoding::read(args.get(scope, 3));
    with_scratch(|scratch| {
        let short = args.get(scope, 0).with_bytes(scope, |bytes| {
            encoding.decode_short(range(bytes, start, end), scratch)
        });
        match short {
            Some(Some(short)) => scratch.string(scope, short),
            Some(None) => slice_long(scope, args.get(scope, 0), (start, end), encoding),
            None => scope.string(""),
        }
    })
}

/// The same for many characters: the string takes over memory that is made for them.
#[cold]
fn slice_long<'s>(
    scope: &mut Scope<'s>,
    bytes: Local<'s>,
    (start, end): (usize, usize),
    encoding: Encoding,
) -> JsResult<Local<'s>> {
    let decoded = bytes.with_bytes(scope, |bytes| {
        let bytes = range(bytes, start, end);
        match encoding.decode(bytes) {
            Decoded::Same => Decoded::Latin1(bytes.to_vec()),
            decoded => decoded,
        }
    });
    match decoded {
        Some(Decoded::Latin1(characters)) => scope.string_latin1_owned(characters),
        Some(Decoded::Utf16(units)) => scope.string_utf16_owned(units),
        Some(Decoded::Same) | None => scope.string(""),
    }
}

/// `write(bytes, string, offset, length, encoding)`: writes into `length` bytes; gives how many it wrote.
fn write<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    let (offset, length) = (index(scope, &args, 2), index(scope, &args, 3));
    let encoding = Encoding::read(args.get(scope, 4));
    let written = args
        .get(scope, 1)
        .with_text_into(scope, args.get(scope, 0), |text, bytes| {
            let end = offset.saturating_add(length).min(bytes.len());
            encoding.write(chars(text), &mut bytes[offset.min(end)..end])
        })?;
    Ok(written.unwrap_or(0))
}

/// A unit of a string is no more bytes than these, whatever the encoding.
const BYTES_A_UNIT: usize = 3;

/// `fill(bytes, string, start, end, encoding)`: fills a range with a string, over and over. Gives the number of bytes that
/// the string has there: 0 if it stands for none, and nothing is filled.
fn fill<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    let (start, end) = (index(scope, &args, 2), index(scope, &args, 3));
    let encoding = Encoding::read(args.get(scope, 4));
    let count = args
        .get(scope, 1)
        .with_text_into(scope, args.get(scope, 0), |text, bytes| {
            let end = end.min(bytes.len());
            let room = &mut bytes[start.min(end)..end];
            let count = if text.len().saturating_mul(BYTES_A_UNIT) <= room.len() {
                encoding.write(chars(text), room)
            } else {
                // The last character may have to be cut, which only a copy can be.
                let pattern = encoding.bytes(chars(text));
                let count = pattern.len().min(room.len());
                room[..count].copy_from_slice(&pattern[..count]);
                count
            };
            repeat::fill(room, count);
            count
        })?;
    Ok(count.unwrap_or(0))
}

/// `utf8Length(string)`: how many bytes it has in UTF-8.
fn utf8_length<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    let length = args
        .get(scope, 0)
        .with_text(scope, |text| utf8::length(chars(text)))?;
    Ok(length.unwrap_or(0))
}

/// `isUtf8(view)`
fn is_utf8<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(args
        .get(scope, 0)
        .with_bytes(scope, utf8::is_valid)
        .unwrap_or(true))
}

/// `isAscii(view)`
fn is_ascii<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(args
        .get(scope, 0)
        .with_bytes(scope, <[u8]>::is_ascii)
        .unwrap_or(true))
}

/// `atob(string)`: the string that base64 stands for; 1 for a bad character, 2 for a bad length.
fn atob<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let decoded = args
        .get(scope, 0)
        .with_text(scope, |text| base64::decode_forgiving(chars(text)))?;
    match decoded.unwrap_or(Ok(Vec::new())) {
        Ok(bytes) => scope.string_latin1_owned(bytes),
        Err(BadBase64::Character) => Ok(scope.number(1.0)),
        Err(BadBase64::Length) => Ok(scope.number(2.0)),
    }
}

/// `btoa(string)`: the string in base64; null if a character is beyond U+00FF.
fn btoa<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    with_scratch(|scratch| {
        let short = args.get(scope, 0).with_text(scope, |text| match text {
            Text::Latin1(bytes) => Encoding::Base64.decode_short(bytes, scratch),
            Text::Utf16(_) => None,
        })?;
        match short.flatten() {
            Some(short) => scratch.string(scope, short),
            None => btoa_long(scope, args.get(scope, 0)),
        }
    })
}

fn btoa_long<'s>(scope: &mut Scope<'s>, string: Local<'s>) -> JsResult<Local<'s>> {
    let decoded = string.with_text(scope, |text| match text {
        Text::Latin1(bytes) => Some(Encoding::Base64.decode(bytes)),
        Text::Utf16(units) => {
            let bytes: Result<Vec<u8>, _> = units.iter().map(|&unit| u8::try_from(unit)).collect();
            bytes.ok().map(|bytes| Encoding::Base64.decode(&bytes))
        }
    })?;
    match decoded.flatten() {
        Some(Decoded::Latin1(digits)) => scope.string_latin1_owned(digits),
        _ => Ok(scope.null()),
    }
}
