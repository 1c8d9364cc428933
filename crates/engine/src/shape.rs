//! What an object looks like to the engine: objects with the same properties in the same order, and of the same class, share a shape.

use mozjs::jsapi::JS::shadow;
use mozjs::jsapi::JSObject;

/// Null for null.
///
/// # Safety
/// The object is alive, or null.
#[inline]
pub(crate) unsafe fn shape_of(object: *mut JSObject) -> *const shadow::Shape {
    if object.is_null() {
        return std::ptr::null();
    }
    // SAFETY: all objects begin so.
    unsafe { (*object.cast::<shadow::Object>()).shape }
}
