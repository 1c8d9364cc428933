//! What a codec is given to do, and what comes of it.
//!
//! The pool reads input where the script has it, held still meanwhile; a few bytes, and what cannot be held, it gets as a
//! copy. Output is made in memory of ours, which a buffer of the script then takes over.

use rondo_compress::{Codec, Failure, Run, Stop};
use rondo_engine::{Args, HeldBuffer, JsResult, Local, Scope, SystemBytes};

use super::failure::Failing;
use super::{Shared, codec, lock};
use crate::binding::define;
use crate::request::{Failed as _, finished, give};
use crate::runtime::runtime;
use crate::turn::{Arguments, Callback};

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    define(scope, object, "write", write)?;
    define(scope, object, "run", run)?;
    define(scope, object, "reset", reset)?;
    define(scope, object, "close", close)?;
    define(scope, object, "change", change)
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

/// To copy fewer bytes costs less than to hold them.
const LEAST_HELD: usize = 4096;

/// The input of a job.
enum Input {
    Held(HeldBuffer, SystemBytes),
    Copied(Vec<u8>),
}

/// What the pool has of it.
enum Lent {
    Held(SystemBytes),
    Copied(Vec<u8>),
}

impl AsRef<[u8]> for Lent {
    fn as_ref(&self) -> &[u8] {
        match self {
            Lent::Held(bytes) => bytes.as_ref(),
            Lent::Copied(bytes) => bytes,
        }
    }
}

impl Input {
    fn of(
        scope: &mut Scope<'_>,
        value: Local<'_>,
        offset: usize,
        length: usize,
    ) -> JsResult<Input> {
        if length >= LEAST_HELD
            && let Some((held, bytes)) = scope.hold_bytes(value, offset, length)?
        {
            return Ok(Input::Held(held, bytes));
        }
        let part = value.with_bytes(scope, |bytes| part(bytes, offset, length).to_vec());
        Ok(Input::Copied(part.unwrap_or_default()))
    }

    fn split(self) -> (Option<HeldBuffer>, Lent) {
        match self {
            Input::Held(held, bytes) => (Some(held), Lent::Held(bytes)),
            Input::Copied(bytes) => (None, Lent::Copied(bytes)),
        }
    }
}

/// As much of the part as is there.
fn part(bytes: &[u8], offset: usize, length: usize) -> &[u8] {
    let end = offset.saturating_add(length).min(bytes.len());
    &bytes[offset.min(end)..end]
}

/// What came of a piece of work: the bytes (or a number that says why there are none) and how much input was used.
struct Output {
    bytes: Result<Vec<u8>, NoOutput>,
    consumed: usize,
}

/// Why there are no bytes, though the input is as it should be.
#[derive(Clone, Copy)]
enum NoOutput {
    /// They are more than allowed.
    TooLarge = 1,
    /// Something follows them.
    Trailing = 2,
}

impl Output {
    /// The bytes and the count as the library gets them.
    fn values<'s>(self, scope: &mut Scope<'s>) -> JsResult<(Local<'s>, Local<'s>)> {
        let bytes = match self.bytes {
            Ok(bytes) => scope.uint8_array_owned(bytes)?,
            Err(why) => scope.number(f64::from(why as u8)),
        };
        Ok((bytes, scope.number(self.consumed as f64)))
    }
}

/// Has `job` done by the pool with the input held for it; the callback gets `(error, bytes, consumed)`.
fn queue<'s>(
    scope: &mut Scope<'s>,
    callback: Local<'s>,
    input: Input,
    job: impl FnOnce(&[u8]) -> Result<Output, Failing> + Send + 'static,
) -> Returned<'s> {
    let callback = Callback::new(scope, callback);
    let (held, lent) = input.split();
    let job = move || job(lent.as_ref());
    runtime(scope).event_loop.queue_work(job, move |_, result| {
        callback.call(|scope| {
            if let Some(held) = held {
                held.release(scope);
            }
            Ok(match finished(result) {
                Ok(output) => {
                    let (bytes, consumed) = output.values(scope)?;
                    Arguments::from([scope.null(), bytes, consumed])
                }
                Err(failure) => Arguments::from([failure.error(scope)?]),
            })
        });
    });
    Ok(None)
}

/// Has `job` done at once; the result is `[bytes, consumed]`.
fn now<'s>(
    scope: &mut Scope<'s>,
    input: Local<'s>,
    (offset, length): (usize, usize),
    job: impl FnOnce(&[u8]) -> Result<Output, Failing>,
) -> Returned<'s> {
    let job = |bytes: &[u8]| job(part(bytes, offset, length));
    let outcome = input.with_bytes(scope, job);
    let Some(outcome) = outcome else {
        return Ok(None);
    };
    give(scope, outcome, |scope, output| {
        let (bytes, consumed) = output.values(scope)?;
        scope.array(&[bytes, consumed]).map(Some)
    })
}

/// `write(codec, input, offset, length, room, flush, callback)`: a step, whose output fits into `room`
fn write<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let Some(codec) = codec(scope, args.get(scope, 0)) else {
        return Ok(None);
    };
    let input = args.get(scope, 1);
    let (offset, length) = (size(args.get(scope, 2)), size(args.get(scope, 3)));
    let room = size(args.get(scope, 4));
    let flush = args.get(scope, 5).as_i32().unwrap_or(0);
    let callback = args.get(scope, 6);
    let job = move |input: &[u8]| step(&codec, input, room, flush);
    if callback.is_undefined() {
        return now(scope, input, (offset, length), job);
    }
    let input = Input::of(scope, input, offset, length)?;
    queue(scope, callback, input, job)
}

fn step(codec: &Shared, input: &[u8], room: usize, flush: i32) -> Result<Output, Failing> {
    let mut bytes = Vec::new();
    if bytes.try_reserve_exact(room).is_err() {
        return Err(Failure::no_memory().into());
    }
    let consumed = match lock(codec).as_mut() {
        Some(codec) => codec.step(input, &mut bytes, room, flush)?,
        None => input.len(),
    };
    Ok(Output {
        bytes: Ok(bytes),
        consumed,
    })
}

/// `run(codec, input, flush, most, alone, callback)`: everything at once, of at most so many bytes; if `alone`, nothing
/// may follow compressed data. The codec is closed afterwards.
fn run<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let Some(codec) = codec(scope, args.get(scope, 0)) else {
        return Ok(None);
    };
    let input = args.get(scope, 1);
    let flush = args.get(scope, 2).as_i32().unwrap_or(0);
    let most = size(args.get(scope, 3));
    let alone = args.get(scope, 4).truthy();
    let callback = args.get(scope, 5);
    let length = input.byte_length().unwrap_or(0);
    // It is not left to the collector: a codec has a lot of memory.
    let Some(mut codec) = lock(&codec).take() else {
        return Ok(None);
    };
    let job = move |input: &[u8]| run_whole(&mut codec, input, flush, most, alone);
    if callback.is_undefined() {
        return now(scope, input, (0, length), job);
    }
    let input = Input::of(scope, input, 0, length)?;
    queue(scope, callback, input, job)
}

fn run_whole(
    codec: &mut Codec,
    input: &[u8],
    flush: i32,
    most: usize,
    alone: bool,
) -> Result<Output, Failing> {
    let (bytes, consumed) = match codec.run(input, flush, most) {
        Ok(Run { consumed, .. }) if alone && consumed < input.len() => {
            (Err(NoOutput::Trailing), consumed)
        }
        Ok(Run { bytes, consumed }) => (Ok(bytes), consumed),
        Err(Stop::TooLarge) => (Err(NoOutput::TooLarge), 0),
        Err(Stop::Failed(failure)) => return Err(failure.into()),
    };
    Ok(Output { bytes, consumed })
}

/// `reset(codec)`
fn reset<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    apply(scope, &args, Codec::reset)
}

/// `change(codec, level, strategy)`
fn change<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let level = args.get(scope, 1).as_i32().unwrap_or(-1);
    let strategy = args.get(scope, 2).as_i32().unwrap_or(0);
    apply(scope, &args, |codec| codec.change(level, strategy))
}

/// Does something to a codec that is not closed.
fn apply<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    act: impl FnOnce(&mut Codec) -> Result<(), Failure>,
) -> JsResult<()> {
    let codec = codec(scope, args.get(scope, 0));
    match codec.and_then(|codec| lock(&codec).as_mut().map(act)) {
        Some(Err(failure)) => Err(Failing(failure).throw(scope)),
        _ => Ok(()),
    }
}

/// `close(codec)`: gives its memory back. Nothing may be under way.
fn close<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(codec) = codec(scope, args.get(scope, 0)) {
        lock(&codec).take();
    }
    Ok(())
}

fn size(value: Local<'_>) -> usize {
    value.as_number().unwrap_or(0.0) as usize
}
