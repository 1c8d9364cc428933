//! The heap: its size, its limit, collections on demand.

use mozjs::jsapi::{
    GCOptions, GCReason, JS_GetGCParameter, JS_SetGCParameter, JSGCParamKey, NonIncrementalGC,
    PrepareForFullGC,
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
}

const CHUNK: usize = 1024 * 1024;

impl Scope<'_> {
    /// The size of the heap now.
    pub fn heap_statistics(&self) -> HeapStatistics {
        // SAFETY: reading parameters does not collect.
        unsafe {
            let chunks = JS_GetGCParameter(self.cx(), JSGCParamKey::JSGC_TOTAL_CHUNKS);
            let nursery = JS_GetGCParameter(self.cx(), JSGCParamKey::JSGC_NURSERY_BYTES);
            let used = JS_GetGCParameter(self.cx(), JSGCParamKey::JSGC_BYTES);
            let limit = JS_GetGCParameter(self.cx(), JSGCParamKey::JSGC_MAX_BYTES);
            HeapStatistics {
                total: chunks as usize * CHUNK + nursery as usize,
                used: used as usize + nursery as usize,
                limit: limit as usize,
            }
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
