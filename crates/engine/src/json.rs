//! `JSON.stringify` of plain data: objects and arrays as literals make them, of strings, numbers, booleans and each other.
//!
//! The engine looks at each object by itself: for a `toJSON`, at each property of its shape, at each character of each name.
//! Here what a shape says is known once it was seen (`json/shapes.rs`), names as text, quoted; so what is left are the values.
//! Where anything is not plain (`toJSON`, getters, proxies, other classes, gaps, cycles, a replacer, white space) all that was
//! written is dropped, and the engine does it: nobody can have noticed, as no script ran.

mod inside;
mod shapes;
mod text;
mod walk;

use std::cell::{Cell, OnceCell, RefCell};

use mozjs::jsapi::js::{
    GetFunctionNativeReserved, NewFunctionWithReserved, SetFunctionNativeReserved,
};
use mozjs::jsapi::{
    Call, HandleValue, HandleValueArray, JS_ClearPendingException, JS_GetFunctionObject,
    JS_NewStringCopyN, JS_NewUCStringCopyN, JSContext, MutableHandleValue, Value,
};
use mozjs::jsval::StringValue;

use self::shapes::Shapes;
use self::text::Output;
use self::walk::Walk;
use crate::state::State;
use crate::{JsResult, Scope};

/// Room for text that is kept from one call to the next.
const MOST_KEPT: usize = 1 << 20;

/// After so many calls in a row that came to nothing some go to the engine at once: up to so many, as a power of 2.
const PATIENCE: u32 = 3;
const LONGEST_PAUSE: u32 = 5;

/// The function's slot with that of the engine.
const ORIGINAL: usize = 0;

/// What is kept from one call to the next.
#[derive(Default)]
pub(crate) struct Json {
    /// None if the engine's inside is not as thought.
    shapes: OnceCell<Option<RefCell<Shapes>>>,
    /// A collection went on meanwhile.
    is_stale: Cell<bool>,
    output: Cell<Output>,
    failures: Cell<u32>,
    pause: Cell<u32>,
}

impl Json {
    /// A collection goes on: shapes may be gone or elsewhere.
    pub(crate) fn forget(&self) {
        self.is_stale.set(true);
    }

    fn shapes(&self, cx: *mut JSContext) -> Option<&RefCell<Shapes>> {
        let known = self.shapes.get_or_init(|| {
            // SAFETY: the engine has called us; what was passed is rooted.
            let classes = unsafe { Scope::open(cx, State::of(cx), |scope| scope.json_classes()) };
            if classes.is_err() {
                // SAFETY: as above. There was no memory, or no stack, for it.
                unsafe { JS_ClearPendingException(cx) };
            }
            let classes = classes.ok().flatten()?;
            Some(RefCell::new(Shapes::new(classes)))
        });
        known.as_ref()
    }

    /// Whether it is worth a try: not if the last ones came to nothing.
    fn may_try(&self) -> bool {
        match self.pause.get() {
            0 => true,
            left => {
                self.pause.set(left - 1);
                false
            }
        }
    }

    fn note(&self, is_done: bool) {
        let failures = if is_done { 0 } else { self.failures.get() + 1 };
        self.failures.set(failures.min(PATIENCE + LONGEST_PAUSE));
        if failures > PATIENCE {
            self.pause
                .set(1 << (failures - PATIENCE).min(LONGEST_PAUSE));
        }
    }

    /// Writes a value's text. False if it is one for the engine.
    ///
    /// # Safety
    /// The value is alive.
    unsafe fn write(&self, cx: *mut JSContext, value: Value, output: &mut Output) -> bool {
        let Some(Some(shapes)) = self.shapes.get() else {
            return false;
        };
        let shapes = &mut *shapes.borrow_mut();
        if self.is_stale.take() {
            shapes.forget();
        }
        shapes.begin();
        let mut walk = Walk { cx, shapes, output };
        // SAFETY: as promised; the walk does not collect.
        let is_done = unsafe { walk.write(value) }.is_ok() && !output.is_lost;
        self.note(is_done);
        is_done
    }
}

impl Scope<'_> {
    /// Puts a function of ours in place of the `JSON.stringify` of the realm that is entered.
    pub fn quicken_json(&mut self) -> JsResult<()> {
        self.nested(|scope| {
            let json = scope.global().get_property(scope, "JSON")?;
            let original = json.get_property(scope, "stringify")?;
            // SAFETY: the name outlives the call; the function is stored at once, and has two slots of its own.
            let ours = unsafe {
                let name = c"stringify".as_ptr();
                let function = NewFunctionWithReserved(scope.cx(), Some(stringify), 3, 0, name);
                if function.is_null() {
                    return Err(crate::Thrown::pending());
                }
                let ours = scope.new_object(JS_GetFunctionObject(function))?;
                SetFunctionNativeReserved(ours.get().to_object(), ORIGINAL, &original.get());
                ours
            };
            json.set_property(scope, "stringify", ours)
        })
    }
}

/// `stringify(value, replacer, space)`
unsafe extern "C" fn stringify(cx: *mut JSContext, count: u32, vp: *mut Value) -> bool {
    // SAFETY: as the engine calls us; the return value's place is where the callee was.
    unsafe {
        if is_simple(vp, count) {
            let json = &State::of(cx).json;
            if json.may_try() && json.shapes(cx).is_some() {
                let mut output = json.output.take();
                output.clear();
                let text = match json.write(cx, *vp.add(2), &mut output) {
                    true => new_string(cx, &mut output),
                    false => None,
                };
                if output.bytes.capacity() <= MOST_KEPT {
                    json.output.set(output);
                }
                if let Some(text) = text {
                    *vp = text;
                    return true;
                }
            }
        }
        let original = GetFunctionNativeReserved((*vp).to_object(), ORIGINAL);
        let arguments = HandleValueArray {
            length_: count as usize,
            elements_: vp.add(2),
        };
        Call(
            cx,
            HandleValue::from_marked_location(vp.add(1)),
            HandleValue::from_marked_location(original),
            &arguments,
            MutableHandleValue::from_marked_location(vp),
        )
    }
}

/// Whether an object or a string is given, with nothing that changes the text.
///
/// # Safety
/// The engine has called a function with these.
unsafe fn is_simple(vp: *mut Value, count: u32) -> bool {
    // SAFETY: as promised; arguments stand after the callee and `this`.
    unsafe {
        let others = 1..count.min(3) as usize;
        count > 0
            && ((*vp.add(2)).is_object() || (*vp.add(2)).is_string())
            && others
                .map(|index| *vp.add(2 + index))
                .all(|value| value.is_undefined() || value.is_null())
    }
}

/// The text as a string; none if there was no memory for it. It may collect.
///
/// # Safety
/// `cx` is a context of this crate.
unsafe fn new_string(cx: *mut JSContext, output: &mut Output) -> Option<Value> {
    // SAFETY: the engine copies the characters.
    unsafe {
        let string = match output.units() {
            Some(units) => JS_NewUCStringCopyN(cx, units.as_ptr(), units.len()),
            None => JS_NewStringCopyN(cx, output.bytes.as_ptr().cast(), output.bytes.len()),
        };
        if string.is_null() {
            JS_ClearPendingException(cx);
            return None;
        }
        Some(StringValue(&*string))
    }
}
