//! Text and bytes that go from one place of the heap to another, without a copy in between.

use mozjs::jsapi::{
    JS_NewUint8ArrayWithBuffer, JS_free, JS_malloc, PinArrayBufferOrViewLength, glue,
};
use mozjs::rooted;

use crate::error::Thrown;
use crate::shared_memory::{self, SharedCopy};
use crate::{BufferKind, ErrorKind, JsResult, Local, Scope, Text};

/// The largest ArrayBuffer that the engine makes.
const MAX_BUFFER_LENGTH: usize = 16 << 30;

impl<'s> Local<'s> {
    /// Reads the characters of a string while changing the bytes of an ArrayBuffer or view, as
    /// [`with_text`](Local::with_text) and [`with_bytes_mut`](Local::with_bytes_mut) do.
    ///
    /// The engine cannot be entered meanwhile.
    #[inline]
    pub fn with_text_into<R>(
        self,
        scope: &Scope<'_>,
        target: Local<'_>,
        write: impl FnOnce(Text<'_>, &mut [u8]) -> R,
    ) -> JsResult<Option<R>> {
        // To nobody else: no reader of (maybe the same) bytes is active.
        let _lent = scope.state().memory.lend_for_change();
        // SAFETY: the memory is lent while the characters are in use.
        let Some(text) = (unsafe { self.text(scope) })? else {
            return Ok(None);
        };
        let mut copied = None;
        let bytes = match target.own_bytes(scope) {
            // SAFETY: the engine cannot run while `_lent` is held, nobody else has a slice of these
            // bytes, and the characters of a string are never those of a buffer.
            Some(mut bytes) => unsafe { bytes.as_mut() },
            None => match target.shared_bytes() {
                Some(bytes) => copied.insert(SharedCopy::new(bytes)).bytes_mut(),
                None => return Ok(None),
            },
        };
        let result = write(text, bytes);
        if let Some(copied) = copied {
            copied.write_changes();
        }
        Ok(Some(result))
    }

    /// The address of the bytes of an ArrayBuffer or view, which is only good for its alignment.
    pub fn bytes_address(self) -> Option<usize> {
        self.bytes().map(|bytes| bytes.data.addr())
    }

    /// Keeps an ArrayBuffer from ever being detached, transferred or resized. False if this is none.
    pub fn pin_length(self) -> bool {
        // SAFETY: the pointer is fresh; the engine only sets a flag.
        self.buffer_kind().is_some()
            && self
                .object_ptr()
                .is_some_and(|object| unsafe { PinArrayBufferOrViewLength(object, true) })
    }
}

impl<'s> Scope<'s> {
    /// Copies bytes between ArrayBuffers or views, which may be the same or overlap. What lies beyond
    /// the end of either is left out. Returns how many were copied.
    pub fn copy_bytes(
        &self,
        (source, source_start): (Local<'_>, usize),
        (target, target_start): (Local<'_>, usize),
        count: usize,
    ) -> usize {
        let _lent = self.state().memory.lend_for_change();
        let (Some(from), Some(to)) = (source.bytes(), target.bytes()) else {
            return 0;
        };
        let count = count
            .min(from.length.saturating_sub(source_start))
            .min(to.length.saturating_sub(target_start));
        if count == 0 {
            return 0;
        }
        let (from, to) = (from.part(source_start, count), to.part(target_start, count));
        if from.shared || to.shared {
            shared_memory::write(&shared_memory::copy(from), to);
        } else {
            // SAFETY: both ranges lie within their buffers, as `count` was cut to; they may overlap.
            // Nothing else uses the bytes while `_lent` is held.
            unsafe { std::ptr::copy(from.data, to.data, count) };
        }
        count
    }

    /// An ArrayBuffer whose bytes may be anything.
    pub fn array_buffer_uninitialized(&mut self, length: usize) -> JsResult<Local<'s>> {
        if length > MAX_BUFFER_LENGTH {
            return Err(self.throw_error(ErrorKind::RangeError, "invalid array buffer length"));
        }
        // SAFETY: the buffer takes the memory over, which is of the engine's own allocator; if none
        // is made we free it. At least a byte, as nothing may come of none.
        unsafe {
            let contents = JS_malloc(self.cx(), length.max(1));
            if contents.is_null() {
                return Err(Thrown::pending());
            }
            let buffer = glue::NewArrayBufferWithContents(self.cx(), length, contents);
            if buffer.is_null() {
                JS_free(self.cx(), contents);
            }
            self.new_object(buffer)
        }
    }

    /// A Uint8Array over all of an ArrayBuffer.
    pub fn uint8_array_over(&mut self, buffer: Local<'_>) -> JsResult<Local<'s>> {
        let Some(object) = buffer
            .object_ptr()
            .filter(|_| buffer.buffer_kind() == Some(BufferKind::ArrayBuffer))
        else {
            return Err(self.throw_error(ErrorKind::TypeError, "not an ArrayBuffer"));
        };
        rooted!(in(self.cx()) let object = object);
        const TO_THE_END: i64 = -1;
        // SAFETY: the buffer is rooted; the result is stored at once.
        let array =
            unsafe { JS_NewUint8ArrayWithBuffer(self.cx(), object.handle().into(), 0, TO_THE_END) };
        self.new_object(array)
    }
}
