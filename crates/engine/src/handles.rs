//! Places that the collector knows: the handle stack behind [`Local`](crate::Local)s, and the table
//! behind [`Persistent`]s.

use std::cell::{Cell, RefCell, UnsafeCell};
use std::ptr::NonNull;
use std::rc::Rc;

use mozjs::glue::CallValueRootTracer;
use mozjs::jsapi::{JSTracer, Value};
use mozjs::jsval::UndefinedValue;

use crate::{Local, Scope};

const CHUNK: usize = 1024;

/// A stack of values in chunks that never move, so that a place keeps its address.
pub(crate) struct HandleStack {
    chunks: UnsafeCell<Vec<Box<[Value; CHUNK]>>>,
    top: Cell<Mark>,
}

/// A height of the stack: everything above it is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    chunk: usize,
    index: usize,
}

impl HandleStack {
    pub(crate) fn new() -> HandleStack {
        HandleStack {
            chunks: UnsafeCell::new(vec![Box::new([UndefinedValue(); CHUNK])]),
            top: Cell::new(Mark { chunk: 0, index: 0 }),
        }
    }

    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        self.top.get()
    }

    #[inline]
    pub(crate) fn release(&self, mark: Mark) {
        self.top.set(mark);
    }

    /// Takes the next place and stores `value` there.
    #[inline]
    pub(crate) fn push(&self, value: Value) -> NonNull<Value> {
        let mut top = self.top.get();
        if top.index == CHUNK {
            top = self.next_chunk(top);
        }
        // SAFETY: one thread owns the stack and no reference into `chunks` outlives a method call.
        // A chunk is boxed, so the place stays where it is when the vector grows.
        let place = unsafe { &mut (&mut *self.chunks.get())[top.chunk][top.index] };
        *place = value;
        self.top.set(Mark {
            chunk: top.chunk,
            index: top.index + 1,
        });
        NonNull::from(place)
    }

    #[cold]
    fn next_chunk(&self, top: Mark) -> Mark {
        // SAFETY: as in `push`.
        let chunks = unsafe { &mut *self.chunks.get() };
        if chunks.len() == top.chunk + 1 {
            chunks.push(Box::new([UndefinedValue(); CHUNK]));
        }
        Mark {
            chunk: top.chunk + 1,
            index: 0,
        }
    }

    /// Shows every taken place to the collector, which may write a new address there.
    pub(crate) unsafe fn trace(&self, tracer: *mut JSTracer) {
        let top = self.top.get();
        // SAFETY: the collector runs on the owning thread while no method of ours is active.
        let chunks = unsafe { &mut *self.chunks.get() };
        for (number, chunk) in chunks.iter_mut().enumerate().take(top.chunk + 1) {
            let used = if number == top.chunk {
                top.index
            } else {
                CHUNK
            };
            for place in &mut chunk[..used] {
                unsafe { CallValueRootTracer(tracer, place, c"local".as_ptr()) };
            }
        }
    }
}

/// Values that live until they are dropped: a slab whose places the collector traces.
#[derive(Default)]
pub(crate) struct PersistentTable {
    places: RefCell<Vec<Value>>,
    free: RefCell<Vec<u32>>,
}

impl PersistentTable {
    fn insert(&self, value: Value) -> u32 {
        let mut places = self.places.borrow_mut();
        match self.free.borrow_mut().pop() {
            Some(index) => {
                places[index as usize] = value;
                index
            }
            None => {
                places.push(value);
                (places.len() - 1) as u32
            }
        }
    }

    fn remove(&self, index: u32) {
        self.places.borrow_mut()[index as usize] = UndefinedValue();
        self.free.borrow_mut().push(index);
    }

    pub(crate) unsafe fn trace(&self, tracer: *mut JSTracer) {
        for place in self.places.borrow_mut().iter_mut() {
            // SAFETY: the place is valid for the call, and the collector runs on this thread.
            unsafe { CallValueRootTracer(tracer, place, c"persistent".as_ptr()) };
        }
    }
}

/// A value kept alive until this is dropped. It belongs to the context that made it.
pub struct Persistent {
    table: Rc<PersistentTable>,
    index: u32,
}

impl Persistent {
    /// Keeps `value` alive beyond the scope it came from.
    pub fn new(scope: &Scope<'_>, value: Local<'_>) -> Persistent {
        let table = scope.state().persistents.clone();
        let index = table.insert(value.get());
        Persistent { table, index }
    }

    /// The value, as a local of `scope`.
    pub fn get<'s>(&self, scope: &Scope<'s>) -> Local<'s> {
        assert!(
            Rc::ptr_eq(&self.table, &scope.state().persistents),
            "a persistent value was used in another context"
        );
        let value = self.table.places.borrow()[self.index as usize];
        scope.local(value)
    }

    /// Replaces the value that is kept.
    pub fn set(&self, value: Local<'_>) {
        self.table.places.borrow_mut()[self.index as usize] = value.get();
    }
}

impl Clone for Persistent {
    fn clone(&self) -> Persistent {
        let value = self.table.places.borrow()[self.index as usize];
        Persistent {
            table: self.table.clone(),
            index: self.table.insert(value),
        }
    }
}

impl Drop for Persistent {
    fn drop(&mut self) {
        self.table.remove(self.index);
    }
}
