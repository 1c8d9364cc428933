//! Remembers the prototype of a class that is constructed very often.
//!
//! The constructor of a built-in asks a class that extends it for its property `prototype`, by a search as for any other
//! property: a quarter of the time that a view of a Buffer takes. The program is linked with `--wrap` for that question
//! (`crates/cli/build.rs`), so that it comes here first. Where it is not, nothing here is used.

use std::cell::Cell;

use mozjs::glue::CallValueRootTracer;
use mozjs::jsapi::{
    HandleObject, JS_ObjectIsFunction, JSContext, JSProtoKey, JSTracer, MutableHandleObject, Value,
};
use mozjs::jsval::{ObjectValue, UndefinedValue};

use crate::state::State;
use crate::{ErrorKind, JsResult, Local, Scope};

unsafe extern "C" {
    /// `js::GetPrototypeFromConstructor`
    #[link_name = "__real__ZN2js27GetPrototypeFromConstructorEP9JSContextN2JS6HandleIP8JSObjectEE10JSProtoKeyNS2_13MutableHandleIS5_EE"]
    fn SearchPrototype(
        cx: *mut JSContext,
        class: HandleObject,
        default: JSProtoKey,
        prototype: MutableHandleObject,
    ) -> bool;
}

/// The class, and its prototype. Both undefined if none is known.
pub(crate) struct FixedPrototype {
    class: Cell<Value>,
    prototype: Cell<Value>,
}

impl FixedPrototype {
    pub(crate) fn new() -> FixedPrototype {
        FixedPrototype {
            class: Cell::new(UndefinedValue()),
            prototype: Cell::new(UndefinedValue()),
        }
    }

    /// # Safety
    /// The collector calls it.
    pub(crate) unsafe fn trace(&self, tracer: *mut JSTracer) {
        for place in [&self.class, &self.prototype] {
            // SAFETY: as promised; the place holds a value.
            unsafe { CallValueRootTracer(tracer, place.as_ptr(), c"class".as_ptr()) };
        }
    }
}

impl<'s> Scope<'s> {
    /// Makes the prototype of a class one that cannot be replaced, and finds it at once from now on where objects of the class
    /// are made by a built-in which it extends. That is so for one class of a context, the last that was named.
    pub fn fix_prototype(&mut self, class: Local<'_>) -> JsResult<()> {
        let is_function = class.object_ptr().is_some_and(|object| {
            // SAFETY: the object is alive, and the call only looks at its class.
            unsafe { JS_ObjectIsFunction(object) }
        });
        if !is_function {
            return Err(self.throw_error(ErrorKind::TypeError, "the class is not a function"));
        }
        let prototype = class.get_property(self, "prototype")?;
        // A function is no proxy: what is defined so stays so.
        class.define_fixed(self, "prototype", prototype)?;
        let known = &self.state().fixed_prototype;
        if prototype.is_object() {
            known.class.set(class.get());
            known.prototype.set(prototype.get());
        }
        Ok(())
    }
}

#[unsafe(export_name = "__wrap__ZN2js27GetPrototypeFromConstructorEP9JSContextN2JS6HandleIP8JSObjectEE10JSProtoKeyNS2_13MutableHandleIS5_EE")]
unsafe extern "C" fn prototype_of(
    cx: *mut JSContext,
    class: HandleObject,
    default: JSProtoKey,
    prototype: MutableHandleObject,
) -> bool {
    // SAFETY: the engine calls this in place of its own function, with what that would get.
    unsafe {
        let known = &State::of(cx).fixed_prototype;
        if known.class.get().asBits_ == ObjectValue(*class.ptr).asBits_ {
            *prototype.ptr = known.prototype.get().to_object();
            return true;
        }
        SearchPrototype(cx, class, default, prototype)
    }
}
