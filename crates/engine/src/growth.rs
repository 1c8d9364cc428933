//! A heap that grows slowly. The engine waits until it has 40 MB before it collects it for the first time: a server whose
//! connections come and go takes minutes for that, and has as much garbage meanwhile. So what has grown for a while
//! without a full collection is collected; once in a while that costs nothing.

use std::cell::Cell;
use std::time::{Duration, Instant};

use mozjs::jsapi::{JS_GetGCParameter, JSContext, JSGCParamKey};

/// How often it is looked at.
const INTERVAL: Duration = Duration::from_secs(15);
/// A heap that is no larger than this is left alone, in bytes.
const SMALL: u32 = 8 * 1024 * 1024;

/// How a heap has grown.
pub(crate) struct Growth {
    next_look: Cell<Instant>,
    /// How many full collections there were at the last look.
    collections: Cell<u32>,
    /// How large the heap was at the first look after the last of them.
    size: Cell<u32>,
    wishes: Cell<bool>,
}

impl Growth {
    pub(crate) fn new() -> Growth {
        Growth {
            next_look: Cell::new(Instant::now() + INTERVAL),
            collections: Cell::new(0),
            size: Cell::new(0),
            wishes: Cell::new(false),
        }
    }

    /// Looks at the heap, if it is time to; says whether it is to be collected.
    ///
    /// # Safety
    /// `cx` is a context of this thread.
    pub(crate) unsafe fn wishes_collection(&self, cx: *mut JSContext) -> bool {
        let now = Instant::now();
        if now < self.next_look.get() {
            return false;
        }
        self.next_look.set(now + INTERVAL);
        // SAFETY: these only read counters.
        let (size, collections) = unsafe {
            (
                JS_GetGCParameter(cx, JSGCParamKey::JSGC_BYTES),
                JS_GetGCParameter(cx, JSGCParamKey::JSGC_MAJOR_GC_NUMBER),
            )
        };
        self.has_grown(size, collections)
    }

    fn has_grown(&self, size: u32, collections: u32) -> bool {
        if collections != self.collections.replace(collections) {
            // The engine has done it.
            self.size.set(size);
            return false;
        }
        let limit = self.size.get().saturating_add(self.size.get() / 2);
        let has_grown = size > limit.max(SMALL);
        self.wishes.set(has_grown);
        has_grown
    }

    /// Whether a collection was wished for, once.
    pub(crate) fn take_wish(&self) -> bool {
        self.wishes.replace(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_without_a_collection_is_collected() {
        let growth = Growth::new();
        assert!(!growth.has_grown(SMALL, 0));
        assert!(growth.has_grown(SMALL + 1, 0));
        assert!(growth.take_wish());
        assert!(!growth.take_wish());
        // There was one, and twice as much is in use: that may become half as much again.
        assert!(!growth.has_grown(2 * SMALL, 1));
        assert!(!growth.has_grown(3 * SMALL, 1));
        assert!(growth.has_grown(3 * SMALL + 2, 1));
        // One that the engine has begun itself is enough.
        assert!(!growth.has_grown(9 * SMALL, 2));
        assert!(!growth.has_grown(u32::MAX / 2, 3));
    }
}
