//! Objects with Rust data behind them.

use std::any::TypeId;
use std::collections::HashMap;
use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mozjs::glue::JS_GetReservedSlot;
use mozjs::jsapi::{
    GCContext, JS_NewObject, JS_NewObjectWithGivenProto, JS_SetReservedSlot,
    JSCLASS_FOREGROUND_FINALIZE, JSCLASS_RESERVED_SLOTS_SHIFT, JSClass, JSClassOps, JSObject,
};
use mozjs::jsval::{PrivateValue, UndefinedValue};
use mozjs::rooted;
use mozjs::rust::get_object_class;

use crate::context::State;
use crate::error::Thrown;
use crate::{JsResult, Local, Scope};

/// Rust data that can stand behind a JavaScript object; dropped when the object is collected.
///
/// `Drop` runs during a collection: whatever reaches the engine from there panics.
pub trait HostObject: 'static {
    /// The class name that the engine shows for such objects.
    const NAME: &'static CStr;
}

/// The engine classes made so far, by Rust type. They are few and live as long as the process.
#[derive(Default)]
pub(crate) struct Classes(HashMap<TypeId, &'static JSClass>);

const DATA_SLOT: u32 = 0;

impl Classes {
    fn of<T: HostObject>(&mut self) -> &'static JSClass {
        self.0.entry(TypeId::of::<T>()).or_insert_with(|| {
            let ops = Box::leak(Box::new(JSClassOps {
                addProperty: None,
                delProperty: None,
                enumerate: None,
                newEnumerate: None,
                resolve: None,
                mayResolve: None,
                finalize: Some(finalize::<T>),
                call: None,
                construct: None,
                trace: None,
            }));
            Box::leak(Box::new(JSClass {
                name: T::NAME.as_ptr(),
                flags: (1 << JSCLASS_RESERVED_SLOTS_SHIFT) | JSCLASS_FOREGROUND_FINALIZE,
                cOps: ops,
                spec: std::ptr::null(),
                ext: std::ptr::null(),
                oOps: std::ptr::null(),
            }))
        })
    }
}

/// What the slot of an object refers to.
struct Owned<T> {
    /// Of the context, which lives longer.
    state: *const State,
    data: T,
}

unsafe extern "C" fn finalize<T>(_: *mut GCContext, object: *mut JSObject) {
    let mut slot = UndefinedValue();
    // SAFETY: only objects of this class come here; their slot is empty or owns a box.
    let owned = unsafe {
        JS_GetReservedSlot(object, DATA_SLOT, &mut slot);
        if slot.is_undefined() {
            return;
        }
        Box::from_raw(slot.to_private() as *mut Owned<T>)
    };
    // SAFETY: the context that is collecting is alive.
    let _closed = unsafe { (*owned.state).memory.close() };
    // The collector cannot be unwound through; who panicked has said so.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(owned)));
}

impl<'s> Scope<'s> {
    /// A new object that owns `data`, with the given prototype (or `Object.prototype`).
    pub fn host_object<T: HostObject>(
        &mut self,
        data: T,
        prototype: Option<Local<'_>>,
    ) -> JsResult<Local<'s>> {
        let class = self.state().classes.borrow_mut().of::<T>();
        // SAFETY: the class lives for ever; the prototype is rooted; the data is in its slot before
        // anything can collect.
        unsafe {
            let object = match prototype.and_then(Local::object_ptr) {
                Some(prototype) => {
                    rooted!(in(self.cx()) let prototype = prototype);
                    JS_NewObjectWithGivenProto(self.cx(), class, prototype.handle().into())
                }
                None => JS_NewObject(self.cx(), class),
            };
            if object.is_null() {
                return Err(Thrown::pending());
            }
            let state = std::ptr::from_ref(self.state());
            let owned = Box::into_raw(Box::new(Owned { state, data })) as *const c_void;
            JS_SetReservedSlot(object, DATA_SLOT, &PrivateValue(owned));
            self.new_object(object)
        }
    }
}

impl<'s> Local<'s> {
    /// The Rust data behind the object; `None` if it is not a `T`.
    pub fn host_data<T: HostObject>(self, scope: &Scope<'_>) -> Option<&'s T> {
        let object = self.object_ptr()?;
        let class = scope.state().classes.borrow_mut().of::<T>();
        // SAFETY: the class tells that the slot holds a boxed `T` (or nothing, if construction
        // failed). The box is dropped only when the object dies, and `self` keeps it alive for 's.
        unsafe {
            if !std::ptr::eq(get_object_class(object), class) {
                return None;
            }
            let mut slot = UndefinedValue();
            JS_GetReservedSlot(object, DATA_SLOT, &mut slot);
            (!slot.is_undefined()).then(|| &(*(slot.to_private() as *const Owned<T>)).data)
        }
    }
}
