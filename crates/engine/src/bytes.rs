//! Bytes: ArrayBuffers and typed arrays over Rust memory, and back.

use std::ffi::c_void;
use std::ptr::NonNull;

use mozjs::jsapi::{
    GetArrayBufferLengthAndData, IsArrayBufferObject, IsSharedArrayBufferObject,
    JS_GetArrayBufferViewData, JS_GetObjectAsArrayBufferView, JS_GetUint8ArrayData,
    JS_IsArrayBufferViewObject, JS_NewFloat64Array, JS_NewUint8Array, JS_NewUint8ArrayWithBuffer,
    NewArrayBuffer, NewArrayBufferWithContents,
};
use mozjs::rooted;

use crate::error::Thrown;
use crate::shared_memory::{self, SharedCopy};
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

/// Bytes of a buffer or view. They stay where they are until the engine runs.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    pub(crate) data: *mut u8,
    pub(crate) length: usize,
    /// Whether other threads may read and write them meanwhile.
    pub(crate) shared: bool,
}

impl Bytes {
    /// `length` bytes from `start` on, which must be there.
    pub(crate) fn part(self, start: usize, length: usize) -> Bytes {
        assert!(start <= self.length && length <= self.length - start);
        Bytes {
            data: self.data.wrapping_add(start),
            length,
            shared: self.shared,
        }
    }
}

/// Bytes that the engine has given with their number; none of them may come with any pointer.
#[inline]
pub(crate) fn own_bytes(data: *mut u8, length: usize) -> NonNull<[u8]> {
    let data = if length == 0 {
        None
    } else {
        NonNull::new(data)
    };
    match data {
        Some(data) => NonNull::slice_from_raw_parts(data, length),
        None => NonNull::slice_from_raw_parts(NonNull::dangling(), 0),
    }
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

    /// Where the bytes of a buffer or view are, how many, and whether other threads may have them too.
    pub(crate) fn bytes(self) -> Option<Bytes> {
        let object = self.object_ptr()?;
        let (mut data, mut length, mut shared) = (std::ptr::null_mut(), 0, false);
        // SAFETY: the pointer is fresh; each function is given what it is for, and none collects.
        unsafe {
            if !JS_GetObjectAsArrayBufferView(object, &mut length, &mut shared, &mut data).is_null()
            {
                return Some(Bytes {
                    data,
                    length,
                    shared,
                });
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
        Some(Bytes {
            data,
            length,
            shared,
        })
    }

    /// The bytes of a buffer or view that no other thread has; none if this is neither, or if others may have them. (Two
    /// registers: what came by memory, field for field, and was read as a whole would have to wait for it.)
    #[inline(always)]
    pub(crate) fn own_bytes(self, scope: &Scope<'_>) -> Option<NonNull<[u8]>> {
        // SAFETY: a local is alive.
        match unsafe { scope.state().byte_class.bytes(self.get()) } {
            Some(bytes) => Some(bytes),
            None => self.own_bytes_of_any(),
        }
    }

    #[inline(never)]
    fn own_bytes_of_any(self) -> Option<NonNull<[u8]>> {
        let bytes = self.bytes()?;
        (!bytes.shared).then(|| own_bytes(bytes.data, bytes.length))
    }

    #[cold]
    pub(crate) fn shared_bytes(self) -> Option<Bytes> {
        self.bytes().filter(|bytes| bytes.shared)
    }

    /// Reads the bytes of an ArrayBuffer or view where they are. `None` if this is neither.
    ///
    /// The engine cannot be entered meanwhile. Of shared memory, which other threads may change, a copy is read.
    #[inline]
    pub fn with_bytes<R>(self, scope: &Scope<'_>, read: impl FnOnce(&[u8]) -> R) -> Option<R> {
        let _lent = scope.state().memory.lend();
        let copied;
        let bytes = match self.own_bytes(scope) {
            // SAFETY: the engine cannot run while `_lent` is held, so the bytes stay in place and unchanged.
            Some(bytes) => unsafe { bytes.as_ref() },
            None => {
                copied = shared_memory::copy(self.shared_bytes()?);
                &copied
            }
        };
        Some(read(bytes))
    }

    /// The number of bytes of an ArrayBuffer or view. `None` if this is neither.
    pub fn byte_length(self) -> Option<usize> {
        self.bytes().map(|bytes| bytes.length)
    }

    /// Changes the bytes of an ArrayBuffer or view where they are. `None` if this is neither. In shared memory only
    /// what was changed is written, afterwards.
    #[inline]
    pub fn with_bytes_mut<R>(
        self,
        scope: &Scope<'_>,
        change: impl FnOnce(&mut [u8]) -> R,
    ) -> Option<R> {
        // To nobody else: no other reader of (maybe the same) bytes is active.
        let _lent = scope.state().memory.lend_for_change();
        let mut copied = None;
        let bytes = match self.own_bytes(scope) {
            // SAFETY: as in `with_bytes`, and nobody else has a slice of these bytes.
            Some(mut bytes) => unsafe { bytes.as_mut() },
            None => copied
                .insert(SharedCopy::new(self.shared_bytes()?))
                .bytes_mut(),
        };
        let result = change(bytes);
        if let Some(copied) = copied {
            copied.write_changes();
        }
        Some(result)
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
        // SAFETY: the contents are of the system's allocator, like the engine's own memory. They are the buffer's, which
        // counts them when it is decided whether to collect, and frees them, also if no buffer can be made.
        let buffer = unsafe { NewArrayBufferWithContents(self.cx(), length, contents) };
        self.new_object(buffer)
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
