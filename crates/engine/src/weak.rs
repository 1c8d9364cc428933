//! References from Rust that do not keep what they refer to.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;

use mozjs::jsapi::{
    Heap, HeapObjectWriteBarriers, JS_AddWeakPointerZonesCallback, JS_UpdateWeakPointerAfterGC,
    JSContext, JSObject, JSTracer,
};
use mozjs::jsval::ObjectValue;

use crate::{Local, Scope};

/// The objects of a context that are referred to weakly. Those that are gone, and free places, are null.
#[derive(Default)]
pub(crate) struct WeakTable {
    /// Boxed, as the collector's list of pointers into its nursery knows them by their addresses.
    #[expect(clippy::vec_box)]
    places: RefCell<Vec<Box<Heap<*mut JSObject>>>>,
    free: RefCell<Vec<u32>>,
    /// How often the collector came here.
    updates: Cell<u64>,
}

impl WeakTable {
    fn insert(&self, object: *mut JSObject) -> u32 {
        let mut places = self.places.borrow_mut();
        match self.free.borrow_mut().pop() {
            Some(index) => {
                places[index as usize].set(object);
                index
            }
            None => {
                places.push(Heap::boxed(object));
                (places.len() - 1) as u32
            }
        }
    }

    /// How often things may have been freed or moved.
    pub(crate) fn updates(&self) -> u64 {
        self.updates.get()
    }

    /// Empties all places: the heap is going to go.
    pub(crate) fn clear(&self) {
        for place in self.places.borrow().iter() {
            place.set(ptr::null_mut());
        }
    }
}

/// Has the collector keep the table of a context up to date.
///
/// # Safety
/// `cx` is a fresh context of this crate, and the table lives longer.
pub(crate) unsafe fn install(cx: *mut JSContext, table: &WeakTable) -> bool {
    let table = ptr::from_ref(table) as *mut c_void;
    // SAFETY: as above; the function is given the table.
    unsafe { JS_AddWeakPointerZonesCallback(cx, Some(update), table) }
}

/// Called when it is known what is going to be freed, and when objects have been moved.
unsafe extern "C" fn update(tracer: *mut JSTracer, table: *mut c_void) {
    // SAFETY: registered with it.
    let table = unsafe { &*(table as *const WeakTable) };
    table.updates.set(table.updates.get() + 1);
    for place in table.places.borrow_mut().iter_mut() {
        if !place.get().is_null() {
            // SAFETY: the collector asked for it; the place holds an object that was alive until now.
            unsafe { JS_UpdateWeakPointerAfterGC(tracer, &mut **place) };
        }
    }
}

/// A reference to an object that does not keep it alive: empty once the object has been collected.
///
/// It belongs to the context that made it. In contrast to a `WeakRef` of the language, reading it keeps the object no
/// longer than the [`Local`] that comes of it.
pub struct WeakPersistent {
    table: Rc<WeakTable>,
    index: u32,
}

impl WeakPersistent {
    /// Refers to an object. `None` if the value is none.
    pub fn new(scope: &Scope<'_>, object: Local<'_>) -> Option<WeakPersistent> {
        let table = scope.state().weak.clone();
        let index = table.insert(object.object_ptr()?);
        Some(WeakPersistent { table, index })
    }

    /// The object, if it is still there.
    ///
    /// # Panics
    /// In another context than its own, while memory of the heap is lent out, and in destructors that the collector
    /// calls.
    pub fn get<'s>(&self, scope: &Scope<'s>) -> Option<Local<'s>> {
        assert!(
            Rc::ptr_eq(&self.table, &scope.state().weak),
            "a weak reference was used in another context"
        );
        scope.state().memory.assert_free();
        let mut object = self.table.places.borrow()[self.index as usize].get();
        if object.is_null() {
            return None;
        }
        let local = scope.local(ObjectValue(object));
        // A collection may be under way that has not come across the object and, in parts, goes on with what was
        // reachable at its start. It marks what is overwritten meanwhile, so it is told that this was.
        // SAFETY: the object is alive; nothing is written.
        unsafe { HeapObjectWriteBarriers(&mut object, object, ptr::null_mut()) };
        Some(local)
    }
}

impl Drop for WeakPersistent {
    fn drop(&mut self) {
        self.table.places.borrow()[self.index as usize].set(ptr::null_mut());
        self.table.free.borrow_mut().push(self.index);
    }
}
