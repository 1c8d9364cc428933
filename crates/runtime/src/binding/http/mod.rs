//! `binding('http')`: messages of HTTP/1 out of what a connection brings.
//!
//! A parser can be put on a handle of `binding('stream')`: what is read there then goes to it, and the library hears of
//! messages. A message whose head, or head and body, came in one piece is one call. The bytes of a head become one
//! string; its fields are taken out of that when somebody asks for them.

mod parser;
mod text;

use std::cell::OnceCell;

use rondo_engine::{Args, JsResult, Local, Persistent, Scope};

use super::define;
use crate::runtime::runtime;

/// What the binding keeps between calls.
#[derive(Default)]
pub(crate) struct State {
    callbacks: OnceCell<Callbacks>,
    prototype: OnceCell<Persistent>,
    spares: parser::Spares,
}

/// What the library is told.
#[derive(Clone, Copy)]
enum Told {
    /// `(parser, head, code, flags, wordsStart, wordsEnd, fieldsAt, body)`: `code` is a method or a status. Gives 2 if
    /// what follows is no longer HTTP.
    Head,
    /// `(parser, bytes, ends)`
    Body,
    /// `(parser, trailers)`: they are undefined, or text like that of a head
    End,
    /// `(parser, bytes)`: what follows is no longer HTTP, and this is what came of it.
    Upgraded,
    /// `(parser, code, reason, place, bytes)`
    Failed,
    /// `(parser)`: all of a piece was used, and there was nothing to tell but that there may be more.
    Executed,
}

const NAMES: [&str; 6] = ["head", "body", "end", "upgraded", "failed", "executed"];

struct Callbacks([Persistent; NAMES.len()]);

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "setCallbacks", set_callbacks)?;
    define(scope, object, "fields", text::fields)?;
    define(scope, object, "writeText", text::write_text)?;
    parser::build(scope, object)?;
    let names = rondo_http::METHODS.map(|name| scope.string(name));
    let names = names.into_iter().collect::<JsResult<Vec<_>>>()?;
    let methods = scope.array(&names)?;
    object.set_property(scope, "methods", methods)
}

/// `setCallbacks({ head, body, end, upgraded, failed, executed })`: see [`Told`].
fn set_callbacks<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let object = args.get(scope, 0);
    let mut functions = Vec::with_capacity(NAMES.len());
    for name in NAMES {
        let function = object.get_property(scope, name)?;
        functions.push(Persistent::new(scope, function));
    }
    if let Ok(functions) = functions.try_into() {
        let _ = runtime(scope)
            .state
            .http
            .callbacks
            .set(Callbacks(functions));
    }
    Ok(())
}

/// Calls one of the library's functions.
fn tell<'s>(scope: &mut Scope<'s>, told: Told, arguments: &[Local<'_>]) -> JsResult<Local<'s>> {
    let undefined = scope.undefined();
    let callbacks = runtime(scope).state.http.callbacks.get();
    let Some(function) = callbacks.map(|callbacks| callbacks.0[told as usize].get(scope)) else {
        return Ok(undefined);
    };
    scope.call(function, undefined, arguments)
}
