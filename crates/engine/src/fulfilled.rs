//! Promises that are fulfilled from the start.
//!
//! `Promise.resolve()` asks what it gets for a `then`, through all its prototypes, and goes through the engine's general way of
//! resolving: three quarters of what it costs. Where it is known that there is no `then` a new promise is put into the state
//! that a fulfilled one is in, which is looked up in one that the engine has made.

use std::cell::Cell;

use mozjs::glue::JS_GetReservedSlot;
use mozjs::jsapi::{
    CallOriginalPromiseResolve, JS_SetReservedSlot, JSObject, NewPromiseObject, Value,
};
use mozjs::jsval::{DoubleValue, UndefinedValue};
use mozjs::rooted;

use crate::{JsResult, Local, Scope};

/// Where a promise has its flags, and where its value.
const FLAGS_SLOT: u32 = 0;
const VALUE_SLOT: u32 = 1;

/// How the engine marks a promise as fulfilled.
#[derive(Clone, Copy, Default)]
pub(crate) enum FulfilledMark {
    #[default]
    Unknown,
    /// The flags of a fulfilled promise: an integer, nothing that is collected
    Flags(Value),
    /// Promises are not made as this file takes it
    Other,
}

/// The mark, once it was needed.
#[derive(Default)]
pub(crate) struct KnownMark(Cell<FulfilledMark>);

impl<'s> Scope<'s> {
    /// A promise that is fulfilled with the value, whether or not that has a `then`.
    pub fn fulfilled_promise(&mut self, value: Local<'_>) -> JsResult<Local<'s>> {
        let jobs = &self.state().jobs;
        if jobs.is_watched() {
            return self.resolved_promise(value);
        }
        match jobs.fulfilled_mark.0.get() {
            FulfilledMark::Flags(flags) => {
                let promise = self.promise()?;
                // SAFETY: it is a promise, and these are its slots, as was seen. Nothing collects in between.
                unsafe {
                    let object = promise.get().to_object();
                    JS_SetReservedSlot(object, VALUE_SLOT, &value.get());
                    JS_SetReservedSlot(object, FLAGS_SLOT, &flags);
                }
                Ok(promise)
            }
            FulfilledMark::Unknown => {
                let mark = self.look_for_mark()?;
                self.state().jobs.fulfilled_mark.0.set(mark);
                self.resolved_promise(value)
            }
            FulfilledMark::Other => self.resolved_promise(value),
        }
    }

    /// `Promise.resolve(value)`
    fn resolved_promise(&mut self, value: Local<'_>) -> JsResult<Local<'s>> {
        // SAFETY: the value is rooted; the result is stored at once.
        let promise = unsafe { CallOriginalPromiseResolve(self.cx(), value.handle()) };
        self.new_object(promise)
    }

    fn look_for_mark(&mut self) -> JsResult<FulfilledMark> {
        const SAMPLE: f64 = 0.625;
        let sample = self.number(SAMPLE);
        let fulfilled = self.resolved_promise(sample)?;
        let pending = self.promise()?;
        let in_slot = |promise: Local<'_>, slot| {
            let mut value = UndefinedValue();
            // SAFETY: promises have these slots.
            unsafe { JS_GetReservedSlot(promise.get().to_object(), slot, &mut value) };
            value
        };
        let flags = in_slot(fulfilled, FLAGS_SLOT);
        let before = in_slot(pending, FLAGS_SLOT);
        let is_as_thought = flags.is_int32()
            && before.is_int32()
            && before.asBits_ != flags.asBits_
            && in_slot(fulfilled, VALUE_SLOT).asBits_ == DoubleValue(SAMPLE).asBits_
            && in_slot(pending, VALUE_SLOT).is_undefined();
        Ok(match is_as_thought {
            true => FulfilledMark::Flags(flags),
            false => FulfilledMark::Other,
        })
    }

    /// A pending promise, to be settled with [`Local::resolve`] or [`Local::reject`].
    pub fn promise(&mut self) -> JsResult<Local<'s>> {
        rooted!(in(self.cx()) let executor = std::ptr::null_mut::<JSObject>());
        // SAFETY: no executor is allowed; the result is stored at once.
        let promise = unsafe { NewPromiseObject(self.cx(), executor.handle().into()) };
        self.new_object(promise)
    }
}
