//! Bytes: ArrayBuffers and typed arrays over Rust memory, and back.

use std::cell::Cell;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::NonNull;

use mozjs::jsapi::{
    GetArrayBufferLengthAndData, IsArrayBufferObject, IsSharedArrayBufferObject,
    JS_GetArrayBufferViewData, JS_GetObjectAsArrayBufferView, JS_GetUint8ArrayData,
    JS_IsArrayBufferViewObject, JS_NewFloat64Array, JS_NewFloat64ArrayWithBuffer,
    JS_NewInt32ArrayWithBuffer, JS_NewUint8Array, JS_NewUint8ArrayWithBuffer, JSObject,
    NewArrayBuffer, glue,
};
use mozjs::rooted;

use crate::error::Thrown;
use crate::{JsResult, Local, Scope};

/// Up to this size bytes are copied into memory of the engine's own; beyond, it takes over ours.
const COPY_UP_TO: usize = 16 * 1024;

/// What kind of binary object a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferKind {
    /// An ArrayBuffer
    ArrayBuffer,
    /// A SharedArrayBuffer
    SharedArrayBuffer,
    /// A typed array or DataView
    View,
}

impl<'s> Local<'s> {
    /// Whether this is an ArrayBuffer, a SharedArrayBuffer or a view of one.
    pub fn buffer_kind(self) -> Option<BufferKind> {
        let object = self.object_ptr()?;
        // SAFETY: the pointer is fresh, and these tests do not collect.
        unsafe {
            if JS_IsArrayBufferViewObject(object) {
                Some(BufferKind::View)
            } else if IsArrayBufferObject(object) {
                Some(BufferKind::ArrayBuffer)
            } else if IsSharedArrayBufferObject(object) {
                Some(BufferKind::SharedArrayBuffer)
            } else {
                None
            }
        }
    }

    pub(crate) fn bytes(self) -> Option<(*mut u8, usize)> {
        let object = self.object_ptr()?;
        let (mut data, mut length, mut shared) = (std::ptr::null_mut(), 0, false);
        // SAFETY: the pointer is fresh; each function is given what it is for, and none collects.
        unsafe {
            if !JS_GetObjectAsArrayBufferView(object, &mut length, &mut shared, &mut data).is_null()
            {
                return Some((data, length));
            }
            match self.buffer_kind()? {
                BufferKind::SharedArrayBuffer => mozjs::jsapi::GetSharedArrayBufferLengthAndData(
                    object,
                    &mut length,
                    &mut shared,
                    &mut data,
                ),
                _ => GetArrayBufferLengthAndData(object, &mut length, &mut shared, &mut data),
            }
        }
        Some((data, length))
    }

    /// Reads the bytes of an ArrayBuffer or view where they are. `None` if this is neither.
    ///
    /// The engine cannot be entered meanwhile.
    pub fn with_bytes<R>(self, scope: &Scope<'_>, read: impl FnOnce(&[u8]) -> R) -> Option<R> {
        let _locked = scope.state().lock();
        let (data, length) = self.bytes()?;
        if length == 0 {
            return Some(read(&[]));
        }
        // SAFETY: the engine cannot run while `_locked` is held, so the bytes stay in place and
        // unchanged (shared memory aside, whose readers must cope with tearing as in any engine).
        Some(read(unsafe { std::slice::from_raw_parts(data, length) }))
    }

    /// Changes the bytes of an ArrayBuffer or view where they are. `None` if this is neither.
    pub fn with_bytes_mut<R>(
        self,
        scope: &Scope<'_>,
        change: impl FnOnce(&mut [u8]) -> R,
    ) -> Option<R> {
        // The lock is exclusive: no other reader of (maybe the same) bytes is active.
        let _locked = scope.state().lock_exclusive();
        let (data, length) = self.bytes()?;
        if length == 0 {
            return Some(change(&mut []));
        }
        // SAFETY: as in `with_bytes`, and nobody else has a slice of these bytes.
        Some(change(unsafe {
            std::slice::from_raw_parts_mut(data, length)
        }))
    }

    /// A copy of the bytes.
    pub fn to_bytes(self, scope: &Scope<'_>) -> Option<Vec<u8>> {
        self.with_bytes(scope, <[u8]>::to_vec)
    }
}

impl<'s> Scope<'s> {
    /// A Uint8Array with a copy of the bytes.
    pub fn uint8_array(&mut self, bytes: &[u8]) -> JsResult<Local<'s>> {
        // SAFETY: the array is fresh and as long as asked for; nothing collects while it is filled.
        unsafe {
            let array = JS_NewUint8Array(self.cx(), bytes.len());
            if array.is_null() {
                return Err(Thrown::pending());
            }
            let mut shared = false;
            let data = JS_GetUint8ArrayData(array, &mut shared, std::ptr::null());
            if !bytes.is_empty() {
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), data, bytes.len());
            }
            self.new_object(array)
        }
    }

    /// A Uint8Array that takes over the bytes, if they are many.
    pub fn uint8_array_owned(&mut self, bytes: Vec<u8>) -> JsResult<Local<'s>> {
        if bytes.len() <= COPY_UP_TO {
            return self.uint8_array(&bytes);
        }
        let length = bytes.len() as i64;
        let buffer = self.array_buffer_owned(bytes)?;
        rooted!(in(self.cx()) let buffer = buffer.get().to_object());
        // SAFETY: the buffer is rooted; the result is stored at once.
        let array =
            unsafe { JS_NewUint8ArrayWithBuffer(self.cx(), buffer.handle().into(), 0, length) };
        self.new_object(array)
    }

    /// An ArrayBuffer that takes over the bytes.
    pub fn array_buffer_owned(&mut self, bytes: Vec<u8>) -> JsResult<Local<'s>> {
        if bytes.is_empty() {
            // SAFETY: the result is stored at once.
            let buffer = unsafe { NewArrayBuffer(self.cx(), 0) };
            return self.new_object(buffer);
        }
        let length = bytes.len();
        let contents = Box::into_raw(bytes.into_boxed_slice()) as *mut c_void;
        // SAFETY: the buffer owns the contents until it calls `free_bytes`; if none is made we free.
        unsafe {
            let buffer = glue::NewExternalArrayBuffer(
                self.cx(),
                length,
                contents,
                Some(free_bytes),
                length as *mut c_void,
            );
            if buffer.is_null() {
                free_bytes(contents, length as *mut c_void);
            }
            self.new_object(buffer)
        }
    }

    /// A Float64Array with a copy of the numbers.
    pub fn float64_array(&mut self, numbers: &[f64]) -> JsResult<Local<'s>> {
        // SAFETY: as in `uint8_array`.
        unsafe {
            let array = JS_NewFloat64Array(self.cx(), numbers.len());
            if array.is_null() {
                return Err(Thrown::pending());
            }
            let mut shared = false;
            let data = mozjs::jsapi::JS_GetFloat64ArrayData(array, &mut shared, std::ptr::null());
            std::ptr::copy_nonoverlapping(numbers.as_ptr(), data, numbers.len());
            self.new_object(array)
        }
    }

    /// A BigInt64Array with a copy of the numbers.
    pub fn bigint64_array(&mut self, numbers: &[i64]) -> JsResult<Local<'s>> {
        // SAFETY: as in `uint8_array`.
        unsafe {
            let array = mozjs::jsapi::JS_NewBigInt64Array(self.cx(), numbers.len());
            if array.is_null() {
                return Err(Thrown::pending());
            }
            let mut shared = false;
            let data = JS_GetArrayBufferViewData(array, &mut shared, std::ptr::null()) as *mut i64;
            std::ptr::copy_nonoverlapping(numbers.as_ptr(), data, numbers.len());
            self.new_object(array)
        }
    }
}

unsafe extern "C" fn free_bytes(contents: *mut c_void, length: *mut c_void) {
    // SAFETY: made by `array_buffer_owned` from a boxed slice of that length.
    drop(unsafe {
        Box::from_raw(std::ptr::slice_from_raw_parts_mut(
            contents as *mut u8,
            length as usize,
        ))
    });
}

/// A few numbers that Rust and JavaScript share: what one writes the other reads at once, without a
/// call. The memory lives as long as the process.
pub struct SharedCells<T: Copy + 'static> {
    cells: &'static [Cell<T>],
    // Cells are of one thread, like the context they are shared with.
    thread: PhantomData<*mut ()>,
}

impl<T: Copy + 'static> Clone for SharedCells<T> {
    fn clone(&self) -> SharedCells<T> {
        SharedCells {
            cells: self.cells,
            thread: PhantomData,
        }
    }
}

impl<T: Copy + 'static> SharedCells<T> {
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
}

impl<'s> Scope<'s> {
    /// Shared int32 cells, all 0, and the Int32Array that shows them to JavaScript.
    pub fn shared_int32(&mut self, count: usize) -> JsResult<(SharedCells<i32>, Local<'s>)> {
        let cells: &'static [Cell<i32>] = Box::leak(vec![Cell::new(0); count].into_boxed_slice());
        let buffer = self.static_buffer(cells.as_ptr() as *mut c_void, size_of_val(cells))?;
        rooted!(in(self.cx()) let buffer = buffer);
        // SAFETY: the buffer is rooted; the result is stored at once.
        let array = unsafe {
            JS_NewInt32ArrayWithBuffer(self.cx(), buffer.handle().into(), 0, count as i64)
        };
        Ok((
            SharedCells {
                cells,
                thread: PhantomData,
            },
            self.new_object(array)?,
        ))
    }

    /// Shared float64 cells, all 0, and the Float64Array that shows them to JavaScript.
    pub fn shared_float64(&mut self, count: usize) -> JsResult<(SharedCells<f64>, Local<'s>)> {
        let cells: &'static [Cell<f64>] = Box::leak(vec![Cell::new(0.0); count].into_boxed_slice());
        let buffer = self.static_buffer(cells.as_ptr() as *mut c_void, size_of_val(cells))?;
        rooted!(in(self.cx()) let buffer = buffer);
        // SAFETY: as in `shared_int32`.
        let array = unsafe {
            JS_NewFloat64ArrayWithBuffer(self.cx(), buffer.handle().into(), 0, count as i64)
        };
        Ok((
            SharedCells {
                cells,
                thread: PhantomData,
            },
            self.new_object(array)?,
        ))
    }

    fn static_buffer(&mut self, contents: *mut c_void, length: usize) -> JsResult<*mut JSObject> {
        debug_assert!(NonNull::new(contents).is_some());
        // SAFETY: the contents are leaked, so they outlive the buffer; nothing has to be freed.
        let buffer = unsafe {
            glue::NewExternalArrayBuffer(
                self.cx(),
                length,
                contents,
                Some(keep_bytes),
                std::ptr::null_mut(),
            )
        };
        if buffer.is_null() {
            Err(Thrown::pending())
        } else {
            Ok(buffer)
        }
    }
}

unsafe extern "C" fn keep_bytes(_: *mut c_void, _: *mut c_void) {}
