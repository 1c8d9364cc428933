//! Code that has run, to be kept: the engine compiles functions when they are first called, and notes them on wish.

use mozjs::jsapi::{
    AbortCollectingDelazifications, CollectDelazificationsResult, FinishCollectingDelazifications,
    FinishCollectingDelazifications1, JS_ClearPendingException, JS_ExecuteScript,
    JS_GetFunctionScript, JS_GetObjectFunction, SetScriptPrivate, StartCollectingDelazifications,
    StartCollectingDelazifications1, Stencil,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;

use crate::code_cache::OwnedStencil;
use crate::error::Thrown;
use crate::script::instantiate;
use crate::{Compiled, Form, JsResult, Local, Module, Scope};

impl<'s> Scope<'s> {
    /// Runs a compiled script as [`run_compiled`](Scope::run_compiled) does without an environment, and has the engine note
    /// what it compiles of it from now on. The script is to give a function that is part of it: by that
    /// [`noted_of_function`](Scope::noted_of_function) knows it.
    pub fn run_noted(&mut self, compiled: &Compiled, referrer: Local<'_>) -> JsResult<Local<'s>> {
        let record = self.referrer_record(referrer)?;
        rooted!(in(self.cx()) let mut result = UndefinedValue());
        // SAFETY: all is rooted; the stencil is that of the script.
        unsafe {
            let script = instantiate(self.cx(), compiled.stencil())?;
            rooted!(in(self.cx()) let script = script);
            SetScriptPrivate(script.get(), &record.get());
            let mut outcome = CollectDelazificationsResult::NotSupported;
            Thrown::unless(StartCollectingDelazifications(
                self.cx(),
                script.handle().into(),
                compiled.stencil(),
                &mut outcome,
            ))?;
            let (code, value) = (script.handle().into(), result.handle_mut().into());
            if !JS_ExecuteScript(self.cx(), code, value) {
                AbortCollectingDelazifications(script.get());
                return Err(Thrown::pending());
            }
        }
        Ok(self.local(result.get()))
    }

    /// What was noted since [`run_noted`](Scope::run_noted) gave this function. None if nothing was noted.
    pub fn noted_of_function(&mut self, function: Local<'_>) -> Option<Compiled> {
        let object = function.object_ptr()?;
        // SAFETY: the object may be no function, which the engine says by null; all is rooted.
        let (is_done, stencil) = unsafe {
            rooted!(in(self.cx()) let function = JS_GetObjectFunction(object));
            if function.is_null() {
                return None;
            }
            rooted!(in(self.cx()) let script = JS_GetFunctionScript(self.cx(), function.handle().into()));
            if script.is_null() {
                return None;
            }
            let mut stencil = std::ptr::null_mut();
            let script = script.handle().into();
            let is_done = FinishCollectingDelazifications(self.cx(), script, &mut stencil);
            (is_done, stencil)
        };
        self.noted(is_done, stencil, Form::Script)
    }

    /// Has the engine note what it compiles of a module from now on.
    pub fn note_module(&mut self, module: Module<'_>, compiled: &Compiled) -> JsResult<()> {
        let mut outcome = CollectDelazificationsResult::NotSupported;
        rooted!(in(self.cx()) let module = module.object());
        // SAFETY: the module is rooted, and was made of the stencil.
        Thrown::unless(unsafe {
            let module = module.handle().into();
            StartCollectingDelazifications1(self.cx(), module, compiled.stencil(), &mut outcome)
        })
    }

    /// What was noted since [`note_module`](Scope::note_module). None if nothing was noted.
    pub fn noted_of_module(&mut self, module: Module<'_>) -> Option<Compiled> {
        rooted!(in(self.cx()) let module = module.object());
        let mut stencil = std::ptr::null_mut();
        // SAFETY: the module is rooted.
        let is_done = unsafe {
            let module = module.handle().into();
            FinishCollectingDelazifications1(self.cx(), module, &mut stencil)
        };
        self.noted(is_done, stencil, Form::Module)
    }

    fn noted(&mut self, is_done: bool, stencil: *mut Stencil, form: Form) -> Option<Compiled> {
        if !is_done {
            // SAFETY: the context is valid. What cannot be kept is compiled again next time.
            unsafe { JS_ClearPendingException(self.cx()) };
        }
        (is_done && !stencil.is_null()).then(|| Compiled::new(OwnedStencil(stencil), form))
    }
}
