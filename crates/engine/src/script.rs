//! Scripts: compiling and running source text.

use mozjs::jsapi::{
    CompileFunction, CompileFunction1, Evaluate2, JS_ExecuteScript, JS_GetFunctionObject,
    JSContext, JSScript, Stencil,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;
use mozjs::rust::{transform_str_to_source_text, transform_u16_to_source_text};

use crate::error::{Thrown, c_string};
use crate::syntax_words::Start;
use crate::{Form, JsResult, Local, Origin, Scope};

/// Compile options in the engine's form, freed when dropped.
pub(crate) struct CompileOptions(pub(crate) *mut mozjs::jsapi::ReadOnlyCompileOptions);

impl CompileOptions {
    pub(crate) fn new(scope: &Scope<'_>, filename: &str, line: u32) -> CompileOptions {
        let filename = c_string(filename);
        // SAFETY: the engine copies the file name into options of its own, which are ours alone.
        unsafe {
            let options = mozjs::glue::NewCompileOptions(scope.cx(), filename.as_ptr(), line);
            (*options)._base.forceStrictMode_ |= scope.state().forces_strict_code.get();
            CompileOptions(options)
        }
    }
}

impl CompileOptions {
    /// The options of a script of which more is known.
    pub(crate) fn of(scope: &Scope<'_>, origin: Origin<'_>) -> CompileOptions {
        let options = CompileOptions::new(scope, origin.filename, origin.line);
        // SAFETY: the options are ours alone.
        unsafe { (*options.0).column._base = origin.column };
        options
    }
}

impl Drop for CompileOptions {
    fn drop(&mut self) {
        // SAFETY: made by `NewCompileOptions`.
        unsafe { mozjs::glue::DeleteCompileOptions(self.0) };
    }
}

impl<'s> Scope<'s> {
    /// What is compiled from now on is strict, whatever it says of itself.
    pub fn force_strict_code(&self) {
        self.state().forces_strict_code.set(true);
    }

    /// Runs a script and gives its completion value.
    pub fn eval(&mut self, source: &str, filename: &str) -> JsResult<Local<'s>> {
        self.eval_at(source, filename, 1)
    }

    /// Runs a script whose first line counts as `line`.
    pub fn eval_at(&mut self, source: &str, filename: &str, line: u32) -> JsResult<Local<'s>> {
        let options = CompileOptions::new(self, filename, line);
        let mut text = transform_str_to_source_text(source);
        rooted!(in(self.cx()) let mut result = UndefinedValue());
        // SAFETY: options and text outlive the call; the result is rooted.
        let done =
            unsafe { Evaluate2(self.cx(), options.0, &mut text, result.handle_mut().into()) };
        Thrown::unless(done)?;
        Ok(self.local(result.get()))
    }

    /// Runs a script that is a string of the heap, with whatever lone surrogates it has.
    pub fn eval_string(&mut self, source: Local<'_>, filename: &str) -> JsResult<Local<'s>> {
        let origin = Origin {
            filename,
            line: 1,
            column: 1,
        };
        let compiled = self.compile(source, origin, Form::Script)?;
        // SAFETY: a script's stencil, which outlives the call.
        unsafe { self.run_stencil(compiled.stencil()) }
    }

    /// Compiles `body` as the body of a function with this name, which may be any text, and these
    /// parameters. Lines count from 1 at the start of the body.
    pub fn compile_function(
        &mut self,
        name: &str,
        parameters: &[&str],
        body: &str,
        filename: &str,
    ) -> JsResult<Local<'s>> {
        let name = c_string(name);
        // The engine puts the parameters on a line of their own before the body.
        let options = CompileOptions::new(self, filename, 0);
        let names: Vec<_> = parameters.iter().map(|name| c_string(name)).collect();
        let pointers: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        // SAFETY: an empty environment chain means the global scope; everything outlives the call.
        unsafe {
            let chain = mozjs::jsapi::glue::NewEnvironmentChain(
                self.cx(),
                mozjs::jsapi::SupportUnscopables::No,
            );
            let (count, names, name) = (pointers.len() as u32, pointers.as_ptr(), name.as_ptr());
            // Of UTF-8 the engine reads each byte of a function's body as a character.
            let function = if body.is_ascii() {
                let mut text = transform_str_to_source_text(body);
                CompileFunction1(self.cx(), chain, options.0, name, count, names, &mut text)
            } else {
                let units: Vec<u16> = body.encode_utf16().collect();
                let mut text = transform_u16_to_source_text(&units);
                CompileFunction(self.cx(), chain, options.0, name, count, names, &mut text)
            };
            mozjs::jsapi::glue::DeleteEnvironmentChain(chain);
            if function.is_null() {
                let start = Start::of_file(filename);
                return self.with_words(Err(Thrown::pending()), start, || body.to_owned());
            }
            self.new_object(JS_GetFunctionObject(function))
        }
    }

    /// Runs a compiled script and gives its completion value.
    ///
    /// # Safety
    /// `stencil` is a global script's stencil, made by this engine.
    pub(crate) unsafe fn run_stencil(&mut self, stencil: *mut Stencil) -> JsResult<Local<'s>> {
        // SAFETY: the script is rooted as soon as it is there.
        unsafe {
            let script = instantiate(self.cx(), stencil)?;
            rooted!(in(self.cx()) let script = script);
            rooted!(in(self.cx()) let mut result = UndefinedValue());
            let done = JS_ExecuteScript(
                self.cx(),
                script.handle().into(),
                result.handle_mut().into(),
            );
            Thrown::unless(done)?;
            Ok(self.local(result.get()))
        }
    }
}

/// How stencils become scripts and modules.
pub(crate) fn instantiate_options() -> mozjs::jsapi::InstantiateOptions {
    mozjs::jsapi::InstantiateOptions {
        skipFilenameValidation: false,
        hideScriptFromDebugger: false,
        deferDebugMetadata: false,
        eagerDelazificationStrategy_: mozjs::jsapi::DelazificationOption::OnDemandOnly,
        eagerBaselineStrategy_: mozjs::jsapi::EagerBaselineOption::None,
    }
}

/// A script of the realm that is entered.
///
/// # Safety
/// `stencil` is a script's stencil, made by this engine; the result is rooted at once.
pub(crate) unsafe fn instantiate(
    cx: *mut JSContext,
    stencil: *mut Stencil,
) -> JsResult<*mut JSScript> {
    let options = instantiate_options();
    // SAFETY: as promised.
    let script = unsafe {
        mozjs::jsapi::InstantiateGlobalStencil(cx, &options, stencil, std::ptr::null_mut())
    };
    match script.is_null() {
        true => Err(Thrown::pending()),
        false => Ok(script),
    }
}
