//! Notices when the heap is full for good, and tells the embedder. A script that keeps all it makes would
//! otherwise run on, ever slower: the engine collects again and again and finds next to nothing.

use std::cell::Cell;
use std::ffi::c_void;

use mozjs::jsapi::js::GetGCHeapUsage;
use mozjs::jsapi::{
    GCDescription, GCProgress, JS_GetGCParameter, JSContext, JSGCParamKey, SetGCSliceCallback,
    SetOutOfMemoryCallback,
};

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
    /// Whether the embedder was told that the heap is full.
    told: Cell<bool>,
}

impl HeapGuard {
    pub(crate) fn new(exhausted: HeapExhausted) -> Self {
        HeapGuard {
            exhausted,
            before: Cell::new(0),
            in_vain: Cell::new(0),
            told: Cell::new(false),
        }
    }

    /// Notes what a collection has left, and says whether the heap is full.
    fn collected(&self, used: u64, limit: u64) -> bool {
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
    // SAFETY: the description is valid for the call.
    if progress == GCProgress::GC_SLICE_END && !unsafe { (*description).isComplete_ } {
        state.host_tasks.collection_goes_on();
    }
    let Some(guard) = &state.heap_guard else {
        return;
    };
    let (used, limit) = unsafe { usage(cx) };
    match progress {
        GCProgress::GC_CYCLE_BEGIN => guard.before.set(used),
        GCProgress::GC_CYCLE_END if guard.collected(used, limit) => {
            state.heap_is_full(guard, used, limit);
        }
        _ => {}
    }
}

/// Called when there is no memory for something. If it was something large a script can go on without it.
unsafe extern "C" fn out_of_memory(cx: *mut JSContext, _: *mut c_void) {
    // SAFETY: as above.
    unsafe {
        let state = State::of(cx);
        if let Some(guard) = &state.heap_guard {
            let (used, limit) = usage(cx);
            if is_nearly_full(used, limit) {
                state.heap_is_full(guard, used, limit);
            }
        }
    }
}

fn is_nearly_full(used: u64, limit: u64) -> bool {
    used * 100 >= limit * NEARLY_FULL
}

/// Bytes in use, and the limit.
unsafe fn usage(cx: *mut JSContext) -> (u64, u64) {
    // SAFETY: reading sizes does not collect.
    unsafe {
        let limit = JS_GetGCParameter(cx, JSGCParamKey::JSGC_MAX_BYTES);
        (GetGCHeapUsage(cx), u64::from(limit))
    }
}
