//! Arguments as the system takes them. JavaScript has checked them.

use std::ffi::OsString;
use std::os::fd::{BorrowedFd, RawFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use rondo_engine::{JsResult, Local, Scope, Text};
use rustix::fs::OFlags;

use crate::binding::buffer::chars;
use crate::binding::permission::{Wording, check_path};
use crate::descriptor;
use crate::permission::Permission;
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

/// What is done with the file at a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    /// Read, as functions do whose refusals name no option
    Look,
    Write,
    ReadAndWrite,
}

impl Use {
    /// What opening a file with these flags does with it.
    pub(super) fn of_flags(flags: i32) -> Use {
        let flags = OFlags::from_bits_retain(flags as u32);
        let changes = OFlags::CREATE | OFlags::TRUNC | OFlags::APPEND;
        match flags & OFlags::ACCMODE {
            OFlags::RDWR => Use::ReadAndWrite,
            OFlags::WRONLY => Use::Write,
            _ if flags.intersects(changes) => Use::ReadAndWrite,
            _ => Use::Read,
        }
    }

    /// Throws unless the program may use a path so.
    pub(super) fn check(self, scope: &mut Scope<'_>, path: &Path) -> JsResult<()> {
        if matches!(self, Use::Read | Use::ReadAndWrite) {
            check_path(scope, Permission::FileSystemRead, path, Wording::Option)?;
        }
        if self == Use::Look {
            check_path(scope, Permission::FileSystemRead, path, Wording::Plain)?;
        }
        if matches!(self, Use::Write | Use::ReadAndWrite) {
            check_path(scope, Permission::FileSystemWrite, path, Wording::Option)?;
        }
        Ok(())
    }
}

/// A path that the program may use so: a string or a Uint8Array.
pub(super) fn path(scope: &mut Scope<'_>, value: Local<'_>, usage: Use) -> JsResult<PathBuf> {
    let path = unchecked_path(scope, value)?;
    usage.check(scope, &path)?;
    Ok(path)
}

/// A path whose use is checked by who asks for it.
pub(super) fn unchecked_path(scope: &Scope<'_>, value: Local<'_>) -> JsResult<PathBuf> {
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

/// The file that a value is, to be opened with these flags.
pub(super) fn file(scope: &mut Scope<'_>, value: Local<'_>, flags: i32) -> JsResult<File> {
    Ok(match value.as_i32() {
        Some(fd) => File::Open(descriptor::borrow(fd)),
        None => File::At(path(scope, value, Use::of_flags(flags))?),
    })
}
