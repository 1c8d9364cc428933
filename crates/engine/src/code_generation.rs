//! Realms in which no code is made at run time: of text (`eval`, `Function`), of WebAssembly, or of both.

use mozjs::glue::JS_GetReservedSlot;
use mozjs::jsapi::js::TempAllocPolicy;
use mozjs::jsapi::{
    CompilationType, CurrentGlobalOrNull, Handle, HandleValue, JS_SetReservedSlot,
    JS_SetSecurityCallbacks, JSContext, JSSecurityCallbacks, JSString, RuntimeCode, StackGCVector,
    Value,
};
use mozjs::jsval::{Int32Value, UndefinedValue};
use mozjs::rust::get_object_class;

use crate::realm::REALM_CLASS;
use crate::state::State;
use crate::{Local, Scope};

/// What code may be made at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeGeneration {
    /// Of text
    pub strings: bool,
    /// Of WebAssembly
    pub wasm: bool,
}

/// The slot of a realm's global object with what is forbidden there.
const FORBIDDEN_SLOT: u32 = 1;

/// Bits of the number in it.
const NO_STRINGS: i32 = 1;
const NO_WASM: i32 = 2;

static CALLBACKS: JSSecurityCallbacks = JSSecurityCallbacks {
    contentSecurityPolicyAllows: Some(is_allowed),
    codeForEvalGets: None,
    subsumes: None,
};

impl Scope<'_> {
    /// From now on no code is made of text, except in realms of which something else is said.
    pub fn forbid_code_from_text(&mut self) {
        self.state().forbids_code_from_text.set(true);
        // SAFETY: the callbacks live for ever.
        unsafe { JS_SetSecurityCallbacks(self.cx(), &CALLBACKS) };
    }

    /// Limits what code may be made in the realm of a global object from [`new_realm`](Scope::new_realm). Others have no
    /// limits.
    pub fn limit_code_generation(&mut self, global: Local<'_>, allowed: CodeGeneration) {
        let mut forbidden = 0;
        forbidden |= if allowed.strings { 0 } else { NO_STRINGS };
        forbidden |= if allowed.wasm { 0 } else { NO_WASM };
        let Some(object) = global.object_ptr() else {
            return;
        };
        // SAFETY: the object is alive; global objects of this class have the slot; the callbacks live for ever.
        unsafe {
            if std::ptr::eq(get_object_class(object), &REALM_CLASS) {
                JS_SetReservedSlot(object, FORBIDDEN_SLOT, &Int32Value(forbidden));
                // Asked from here on, whenever code is made.
                JS_SetSecurityCallbacks(self.cx(), &CALLBACKS);
            }
        }
    }
}

#[allow(clippy::too_many_arguments)] // the engine's
unsafe extern "C" fn is_allowed(
    cx: *mut JSContext,
    kind: RuntimeCode,
    _code: Handle<*mut JSString>,
    _compilation: CompilationType,
    _parameters: Handle<StackGCVector<*mut JSString, TempAllocPolicy>>,
    _body: Handle<*mut JSString>,
    _parameter_values: Handle<StackGCVector<Value, TempAllocPolicy>>,
    _body_value: HandleValue,
    allowed: *mut bool,
) -> bool {
    let mut forbidden = UndefinedValue();
    // SAFETY: the engine calls this on the context's thread, with a place to write to; reading a slot does not collect.
    unsafe {
        let global = CurrentGlobalOrNull(cx);
        if !global.is_null() && std::ptr::eq(get_object_class(global), &REALM_CLASS) {
            JS_GetReservedSlot(global, FORBIDDEN_SLOT, &mut forbidden);
        } else if State::of(cx).forbids_code_from_text.get() {
            forbidden = Int32Value(NO_STRINGS);
        }
        let bit = match kind {
            RuntimeCode::WASM => NO_WASM,
            RuntimeCode::JS => NO_STRINGS,
        };
        *allowed = !forbidden.is_int32() || forbidden.to_int32() & bit == 0;
    }
    true
}
