//! The names of an object's own properties.

use mozjs::glue::{
    CreateRootedIdVector, DestroyRootedIdVector, GetIdVectorAddress, SliceRootedIdVector,
};
use mozjs::jsapi::{
    GetPropertyKeys, JS, JS_IdToValue, JSITER_HIDDEN, JSITER_OWNONLY, JSITER_SYMBOLS,
    MutableHandleIdVector, PersistentRootedIdVector, jsid,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;

use crate::error::Thrown;
use crate::{JsResult, Local, Scope, Text};

/// A list of names that the collector knows.
struct Ids(*mut PersistentRootedIdVector);

impl Ids {
    fn as_slice(&self) -> &[jsid] {
        let mut length = 0;
        // SAFETY: the vector is valid until it is dropped; the slice borrows it.
        unsafe {
            let start = SliceRootedIdVector(self.0, &mut length);
            if length == 0 {
                &[]
            } else {
                std::slice::from_raw_parts(start, length)
            }
        }
    }
}

impl Drop for Ids {
    fn drop(&mut self) {
        // SAFETY: made by `CreateRootedIdVector`, and dropped once.
        unsafe { DestroyRootedIdVector(self.0) }
    }
}

impl<'s> Local<'s> {
    /// An array of the object's own keys, strings before symbols, without those that are indices
    /// of an array; all of them or only the enumerable.
    pub fn own_keys_but_indices<'o>(
        self,
        scope: &mut Scope<'o>,
        only_enumerable: bool,
    ) -> JsResult<Local<'o>> {
        let hidden = if only_enumerable { 0 } else { JSITER_HIDDEN };
        let Some(object) = self.object_ptr() else {
            return scope.array(&[]);
        };
        rooted!(in(scope.cx()) let object = object);
        // SAFETY: the vector is rooted by the engine itself; the object is rooted here.
        let ids = unsafe {
            let ids = Ids(CreateRootedIdVector(scope.cx()));
            Thrown::unless(GetPropertyKeys(
                scope.cx(),
                object.handle().into(),
                JSITER_OWNONLY | JSITER_SYMBOLS | hidden,
                MutableHandleIdVector {
                    ptr: GetIdVectorAddress(ids.0).cast(),
                },
            ))?;
            ids
        };
        let mut keys = Vec::new();
        for &id in ids.as_slice() {
            // Small indices are integers; larger ones are strings that look like one.
            if id.is_int() {
                continue;
            }
            rooted!(in(scope.cx()) let mut key = UndefinedValue());
            // SAFETY: the name is rooted in the vector.
            Thrown::unless(unsafe { JS_IdToValue(scope.cx(), id, key.handle_mut().into()) })?;
            let key = scope.local(key.get());
            if key.with_text(scope, is_index)? != Some(true) {
                keys.push(key);
            }
        }
        scope.array(&keys)
    }

    /// Whether two objects have the same class, prototype and properties, elements aside. It may say
    /// no of objects that have: the engine shares a shape only where it is cheap to.
    pub fn has_shape_of(self, other: Local<'_>) -> bool {
        let (Some(one), Some(other)) = (self.object_ptr(), other.object_ptr()) else {
            return false;
        };
        // SAFETY: both objects are alive, and every object begins with its shape.
        unsafe {
            (*one.cast::<JS::shadow::Object>()).shape == (*other.cast::<JS::shadow::Object>()).shape
        }
    }
}

/// Whether a name is that of an array's element: a whole number below 2^32 - 1 as it is printed.
fn is_index(name: Text<'_>) -> bool {
    let Text::Latin1(digits) = name else {
        return false;
    };
    if digits.is_empty() || digits.len() > 10 || (digits[0] == b'0' && digits.len() > 1) {
        return false;
    }
    let number = digits.iter().try_fold(0u64, |number, &digit| {
        digit
            .is_ascii_digit()
            .then(|| number * 10 + u64::from(digit - b'0'))
    });
    number.is_some_and(|number| number < u64::from(u32::MAX))
}
