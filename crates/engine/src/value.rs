//! Values of any type, seen through a [`Local`].

use std::marker::PhantomData;
use std::ptr::NonNull;

use mozjs::jsapi::{JSObject, Value};
use mozjs::jsval::{BooleanValue, DoubleValue, Int32Value, NullValue, ObjectValue, UndefinedValue};
use mozjs::rooted;

use crate::error::Thrown;
use crate::{JsResult, Scope};

/// A JavaScript value in a place the collector knows. Cheap to copy; valid while its scope is open.
#[derive(Clone, Copy)]
pub struct Local<'s> {
    place: NonNull<Value>,
    // Covariant: a local of an outer scope may be used where one of an inner is wanted.
    brand: PhantomData<&'s ()>,
}

/// The type of a value, as `typeof` tells it, with null apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `undefined`
    Undefined,
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number
    Number,
    /// A BigInt
    BigInt,
    /// A string
    String,
    /// A symbol
    Symbol,
    /// A callable object
    Function,
    /// Any other object
    Object,
}

impl<'s> Local<'s> {
    /// # Safety
    /// The place stays valid, and known to the collector, for `'s`.
    #[inline]
    pub(crate) unsafe fn from_place(place: NonNull<Value>) -> Local<'s> {
        Local {
            place,
            brand: PhantomData,
        }
    }

    #[inline]
    pub(crate) fn get(self) -> Value {
        // SAFETY: `from_place` promised a valid place.
        unsafe { *self.place.as_ptr() }
    }

    #[inline]
    pub(crate) fn handle(self) -> mozjs::jsapi::HandleValue {
        // SAFETY: the place is known to the collector for `'s`.
        unsafe { mozjs::jsapi::HandleValue::from_marked_location(self.place.as_ptr()) }
    }

    /// The object pointer; use at once, it does not survive a collection.
    #[inline]
    pub(crate) fn object_ptr(self) -> Option<*mut JSObject> {
        let value = self.get();
        value.is_object().then(|| value.to_object())
    }

    /// The type of the value.
    pub fn kind(self) -> Kind {
        let value = self.get();
        if value.is_undefined() {
            Kind::Undefined
        } else if value.is_null() {
            Kind::Null
        } else if value.is_boolean() {
            Kind::Boolean
        } else if value.is_number() {
            Kind::Number
        } else if value.is_string() {
            Kind::String
        } else if value.is_symbol() {
            Kind::Symbol
        } else if value.is_bigint() {
            Kind::BigInt
        } else if self.is_function() {
            Kind::Function
        } else {
            Kind::Object
        }
    }

    /// Whether this is `undefined`.
    #[inline]
    pub fn is_undefined(self) -> bool {
        self.get().is_undefined()
    }

    /// Whether this is `null`.
    #[inline]
    pub fn is_null(self) -> bool {
        self.get().is_null()
    }

    /// Whether this is `null` or `undefined`.
    #[inline]
    pub fn is_nullish(self) -> bool {
        self.get().is_null_or_undefined()
    }

    /// Whether this is a string.
    #[inline]
    pub fn is_string(self) -> bool {
        self.get().is_string()
    }

    /// Whether this is an object (functions included).
    #[inline]
    pub fn is_object(self) -> bool {
        self.get().is_object()
    }

    /// Whether this is a symbol.
    #[inline]
    pub fn is_symbol(self) -> bool {
        self.get().is_symbol()
    }

    /// Whether this can be called.
    #[inline]
    pub fn is_function(self) -> bool {
        // SAFETY: the pointer is fresh, and `IsCallable` does not collect.
        self.object_ptr()
            .is_some_and(|object| unsafe { mozjs::jsapi::IsCallable(object) })
    }

    /// The boolean, if this is one.
    #[inline]
    pub fn as_bool(self) -> Option<bool> {
        let value = self.get();
        value.is_boolean().then(|| value.to_boolean())
    }

    /// The number, if this is one.
    #[inline]
    pub fn as_number(self) -> Option<f64> {
        let value = self.get();
        value.is_number().then(|| value.to_number())
    }

    /// A count or a place: the whole number below this one; 0 for what is below 0, or no number.
    #[inline]
    pub fn as_index(self) -> usize {
        let value = self.get();
        if value.is_int32() {
            return usize::try_from(value.to_int32()).unwrap_or(0);
        }
        self.as_number().unwrap_or(0.0) as usize
    }

    /// The number as an `i32`, if this is a number that is one exactly.
    #[inline]
    pub fn as_i32(self) -> Option<i32> {
        let value = self.get();
        if value.is_int32() {
            return Some(value.to_int32());
        }
        let number = self.as_number()?;
        (number as i32 as f64 == number).then_some(number as i32)
    }

    /// The number as a `u32`, if this is a number that is one exactly.
    #[inline]
    pub fn as_u32(self) -> Option<u32> {
        let number = self.as_number()?;
        (number as u32 as f64 == number).then_some(number as u32)
    }

    /// The number as an `i64`, if this is a number that is one exactly.
    #[inline]
    pub fn as_i64(self) -> Option<i64> {
        let number = self.as_number()?;
        (number as i64 as f64 == number).then_some(number as i64)
    }

    /// Whether JavaScript takes the value for true.
    pub fn truthy(self) -> bool {
        // SAFETY: `ToBoolean` neither runs script nor collects.
        unsafe { mozjs::rust::ToBoolean(mozjs::rust::Handle::from_raw(self.handle())) }
    }

    /// Whether the two are the same value (`Object.is`).
    pub fn same(self, other: Local<'_>, scope: &mut Scope<'_>) -> JsResult<bool> {
        let mut same = false;
        // SAFETY: both places are known to the collector.
        let known = unsafe {
            mozjs::jsapi::SameValue(scope.cx(), self.handle(), other.handle(), &mut same)
        };
        Thrown::unless(known).map(|()| same)
    }

    /// The value as a number, converted as JavaScript does.
    pub fn to_number(self, scope: &mut Scope<'_>) -> JsResult<f64> {
        if let Some(number) = self.as_number() {
            return Ok(number);
        }
        let mut number = 0.0;
        // SAFETY: the place is known to the collector.
        let done = unsafe { mozjs::jsapi::ToNumberSlow(scope.cx(), self.handle(), &mut number) };
        Thrown::unless(done).map(|()| number)
    }

    /// A BigInt as an `i64`, wrapped as `BigInt.asIntN(64, x)` does; `None` if it is not a BigInt.
    pub fn as_bigint_i64(self) -> Option<i64> {
        let value = self.get();
        // SAFETY: the value is a BigInt, and reading it does not collect.
        value
            .is_bigint()
            .then(|| unsafe { mozjs::jsapi::ToBigInt64(value.to_bigint()) })
    }
}

impl std::fmt::Debug for Local<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Local({:?})", self.kind())
    }
}

impl<'s> Scope<'s> {
    /// `undefined`
    #[inline]
    pub fn undefined(&self) -> Local<'s> {
        self.local(UndefinedValue())
    }

    /// `null`
    #[inline]
    pub fn null(&self) -> Local<'s> {
        self.local(NullValue())
    }

    /// A boolean
    #[inline]
    pub fn boolean(&self, value: bool) -> Local<'s> {
        self.local(BooleanValue(value))
    }

    /// A number
    #[inline]
    pub fn number(&self, value: f64) -> Local<'s> {
        self.local(number_value(value))
    }

    /// A BigInt
    pub fn bigint(&mut self, value: i64) -> JsResult<Local<'s>> {
        // SAFETY: the context is valid; the result is stored before anything can collect.
        let bigint = unsafe { mozjs::jsapi::BigIntFromInt64(self.cx(), value) };
        if bigint.is_null() {
            return Err(Thrown::pending());
        }
        // SAFETY: `bigint` is not null.
        Ok(self.local(mozjs::jsval::BigIntValue(unsafe { &*bigint })))
    }

    /// An unsigned BigInt
    pub fn bigint_u64(&mut self, value: u64) -> JsResult<Local<'s>> {
        // SAFETY: as in `bigint`.
        let bigint = unsafe { mozjs::jsapi::BigIntFromUint64(self.cx(), value) };
        if bigint.is_null() {
            return Err(Thrown::pending());
        }
        // SAFETY: `bigint` is not null.
        Ok(self.local(mozjs::jsval::BigIntValue(unsafe { &*bigint })))
    }

    /// A new symbol, unlike every other.
    pub fn symbol(&mut self, description: &str) -> JsResult<Local<'s>> {
        let text = self.string(description)?;
        rooted!(in(self.cx()) let string = text.get().to_string());
        // SAFETY: the description is rooted; the result is stored at once.
        let symbol = unsafe { mozjs::jsapi::NewSymbol(self.cx(), string.handle().into()) };
        if symbol.is_null() {
            return Err(Thrown::pending());
        }
        // SAFETY: `symbol` is not null.
        Ok(self.local(mozjs::jsval::SymbolValue(unsafe { &*symbol })))
    }

    /// An object pointer fresh from the engine, or the exception that is pending instead.
    #[inline]
    pub(crate) fn new_object(&self, object: *mut JSObject) -> JsResult<Local<'s>> {
        if object.is_null() {
            Err(Thrown::pending())
        } else {
            Ok(self.local(ObjectValue(object)))
        }
    }
}

/// The engine's form of a count.
#[inline]
pub(crate) fn count_value(count: usize) -> Value {
    match i32::try_from(count) {
        Ok(count) => Int32Value(count),
        Err(_) => DoubleValue(count as f64),
    }
}

/// The engine's form of a number: int32 where it is one, which its compiled code prefers.
#[inline]
pub(crate) fn number_value(value: f64) -> Value {
    let int = value as i32;
    if int as f64 == value && (int != 0 || value.is_sign_positive()) {
        Int32Value(int)
    } else if value.is_nan() {
        DoubleValue(f64::NAN)
    } else {
        DoubleValue(value)
    }
}
