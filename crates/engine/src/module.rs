//! ES modules: compiling, linking, running, and the hooks by which the host loads them.

use mozjs::glue::{JS_GetModulePrivate, JS_GetScriptPrivate};
use mozjs::jsapi::{
    CompileModule1, FinishLoadingImportedModule, FinishLoadingImportedModuleFailed,
    GetModuleNamespace, GetModuleRequestSpecifier, HandleObject, HandleScript, HandleValue,
    JS_GetRuntime, JSContext, JSObject, JSScript, LoadRequestedModules1, ModuleEvaluate,
    ModuleLink, SetModuleLoadHook, SetModuleMetadataHook, SetModulePrivate,
};
use mozjs::jsval::{ObjectValue, StringValue, UndefinedValue};
use mozjs::rooted;
use mozjs::rust::transform_str_to_source_text;

use crate::context::State;
use crate::error::Thrown;
use crate::script::CompileOptions;
use crate::{JsResult, Local, Persistent, Scope};

/// How the host loads modules. Both are plain functions: what they need is in the host data.
#[derive(Clone, Copy)]
pub struct ModuleHost {
    /// `import x from 'specifier'` or `import('specifier')` needs a module: answer now or later with
    /// [`ModuleRequest::fulfil`] or [`ModuleRequest::fail`].
    pub load: fn(&mut Scope<'_>, ModuleRequest),
    /// `import.meta` is read for the first time: fill the object. The first local is what
    /// [`Scope::set_module_data`] stored for the module.
    pub meta: fn(&mut Scope<'_>, Local<'_>, Local<'_>) -> JsResult<()>,
}

/// A module that is asked for.
pub struct ModuleRequest {
    /// The text between the quotes.
    pub specifier: String,
    referrer_data: Persistent,
    payload: Persistent,
    request: Persistent,
    // A script cannot be put into a value; the engine's payload refers to it, and so keeps it alive.
    referrer: Option<Persistent>,
}

impl ModuleRequest {
    /// What was stored with [`Scope::set_module_data`] for the module or script that asks.
    pub fn referrer<'s>(&self, scope: &Scope<'s>) -> Local<'s> {
        self.referrer_data.get(scope)
    }

    /// Whether this is an `import()`. Before such a request is fulfilled the host loads what the
    /// module itself imports, with [`Scope::load_imports`]; for others the engine asks.
    pub fn is_dynamic(&self, scope: &Scope<'_>) -> bool {
        self.payload.get(scope).is_promise()
    }

    /// The module is there.
    pub fn fulfil(self, scope: &mut Scope<'_>, module: Local<'_>) -> JsResult<()> {
        rooted!(in(scope.cx()) let result = module.object_ptr().unwrap_or(std::ptr::null_mut()));
        let request = self.request.get(scope);
        rooted!(in(scope.cx()) let request = request.get().to_object());
        let payload = self.payload.get(scope);
        let is_dynamic = payload.is_promise();
        let referrer_module = self.referrer.as_ref().map(|module| module.get(scope));
        let script: *mut JSScript = match referrer_module.and_then(Local::object_ptr) {
            Some(module) => {
                rooted!(in(scope.cx()) let module = module);
                // SAFETY: it is a module, and rooted.
                unsafe { mozjs::jsapi::GetModuleScript(module.handle().into()) }
            }
            None => std::ptr::null_mut(),
        };
        rooted!(in(scope.cx()) let script = script);
        // SAFETY: all rooted; payload and request came from the engine.
        Thrown::unless(unsafe {
            FinishLoadingImportedModule(
                scope.cx(),
                script.handle().into(),
                request.handle().into(),
                payload.handle(),
                result.handle().into(),
                is_dynamic,
            )
        })
    }

    /// The module cannot be had.
    pub fn fail(self, scope: &mut Scope<'_>, error: Local<'_>) -> JsResult<()> {
        let payload = self.payload.get(scope);
        // SAFETY: the payload came from the engine.
        Thrown::unless(unsafe {
            FinishLoadingImportedModuleFailed(scope.cx(), payload.handle(), error.handle())
        })
    }
}

impl<'s> Scope<'s> {
    /// Sets how modules are loaded.
    pub fn set_module_host(&mut self, host: ModuleHost) {
        self.state().module_host.set(Some(host));
        // SAFETY: the hooks are plain functions.
        unsafe {
            let runtime = JS_GetRuntime(self.cx());
            SetModuleLoadHook(runtime, Some(load_hook));
            SetModuleMetadataHook(runtime, Some(meta_hook));
        }
    }

    /// Compiles a module.
    pub fn compile_module(&mut self, source: &str, filename: &str) -> JsResult<Local<'s>> {
        let options = CompileOptions::new(self, filename, 1);
        let mut text = transform_str_to_source_text(source);
        // SAFETY: options and text outlive the call; the result is stored at once.
        let module = unsafe { CompileModule1(self.cx(), options.0, &mut text) };
        let module = self.new_object(module)?;
        // Its own data, until the host sets another: so that the hooks can tell which module asks.
        self.set_module_data(module, module);
        Ok(module)
    }

    /// Stores what the hooks get to know the module by.
    pub fn set_module_data(&mut self, module: Local<'_>, data: Local<'_>) {
        if let Some(module) = module.object_ptr() {
            // SAFETY: it is a module; the engine traces its private value.
            unsafe { SetModulePrivate(module, &data.get()) };
        }
    }

    /// Loads all that the module imports, at any depth: a promise.
    pub fn load_imports(&mut self, module: Local<'_>) -> JsResult<Local<'s>> {
        rooted!(in(self.cx()) let module = module.get().to_object());
        rooted!(in(self.cx()) let data = UndefinedValue());
        rooted!(in(self.cx()) let mut promise = std::ptr::null_mut::<JSObject>());
        // SAFETY: all rooted.
        let done = unsafe {
            LoadRequestedModules1(
                self.cx(),
                module.handle().into(),
                data.handle().into(),
                promise.handle_mut().into(),
            )
        };
        Thrown::unless(done)?;
        self.new_object(promise.get())
    }

    /// Links a module whose imports are loaded.
    pub fn link_module(&mut self, module: Local<'_>) -> JsResult<()> {
        rooted!(in(self.cx()) let module = module.get().to_object());
        // SAFETY: it is a module, and rooted.
        Thrown::unless(unsafe { ModuleLink(self.cx(), module.handle().into()) })
    }

    /// Runs a linked module: a promise that is settled when it is through.
    pub fn evaluate_module(&mut self, module: Local<'_>) -> JsResult<Local<'s>> {
        rooted!(in(self.cx()) let module = module.get().to_object());
        rooted!(in(self.cx()) let mut promise = UndefinedValue());
        // SAFETY: it is a linked module, and rooted.
        let done = unsafe {
            ModuleEvaluate(
                self.cx(),
                module.handle().into(),
                promise.handle_mut().into(),
            )
        };
        Thrown::unless(done)?;
        Ok(self.local(promise.get()))
    }

    /// The namespace object of a linked module.
    pub fn module_namespace(&mut self, module: Local<'_>) -> JsResult<Local<'s>> {
        rooted!(in(self.cx()) let module = module.get().to_object());
        // SAFETY: it is a module, and rooted; the result is stored at once.
        let namespace = unsafe { GetModuleNamespace(self.cx(), module.handle().into()) };
        self.new_object(namespace)
    }
}

unsafe extern "C" fn load_hook(
    cx: *mut JSContext,
    referrer: HandleScript,
    request: HandleObject,
    _host_defined: HandleValue,
    payload: HandleValue,
    _line: u32,
    _column: mozjs::jsapi::ColumnNumberOneOrigin,
) -> bool {
    // SAFETY: the engine calls this on the context's thread with rooted arguments.
    unsafe {
        let state = State::of(cx);
        let Some(host) = state.module_host.get() else {
            return false;
        };
        Scope::open(cx, state, |scope| {
            rooted!(in(cx) let mut data = UndefinedValue());
            let script = *referrer.ptr;
            let mut module = None;
            if !script.is_null() {
                JS_GetScriptPrivate(script, data.handle_mut().into());
                let object = mozjs::jsapi::GetModuleObject(referrer);
                if !object.is_null() {
                    let local = scope.local(ObjectValue(object));
                    module = Some(Persistent::new(scope, local));
                }
            }
            let text = GetModuleRequestSpecifier(cx, request);
            let specifier = scope
                .local(StringValue(&*text))
                .as_string(scope)
                .unwrap_or_default();
            let data = scope.local(data.get());
            let payload = scope.local(*payload.ptr);
            let request = scope.local(ObjectValue(*request.ptr));
            let request = ModuleRequest {
                specifier,
                referrer_data: Persistent::new(scope, data),
                payload: Persistent::new(scope, payload),
                request: Persistent::new(scope, request),
                referrer: module,
            };
            (host.load)(scope, request);
        });
        !mozjs::jsapi::JS_IsExceptionPending(cx)
    }
}

unsafe extern "C" fn meta_hook(
    cx: *mut JSContext,
    module: HandleObject,
    meta: HandleObject,
) -> bool {
    // SAFETY: as in `load_hook`.
    unsafe {
        let state = State::of(cx);
        let Some(host) = state.module_host.get() else {
            return true;
        };
        Scope::open(cx, state, |scope| {
            rooted!(in(cx) let mut data = UndefinedValue());
            JS_GetModulePrivate(*module.ptr, data.handle_mut().into());
            let data = scope.local(data.get());
            let meta = scope.local(ObjectValue(*meta.ptr));
            (host.meta)(scope, data, meta).is_ok()
        })
    }
}
