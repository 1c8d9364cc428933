//! `binding('esm')`: ES modules. Which they are and where they come from is decided in `js/internal/modules/`; here they
//! are compiled, linked and run.

use std::cell::{OnceCell, RefCell};
use std::ffi::CStr;

use rondo_engine::{
    Args, ErrorKind, HostObject, JsResult, Local, Module, ModuleKind, ModuleRequest, Persistent,
    PersistentModule, Scope,
};

use super::define;
use crate::runtime::runtime;

/// The library's functions that the engine's questions are put to.
#[derive(Default)]
pub(crate) struct State {
    load: OnceCell<Persistent>,
    meta: OnceCell<Persistent>,
}

/// A module, as the library holds it.
struct ModuleObject(PersistentModule);

impl HostObject for ModuleObject {
    const NAME: &'static CStr = c"Module";
}

/// A request of the engine's, until it is answered.
struct RequestObject(RefCell<Option<ModuleRequest>>);

impl HostObject for RequestObject {
    const NAME: &'static CStr = c"ModuleRequest";
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "setHooks", set_hooks)?;
    define(scope, object, "compile", compile)?;
    define(scope, object, "loadImports", load_imports)?;
    define(scope, object, "link", link)?;
    define(scope, object, "evaluate", evaluate)?;
    define(scope, object, "namespace", namespace)?;
    define(scope, object, "fulfil", fulfil)?;
    define(scope, object, "fail", fail)?;
    define(scope, object, "isModule", is_module)?;
    define(scope, object, "commonJsExports", common_js_exports)
}

/// `setHooks(load, meta)`: `load(specifier, referrer, kind, isDynamic, request)` is to answer by `fulfil(request, module)` or
/// `fail(request, error)`; `meta(data, object)` is to fill `import.meta`.
fn set_hooks<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let (load, meta) = (args.get(scope, 0), args.get(scope, 1));
    let state = &runtime(scope).state.esm;
    let _ = state.load.set(Persistent::new(scope, load));
    let _ = state.meta.set(Persistent::new(scope, meta));
    Ok(())
}

/// Whether the library can be asked for modules.
pub(crate) fn is_ready(scope: &Scope<'_>) -> bool {
    runtime(scope).state.esm.load.get().is_some()
}

/// Asks the library for a module.
pub(crate) fn load(scope: &mut Scope<'_>, request: ModuleRequest) -> JsResult<()> {
    let Some(hook) = runtime(scope).state.esm.load.get() else {
        return Ok(());
    };
    let hook = hook.get(scope);
    let specifier = scope.string(&request.specifier)?;
    let referrer = request.referrer(scope);
    let kind = scope.interned(match request.kind {
        ModuleKind::JavaScript => "",
        ModuleKind::Json => "json",
        ModuleKind::Text => "text",
        ModuleKind::Bytes => "bytes",
        _ => "other",
    })?;
    let is_dynamic = scope.boolean(request.is_dynamic(scope));
    let request = RequestObject(RefCell::new(Some(request)));
    let request = scope.host_object(request, None)?;
    let undefined = scope.undefined();
    let arguments = [specifier, referrer, kind, is_dynamic, request];
    scope.call(hook, undefined, &arguments).map(drop)
}

/// Has the library fill `import.meta`.
pub(crate) fn fill_meta(scope: &mut Scope<'_>, data: Local<'_>, meta: Local<'_>) -> JsResult<()> {
    let Some(hook) = runtime(scope).state.esm.meta.get() else {
        return Ok(());
    };
    let (hook, undefined) = (hook.get(scope), scope.undefined());
    scope.call(hook, undefined, &[data, meta]).map(drop)
}

fn module<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<Module<'s>> {
    match object.host_data::<ModuleObject>(scope) {
        Some(module) => Ok(module.0.get(scope)),
        None => Err(scope.throw_error(ErrorKind::TypeError, "not a module")),
    }
}

/// `compile(source, filename, data)`: a module; `data` is what the hooks know it by.
fn compile<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let source = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let filename = args.get(scope, 1).as_string(scope)?.unwrap_or_default();
    let module = scope.compile_module(&source, &filename)?;
    let data = args.get(scope, 2);
    scope.set_module_data(module, data)?;
    let kept = module.persistent(scope);
    scope.host_object(ModuleObject(kept), None)
}

/// `loadImports(module)`: a promise that is settled when all that it imports is there.
fn load_imports<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let object = args.get(scope, 0);
    let module = module(scope, object)?;
    scope.load_imports(module)
}

/// `link(module)`
fn link<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let object = args.get(scope, 0);
    let module = module(scope, object)?;
    scope.link_module(module)
}

/// `evaluate(module)`: a promise that is settled when it has run.
fn evaluate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let object = args.get(scope, 0);
    let module = module(scope, object)?;
    scope.evaluate_module(module)
}

/// `namespace(module)`: what it exports.
fn namespace<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let object = args.get(scope, 0);
    let module = module(scope, object)?;
    scope.module_namespace(module)
}

fn taken<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<ModuleRequest> {
    let object = args.get(scope, 0);
    object.host_data::<RequestObject>(scope)?.0.take()
}

/// `fulfil(request, module)`
fn fulfil<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let object = args.get(scope, 1);
    let module = module(scope, object)?;
    match taken(scope, &args) {
        Some(request) => request.fulfil(scope, module),
        None => Ok(()),
    }
}

/// `fail(request, error)`
fn fail<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let error = args.get(scope, 1);
    match taken(scope, &args) {
        Some(request) => request.fail(scope, error),
        None => Ok(()),
    }
}

/// `isModule(source)`: whether it can only be an ES module.
fn is_module<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let source = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    Ok(rondo_syntax::is_module(&source))
}

/// `commonJsExports(source)`: `[names, requests]`: what a CommonJS module exports, and the modules whose exports it
/// exports as well.
fn common_js_exports<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let source = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let found = rondo_syntax::common_js_exports(&source);
    let names = super::process::strings(scope, &found.names)?;
    let from = super::process::strings(scope, &found.from)?;
    scope.array(&[names, from])
}
