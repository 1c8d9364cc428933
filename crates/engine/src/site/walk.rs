//! The engine's walk of the stack. Its bindings do not have it, and its parts are inlined in C++, so this knows where they lie: in the
//! engine that is built for this target without assertions. `tests/engine/sites.rs` compares what it finds with captured stacks.
//!
//! Where functions are inlined the engine decodes notes of its compiler for each frame, which takes a microsecond or two. But the return
//! addresses of compiled frames say all of it: they are looked up first, and the engine is asked about rows that are new.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

use mozjs::jsapi::{JS::RootingContext, JSContext, JSScript};

use super::{Caller, Known, KnownCallers, Site};

/// Scripts of the engine's own.
const SELF_HOSTED: &CStr = c"self-hosted";

/// The first words of a `js::FrameIter`, and room for the rest: it has 0x290 bytes.
#[repr(C, align(16))]
struct Frames {
    cx: *mut JSContext,
    _option: usize,
    _principals: usize,
    state: u32,
    pc: usize,
    _interpreter: usize,
    interpreted: *const InterpretedFrame,
    _activations: [usize; 4],
    /// Of a compiled frame: where it lies, and its kind.
    compiled: *const CompiledFrame,
    kind: u32,
    _rest: [u64; 112],
}

#[repr(C)]
struct InterpretedFrame {
    _flags: usize,
    script: *mut JSScript,
}

/// What every compiled frame begins with.
#[repr(C)]
struct CompiledFrame {
    caller: *const CompiledFrame,
    /// Where the caller goes on
    returns_to: usize,
    /// In its lowest bits the kind of the caller
    descriptor: usize,
}

/// Values of `state`.
const DONE: u32 = 0;
const INTERPRETED: u32 = 1;
/// Where the rest of the iterator has things.
const COMPILED: usize = 0x58;
const INLINED_SCRIPT: usize = 0x250;
const FRAMES_OF: usize = 0xe0;
/// The value there for WebAssembly.
const WASM: u32 = 2;

/// Kinds of compiled frames: with functions inlined; of the first compiler, or its interpreter; of an inline cache; of C++.
const OPTIMIZED: usize = 0;
const BASELINE: usize = 1;
const STUB: usize = 2;
const ENTRY: usize = 3;
const KINDS: usize = 0xf;

/// Where a `JSContext` has the innermost activation; where that has the one before, its kind, the last frame before C++ and a note that a
/// frame is just being left.
const ACTIVATION: usize = 0xf8;
const ACTIVATION_BEFORE: usize = 0x10;
const KIND_OF_ACTIVATION: usize = 0x41;
const LAST_FRAME: usize = 0x48;
const BAILOUT: usize = 0xb8;
/// The kind of activations of compiled code.
const OF_COMPILED: u8 = 1;
/// Where, before a baseline frame, its flags are, and the one of the interpreter.
const FLAGS: usize = 0x10;
const IN_INTERPRETER: u8 = 2;
/// So many frames are read one by one at most.
const MOST_FRAMES: usize = 64;

unsafe extern "C" {
    #[link_name = "_ZN2js9FrameIterC1EP9JSContextNS0_18DebuggerEvalOptionE"]
    fn BeginFrames(frames: *mut Frames, cx: *mut JSContext, option: u32);
    #[link_name = "_ZN2js9FrameIterppEv"]
    fn NextFrame(frames: *mut Frames) -> *mut Frames;
    #[link_name = "_ZNK2js9FrameIter8filenameEv"]
    fn NameOfFrame(frames: *const Frames) -> *const c_char;
    #[link_name = "_ZNK2js3jit14JSJitFrameIter6scriptEv"]
    fn ScriptOfJitFrame(frame: *const u8) -> *mut JSScript;
}

/// # Safety
/// `name` is null or a text.
unsafe fn is_wanted(name: *const c_char, unwanted: &[u8]) -> bool {
    if name.is_null() {
        return false;
    }
    // SAFETY: no byte is read after one that differs, so none after the final 0.
    let begins_with = |prefix: &[u8]| unsafe {
        let mut bytes = prefix.iter().enumerate();
        bytes.all(|(place, &byte)| *name.add(place) as u8 == byte)
    };
    !begins_with(b"\0") && !begins_with(unwanted) && !begins_with(SELF_HOSTED.to_bytes_with_nul())
}

/// # Safety
/// The frame is one of a script.
unsafe fn script(frames: *const Frames) -> *mut JSScript {
    // SAFETY: the fields are where the engine's own `FrameIter::computeLine` finds them.
    unsafe {
        if (*frames).state == INTERPRETED {
            return (*(*frames).interpreted).script;
        }
        let bytes = frames.cast::<u8>();
        match (*frames).kind as usize {
            OPTIMIZED => *bytes.add(INLINED_SCRIPT).cast::<*mut JSScript>(),
            _ => ScriptOfJitFrame(bytes.add(COMPILED)),
        }
    }
}

/// Asks the engine. Gives the compiled frame that the script has, too, if it is compiled.
///
/// # Safety
/// The context is valid and this is its thread.
unsafe fn ask(cx: *mut JSContext, limit: u32, unwanted: &[u8]) -> (Caller, *const CompiledFrame) {
    let mut frames = MaybeUninit::<Frames>::uninit();
    let frames = frames.as_mut_ptr();
    // SAFETY: nothing here collects. The iterator roots two values in itself and frees nothing when it ends, so that putting
    // the heads of the lists of roots back is its destructor.
    unsafe {
        let roots = &raw mut (*cx.cast::<RootingContext>()).stackRoots_;
        let before = roots.read();
        BeginFrames(frames, cx, 0);
        let mut found = (Caller::None, std::ptr::null());
        for _ in 0..limit {
            if (*frames).state == DONE {
                break;
            }
            let is_compiled = (*frames).state != INTERPRETED;
            let is_wasm = is_compiled && *frames.cast::<u8>().add(FRAMES_OF).cast::<u32>() == WASM;
            if !is_wasm && is_wanted(NameOfFrame(frames), unwanted) {
                let site = Site {
                    script: script(frames) as usize,
                    at: (*frames).pc,
                };
                let frame = if is_compiled {
                    (*frames).compiled
                } else {
                    std::ptr::null()
                };
                found = (Caller::Site(site), frame);
                break;
            }
            NextFrame(frames);
        }
        roots.write(before);
        found
    }
}

/// A row of return addresses, as one number.
#[derive(Clone, Copy)]
struct Row(u64);

impl Row {
    fn with(self, number: usize) -> Row {
        let mixed = (self.0 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Row((mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93))
    }
}

/// Goes out through compiled frames whose return address tells where their script is, as long as `visit` says so: it gets the
/// row so far and the frame that it ends in, null at the end of all.
///
/// # Safety
/// The context is valid and this is its thread.
unsafe fn for_rows(cx: *mut JSContext, mut visit: impl FnMut(Row, *const CompiledFrame) -> bool) {
    // SAFETY: the fields are where the engine's own iterators find them, and only frames that it would walk are walked.
    unsafe {
        let activation = *cx.cast::<u8>().add(ACTIVATION).cast::<*const u8>();
        if activation.is_null() || *activation.add(KIND_OF_ACTIVATION) != OF_COMPILED {
            return;
        }
        let last = *activation.add(LAST_FRAME).cast::<usize>();
        let is_leaving = *activation.add(BAILOUT).cast::<usize>() != 0;
        // The lowest bit marks WebAssembly.
        if last == 0 || last & 1 != 0 || is_leaving {
            return;
        }
        let mut frame = last as *const CompiledFrame;
        let mut row = Row(0);
        for _ in 0..MOST_FRAMES {
            let CompiledFrame {
                caller,
                returns_to,
                descriptor,
            } = frame.read();
            match descriptor & KINDS {
                OPTIMIZED => {}
                BASELINE => {
                    if *caller.cast::<u8>().sub(FLAGS) & IN_INTERPRETER != 0 {
                        return;
                    }
                }
                STUB => {
                    (row, frame) = (row.with(returns_to), caller);
                    continue;
                }
                ENTRY => {
                    let before = *activation.add(ACTIVATION_BEFORE).cast::<usize>();
                    if before == 0 {
                        visit(row.with(0), std::ptr::null());
                    }
                    return;
                }
                _ => return,
            }
            row = row.with(returns_to);
            if !visit(row, caller) {
                return;
            }
            frame = caller;
        }
    }
}

/// # Safety
/// The context is valid and this is its thread, and what is known was found with the same limit and the same unwanted names since the
/// last collection.
pub(super) unsafe fn caller(
    cx: *mut JSContext,
    known: &KnownCallers,
    limit: u32,
    unwanted: &[u8],
) -> Caller {
    // SAFETY: as above.
    unsafe {
        let mut found = None;
        let rows = known.rows.borrow();
        for_rows(cx, |row, _| match rows.get(&row.0) {
            Some(Known::Here(caller)) => {
                found = Some(*caller);
                false
            }
            Some(Known::Deeper) => true,
            None => false,
        });
        drop(rows);
        if let Some(found) = found {
            return found;
        }
        let (found, frame) = ask(cx, limit, unwanted);
        let mut rows = known.rows.borrow_mut();
        let mut is_there = false;
        let mut met = Vec::new();
        for_rows(cx, |row, at| {
            met.push(row.0);
            is_there = at == frame;
            !is_there
        });
        if is_there && let Some(last) = met.pop() {
            rows.insert(last, Known::Here(found));
            rows.extend(met.into_iter().map(|row| (row, Known::Deeper)));
        }
        found
    }
}
