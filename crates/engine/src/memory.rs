//! The heap: its size, its limit, collections on demand.

use std::mem::MaybeUninit;

use mozjs::jsapi::{
    GCOptions, GCReason, IncrementalGCSlice, IsIncrementalGCInProgress, JS_GetGCParameter,
    JS_GetRuntime, JS_SetGCParameter, JSContext, JSGCParamKey, JSObject, NonIncrementalGC,
    PrepareForFullGC, PrepareForIncrementalGC, RunNurseryCollection, SliceBudget,
    StartIncrementalGC,
};

use crate::Scope;

/// How much memory the engine's heap takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeapStatistics {
    /// Bytes in chunks taken from the system
    pub total: usize,
    /// Bytes of live and not yet collected things
    pub used: usize,
    /// The limit, in bytes
    pub limit: usize,
    /// Bytes that things in the heap keep outside of it: the contents of buffers, long strings, elements of
    /// large arrays
    pub outside: usize,
}

const CHUNK: usize = 1024 * 1024;

/// How long a script stands still for a part of a collection, in milliseconds. Without a limit a collection is
/// done at one go, which takes half a second where millions of objects are alive.
const LONGEST_SLICE: u32 = 5;
/// How many megabytes things in the heap may keep outside of it before it is collected for the first time. The engine's own
/// figure is 38: a server under load had that much in slots and texts of requests that were over.
const FIRST_OUTSIDE: u32 = 12;
/// How much is done of a collection when nothing else is to be done: steps, about as many as fit into
/// that time.
const STEPS_WHEN_IDLE: i64 = 100_000;

/// How many bytes young objects may have outside of the heap before they are collected. The engine itself lets them
/// become eight times as many as the nursery has, which grows to megabytes.
const MOST_YOUNG_BYTES: usize = 8 * 1024 * 1024;
/// If as many bytes are outside of a heap that is no larger than that, all of it is collected: those that were in use when
/// the young were collected are old now. Such a heap takes some milliseconds. The engine would wait for 57 MB, or for
/// 114 if it was collected a second ago.
const MOST_BYTES_OUTSIDE: usize = 24 * 1024 * 1024;
const SMALL_HEAP: u32 = 16 * 1024 * 1024;

unsafe extern "C" {
    /// The constructor of `JS::SliceBudget` from a `JS::WorkBudget`, which is a number.
    #[link_name = "_ZN2JS11SliceBudgetC1ENS_10WorkBudgetE"]
    fn NewSliceBudget(place: *mut SliceBudget, steps: i64);
    /// `js::gc::NewMemoryInfoObject`: an object with getters for the collector's counters.
    #[link_name = "_ZN2js2gc19NewMemoryInfoObjectEP9JSContext"]
    fn NewMemoryInfoObject(cx: *mut JSContext) -> *mut JSObject;
}

/// # Safety
/// `cx` is a fresh context.
pub(crate) unsafe fn configure(cx: *mut JSContext) {
    // SAFETY: plain settings.
    unsafe {
        JS_SetGCParameter(cx, JSGCParamKey::JSGC_INCREMENTAL_GC_ENABLED, 1);
        JS_SetGCParameter(cx, JSGCParamKey::JSGC_SLICE_TIME_BUDGET_MS, LONGEST_SLICE);
        JS_SetGCParameter(cx, JSGCParamKey::JSGC_MALLOC_THRESHOLD_BASE, FIRST_OUTSIDE);
    }
}

impl Scope<'_> {
    /// The size of the heap now.
    pub fn heap_statistics(&mut self) -> HeapStatistics {
        let outside = self.bytes_outside().unwrap_or(0);
        // SAFETY: reading parameters does not collect.
        unsafe {
            let chunks = JS_GetGCParameter(self.cx(), JSGCParamKey::JSGC_TOTAL_CHUNKS);
            let nursery = JS_GetGCParameter(self.cx(), JSGCParamKey::JSGC_NURSERY_BYTES);
            let used = JS_GetGCParameter(self.cx(), JSGCParamKey::JSGC_BYTES);
            let limit = JS_GetGCParameter(self.cx(), JSGCParamKey::JSGC_MAX_BYTES);
            HeapStatistics {
                total: chunks as usize * CHUNK + nursery as usize,
                // The nursery is empty now.
                used: used as usize,
                limit: limit as usize,
                outside,
            }
        }
    }

    /// What the engine has counted of memory outside of its heap. It counts what young objects have only
    /// once they have survived a minor collection, so there is one first.
    fn bytes_outside(&mut self) -> Option<usize> {
        self.nested(|scope| {
            // SAFETY: every live pointer is known to the collector; the result is stored at once.
            let counters = unsafe {
                let runtime = JS_GetRuntime(scope.cx());
                RunNurseryCollection(runtime, GCReason::API, std::mem::zeroed());
                scope.new_object(NewMemoryInfoObject(scope.cx()))
            };
            let bytes = counters.and_then(|counters| counters.get_property(scope, "mallocBytes"));
            match bytes {
                Ok(bytes) => bytes.as_number().map(|bytes| bytes as usize),
                Err(thrown) => {
                    scope.catch(thrown);
                    None
                }
            }
        })
    }

    /// Counts bytes that a young object has outside of the heap. If they are many what is garbage of them is collected.
    pub fn note_young_bytes(&mut self, count: usize) {
        let total = self.state().young_bytes.get() + count;
        if total < MOST_YOUNG_BYTES {
            self.state().young_bytes.set(total);
            return;
        }
        self.state().young_bytes.set(0);
        // This collects what is young.
        let outside = self.bytes_outside().unwrap_or(0);
        let kept = self.state().bytes_kept_outside.get();
        // SAFETY: these only look.
        let is_small = unsafe {
            JS_GetGCParameter(self.cx(), JSGCParamKey::JSGC_BYTES) <= SMALL_HEAP
                && !IsIncrementalGCInProgress(self.cx())
        };
        if is_small && outside > MOST_BYTES_OUTSIDE.max(kept + kept / 2) {
            self.collect_garbage();
            let kept = self.bytes_outside().unwrap_or(0);
            self.state().bytes_kept_outside.set(kept);
        }
    }

    /// Collects everything that is garbage, now.
    pub fn collect_garbage(&mut self) {
        // SAFETY: every live pointer of this crate is in a place known to the collector.
        unsafe {
            PrepareForFullGC(self.cx());
            NonIncrementalGC(self.cx(), GCOptions::Normal, GCReason::API);
        }
    }

    /// Goes on with a collection that is under way, a little, or begins one that was wished for.
    pub(crate) fn continue_collection(&mut self) {
        let begins = self.state().host_tasks.take_beginning();
        let mut budget = MaybeUninit::uninit();
        // SAFETY: the constructor fills the budget; every live pointer is known to the collector.
        unsafe {
            NewSliceBudget(budget.as_mut_ptr(), STEPS_WHEN_IDLE);
            if IsIncrementalGCInProgress(self.cx()) {
                PrepareForIncrementalGC(self.cx());
                IncrementalGCSlice(self.cx(), GCReason::INTER_SLICE_GC, budget.as_ptr());
            } else if begins {
                PrepareForFullGC(self.cx());
                StartIncrementalGC(self.cx(), GCOptions::Normal, GCReason::API, budget.as_ptr());
            }
        }
    }

    /// Makes allocations throw an out-of-memory error when the things in the heap take more than this
    /// many bytes. What they keep outside (elements of large arrays, buffers) is not counted.
    pub fn set_heap_limit(&mut self, bytes: u32) {
        // SAFETY: a plain setting.
        unsafe { JS_SetGCParameter(self.cx(), JSGCParamKey::JSGC_MAX_BYTES, bytes) };
    }

    /// Makes the engine collect as often as `level` says (a debug engine only): for tests.
    #[cfg(feature = "debugmozjs")]
    pub fn set_gc_zeal(&mut self, level: u8, frequency: u32) {
        // SAFETY: a plain setting of the debug engine.
        unsafe { mozjs::jsapi::SetGCZeal(self.cx(), level, frequency) };
    }
}
