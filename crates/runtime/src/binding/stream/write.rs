//! Writing: at once out of the script's memory; what the system does not take stays there, held still, until it does.

use std::io::{self, IoSlice};
use std::rc::Rc;

use rondo_engine::{Args, HeldBuffer, JsResult, Local, Persistent, Scope, SystemBytes, Text};
use rondo_loop::{Chunk, Error, Loop, Stream};
use rustix::io::Errno;

use super::event::{self, Event, context_of_request};
use super::layer::{shut_down_first, write_through};
use super::{StreamHandle, on_open, status, this};
use crate::binding::define;
use crate::runtime::runtime;

/// What a script gets of a write whose end it will be told of.
pub(super) const PENDING: i32 = 1;

/// Up to so many bytes several pieces are put together into one.
const PUT_TOGETHER: usize = 64 * 1024;

/// To copy fewer bytes costs less than to hold them.
const LEAST_HELD: usize = 1024;

pub(super) fn methods<'s>(scope: &mut Scope<'s>, prototype: Local<'s>) -> JsResult<()> {
    define(scope, prototype, "write", write)?;
    define(scope, prototype, "writeText", write_text)?;
    define(scope, prototype, "writeMany", write_many)?;
    define(scope, prototype, "shutdown", shutdown)?;
    let getter = scope.function("bytesWritten", 0, bytes_written)?;
    prototype.define_accessor(scope, "bytesWritten", getter, None)?;
    let getter = scope.function("writeQueueSize", 0, write_queue_size)?;
    prototype.define_accessor(scope, "writeQueueSize", getter, None)
}

/// `write(view, isBelow)`: 0 if all of it is written, 1 if 'written' will be told, or a negative error number. What is
/// below a layer is sent as it is.
fn write<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let view = args.get(scope, 0);
    let length = view.byte_length().unwrap_or(0);
    let handle = match writable(scope, &args) {
        Ok(handle) => handle,
        Err(status) => return Ok(status),
    };
    let is_below = args.get(scope, 1).truthy();
    if let Some(layer) = handle.layer().filter(|_| !is_below) {
        let lp = &runtime(scope).event_loop;
        let status = view.with_bytes(scope, |bytes| write_through(lp, handle, &layer, &[bytes]));
        return Ok(status.unwrap_or(0));
    }
    let lp = &runtime(scope).event_loop;
    let stream = handle.stream();
    let taken = view.with_bytes(scope, |bytes| stream.try_write(lp, bytes));
    let taken = match at_once(taken.unwrap_or(Ok(0))) {
        Ok(taken) => taken,
        Err(error) => return Ok(status(Err(error))),
    };
    handle.count_written(length);
    if taken == length {
        return Ok(0);
    }
    let rest = Held::new(scope, view, taken, length - taken)?;
    Ok(handle.queue(scope, vec![rest]))
}

/// `writeText(string, encoding)`: writes a string in UTF-8, 'latin1' or 'utf16le'. Gives what `write` gives.
fn write_text<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let text = args.get(scope, 0);
    let encoding = Encoding::of(scope, args.get(scope, 1))?;
    let handle = match writable(scope, &args) {
        Ok(handle) => handle,
        Err(status) => return Ok(status),
    };
    if let Some(layer) = handle.layer() {
        let mut bytes = Vec::new();
        text.with_text(scope, |text| encoding.append(text, &mut bytes))?;
        let lp = &runtime(scope).event_loop;
        return Ok(write_through(lp, handle, &layer, &[&bytes]));
    }
    let lp = &runtime(scope).event_loop;
    let stream = handle.stream();
    let outcome = text.with_text(scope, |text| match (text, encoding) {
        (Text::Latin1(bytes), Encoding::Latin1) => write_copying(lp, stream, bytes),
        (Text::Latin1(bytes), Encoding::Utf8) if bytes.is_ascii() => {
            write_copying(lp, stream, bytes)
        }
        (text, encoding) => {
            let mut bytes = Vec::new();
            encoding.append(text, &mut bytes);
            write_copying(lp, stream, &bytes)
        }
    })?;
    let (length, rest) = match outcome.unwrap_or(Ok((0, None))) {
        Ok(written) => written,
        Err(error) => return Ok(status(Err(error))),
    };
    handle.count_written(length);
    match rest {
        Some(rest) => Ok(handle.queue(scope, vec![Held::Copy(rest)])),
        None => Ok(0),
    }
}

/// `writeMany(list, encodings)`: writes views and strings as one. Strings are in UTF-8, unless `encodings` has another
/// name at their place. Gives what `write` gives.
fn write_many<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let (list, encodings) = (args.get(scope, 0), args.get(scope, 1));
    if let Err(status) = writable(scope, &args) {
        return Ok(status);
    }
    let pieces = gather(scope, list, encodings)?;
    let Some(handle) = this(scope, &args) else {
        return Ok(0);
    };
    if let Some(layer) = handle.layer() {
        let slices: Vec<&[u8]> = pieces.iter().map(Held::as_ref).collect();
        let lp = &runtime(scope).event_loop;
        let status = write_through(lp, handle, &layer, &slices);
        release(scope, pieces);
        return Ok(status);
    }
    let lp = &runtime(scope).event_loop;
    let length = pieces.iter().map(|piece| piece.as_ref().len()).sum();
    let slices: Vec<_> = pieces
        .iter()
        .map(|piece| IoSlice::new(piece.as_ref()))
        .collect();
    let taken = at_once(handle.stream().try_write_vectored(lp, &slices));
    drop(slices);
    let mut left = match taken {
        Ok(taken) => taken,
        Err(error) => {
            release(scope, pieces);
            return Ok(status(Err(error)));
        }
    };
    handle.count_written(length);
    if left == length {
        release(scope, pieces);
        return Ok(0);
    }
    let mut rest = Vec::new();
    for piece in pieces {
        let size = piece.as_ref().len();
        if left >= size {
            left -= size;
            release(scope, vec![piece]);
        } else {
            rest.push(piece.after(std::mem::take(&mut left)));
        }
    }
    Ok(handle.queue(scope, rest))
}

/// The pieces of a list: held where they are long, put together where they are short.
fn gather<'s>(scope: &mut Scope<'s>, list: Local<'s>, encodings: Local<'s>) -> JsResult<Vec<Held>> {
    let mut pieces = Vec::new();
    let mut short = Vec::new();
    for index in 0..list.array_length(scope)?.unwrap_or(0) {
        let item = list.get_index(scope, index)?;
        if let Some(length) = item.byte_length() {
            if length <= PUT_TOGETHER / 4 {
                item.with_bytes(scope, |bytes| short.extend_from_slice(bytes));
            } else {
                if !short.is_empty() {
                    pieces.push(Held::Copy(std::mem::take(&mut short)));
                }
                pieces.push(Held::new(scope, item, 0, length)?);
            }
        } else {
            let encoding = match encodings.is_object() {
                true => encodings.get_index(scope, index)?,
                false => encodings,
            };
            let encoding = Encoding::of(scope, encoding)?;
            item.with_text(scope, |text| encoding.append(text, &mut short))?;
        }
    }
    if !short.is_empty() {
        pieces.push(Held::Copy(short));
    }
    Ok(pieces)
}

/// `shutdown(isBelow)`: no more is sent when all is written; 'shutDown' is told then. A layer hears of it first.
fn shutdown<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let context = context_of_request(scope);
    if !args.get(scope, 0).truthy() {
        shut_down_first(scope, &args);
    }
    on_open(scope, &args, |lp, handle| {
        let told = handle.clone();
        handle.stream().shutdown(lp, move |_, outcome| {
            told.tell_outcome(Event::ShutDown, context.as_ref(), outcome);
        })
    })
}

/// `bytesWritten`: those that wait count too.
fn bytes_written<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    Ok(this(scope, &args).map_or(0, |handle| handle.bytes_written.get()) as f64)
}

/// `writeQueueSize`: bytes that wait.
fn write_queue_size<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let lp = &runtime(scope).event_loop;
    let size = |handle: &Rc<StreamHandle>| {
        let in_layer = handle.layer().map_or(0, |layer| layer.waiting());
        handle.stream().write_queue_size(lp) + in_layer
    };
    Ok(this(scope, &args).map_or(0, size) as f64)
}

/// The open handle that a method was called on, or an error's number.
fn writable<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Result<&'s Rc<StreamHandle>, i32> {
    match this(scope, args) {
        Some(handle) if !handle.is_closing() => Ok(handle),
        _ => Err(-Errno::BADF.raw_os_error()),
    }
}

/// How much was written at once: nothing, if the system is not ready.
fn at_once(outcome: io::Result<usize>) -> io::Result<usize> {
    match outcome {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
        outcome => outcome,
    }
}

/// Writes what the system takes, and gives the length and a copy of the rest.
fn write_copying(
    lp: &Loop,
    stream: impl Stream,
    bytes: &[u8],
) -> io::Result<(usize, Option<Vec<u8>>)> {
    let taken = at_once(stream.try_write(lp, bytes))?;
    let rest = (taken < bytes.len()).then(|| bytes[taken..].to_vec());
    Ok((bytes.len(), rest))
}

impl StreamHandle {
    /// Has the loop write pieces as soon as the system takes them; then 'written' is told.
    fn queue(self: &Rc<StreamHandle>, scope: &Scope<'_>, pieces: Vec<Held>) -> i32 {
        let context = context_of_request(scope);
        let handle = self.clone();
        let (chunks, kept): (Vec<Chunk>, Vec<Held>) = pieces.into_iter().map(Held::share).unzip();
        let done = move |_: &Loop, outcome: io::Result<()>| {
            handle.has_written(context.as_ref(), kept, outcome);
        };
        let lp = &runtime(scope).event_loop;
        match self.stream().write_vectored(lp, chunks, done) {
            Ok(()) => PENDING,
            Err(error) => Error::from(error).code(),
        }
    }

    fn has_written(&self, context: Option<&Persistent>, kept: Vec<Held>, outcome: io::Result<()>) {
        let status = status(outcome);
        event::tell(self, Event::Written, context, |scope| {
            release(scope, kept);
            Ok([scope.number(f64::from(status)), scope.undefined()])
        });
    }

    /// Tells the outcome of a request.
    pub(super) fn tell_outcome(
        &self,
        event: Event,
        context: Option<&Persistent>,
        outcome: io::Result<()>,
    ) {
        let status = status(outcome);
        event::tell(self, event, context, |scope| {
            Ok([scope.number(f64::from(status)), scope.undefined()])
        });
    }

    /// Counts bytes that were given to the system, or wait for it.
    pub(crate) fn count_written(&self, count: usize) {
        let bytes = &self.bytes_written;
        bytes.set(bytes.get() + count as u64);
    }
}

/// How a string becomes bytes.
#[derive(Clone, Copy)]
enum Encoding {
    Utf8,
    Latin1,
    Utf16,
}

impl Encoding {
    fn of(scope: &Scope<'_>, name: Local<'_>) -> JsResult<Encoding> {
        let named = name.with_text(scope, |name| match name {
            Text::Latin1(b"latin1" | b"binary" | b"ascii") => Encoding::Latin1,
            Text::Latin1(b"ucs2" | b"ucs-2" | b"utf16le" | b"utf-16le") => Encoding::Utf16,
            _ => Encoding::Utf8,
        })?;
        Ok(named.unwrap_or(Encoding::Utf8))
    }

    fn append(self, text: Text<'_>, bytes: &mut Vec<u8>) {
        match (self, text) {
            (Encoding::Latin1, Text::Latin1(text)) => bytes.extend_from_slice(text),
            (Encoding::Latin1, Text::Utf16(units)) => {
                bytes.extend(units.iter().map(|&unit| unit as u8));
            }
            (Encoding::Utf16, Text::Latin1(text)) => {
                bytes.extend(text.iter().flat_map(|&unit| [unit, 0]));
            }
            (Encoding::Utf16, Text::Utf16(units)) => {
                bytes.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
            }
            (Encoding::Utf8, text) => bytes.extend_from_slice(text.to_string_lossy().as_bytes()),
        }
    }
}

/// Bytes that wait to be written.
enum Held {
    /// Of the script's memory
    InPlace(Rc<InPlace>),
    Copy(Vec<u8>),
    /// Given to the loop
    Gone,
}

/// A part of a script's buffer that stays where it is.
struct InPlace {
    buffer: HeldBuffer,
    bytes: SystemBytes,
    /// What was written before the rest was left to the loop.
    from: usize,
}

impl AsRef<[u8]> for InPlace {
    fn as_ref(&self) -> &[u8] {
        &self.bytes.as_ref()[self.from..]
    }
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        match self {
            Held::InPlace(part) => (**part).as_ref(),
            Held::Copy(bytes) => bytes,
            Held::Gone => &[],
        }
    }
}

impl Held {
    fn new(scope: &mut Scope<'_>, view: Local<'_>, offset: usize, length: usize) -> JsResult<Held> {
        if length >= LEAST_HELD
            && let Some((buffer, bytes)) = scope.hold_bytes(view, offset, length)?
        {
            let from = 0;
            return Ok(Held::InPlace(Rc::new(InPlace {
                buffer,
                bytes,
                from,
            })));
        }
        let copy = view.with_bytes(scope, |bytes| {
            bytes.get(offset..offset + length).map(Vec::from)
        });
        Ok(Held::Copy(copy.flatten().unwrap_or_default()))
    }

    /// Without its first bytes.
    fn after(self, count: usize) -> Held {
        match self {
            Held::Copy(mut bytes) => {
                bytes.drain(..count);
                Held::Copy(bytes)
            }
            Held::InPlace(mut part) => {
                if let Some(part) = Rc::get_mut(&mut part) {
                    part.from += count;
                }
                Held::InPlace(part)
            }
            Held::Gone => Held::Gone,
        }
    }

    /// What the loop gets, and what is kept until it is through with it.
    fn share(self) -> (Chunk, Held) {
        match self {
            Held::InPlace(part) => (Chunk::shared(part.clone()), Held::InPlace(part)),
            Held::Copy(bytes) => (bytes.into(), Held::Gone),
            Held::Gone => (Vec::new().into(), Held::Gone),
        }
    }
}

/// Lets go of a script's memory.
fn release(scope: &Scope<'_>, pieces: Vec<Held>) {
    for piece in pieces {
        if let Held::InPlace(part) = piece
            && let Ok(part) = Rc::try_unwrap(part)
        {
            drop(part.bytes);
            part.buffer.release(scope);
        }
    }
}
