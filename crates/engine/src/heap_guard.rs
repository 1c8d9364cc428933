//! Notices when the heap is full for good, and tells the embedder. A script that keeps all it makes would
//! otherwise run on, ever slower: the engine collects again and again and finds next to nothing.
//!
//! The contents of buffers do not count, as in Node. The engine adds them to what is in use all the same, and how much that is
//! can only be found out by going through the heap: that is done when the heap looks full, and not from within a collection.

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::Once;

use mozjs::glue::{CollectServoSizes, InitializeMemoryReporter, JS_GetReservedSlot};
use mozjs::jsapi::js::GetGCHeapUsage;
use mozjs::jsapi::{
    GCDescription, GCProgress, GetArrayBufferByteLength, IsArrayBufferObject, JS_GetGCParameter,
    JS_GetTypedArrayByteLength, JS_IsTypedArrayObject, JSContext, JSGCParamKey, JSObject,
    ServoSizes, SetGCSliceCallback, SetOutOfMemoryCallback,
};
use mozjs::jsval::UndefinedValue;

use crate::collections;
use crate::context::Context;
use crate::state::State;

/// Called when the heap is full, with the bytes that are used and the limit. No part of the engine can be
/// used there. When it returns the context is [terminated](crate::Interrupter::terminate).
pub type HeapExhausted = fn(used: u64, limit: u64);

/// A heap of which so many percent are in use is nearly full.
const NEARLY_FULL: u64 = 80;
/// A collection that frees fewer percent of what was in use was in vain.
const WORTH_IT: u64 = 5;
/// After so many collections in a row that were in vain a heap that is nearly full is full.
const IN_VAIN: u32 = 4;

/// What is known of the last collections.
pub(crate) struct HeapGuard {
    exhausted: HeapExhausted,
    /// Bytes in use when the collection began.
    before: Cell<u64>,
    /// How many of the last collections were in vain.
    in_vain: Cell<u32>,
    /// Bytes in the contents of buffers when they were last counted.
    in_buffers: Cell<u64>,
    /// Whether the heap looks full.
    is_suspect: Cell<bool>,
    /// Whether the embedder was told that the heap is full.
    told: Cell<bool>,
}

impl HeapGuard {
    pub(crate) fn new(exhausted: HeapExhausted) -> Self {
        HeapGuard {
            exhausted,
            before: Cell::new(0),
            in_vain: Cell::new(0),
            in_buffers: Cell::new(0),
            is_suspect: Cell::new(false),
            told: Cell::new(false),
        }
    }

    /// Notes what a collection has left, and says whether the heap looks full. One that has left more than the limit allows is
    /// not waited for again: the engine lets the heap double until the next, and large arrays, which lie outside of it, grow on.
    fn collected(&self, used: u64, limit: u64) -> bool {
        if used > limit.saturating_add(self.in_buffers.get()) {
            return true;
        }
        let freed = self.before.get().saturating_sub(used);
        let was_in_vain = freed * 100 < self.before.get() * WORTH_IT;
        if !was_in_vain || !is_nearly_full(used, limit) {
            self.in_vain.set(0);
            return false;
        }
        self.in_vain.set(self.in_vain.get() + 1);
        self.in_vain.get() >= IN_VAIN
    }
}

impl State {
    /// The heap is full: tells the embedder, once, and ends what runs.
    fn heap_is_full(&self, guard: &HeapGuard, used: u64, limit: u64) {
        let Some(interrupter) = self.interrupter() else {
            return;
        };
        if !guard.told.replace(true) {
            let _closed = self.memory.close();
            (guard.exhausted)(used, limit);
            interrupter.terminate();
        }
    }
}

impl Context {
    /// Whether the context was terminated since its heap was full.
    pub fn heap_was_exhausted(&self) -> bool {
        let guard = self.state().heap_guard.as_ref();
        guard.is_some_and(|guard| guard.told.get())
    }
}

/// Ends what runs if the heap looked full and is.
///
/// # Safety
/// Called on the context's thread where the engine lets its embedder do anything.
pub(crate) unsafe fn look(cx: *mut JSContext, state: &State) {
    let Some(guard) = &state.heap_guard else {
        return;
    };
    if !guard.is_suspect.replace(false) {
        return;
    }
    // SAFETY: as promised.
    let (used, limit) = unsafe {
        let (used, limit) = usage(cx);
        guard.in_buffers.set(bytes_in_buffers(cx));
        (used.saturating_sub(guard.in_buffers.get()), limit)
    };
    match is_nearly_full(used, limit) {
        true => state.heap_is_full(guard, used, limit),
        false => guard.in_vain.set(0),
    }
}

thread_local! {
    /// What [`note_buffer`] has added up.
    static IN_BUFFERS: Cell<u64> = const { Cell::new(0) };
}

/// Bytes of the contents of buffers. It goes through the whole heap: the engine does that to tell of sizes, and asks of each
/// object whether it has another part.
///
/// # Safety
/// As for [`look`].
unsafe fn bytes_in_buffers(cx: *mut JSContext) -> u64 {
    static READY: Once = Once::new();
    IN_BUFFERS.set(0);
    // SAFETY: the sizes are plain numbers.
    unsafe {
        READY.call_once(|| InitializeMemoryReporter(Some(note_buffer)));
        let mut sizes: ServoSizes = std::mem::zeroed();
        CollectServoSizes(cx, &mut sizes, None);
    }
    IN_BUFFERS.get()
}

/// The slot of a typed array with its buffer, if that was made.
const BUFFER_SLOT: u32 = 0;

/// Adds what a buffer holds, or a typed array that has none yet.
unsafe extern "C" fn note_buffer(object: *mut JSObject) -> bool {
    // SAFETY: the engine shows its objects, which these functions only look at.
    let bytes = unsafe {
        if IsArrayBufferObject(object) {
            GetArrayBufferByteLength(object)
        } else if JS_IsTypedArrayObject(object) {
            let mut buffer = UndefinedValue();
            JS_GetReservedSlot(object, BUFFER_SLOT, &mut buffer);
            match buffer.is_object() {
                true => 0,
                false => JS_GetTypedArrayByteLength(object),
            }
        } else {
            0
        }
    };
    IN_BUFFERS.set(IN_BUFFERS.get() + bytes as u64);
    false
}

/// # Safety
/// `cx` is a fresh context of this crate that has its state.
pub(crate) unsafe fn install(cx: *mut JSContext) {
    // SAFETY: both functions live for ever.
    unsafe {
        SetGCSliceCallback(cx, Some(after_slice));
        SetOutOfMemoryCallback(cx, Some(out_of_memory), std::ptr::null_mut());
    }
}

/// Called in the course of collections.
unsafe extern "C" fn after_slice(
    cx: *mut JSContext,
    progress: GCProgress,
    description: *const GCDescription,
) {
    // SAFETY: the engine calls this on the context's thread.
    let state = unsafe { State::of(cx) };
    state.jobs.top_frame.plain_promises.forget();
    state.json.forget();
    // SAFETY: the description is valid for the call.
    if progress == GCProgress::GC_SLICE_END && !unsafe { (*description).isComplete_ } {
        state.host_tasks.collection_goes_on();
    }
    if progress == GCProgress::GC_CYCLE_END {
        // SAFETY: the engine's own context.
        unsafe { state.host_tasks.collection_ended(cx) };
    }
    // SAFETY: as above.
    unsafe { collections::tell_of_slice(cx, state, progress) };
    let Some(guard) = &state.heap_guard else {
        return;
    };
    let (used, limit) = unsafe { usage(cx) };
    match progress {
        GCProgress::GC_CYCLE_BEGIN => guard.before.set(used),
        GCProgress::GC_CYCLE_END if guard.collected(used, limit) => {
            guard.is_suspect.set(true);
            state
                .interrupter()
                .inspect(|interrupter| interrupter.interrupt());
        }
        _ => {}
    }
}

/// Called when there is no memory for something. If it was something large a script can go on without it. The engine refuses
/// things of the heap itself by their own size alone.
unsafe extern "C" fn out_of_memory(cx: *mut JSContext, _: *mut c_void) {
    // SAFETY: as above.
    unsafe {
        let state = State::of(cx);
        if let Some(guard) = &state.heap_guard {
            let (_, limit) = usage(cx);
            let used = JS_GetGCParameter(cx, JSGCParamKey::JSGC_BYTES).into();
            if is_nearly_full(used, limit) {
                state.heap_is_full(guard, used, limit);
            }
        }
    }
}

fn is_nearly_full(used: u64, limit: u64) -> bool {
    used * 100 >= limit * NEARLY_FULL
}

/// Bytes in use, with those outside of the heap, and the limit.
unsafe fn usage(cx: *mut JSContext) -> (u64, u64) {
    // SAFETY: reading sizes does not collect.
    unsafe {
        let limit = JS_GetGCParameter(cx, JSGCParamKey::JSGC_MAX_BYTES);
        (GetGCHeapUsage(cx), u64::from(limit))
    }
}
