//! `binding('buffer')`: the bytes of Buffers.
//!
//! Ranges come from JavaScript, which may have been misled about a buffer's length: each is cut to
//! what is there.

use std::cell::RefCell;

use rondo_engine::{Args, JsResult, Local, Scope, Text};

use super::define;
use crate::text::base64::BadBase64;
use crate::text::{Chars, Decoded, Short, base64, hex, latin1, search, utf8, utf16};

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "utf8Slice", utf8_slice)?;
    define(scope, object, "latin1Slice", latin1_slice)?;
    define(scope, object, "asciiSlice", ascii_slice)?;
    define(scope, object, "ucs2Slice", ucs2_slice)?;
    define(scope, object, "hexSlice", hex_slice)?;
    define(scope, object, "base64Slice", base64_slice)?;
    define(scope, object, "base64urlSlice", base64url_slice)?;
    define(scope, object, "utf8Write", utf8_write)?;
    define(scope, object, "latin1Write", latin1_write)?;
    define(scope, object, "ucs2Write", ucs2_write)?;
    define(scope, object, "hexWrite", hex_write)?;
    define(scope, object, "base64Write", base64_write)?;
    define(scope, object, "utf8Length", utf8_length)?;
    define(scope, object, "isUtf8", is_utf8)?;
    define(scope, object, "isAscii", is_ascii)?;
    define(scope, object, "copy", copy)?;
    define(scope, object, "repeat", repeat)?;
    define(scope, object, "compare", compare)?;
    define(scope, object, "equals", equals)?;
    define(scope, object, "indexOf", index_of)?;
    define(scope, object, "lastIndexOf", last_index_of)?;
    define(scope, object, "indexOfByte", index_of_byte)?;
    define(scope, object, "lastIndexOfByte", last_index_of_byte)?;
    define(scope, object, "swap", swap)?;
    define(scope, object, "allocate", allocate)?;
    define(scope, object, "alignedOffset", aligned_offset)?;
    define(scope, object, "pin", pin)?;
    define(scope, object, "makersOf", makers_of)?;
    define(scope, object, "atob", atob)?;
    define(scope, object, "btoa", btoa)
}

/// A string's characters, for the functions of `text`.
pub(super) fn chars(text: Text<'_>) -> Chars<'_> {
    match text {
        Text::Latin1(bytes) => Chars::Latin1(bytes),
        Text::Utf16(units) => Chars::Utf16(units),
    }
}

/// A count or an index among the arguments; 0 for what is none.
#[inline(always)]
fn index<'s>(scope: &Scope<'s>, args: &Args<'s>, at: usize) -> usize {
    args.get(scope, at).as_number().unwrap_or(0.0) as usize
}

/// The bytes from `start` to `end`, as far as they are there.
fn range(bytes: &[u8], start: usize, end: usize) -> &[u8] {
    let end = end.min(bytes.len());
    &bytes[start.min(end)..end]
}

/// Up to this many, characters on their way to a string are put into memory that is kept for it: the
/// engine copies them. More of them get memory of their own, which the string takes over.
const SMALL: usize = 32 * 1024;
/// The same for units of UTF-16.
const SMALL_IN_UNITS: usize = SMALL / 2;

thread_local! {
    static SCRATCH: RefCell<Scratch> = const { RefCell::new(Scratch { latin1: Vec::new(), utf16: Vec::new() }) };
}

/// Memory for characters that become a string soon. Empty until there is need for it.
struct Scratch {
    latin1: Vec<u8>,
    utf16: Vec<u16>,
}

/// Characters that were copied out of the heap, to make a string of.
enum Copied {
    /// So many at the beginning of the scratch memory
    Small(Short),
    Latin1(Vec<u8>),
    Utf16(Vec<u16>),
}

impl Copied {
    fn latin1(bytes: &[u8], scratch: &mut Scratch) -> Copied {
        match scratch.latin1.get_mut(..bytes.len()) {
            Some(room) => {
                room.copy_from_slice(bytes);
                Copied::Small(Short::Latin1(bytes.len()))
            }
            None => Copied::Latin1(bytes.to_vec()),
        }
    }

    /// What was decoded of some bytes.
    fn decoded(bytes: &[u8], decoded: Decoded, scratch: &mut Scratch) -> Copied {
        match decoded {
            Decoded::Same => Copied::latin1(bytes, scratch),
            Decoded::Latin1(characters) => Copied::Latin1(characters),
            Decoded::Utf16(units) => Copied::Utf16(units),
        }
    }

    /// What `encode` makes of some bytes: `length` characters.
    fn encoded(
        bytes: &[u8],
        length: usize,
        scratch: &mut Scratch,
        encode: impl FnOnce(&[u8], &mut [u8]),
    ) -> Copied {
        match scratch.latin1.get_mut(..length) {
            Some(room) => {
                encode(bytes, room);
                Copied::Small(Short::Latin1(length))
            }
            None => {
                let mut characters = vec![0; length];
                encode(bytes, &mut characters);
                Copied::Latin1(characters)
            }
        }
    }

    fn into_string<'s>(self, scope: &mut Scope<'s>, scratch: &Scratch) -> JsResult<Local<'s>> {
        match self {
            Copied::Small(Short::Latin1(count)) => scope.string_latin1(&scratch.latin1[..count]),
            Copied::Small(Short::Utf16(count)) => scope.string_utf16(&scratch.utf16[..count]),
            Copied::Latin1(bytes) => scope.string_latin1_owned(bytes),
            Copied::Utf16(units) => scope.string_utf16_owned(units),
        }
    }
}

/// Lends the scratch memory to `body`.
fn with_scratch<R>(body: impl FnOnce(&mut Scratch) -> R) -> R {
    SCRATCH.with_borrow_mut(|scratch| {
        if scratch.latin1.is_empty() {
            scratch.latin1 = vec![0; SMALL];
            scratch.utf16 = vec![0; SMALL_IN_UNITS];
        }
        body(scratch)
    })
}

/// `xSlice(bytes, start, end)`: the string that `decode` makes of some bytes.
fn slice<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    decode: impl FnOnce(&[u8], &mut Scratch) -> Copied,
) -> JsResult<Local<'s>> {
    let (start, end) = (index(scope, args, 1), index(scope, args, 2));
    with_scratch(|scratch| {
        let copied = args
            .get(scope, 0)
            .with_bytes(scope, |bytes| decode(range(bytes, start, end), scratch));
        copied
            .unwrap_or(Copied::Small(Short::Latin1(0)))
            .into_string(scope, scratch)
    })
}

fn utf8_slice<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    slice(scope, &args, |bytes, scratch| {
        let short = match bytes.len() <= SMALL_IN_UNITS {
            true => utf8::decode_short(bytes, &mut scratch.latin1, &mut scratch.utf16),
            false => None,
        };
        match short {
            Some(short) => Copied::Small(short),
            None => Copied::decoded(bytes, utf8::decode(bytes), scratch),
        }
    })
}

fn latin1_slice<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    slice(scope, &args, Copied::latin1)
}

fn ascii_slice<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    slice(scope, &args, |bytes, scratch| {
        Copied::encoded(bytes, bytes.len(), scratch, latin1::to_ascii)
    })
}

fn ucs2_slice<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    slice(scope, &args, |bytes, scratch| {
        if bytes.len() > SMALL {
            return Copied::decoded(bytes, utf16::decode(bytes), scratch);
        }
        let Scratch { latin1, utf16 } = scratch;
        Copied::Small(utf16::decode_short(bytes, latin1, utf16))
    })
}

fn hex_slice<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    slice(scope, &args, |bytes, scratch| {
        Copied::encoded(
            bytes,
            hex::encoded_length(bytes.len()),
            scratch,
            hex::encode,
        )
    })
}

fn base64_slice<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    slice(scope, &args, |bytes, scratch| {
        Copied::encoded(
            bytes,
            base64::encoded_length(bytes.len()),
            scratch,
            base64::encode,
        )
    })
}

fn base64url_slice<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    slice(scope, &args, |bytes, scratch| {
        Copied::encoded(
            bytes,
            base64::encoded_length_url(bytes.len()),
            scratch,
            base64::encode_url,
        )
    })
}

/// `xWrite(bytes, string, offset, length)`: writes into `length` bytes; gives how many it wrote.
fn write<'s>(
    scope: &Scope<'s>,
    args: &Args<'s>,
    encode: impl FnOnce(Chars<'_>, &mut [u8]) -> usize,
) -> JsResult<usize> {
    let (offset, length) = (index(scope, args, 2), index(scope, args, 3));
    let written = args
        .get(scope, 1)
        .with_text_into(scope, args.get(scope, 0), |text, bytes| {
            let end = offset.saturating_add(length).min(bytes.len());
            encode(chars(text), &mut bytes[offset.min(end)..end])
        })?;
    Ok(written.unwrap_or(0))
}

fn utf8_write<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    write(scope, &args, |text, target| {
        utf8::write(text, target).written
    })
}

fn latin1_write<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    write(scope, &args, latin1::write)
}

fn ucs2_write<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    write(scope, &args, utf16::write)
}

fn hex_write<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    write(scope, &args, hex::write)
}

fn base64_write<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    write(scope, &args, base64::write)
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

/// `copy(source, sourceStart, target, targetStart, count)`; the two may overlap.
fn copy<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    let source = (args.get(scope, 0), index(scope, &args, 1));
    let target = (args.get(scope, 2), index(scope, &args, 3));
    Ok(scope.copy_bytes(source, target, index(scope, &args, 4)))
}

/// `repeat(bytes, start, count, end)`: fills all up to `end` with the `count` bytes at `start`.
fn repeat<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let at = |position| index(scope, &args, position);
    let (start, mut count) = (at(1), at(2));
    args.get(scope, 0).with_bytes_mut(scope, |bytes| {
        let end = at(3).min(bytes.len());
        let bytes = &mut bytes[start.min(end)..end];
        // What is there already is doubled.
        while count > 0 && count < bytes.len() {
            let more = count.min(bytes.len() - count);
            bytes.copy_within(..more, count);
            count += more;
        }
    });
    Ok(())
}

/// `compare(a, aStart, aEnd, b, bStart, bEnd)`: -1, 0 or 1.
fn compare<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let at = |position| index(scope, &args, position);
    let order = args.get(scope, 0).with_bytes(scope, |a| {
        args.get(scope, 3).with_bytes(scope, |b| {
            range(a, at(1), at(2)).cmp(range(b, at(4), at(5)))
        })
    });
    Ok(order.flatten().map_or(0, |order| order as i32))
}

/// `equals(a, b)`
fn equals<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let equal = args.get(scope, 0).with_bytes(scope, |a| {
        args.get(scope, 1)
            .with_bytes(scope, |b| a == b)
            .unwrap_or(false)
    });
    Ok(equal.unwrap_or(false))
}

/// `indexOf(haystack, needle, needleLength, start, end, step)`: where the needle's first bytes are,
/// at or after `start` and at a multiple of `step`; -1 if nowhere.
fn index_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    Ok(find(scope, &args, search::find))
}

/// `lastIndexOf(haystack, needle, needleLength, start, end, step)`: likewise, at or before `start`.
fn last_index_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    Ok(find(scope, &args, search::find_last))
}

fn find<'s>(
    scope: &Scope<'s>,
    args: &Args<'s>,
    search: impl FnOnce(&[u8], &[u8], usize, usize) -> Option<usize>,
) -> f64 {
    let at = |position| index(scope, args, position);
    let found = args.get(scope, 0).with_bytes(scope, |haystack| {
        args.get(scope, 1).with_bytes(scope, |needle| {
            search(
                range(haystack, 0, at(4)),
                range(needle, 0, at(2)),
                at(3),
                at(5).max(1),
            )
        })
    });
    position(found.flatten().flatten())
}

fn position(found: Option<usize>) -> f64 {
    found.map_or(-1.0, |index| index as f64)
}

/// `indexOfByte(bytes, byte, start, end)`: where a byte is, at or after `start`; -1 if nowhere.
fn index_of_byte<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let at = |position| index(scope, &args, position);
    let found = args.get(scope, 0).with_bytes(scope, |bytes| {
        memchr::memchr(at(1) as u8, range(bytes, at(2), at(3))).map(|found| found + at(2))
    });
    Ok(position(found.flatten()))
}

/// `lastIndexOfByte(bytes, byte, start, end)`: where a byte is, at or before `start`; -1 if nowhere.
fn last_index_of_byte<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let at = |position| index(scope, &args, position);
    let found = args.get(scope, 0).with_bytes(scope, |bytes| {
        memchr::memrchr(
            at(1) as u8,
            range(bytes, 0, at(3).min(at(2).saturating_add(1))),
        )
    });
    Ok(position(found.flatten()))
}

/// `swap(bytes, width)`: turns around the bytes of every number of 2, 4 or 8 bytes.
fn swap<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let width = index(scope, &args, 1);
    args.get(scope, 0)
        .with_bytes_mut(scope, |bytes| match width {
            2 => swap_all(bytes, |number| {
                u16::from_ne_bytes(number).swap_bytes().to_ne_bytes()
            }),
            4 => swap_all(bytes, |number| {
                u32::from_ne_bytes(number).swap_bytes().to_ne_bytes()
            }),
            _ => swap_all(bytes, |number| {
                u64::from_ne_bytes(number).swap_bytes().to_ne_bytes()
            }),
        });
    Ok(())
}

fn swap_all<const WIDTH: usize>(bytes: &mut [u8], swap: impl Fn([u8; WIDTH]) -> [u8; WIDTH]) {
    for number in bytes.as_chunks_mut().0 {
        *number = swap(*number);
    }
}

/// `allocate(size)`: an ArrayBuffer whose bytes may be anything; null if there is no memory for it.
fn allocate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let size = index(scope, &args, 0);
    match scope.array_buffer_uninitialized(size) {
        Ok(buffer) => Ok(buffer),
        Err(thrown) => {
            scope.catch(thrown);
            Ok(scope.null())
        }
    }
}

/// `alignedOffset(arrayBuffer, alignment)`: the first offset whose address is a multiple of
/// `alignment`.
fn aligned_offset<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    let alignment = index(scope, &args, 1).max(1);
    let address = args.get(scope, 0).bytes_address().unwrap_or(0);
    Ok(address.next_multiple_of(alignment) - address)
}

/// `pin(arrayBuffer)`: keeps it from being detached or transferred, for good.
fn pin<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let buffer = args.get(scope, 0);
    scope.pin_for_good(buffer);
    Ok(())
}

/// `makersOf(class)`: two functions that make Buffers out of plain arrays, `[convert, part]`; undefined where there is another
/// way only. From then on the class has its prototype for good.
fn makers_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let class = args.get(scope, 0);
    scope.fix_prototype(class)?;
    let (convert, part) = scope.byte_class_makers(class)?;
    scope.array(&[convert, part])
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
        let mut encode = |bytes: &[u8]| {
            let length = base64::encoded_length(bytes.len());
            Copied::encoded(bytes, length, scratch, base64::encode)
        };
        let encoded = args.get(scope, 0).with_text(scope, |text| match text {
            Text::Latin1(bytes) => Some(encode(bytes)),
            Text::Utf16(units) => {
                let bytes: Result<Vec<u8>, _> =
                    units.iter().map(|&unit| u8::try_from(unit)).collect();
                bytes.ok().map(|bytes| encode(&bytes))
            }
        })?;
        match encoded.flatten() {
            Some(encoded) => encoded.into_string(scope, scratch),
            None => Ok(scope.null()),
        }
    })
}
