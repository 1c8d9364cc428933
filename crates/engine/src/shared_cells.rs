//! Numbers that Rust and JavaScript share.

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::Arc;

use mozjs::jsapi::{JS_NewFloat64ArrayWithBuffer, JS_NewInt32ArrayWithBuffer, JSObject, glue};
use mozjs::rooted;

use crate::error::Thrown;
use crate::{JsResult, Local, Scope};

/// A few numbers that Rust and JavaScript share: what one writes the other reads at once, without a call. The memory
/// lives as long as either has it.
pub struct SharedCells<T: Copy + 'static> {
    // Counted by an `Arc`, as the collector may free its share on another thread; the cells themselves are of one.
    cells: Arc<[Cell<T>]>,
}

impl<T: Copy + 'static> Clone for SharedCells<T> {
    fn clone(&self) -> SharedCells<T> {
        SharedCells {
            cells: self.cells.clone(),
        }
    }
}

impl<T: Copy + 'static> SharedCells<T> {
    fn new(count: usize, value: T) -> SharedCells<T> {
        SharedCells {
            cells: (0..count).map(|_| Cell::new(value)).collect(),
        }
    }

    /// Reads a cell.
    #[inline]
    pub fn get(&self, index: usize) -> T {
        self.cells[index].get()
    }

    /// Writes a cell.
    #[inline]
    pub fn set(&self, index: usize, value: T) {
        self.cells[index].set(value);
    }

    /// An ArrayBuffer over the cells; to be rooted at once.
    fn buffer(&self, scope: &mut Scope<'_>) -> JsResult<*mut JSObject> {
        let share = Box::into_raw(Box::new(self.cells.clone())) as *mut c_void;
        let contents = self.cells.as_ptr() as *mut c_void;
        let length = size_of_val(&*self.cells);
        // SAFETY: the share keeps the cells until the buffer calls `free_share`; if none is made we do.
        unsafe {
            let free = free_share::<T>;
            let buffer =
                glue::NewExternalArrayBuffer(scope.cx(), length, contents, Some(free), share);
            if buffer.is_null() {
                free_share::<T>(contents, share);
                return Err(Thrown::pending());
            }
            Ok(buffer)
        }
    }
}

unsafe extern "C" fn free_share<T: Copy + 'static>(_: *mut c_void, share: *mut c_void) {
    // SAFETY: made by `buffer`, and called once.
    drop(unsafe { Box::from_raw(share as *mut Arc<[Cell<T>]>) });
}

impl<'s> Scope<'s> {
    /// Shared int32 cells, all 0, and the Int32Array that shows them to JavaScript.
    pub fn shared_int32(&mut self, count: usize) -> JsResult<(SharedCells<i32>, Local<'s>)> {
        let cells = SharedCells::new(count, 0);
        let buffer = cells.buffer(self)?;
        rooted!(in(self.cx()) let buffer = buffer);
        // SAFETY: the buffer is rooted; the result is stored at once.
        let array = unsafe {
            JS_NewInt32ArrayWithBuffer(self.cx(), buffer.handle().into(), 0, count as i64)
        };
        Ok((cells, self.new_object(array)?))
    }

    /// Shared float64 cells, all 0, and the Float64Array that shows them to JavaScript.
    pub fn shared_float64(&mut self, count: usize) -> JsResult<(SharedCells<f64>, Local<'s>)> {
        let cells = SharedCells::new(count, 0.0);
        let buffer = cells.buffer(self)?;
        rooted!(in(self.cx()) let buffer = buffer);
        // SAFETY: as in `shared_int32`.
        let array = unsafe {
            JS_NewFloat64ArrayWithBuffer(self.cx(), buffer.handle().into(), 0, count as i64)
        };
        Ok((cells, self.new_object(array)?))
    }
}
