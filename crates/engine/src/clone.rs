//! Structured clone.

use std::ptr;

use mozjs::jsapi::{
    CloneDataPolicy, JS_ReadStructuredClone, JS_STRUCTURED_CLONE_VERSION, JS_WriteStructuredClone,
    StructuredCloneScope,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;
use mozjs::rust::JSAutoStructuredCloneBufferWrapper;

use crate::error::Thrown;
use crate::{JsResult, Local, Scope};

impl<'s> Scope<'s> {
    /// A deep copy of `value` by the structured clone algorithm; throws what cannot be cloned. The
    /// copy of a SharedArrayBuffer shares its memory.
    pub fn structured_clone(&mut self, value: Local<'_>) -> JsResult<Local<'s>> {
        const WHERE: StructuredCloneScope = StructuredCloneScope::SameProcess;
        let policy = CloneDataPolicy {
            allowIntraClusterClonableSharedObjects_: true,
            allowSharedMemoryObjects_: true,
        };
        rooted!(in(self.cx()) let mut copy = UndefinedValue());
        rooted!(in(self.cx()) let transferred = UndefinedValue());
        // SAFETY: the buffer outlives both calls and is freed after them; all values are in places
        // known to the collector; no callbacks means plain data only.
        unsafe {
            let buffer = JSAutoStructuredCloneBufferWrapper::new(WHERE, ptr::null());
            let data = &raw mut (*buffer.as_raw_ptr()).data_;
            Thrown::unless(JS_WriteStructuredClone(
                self.cx(),
                value.handle(),
                data,
                WHERE,
                &policy,
                ptr::null(),
                ptr::null_mut(),
                transferred.handle().into(),
            ))?;
            Thrown::unless(JS_ReadStructuredClone(
                self.cx(),
                data,
                JS_STRUCTURED_CLONE_VERSION,
                WHERE,
                copy.handle_mut().into(),
                &policy,
                ptr::null(),
                ptr::null_mut(),
            ))?;
        }
        Ok(self.local(copy.get()))
    }
}
