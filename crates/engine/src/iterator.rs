//! Prototypes of the language's iterators.

use mozjs::jsapi::{JS_GetPrototype, JSContext, JSObject};
use mozjs::rooted;

use crate::error::Thrown;
use crate::{JsResult, Local, Scope};

unsafe extern "C" {
    /// `js::NewArrayIterator`, which the bindings leave out.
    #[link_name = "_ZN2js16NewArrayIteratorEP9JSContext"]
    fn NewArrayIterator(cx: *mut JSContext) -> *mut JSObject;
    /// `js::NewStringIterator`, too.
    #[link_name = "_ZN2js17NewStringIteratorEP9JSContext"]
    fn NewStringIterator(cx: *mut JSContext) -> *mut JSObject;
}

/// What an iterator goes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IteratorKind {
    /// An array or typed array
    Array,
    /// A string
    String,
}

impl<'s> Scope<'s> {
    /// What iterators of this kind inherit from. To ask for it here makes the engine compile nothing, unlike a
    /// script that makes such an iterator and looks.
    pub fn iterator_prototype(&mut self, kind: IteratorKind) -> JsResult<Local<'s>> {
        // SAFETY: both only need the context, which is in a realm; what they give is rooted at once. It has not
        // begun to go through anything, and nobody gets to see it.
        unsafe {
            rooted!(in(self.cx()) let iterator = match kind {
                IteratorKind::Array => NewArrayIterator(self.cx()),
                IteratorKind::String => NewStringIterator(self.cx()),
            });
            Thrown::unless(!iterator.get().is_null())?;
            rooted!(in(self.cx()) let mut prototype = std::ptr::null_mut::<JSObject>());
            let prototype_found = JS_GetPrototype(
                self.cx(),
                iterator.handle().into(),
                prototype.handle_mut().into(),
            );
            Thrown::unless(prototype_found)?;
            self.new_object(prototype.get())
        }
    }
}
