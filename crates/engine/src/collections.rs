//! Who is told of collections: of each that the engine makes, as it begins and ends.

use mozjs::jsapi::js::GetGCHeapUsage;
use mozjs::jsapi::{GCNurseryProgress, GCProgress, JSContext};

use crate::context::Context;
use crate::state::State;

/// A moment of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collection {
    /// Of young objects: it begins
    YoungBegin,
    /// It has ended
    YoungEnd,
    /// Of all objects, which is done in slices: it begins
    Begin,
    /// A slice of it begins
    SliceBegin,
    /// The slice has ended
    SliceEnd,
    /// The last slice has ended
    End,
}

/// Is told of a moment of a collection, and how many bytes of the heap are in use. No part of the engine can be used there.
pub type CollectionObserver = fn(Collection, used: u64);

impl Context {
    /// Sets who is told of collections from now on, or nobody.
    pub fn observe_collections(&self, observer: Option<CollectionObserver>) {
        self.state().collection_observer.set(observer);
    }
}

/// # Safety
/// `cx` is a context of this crate, and this is its thread.
unsafe fn tell(cx: *mut JSContext, state: &State, moment: Collection) {
    if let Some(observer) = state.collection_observer.get() {
        // SAFETY: reading the size does not collect.
        observer(moment, unsafe { GetGCHeapUsage(cx) });
    }
}

/// Tells of a collection of all objects.
///
/// # Safety
/// As for [`tell`].
pub(crate) unsafe fn tell_of_slice(cx: *mut JSContext, state: &State, progress: GCProgress) {
    let moment = match progress {
        GCProgress::GC_CYCLE_BEGIN => Collection::Begin,
        GCProgress::GC_SLICE_BEGIN => Collection::SliceBegin,
        GCProgress::GC_SLICE_END => Collection::SliceEnd,
        GCProgress::GC_CYCLE_END => Collection::End,
    };
    // SAFETY: as promised.
    unsafe { tell(cx, state, moment) };
}

/// Tells of a collection of young objects.
///
/// # Safety
/// As for [`tell`].
pub(crate) unsafe fn tell_of_young(cx: *mut JSContext, progress: GCNurseryProgress) {
    let moment = match progress {
        GCNurseryProgress::GC_NURSERY_COLLECTION_START => Collection::YoungBegin,
        GCNurseryProgress::GC_NURSERY_COLLECTION_END => Collection::YoungEnd,
    };
    // SAFETY: as promised.
    unsafe { tell(cx, State::of(cx), moment) };
}
