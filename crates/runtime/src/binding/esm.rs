//! `binding('esm')`: ES modules. Which they are and where they come from is decided in `js/internal/modules/`; here they
//! are compiled, linked and run.

use std::cell::{OnceCell, RefCell};
use std::ffi::CStr;

use rondo_engine::{
    Args, Compiled, ErrorKind, Form, Found, HostObject, JsResult, Local, Module, ModuleKind,
    ModuleRequest, ModuleStatus, Persistent, Scope,
};

use super::define;
use super::vm::with_origin;
use crate::runtime::runtime;

/// The library's functions that the engine's questions are put to.
#[derive(Default)]
pub(crate) struct State {
    load: OnceCell<Persistent>,
    meta: OnceCell<Persistent>,
}

/// A module, as the library holds it, with what it was compiled to if that may be asked for.
struct ModuleObject(Option<Compiled>);

impl HostObject for ModuleObject {
    const NAME: &'static CStr = c"Module";
    const SLOTS: u32 = 1;
}

/// The slot of the module itself.
const MODULE: u32 = 0;

/// A request of the engine's, until it is answered.
struct RequestObject(RefCell<Option<ModuleRequest>>);

impl HostObject for RequestObject {
    const NAME: &'static CStr = c"ModuleRequest";
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "setHooks", set_hooks)?;
    define(scope, object, "compile", compile)?;
    define(scope, object, "compileText", compile_text)?;
    define(scope, object, "cachedData", cached_data)?;
    define(scope, object, "status", status)?;
    define(scope, object, "hasTopLevelAwait", has_top_level_await)?;
    define(scope, object, "ofNamespace", of_namespace)?;
    define(scope, object, "requests", requests)?;
    define(scope, object, "loadImports", load_imports)?;
    define(scope, object, "link", link)?;
    define(scope, object, "evaluate", evaluate)?;
    define(scope, object, "namespace", namespace)?;
    define(scope, object, "fulfil", fulfil)?;
    define(scope, object, "fail", fail)?;
    define(scope, object, "settle", settle)?;
    define(scope, object, "requestsOf", requests_of)?;
    define(scope, object, "provide", provide)?;
    define(scope, object, "loadProvided", load_provided)
}

/// `setHooks(load, meta)`: `load(specifier, referrer, kind, isDynamic, request, isSource, line, column)` is to answer by `fulfil(request, module)` or
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
    let kind = scope.interned(name_of(request.kind))?;
    let is_dynamic = scope.boolean(request.is_dynamic(scope));
    let is_source = scope.boolean(request.is_source);
    let line = scope.number(request.line.into());
    let column = scope.number(request.column.into());
    let request = RequestObject(RefCell::new(Some(request)));
    let request = scope.host_object(request, None)?;
    let undefined = scope.undefined();
    let arguments = [
        specifier, referrer, kind, is_dynamic, request, is_source, line, column,
    ];
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

/// The module behind an object of the library's.
pub(super) fn module<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<Module<'s>> {
    match Module::kept_in::<ModuleObject>(scope, object, MODULE) {
        Some(module) => Ok(module),
        None => Err(scope.throw_error(ErrorKind::TypeError, "not a module")),
    }
}

fn module_object<'s>(
    scope: &mut Scope<'s>,
    module: Module<'s>,
    compiled: Option<Compiled>,
) -> JsResult<Local<'s>> {
    let object = scope.host_object(ModuleObject(compiled), None)?;
    module.keep_in::<ModuleObject>(scope, object, MODULE);
    Ok(object)
}

/// `compile(source, filename, data)`: a module; `data` is what the hooks know it by.
fn compile<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let source = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let filename = args.get(scope, 1).as_string(scope)?.unwrap_or_default();
    let module = scope.compile_module(&source, &filename)?;
    let data = args.get(scope, 2);
    scope.set_module_data(module, data)?;
    module_object(scope, module, None)
}

/// `compileText(text, filename, line, column, global, data, bytes, isNoted)`: a module of the realm of `global` (this one, if
/// there is none). With the bytes of its code, from `cachedData()`, it is not compiled; undefined if they are of something
/// else. On wish it is noted what the engine compiles of it from now on.
fn compile_text<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let (text, global) = (args.get(scope, 0), args.get(scope, 4));
    let (data, bytes) = (args.get(scope, 5), args.get(scope, 6));
    let is_noted = args.get(scope, 7).as_bool() == Some(true);
    with_origin(scope, args, 1, |scope, origin| {
        let found = match bytes.is_undefined() {
            true => Found::Elsewhere,
            false => scope.compiled_from(bytes, text, origin, Form::Module)?,
        };
        let compiled = match found {
            Found::Code(compiled) => compiled,
            Found::Elsewhere => scope.compile(text, origin, Form::Module)?,
            Found::Nothing => return Ok(scope.undefined()),
        };
        let module = scope.in_realm(global, |scope| scope.module_from(&compiled))?;
        scope.set_module_data(module, data)?;
        if is_noted {
            scope.note_module(module, &compiled)?;
        }
        module_object(scope, module, Some(compiled))
    })
}

/// `cachedData(module, text, filename, line, column)`: the code of what `compileText` compiled, as bytes, with all that was
/// noted of it.
fn cached_data<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let text = args.get(scope, 1);
    let object = args.get(scope, 0);
    let compiled = object.host_data::<ModuleObject>(scope);
    let Some(compiled) = compiled.and_then(|module| module.0.as_ref()) else {
        return Ok(scope.undefined());
    };
    let module = module(scope, object)?;
    let noted = scope.noted_of_module(module);
    let compiled = noted.as_ref().unwrap_or(compiled);
    with_origin(scope, args, 2, |scope, origin| {
        match scope.bytes_of(compiled, text, origin)? {
            Some(bytes) => scope.uint8_array_owned(bytes),
            None => Ok(scope.undefined()),
        }
    })
}

/// `status(module)`: how far it is; `js/internal/vm/module.js` has the names.
fn status<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let object = args.get(scope, 0);
    Ok(match module(scope, object)?.status() {
        ModuleStatus::Unlinked => 0,
        ModuleStatus::Linked => 1,
        ModuleStatus::Evaluating => 2,
        ModuleStatus::Waiting | ModuleStatus::Evaluated => 3,
        ModuleStatus::Failed => 4,
    })
}

/// `hasTopLevelAwait(module)`
fn has_top_level_await<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let object = args.get(scope, 0);
    Ok(module(scope, object)?.has_top_level_await())
}

/// `ofNamespace(namespace)`: the module that a namespace object is of, or undefined.
fn of_namespace<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let namespace = args.get(scope, 0);
    match Module::of_namespace(scope, namespace) {
        Some(module) => module_object(scope, module, None),
        None => Ok(scope.undefined()),
    }
}

/// `requests(text)`: what a module imports, in the order of the text: specifiers, each followed by an array of the names
/// and values of its attributes, and whether its source is wanted.
fn requests<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let text = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let mut list = Vec::new();
    for request in rondo_syntax::module_requests(&text) {
        list.push(scope.string(&request.specifier)?);
        list.push(super::process::strings(scope, &request.attributes)?);
        list.push(scope.boolean(request.is_source));
    }
    scope.array(&list)
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

/// `settle(request, value)`: the module of an `import()` has run; this is its namespace.
fn settle<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let value = args.get(scope, 1);
    match taken(scope, &args) {
        Some(request) => request.settle(scope, value),
        None => Ok(()),
    }
}

/// `requestsOf(module)`: what it imports: of each the specifier, the kind, whether it is for the source, line, column.
fn requests_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let object = args.get(scope, 0);
    let module = module(scope, object)?;
    let mut values = Vec::new();
    for request in scope.requested_modules(module)? {
        values.push(scope.string(&request.specifier)?);
        values.push(scope.interned(name_of(request.kind))?);
        values.push(scope.boolean(request.is_source));
        values.push(scope.number(request.line.into()));
        values.push(scope.number(request.column.into()));
    }
    scope.array(&values)
}

/// `provide(module, modules)`: says which modules the requests of the first stand for.
fn provide<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let object = args.get(scope, 0);
    let of = module(scope, object)?;
    let list = args.get(scope, 1);
    let mut modules = Vec::new();
    for place in 0..list.array_length(scope)?.unwrap_or(0) {
        let object = list.get_index(scope, place)?;
        modules.push(module(scope, object)?);
    }
    scope.provide_imports(of, &modules)
}

/// `loadProvided(module)`: ties it to what was provided.
fn load_provided<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let object = args.get(scope, 0);
    let module = module(scope, object)?;
    scope.load_provided(module)
}

fn name_of(kind: ModuleKind) -> &'static str {
    match kind {
        ModuleKind::JavaScript => "",
        ModuleKind::Json => "json",
        ModuleKind::Text => "text",
        ModuleKind::Bytes => "bytes",
        ModuleKind::Other => "other",
    }
}
