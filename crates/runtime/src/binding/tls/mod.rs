//! `binding('tls')`: connections by TLS.
//!
//! A `Connection` is put on a handle of `binding('stream')`, as a layer between it and whoever reads and writes it: what
//! the loop reads is decrypted without a detour, and goes to the script, or to a parser that is on the handle. It can
//! also be driven by a script that has bytes from elsewhere.

mod connection;
mod context;
mod facts;
mod layer;
mod roots;
mod way;

use std::cell::OnceCell;

use rondo_engine::{Args, JsResult, Local, Persistent, Scope};

use super::define;
use crate::runtime::runtime;

/// What the binding keeps between calls.
#[derive(Default)]
pub(crate) struct State {
    callbacks: OnceCell<[Persistent; NAMES.len()]>,
    context_prototype: OnceCell<Persistent>,
    connection_prototype: OnceCell<Persistent>,
    roots: roots::State,
}

/// What the library is told, and asked.
#[derive(Clone, Copy)]
enum Told {
    /// `(connection)`
    HandshakeStarted,
    /// `(connection)`
    HandshakeDone,
    /// `(connection, line)`
    KeyLog,
    /// `(connection, id, session)`
    NewSession,
    /// `(connection, sessionId, serverName, hasTicket)`: answered by `helloDone`
    Hello,
    /// `(connection, serverName, wantsStatus)`: answered by `certificateDone`
    CertificateWanted,
    /// `(connection, response)`
    Status,
    /// `(connection, serverName, offered)`: gives the name of a protocol, or undefined
    ChooseProtocol,
    /// `(connection, identity or hint, mostIdentity, mostKey)`: gives a key, or `[identity, key]`
    Psk,
    /// `(connection, error)`
    Failed,
    /// `(connection, bytes)`: ciphertext for who has no handle
    Output,
    /// `(connection, count, bytes)`: plaintext for who has no handle; no bytes and no count are the end
    Read,
    /// `(connection)`: what had to wait for the handshake is written
    Written,
    /// `(connection, text)`
    Traced,
}

const NAMES: [&str; 14] = [
    "handshakeStarted",
    "handshakeDone",
    "keyLog",
    "newSession",
    "hello",
    "certificateWanted",
    "status",
    "chooseProtocol",
    "psk",
    "failed",
    "output",
    "read",
    "written",
    "traced",
];

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "setCallbacks", set_callbacks)?;
    context::build(scope, object)?;
    connection::build(scope, object)?;
    roots::build(scope, object)
}

/// `setCallbacks({ ... })`: see [`Told`].
fn set_callbacks<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let object = args.get(scope, 0);
    let mut functions = Vec::with_capacity(NAMES.len());
    for name in NAMES {
        let function = object.get_property(scope, name)?;
        functions.push(Persistent::new(scope, function));
    }
    if let Ok(functions) = functions.try_into() {
        let _ = runtime(scope).state.tls.callbacks.set(functions);
    }
    Ok(())
}

/// Calls one of the library's functions.
fn call<'s>(scope: &mut Scope<'s>, told: Told, arguments: &[Local<'_>]) -> JsResult<Local<'s>> {
    let undefined = scope.undefined();
    let callbacks = runtime(scope).state.tls.callbacks.get();
    let Some(function) = callbacks.map(|callbacks| callbacks[told as usize].get(scope)) else {
        return Ok(undefined);
    };
    scope.call(function, undefined, arguments)
}
