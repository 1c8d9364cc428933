//! Bytes of a script's buffer, held still for the system: another thread has them read into or written out, without a
//! copy, while the script goes on.
//!
//! The engine has no counted memory behind ArrayBuffers, but it can be told that a buffer keeps its length: it is then
//! neither detached, transferred nor resized. So a buffer is pinned while it is held, and kept alive.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use mozjs::glue::JS_GetReservedSlot;
use mozjs::jsapi::{
    EnsureNonInlineArrayBufferOrView, IsResizableArrayBufferMaybeShared,
    JS_GetArrayBufferViewBuffer, JS_GetObjectAsArrayBufferView, JSObject,
    PinArrayBufferOrViewLength,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;

use crate::error::Thrown;
use crate::{BufferKind, JsResult, Local, Persistent, Scope};

/// Bytes of a view that has no ArrayBuffer are in the engine's heap, where they move, if they are no more than this.
const MOST_IN_HEAP: usize = 1024;
/// The slot of a view's ArrayBuffer. As long as there is none it says whether the length is pinned.
const SLOT_OF_BUFFER: u32 = 0;

/// The buffers of a context that are held.
#[derive(Default)]
pub(crate) struct HeldBuffers {
    /// By the address of their memory: how often, and whether they were pinned for that. (Those that were pinned for
    /// good stay so.)
    pins: RefCell<HashMap<usize, (usize, bool)>>,
    /// Shared with every span that is about.
    in_use: Arc<()>,
}

impl HeldBuffers {
    /// Whether somebody still has bytes of this context.
    pub(crate) fn are_in_use(&self) -> bool {
        Arc::strong_count(&self.in_use) > 1
    }

    fn pin(&self, buffer: *mut JSObject, address: usize) {
        let mut pins = self.pins.borrow_mut();
        let (count, _) = pins.entry(address).or_insert_with(|| {
            // SAFETY: the pointer is fresh; the engine only sets a flag, and says whether it was not set before.
            (0, unsafe { PinArrayBufferOrViewLength(buffer, true) })
        });
        *count += 1;
    }

    fn unpin(&self, buffer: Option<*mut JSObject>, address: usize) {
        let mut pins = self.pins.borrow_mut();
        let Some((count, pinned)) = pins.get_mut(&address) else {
            return;
        };
        *count -= 1;
        if *count > 0 {
            return;
        }
        if let (Some(buffer), true) = (buffer, *pinned) {
            // SAFETY: the pointer is fresh; the engine only clears a flag.
            unsafe { PinArrayBufferOrViewLength(buffer, false) };
        }
        pins.remove(&address);
    }
}

/// Keeps a script's buffer where it is, until it is dropped. If the [`SystemBytes`] are still about then, it stays so for
/// ever.
pub struct HeldBuffer {
    /// `None` once it was let go.
    buffer: Option<Persistent>,
    address: usize,
    span: Arc<Span>,
}

struct Span {
    data: *mut u8,
    length: usize,
    /// The context stays while this is there.
    _in_use: Arc<()>,
}

// SAFETY: the memory stays in place as long as a span is shared, and only the system touches it through one.
unsafe impl Send for Span {}
// SAFETY: as above.
unsafe impl Sync for Span {}

/// The bytes themselves, for another thread. There is one for each [`HeldBuffer`].
pub struct SystemBytes(Arc<Span>);

impl SystemBytes {
    /// The bytes, to be handed to a call of the system that fills them or reads from them. What they are meanwhile is
    /// nobody's business: the script may change them at any time.
    pub fn for_system(&mut self) -> &mut [u8] {
        // SAFETY: pointer and length are the engine's, of memory that is held.
        unsafe { std::slice::from_raw_parts_mut(self.0.data, self.0.length) }
    }
}

impl AsRef<[u8]> for SystemBytes {
    /// The bytes, for a call of the system that only reads them.
    fn as_ref(&self) -> &[u8] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts(self.0.data, self.0.length) }
    }
}

impl<'s> Scope<'s> {
    /// Holds `length` bytes of a buffer or view from `offset` on. `None` if there are not so many, or if its memory
    /// cannot be held: that which is shared, or of a buffer that can be resized.
    pub fn hold_bytes(
        &mut self,
        view: Local<'_>,
        offset: usize,
        length: usize,
    ) -> JsResult<Option<(HeldBuffer, SystemBytes)>> {
        let Some(buffer) = self.memory_to_hold(view)? else {
            return Ok(None);
        };
        rooted!(in(self.cx()) let object = buffer);
        let buffer = self.new_object(object.get())?;
        let (Some(all), Some(bytes)) = (buffer.bytes(), view.bytes()) else {
            return Ok(None);
        };
        if bytes.shared || all.data.is_null() || offset.saturating_add(length) > bytes.length {
            return Ok(None);
        }
        let part = bytes.part(offset, length);
        let address = all.data.addr();
        let held_buffers = &self.state().held_buffers;
        held_buffers.pin(object.get(), address);
        let span = Arc::new(Span {
            data: part.data,
            length,
            _in_use: held_buffers.in_use.clone(),
        });
        let held = HeldBuffer {
            buffer: Some(Persistent::new(self, buffer)),
            address,
            span: span.clone(),
        };
        Ok(Some((held, SystemBytes(span))))
    }

    /// The object whose memory is held, which is outside of the engine's heap: the view itself, if it has no ArrayBuffer
    /// and memory of its own, else the ArrayBuffer. `None` if it cannot be held.
    fn memory_to_hold(&mut self, view: Local<'_>) -> JsResult<Option<*mut JSObject>> {
        let length = view.byte_length().unwrap_or(0);
        if length > MOST_IN_HEAP && view.object_ptr().is_some_and(is_without_buffer) {
            self.note_young_bytes(length);
            return Ok(view.object_ptr());
        }
        let Some(buffer) = self.buffer_to_hold(view)? else {
            return Ok(None);
        };
        rooted!(in(self.cx()) let object = buffer);
        // SAFETY: the object is an ArrayBuffer, and rooted.
        if !unsafe { EnsureNonInlineArrayBufferOrView(self.cx(), object.get()) } {
            return Err(Thrown::pending());
        }
        Ok(Some(object.get()))
    }

    /// The ArrayBuffer behind a view, made if there is none yet; `None` if it cannot be held.
    fn buffer_to_hold(&mut self, view: Local<'_>) -> JsResult<Option<*mut JSObject>> {
        let Some(object) = view.object_ptr() else {
            return Ok(None);
        };
        let buffer = match view.buffer_kind() {
            Some(BufferKind::ArrayBuffer) => object,
            Some(BufferKind::View) => {
                rooted!(in(self.cx()) let object = object);
                let mut shared = false;
                // SAFETY: the view is rooted; the result is used before anything can collect.
                let buffer = unsafe {
                    JS_GetArrayBufferViewBuffer(self.cx(), object.handle().into(), &mut shared)
                };
                match (buffer.is_null(), shared) {
                    (true, _) => return Err(Thrown::pending()),
                    (false, true) => return Ok(None),
                    (false, false) => buffer,
                }
            }
            _ => return Ok(None),
        };
        // SAFETY: it is an ArrayBuffer; it only looks.
        let resizable = unsafe { IsResizableArrayBufferMaybeShared(buffer) };
        Ok((!resizable).then_some(buffer))
    }
}

/// Whether a view has its bytes itself. To ask for its ArrayBuffer would make one, which lives until the next full
/// collection; a view goes with the next minor one.
fn is_without_buffer(view: *mut JSObject) -> bool {
    let (mut data, mut length, mut shared) = (std::ptr::null_mut(), 0, false);
    let mut buffer = UndefinedValue();
    // SAFETY: the pointer is fresh, and nothing collects. Every view has this slot; what only stands for one of another
    // compartment is found out.
    unsafe {
        if JS_GetObjectAsArrayBufferView(view, &mut length, &mut shared, &mut data) != view {
            return false;
        }
        JS_GetReservedSlot(view, SLOT_OF_BUFFER, &mut buffer);
    }
    buffer.is_boolean()
}

impl HeldBuffer {
    /// Lets the buffer go, once the system is through with it: a script can detach it again.
    ///
    /// As [`drop`] would, which cannot do without a scope what has to be done with one.
    pub fn release(mut self, scope: &Scope<'_>) {
        let Some(buffer) = self.buffer.take() else {
            return;
        };
        if Arc::strong_count(&self.span) > 1 {
            // Another thread may still use the memory, so the object is never let go.
            std::mem::forget(buffer);
            return;
        }
        let object = buffer.get(scope).object_ptr();
        scope.state().held_buffers.unpin(object, self.address);
    }
}

impl Drop for HeldBuffer {
    fn drop(&mut self) {
        // Not released: the loop has ended before the request did. Nobody can say when the memory is free.
        if let Some(buffer) = self.buffer.take() {
            std::mem::forget(buffer);
        }
    }
}
