//! New codecs. Their settings were checked by the library.

use std::sync::{Arc, Mutex};

use rondo_compress::{
    BrotliDecoder, BrotliEncoder, Codec, Deflate, Inflate, Settings, Wrapping, ZstdDecoder,
    ZstdEncoder,
};
use rondo_engine::{Args, JsResult, Local, Scope};

use super::CodecHandle;
use crate::binding::define;

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    define(scope, object, "deflate", deflate)?;
    define(scope, object, "inflate", inflate)?;
    define(scope, object, "brotliEncoder", brotli_encoder)?;
    define(scope, object, "brotliDecoder", brotli_decoder)?;
    define(scope, object, "zstdEncoder", zstd_encoder)?;
    define(scope, object, "zstdDecoder", zstd_decoder)
}

fn handle<'s>(scope: &mut Scope<'s>, codec: impl Into<Codec>) -> JsResult<Local<'s>> {
    let codec = Arc::new(Mutex::new(Some(codec.into())));
    scope.host_object(CodecHandle(codec), None)
}

/// `deflate(wrapping, level, windowBits, memLevel, strategy, dictionary)`
fn deflate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let usual = Settings::default();
    let settings = Settings {
        level: integer(args.get(scope, 1), usual.level),
        window_bits: integer(args.get(scope, 2), usual.window_bits),
        memory_level: integer(args.get(scope, 3), usual.memory_level),
        strategy: integer(args.get(scope, 4), usual.strategy),
    };
    let dictionary = args.get(scope, 5).to_bytes(scope);
    let wrapping = wrapping(args.get(scope, 0));
    handle(scope, Deflate::new(wrapping, settings, dictionary))
}

/// `inflate(wrapping, windowBits, dictionary, firstOnly)`
fn inflate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let wrapping = wrapping(args.get(scope, 0));
    let window_bits = integer(args.get(scope, 1), 15);
    let dictionary = args.get(scope, 2).to_bytes(scope);
    let inflate = Inflate::new(wrapping, window_bits, dictionary);
    if args.get(scope, 3).truthy() {
        return handle(scope, inflate.first_only());
    }
    handle(scope, inflate)
}

/// `brotliEncoder(parameters, dictionary)`: undefined if the parameters are wrong
fn brotli_encoder<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let parameters = unsigned_pairs(scope, args.get(scope, 0))?;
    let dictionary = args.get(scope, 1).to_bytes(scope);
    match BrotliEncoder::new(parameters, dictionary) {
        Some(encoder) => handle(scope, encoder).map(Some),
        None => Ok(None),
    }
}

/// `brotliDecoder(parameters, dictionary)`: undefined if the parameters are wrong
fn brotli_decoder<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let parameters = unsigned_pairs(scope, args.get(scope, 0))?;
    let dictionary = args.get(scope, 1).to_bytes(scope);
    match BrotliDecoder::new(parameters, dictionary) {
        Some(decoder) => handle(scope, decoder).map(Some),
        None => Ok(None),
    }
}

/// `zstdEncoder(parameters, dictionary, pledgedSize)`: a text that says what is wrong, if something is
fn zstd_encoder<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let parameters = pairs(scope, args.get(scope, 0))?;
    let dictionary = args.get(scope, 1).to_bytes(scope);
    let pledged = args.get(scope, 2).as_number().map(|size| size as u64);
    match ZstdEncoder::new(&parameters, pledged, dictionary.as_deref()) {
        Ok(encoder) => handle(scope, encoder),
        Err(what) => scope.string(what),
    }
}

/// `zstdDecoder(parameters, dictionary)`: a text that says what is wrong, if something is
fn zstd_decoder<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let parameters = pairs(scope, args.get(scope, 0))?;
    let dictionary = args.get(scope, 1).to_bytes(scope);
    match ZstdDecoder::new(&parameters, dictionary.as_deref()) {
        Ok(decoder) => handle(scope, decoder),
        Err(what) => scope.string(what),
    }
}

/// The wrapping of that number in `js/internal/zlib/codecs.js`.
fn wrapping(value: Local<'_>) -> Wrapping {
    match value.as_i32() {
        Some(1) => Wrapping::Gzip,
        Some(2) => Wrapping::Raw,
        Some(3) => Wrapping::Unknown,
        _ => Wrapping::Zlib,
    }
}

fn integer(value: Local<'_>, otherwise: i32) -> i32 {
    value.as_number().map_or(otherwise, |number| number as i32)
}

/// Parameters and their values, which are in turn in a list.
fn pairs(scope: &mut Scope<'_>, list: Local<'_>) -> JsResult<Vec<(i32, i32)>> {
    let count = list.array_length(scope)?.unwrap_or(0);
    let mut pairs = Vec::new();
    for index in (0..count).step_by(2) {
        let parameter = list.get_index(scope, index)?;
        let value = list.get_index(scope, index + 1)?;
        pairs.push((integer(parameter, 0), integer(value, 0)));
    }
    Ok(pairs)
}

/// The same, as Brotli has them.
fn unsigned_pairs(scope: &mut Scope<'_>, list: Local<'_>) -> JsResult<Vec<(u32, u32)>> {
    let pairs = pairs(scope, list)?;
    let unsigned = |(parameter, value): (i32, i32)| (parameter as u32, value as u32);
    Ok(pairs.into_iter().map(unsigned).collect())
}
