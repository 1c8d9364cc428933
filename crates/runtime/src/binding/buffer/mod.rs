//! `binding('buffer')`: the bytes of Buffers.
//!
//! Ranges come from JavaScript, which may have been misled about a buffer's length: each is cut to
//! what is there.

mod encoding;
mod scratch;
mod search;
mod text;

use rondo_engine::{Args, JsResult, Local, Scope};

use super::define;
use crate::text::repeat;

pub(super) use text::chars;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    text::build(scope, object)?;
    search::build(scope, object)?;
    define(scope, object, "copy", copy)?;
    define(scope, object, "repeat", repeat_first)?;
    define(scope, object, "compare", compare)?;
    define(scope, object, "equals", equals)?;
    define(scope, object, "swap", swap)?;
    define(scope, object, "allocate", allocate)?;
    define(scope, object, "alignedOffset", aligned_offset)?;
    define(scope, object, "pin", pin)?;
    define(scope, object, "makersOf", makers_of)
}

/// A count or an index among the arguments; 0 for what is none.
#[inline(always)]
fn index<'s>(scope: &Scope<'s>, args: &Args<'s>, at: usize) -> usize {
    args.get(scope, at).as_index()
}

/// The bytes from `start` to `end`, as far as they are there.
fn range(bytes: &[u8], start: usize, end: usize) -> &[u8] {
    let end = end.min(bytes.len());
    &bytes[start.min(end)..end]
}

/// `copy(source, sourceStart, target, targetStart, count)`; the two may overlap.
fn copy<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    let source = (args.get(scope, 0), index(scope, &args, 1));
    let target = (args.get(scope, 2), index(scope, &args, 3));
    Ok(scope.copy_bytes(source, target, index(scope, &args, 4)))
}

/// `repeat(bytes, start, count, end)`: fills all up to `end` with the `count` bytes at `start`.
fn repeat_first<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let at = |position| index(scope, &args, position);
    args.get(scope, 0).with_bytes_mut(scope, |bytes| {
        let end = at(3).min(bytes.len());
        repeat::fill(&mut bytes[at(1).min(end)..end], at(2));
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
