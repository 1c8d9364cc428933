//! ES modules: compiling, linking, running, and the hooks by which the host loads them.

use mozjs::glue::{JS_GetModulePrivate, JS_GetScriptPrivate};
use mozjs::jsapi::{
    CompileModule1, FinishLoadingImportedModule, FinishLoadingImportedModuleFailed,
    GetModuleNamespace, GetModuleRequestSpecifier, GetModuleRequestType, HandleObject,
    HandleScript, HandleValue, JS_GetFunctionScript, JS_GetObjectFunction, JS_GetRuntime,
    JS_ParseJSON1, JSContext, JSObject, JSScript, LoadRequestedModules1, ModuleEvaluate,
    ModuleLink, ModuleRequestIsSourcePhase, ModuleType, MutableHandleValue, SetModuleLoadHook,
    SetModuleMetadataHook, SetModulePrivate, SetScriptPrivate,
};
use mozjs::jsval::{ObjectValue, StringValue, UndefinedValue};
use mozjs::rooted;
use mozjs::rust::transform_str_to_source_text;

use crate::error::Thrown;
use crate::module_imports::is_taken;
use crate::realm::Entered;
use crate::script::CompileOptions;
use crate::state::State;
use crate::syntax_words::Start;
use crate::{ErrorKind, JsResult, Local, Persistent, PromiseState, Scope};

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

/// As what a module is asked for: the `type` among its attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModuleKind {
    /// Without attributes
    JavaScript,
    /// `with { type: 'json' }`
    Json,
    /// `with { type: 'text' }`
    Text,
    /// `with { type: 'bytes' }`
    Bytes,
    /// Another type
    Other,
}

/// A module that is asked for.
pub struct ModuleRequest {
    /// The text between the quotes.
    pub specifier: String,
    /// As what it is asked for.
    pub kind: ModuleKind,
    /// Whether its source is asked for, which does not run it: `import.source('specifier')`.
    pub is_source: bool,
    /// The line of the import, from 1 on; 0 if it is not known.
    pub line: u32,
    /// Its column, from 1 on.
    pub column: u32,
    referrer_data: Persistent,
    payload: Persistent,
    request: Persistent,
    // A script cannot be put into a value; the engine's payload refers to it, and so keeps it alive.
    referrer: Option<Persistent>,
}

/// A module that is compiled. Valid while its scope is open.
#[derive(Clone, Copy, Debug)]
pub struct Module<'s>(pub(crate) Local<'s>);

/// What is noted of a module, or of a script that has a referrer, in an array that is its private value.
pub(crate) mod note {
    /// What the host stored
    pub(crate) const DATA: u32 = 0;
    /// The promise of the last `load_imports`
    pub(crate) const LOADING: u32 = 1;
    /// Whether it was linked
    pub(crate) const LINKED: u32 = 2;
    /// Of a synthetic module: an array of what it exports
    pub(crate) const VALUES: u32 = 3;
    /// The module itself; undefined for a script
    pub(crate) const MODULE: u32 = 4;
    /// The engine's requests of the module, in their order
    pub(crate) const REQUESTS: u32 = 5;
    /// The modules that were provided for them
    pub(crate) const IMPORTS: u32 = 6;
    /// The request that is likely to be answered next
    pub(crate) const NEXT: u32 = 7;
}

unsafe extern "C" {
    /// `js::ModuleObject::maybeScript`, which the bindings leave out: null once the module has run.
    #[link_name = "_ZNK2js12ModuleObject11maybeScriptEv"]
    fn ScriptOf(module: *const JSObject) -> *mut JSScript;
}

impl<'s> Module<'s> {
    pub(crate) fn record<'o>(self, scope: &Scope<'o>) -> Local<'o> {
        let mut record = UndefinedValue();
        // SAFETY: it is a module; reading does not collect.
        unsafe {
            JS_GetModulePrivate(
                self.object(),
                MutableHandleValue::from_marked_location(&mut record),
            )
        };
        scope.local(record)
    }

    /// The record of a module, which the engine keeps from scripts.
    pub(crate) fn object(self) -> *mut JSObject {
        self.0.get().to_object()
    }

    /// Keeps the module alive beyond its scope.
    pub fn persistent(self, scope: &Scope<'_>) -> PersistentModule {
        PersistentModule(Persistent::new(scope, self.0))
    }
}

/// A module that is kept until this is dropped.
#[derive(Clone)]
pub struct PersistentModule(Persistent);

impl PersistentModule {
    /// The module, for the length of a scope.
    pub fn get<'s>(&self, scope: &Scope<'s>) -> Module<'s> {
        Module(self.0.get(scope))
    }
}

impl ModuleRequest {
    /// What was stored with [`Scope::set_module_data`] for the module or script that asks. For code of which nothing is
    /// stored: the global object of its realm, if that is one of [`Scope::new_realm`].
    pub fn referrer<'s>(&self, scope: &Scope<'s>) -> Local<'s> {
        self.referrer_data.get(scope)
    }

    /// Whether this is an `import()`. Before such a request is fulfilled the host loads what the
    /// module itself imports, with [`Scope::load_imports`]; for others the engine asks.
    pub fn is_dynamic(&self, scope: &Scope<'_>) -> bool {
        self.payload.get(scope).is_promise()
    }

    /// The module is there. For an `import()` its own imports must be loaded.
    pub fn fulfil(self, scope: &mut Scope<'_>, module: Module<'_>) -> JsResult<()> {
        if self.is_dynamic(scope) {
            scope.check_loaded(module)?;
        }
        rooted!(in(scope.cx()) let result = module.object());
        let request = self.request.get(scope);
        rooted!(in(scope.cx()) let request = request.get().to_object());
        let payload = self.payload.get(scope);
        let is_dynamic = payload.is_promise();
        let referrer_module = self.referrer.as_ref().map(|module| module.get(scope));
        let script: *mut JSScript = match referrer_module.and_then(Local::object_ptr) {
            // SAFETY: it is a module; reading does not collect.
            Some(module) => unsafe { ScriptOf(module) },
            None => std::ptr::null_mut(),
        };
        rooted!(in(scope.cx()) let script = script);
        // SAFETY: all rooted; payload and request came from the engine; the guard is dropped at once.
        Thrown::unless(unsafe {
            let _entered = Entered::new(scope.cx(), request.get());
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

    /// The module of an `import()` has run: this is its namespace, or its source if that is asked for.
    pub fn settle(self, scope: &mut Scope<'_>, value: Local<'_>) -> JsResult<()> {
        self.payload.get(scope).resolve(scope, value)
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
    pub fn compile_module(&mut self, source: &str, filename: &str) -> JsResult<Module<'s>> {
        let options = CompileOptions::new(self, filename, 1);
        let mut text = transform_str_to_source_text(source);
        // SAFETY: options and text outlive the call; the result is stored at once.
        let module = unsafe { CompileModule1(self.cx(), options.0, &mut text) };
        if module.is_null() {
            let start = Start::of_file(filename);
            return self.with_words(Err(Thrown::pending()), start, || source.to_owned());
        }
        self.new_module(module)
    }

    /// A module that the engine has just made, or null, with a record for what is noted of it.
    pub(crate) fn new_module(&mut self, module: *mut JSObject) -> JsResult<Module<'s>> {
        let module = Module(self.new_object(module)?);
        let (undefined, no) = (self.undefined(), self.boolean(false));
        let record = self.array(&[
            undefined, undefined, no, undefined, module.0, undefined, undefined, undefined,
        ])?;
        // SAFETY: it is a module; the engine traces its private value.
        unsafe { SetModulePrivate(module.object(), &record.get()) };
        Ok(module)
    }

    /// What is noted of a script that may ask for modules.
    pub(crate) fn referrer_record(&mut self, data: Local<'_>) -> JsResult<Local<'s>> {
        let undefined = self.undefined();
        self.array(&[data, undefined, undefined, undefined, undefined])
    }

    /// A module that imports nothing and exports these values, by these names. It is loaded, linked and run as any other.
    pub fn synthetic_module(
        &mut self,
        exports: &[(&str, Local<'_>)],
        filename: &str,
    ) -> JsResult<Module<'s>> {
        let module = self.compile_module(&synthetic_source(exports), filename)?;
        let values: Vec<Local<'_>> = exports.iter().map(|(_, value)| *value).collect();
        let values = self.array(&values)?;
        self.note(module, note::VALUES, values)?;
        Ok(module)
    }

    /// A module whose default export is what a text in JSON stands for.
    pub fn json_module(&mut self, source: Local<'_>, filename: &str) -> JsResult<Module<'s>> {
        if !source.is_string() {
            return Err(self.throw_error(ErrorKind::TypeError, "not a string"));
        }
        rooted!(in(self.cx()) let text = source.get().to_string());
        rooted!(in(self.cx()) let mut value = UndefinedValue());
        // SAFETY: all rooted.
        Thrown::unless(unsafe {
            JS_ParseJSON1(self.cx(), text.handle().into(), value.handle_mut().into())
        })?;
        let value = self.local(value.get());
        self.synthetic_module(&[("default", value)], filename)
    }

    /// Stores what [`ModuleRequest::referrer`] gives for an `import()` in a function, or in functions within it: one
    /// that was made by [`compile_function`](Scope::compile_function), say. False if this is no function with source.
    pub fn set_function_referrer(
        &mut self,
        function: Local<'_>,
        data: Local<'_>,
    ) -> JsResult<bool> {
        if !function.is_function() {
            return Ok(false);
        }
        let fresh = self.referrer_record(data)?;
        let Some(object) = function.object_ptr() else {
            return Ok(false);
        };
        // SAFETY: the object may be a function of another kind, which the engine says by null; all is rooted.
        unsafe {
            rooted!(in(self.cx()) let function = JS_GetObjectFunction(object));
            if function.is_null() {
                return Ok(false);
            }
            rooted!(in(self.cx()) let script = JS_GetFunctionScript(self.cx(), function.handle().into()));
            if script.is_null() {
                return Ok(false);
            }
            rooted!(in(self.cx()) let mut record = UndefinedValue());
            JS_GetScriptPrivate(script.get(), record.handle_mut().into());
            if record.is_undefined() {
                SetScriptPrivate(script.get(), &fresh.get());
                return Ok(true);
            }
            // A module's own functions share what is noted of it.
            let record = self.local(record.get());
            record.set_index(self, note::DATA, data)?;
        }
        Ok(true)
    }

    /// Stores what the hooks get to know the module by.
    pub fn set_module_data(&mut self, module: Module<'_>, data: Local<'_>) -> JsResult<()> {
        self.note(module, note::DATA, data)
    }

    pub(crate) fn note(
        &mut self,
        module: Module<'_>,
        index: u32,
        value: Local<'_>,
    ) -> JsResult<()> {
        self.nested(|scope| module.record(scope).set_index(scope, index, value))
    }

    /// Throws unless all that the module imports is there: the engine relies on it.
    fn check_loaded(&mut self, module: Module<'_>) -> JsResult<()> {
        self.nested(|scope| {
            let loading = module.record(scope).get_index(scope, note::LOADING)?;
            if loading.promise_state() == Some(PromiseState::Fulfilled) {
                return Ok(());
            }
            let message = "the imports of the module are not loaded";
            Err(scope.throw_error(ErrorKind::Error, message))
        })
    }

    /// Loads all that the module imports, at any depth: a promise.
    pub fn load_imports(&mut self, module: Module<'_>) -> JsResult<Local<'s>> {
        let handle = module;
        rooted!(in(self.cx()) let module = module.object());
        // SAFETY: the object is alive; the guard is dropped before anything else is.
        let entered = unsafe { Entered::new(self.cx(), module.get()) };
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
        drop(entered);
        Thrown::unless(done)?;
        let promise = self.new_object(promise.get())?;
        self.note(handle, note::LOADING, promise)?;
        Ok(promise)
    }

    /// Links a module; throws unless the promise of its [`load_imports`](Scope::load_imports) is fulfilled.
    pub fn link_module(&mut self, module: Module<'_>) -> JsResult<()> {
        self.check_loaded(module)?;
        rooted!(in(self.cx()) let object = module.object());
        // SAFETY: it is a module whose imports are loaded, and rooted; the guard is dropped at once.
        let done = unsafe {
            let _entered = Entered::new(self.cx(), object.get());
            ModuleLink(self.cx(), object.handle().into())
        };
        Thrown::unless(done)?;
        let yes = self.boolean(true);
        self.note(module, note::LINKED, yes)
    }

    /// Runs a module, or throws if it is not linked: a promise that is settled when it is through.
    pub fn evaluate_module(&mut self, module: Module<'_>) -> JsResult<Local<'s>> {
        rooted!(in(self.cx()) let module = module.object());
        rooted!(in(self.cx()) let mut promise = UndefinedValue());
        // SAFETY: it is a linked module, and rooted; the guard is dropped at once.
        let done = unsafe {
            let _entered = Entered::new(self.cx(), module.get());
            ModuleEvaluate(
                self.cx(),
                module.handle().into(),
                promise.handle_mut().into(),
            )
        };
        Thrown::unless(done)?;
        Ok(self.local(promise.get()))
    }

    /// The namespace object of a module; throws unless [`link_module`](Scope::link_module) was called for it.
    pub fn module_namespace(&mut self, module: Module<'_>) -> JsResult<Local<'s>> {
        let is_linked = self.nested(|scope| {
            let linked = module.record(scope).get_index(scope, note::LINKED)?;
            Ok(linked.as_bool() == Some(true))
        })?;
        if !is_linked {
            return Err(self.throw_error(ErrorKind::Error, "the module is not linked"));
        }
        rooted!(in(self.cx()) let module = module.object());
        // SAFETY: it is a module, and rooted; the guard is dropped and the result stored at once.
        let namespace = unsafe {
            let _entered = Entered::new(self.cx(), module.get());
            GetModuleNamespace(self.cx(), module.handle().into())
        };
        self.new_object(namespace)
    }
}

/// The source of a module with these exports. It finds their values in `import.meta`, by their places.
fn synthetic_source(exports: &[(&str, Local<'_>)]) -> String {
    let mut source = String::new();
    for (place, (name, _)) in exports.iter().enumerate() {
        source.push_str(&format!(
            "let v{place} = import.meta[{place}]; export {{ v{place} as \""
        ));
        for unit in name.encode_utf16() {
            source.push_str(&format!("\\u{unit:04x}"));
        }
        source.push_str("\" };");
    }
    source
}

pub(crate) fn kind_of(kind: ModuleType) -> ModuleKind {
    match kind {
        ModuleType::JavaScript => ModuleKind::JavaScript,
        ModuleType::JSON => ModuleKind::Json,
        ModuleType::Text => ModuleKind::Text,
        ModuleType::Bytes => ModuleKind::Bytes,
        _ => ModuleKind::Other,
    }
}

/// What a referrer's private value says: the host's data, and the module if it is one.
fn referrer_of<'s>(
    scope: &mut Scope<'s>,
    record: Local<'s>,
) -> JsResult<(Local<'s>, Option<Local<'s>>)> {
    if !record.is_object() {
        return Ok((scope.undefined(), None));
    }
    let data = record.get_index(scope, note::DATA)?;
    let module = record.get_index(scope, note::MODULE)?;
    Ok((data, module.is_object().then_some(module)))
}

unsafe extern "C" fn load_hook(
    cx: *mut JSContext,
    referrer: HandleScript,
    request: HandleObject,
    _host_defined: HandleValue,
    payload: HandleValue,
    line: u32,
    column: mozjs::jsapi::ColumnNumberOneOrigin,
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
            if !script.is_null() {
                JS_GetScriptPrivate(script, data.handle_mut().into());
            }
            let record = scope.local(data.get());
            let is_static = !scope.local(*payload.ptr).is_promise();
            let place = (line, column._base);
            if is_static {
                match is_taken(scope, referrer, record, request, payload, place) {
                    Ok(false) => {}
                    Ok(true) | Err(_) => return,
                }
            }
            let Ok((mut data, module)) = referrer_of(scope, record) else {
                return;
            };
            if data.is_undefined() && scope.is_in_later_realm() {
                data = scope.global();
            }
            let module = module.map(|module| Persistent::new(scope, module));
            let text = GetModuleRequestSpecifier(cx, request);
            let Ok(specifier) = scope.local(StringValue(&*text)).as_string(scope) else {
                return;
            };
            let kind = kind_of(GetModuleRequestType(cx, request));
            let is_source = ModuleRequestIsSourcePhase(cx, request);
            let payload = scope.local(*payload.ptr);
            let request = scope.local(ObjectValue(*request.ptr));
            let request = ModuleRequest {
                specifier: specifier.unwrap_or_default(),
                kind,
                is_source,
                line,
                column: column._base,
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
            let module = Module(scope.local(ObjectValue(*module.ptr)));
            let meta = scope.local(ObjectValue(*meta.ptr));
            fill_meta(scope, &host, module, meta).is_ok()
        })
    }
}

/// Fills `import.meta`: of a synthetic module with its values, else as the host likes.
fn fill_meta<'s>(
    scope: &mut Scope<'s>,
    host: &ModuleHost,
    module: Module<'s>,
    meta: Local<'s>,
) -> JsResult<()> {
    let record = module.record(scope);
    let values = record.get_index(scope, note::VALUES)?;
    let Some(count) = values.array_length(scope)? else {
        let data = record.get_index(scope, note::DATA)?;
        return (host.meta)(scope, data, meta);
    };
    for place in 0..count {
        scope.nested(|scope| {
            let value = values.get_index(scope, place)?;
            meta.set_index(scope, place, value)
        })?;
    }
    Ok(())
}
