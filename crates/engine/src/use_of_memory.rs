//! Who uses the memory of the heap: while it is lent out, or while the collector is at work, nothing may
//! reach the engine.

use std::cell::Cell;

/// Lent to readers: how many. Above them a bit for a borrower that changes what it has, and one for the collector.
#[derive(Default)]
pub(crate) struct MemoryUse(Cell<u32>);

const CHANGED: u32 = 1 << 30;
const COLLECTED: u32 = 1 << 31;

impl MemoryUse {
    /// To be asked before any call of the engine that may collect, run script or change the heap. Only code that
    /// has a scope of an outer [`enter`](crate::Context::enter) at hand can fail here.
    #[inline]
    pub(crate) fn assert_free(&self) {
        if self.0.get() != 0 {
            self.refuse();
        }
    }

    #[cold]
    #[inline(never)]
    fn refuse(&self) -> ! {
        if self.0.get() & COLLECTED != 0 {
            panic!("the engine was entered from a destructor that the collector calls");
        }
        panic!("the engine was entered while its memory is borrowed");
    }

    /// Counts all that was lent as given back; false if the collector is at work. Whoever has borrowed memory must not use it
    /// any more.
    pub(crate) fn take_all_back(&self) -> bool {
        let is_free = self.0.get() & COLLECTED == 0;
        if is_free {
            self.0.set(0);
        }
        is_free
    }

    /// Lends memory to one more reader.
    #[inline]
    pub(crate) fn lend(&self) -> Lent<'_> {
        let before = self.0.get();
        assert!(before < CHANGED, "bytes of the heap are being changed");
        self.0.set(before + 1);
        Lent {
            memory: self,
            before,
        }
    }

    /// Lends memory to somebody who changes it.
    #[inline]
    pub(crate) fn lend_for_change(&self) -> Lent<'_> {
        assert!(self.0.get() == 0, "bytes of the heap are in use");
        self.0.set(CHANGED);
        Lent {
            memory: self,
            before: 0,
        }
    }

    /// Keeps everybody out while the engine calls us from inside a collection, or where it has no memory.
    pub(crate) fn close(&self) -> Lent<'_> {
        let before = self.0.get();
        self.0.set(before | COLLECTED);
        Lent {
            memory: self,
            before,
        }
    }
}

/// Memory is lent while this lives.
pub(crate) struct Lent<'a> {
    memory: &'a MemoryUse,
    before: u32,
}

impl Drop for Lent<'_> {
    #[inline]
    fn drop(&mut self) {
        self.memory.0.set(self.before);
    }
}
