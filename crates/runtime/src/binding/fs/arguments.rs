//! Arguments as the system takes them. JavaScript has checked them.

use std::ffi::OsString;
use std::os::fd::{BorrowedFd, RawFd};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use rondo_engine::{JsResult, Local, Scope, Text};

use crate::binding::buffer::chars;
use crate::descriptor;
use crate::text::utf8;

/// A string as UTF-8, or a copy of the bytes of a view.
pub(super) fn bytes(scope: &Scope<'_>, value: Local<'_>) -> JsResult<Vec<u8>> {
    let text = value.with_text(scope, |text| {
        if let Text::Latin1(bytes) = text
            && bytes.is_ascii()
        {
            return bytes.to_vec();
        }
        let mut bytes = vec![0; utf8::length(chars(text))];
        utf8::write(chars(text), &mut bytes);
        bytes
    })?;
    Ok(text.or_else(|| value.to_bytes(scope)).unwrap_or_default())
}

/// A path: a string or a Uint8Array.
pub(super) fn path(scope: &Scope<'_>, value: Local<'_>) -> JsResult<PathBuf> {
    let bytes = bytes(scope, value)?;
    Ok(PathBuf::from(OsString::from_vec(bytes)))
}

/// The number of a descriptor.
pub(super) fn fd_number(value: Local<'_>) -> RawFd {
    value.as_i32().unwrap_or(-1)
}

/// A descriptor.
pub(super) fn fd(value: Local<'_>) -> BorrowedFd<'static> {
    descriptor::borrow(fd_number(value))
}

/// A whole number that is not negative, such as a mode; what does not fit wraps, so that the -1 of
/// `chown` is the largest.
pub(super) fn unsigned(value: Local<'_>) -> u32 {
    value.as_number().unwrap_or(0.0) as i64 as u32
}

/// A place in a file: a number or a BigInt. What is negative means wherever the file stands.
pub(super) fn position(value: Local<'_>) -> Option<u64> {
    let place = match value.as_number() {
        Some(number) => number as i64,
        None => value.as_bigint_i64().unwrap_or(-1),
    };
    u64::try_from(place).ok()
}

/// A file: one that is open, or a path.
pub(super) enum File {
    Open(BorrowedFd<'static>),
    At(PathBuf),
}

pub(super) fn file(scope: &Scope<'_>, value: Local<'_>) -> JsResult<File> {
    Ok(match value.as_i32() {
        Some(fd) => File::Open(descriptor::borrow(fd)),
        None => File::At(path(scope, value)?),
    })
}
