//! Where in a text something stands.

/// The line and column of an offset, both from 1 on; columns count UTF-16 units, as engines do.
pub(crate) fn of(source: &str, offset: u32) -> (u32, u32) {
    let before = source.get(..offset as usize).unwrap_or(source);
    let line = before.matches('\n').count() as u32 + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before[start..].encode_utf16().count() as u32 + 1;
    (line, column)
}
