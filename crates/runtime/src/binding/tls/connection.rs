//! Connections as the library has them.

use std::ffi::CStr;
use std::rc::Rc;

use rondo_crypto::tls::{Connection, Side, SslSession};
use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope, WeakPersistent};

use super::context;
use super::layer::Tls;
use super::way::Way;
use crate::binding::define;
use crate::binding::stream::StreamHandle;
use crate::request::Failed;
use crate::runtime::runtime;

struct ConnectionObject(Rc<Tls>);

impl HostObject for ConnectionObject {
    const NAME: &'static CStr = c"TLSConnection";
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    let constructor = scope.constructor("Connection", 2, construct)?;
    let prototype = scope.object()?;
    constructor.define_property(scope, "prototype", prototype, false)?;
    prototype.define_property(scope, "constructor", constructor, false)?;
    define(scope, prototype, "attach", attach)?;
    define(scope, prototype, "start", start)?;
    define(scope, prototype, "detach", detach)?;
    define(scope, prototype, "release", release)?;
    define(scope, prototype, "receive", receive)?;
    define(scope, prototype, "receiveEnd", receive_end)?;
    define(scope, prototype, "write", write)?;
    define(scope, prototype, "hasWaiting", has_waiting)?;
    define(scope, prototype, "shutDown", shut_down)?;
    define(scope, prototype, "helloDone", hello_done)?;
    define(scope, prototype, "certificateDone", certificate_done)?;
    define(scope, prototype, "newSessionDone", new_session_done)?;
    define(scope, prototype, "setVerifyMode", set_verify_mode)?;
    define(scope, prototype, "setServername", set_server_name)?;
    define(scope, prototype, "setSession", set_session)?;
    define(scope, prototype, "setALPNProtocols", set_protocols)?;
    define(scope, prototype, "chooseProtocol", choose_protocol)?;
    define(scope, prototype, "keepSessions", keep_sessions)?;
    define(scope, prototype, "askForCertificate", ask_for_certificate)?;
    define(scope, prototype, "askForPsk", ask_for_psk)?;
    define(scope, prototype, "logKeys", log_keys)?;
    define(scope, prototype, "enableTrace", enable_trace)?;
    define(scope, prototype, "requestOCSP", request_status)?;
    define(scope, prototype, "setOCSPResponse", set_status)?;
    define(
        scope,
        prototype,
        "setMaxSendFragment",
        set_max_send_fragment,
    )?;
    define(scope, prototype, "setKeyCert", set_key_cert)?;
    define(scope, prototype, "renegotiate", renegotiate)?;
    super::facts::methods(scope, prototype)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.tls.connection_prototype.set(kept);
    object.set_property(scope, "Connection", constructor)
}

/// `new Connection(context, isServer)`
fn construct<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let given = args.get(scope, 0);
    let Some(context) = context::of(scope, given).cloned() else {
        return Ok(scope.undefined());
    };
    let side = match args.get(scope, 1).truthy() {
        true => Side::Server,
        false => Side::Client,
    };
    let connection = Connection::new(context, side).map_err(|error| error.throw(scope))?;
    let tls = Rc::new(Tls::new(connection));
    let prototype = runtime(scope).state.tls.connection_prototype.get();
    let prototype = prototype.map(|kept| kept.get(scope));
    let object = scope.host_object(ConnectionObject(tls.clone()), prototype)?;
    tls.set_object(WeakPersistent::new(scope, object));
    Ok(object)
}

pub(super) fn this<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<&'s Rc<Tls>> {
    let object = args.this().host_data::<ConnectionObject>(scope)?;
    Some(&object.0)
}

/// Does something with the connection, unless it is at work or given up.
pub(super) fn with<'s, R>(
    scope: &Scope<'s>,
    args: &Args<'s>,
    act: impl FnOnce(&mut Connection) -> R,
) -> Option<R> {
    this(scope, args)?.with(act)
}

/// The same, for what can fail: that is thrown.
fn with_result<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    act: impl FnOnce(&mut Connection) -> rondo_crypto::Result<()>,
) -> JsResult<()> {
    match with(scope, args, act) {
        Some(Err(error)) => Err(error.throw(scope)),
        _ => Ok(()),
    }
}

/// `attach(handle)`: the bytes are those of a handle, or of a script if there is none. False if the handle is closed.
fn attach<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let Some(tls) = this(scope, &args) else {
        return Ok(false);
    };
    let handle = args.get(scope, 0);
    if handle.is_undefined() {
        tls.attach_script();
        return Ok(true);
    }
    let handle = StreamHandle::of(scope, handle).filter(|handle| !handle.is_closing());
    if let Some(handle) = handle {
        tls.attach(handle);
    }
    Ok(handle.is_some())
}

/// Has a connection do something, within this call.
fn inside<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    act: impl FnOnce(&Rc<Tls>, &mut Way<'_, 's>),
) -> JsResult<()> {
    if let Some(tls) = this(scope, args) {
        act(tls, &mut Way::Inside(scope));
    }
    Ok(())
}

/// `start()`
fn start<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    inside(scope, &args, |tls, way| tls.start(way))
}

/// `detach()`: nothing more is told or sent.
fn detach<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    inside(scope, &args, |tls, _| tls.detach())
}

/// `release()`: the connection is not needed any more.
fn release<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    inside(scope, &args, |tls, _| tls.release())
}

/// `receive(bytes)`: ciphertext that a script has.
fn receive<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let bytes = args.get(scope, 0).to_bytes(scope).unwrap_or_default();
    inside(scope, &args, |tls, way| tls.receive(&bytes, way))
}

/// `receiveEnd()`
fn receive_end<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    inside(scope, &args, |tls, way| tls.receive_end(way))
}

/// `write(bytes)`: plaintext of who has no handle. False if it has to wait for the handshake.
fn write<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let bytes = args.get(scope, 0).to_bytes(scope).unwrap_or_default();
    let mut is_through = true;
    inside(scope, &args, |tls, way| {
        is_through = tls.write_script(&bytes, way)
    })?;
    Ok(is_through)
}

/// `hasWaiting()`: whether plaintext waits for the handshake.
fn has_waiting<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(this(scope, &args).is_some_and(|tls| tls.has_waiting()))
}

/// `shutDown()`
fn shut_down<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    inside(scope, &args, |tls, way| tls.shut_down_now(way))
}

/// `helloDone(session)`: the session that the client can go on with, if there is one. False if it is none.
fn hello_done<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let given = args.get(scope, 0).to_bytes(scope);
    let has_session = given.is_some();
    let session = given.and_then(|bytes| SslSession::from_der(&bytes).ok());
    let is_good = session.is_some() == has_session;
    inside(scope, &args, |tls, way| tls.answer_hello(session, way))?;
    Ok(is_good)
}

/// `certificateDone(context, refuses)`: another context to use, if there is one.
fn certificate_done<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let given = args.get(scope, 0);
    let context = context::of(scope, given).cloned();
    let refuses = args.get(scope, 1).truthy();
    inside(scope, &args, |tls, way| {
        tls.answer_certificate(context, refuses, way)
    })
}

/// `newSessionDone()`
fn new_session_done<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    inside(scope, &args, |tls, way| tls.session_is_kept(way))
}

/// `setVerifyMode(mode)`: 0 no certificate is asked for, 1 one is, 3 there has to be one.
fn set_verify_mode<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let mode = args.get(scope, 0).as_i32().unwrap_or(0);
    with(scope, &args, |connection| connection.set_verify(mode));
    Ok(())
}

/// `setServername(name)`
fn set_server_name<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    with_result(scope, &args, |connection| connection.set_server_name(&name))
}

/// `setSession(bytes)`: false if it cannot be gone on with.
fn set_session<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let session = args.get(scope, 0).to_bytes(scope).unwrap_or_default();
    Ok(with(scope, &args, |connection| connection.set_session(&session)).unwrap_or(false))
}

/// `setALPNProtocols(bytes)`: what a client offers, or a server knows.
fn set_protocols<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let names = args.get(scope, 0).to_bytes(scope).unwrap_or_default();
    let side = with(scope, &args, |connection| connection.side());
    if side == Some(Side::Server) {
        if let Some(tls) = this(scope, &args) {
            tls.wishes.protocols.replace(Some(names));
        }
        return Ok(());
    }
    with_result(scope, &args, |connection| {
        connection.offer_protocols(&names)
    })
}

/// `chooseProtocol()`: the library is asked.
fn choose_protocol<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    inside(scope, &args, |tls, _| tls.wishes.chooses_protocol.set(true))
}

/// `keepSessions()`: the library is told of sessions, and asked for them.
fn keep_sessions<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    inside(scope, &args, |tls, _| tls.wishes.keeps_sessions.set(true))
}

/// `askForCertificate()`: the library is asked.
fn ask_for_certificate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    inside(scope, &args, |tls, _| tls.wishes.asks_certificate.set(true))?;
    with(scope, &args, |connection| connection.ask_for_certificate());
    Ok(())
}

/// `askForPsk()`: the library is asked.
fn ask_for_psk<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    with(scope, &args, |connection| connection.ask_for_psk());
    Ok(())
}

/// `logKeys()`: the library is told of secrets.
fn log_keys<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    with(scope, &args, |connection| connection.log_keys());
    Ok(())
}

/// `enableTrace()`: the library is told of messages.
fn enable_trace<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    with(scope, &args, |connection| connection.trace());
    Ok(())
}

/// `requestOCSP()`
fn request_status<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    with_result(scope, &args, |connection| connection.request_status())
}

/// `setOCSPResponse(bytes)`
fn set_status<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let response = args.get(scope, 0).to_bytes(scope);
    inside(scope, &args, |tls, _| {
        tls.wishes.status.replace(response);
    })
}

/// `setMaxSendFragment(size)`: false if that is not possible.
fn set_max_send_fragment<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let size = args.get(scope, 0).as_number().unwrap_or(0.0) as i64;
    Ok(with(scope, &args, |connection| {
        connection.set_max_send_fragment(size)
    })
    .unwrap_or(false))
}

/// `setKeyCert(context)`
fn set_key_cert<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let given = args.get(scope, 0);
    let Some(context) = context::of(scope, given).cloned() else {
        return Ok(());
    };
    if let Some(tls) = this(scope, &args)
        && tls.connection.try_borrow_mut().is_err()
    {
        tls.shown.replace(Some(context));
        return Ok(());
    }
    with_result(scope, &args, |connection| connection.set_identity(&context))
}

/// `renegotiate()`
fn renegotiate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    with_result(scope, &args, Connection::renegotiate)?;
    inside(scope, &args, |tls, way| tls.advance(way))
}
