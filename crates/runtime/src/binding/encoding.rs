//! `binding('encoding')`: what TextEncoder and TextDecoder do.

use std::cell::RefCell;
use std::ffi::CStr;

use encoding_rs::{Encoding, UTF_8};
use rondo_engine::{Args, HostObject, JsResult, Local, Scope, Text};

use super::buffer::chars;
use super::define;
use crate::text::decoder::{self, StreamDecoder};
use crate::text::{Decoded, utf8};

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "encode", encode)?;
    define(scope, object, "encodeInto", encode_into)?;
    define(scope, object, "encodingName", encoding_name)?;
    define(scope, object, "decode", decode)?;
    define(scope, object, "createDecoder", create_decoder)?;
    define(scope, object, "decodeChunk", decode_chunk)
}

/// Up to this size a Uint8Array has its bytes in itself.
const SMALL: usize = 64;

/// `encode(string)`: a Uint8Array of its UTF-8.
fn encode<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let string = args.get(scope, 0);
    let length = string
        .with_text(scope, |text| utf8::length(chars(text)))?
        .unwrap_or(0);
    if length <= SMALL {
        let mut bytes = [0; SMALL];
        string.with_text(scope, |text| utf8::write(chars(text), &mut bytes))?;
        return scope.uint8_array(&bytes[..length]);
    }
    let buffer = scope.array_buffer_uninitialized(length)?;
    string.with_text_into(scope, buffer, |text, bytes| utf8::write(chars(text), bytes))?;
    scope.uint8_array_over(buffer)
}

/// `encodeInto(string, bytes, progress)`: writes UTF-8; `progress`, a Uint32Array, gets the number of
/// code units read and of bytes written.
fn encode_into<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let (string, target) = (args.get(scope, 0), args.get(scope, 1));
    let progress =
        string.with_text_into(scope, target, |text, bytes| utf8::write(chars(text), bytes))?;
    let Some(progress) = progress else {
        return Ok(());
    };
    args.get(scope, 2).with_bytes_mut(scope, |cells| {
        let numbers = [progress.read as u32, progress.written as u32];
        for (cell, number) in cells.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
            *cell = number.to_ne_bytes();
        }
    });
    Ok(())
}

/// `encodingName(label)`: the name of the encoding that a label stands for; null if for none.
fn encoding_name<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    match encoding_argument(scope, &args)? {
        Some(encoding) => scope.string(&decoder::name_of(encoding)),
        None => Ok(scope.null()),
    }
}

/// The encoding whose label is the first argument.
fn encoding_argument<'s>(
    scope: &Scope<'s>,
    args: &Args<'s>,
) -> JsResult<Option<&'static Encoding>> {
    let encoding = args.get(scope, 0).with_text(scope, |text| match text {
        Text::Latin1(b"utf-8") => Some(UTF_8),
        text => decoder::encoding_for_label(&text.to_string_lossy()),
    });
    encoding.map(Option::flatten)
}

fn flag<'s>(scope: &Scope<'s>, args: &Args<'s>, at: usize) -> bool {
    args.get(scope, at).as_bool().unwrap_or(false)
}

/// `decode(name, bytes, fatal, ignoreBOM)`: the string of some bytes; null if they are malformed and
/// that is fatal.
fn decode<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let Some(encoding) = encoding_argument(scope, &args)? else {
        return Ok(scope.null());
    };
    let (fatal, ignore_bom) = (flag(scope, &args, 2), flag(scope, &args, 3));
    let bytes = args.get(scope, 1);
    let decoded = bytes.with_bytes(scope, |bytes| {
        decoder::decode(encoding, bytes, fatal, ignore_bom)
    });
    match decoded.flatten() {
        Some(Decoded::Same) => {
            let bytes = bytes.to_bytes(scope).unwrap_or_default();
            scope.string_latin1_owned(bytes)
        }
        Some(Decoded::Latin1(characters)) => scope.string_latin1_owned(characters),
        Some(Decoded::Utf16(units)) => scope.string_utf16_owned(units),
        None => Ok(scope.null()),
    }
}

/// The decoder of a stream, kept by a TextDecoder between chunks.
struct Decoder(RefCell<StreamDecoder>);

impl HostObject for Decoder {
    const NAME: &'static CStr = c"Decoder";
}

/// `createDecoder(name, fatal, ignoreBOM)`: a decoder for `decodeChunk`.
fn create_decoder<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let Some(encoding) = encoding_argument(scope, &args)? else {
        return Ok(scope.null());
    };
    let decoder = StreamDecoder::new(encoding, flag(scope, &args, 1), flag(scope, &args, 2));
    scope.host_object(Decoder(RefCell::new(decoder)), None)
}

/// `decodeChunk(decoder, bytes, isLast)`: the string of a chunk, as far as its characters are
/// complete; null if it is malformed and that is fatal.
fn decode_chunk<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let is_last = flag(scope, &args, 2);
    let decoded = args
        .get(scope, 0)
        .host_data::<Decoder>(scope)
        .and_then(|decoder| {
            let mut decoder = decoder.0.borrow_mut();
            args.get(scope, 1)
                .with_bytes(scope, |bytes| decoder.decode(bytes, is_last))?
        });
    match decoded {
        Some(units) => scope.string_utf16(&units),
        None => Ok(scope.null()),
    }
}
