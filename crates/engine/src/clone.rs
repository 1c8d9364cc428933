//! Structured clone, in two halves: a value is written into a form that belongs to no heap, and read from it, maybe
//! on another thread.
//!
//! What the engine knows (plain data, buffers, shared memory) it carries itself, and modules of WebAssembly are added here. For
//! everything else there are [`CloneHooks`], which give a [`Parcel`] for an object and make one of it again.

use std::any::Any;
use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;

use mozjs::jsapi::{
    CloneDataPolicy, HandleObject, JS_ReadStructuredClone, JS_STRUCTURED_CLONE_VERSION,
    JS_WriteStructuredClone, JS_WriteUint32PairUnchecked, JSContext, JSObject,
    JSStructuredCloneCallbacks, JSStructuredCloneReader, JSStructuredCloneWriter,
    MutableHandleObject, StructuredCloneScope, TransferableOwnership,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;
use mozjs::rust::JSAutoStructuredCloneBufferWrapper;

use crate::error::Thrown;
use crate::state::State;
use crate::wasm_module::WasmModule;
use crate::{ErrorKind, JsResult, Local, Scope};

/// What stands for an object that the engine cannot clone, on the way from heap to heap.
pub type Parcel = Box<dyn Any + Send>;

/// What the embedder adds to structured clone. The functions are called while a value is written or read; what
/// they throw ends it.
pub trait CloneHooks {
    /// What stands for an object that the engine cannot clone: a host object, a function, a promise, a proxy.
    fn write<'s>(&mut self, scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<Parcel>;

    /// What stands for an object that is handed over and is no ArrayBuffer. Called last, when nothing can go wrong
    /// with the rest of the value.
    fn transfer<'s>(&mut self, scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<Parcel>;

    /// The object that a parcel stands for.
    fn read<'s>(&mut self, scope: &mut Scope<'s>, parcel: Parcel) -> JsResult<Local<'s>>;

    /// Throws the error for what the engine itself will not clone or hand over, as it words it.
    fn refuse(&mut self, scope: &mut Scope<'_>, message: &str) -> Thrown;
}

/// Without help from the embedder: what the engine cannot clone is a TypeError.
pub struct PlainData;

impl PlainData {
    fn no(scope: &mut Scope<'_>) -> Thrown {
        scope.throw_error(ErrorKind::TypeError, "The object could not be cloned.")
    }
}

impl CloneHooks for PlainData {
    fn write<'s>(&mut self, scope: &mut Scope<'s>, _: Local<'s>) -> JsResult<Parcel> {
        Err(PlainData::no(scope))
    }

    fn transfer<'s>(&mut self, scope: &mut Scope<'s>, _: Local<'s>) -> JsResult<Parcel> {
        Err(PlainData::no(scope))
    }

    fn read<'s>(&mut self, scope: &mut Scope<'s>, _: Parcel) -> JsResult<Local<'s>> {
        Err(PlainData::no(scope))
    }

    fn refuse(&mut self, scope: &mut Scope<'_>, message: &str) -> Thrown {
        scope.throw_error(ErrorKind::TypeError, message)
    }
}

/// A value in a form of no heap: it can go to another thread, and be read there once. It owns the memory that was
/// handed over and shares what is shared.
pub struct Serialized {
    buffer: JSAutoStructuredCloneBufferWrapper,
    parcels: Vec<Option<Parcel>>,
}

// SAFETY: the engine makes such a buffer for other threads of the process: it holds bytes, memory that nobody else
// has, and counted references to shared memory. Parcels are `Send` themselves.
unsafe impl Send for Serialized {}

/// Between threads of the process: memory goes as a pointer.
const WHERE: StructuredCloneScope = StructuredCloneScope::SameProcess;

const POLICY: CloneDataPolicy = CloneDataPolicy {
    allowIntraClusterClonableSharedObjects_: true,
    allowSharedMemoryObjects_: true,
};

/// Marks a parcel among the engine's own records: the first tag that it leaves to others.
const PARCEL: u32 = 0xffff_8000;

static CALLBACKS: JSStructuredCloneCallbacks = JSStructuredCloneCallbacks {
    read: Some(read_parcel),
    write: Some(write_parcel),
    reportError: Some(note_refusal),
    readTransfer: Some(read_transferred),
    writeTransfer: Some(write_transferred),
    // Parcels are dropped with the value they belong to.
    freeTransfer: Some(free_nothing),
    canTransfer: Some(may_transfer),
    sabCloned: None,
};

/// What the callbacks need while a value is written or read.
struct Session<'h> {
    hooks: &'h mut dyn CloneHooks,
    parcels: Vec<Option<Parcel>>,
    refusal: Option<String>,
    panic: Option<Box<dyn Any + Send>>,
}

impl<'h> Session<'h> {
    fn new(hooks: &'h mut dyn CloneHooks, parcels: Vec<Option<Parcel>>) -> Session<'h> {
        Session {
            hooks,
            parcels,
            refusal: None,
            panic: None,
        }
    }

    /// Runs a hook. The engine cannot be unwound through, so a panic waits until it has returned.
    fn guard<R>(&mut self, hook: impl FnOnce(&mut Session<'h>) -> Option<R>) -> Option<R> {
        match catch_unwind(AssertUnwindSafe(|| hook(self))) {
            Ok(result) => result,
            Err(panic) => {
                self.panic = Some(panic);
                None
            }
        }
    }

    /// Keeps a parcel and gives its number.
    fn keep(&mut self, parcel: Parcel) -> u32 {
        self.parcels.push(Some(parcel));
        self.parcels.len() as u32 - 1
    }

    /// What became of it all, once the engine has returned.
    fn end(self, scope: &mut Scope<'_>, done: bool) -> JsResult<Vec<Option<Parcel>>> {
        if let Some(panic) = self.panic {
            resume_unwind(panic);
        }
        if done {
            return Ok(self.parcels);
        }
        Err(match self.refusal {
            // An exception of a hook comes first: the engine may add its own word to it.
            Some(message) if !scope.has_exception() => self.hooks.refuse(scope, &message),
            _ => Thrown::pending(),
        })
    }
}

impl<'s> Scope<'s> {
    /// Writes a value, with what is in the array `transfer` (or undefined) handed over: ArrayBuffers are detached
    /// and their memory goes along. SharedArrayBuffers go on sharing theirs.
    pub fn serialize(
        &mut self,
        value: Local<'_>,
        transfer: Local<'_>,
        hooks: &mut dyn CloneHooks,
    ) -> JsResult<Serialized> {
        let mut session = Session::new(hooks, Vec::new());
        // SAFETY: the buffer outlives the call; the values are in places known to the collector; the closure is a
        // session for as long as the engine uses it. (The buffer keeps the pointer for `freeTransfer`, which does not look at it.)
        let (buffer, done) = unsafe {
            let buffer = JSAutoStructuredCloneBufferWrapper::new(WHERE, &CALLBACKS);
            let done = JS_WriteStructuredClone(
                self.cx(),
                value.handle(),
                &raw mut (*buffer.as_raw_ptr()).data_,
                WHERE,
                &POLICY,
                &CALLBACKS,
                ptr::from_mut(&mut session).cast(),
                transfer.handle(),
            );
            (buffer, done)
        };
        let parcels = session.end(self, done)?;
        Ok(Serialized { buffer, parcels })
    }

    /// Makes a value of this heap from one that was written by [`serialize`](Scope::serialize).
    pub fn deserialize(
        &mut self,
        serialized: Serialized,
        hooks: &mut dyn CloneHooks,
    ) -> JsResult<Local<'s>> {
        let Serialized { buffer, parcels } = serialized;
        let mut session = Session::new(hooks, parcels);
        rooted!(in(self.cx()) let mut value = UndefinedValue());
        // SAFETY: as above; the buffer was written by the engine itself, for this scope, and is read once.
        let done = unsafe {
            JS_ReadStructuredClone(
                self.cx(),
                &raw mut (*buffer.as_raw_ptr()).data_,
                JS_STRUCTURED_CLONE_VERSION,
                WHERE,
                value.handle_mut().into(),
                &POLICY,
                &CALLBACKS,
                ptr::from_mut(&mut session).cast(),
            )
        };
        session.end(self, done)?;
        Ok(self.local(value.get()))
    }

    /// A deep copy of `value` by the structured clone algorithm; throws what cannot be cloned. The
    /// copy of a SharedArrayBuffer shares its memory.
    pub fn structured_clone(&mut self, value: Local<'_>) -> JsResult<Local<'s>> {
        let nothing = self.undefined();
        let serialized = self.serialize(value, nothing, &mut PlainData)?;
        self.deserialize(serialized, &mut PlainData)
    }
}

/// Runs a hook of the session behind `closure`, in a scope of its own.
///
/// # Safety
/// The engine calls back with the context and the closure that it was given.
unsafe fn in_session<R>(
    cx: *mut JSContext,
    closure: *mut c_void,
    hook: impl for<'i> FnOnce(&mut Scope<'i>, &mut Session<'_>) -> Option<R>,
) -> Option<R> {
    // SAFETY: as promised; the session is borrowed by the engine alone while it runs.
    unsafe {
        let session = &mut *closure.cast::<Session<'_>>();
        let state = State::of(cx);
        session.guard(|session| Scope::open(cx, state, |scope| hook(scope, session)))
    }
}

unsafe extern "C" fn write_parcel(
    cx: *mut JSContext,
    writer: *mut JSStructuredCloneWriter,
    object: HandleObject,
    _: *mut bool,
    closure: *mut c_void,
) -> bool {
    // SAFETY: called by the engine, with what `serialize` gave it.
    unsafe {
        let number = in_session(cx, closure, |scope, session| {
            if let Some(module) = WasmModule::of(object) {
                return Some(session.keep(Box::new(module)));
            }
            let object = scope.new_object(object.get()).ok()?;
            let parcel = session.hooks.write(scope, object).ok()?;
            Some(session.keep(parcel))
        });
        number.is_some_and(|number| JS_WriteUint32PairUnchecked(writer, PARCEL, number))
    }
}

unsafe extern "C" fn may_transfer(
    _: *mut JSContext,
    _: HandleObject,
    _: *mut bool,
    _: *mut c_void,
) -> bool {
    // `CloneHooks::transfer` has the say.
    true
}

/// Called for what was transferred and never read: the message has it, and lets it go with itself.
unsafe extern "C" fn free_nothing(
    _tag: u32,
    _ownership: TransferableOwnership,
    _content: *mut c_void,
    _extra: u64,
    _closure: *mut c_void,
) {
}

unsafe extern "C" fn write_transferred(
    cx: *mut JSContext,
    object: HandleObject,
    closure: *mut c_void,
    tag: *mut u32,
    ownership: *mut TransferableOwnership,
    content: *mut *mut c_void,
    extra: *mut u64,
) -> bool {
    // SAFETY: called by the engine, with what `serialize` gave it and places to write to.
    unsafe {
        let number = in_session(cx, closure, |scope, session| {
            let object = scope.new_object(object.get()).ok()?;
            let parcel = session.hooks.transfer(scope, object).ok()?;
            Some(session.keep(parcel))
        });
        let Some(number) = number else {
            return false;
        };
        *tag = PARCEL;
        *ownership = TransferableOwnership::SCTAG_TMO_CUSTOM;
        *content = ptr::null_mut();
        *extra = number.into();
        true
    }
}

unsafe extern "C" fn read_parcel(
    cx: *mut JSContext,
    _: *mut JSStructuredCloneReader,
    _: *const CloneDataPolicy,
    _: u32,
    number: u32,
    closure: *mut c_void,
) -> *mut JSObject {
    // SAFETY: called by the engine, with what `deserialize` gave it. Nothing collects between the end of the scope
    // and the engine's taking over of the object.
    unsafe { unpack(cx, closure, number.into()) }.unwrap_or(ptr::null_mut())
}

unsafe extern "C" fn read_transferred(
    cx: *mut JSContext,
    _: *mut JSStructuredCloneReader,
    _: *const CloneDataPolicy,
    _: u32,
    _: *mut c_void,
    number: u64,
    closure: *mut c_void,
    result: MutableHandleObject,
) -> bool {
    // SAFETY: as in `read_parcel`.
    match unsafe { unpack(cx, closure, number) } {
        Some(object) => {
            result.set(object);
            true
        }
        None => false,
    }
}

/// # Safety
/// As for [`in_session`].
unsafe fn unpack(cx: *mut JSContext, closure: *mut c_void, number: u64) -> Option<*mut JSObject> {
    // SAFETY: as promised.
    unsafe {
        in_session(cx, closure, |scope, session| {
            let parcel = session.parcels.get_mut(number as usize)?.take()?;
            let object = match parcel.downcast::<WasmModule>() {
                Ok(module) => module.object(scope),
                Err(parcel) => session.hooks.read(scope, parcel),
            };
            object.ok()?.object_ptr()
        })
    }
}

unsafe extern "C" fn note_refusal(
    _: *mut JSContext,
    _: u32,
    closure: *mut c_void,
    message: *const c_char,
) {
    // SAFETY: the closure is a session; the message is null or ends in a zero.
    unsafe {
        let session = &mut *closure.cast::<Session<'_>>();
        session.refusal = Some(match message.is_null() {
            true => "The object could not be cloned.".to_owned(),
            false => CStr::from_ptr(message).to_string_lossy().into_owned(),
        });
    }
}
