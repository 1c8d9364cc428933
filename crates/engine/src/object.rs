//! Objects, arrays and their properties.

use mozjs::jsapi::{
    HandleValueArray, JS_DefinePropertyById2, JS_DefinePropertyById4, JS_DeletePropertyById1,
    JS_GetClassObject, JS_GetElement, JS_GetPropertyById, JS_GetPrototype, JS_HasOwnPropertyById,
    JS_HasPropertyById, JS_IdToProtoKey, JS_NewObjectWithGivenProto, JS_NewPlainObject,
    JS_SetElement, JS_SetPropertyById, JS_SetPrototype, JS_ValueToId, JSObject, JSProtoKey,
    NewArrayObject, jsid,
};
use mozjs::jsval::{ObjectOrNullValue, UndefinedValue};
use mozjs::rooted;

use crate::error::Thrown;
use crate::{JsResult, Local, Scope};

const JSPROP_ENUMERATE: u32 = mozjs::jsapi::JSPROP_ENUMERATE as u32;
const JSPROP_READONLY: u32 = mozjs::jsapi::JSPROP_READONLY as u32;
const JSPROP_PERMANENT: u32 = mozjs::jsapi::JSPROP_PERMANENT as u32;

/// Something that names a property.
pub trait Key {
    /// The engine's form of the name, stored in `id`.
    #[doc(hidden)]
    fn to_id(&self, scope: &mut Scope<'_>) -> JsResult<RawKey>;
}

/// A property name in the engine's form. Names made from atoms of live objects stay valid while the
/// local they come from does; those from text are atoms that the caller roots at once.
#[doc(hidden)]
pub struct RawKey(pub(crate) jsid);

impl Key for &str {
    fn to_id(&self, scope: &mut Scope<'_>) -> JsResult<RawKey> {
        let atom = scope.string(self)?;
        atom.to_id(scope)
    }
}

impl Key for Local<'_> {
    fn to_id(&self, scope: &mut Scope<'_>) -> JsResult<RawKey> {
        rooted!(in(scope.cx()) let mut id = mozjs::jsid::VoidId());
        // SAFETY: both places are known to the collector.
        let done = unsafe { JS_ValueToId(scope.cx(), self.handle(), id.handle_mut().into()) };
        Thrown::unless(done).map(|()| RawKey(id.get()))
    }
}

impl<'s> Local<'s> {
    fn object(self, scope: &mut Scope<'_>) -> JsResult<*mut JSObject> {
        match self.object_ptr() {
            Some(object) => Ok(object),
            None => Err(scope.throw_error(crate::ErrorKind::TypeError, "value is not an object")),
        }
    }

    /// Reads a property.
    pub fn get_property<'o>(self, scope: &mut Scope<'o>, key: impl Key) -> JsResult<Local<'o>> {
        let id = key.to_id(scope)?.0;
        rooted!(in(scope.cx()) let id = id);
        let object = self.object(scope)?;
        rooted!(in(scope.cx()) let object = object);
        rooted!(in(scope.cx()) let mut value = UndefinedValue());
        // SAFETY: all rooted.
        let done = unsafe {
            JS_GetPropertyById(
                scope.cx(),
                object.handle().into(),
                id.handle().into(),
                value.handle_mut().into(),
            )
        };
        Thrown::unless(done)?;
        Ok(scope.local(value.get()))
    }

    /// A class or namespace of the language, whatever the global of its name is now. Undefined if there is
    /// none of that name.
    pub fn original_class<'o>(self, scope: &mut Scope<'o>) -> JsResult<Local<'o>> {
        let id = self.to_id(scope)?.0;
        rooted!(in(scope.cx()) let id = id);
        rooted!(in(scope.cx()) let mut class = std::ptr::null_mut::<JSObject>());
        // SAFETY: all rooted.
        let done = unsafe {
            let key = JS_IdToProtoKey(scope.cx(), id.handle().into());
            key == JSProtoKey::JSProto_Null
                || JS_GetClassObject(scope.cx(), key, class.handle_mut().into())
        };
        Thrown::unless(done)?;
        Ok(match class.get().is_null() {
            true => scope.undefined(),
            false => scope.local(ObjectOrNullValue(class.get())),
        })
    }

    /// Writes a property.
    pub fn set_property(
        self,
        scope: &mut Scope<'_>,
        key: impl Key,
        value: Local<'_>,
    ) -> JsResult<()> {
        let id = key.to_id(scope)?.0;
        rooted!(in(scope.cx()) let id = id);
        let object = self.object(scope)?;
        rooted!(in(scope.cx()) let object = object);
        // SAFETY: all rooted.
        Thrown::unless(unsafe {
            JS_SetPropertyById(
                scope.cx(),
                object.handle().into(),
                id.handle().into(),
                value.handle(),
            )
        })
    }

    /// Defines an own data property: writable and configurable, enumerable as said.
    pub fn define_property(
        self,
        scope: &mut Scope<'_>,
        key: impl Key,
        value: Local<'_>,
        enumerable: bool,
    ) -> JsResult<()> {
        let flags = if enumerable { JSPROP_ENUMERATE } else { 0 };
        self.define(scope, key, value, flags)
    }

    /// Defines an own, enumerable property that cannot be changed or deleted.
    pub fn define_constant(
        self,
        scope: &mut Scope<'_>,
        key: impl Key,
        value: Local<'_>,
    ) -> JsResult<()> {
        self.define(
            scope,
            key,
            value,
            JSPROP_ENUMERATE | JSPROP_READONLY | JSPROP_PERMANENT,
        )
    }

    /// Defines an own property that cannot be changed or deleted, and is not enumerable.
    pub(crate) fn define_fixed(
        self,
        scope: &mut Scope<'_>,
        key: impl Key,
        value: Local<'_>,
    ) -> JsResult<()> {
        self.define(scope, key, value, JSPROP_READONLY | JSPROP_PERMANENT)
    }

    fn define(
        self,
        scope: &mut Scope<'_>,
        key: impl Key,
        value: Local<'_>,
        flags: u32,
    ) -> JsResult<()> {
        let id = key.to_id(scope)?.0;
        rooted!(in(scope.cx()) let id = id);
        let object = self.object(scope)?;
        rooted!(in(scope.cx()) let object = object);
        // SAFETY: all rooted.
        Thrown::unless(unsafe {
            JS_DefinePropertyById2(
                scope.cx(),
                object.handle().into(),
                id.handle().into(),
                value.handle(),
                flags,
            )
        })
    }

    /// Defines an own accessor property, configurable and not enumerable.
    pub fn define_accessor(
        self,
        scope: &mut Scope<'_>,
        key: impl Key,
        getter: Local<'_>,
        setter: Option<Local<'_>>,
    ) -> JsResult<()> {
        let id = key.to_id(scope)?.0;
        rooted!(in(scope.cx()) let id = id);
        let object = self.object(scope)?;
        rooted!(in(scope.cx()) let object = object);
        let getter = getter.object(scope)?;
        rooted!(in(scope.cx()) let getter = getter);
        let setter = setter
            .and_then(Local::object_ptr)
            .unwrap_or(std::ptr::null_mut());
        rooted!(in(scope.cx()) let setter = setter);
        // SAFETY: all rooted.
        Thrown::unless(unsafe {
            JS_DefinePropertyById4(
                scope.cx(),
                object.handle().into(),
                id.handle().into(),
                getter.handle().into(),
                setter.handle().into(),
                0,
            )
        })
    }

    /// Whether the object, or one it inherits from, has the property.
    pub fn has_property(self, scope: &mut Scope<'_>, key: impl Key) -> JsResult<bool> {
        let id = key.to_id(scope)?.0;
        rooted!(in(scope.cx()) let id = id);
        let object = self.object(scope)?;
        rooted!(in(scope.cx()) let object = object);
        let mut found = false;
        // SAFETY: all rooted.
        let done = unsafe {
            JS_HasPropertyById(
                scope.cx(),
                object.handle().into(),
                id.handle().into(),
                &mut found,
            )
        };
        Thrown::unless(done).map(|()| found)
    }

    /// Whether the object itself has the property.
    pub fn has_own_property(self, scope: &mut Scope<'_>, key: impl Key) -> JsResult<bool> {
        let id = key.to_id(scope)?.0;
        rooted!(in(scope.cx()) let id = id);
        let object = self.object(scope)?;
        rooted!(in(scope.cx()) let object = object);
        let mut found = false;
        // SAFETY: all rooted.
        let done = unsafe {
            JS_HasOwnPropertyById(
                scope.cx(),
                object.handle().into(),
                id.handle().into(),
                &mut found,
            )
        };
        Thrown::unless(done).map(|()| found)
    }

    /// Deletes a property.
    pub fn delete_property(self, scope: &mut Scope<'_>, key: impl Key) -> JsResult<()> {
        let id = key.to_id(scope)?.0;
        rooted!(in(scope.cx()) let id = id);
        let object = self.object(scope)?;
        rooted!(in(scope.cx()) let object = object);
        // SAFETY: all rooted.
        Thrown::unless(unsafe {
            JS_DeletePropertyById1(scope.cx(), object.handle().into(), id.handle().into())
        })
    }

    /// Reads an element of an array.
    pub fn get_index<'o>(self, scope: &mut Scope<'o>, index: u32) -> JsResult<Local<'o>> {
        let object = self.object(scope)?;
        rooted!(in(scope.cx()) let object = object);
        rooted!(in(scope.cx()) let mut value = UndefinedValue());
        // SAFETY: all rooted.
        let done = unsafe {
            JS_GetElement(
                scope.cx(),
                object.handle().into(),
                index,
                value.handle_mut().into(),
            )
        };
        Thrown::unless(done)?;
        Ok(scope.local(value.get()))
    }

    /// Writes an element of an array.
    pub fn set_index(self, scope: &mut Scope<'_>, index: u32, value: Local<'_>) -> JsResult<()> {
        let object = self.object(scope)?;
        rooted!(in(scope.cx()) let object = object);
        // SAFETY: all rooted.
        Thrown::unless(unsafe {
            JS_SetElement(scope.cx(), object.handle().into(), index, value.handle())
        })
    }

    /// The length of an array; `None` if this is not an array.
    pub fn array_length(self, scope: &mut Scope<'_>) -> JsResult<Option<u32>> {
        let Some(object) = self.object_ptr() else {
            return Ok(None);
        };
        rooted!(in(scope.cx()) let object = object);
        let (mut is_array, mut length) = (false, 0);
        // SAFETY: all rooted.
        unsafe {
            let (cx, object) = (scope.cx(), object.handle().into());
            Thrown::unless(mozjs::jsapi::IsArrayObject1(cx, object, &mut is_array))?;
            if !is_array {
                return Ok(None);
            }
            Thrown::unless(mozjs::jsapi::GetArrayLength(cx, object, &mut length))?;
        }
        Ok(Some(length))
    }

    /// The prototype: an object or null.
    pub fn prototype<'o>(self, scope: &mut Scope<'o>) -> JsResult<Local<'o>> {
        let object = self.object(scope)?;
        rooted!(in(scope.cx()) let object = object);
        rooted!(in(scope.cx()) let mut prototype = std::ptr::null_mut::<JSObject>());
        // SAFETY: all rooted.
        let done = unsafe {
            JS_GetPrototype(
                scope.cx(),
                object.handle().into(),
                prototype.handle_mut().into(),
            )
        };
        Thrown::unless(done)?;
        Ok(scope.local(ObjectOrNullValue(prototype.get())))
    }

    /// Sets the prototype.
    pub fn set_prototype(self, scope: &mut Scope<'_>, prototype: Local<'_>) -> JsResult<()> {
        let object = self.object(scope)?;
        rooted!(in(scope.cx()) let object = object);
        let prototype = prototype.object_ptr().unwrap_or(std::ptr::null_mut());
        rooted!(in(scope.cx()) let prototype = prototype);
        // SAFETY: all rooted.
        Thrown::unless(unsafe {
            JS_SetPrototype(
                scope.cx(),
                object.handle().into(),
                prototype.handle().into(),
            )
        })
    }
}

impl<'s> Scope<'s> {
    /// `{}`
    pub fn object(&mut self) -> JsResult<Local<'s>> {
        // SAFETY: the context is valid; the result is stored at once.
        let object = unsafe { JS_NewPlainObject(self.cx()) };
        self.new_object(object)
    }

    /// `Object.create(null)`
    pub fn bare_object(&mut self) -> JsResult<Local<'s>> {
        rooted!(in(self.cx()) let prototype = std::ptr::null_mut::<JSObject>());
        // SAFETY: as in `object`.
        let object = unsafe {
            JS_NewObjectWithGivenProto(self.cx(), std::ptr::null(), prototype.handle().into())
        };
        self.new_object(object)
    }

    /// An array of the given values.
    pub fn array(&mut self, values: &[Local<'_>]) -> JsResult<Local<'s>> {
        rooted!(in(self.cx()) let list: Vec<mozjs::jsapi::Value> =
            values.iter().map(|value| value.get()).collect());
        let elements = HandleValueArray::from(&list);
        // SAFETY: the elements are rooted; the result is stored at once.
        let array = unsafe { NewArrayObject(self.cx(), &elements) };
        self.new_object(array)
    }

    /// The global object.
    pub fn global(&self) -> Local<'s> {
        // SAFETY: a scope is only open inside the context's realm.
        let global = unsafe { mozjs::jsapi::CurrentGlobalOrNull(self.quiet_cx()) };
        self.local(ObjectOrNullValue(global))
    }
}
