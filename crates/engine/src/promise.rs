//! Promises made and settled from Rust, and the tracker of rejections.

use std::ffi::c_void;

use mozjs::glue::JS_GetPromiseResult;
use mozjs::jsapi::{
    AddPromiseReactions, GetPromiseState, HandleObject, IsPromiseObject, JSContext,
    PromiseRejectionHandlingState, RejectPromise, ResolvePromise, SetAnyPromiseIsHandled,
    SetPromiseRejectionTrackerCallback,
};
use mozjs::jsval::{ObjectValue, UndefinedValue};
use mozjs::rooted;

use crate::error::Thrown;
use crate::state::State;
use crate::{JsResult, Local, Scope};

/// How far a promise is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromiseState {
    /// Not settled
    Pending,
    /// Settled with a value
    Fulfilled,
    /// Settled with a reason
    Rejected,
}

/// What the tracker is told of a promise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// It was rejected and nobody handles that yet
    Unhandled,
    /// It was reported as unhandled before, and now has a handler
    HandledLate,
}

pub(crate) type RejectionTracker = fn(&mut Scope<'_>, Local<'_>, Rejection);

impl<'s> Local<'s> {
    /// Whether this is a promise.
    pub fn is_promise(self) -> bool {
        let Some(mut object) = self.object_ptr() else {
            return false;
        };
        // SAFETY: the pointer is fresh, and the test does not collect.
        unsafe { IsPromiseObject(HandleObject::from_marked_location(&raw mut object)) }
    }

    /// How far the promise is; `None` if this is not one.
    pub fn promise_state(self) -> Option<PromiseState> {
        if !self.is_promise() {
            return None;
        }
        let mut object = self.object_ptr()?;
        // SAFETY: it is a promise; the call does not collect.
        let state = unsafe { GetPromiseState(HandleObject::from_marked_location(&raw mut object)) };
        Some(match state {
            mozjs::jsapi::PromiseState::Pending => PromiseState::Pending,
            mozjs::jsapi::PromiseState::Fulfilled => PromiseState::Fulfilled,
            mozjs::jsapi::PromiseState::Rejected => PromiseState::Rejected,
        })
    }

    /// The value or reason of a settled promise.
    pub fn promise_result<'o>(self, scope: &Scope<'o>) -> Option<Local<'o>> {
        if matches!(self.promise_state(), None | Some(PromiseState::Pending)) {
            return None;
        }
        rooted!(in(scope.cx()) let object = self.object_ptr()?);
        rooted!(in(scope.cx()) let mut result = UndefinedValue());
        // SAFETY: it is a settled promise, and rooted.
        unsafe { JS_GetPromiseResult(object.handle().into(), result.handle_mut().into()) };
        Some(scope.local(result.get()))
    }

    /// Fulfils the promise, or makes it follow `value` if that is a thenable.
    pub fn resolve(self, scope: &mut Scope<'_>, value: Local<'_>) -> JsResult<()> {
        self.settle(scope, value, ResolvePromise)
    }

    /// Rejects the promise.
    pub fn reject(self, scope: &mut Scope<'_>, reason: Local<'_>) -> JsResult<()> {
        self.settle(scope, reason, RejectPromise)
    }

    fn settle(
        self,
        scope: &mut Scope<'_>,
        value: Local<'_>,
        how: unsafe extern "C" fn(*mut JSContext, HandleObject, mozjs::jsapi::HandleValue) -> bool,
    ) -> JsResult<()> {
        if !self.is_promise() {
            return Err(scope.throw_error(crate::ErrorKind::TypeError, "value is not a promise"));
        }
        rooted!(in(scope.cx()) let promise = self.get().to_object());
        // SAFETY: it is a promise, and rooted.
        Thrown::unless(unsafe { how(scope.cx(), promise.handle().into(), value.handle()) })
    }

    /// Nobody is told of its rejection.
    pub fn set_handled(self, scope: &mut Scope<'_>) -> JsResult<()> {
        if !self.is_promise() {
            return Err(scope.throw_error(crate::ErrorKind::TypeError, "value is not a promise"));
        }
        rooted!(in(scope.cx()) let promise = self.get().to_object());
        // SAFETY: it is a promise, and rooted.
        Thrown::unless(unsafe { SetAnyPromiseIsHandled(scope.cx(), promise.handle().into()) })
    }

    /// Calls one of the functions when the promise is settled; no new promise is made.
    pub fn react(
        self,
        scope: &mut Scope<'_>,
        fulfilled: Local<'_>,
        rejected: Local<'_>,
    ) -> JsResult<()> {
        if !self.is_promise() || !fulfilled.is_function() || !rejected.is_function() {
            return Err(scope.throw_error(
                crate::ErrorKind::TypeError,
                "reactions need a promise and two functions",
            ));
        }
        rooted!(in(scope.cx()) let promise = self.get().to_object());
        rooted!(in(scope.cx()) let fulfilled = fulfilled.get().to_object());
        rooted!(in(scope.cx()) let rejected = rejected.get().to_object());
        // SAFETY: all rooted, and of the right kind.
        Thrown::unless(unsafe {
            AddPromiseReactions(
                scope.cx(),
                promise.handle().into(),
                fulfilled.handle().into(),
                rejected.handle().into(),
            )
        })
    }
}

impl<'s> Scope<'s> {
    /// Has `tracker` called when a promise is rejected without a handler, and when one that was so
    /// gets its handler after all.
    pub fn track_rejections(&mut self, tracker: fn(&mut Scope<'_>, Local<'_>, Rejection)) {
        self.state().rejection_tracker.set(Some(tracker));
        // SAFETY: the callback is a plain function without data.
        unsafe {
            SetPromiseRejectionTrackerCallback(
                self.cx(),
                Some(rejection_changed),
                std::ptr::null_mut(),
            )
        };
    }
}

unsafe extern "C" fn rejection_changed(
    cx: *mut JSContext,
    _muted_errors: bool,
    promise: HandleObject,
    state: PromiseRejectionHandlingState,
    _: *mut c_void,
) {
    let rejection = match state {
        PromiseRejectionHandlingState::Unhandled => Rejection::Unhandled,
        PromiseRejectionHandlingState::Handled => Rejection::HandledLate,
    };
    // SAFETY: the engine calls this on the context's thread with a rooted promise.
    unsafe {
        let owner = State::of(cx);
        if let Some(tracker) = owner.rejection_tracker.get() {
            Scope::open(cx, owner, |scope| {
                let promise = scope.local(ObjectValue(*promise.ptr));
                tracker(scope, promise, rejection);
            });
        }
    }
}
