//! `binding('vm')`: realms beside the program's own, and scripts that run in them.

mod limits;

use std::cell::OnceCell;
use std::ffi::CStr;

use rondo_engine::{
    Args, CodeGeneration, Compiled, ErrorKind, Form, Found, HostObject, JsResult, Local,
    ModuleStatus, Origin, Scope,
};

use self::limits::{Limits, run_within};
use super::define;
use crate::stack;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "makeRealm", make_realm)?;
    define(scope, object, "makeEnvironment", make_environment)?;
    define(scope, object, "limitCodeGeneration", limit_code_generation)?;
    define(scope, object, "compile", compile)?;
    define(scope, object, "fromCachedData", from_cached_data)?;
    define(scope, object, "cachedData", cached_data)?;
    define(scope, object, "evaluateModule", evaluate_module)?;
    define(scope, object, "run", run)?;
    define(scope, object, "runNoted", run_noted)?;
    define(scope, object, "compileFunction", compile_function)
}

/// `makeRealm()`: the global object of a new realm.
fn make_realm<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    scope.new_realm(|scope| {
        stack::install(scope)?;
        scope.quicken_json()
    })
}

/// `makeEnvironment(global, target, added)`: what stands in for the global object, and leads to the target. What scripts
/// add to the global object all the same is told to the function.
fn make_environment<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let global = args.get(scope, 0);
    let target = args.get(scope, 1);
    let added = args.get(scope, 2);
    scope.environment(global, target, added)
}

/// The name, line and column of a script, from the argument at `index` on. Scripts count lines from 0.
pub(super) fn with_origin<'s, R>(
    scope: &mut Scope<'s>,
    args: Args<'s>,
    index: usize,
    body: impl FnOnce(&mut Scope<'s>, Origin<'_>) -> JsResult<R>,
) -> JsResult<R> {
    let filename = args.get(scope, index).as_string(scope)?.unwrap_or_default();
    let place = |index, least| {
        let offset = args.get(scope, index).as_i32().unwrap_or(0);
        offset.saturating_add(1).max(least) as u32
    };
    // A text may begin a line before the first.
    let (line, column) = (place(index + 1, 0), place(index + 2, 1));
    let origin = Origin {
        filename: &filename,
        line,
        column,
    };
    body(scope, origin)
}

/// An exception is shown to `decorate` first, with the line and the column of the script at which it was thrown, if
/// known: `decorate(error, text, line, column)`.
fn decorated<'s, R>(
    scope: &mut Scope<'s>,
    outcome: JsResult<R>,
    text: Local<'s>,
    filename: Local<'s>,
    decorate: Local<'s>,
) -> JsResult<R> {
    let thrown = match outcome {
        Err(thrown) if decorate.is_function() => thrown,
        outcome => return outcome,
    };
    let Some((error, position)) = scope.catch_with_position(thrown) else {
        return Err(scope.stopped());
    };
    let filename = filename.as_string(scope)?.unwrap_or_default();
    let undefined = scope.undefined();
    let (line, column) = match position.filter(|position| position.file == filename) {
        Some(position) => (
            scope.number(position.line.into()),
            scope.number(position.column.into()),
        ),
        None => (undefined, undefined),
    };
    scope.call(decorate, undefined, &[error, text, line, column])?;
    Err(scope.throw(error))
}

/// A script, as the library holds it. What is compiled for its realm's global object is not what is compiled for an
/// environment.
struct ScriptObject {
    plain: OnceCell<Compiled>,
    in_environment: OnceCell<Compiled>,
    filename: String,
    line: u32,
    column: u32,
}

impl HostObject for ScriptObject {
    const NAME: &'static CStr = c"Script";
    const SLOTS: u32 = 1;
}

/// The slot with the text of a script.
const TEXT: u32 = 0;

impl ScriptObject {
    fn origin(&self) -> Origin<'_> {
        Origin {
            filename: &self.filename,
            line: self.line,
            column: self.column,
        }
    }

    fn cell(&self, form: Form) -> &OnceCell<Compiled> {
        match form {
            Form::InEnvironment => &self.in_environment,
            _ => &self.plain,
        }
    }

    /// What is run: compiled now, if it was not yet.
    fn compiled(&self, scope: &mut Scope<'_>, text: Local<'_>, form: Form) -> JsResult<&Compiled> {
        let cell = self.cell(form);
        if cell.get().is_none() {
            let compiled = scope.compile(text, self.origin(), form)?;
            let _ = cell.set(compiled);
        }
        Ok(cell.get().expect("it was just set"))
    }
}

fn form_of(has_environment: bool) -> Form {
    match has_environment {
        true => Form::InEnvironment,
        false => Form::Script,
    }
}

/// `compile(text, filename, line, column, global, inEnvironment, decorate)`: a script. It is compiled for what it will run in
/// first; what is wrong with it is an error of the realm of `global`.
fn compile<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let text = args.get(scope, 0);
    let global = args.get(scope, 4);
    let form = form_of(args.get(scope, 5).as_bool() == Some(true));
    let outcome = with_origin(scope, args, 1, |scope, origin| {
        let compiled = scope.in_realm(global, |scope| scope.compile(text, origin, form))?;
        script_object(scope, text, origin, form, compiled)
    });
    let decorate = args.get(scope, 6);
    decorated(scope, outcome, text, args.get(scope, 1), decorate)
}

fn script_object<'s>(
    scope: &mut Scope<'s>,
    text: Local<'s>,
    origin: Origin<'_>,
    form: Form,
    compiled: Compiled,
) -> JsResult<Local<'s>> {
    let script = ScriptObject {
        plain: OnceCell::new(),
        in_environment: OnceCell::new(),
        filename: origin.filename.into(),
        line: origin.line,
        column: origin.column,
    };
    let _ = script.cell(form).set(compiled);
    let object = scope.host_object(script, None)?;
    object.set_host_value::<ScriptObject>(scope, TEXT, text);
    Ok(object)
}

/// `fromCachedData(text, filename, line, column, bytes, isPart)`: the script, or undefined if the bytes are not those of its
/// code. Code has its name in it, so with another one the text is compiled all the same; null if it is but a part of what was.
fn from_cached_data<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let (text, bytes) = (args.get(scope, 0), args.get(scope, 4));
    let is_part = args.get(scope, 5).as_bool() == Some(true);
    with_origin(scope, args, 1, |scope, origin| {
        let compiled = match scope.compiled_from(bytes, text, origin, Form::Script)? {
            Found::Code(compiled) => compiled,
            Found::Elsewhere if is_part => return Ok(scope.null()),
            Found::Elsewhere => scope.compile(text, origin, Form::Script)?,
            Found::Nothing => return Ok(scope.undefined()),
        };
        script_object(scope, text, origin, Form::Script, compiled)
    })
}

fn script_of<'s>(
    scope: &mut Scope<'s>,
    object: Local<'s>,
) -> JsResult<(&'s ScriptObject, Local<'s>)> {
    let text = object.host_value::<ScriptObject>(scope, TEXT);
    match (object.host_data::<ScriptObject>(scope), text) {
        (Some(script), Some(text)) => Ok((script, text)),
        _ => Err(scope.throw_error(ErrorKind::TypeError, "not a script")),
    }
}

/// `cachedData(script, part, function)`: its code as bytes, undefined if the engine cannot give it. By `part` it is to be
/// known, if that is a text. With the function that `runNoted` gave, the code has what was compiled since.
fn cached_data<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let object = args.get(scope, 0);
    let (script, text) = script_of(scope, object)?;
    let (part, function) = (args.get(scope, 1), args.get(scope, 2));
    let known_by = if part.is_string() { part } else { text };
    let noted = scope.noted_of_function(function);
    let compiled = match &noted {
        Some(noted) => noted,
        None => script.compiled(scope, text, Form::Script)?,
    };
    match scope.bytes_of(compiled, known_by, script.origin())? {
        Some(bytes) => scope.uint8_array_owned(bytes),
        None => Ok(scope.undefined()),
    }
}

/// `runNoted(script, referrer)`: the function that a script gives. What the engine compiles of it from now on is noted.
fn run_noted<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let (object, referrer) = (args.get(scope, 0), args.get(scope, 1));
    let (script, text) = script_of(scope, object)?;
    let compiled = script.compiled(scope, text, Form::Script)?;
    scope.run_noted(compiled, referrer)
}

/// `run(script, global, environment, referrer, ownsMicrotasks, limits, decorate)`: the completion value of a script, run in the
/// realm of `global` (this one, if there is none). `referrer` is who asks when it asks for a module with `import()` (see
/// `modules.rs`). If it has microtasks of its own, they are run to their end.
fn run<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let object = args.get(scope, 0);
    let (script, text) = script_of(scope, object)?;
    let global = args.get(scope, 1);
    let environment = args.get(scope, 2);
    let environment = environment.is_object().then_some(environment);
    let referrer = args.get(scope, 3);
    let owns_microtasks = args.get(scope, 4).as_bool() == Some(true);
    let limits = args.get(scope, 5);
    let limits = Limits::read(scope, limits)?;
    let form = form_of(environment.is_some());
    run_within(
        scope,
        limits,
        owns_microtasks,
        |scope, _| {
            scope.in_realm(global, |scope| {
                let compiled = script.compiled(scope, text, form)?;
                scope.run_compiled(compiled, environment, referrer)
            })
        },
        |scope, outcome| {
            let filename = scope.string(&script.filename)?;
            let decorate = args.get(scope, 6);
            decorated(scope, outcome, text, filename, decorate)
        },
    )
}

/// `evaluateModule(module, ownsMicrotasks, limits)`: a promise that is settled when a module (see `esm.rs`) has run.
fn evaluate_module<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let object = args.get(scope, 0);
    let module = super::esm::module(scope, object)?;
    let owns_microtasks = args.get(scope, 1).as_bool() == Some(true);
    let limits = args.get(scope, 2);
    let limits = Limits::read(scope, limits)?;
    run_within(
        scope,
        limits,
        owns_microtasks,
        |scope, is_over| {
            let promise = scope.evaluate_module(module)?;
            // The engine takes a stop for an error of the module's.
            let is_stopped = is_over()
                && module.status() == ModuleStatus::Failed
                && promise
                    .promise_result(scope)
                    .is_some_and(Local::is_undefined);
            match is_stopped {
                true => Err(scope.stopped()),
                false => Ok(promise),
            }
        },
        |_, outcome| outcome,
    )
}

/// `limitCodeGeneration(global, strings, wasm)`: whether code may be made there at run time of text, and of WebAssembly.
fn limit_code_generation<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let allowed = CodeGeneration {
        strings: args.get(scope, 1).as_bool() != Some(false),
        wasm: args.get(scope, 2).as_bool() != Some(false),
    };
    let global = args.get(scope, 0);
    scope.limit_code_generation(global, allowed);
    Ok(())
}

/// `compileFunction(text, filename, line, column, parameters, global, environments, decorate, referrer)`: `referrer` is who
/// asks when the function asks for a module with `import()` (see `modules.rs`).
fn compile_function<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let text = args.get(scope, 0);
    let parameters = list(scope, args.get(scope, 4), |scope, name| name.to_text(scope))?;
    let global = args.get(scope, 5);
    let environments = list(scope, args.get(scope, 6), |_, object| Ok(object))?;
    let outcome = with_origin(scope, args, 1, |scope, origin| {
        let function = scope.in_realm(global, |scope| {
            scope.compile_function_in(&parameters, text, origin, &environments)
        })?;
        let referrer = args.get(scope, 8);
        scope.set_function_referrer(function, referrer)?;
        Ok(function)
    });
    let decorate = args.get(scope, 7);
    decorated(scope, outcome, text, args.get(scope, 1), decorate)
}

/// The items of an array.
fn list<'s, T>(
    scope: &mut Scope<'s>,
    array: Local<'s>,
    read: impl Fn(&mut Scope<'s>, Local<'s>) -> JsResult<T>,
) -> JsResult<Vec<T>> {
    let mut items = Vec::new();
    for index in 0..array.array_length(scope)?.unwrap_or(0) {
        let item = array.get_index(scope, index)?;
        items.push(read(scope, item)?);
    }
    Ok(items)
}
