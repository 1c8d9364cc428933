//! `binding('errors')` and `binding('uv')`: where errors come from, and the names of system errors.

use rondo_engine::{Args, JsResult, Local, Scope, SourcePosition};

use super::define;
use crate::stack;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    let symbol = stack::header_symbol(scope)?;
    object.set_property(scope, "stackHeaderSymbol", symbol)?;
    define(scope, object, "writeFatal", write_fatal)?;
    define(scope, object, "setStackMapper", set_stack_mapper)?;
    define(scope, object, "currentFrames", current_frames)?;
    define(scope, object, "errorFrames", error_frames)?;
    define(scope, object, "runningSource", running_source)
}

/// `runningSource()`: a function that gives the text of the innermost code that runs and was made by `eval` or `Function`.
fn running_source<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    scope.running_source()
}

/// `setStackMapper(function)`: what makes the lines of stacks; undefined for the usual ones.
fn set_stack_mapper<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let mapper = args.get(scope, 0);
    stack::set_mapper(scope, mapper);
    Ok(())
}

/// A place in a source as JavaScript gets it: `{ file, line, column }`.
pub(crate) fn position<'s>(scope: &mut Scope<'s>, at: &SourcePosition) -> JsResult<Local<'s>> {
    let object = scope.object()?;
    let file = scope.string(&at.file)?;
    object.set_property(scope, "file", file)?;
    let line = scope.number(at.line as f64);
    object.set_property(scope, "line", line)?;
    let column = scope.number(at.column as f64);
    object.set_property(scope, "column", column)?;
    Ok(object)
}

/// `writeFatal(text)`: writes to standard error, whatever state the streams are in.
fn write_fatal<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let text = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    super::stdio::write_all(2, text.as_bytes());
    Ok(())
}

fn frames<'s>(scope: &mut Scope<'s>, frames: Vec<rondo_engine::Frame>) -> JsResult<Local<'s>> {
    let mut list = Vec::with_capacity(frames.len());
    for frame in frames {
        let name = stack::name_of(&frame).unwrap_or_default();
        let at = SourcePosition {
            file: frame.file,
            line: frame.line,
            column: frame.column,
        };
        let object = position(scope, &at)?;
        let name = scope.string(&name)?;
        object.set_property(scope, "functionName", name)?;
        list.push(object);
    }
    scope.array(&list)
}

/// `currentFrames(limit)`: what runs now, innermost first.
fn current_frames<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let limit = args.get(scope, 0).as_u32().unwrap_or(10);
    let list = scope.current_frames(limit);
    frames(scope, list)
}

/// `errorFrames(error)`: where an error was made.
fn error_frames<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let error = args.get(scope, 0);
    let list = scope.error_frames(error);
    frames(scope, list)
}

pub(super) fn build_uv<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "errname", errname)?;
    define(scope, object, "message", message)?;
    define(scope, object, "systemMessage", system_message)?;
    define(scope, object, "codes", codes)
}

/// `errname(errno)`: 'ENOENT' for -2.
fn errname<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let code = args.get(scope, 0).as_i32().unwrap_or(0);
    scope.string(rondo_loop::errors::name(code))
}

/// `message(errno)`: 'no such file or directory' for -2.
fn message<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let code = args.get(scope, 0).as_i32().unwrap_or(0);
    scope.string(rondo_loop::errors::message(code))
}

/// `systemMessage(errno)`: the C library's words, 'No such file or directory' for 2.
fn system_message<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let code = args.get(scope, 0).as_i32().unwrap_or(0);
    let text = std::io::Error::from_raw_os_error(code).to_string();
    let text = text
        .split_once(" (os error")
        .map_or(&*text, |(text, _)| text);
    scope.string(text)
}

/// `codes()`: `[[errno, name, message], ...]`
fn codes<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let mut list = Vec::new();
    for (code, name, text) in rondo_loop::errors::ALL {
        let code = scope.number(code as f64);
        let name = scope.string(name)?;
        let text = scope.string(text)?;
        list.push(scope.array(&[code, name, text])?);
    }
    scope.array(&list)
}
