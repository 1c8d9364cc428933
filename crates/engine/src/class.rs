//! Objects with Rust data behind them.

use std::any::TypeId;
use std::collections::HashMap;
use std::ffi::{CStr, c_void};
use std::hash::{BuildHasherDefault, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mozjs::glue::JS_GetReservedSlot;
use mozjs::jsapi::{
    GCContext, JS_NewObject, JS_NewObjectWithGivenProto, JS_SetReservedSlot,
    JSCLASS_FOREGROUND_FINALIZE, JSCLASS_RESERVED_SLOTS_SHIFT, JSClass, JSClassOps, JSObject,
};
use mozjs::jsval::{PrivateValue, UndefinedValue};
use mozjs::rooted;
use mozjs::rust::get_object_class;

use crate::error::Thrown;
use crate::state::State;
use crate::{JsResult, Local, Scope};

/// Rust data that can stand behind a JavaScript object; dropped when the object is collected.
///
/// `Drop` runs during a collection: whatever reaches the engine from there panics.
pub trait HostObject: 'static {
    /// The class name that the engine shows for such objects.
    const NAME: &'static CStr;

    /// How many values of the heap such an object holds, besides its data. They are the object's own: unlike what is
    /// behind a [`Persistent`](crate::Persistent), they keep nothing alive when nobody else has the object.
    const SLOTS: u32 = 0;
}

/// The engine classes made so far, by Rust type. They live as long as the context.
#[derive(Default)]
pub(crate) struct Classes(HashMap<TypeId, Box<Class>, BuildHasherDefault<IdHasher>>);

/// A class and the functions that it refers to.
struct Class {
    class: JSClass,
    _operations: Box<JSClassOps>,
}

/// What identifies a type is a hash already.
#[derive(Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

const DATA_SLOT: u32 = 0;
const FIRST_VALUE_SLOT: u32 = 1;

const fn slot_count<T: HostObject>() -> u32 {
    // The engine has eight bits for it.
    assert!(T::SLOTS < 255);
    FIRST_VALUE_SLOT + T::SLOTS
}

impl Classes {
    fn of<T: HostObject>(&mut self) -> *const JSClass {
        let known = self.0.entry(TypeId::of::<T>());
        &known.or_insert_with(Class::of::<T>).class
    }
}

impl Class {
    fn of<T: HostObject>() -> Box<Class> {
        let operations = Box::new(JSClassOps {
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
        });
        Box::new(Class {
            class: JSClass {
                name: T::NAME.as_ptr(),
                flags: (slot_count::<T>() << JSCLASS_RESERVED_SLOTS_SHIFT)
                    | JSCLASS_FOREGROUND_FINALIZE,
                cOps: &*operations,
                spec: std::ptr::null(),
                ext: std::ptr::null(),
                oOps: std::ptr::null(),
            },
            _operations: operations,
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
        // SAFETY: the class lives as long as the context; the prototype is rooted; the data is in its slot before
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
        let object = self.host_ptr::<T>(scope)?;
        let mut slot = UndefinedValue();
        // SAFETY: the slot of such an object holds a boxed `T` (or nothing, if construction failed). The box is dropped
        // only when the object dies, and `self` keeps it alive for 's.
        unsafe {
            JS_GetReservedSlot(object, DATA_SLOT, &mut slot);
            (!slot.is_undefined()).then(|| &(*(slot.to_private() as *const Owned<T>)).data)
        }
    }

    /// One of the values that a `T` holds, undefined at first; `None` if this is none.
    ///
    /// # Panics
    /// If it has no slot of that number.
    pub fn host_value<'o, T: HostObject>(self, scope: &Scope<'o>, index: u32) -> Option<Local<'o>> {
        assert!(index < T::SLOTS);
        let object = self.host_ptr::<T>(scope)?;
        let mut value = UndefinedValue();
        // SAFETY: objects of the class have that slot.
        unsafe { JS_GetReservedSlot(object, FIRST_VALUE_SLOT + index, &mut value) };
        Some(scope.local(value))
    }

    /// Has a `T` hold a value. False if this is none.
    ///
    /// # Panics
    /// If it has no slot of that number.
    pub fn set_host_value<T: HostObject>(
        self,
        scope: &Scope<'_>,
        index: u32,
        value: Local<'_>,
    ) -> bool {
        assert!(index < T::SLOTS);
        let Some(object) = self.host_ptr::<T>(scope) else {
            return false;
        };
        // SAFETY: objects of the class have that slot; the engine tells the collector.
        unsafe { JS_SetReservedSlot(object, FIRST_VALUE_SLOT + index, &value.get()) };
        true
    }

    fn host_ptr<T: HostObject>(self, scope: &Scope<'_>) -> Option<*mut JSObject> {
        let object = self.object_ptr()?;
        let class = scope.state().classes.borrow_mut().of::<T>();
        // SAFETY: the pointer is fresh.
        std::ptr::eq(unsafe { get_object_class(object) }, class).then_some(object)
    }
}
