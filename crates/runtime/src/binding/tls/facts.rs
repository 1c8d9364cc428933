//! What the library can ask of a connection.

use rondo_crypto::tls::{Certificate, Connection};
use rondo_engine::{Args, JsResult, Local, Scope};

use super::connection::with;
use super::layer::text_or_undefined;
use crate::binding::define;
use crate::request::Failed;

pub(super) fn methods<'s>(scope: &mut Scope<'s>, prototype: Local<'s>) -> JsResult<()> {
    define(scope, prototype, "getServername", server_name)?;
    define(
        scope,
        prototype,
        "getALPNNegotiatedProtocol",
        protocol_on_top,
    )?;
    define(scope, prototype, "getProtocol", version)?;
    define(scope, prototype, "getCipher", cipher)?;
    define(scope, prototype, "getSession", session)?;
    define(scope, prototype, "getTLSTicket", ticket)?;
    define(scope, prototype, "isSessionReused", is_session_reused)?;
    define(scope, prototype, "isEstablished", is_established)?;
    define(scope, prototype, "verdict", verdict)?;
    define(scope, prototype, "peerCertificates", peer_certificates)?;
    define(scope, prototype, "trustedIssuer", trusted_issuer)?;
    define(scope, prototype, "ownCertificate", own_certificate)?;
    define(scope, prototype, "getFinished", finished)?;
    define(scope, prototype, "getPeerFinished", peer_finished)?;
    define(scope, prototype, "exportKeyingMaterial", keying_material)?;
    define(scope, prototype, "ephemeralKey", ephemeral_key)?;
    define(scope, prototype, "getSharedSigalgs", shared_sigalgs)
}

/// Bytes that may not be there.
fn bytes<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    ask: impl FnOnce(&Connection) -> Option<Vec<u8>>,
) -> JsResult<Option<Local<'s>>> {
    let bytes = with(scope, args, |connection| ask(connection)).flatten();
    bytes.map(|bytes| scope.uint8_array(&bytes)).transpose()
}

fn text<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    ask: impl FnOnce(&Connection) -> Option<String>,
) -> JsResult<Local<'s>> {
    let text = with(scope, args, |connection| ask(connection)).flatten();
    text_or_undefined(scope, text.as_deref())
}

/// `getServername()`
fn server_name<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    text(scope, &args, |connection| {
        connection.server_name().map(String::from)
    })
}

/// `getALPNNegotiatedProtocol()`
fn protocol_on_top<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let name = with(scope, &args, |connection| {
        connection.protocol_on_top().map(Vec::from)
    });
    name.flatten()
        .map(|name| scope.string_latin1(&name))
        .transpose()
}

/// `getProtocol()`
fn version<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    text(scope, &args, |connection| Some(connection.version().into()))
}

/// `getCipher()`: `[name, standardName, version]`
fn cipher<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let Some(shown) = with(scope, &args, |connection| connection.cipher()).flatten() else {
        return Ok(None);
    };
    let names = [shown.name, shown.standard_name, shown.version].map(|name| scope.string(&name));
    let names = names.into_iter().collect::<JsResult<Vec<_>>>()?;
    scope.array(&names).map(Some)
}

/// `getSession()`
fn session<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    bytes(scope, &args, Connection::session)
}

/// `getTLSTicket()`
fn ticket<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    bytes(scope, &args, Connection::ticket)
}

/// `isSessionReused()`
fn is_session_reused<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(with(scope, &args, |connection| connection.is_session_reused()).unwrap_or(false))
}

/// `isEstablished()`: whether no handshake is under way.
fn is_established<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(with(scope, &args, |connection| connection.is_established()).unwrap_or(false))
}

/// `verdict()`: `[code, message]` of what is wrong with the other side's certificate, or undefined.
fn verdict<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let Some(found) = with(scope, &args, |connection| connection.verdict()).flatten() else {
        return Ok(None);
    };
    let words = [scope.string(found.code())?, scope.string(found.message())?];
    scope.array(&words).map(Some)
}

/// `peerCertificates()`: their bytes, the other side's own first.
fn peer_certificates<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let found = with(scope, &args, |connection| connection.peer_certificates());
    let mut list = Vec::new();
    for certificate in found.unwrap_or_default() {
        list.push(scope.uint8_array(&certificate.to_der().unwrap_or_default())?);
    }
    scope.array(&list)
}

/// `trustedIssuer(bytes)`: the bytes of the trusted certificate that another was issued by, or undefined.
fn trusted_issuer<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let given = args.get(scope, 0).to_bytes(scope).unwrap_or_default();
    bytes(scope, &args, |connection| {
        let certificate = Certificate::from_der(&given).ok()?;
        connection.trusted_issuer(&certificate)?.to_der().ok()
    })
}

/// `ownCertificate()`
fn own_certificate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    bytes(scope, &args, |connection| {
        connection.own_certificate()?.to_der().ok()
    })
}

/// `getFinished()`
fn finished<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    bytes(scope, &args, |connection| connection.finished(false))
}

/// `getPeerFinished()`
fn peer_finished<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    bytes(scope, &args, |connection| connection.finished(true))
}

/// `exportKeyingMaterial(length, label, context)`
fn keying_material<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let length = args.get(scope, 0).as_number().unwrap_or(0.0) as usize;
    let label = args.get(scope, 1).as_string(scope)?.unwrap_or_default();
    let context = args.get(scope, 2).to_bytes(scope);
    let made = with(scope, &args, |connection| {
        connection.keying_material(length, &label, context.as_deref())
    });
    match made {
        Some(Ok(bytes)) => scope.uint8_array(&bytes).map(Some),
        Some(Err(error)) => Err(error.throw(scope)),
        None => Ok(None),
    }
}

/// `ephemeralKey()`: `[kind, name, bits]`, or undefined.
fn ephemeral_key<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let Some(key) = with(scope, &args, |connection| connection.ephemeral_key()).flatten() else {
        return Ok(None);
    };
    let kind = scope.string(key.kind)?;
    let name = text_or_undefined(scope, key.name.as_deref())?;
    let bits = match key.bits {
        Some(bits) => scope.number(f64::from(bits)),
        None => scope.undefined(),
    };
    scope.array(&[kind, name, bits]).map(Some)
}

/// `getSharedSigalgs()`
fn shared_sigalgs<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let names = with(scope, &args, |connection| connection.shared_sigalgs());
    let names = names.unwrap_or_default();
    let names = names
        .iter()
        .map(|name| scope.string(name))
        .collect::<JsResult<Vec<_>>>()?;
    scope.array(&names)
}
