//! Who waits for what runs: the async functions that go on when the job that runs is through, as V8 shows them below a stack (`at async
//! run`).
//!
//! The engine would note them at every `await`, which makes a job many times as dear. Here they are looked for when a stack is
//! captured: the job knows the function that it resumes, that has a promise, and the promise knows who waits for it. The program is
//! linked with `--wrap` for the engine's function that captures stacks (`crates/cli/build.rs`), so that errors come here, too. Where it is
//! not, nothing here is used.
//!
//! What is found is kept as text in the innermost frame, where the engine has room for a name of what began an async stack.

use mozjs::glue::JS_GetReservedSlot;
use mozjs::jsapi::{
    GetPromiseState, HandleObject, HandleString, IsPromiseObject, JS_GetFunctionDisplayId,
    JS_GetFunctionScript, JS_GetObjectFunction, JS_GetScriptFilename, JS_NewUCStringCopyN,
    JSContext, JSObject, JSScript, JSString, MutableHandleObject, PromiseState, StackCapture,
    Value,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;
use mozjs::rust::get_object_class;
use std::ffi::CStr;

use crate::state::State;
use crate::{Frame, MAX_FRAMES, Scope};

/// Which slots of the engine's objects have what. A reaction is what a promise does for one who waits for it, and the job that
/// comes of it.
const REACTIONS_OF_PROMISE: u32 = 1;
const PROMISE_OF_REACTION: u32 = 0;
const FLAGS_OF_REACTION: u32 = 9;
const TARGET_OF_REACTION: u32 = 10;
const FUNCTION_OF_GENERATOR: u32 = 0;
const PLACE_OF_GENERATOR: u32 = 4;
const PROMISE_OF_GENERATOR: u32 = 5;

/// Flags of a reaction: its target is a promise to resolve, or what an async function goes on with.
const RESOLVES_PROMISE: i32 = 0x4;
const RESUMES_FUNCTION: i32 = 0x8;

/// How far a chain of promises is followed. A script can make one that leads back to itself.
const LONGEST_CHAIN: usize = 200;

const REACTION: &CStr = c"PromiseReactionRecord";
const GENERATOR: &CStr = c"AsyncFunctionGenerator";

/// Where a script has its shared data, that its code, and where that has things.
const SHARED_DATA: usize = 0x48;
const CODE_DATA: usize = 0x8;
const RESUME_OFFSETS: usize = 0;
const LENGTH_OF_CODE: usize = 4;
const CODE: usize = 33;

/// Where a `StackCapture` says what is wanted; the value for some frames, whose number it begins with.
const KIND_OF_CAPTURE: usize = 24;
const LIMITED: u8 = 1;

/// What the text of a stack begins with, and what divides frames and their parts.
const MARK: char = '\u{1}';
const FRAME_END: char = '\u{2}';
const PART_END: char = '\u{3}';

/// `mozilla::Maybe<size_t>`
#[repr(C)]
struct Limit {
    frames: usize,
    is_given: bool,
}

unsafe extern "C" {
    /// `JS::CaptureCurrentStack`
    #[link_name = "__real__ZN2JS19CaptureCurrentStackEP9JSContextNS_13MutableHandleIP8JSObjectEEON7mozilla7VariantIJNS_9AllFramesENS_9MaxFramesENS_18FirstSubsumedFrameEEEENS_6HandleIS4_EE"]
    fn Capture(
        cx: *mut JSContext,
        stack: MutableHandleObject,
        capture: *mut StackCapture,
        after: HandleObject,
    ) -> bool;
    /// `JS::CopyAsyncStack`
    #[link_name = "_ZN2JS14CopyAsyncStackEP9JSContextNS_6HandleIP8JSObjectEENS2_IP8JSStringEENS_13MutableHandleIS4_EERKN7mozilla5MaybeImEE"]
    fn CopyWithCause(
        cx: *mut JSContext,
        stack: HandleObject,
        cause: HandleString,
        copy: MutableHandleObject,
        limit: *const Limit,
    ) -> bool;
    /// `js::PCToLineNumber`
    #[link_name = "_ZN2js14PCToLineNumberEP8JSScriptPhPN2JS28LimitedColumnNumberOneOriginE"]
    fn LineOf(script: *mut JSScript, at: *const u8, column: *mut u32) -> u32;
}

#[unsafe(export_name = "__wrap__ZN2JS19CaptureCurrentStackEP9JSContextNS_13MutableHandleIP8JSObjectEEON7mozilla7VariantIJNS_9AllFramesENS_9MaxFramesENS_18FirstSubsumedFrameEEEENS_6HandleIS4_EE")]
unsafe extern "C" fn capture(
    cx: *mut JSContext,
    stack: MutableHandleObject,
    capture: *mut StackCapture,
    after: HandleObject,
) -> bool {
    // SAFETY: the engine calls this in place of its own function, with what that would get: all of it is rooted.
    unsafe {
        let is_limited = *capture.cast::<u8>().add(KIND_OF_CAPTURE) == LIMITED;
        let limit = *capture.cast::<u32>();
        if !Capture(cx, stack, capture, after) {
            return false;
        }
        // Who wants all frames, or a certain one, is the engine itself.
        if !is_limited || limit == 0 || (*stack.ptr).is_null() {
            return true;
        }
        let Some(text) = text_of_waiting(cx, limit) else {
            return true;
        };
        rooted!(in(cx) let cause = new_string(cx, &text));
        let limit = Limit {
            frames: limit as usize,
            is_given: true,
        };
        let from = HandleObject::from_marked_location(stack.ptr);
        !cause.is_null() && CopyWithCause(cx, from, cause.handle().into(), stack, &limit)
    }
}

/// # Safety
/// The context is valid; the result is rooted at once.
unsafe fn new_string(cx: *mut JSContext, text: &str) -> *mut JSString {
    let units: Vec<u16> = text.encode_utf16().collect();
    // SAFETY: the text is copied.
    unsafe { JS_NewUCStringCopyN(cx, units.as_ptr(), units.len()) }
}

/// The frames of those who wait for the job that runs, if any do, as text; of a stack with at most `limit` frames.
///
/// # Safety
/// The context is valid, and this is its thread.
pub(crate) unsafe fn text_of_waiting(cx: *mut JSContext, limit: u32) -> Option<String> {
    // SAFETY: as above; the job that runs is rooted.
    let frames = unsafe {
        let job = State::of(cx).jobs.running();
        if job.is_null() {
            return None;
        }
        waiting(cx, *job, limit.min(MAX_FRAMES) as usize)
    };
    if frames.is_empty() {
        return None;
    }
    let mut text = format!("{MARK}{limit}{FRAME_END}");
    for frame in frames {
        let name = frame.function.unwrap_or_default();
        let (file, line, column) = (frame.file, frame.line, frame.column);
        text += &format!("{name}{PART_END}{file}{PART_END}{line}{PART_END}{column}{FRAME_END}");
    }
    Some(text)
}

/// Puts the frames that a text has below those of a stack.
pub(crate) fn append(text: &str, frames: &mut Vec<Frame>) {
    let Some(text) = text.strip_prefix(MARK) else {
        return;
    };
    let mut parts = text.split_terminator(FRAME_END);
    let limit = parts.next().and_then(|limit| limit.parse().ok());
    let limit: usize = limit.unwrap_or(0);
    for part in parts.take(limit.saturating_sub(frames.len())) {
        let mut fields = part.split(PART_END);
        let (Some(name), Some(file)) = (fields.next(), fields.next()) else {
            return;
        };
        let mut number = || fields.next()?.parse().ok();
        frames.push(Frame {
            function: (!name.is_empty()).then(|| name.into()),
            file: file.into(),
            line: number().unwrap_or(1),
            column: number().unwrap_or(1),
            is_async: true,
        });
    }
}

/// # Safety
/// The context is valid, and the job alive.
unsafe fn waiting(cx: *mut JSContext, job: *mut JSObject, most: usize) -> Vec<Frame> {
    let mut frames = Vec::new();
    // SAFETY: everything is rooted before something is allocated, and slots are read of objects whose class has them.
    unsafe {
        rooted!(in(cx) let mut reaction = job);
        // The job resumes a function that is in the stack.
        rooted!(in(cx) let mut promise = match resumed(reaction.get()) {
            Some(generator) => object_in(generator, PROMISE_OF_GENERATOR),
            None => next_promise(reaction.get()),
        });
        for _ in 0..LONGEST_CHAIN {
            if frames.len() >= most || !is_pending(promise.get()) {
                break;
            }
            // More than one, or one of another realm, are not told apart.
            reaction.set(object_in(promise.get(), REACTIONS_OF_PROMISE));
            rooted!(in(cx) let generator = resumed(reaction.get()).unwrap_or(std::ptr::null_mut()));
            if generator.is_null() {
                promise.set(next_promise(reaction.get()));
                continue;
            }
            let Some(frame) = frame_of(cx, generator.handle().into()) else {
                break;
            };
            frames.push(frame);
            promise.set(object_in(generator.get(), PROMISE_OF_GENERATOR));
        }
    }
    frames
}

/// # Safety
/// The object is alive, or null.
unsafe fn is_of(object: *mut JSObject, class: &CStr) -> bool {
    // SAFETY: as above; names of classes are static.
    !object.is_null() && unsafe { CStr::from_ptr((*get_object_class(object)).name) } == class
}

/// # Safety
/// The object is alive and has the slot.
unsafe fn slot(object: *mut JSObject, number: u32) -> Value {
    let mut value = UndefinedValue();
    // SAFETY: as above; reading does not collect.
    unsafe { JS_GetReservedSlot(object, number, &mut value) };
    value
}

/// The object in a slot, or null.
///
/// # Safety
/// As for [`slot`].
unsafe fn object_in(object: *mut JSObject, number: u32) -> *mut JSObject {
    // SAFETY: as above.
    let value = unsafe { slot(object, number) };
    match value.is_object() {
        true => value.to_object(),
        false => std::ptr::null_mut(),
    }
}

/// # Safety
/// The object is alive, or null.
unsafe fn is_pending(mut object: *mut JSObject) -> bool {
    // SAFETY: neither call collects.
    unsafe {
        if object.is_null() {
            return false;
        }
        let handle = HandleObject::from_marked_location(&raw mut object);
        IsPromiseObject(handle) && GetPromiseState(handle) == PromiseState::Pending
    }
}

/// What an async function goes on with, if a reaction resumes one.
///
/// # Safety
/// The object is alive, or null.
unsafe fn resumed(reaction: *mut JSObject) -> Option<*mut JSObject> {
    // SAFETY: as above.
    unsafe {
        if !is_of(reaction, REACTION) {
            return None;
        }
        let flags = slot(reaction, FLAGS_OF_REACTION);
        if !flags.is_int32() || flags.to_int32() & RESUMES_FUNCTION == 0 {
            return None;
        }
        let generator = object_in(reaction, TARGET_OF_REACTION);
        is_of(generator, GENERATOR).then_some(generator)
    }
}

/// The promise that a reaction settles, or null.
///
/// # Safety
/// The object is alive, or null.
unsafe fn next_promise(reaction: *mut JSObject) -> *mut JSObject {
    // SAFETY: as above.
    unsafe {
        if !is_of(reaction, REACTION) {
            return std::ptr::null_mut();
        }
        let flags = slot(reaction, FLAGS_OF_REACTION);
        if flags.is_int32() && flags.to_int32() & RESOLVES_PROMISE != 0 {
            return object_in(reaction, TARGET_OF_REACTION);
        }
        object_in(reaction, PROMISE_OF_REACTION)
    }
}

/// Where an async function waits.
///
/// # Safety
/// It is an async function's generator, and rooted.
unsafe fn frame_of(cx: *mut JSContext, generator: HandleObject) -> Option<Frame> {
    // SAFETY: all that may be collected is rooted; a function that waits has a script.
    unsafe {
        rooted!(in(cx) let callee = object_in(*generator.ptr, FUNCTION_OF_GENERATOR));
        if callee.is_null() {
            return None;
        }
        rooted!(in(cx) let function = JS_GetObjectFunction(callee.get()));
        if function.is_null() {
            return None;
        }
        rooted!(in(cx) let script = JS_GetFunctionScript(cx, function.handle().into()));
        if script.is_null() {
            return None;
        }
        let place = slot(*generator.ptr, PLACE_OF_GENERATOR);
        let (line, column) = position(script.get(), place)?;
        let file = JS_GetScriptFilename(script.get());
        let file =
            (!file.is_null()).then(|| CStr::from_ptr(file).to_string_lossy().into_owned())?;
        rooted!(in(cx) let mut name = std::ptr::null_mut::<JSString>());
        let has_name =
            JS_GetFunctionDisplayId(cx, function.handle().into(), name.handle_mut().into());
        let name = match has_name {
            true => Scope::open(cx, State::of(cx), |scope| scope.text_of(name.get())),
            false => None,
        };
        Some(Frame {
            function: name,
            file,
            line,
            column,
            is_async: true,
        })
    }
}

/// Line and column of the place where a function waits, which its generator has the number of.
///
/// # Safety
/// The script is alive and has its code.
unsafe fn position(script: *mut JSScript, place: Value) -> Option<(u32, u32)> {
    if !place.is_int32() {
        return None;
    }
    let place = usize::try_from(place.to_int32()).ok()?;
    // SAFETY: the fields are where the engine's own inlined functions find them; what waits has a place among them.
    unsafe {
        let shared = *script.cast::<u8>().add(SHARED_DATA).cast::<*const u8>();
        let data = *shared.add(CODE_DATA).cast::<*const u8>();
        let offsets = *data.add(RESUME_OFFSETS).cast::<u32>() as usize;
        let length = *data.add(LENGTH_OF_CODE).cast::<u32>();
        // A function that runs has no place: its number is the largest there is.
        if place >= length as usize {
            return None;
        }
        let offset = *data.add(offsets).cast::<u32>().add(place);
        if offset >= length {
            return None;
        }
        let mut column = 1;
        let line = LineOf(script, data.add(CODE + offset as usize), &mut column);
        Some((line, column))
    }
}
