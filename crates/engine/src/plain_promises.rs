//! Knows at a glance that a promise is as the language makes it, with nothing that a script has changed.
//!
//! An `await` may take what is in a promise only if the promise's `constructor` is the built-in one, which it has from
//! `Promise.prototype`. To search for it costs as much as the rest of such an await. What a search has found holds for all
//! promises of the same shape, as long as the prototype has the same shape and the same value in the same slot.

use std::cell::Cell;

use mozjs::jsapi::JS::shadow;
use mozjs::jsapi::{
    GetPromiseConstructor, GetPromisePrototype, HandleId, HandleObject,
    JS_AlreadyHasOwnPropertyById, JS_ClearPendingException, JSContext, JSObject, NewPromiseObject,
    PropertyKey, Value,
};
use mozjs::jsval::ObjectOrNullValue;
use mozjs::rooted;

use crate::shape::shape_of;

/// After so many searches in vain there are no more: scripts have changed promises.
const MOST_FAILURES: u8 = 8;

/// Where `Promise.prototype` has its `constructor`: after its methods and its tag.
const CONSTRUCTOR_SLOT: usize = 4;

/// An object that has slots elsewhere has at least so many there (`SLOT_CAPACITY_MIN`).
const FEWEST_SLOTS: usize = 6;

const _: () = assert!(CONSTRUCTOR_SLOT < FEWEST_SLOTS);

/// What is known of promises as they are made.
#[derive(Default)]
pub(crate) struct PlainPromises {
    known: Cell<Option<Known>>,
    failures: Cell<u8>,
}

#[derive(Clone, Copy)]
struct Known {
    /// The shape of a promise without properties of its own
    instance: *const shadow::Shape,
    /// That of `Promise.prototype`
    prototype: *const shadow::Shape,
}

impl PlainPromises {
    /// A collection goes on: shapes may be gone or elsewhere.
    pub(crate) fn forget(&self) {
        self.known.set(None);
    }

    /// Whether it is known that the object is a promise whose `constructor` is the built-in one.
    ///
    /// # Safety
    /// The object is alive.
    #[inline]
    pub(crate) unsafe fn has(&self, cx: *mut JSContext, object: *mut JSObject) -> bool {
        let Some(known) = self.known.get() else {
            return false;
        };
        // SAFETY: the prototype and the constructor live as long as the realm, and nothing here collects. An object of that
        // shape has the slot.
        unsafe {
            if shape_of(object) != known.instance {
                return false;
            }
            let prototype = GetPromisePrototype(cx);
            shape_of(prototype) == known.prototype
                && constructor_slot(prototype).asBits_ == constructor(cx).asBits_
        }
    }

    /// The search for the `constructor` of the promise has found the built-in one: looks where that was. It may collect.
    ///
    /// # Safety
    /// The object is alive.
    pub(crate) unsafe fn learn(&self, cx: *mut JSContext, object: *mut JSObject, key: PropertyKey) {
        if self.failures.get() >= MOST_FAILURES {
            return;
        }
        // SAFETY: the object is not looked at again once something was made. Its shape is only compared, with that of a fresh promise.
        unsafe {
            let instance = shape_of(object);
            rooted!(in(cx) let executor = std::ptr::null_mut::<JSObject>());
            rooted!(in(cx) let fresh = NewPromiseObject(cx, executor.handle().into()));
            if fresh.is_null() {
                // There is no memory for it: whoever awaits needs none.
                return JS_ClearPendingException(cx);
            }
            rooted!(in(cx) let prototype = GetPromisePrototype(cx));
            let is_plain = shape_of(fresh.get()) == instance
                && has_constructor(cx, prototype.handle().into(), key);
            let known = is_plain.then(|| Known {
                instance,
                prototype: shape_of(prototype.get()),
            });
            match known {
                Some(_) => self.known.set(known),
                None => self.failures.set(self.failures.get() + 1),
            }
        }
    }
}

/// Whether the prototype has the constructor as a property of its own, and where it is thought to be.
///
/// # Safety
/// The prototype is that of promises.
unsafe fn has_constructor(cx: *mut JSContext, prototype: HandleObject, key: PropertyKey) -> bool {
    // SAFETY: with a property of its own it has a slot.
    unsafe {
        let mut is_own = false;
        let id = HandleId::from_marked_location(&raw const key);
        JS_AlreadyHasOwnPropertyById(cx, prototype, id, &raw mut is_own)
            && is_own
            && (*shape_of(*prototype.ptr)).immutableFlags & shadow::Shape_FIXED_SLOTS_MASK == 0
            && constructor_slot(*prototype.ptr).asBits_ == constructor(cx).asBits_
    }
}

/// # Safety
/// The context is valid.
#[inline]
unsafe fn constructor(cx: *mut JSContext) -> Value {
    // SAFETY: as promised.
    unsafe { ObjectOrNullValue(GetPromiseConstructor(cx)) }
}

/// # Safety
/// The object is a native one that has no slots in itself, and has a property.
#[inline]
unsafe fn constructor_slot(object: *mut JSObject) -> Value {
    // SAFETY: its slots are elsewhere, and never fewer than `FEWEST_SLOTS`.
    unsafe {
        *(*object.cast::<shadow::NativeObject>())
            .slots
            .add(CONSTRUCTOR_SLOT)
    }
}
