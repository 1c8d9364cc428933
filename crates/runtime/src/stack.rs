//! Stacks in V8's form: `err.stack`, `Error.captureStackTrace`, `Error.stackTraceLimit`,
//! `Error.prepareStackTrace` with call-site objects. Nothing is formatted before it is read.

use std::cell::{OnceCell, RefCell};
use std::fmt::Write as _;

use rondo_engine::{
    Args, ErrorKind, Frame, JsResult, Local, MAX_FRAMES, ObjectKind, Persistent, Scope,
};

use crate::runtime::runtime;

const DEFAULT_LIMIT: f64 = 10.0;
const CALL_SITE: &str = include_str!(concat!(env!("OUT_DIR"), "/call_site.js"));

/// What is made once for all realms of a runtime.
#[derive(Default)]
pub(crate) struct State {
    header: OnceCell<Persistent>,
    captured_accessors: OnceCell<Persistent>,
    /// What shows frames as their source maps have them
    mapper: RefCell<Option<Persistent>>,
}

/// Puts V8's interface in place of the engine's, in the realm that is entered.
pub(crate) fn install(scope: &mut Scope<'_>) -> JsResult<()> {
    let error = scope.global().get_property(scope, "Error")?;
    let prototype = error.get_property(scope, "prototype")?;
    let getter = scope.function("stack", 0, read_stack)?;
    let setter = scope.function("stack", 1, write_stack)?;
    prototype.define_accessor(scope, "stack", getter, Some(setter))?;
    let capture = scope.function("captureStackTrace", 2, capture_stack_trace)?;
    error.define_property(scope, "captureStackTrace", capture, false)?;
    let limit = scope.number(DEFAULT_LIMIT);
    error.define_property(scope, "stackTraceLimit", limit, true)?;
    present_internal_errors(scope)
}

/// This engine has an error class of its own for too deep recursion and too large allocations. In V8
/// these are range errors, and scripts look for that.
fn present_internal_errors(scope: &mut Scope<'_>) -> JsResult<()> {
    let global = scope.global();
    let internal = global.get_property(scope, "InternalError")?;
    let internal = internal.get_property(scope, "prototype")?;
    let range_error = global.get_property(scope, "RangeError")?;
    let prototype = range_error.get_property(scope, "prototype")?;
    internal.set_prototype(scope, prototype)?;
    internal.define_property(scope, "constructor", range_error, false)?;
    internal.delete_property(scope, "name")?;
    global.delete_property(scope, "InternalError")
}

/// The symbol of a property whose text stands in place of the name in an error's stack, for errors such as
/// `TypeError [ERR_X]`.
pub(crate) fn header_symbol<'s>(scope: &mut Scope<'s>) -> JsResult<Local<'s>> {
    let known = &runtime(scope).stack.header;
    if known.get().is_none() {
        let symbol = scope.symbol("stack header")?;
        let _ = known.set(Persistent::new(scope, symbol));
    }
    Ok(known
        .get()
        .map_or_else(|| scope.undefined(), |symbol| symbol.get(scope)))
}

/// What V8 calls the function of a frame. This engine guesses names of functions without one, as in `outer/inner<`; V8
/// leaves them out. A method that is put into a prototype is `Class.method` there.
pub(crate) fn name_of(frame: &Frame) -> Option<String> {
    let name = frame.function.as_deref()?;
    let last = name.rsplit('/').next().unwrap_or(name);
    let guessed = last.ends_with('<') || last.is_empty();
    (!guessed).then(|| last.replace(".prototype.", "."))
}

fn limit_now(scope: &mut Scope<'_>) -> JsResult<Option<u32>> {
    let error = scope.global().get_property(scope, "Error")?;
    let limit = error.get_property(scope, "stackTraceLimit")?;
    Ok(limit
        .as_number()
        .map(|limit| limit.clamp(0.0, MAX_FRAMES as f64) as u32))
}

/// `get Error.prototype.stack`
fn read_stack<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let this = args.this();
    if this.object_kind(scope) != Some(ObjectKind::Error) {
        return Ok(scope.undefined());
    }
    let frames = scope.error_frames(this);
    present(scope, this, frames)
}

/// The text of a stack, or whatever `Error.prepareStackTrace` makes of it.
fn present<'s>(scope: &mut Scope<'s>, error: Local<'s>, frames: Vec<Frame>) -> JsResult<Local<'s>> {
    let frames: Vec<Frame> = frames.into_iter().skip_while(makes_errors).collect();
    let constructor = scope.global().get_property(scope, "Error")?;
    let prepare = constructor.get_property(scope, "prepareStackTrace")?;
    let mut text = header(scope, error)?;
    match mapped_frames(scope, &frames)? {
        Some(lines) => text.push_str(&lines),
        None => frames
            .iter()
            .for_each(|frame| write_frame(&mut text, frame)),
    }
    // Put together when first read, and then it stays, whatever becomes of the message.
    let text = scope.string(&text)?;
    keep_stack(scope, error, text);
    if !prepare.is_function() {
        return Ok(text);
    }
    // The function finds the text in the error.
    let sites = call_sites(scope, frames)?;
    let prepared = scope.call(prepare, constructor, &[error, sites])?;
    keep_stack(scope, error, prepared);
    Ok(prepared)
}

/// Sets what makes lines of frames by source maps: a function, or undefined for none.
pub(crate) fn set_mapper(scope: &mut Scope<'_>, mapper: Local<'_>) {
    let mapper = mapper.is_function().then(|| Persistent::new(scope, mapper));
    *runtime(scope).stack.mapper.borrow_mut() = mapper;
}

/// The lines of a stack by source maps; `None` if there is nothing to be mapped.
fn mapped_frames(scope: &mut Scope<'_>, frames: &[Frame]) -> JsResult<Option<String>> {
    let Some(mapper) = runtime(scope).stack.mapper.borrow().clone() else {
        return Ok(None);
    };
    scope.nested(|scope| {
        let mut list = Vec::with_capacity(frames.len());
        for frame in frames {
            let name = match name_of(frame) {
                Some(name) => scope.string(&name)?,
                None => scope.null(),
            };
            let file = scope.string(&frame.file)?;
            let (line, column) = (
                scope.number(frame.line as f64),
                scope.number(frame.column as f64),
            );
            list.push(scope.array(&[name, file, line, column])?);
        }
        let list = scope.array(&list)?;
        let (mapper, undefined) = (mapper.get(scope), scope.undefined());
        let lines = scope.call(mapper, undefined, &[list])?;
        lines.as_string(scope)
    })
}

/// A line of a stack.
pub(crate) fn write_frame(text: &mut String, frame: &Frame) {
    let Frame {
        file, line, column, ..
    } = frame;
    // Texts take whatever is written to them.
    let at = if frame.is_async { "async " } else { "" };
    let _ = match name_of(frame) {
        Some(name) => write!(text, "\n    at {at}{name} ({file}:{line}:{column})"),
        None => write!(text, "\n    at {at}{file}:{line}:{column}"),
    };
}

/// Makes the stack a property of the error. (A frozen one has it put together anew.)
fn keep_stack(scope: &mut Scope<'_>, error: Local<'_>, stack: Local<'_>) {
    if let Err(thrown) = error.define_property(scope, "stack", stack, false) {
        scope.catch(thrown);
    }
}

/// Whether the frame is only there to make the error: of no use to whoever reads the stack.
fn makes_errors(frame: &Frame) -> bool {
    let file = frame
        .file
        .strip_prefix("node:internal/")
        .unwrap_or_default();
    file.starts_with("errors") || matches!(file, "validators" | "dom_exception")
}

/// `Name: message`
fn header(scope: &mut Scope<'_>, error: Local<'_>) -> JsResult<String> {
    let symbol = header_symbol(scope)?;
    let mut name = error.get_property(scope, symbol)?;
    if name.is_undefined() {
        name = error.get_property(scope, "name")?;
    }
    let name = if name.is_undefined() {
        "Error".to_string()
    } else {
        name.to_text(scope)?
    };
    let message = error.get_property(scope, "message")?;
    let message = if message.is_undefined() {
        String::new()
    } else {
        message.to_text(scope)?
    };
    Ok(match (name.is_empty(), message.is_empty()) {
        (_, true) => name,
        (true, _) => message,
        _ => format!("{name}: {message}"),
    })
}

/// `set Error.prototype.stack`: makes it an own property.
fn write_stack<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let value = args.get(scope, 0);
    if args.this().is_object() {
        args.this().define_property(scope, "stack", value, false)?;
    }
    Ok(())
}

/// `Error.captureStackTrace(target, leaveOutUpTo)`
fn capture_stack_trace<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let target = args.get(scope, 0);
    if !target.is_object() {
        return Err(scope.throw_error(ErrorKind::TypeError, "Invalid argument"));
    }
    let Some(limit) = limit_now(scope)? else {
        return Ok(());
    };
    let after = args.get(scope, 1);
    let captured = scope.capture_stack(limit, after)?;
    define_captured(scope, target, captured)
}

/// An own `stack` whose getter formats the captured frames when it is read. Properties are defined here: what
/// scripts made of `Object` has no part in it.
fn define_captured(scope: &mut Scope<'_>, target: Local<'_>, holder: Local<'_>) -> JsResult<()> {
    let make = match captured_accessors(scope) {
        Some(make) => make,
        None => {
            let format = scope.function("format", 2, format_captured)?;
            let define = scope.function("define", 2, define_stack)?;
            let script = "((format, define) => (holder) => ({
                __proto__: null,
                get() { return format(this, holder); },
                set(value) { define(this, value); },
            }))";
            let make = scope.eval(script, "node:internal/stack")?;
            let undefined = scope.undefined();
            let make = scope.call(make, undefined, &[format, define])?;
            let known = &runtime(scope).stack.captured_accessors;
            let _ = known.set(Persistent::new(scope, make));
            make
        }
    };
    let undefined = scope.undefined();
    let accessors = scope.call(make, undefined, &[holder])?;
    let getter = accessors.get_property(scope, "get")?;
    let setter = accessors.get_property(scope, "set")?;
    target.define_accessor(scope, "stack", getter, Some(setter))
}

/// What `stack` becomes when it is assigned to: a property like any other.
fn define_stack<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let value = args.get(scope, 1);
    args.get(scope, 0)
        .define_property(scope, "stack", value, false)
}

fn captured_accessors<'s>(scope: &Scope<'s>) -> Option<Local<'s>> {
    let known = &runtime(scope).stack.captured_accessors;
    known.get().map(|make| make.get(scope))
}

fn format_captured<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let target = args.get(scope, 0);
    let holder = args.get(scope, 1);
    if !target.is_object() {
        return Ok(scope.undefined());
    }
    let frames = scope.captured_frames(holder);
    present(scope, target, frames)
}

/// Call-site objects, as `Error.prepareStackTrace` gets them.
fn call_sites<'s>(scope: &mut Scope<'s>, frames: Vec<Frame>) -> JsResult<Local<'s>> {
    let make = scope.eval_cached(CALL_SITE, "node:internal/call_site")?;
    let undefined = scope.undefined();
    let mut sites = Vec::with_capacity(frames.len());
    for frame in frames {
        let name = match name_of(&frame) {
            Some(name) => scope.string(&name)?,
            None => scope.null(),
        };
        let file = scope.string(&frame.file)?;
        let line = scope.number(frame.line as f64);
        let column = scope.number(frame.column as f64);
        sites.push(scope.call(make, undefined, &[name, file, line, column])?);
    }
    scope.array(&sites)
}
