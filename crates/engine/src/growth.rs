//! A heap that grows slowly. The engine waits until it has 40 MB before it collects it for the first time: a server whose
//! connections come and go takes minutes for that, and has as much garbage meanwhile. So what has grown for a while
//! without a full collection is collected; once in a while that costs nothing.

use std::cell::Cell;
use std::time::{Duration, Instant};

use mozjs::jsapi::{JS_GetGCParameter, JSContext, JSGCParamKey};

/// How often it is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);
/// How long there is none after a full collection, or after the start: one of a server's heap takes some milliseconds.
const REST: Duration = Duration::from_secs(5);
/// A heap that is no larger than this is left alone, in bytes.
const SMALL: u32 = 4 * 1024 * 1024;

/// How a heap has grown.
pub(crate) struct Growth {
    next_look: Cell<Instant>,
    /// How large the heap was when it had been collected: what was in use. Garbage that came since does not count, else
    /// the tops would be higher the more of it there is.
    size: Cell<u32>,
    wishes: Cell<bool>,
}

impl Growth {
    pub(crate) fn new() -> Growth {
        Growth {
            next_look: Cell::new(Instant::now() + REST),
            size: Cell::new(0),
            wishes: Cell::new(false),
        }
    }

    /// A full collection has ended.
    ///
    /// # Safety
    /// `cx` is a context of this thread.
    pub(crate) unsafe fn collected(&self, cx: *mut JSContext) {
        // SAFETY: this only reads a counter.
        self.size
            .set(unsafe { JS_GetGCParameter(cx, JSGCParamKey::JSGC_BYTES) });
        self.wishes.set(false);
        self.next_look.set(Instant::now() + REST);
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
        self.next_look.set(now + BETWEEN_LOOKS);
        // SAFETY: this only reads a counter.
        self.has_grown(unsafe { JS_GetGCParameter(cx, JSGCParamKey::JSGC_BYTES) })
    }

    fn has_grown(&self, size: u32) -> bool {
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
        assert!(!growth.has_grown(SMALL));
        assert!(growth.has_grown(SMALL + 1));
        assert!(growth.take_wish());
        assert!(!growth.take_wish());
        // Of what was in use after one, half as much may be added.
        growth.size.set(2 * SMALL);
        assert!(!growth.has_grown(3 * SMALL));
        assert!(growth.has_grown(3 * SMALL + 2));
        // However much garbage there was meanwhile: the limit stays.
        assert!(!growth.has_grown(3 * SMALL));
    }
}
