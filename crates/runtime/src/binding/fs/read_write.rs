//! Reading from and writing to open files.
//!
//! Where it pays, the pool works on the memory of a script's buffers, which are held still meanwhile. For a few bytes, and
//! for memory that cannot be held, it has memory of its own.

use std::io::{IoSlice, IoSliceMut};
use std::os::fd::BorrowedFd;

use rondo_engine::{Args, HeldBuffer, JsResult, Local, Persistent, Scope, SystemBytes};
use rondo_loop::work::fs::{self, FsError, FsResult};
use rustix::io::Errno;

use super::arguments::{bytes, fd, position};
use super::define;
use super::failure::{Failure, Outcome};
use crate::request::{Failed as _, finished};
use crate::runtime::runtime;
use crate::turn::Callback;

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    define(scope, object, "read", read)?;
    define(scope, object, "readv", readv)?;
    define(scope, object, "write", write)?;
    define(scope, object, "writev", writev)?;
    define(scope, object, "writeString", write_string)
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

/// Has `job` done, at once or by the pool, with what it brings handed to `take`. The callback gets
/// `(error, count, subject)`, with a count of 0 beside an error.
fn transfer<'s, T, J, F>(
    scope: &mut Scope<'s>,
    callback: Local<'s>,
    subject: Local<'s>,
    job: J,
    take: F,
) -> Returned<'s>
where
    T: Send + 'static,
    J: FnOnce() -> Outcome<T> + Send + 'static,
    F: for<'a> FnOnce(&mut Scope<'a>, Local<'a>, T) -> JsResult<usize> + 'static,
{
    if callback.is_undefined() {
        return match job() {
            Ok(value) => take(scope, subject, value).map(|count| Some(scope.number(count as f64))),
            Err(failure) => Err(failure.throw(scope)),
        };
    }
    let callback = Callback::of_request(scope, callback, "FSREQCALLBACK");
    let subject = Persistent::new(scope, subject);
    runtime(scope).event_loop.queue_work(job, move |_, result| {
        callback.call(|scope| {
            let subject = subject.get(scope);
            let (error, count) = match finished(result) {
                Ok(value) => (scope.null(), take(scope, subject, value)?),
                Err(failure) => (failure.error(scope)?, 0),
            };
            let count = scope.number(count as f64);
            Ok([error, count, subject].into())
        });
    });
    Ok(None)
}

/// `read(fd, buffer, offset, length, position, callback)`
fn read<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let fd = fd(args.get(scope, 0));
    let buffer = args.get(scope, 1);
    let (offset, length) = (size(args.get(scope, 2)), size(args.get(scope, 3)));
    let position = position(args.get(scope, 4));
    let callback = args.get(scope, 5);
    if callback.is_undefined() {
        let result = buffer.with_bytes_mut(scope, |bytes| {
            fs::read(
                fd,
                bytes.get_mut(offset..offset + length).unwrap_or_default(),
                position,
            )
        });
        return counted(scope, result.unwrap_or(Ok(0)));
    }
    if let Some((held, mut bytes)) = hold(scope, buffer, offset, length)? {
        let job = move || fs::read(fd, bytes.for_system(), position);
        return transfer_held(scope, callback, buffer, [held], job);
    }
    let job = move || read_up_to(fd, length, position);
    transfer(scope, callback, buffer, job, move |scope, buffer, bytes| {
        Ok(put(scope, buffer, offset, &bytes))
    })
}

/// To copy fewer bytes costs less than to hold them.
const LEAST_HELD: usize = 4096;

/// A part of a script's buffer, held for the pool; `None` if it has to do with a copy.
fn hold(
    scope: &mut Scope<'_>,
    buffer: Local<'_>,
    offset: usize,
    length: usize,
) -> JsResult<Option<(HeldBuffer, SystemBytes)>> {
    if length < LEAST_HELD {
        return Ok(None);
    }
    scope.hold_bytes(buffer, offset, length)
}

/// As many buffers the system takes in one call.
const MOST_BUFFERS: u32 = 1024;

/// All buffers of a list, held for a job; `None` if some cannot be, if they are too many or have too few bytes.
fn hold_all(
    scope: &mut Scope<'_>,
    buffers: Local<'_>,
) -> JsResult<Option<(Vec<HeldBuffer>, Vec<SystemBytes>)>> {
    let count = buffers.array_length(scope)?.unwrap_or(0);
    if count == 0 || count > MOST_BUFFERS {
        return Ok(None);
    }
    let mut total = 0usize;
    let mut all = Vec::with_capacity(count as usize);
    for index in 0..count {
        let buffer = buffers.get_index(scope, index)?;
        let length = buffer.byte_length().unwrap_or(0);
        total = total.saturating_add(length);
        all.push((buffer, length));
    }
    if !(LEAST_HELD..=MOST_AT_ONCE).contains(&total) {
        return Ok(None);
    }
    let mut held = (Vec::with_capacity(all.len()), Vec::with_capacity(all.len()));
    for (buffer, length) in all {
        if length == 0 {
            continue;
        }
        let Some(pair) = scope.hold_bytes(buffer, 0, length)? else {
            let (buffers, bytes) = held;
            drop(bytes);
            release(scope, buffers);
            return Ok(None);
        };
        held.extend([pair]);
    }
    Ok(Some(held))
}

fn release(scope: &Scope<'_>, held: impl IntoIterator<Item = HeldBuffer>) {
    for buffer in held {
        buffer.release(scope);
    }
}

/// Has `job` done, at once or by the pool, on the memory of the buffers that are held for it; the callback gets
/// `(error, count, subject)`.
fn transfer_held<'s>(
    scope: &mut Scope<'s>,
    callback: Local<'s>,
    subject: Local<'s>,
    held: impl IntoIterator<Item = HeldBuffer> + 'static,
    job: impl FnOnce() -> FsResult<usize> + Send + 'static,
) -> Returned<'s> {
    if callback.is_undefined() {
        let result = job();
        release(scope, held);
        return counted(scope, result);
    }
    let callback = Callback::of_request(scope, callback, "FSREQCALLBACK");
    let subject = Persistent::new(scope, subject);
    let job = move || job().map_err(Failure::from);
    runtime(scope).event_loop.queue_work(job, move |_, result| {
        callback.call(|scope| {
            release(scope, held);
            let (error, count) = match finished(result) {
                Ok(count) => (scope.null(), count),
                Err(failure) => (failure.error(scope)?, 0),
            };
            let count = scope.number(count as f64);
            Ok([error, count, subject.get(scope)].into())
        });
    });
    Ok(None)
}

/// `readv(fd, buffers, position, callback)`
fn readv<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let fd = fd(args.get(scope, 0));
    let buffers = args.get(scope, 1);
    let position = position(args.get(scope, 2));
    let callback = args.get(scope, 3);
    if let Some((held, mut parts)) = hold_all(scope, buffers)? {
        let job = move || {
            let parts = parts
                .iter_mut()
                .map(|part| IoSliceMut::new(part.for_system()));
            fs::read_vectored(fd, &mut Vec::from_iter(parts), position)
        };
        return transfer_held(scope, callback, buffers, held, job);
    }
    let count = buffers.array_length(scope)?.unwrap_or(0);
    let mut length = 0usize;
    for index in 0..count {
        let buffer = scope.nested(|scope| Ok(buffers.get_index(scope, index)?.byte_length()))?;
        length = length.saturating_add(buffer.unwrap_or(0));
    }
    let job = move || {
        if count == 0 {
            return Err(failed(Errno::INVAL, "read"));
        }
        read_up_to(fd, length, position)
    };
    transfer(scope, callback, buffers, job, scatter)
}

/// What the system reads or writes at once is never more.
const MOST_AT_ONCE: usize = 0x7fff_f000;

/// Reads at most `length` bytes, which may be far more than there are: memory is taken as they come.
fn read_up_to(fd: BorrowedFd<'_>, length: usize, position: Option<u64>) -> Outcome<Vec<u8>> {
    const PIECE: usize = 1 << 20;
    let length = length.min(MOST_AT_ONCE);
    let mut bytes = Vec::new();
    loop {
        let start = bytes.len();
        let piece = (length - start).min(PIECE.max(start));
        if bytes.try_reserve_exact(piece).is_err() {
            return Err(failed(Errno::NOMEM, "read"));
        }
        bytes.resize(start + piece, 0);
        let place = position.map(|position| position.saturating_add(start as u64));
        let read = match fs::read(fd, &mut bytes[start..], place) {
            Ok(read) => read,
            // What is there already counts.
            Err(_) if start > 0 => 0,
            Err(error) => return Err(error.into()),
        };
        bytes.truncate(start + read);
        if read < piece || bytes.len() == length {
            return Ok(bytes);
        }
    }
}

/// Fills one buffer after the other.
fn scatter<'s>(scope: &mut Scope<'s>, buffers: Local<'s>, bytes: Vec<u8>) -> JsResult<usize> {
    let mut rest = &bytes[..];
    for index in 0..buffers.array_length(scope)?.unwrap_or(0) {
        let buffer = buffers.get_index(scope, index)?;
        let taken = put(scope, buffer, 0, rest);
        rest = &rest[taken..];
    }
    Ok(bytes.len())
}

/// Copies bytes into a buffer, as many as it has room for.
fn put(scope: &Scope<'_>, buffer: Local<'_>, offset: usize, bytes: &[u8]) -> usize {
    let copied = buffer.with_bytes_mut(scope, |target| {
        let target = target.get_mut(offset..).unwrap_or_default();
        let count = bytes.len().min(target.len());
        target[..count].copy_from_slice(&bytes[..count]);
        count
    });
    copied.unwrap_or(0)
}

/// `write(fd, buffer, offset, length, position, callback)`
fn write<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let fd = fd(args.get(scope, 0));
    let buffer = args.get(scope, 1);
    let (offset, length) = (size(args.get(scope, 2)), size(args.get(scope, 3)));
    let position = position(args.get(scope, 4));
    let callback = args.get(scope, 5);
    if callback.is_undefined() {
        let result = buffer.with_bytes(scope, |bytes| {
            fs::write(
                fd,
                bytes.get(offset..offset + length).unwrap_or_default(),
                position,
            )
        });
        return counted(scope, result.unwrap_or(Ok(0)));
    }
    if let Some((held, mut bytes)) = hold(scope, buffer, offset, length)? {
        let job = move || fs::write(fd, bytes.for_system(), position);
        return transfer_held(scope, callback, buffer, [held], job);
    }
    let part = |bytes: &[u8]| bytes.get(offset..offset + length).map(<[u8]>::to_vec);
    let bytes = buffer.with_bytes(scope, part).flatten().unwrap_or_default();
    let job = move || Ok(fs::write(fd, &bytes, position)?);
    transfer(scope, callback, buffer, job, |_, _, count| Ok(count))
}

/// `writeString(fd, string, position, callback)`
fn write_string<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let fd = fd(args.get(scope, 0));
    let string = args.get(scope, 1);
    let bytes = bytes(scope, string)?;
    let position = position(args.get(scope, 2));
    let callback = args.get(scope, 3);
    let job = move || Ok(fs::write(fd, &bytes, position)?);
    transfer(scope, callback, string, job, |_, _, count| Ok(count))
}

/// `writev(fd, buffers, position, callback)`
fn writev<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let fd = fd(args.get(scope, 0));
    let buffers = args.get(scope, 1);
    let position = position(args.get(scope, 2));
    let callback = args.get(scope, 3);
    if let Some((held, mut parts)) = hold_all(scope, buffers)? {
        let job = move || {
            let parts = parts.iter_mut().map(|part| IoSlice::new(part.for_system()));
            fs::write_vectored(fd, &Vec::from_iter(parts), position)
        };
        return transfer_held(scope, callback, buffers, held, job);
    }
    let mut gathered = Vec::new();
    for index in 0..buffers.array_length(scope)?.unwrap_or(0) {
        let room = MOST_AT_ONCE - gathered.len();
        let gathers = scope.nested(|scope| {
            let buffer = buffers.get_index(scope, index)?;
            Ok(buffer.with_bytes(scope, |bytes| {
                let bytes = &bytes[..bytes.len().min(room)];
                let reserved = gathered.try_reserve(bytes.len()).is_ok();
                if reserved {
                    gathered.extend_from_slice(bytes);
                }
                reserved
            }))
        })?;
        if gathers == Some(false) {
            return Err(failed(Errno::NOMEM, "write").throw(scope));
        }
    }
    let job = move || Ok(fs::write(fd, &gathered, position)?);
    transfer(scope, callback, buffers, job, |_, _, count| Ok(count))
}

fn counted<'s>(scope: &mut Scope<'s>, result: FsResult<usize>) -> Returned<'s> {
    match result {
        Ok(count) => Ok(Some(scope.number(count as f64))),
        Err(error) => Err(Failure::from(error).throw(scope)),
    }
}

fn size(value: Local<'_>) -> usize {
    value.as_number().unwrap_or(0.0) as usize
}

fn failed(code: Errno, syscall: &'static str) -> Failure {
    FsError {
        code: code.raw_os_error(),
        syscall,
    }
    .into()
}
