//! Searching bytes.

use rondo_engine::{Args, JsResult, Local, Scope};

use super::encoding::Encoding;
use super::text::chars;
use super::{define, index, range};
use crate::text::search;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "indexOf", index_of)?;
    define(scope, object, "indexOfByte", index_of_byte)
}

/// Where to search: from `start` on, or from there back; what begins and ends before `end`.
struct Search {
    /// Below 0 it counts from the end.
    start: i64,
    end: usize,
    forward: bool,
}

impl Search {
    #[inline(always)]
    fn read<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Search {
        let start = args.get(scope, 2);
        Search {
            start: match start.as_i32() {
                Some(start) => start.into(),
                None => start.as_number().unwrap_or(0.0) as i64,
            },
            end: index(scope, args, 3),
            forward: args.get(scope, 4).as_bool().unwrap_or(true),
        }
    }

    /// The place where a search for so many bytes begins; none where it cannot succeed.
    fn begin(&self, size: usize, end: usize, length: usize) -> Option<usize> {
        let start = match usize::try_from(self.start) {
            Ok(start) => start,
            Err(_) => match size.checked_sub(self.start.unsigned_abs() as usize) {
                Some(start) => start,
                None if self.forward || length == 0 => 0,
                None => return None,
            },
        };
        match start.saturating_add(length) <= end {
            true => Some(start),
            false if length == 0 => Some(end),
            false if self.forward => None,
            false => end.checked_sub(1),
        }
    }

    /// Where `needle` is, at a multiple of `step`.
    #[inline]
    fn find(&self, haystack: &[u8], needle: &[u8], step: usize) -> Option<usize> {
        let end = self.end.min(haystack.len());
        let end = end - end % step;
        let begin = self.begin(haystack.len(), end, needle.len());
        if needle.is_empty() {
            return begin;
        }
        let needle = &needle[..needle.len() - needle.len() % step];
        if needle.is_empty() || needle.len() > end {
            return None;
        }
        let haystack = &haystack[..end];
        match self.forward {
            true => search::find(haystack, needle, begin?, step),
            false => search::find_last(haystack, needle, begin?, step),
        }
    }

    #[inline]
    fn find_byte(&self, haystack: &[u8], byte: u8) -> Option<usize> {
        let end = self.end.min(haystack.len());
        let begin = self.begin(haystack.len(), end, 1)?;
        if self.forward {
            let found = memchr::memchr(byte, range(haystack, begin, end))?;
            Some(begin + found)
        } else {
            memchr::memrchr(byte, range(haystack, 0, end.min(begin + 1)))
        }
    }
}

fn position(found: Option<usize>) -> i64 {
    found.map_or(-1, |index| index as i64)
}

/// `indexOf(bytes, needle, start, end, forward, encoding)`: where bytes, or those that a string stands for, are; -1 if nowhere.
/// In UTF-16 only what is aligned to its units is found.
fn index_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i64> {
    let search = Search::read(scope, &args);
    let encoding = Encoding::read(args.get(scope, 5));
    let step = if encoding == Encoding::Utf16 { 2 } else { 1 };
    let (haystack, needle) = (args.get(scope, 0), args.get(scope, 1));
    let find = |needle: &[u8]| {
        haystack
            .with_bytes(scope, |haystack| search.find(haystack, needle, step))
            .flatten()
    };
    let found = if needle.is_string() {
        needle.with_text(scope, |text| match encoding.same(chars(text)) {
            Some(needle) => find(needle),
            None => find(&encoding.bytes(chars(text))),
        })?
    } else {
        needle.with_bytes(scope, find)
    };
    Ok(position(found.flatten()))
}

/// `indexOfByte(bytes, byte, start, end, forward)`: where a byte is; -1 if nowhere.
fn index_of_byte<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i64> {
    let search = Search::read(scope, &args);
    let byte = index(scope, &args, 1) as u8;
    let found = args
        .get(scope, 0)
        .with_bytes(scope, |bytes| search.find_byte(bytes, byte));
    Ok(position(found.flatten()))
}
