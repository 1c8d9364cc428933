//! The text of heads: taken apart when asked for, and written.

use rondo_engine::{Args, JsResult, Local, Scope, Text};

use crate::binding::stream::StreamHandle;
use crate::runtime::runtime;

/// `fields(head, from, most)`: names and values in turn, of at most so many fields. The head was found to be well-formed.
pub(super) fn fields<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let head = args.get(scope, 0);
    let from = args.get(scope, 1).as_u32().unwrap_or(0) as usize;
    let most = args.get(scope, 2).as_u32().unwrap_or(u32::MAX) as usize;
    let copy = head.with_text(scope, |text| match text {
        Text::Latin1(bytes) => bytes.get(from..).map(Vec::from),
        Text::Utf16(_) => None,
    })?;
    let bytes = copy.flatten().unwrap_or_default();
    let mut values = Vec::with_capacity(32);
    for line in Lines(&bytes).take(most) {
        let colon = line.iter().position(|&byte| byte == b':');
        let (name, value) = line.split_at(colon.unwrap_or(line.len()));
        values.push(scope.string_latin1(name)?);
        values.push(scope.string_latin1(trimmed(value.get(1..).unwrap_or_default()))?);
    }
    scope.array(&values)
}

/// The lines before the empty one.
struct Lines<'a>(&'a [u8]);

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let end = memchr::memchr(b'\r', self.0)?;
        let line = &self.0[..end];
        self.0 = self.0.get(end + 2..).unwrap_or_default();
        (!line.is_empty()).then_some(line)
    }
}

fn trimmed(value: &[u8]) -> &[u8] {
    let is_blank = |byte: &u8| *byte == b' ' || *byte == b'\t';
    let start = value
        .iter()
        .position(|byte| !is_blank(byte))
        .unwrap_or(value.len());
    let end = value
        .iter()
        .rposition(|byte| !is_blank(byte))
        .map_or(start, |at| at + 1);
    &value[start..end]
}

/// `writeText(handle, text)`: writes text in Latin-1 at once, as much as the system takes: how many bytes that was, or a
/// negative error number.
pub(super) fn write_text<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let handle = args.get(scope, 0);
    let Some(handle) = StreamHandle::of(scope, handle) else {
        return Ok(0);
    };
    let lp = &runtime(scope).event_loop;
    let written = args.get(scope, 1).with_text(scope, |text| match text {
        Text::Latin1(bytes) => handle.write_at_once(lp, bytes),
        Text::Utf16(_) => None,
    })?;
    let written = written.flatten().unwrap_or(0);
    handle.count_written(written);
    Ok(written as i32)
}
