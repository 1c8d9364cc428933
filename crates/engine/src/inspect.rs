//! Looking into values in ways that JavaScript itself cannot.

use mozjs::glue::{GetProxyPrivate, GetProxyReservedSlot, JS_GetReservedSlot};
use mozjs::jsapi::{ESClass, GetBuiltinClass, Value};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;
use mozjs::rust::get_object_class;

use crate::{Local, Scope};

/// The built-in class of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// Any other object
    Other,
    /// An object without a class of its own: a literal, or what a class of the script's makes
    Plain,
    /// An array
    Array,
    /// A boxed number
    Number,
    /// A boxed string
    String,
    /// A boxed boolean
    Boolean,
    /// A boxed BigInt
    BigInt,
    /// A regular expression
    RegExp,
    /// An ArrayBuffer
    ArrayBuffer,
    /// A SharedArrayBuffer
    SharedArrayBuffer,
    /// A date
    Date,
    /// A Set
    Set,
    /// A Map
    Map,
    /// A promise
    Promise,
    /// An iterator of a Map
    MapIterator,
    /// An iterator of a Set
    SetIterator,
    /// An arguments object
    Arguments,
    /// An error
    Error,
    /// A function
    Function,
}

impl<'s> Local<'s> {
    /// The built-in class of the object; `None` if this is not an object. A proxy is `Other`.
    pub fn object_kind(self, scope: &mut Scope<'_>) -> Option<ObjectKind> {
        let object = self.object_ptr()?;
        if self.is_proxy() {
            return Some(ObjectKind::Other);
        }
        rooted!(in(scope.cx()) let object = object);
        let mut class = ESClass::Other;
        // SAFETY: the object is rooted.
        if !unsafe { GetBuiltinClass(scope.cx(), object.handle().into(), &mut class) } {
            return Some(ObjectKind::Other);
        }
        Some(match class {
            ESClass::Other => ObjectKind::Other,
            ESClass::Object => ObjectKind::Plain,
            ESClass::Array => ObjectKind::Array,
            ESClass::Number => ObjectKind::Number,
            ESClass::String => ObjectKind::String,
            ESClass::Boolean => ObjectKind::Boolean,
            ESClass::BigInt => ObjectKind::BigInt,
            ESClass::RegExp => ObjectKind::RegExp,
            ESClass::ArrayBuffer => ObjectKind::ArrayBuffer,
            ESClass::SharedArrayBuffer => ObjectKind::SharedArrayBuffer,
            ESClass::Date => ObjectKind::Date,
            ESClass::Set => ObjectKind::Set,
            ESClass::Map => ObjectKind::Map,
            ESClass::Promise => ObjectKind::Promise,
            ESClass::MapIterator => ObjectKind::MapIterator,
            ESClass::SetIterator => ObjectKind::SetIterator,
            ESClass::Arguments => ObjectKind::Arguments,
            ESClass::Error => ObjectKind::Error,
            ESClass::Function => ObjectKind::Function,
        })
    }

    /// The name of the engine's class of the object: "Generator", "WeakMap", ...
    pub fn class_name(self) -> Option<&'static str> {
        let object = self.object_ptr()?;
        // SAFETY: classes and their names are static; the pointer is fresh.
        unsafe {
            let class = get_object_class(object);
            std::ffi::CStr::from_ptr((*class).name).to_str().ok()
        }
    }

    /// The private value and the first slot of an object that the engine makes by a proxy: one of
    /// script's, or the namespace of a module.
    fn proxy_slots(self) -> Option<(Value, Value)> {
        if self.class_name() != Some("Proxy") {
            return None;
        }
        let object = self.object_ptr()?;
        let (mut private, mut first) = (UndefinedValue(), UndefinedValue());
        // SAFETY: every object of this class has both. Neither read collects.
        unsafe {
            GetProxyPrivate(object, &mut private);
            GetProxyReservedSlot(object, 0, &mut first);
        }
        Some((private, first))
    }

    /// Whether this is a `Proxy` made by script.
    pub fn is_proxy(self) -> bool {
        // The first slot of a module's namespace is a bare pointer, which reads as a number.
        self.proxy_slots()
            .is_some_and(|(_, handler)| handler.is_object_or_null())
    }

    /// Whether this is the namespace object of a module.
    pub fn is_module_namespace(self) -> bool {
        self.proxy_slots()
            .is_some_and(|(_, exports)| !exports.is_object_or_null())
    }

    /// The target and handler of a proxy (both null once it is revoked).
    pub fn proxy_parts<'o>(self, scope: &Scope<'o>) -> Option<(Local<'o>, Local<'o>)> {
        let (target, handler) = self
            .proxy_slots()
            .filter(|(_, slot)| slot.is_object_or_null())?;
        Some((scope.local(target), scope.local(handler)))
    }

    /// Whether this is a function declared `async`.
    pub fn is_async_function(self) -> bool {
        self.script_flags() & script::IS_ASYNC != 0
    }

    /// Whether this is a function declared with `*`.
    pub fn is_generator_function(self) -> bool {
        self.script_flags() & script::IS_GENERATOR != 0
    }

    /// The flags of the script behind a function; 0 if there is none.
    fn script_flags(self) -> u32 {
        if self.class_name() != Some("Function") {
            return 0;
        }
        let Some(object) = self.object_ptr() else {
            return 0;
        };
        let (mut flags, mut code) = (UndefinedValue(), UndefinedValue());
        // SAFETY: the class tells that these slots exist. The first holds a number whose bit says
        // that the other is a pointer to a script, which lives as long as the function. Scripts do
        // not move, and the offset is the engine's (the tests would show a change). Nothing collects.
        unsafe {
            JS_GetReservedSlot(object, script::FUNCTION_FLAGS_SLOT, &mut flags);
            if flags.to_int32() as u32 & script::HAS_SCRIPT == 0 {
                return 0;
            }
            JS_GetReservedSlot(object, script::SCRIPT_SLOT, &mut code);
            let start = code.to_private() as *const u8;
            start.add(script::FLAGS_OFFSET).cast::<u32>().read()
        }
    }
}

/// Where the engine keeps what it knows of a function's script: it has no call that tells.
mod script {
    /// `JSFunction::FlagsAndArgCountSlot`
    pub(super) const FUNCTION_FLAGS_SLOT: u32 = 0;
    /// `FunctionFlags::BASESCRIPT`
    pub(super) const HAS_SCRIPT: u32 = 1 << 5;
    /// `JSFunction::NativeJitInfoOrInterpretedScriptSlot`
    pub(super) const SCRIPT_SLOT: u32 = 2;
    /// `BaseScript::immutableFlags_`: after four words and the six numbers of a `SourceExtent`
    pub(super) const FLAGS_OFFSET: usize = 4 * 8 + 6 * 4;
    /// `ImmutableScriptFlagsEnum::IsAsync`
    pub(super) const IS_ASYNC: u32 = 1 << 14;
    /// `ImmutableScriptFlagsEnum::IsGenerator`
    pub(super) const IS_GENERATOR: u32 = 1 << 15;
}
