//! More than one realm: global objects with built-ins of their own, in the heap and the compartment of the first,
//! so that objects of one are used in the other as they are.
//!
//! A realm's scripts run in an environment: an object that stands in for the global object. Names are looked up in
//! it, `var` and functions are defined on it, `this` and `globalThis` are it; so it can lead elsewhere.

use std::ptr;
use std::sync::OnceLock;

use mozjs::glue::{
    CreateWrapperProxyHandler, GetProxyPrivate, JS_GetReservedSlot, ProxyTraps, WrapperNew,
};
use mozjs::jsapi::JS::{RTPCallerTypeToken, SetRealmReduceTimerPrecisionCallerType};
use mozjs::jsapi::js::SetWindowProxy;
use mozjs::jsapi::{
    CompileFunction, EnterRealm, GetObjectRealmOrNull, HandleId, HandleObject, HandleValue,
    JS_DefinePropertyById, JS_EnumerateStandardClasses, JS_ForwardSetPropertyTo,
    JS_GetFunctionObject, JS_GlobalObjectTraceHook, JS_IdToValue, JS_MayResolveStandardClass,
    JS_NewGlobalObject, JS_ResolveStandardClass, JS_SetReservedSlot, JSClass, JSClassOps,
    JSContext, JSObject, LeaveRealm, ObjectOpResult, OnNewGlobalHookOption, PropertyDescriptor,
    Realm, RealmCreationOptions, RootingContext, StackKind, SupportUnscopables,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;
use mozjs::rust::{
    RealmOptions, SIMPLE_GLOBAL_CLASS, get_object_class, transform_u16_to_source_text,
};

use crate::error::{Thrown, c_string};
use crate::lazy_globals::FIRST_GLOBAL_CLASS;
use crate::script::CompileOptions;
use crate::state::State;
use crate::{EngineError, ErrorKind, JsResult, Local, Scope, Text};

/// Where the text of a script comes from, as its errors tell.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The script's name
    pub filename: &'a str,
    /// The number of its first line
    pub line: u32,
    /// The number of the first column of that line, from 1
    pub column: u32,
}

/// The characters of a text, which may have lone surrogates. What is no string is empty.
pub(crate) fn units_of(scope: &Scope<'_>, text: Local<'_>) -> JsResult<Vec<u16>> {
    let units = text.with_text(scope, |text| match text {
        Text::Latin1(bytes) => bytes.iter().map(|&byte| byte.into()).collect(),
        Text::Utf16(units) => units.to_vec(),
    })?;
    Ok(units.unwrap_or_default())
}

/// What an overflow of the stack says.
const OVERFLOW: &str = "Maximum call stack size exceeded";

/// Bytes of stack below which no realm is begun: it would fail on the way, which takes long.
const FOR_A_REALM: usize = 96 << 10;

/// Makes the first realm of a context, and enters it.
///
/// # Safety
/// `cx` is a fresh context.
pub(crate) unsafe fn enter_first(cx: *mut JSContext) -> Result<(), EngineError> {
    // SAFETY: the realm is entered for good, so the global stays alive.
    unsafe {
        let global = new_global(cx, &FIRST_GLOBAL_CLASS, None);
        if global.is_null() {
            return Err(EngineError::OutOfMemory);
        }
        EnterRealm(cx, global);
    }
    Ok(())
}

unsafe extern "C" {
    /// `JS::RealmCreationOptions::setExistingCompartment`, which the bindings leave out.
    #[link_name = "_ZN2JS20RealmCreationOptions22setExistingCompartmentEP8JSObject"]
    fn SetExistingCompartment(
        options: *mut RealmCreationOptions,
        object: *mut JSObject,
    ) -> *mut RealmCreationOptions;
}

/// A global object of a realm of its own, in the compartment of `beside`; null if there is no memory.
///
/// # Safety
/// `cx` is a context of this crate; `beside` is alive; the result is rooted at once.
unsafe fn new_global(
    cx: *mut JSContext,
    class: &'static JSClass,
    beside: Option<*mut JSObject>,
) -> *mut JSObject {
    let mut options = RealmOptions::default();
    options.creationOptions_.sharedMemoryAndAtomics_ = true;
    options.creationOptions_.defineSharedArrayBufferConstructor_ = true;
    // A full collection that begins while no script runs would throw all compiled code away, and a server under load
    // would compile everything once more.
    options.creationOptions_.preserveJitCode_ = true;
    // SAFETY: the options outlive the call.
    unsafe {
        if let Some(beside) = beside {
            SetExistingCompartment(&mut options.creationOptions_, beside);
        }
        let global = JS_NewGlobalObject(
            cx,
            class,
            ptr::null_mut(),
            OnNewGlobalHookOption::FireOnNewGlobalHook,
            &*options,
        );
        // Whoever puts in a clock is asked on behalf of a kind of caller, of which there is one here.
        if !global.is_null() {
            let caller = RTPCallerTypeToken { value: 0 };
            SetRealmReduceTimerPrecisionCallerType(GetObjectRealmOrNull(global), caller);
        }
        global
    }
}

/// A realm is entered while this lives.
pub(crate) struct Entered {
    cx: *mut JSContext,
    before: *mut Realm,
}

impl Entered {
    /// # Safety
    /// `cx` is a context of this crate, `object` is alive, and the guards are dropped in turn.
    pub(crate) unsafe fn new(cx: *mut JSContext, object: *mut JSObject) -> Entered {
        // SAFETY: as above.
        let before = unsafe { EnterRealm(cx, object) };
        Entered { cx, before }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        // SAFETY: entered in `new`.
        unsafe { LeaveRealm(self.cx, self.before) };
    }
}

impl<'s> Scope<'s> {
    /// A new realm: gives its global object, once `set_up` was run in it.
    pub fn new_realm(
        &mut self,
        set_up: impl FnOnce(&mut Scope<'s>) -> JsResult<()>,
    ) -> JsResult<Local<'s>> {
        if self.stack_left() < FOR_A_REALM {
            return Err(self.throw_error(ErrorKind::RangeError, OVERFLOW));
        }
        // SAFETY: the global is put into a place of this scope at once.
        let global = unsafe { new_global(self.cx(), &REALM_CLASS, self.global().object_ptr()) };
        if global.is_null() {
            return Err(self.throw_out_of_memory());
        }
        let global = self.new_object(global)?;
        let outcome = self.in_realm(global, set_up);
        self.state().has_realms.set(true);
        match outcome {
            Ok(()) => Ok(global),
            Err(thrown) if self.has_exception() || self.state().is_terminated() => Err(thrown),
            // At the end of the stack the new realm could not even make its error.
            Err(_) => Err(self.throw_error(ErrorKind::RangeError, OVERFLOW)),
        }
    }

    /// The global object of a realm in a compartment of its own, for what must be apart from all others.
    pub(crate) fn separate_realm(&mut self) -> JsResult<Local<'s>> {
        // SAFETY: the global is put into a place of this scope at once.
        let global = unsafe { new_global(self.cx(), &SIMPLE_GLOBAL_CLASS, None) };
        if global.is_null() {
            return Err(self.throw_out_of_memory());
        }
        self.new_object(global)
    }

    /// Bytes of stack that scripts may still use.
    fn stack_left(&self) -> usize {
        let place = 0u8;
        // SAFETY: a context begins with what the engine shows of it to others.
        let limits = unsafe { (*self.cx().cast::<RootingContext>()).nativeStackLimit };
        let lowest = limits[StackKind::StackForUntrustedScript as usize];
        (&raw const place).addr().saturating_sub(lowest)
    }

    /// Whether the realm that is entered is one of [`new_realm`](Scope::new_realm).
    pub(crate) fn is_in_later_realm(&self) -> bool {
        let global = self.global();
        // SAFETY: the pointer is fresh.
        global
            .object_ptr()
            .is_some_and(|global| unsafe { ptr::eq(get_object_class(global), &REALM_CLASS) })
    }

    /// Runs `body` in the realm of an object: what it makes is of that realm.
    pub fn in_realm<R>(&mut self, object: Local<'_>, body: impl FnOnce(&mut Scope<'s>) -> R) -> R {
        match object.object_ptr() {
            Some(object) => {
                // SAFETY: the object is alive; the guard is dropped before anything else is.
                let _entered = unsafe { Entered::new(self.cx(), object) };
                body(self)
            }
            None => body(self),
        }
    }

    /// An object that stands in for the global object of another realm: all that is done to it is done to `target`,
    /// but what scripts declare can be deleted there. To be made once for a global object. When a script comes to
    /// add a property to that itself, by an assignment to a name that there is not, `added` is called with the key
    /// and the value.
    pub fn environment(
        &mut self,
        global: Local<'_>,
        target: Local<'_>,
        added: Local<'_>,
    ) -> JsResult<Local<'s>> {
        let is_realm = global.object_ptr().is_some_and(|global| {
            // SAFETY: the object is alive.
            ptr::eq(unsafe { get_object_class(global) }, &REALM_CLASS)
        });
        let (Some(object), true) = (target.object_ptr(), is_realm && added.is_function()) else {
            return Err(self.throw_error(ErrorKind::TypeError, "a realm and an object are needed"));
        };
        rooted!(in(self.cx()) let object = object);
        rooted!(in(self.cx()) let global_object = global.get().to_object());
        self.in_realm(global, |scope| {
            // SAFETY: all is rooted; the handler lives for ever; a global object has slots for its embedder.
            unsafe {
                let handler = environment_handler();
                let wrapper = WrapperNew(scope.cx(), object.handle().into(), handler, ptr::null());
                let environment = scope.new_object(wrapper)?;
                rooted!(in(scope.cx()) let wrapper = environment.get().to_object());
                JS_SetReservedSlot(global_object.get(), ADDED_SLOT, &added.get());
                // What `this` is in functions that are called without one. A debug engine wants it to be of a
                // class for which it would go past the wrapper.
                if cfg!(not(feature = "debugmozjs")) {
                    let (global, wrapper) = (global_object.handle(), wrapper.handle());
                    SetWindowProxy(scope.cx(), global.into(), wrapper.into());
                }
                Ok(environment)
            }
        })
    }

    /// Compiles the body of a function, in the realm that is entered. Its names are looked up in these objects, the
    /// first first, then in the global object.
    pub fn compile_function_in(
        &mut self,
        parameters: &[String],
        body: Local<'_>,
        origin: Origin<'_>,
        environments: &[Local<'_>],
    ) -> JsResult<Local<'s>> {
        let units = units_of(self, body)?;
        // The engine puts the parameters on a line of their own before the body.
        let line = origin.line.saturating_sub(1);
        let options = CompileOptions::of(self, Origin { line, ..origin });
        let names: Vec<_> = parameters.iter().map(|name| c_string(name)).collect();
        let pointers: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        let mut text = transform_u16_to_source_text(&units);
        let objects = environments.iter().filter_map(|object| object.object_ptr());
        let objects: Vec<_> = objects.collect();
        // SAFETY: everything outlives the call; the chain roots its objects.
        unsafe {
            let chain = Chain::new(self.cx(), &objects);
            let function = CompileFunction(
                self.cx(),
                chain.0,
                options.0,
                c"".as_ptr(),
                pointers.len() as u32,
                pointers.as_ptr(),
                &mut text,
            );
            if function.is_null() {
                return Err(Thrown::pending());
            }
            self.new_object(JS_GetFunctionObject(function))
        }
    }
}

/// The slot of a realm's global object with the function that is told what is added to it.
const ADDED_SLOT: u32 = 0;

static REALM_CLASS_OPS: JSClassOps = JSClassOps {
    addProperty: Some(property_added),
    delProperty: None,
    enumerate: Some(JS_EnumerateStandardClasses),
    newEnumerate: None,
    resolve: Some(JS_ResolveStandardClass),
    mayResolve: Some(JS_MayResolveStandardClass),
    finalize: None,
    call: None,
    construct: None,
    trace: Some(JS_GlobalObjectTraceHook),
};

/// Global objects of realms beside the first.
pub(crate) static REALM_CLASS: JSClass = JSClass {
    cOps: &REALM_CLASS_OPS,
    ..SIMPLE_GLOBAL_CLASS
};

unsafe extern "C" fn property_added(
    cx: *mut JSContext,
    global: HandleObject,
    id: HandleId,
    value: HandleValue,
) -> bool {
    // SAFETY: the engine calls this on the context's thread, with rooted places and a global object of our class.
    unsafe {
        let mut added = UndefinedValue();
        JS_GetReservedSlot(global.get(), ADDED_SLOT, &mut added);
        if !added.is_object() {
            return true;
        }
        rooted!(in(cx) let mut key = UndefinedValue());
        if !JS_IdToValue(cx, id.get(), key.handle_mut().into()) {
            return false;
        }
        Scope::open(cx, State::of(cx), |scope| {
            let (added, key) = (scope.local(added), scope.local(key.get()));
            let value = scope.local(value.get());
            let undefined = scope.undefined();
            scope.call(added, undefined, &[key, value]).is_ok()
        })
    }
}

/// The objects in which a script's names are looked up.
pub(crate) struct Chain(pub(crate) *mut mozjs::jsapi::EnvironmentChain);

impl Chain {
    /// # Safety
    /// `cx` is a context of this crate, the objects are alive.
    pub(crate) unsafe fn new(cx: *mut JSContext, objects: &[*mut JSObject]) -> Chain {
        // SAFETY: as above; what is appended is rooted by the chain, and appending does not collect.
        unsafe {
            let chain = mozjs::jsapi::glue::NewEnvironmentChain(cx, SupportUnscopables::No);
            for object in objects {
                mozjs::jsapi::glue::AppendToEnvironmentChain(chain, *object);
            }
            Chain(chain)
        }
    }
}

impl Drop for Chain {
    fn drop(&mut self) {
        // SAFETY: made in `new`.
        unsafe { mozjs::jsapi::glue::DeleteEnvironmentChain(self.0) };
    }
}

/// The one handler of all environments.
fn environment_handler() -> *const std::ffi::c_void {
    struct Handler(*const std::ffi::c_void);
    // SAFETY: the engine does not change handlers, and any thread may use them.
    unsafe impl Send for Handler {}
    // SAFETY: as above.
    unsafe impl Sync for Handler {}
    static HANDLER: OnceLock<Handler> = OnceLock::new();
    HANDLER
        .get_or_init(|| {
            // SAFETY: traps that are absent are those of the engine's plain wrapper.
            let mut traps: ProxyTraps = unsafe { std::mem::zeroed() };
            traps.defineProperty = Some(define_on_environment);
            traps.set = Some(set_on_environment);
            // SAFETY: the engine copies the traps.
            Handler(unsafe { CreateWrapperProxyHandler(&traps) })
        })
        .0
}

/// What the engine declares for a script cannot be deleted; on an object that stands in for a global one it can.
unsafe extern "C" fn define_on_environment(
    cx: *mut JSContext,
    environment: HandleObject,
    id: HandleId,
    descriptor: mozjs::jsapi::Handle<PropertyDescriptor>,
    result: *mut ObjectOpResult,
) -> bool {
    // SAFETY: the engine passes rooted places; the descriptor that is passed on is rooted, too.
    unsafe {
        let mut target = UndefinedValue();
        GetProxyPrivate(environment.get(), &mut target);
        rooted!(in(cx) let target = target.to_object());
        let mut copy = ptr::read(descriptor.ptr);
        let is_declaration = copy.hasConfigurable_()
            && copy.hasEnumerable_()
            && copy.hasWritable_()
            && copy.hasValue_()
            && copy.enumerable_()
            && copy.writable_();
        if is_declaration {
            copy.set_configurable_(true);
        }
        rooted!(in(cx) let copy = copy);
        let mut outcome = undecided();
        let (object, copy) = (target.handle(), copy.handle());
        if !JS_DefinePropertyById(cx, object.into(), id, copy.into(), &mut outcome) {
            return false;
        }
        if outcome.code_ == SUCCESS {
            *result = outcome;
            return true;
        }
        FailCantRedefineProperty(result)
    }
}

/// What cannot be set is told as that of an object, not as the doing of a proxy.
unsafe extern "C" fn set_on_environment(
    cx: *mut JSContext,
    environment: HandleObject,
    id: HandleId,
    value: HandleValue,
    _receiver: HandleValue,
    result: *mut ObjectOpResult,
) -> bool {
    // SAFETY: as above.
    unsafe {
        let mut target = UndefinedValue();
        GetProxyPrivate(environment.get(), &mut target);
        rooted!(in(cx) let receiver = target);
        rooted!(in(cx) let target = target.to_object());
        let mut outcome = undecided();
        let (object, receiver) = (target.handle(), receiver.handle());
        if !JS_ForwardSetPropertyTo(cx, object.into(), id, value, receiver.into(), &mut outcome) {
            return false;
        }
        if outcome.code_ == SUCCESS {
            *result = outcome;
            return true;
        }
        FailReadOnly(result)
    }
}

/// `JS::ObjectOpResult::OkCode`
const SUCCESS: usize = 0;

/// An outcome that is not known yet.
fn undecided() -> ObjectOpResult {
    ObjectOpResult { code_: usize::MAX }
}

unsafe extern "C" {
    /// `JS::ObjectOpResult::failCantRedefineProp`, which the bindings leave out: always true.
    #[link_name = "_ZN2JS14ObjectOpResult20failCantRedefinePropEv"]
    fn FailCantRedefineProperty(result: *mut ObjectOpResult) -> bool;
    /// `JS::ObjectOpResult::failReadOnly`, likewise.
    #[link_name = "_ZN2JS14ObjectOpResult12failReadOnlyEv"]
    fn FailReadOnly(result: *mut ObjectOpResult) -> bool;
}
