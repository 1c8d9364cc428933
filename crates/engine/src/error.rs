//! Exceptions: what JavaScript throws, as the `Err` of a [`JsResult`](crate::JsResult).

use std::ffi::CString;

use mozjs::jsapi::{
    ExceptionStackBehavior, HandleValueArray, JS_ClearPendingException, JS_GetPendingException,
    JS_IsExceptionPending, JS_SetPendingException, JSProtoKey,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;

use crate::{JsResult, Local, Scope};

/// Proof that an exception is pending in the context (or, rarely, that the script was stopped).
///
/// Hand it on to the caller, or take the exception with [`Scope::catch`].
#[derive(Debug)]
#[must_use = "an exception is pending: hand it on or catch it"]
pub struct Thrown(());

impl Thrown {
    /// The engine has just said that it threw.
    #[inline]
    pub(crate) fn pending() -> Thrown {
        Thrown(())
    }

    /// Turns the engine's `bool` into a result.
    #[inline]
    pub(crate) fn unless(done: bool) -> JsResult<()> {
        if done { Ok(()) } else { Err(Thrown(())) }
    }
}

/// The constructor of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// `Error`
    Error,
    /// `TypeError`
    TypeError,
    /// `RangeError`
    RangeError,
    /// `SyntaxError`
    SyntaxError,
}

impl ErrorKind {
    fn proto_key(self) -> JSProtoKey {
        match self {
            ErrorKind::Error => JSProtoKey::JSProto_Error,
            ErrorKind::TypeError => JSProtoKey::JSProto_TypeError,
            ErrorKind::RangeError => JSProtoKey::JSProto_RangeError,
            ErrorKind::SyntaxError => JSProtoKey::JSProto_SyntaxError,
        }
    }
}

impl<'s> Scope<'s> {
    /// Takes the pending exception. `None` means that the script was stopped, which cannot be caught.
    pub fn catch(&mut self, _: Thrown) -> Option<Local<'s>> {
        // SAFETY: the out place is rooted, and the exception is stored before it is cleared.
        unsafe {
            if !self.has_exception() {
                return None;
            }
            rooted!(in(self.cx()) let mut exception = UndefinedValue());
            let got = JS_GetPendingException(self.cx(), exception.handle_mut().into());
            JS_ClearPendingException(self.cx());
            Some(self.local(if got {
                exception.get()
            } else {
                UndefinedValue()
            }))
        }
    }

    /// Whether there is an exception. After a failure without one the script was stopped.
    pub fn has_exception(&self) -> bool {
        // SAFETY: the context is valid.
        unsafe { JS_IsExceptionPending(self.cx()) }
    }

    /// Throws any value.
    pub fn throw(&mut self, value: Local<'_>) -> Thrown {
        // SAFETY: the place is known to the collector.
        unsafe {
            JS_SetPendingException(self.cx(), value.handle(), ExceptionStackBehavior::Capture)
        };
        Thrown(())
    }

    /// An error object, with the stack of the JavaScript that is running.
    pub fn error(&mut self, kind: ErrorKind, message: &str) -> JsResult<Local<'s>> {
        let message = self.string(message)?;
        rooted!(in(self.cx()) let mut constructor = std::ptr::null_mut::<mozjs::jsapi::JSObject>());
        // SAFETY: everything passed is rooted; the result is stored at once.
        unsafe {
            Thrown::unless(mozjs::jsapi::JS_GetClassObject(
                self.cx(),
                kind.proto_key(),
                constructor.handle_mut().into(),
            ))?;
            rooted!(in(self.cx()) let function = mozjs::jsval::ObjectValue(constructor.get()));
            rooted!(in(self.cx()) let mut error = std::ptr::null_mut::<mozjs::jsapi::JSObject>());
            rooted!(in(self.cx()) let argument = mozjs::rust::ValueArray::new([message.get()]));
            let arguments = HandleValueArray::from(&argument);
            Thrown::unless(mozjs::jsapi::Construct1(
                self.cx(),
                function.handle().into(),
                &arguments,
                error.handle_mut().into(),
            ))?;
            self.new_object(error.get())
        }
    }

    /// Makes an error and throws it.
    pub fn throw_error(&mut self, kind: ErrorKind, message: &str) -> Thrown {
        match self.error(kind, message) {
            Ok(error) => self.throw(error),
            Err(thrown) => thrown,
        }
    }

    /// Throws the engine's own out-of-memory error.
    pub fn throw_out_of_memory(&mut self) -> Thrown {
        // SAFETY: the context is valid.
        unsafe { mozjs::jsapi::JS_ReportOutOfMemory(self.cx()) };
        Thrown(())
    }
}

/// A name for the engine, which wants C strings. A NUL inside ends it.
pub(crate) fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}
