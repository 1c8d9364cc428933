//! Contexts: what connections have in common.

use std::ffi::CStr;
use std::sync::Arc;

use rondo_crypto::tls::{Context, Version, cipher_names};
use rondo_engine::{Args, ErrorKind, HostObject, JsResult, Local, Persistent, Scope};

use crate::binding::define;
use crate::request::Failed;
use crate::runtime::runtime;

struct ContextObject(Arc<Context>);

impl HostObject for ContextObject {
    const NAME: &'static CStr = c"SecureContext";
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "cipherNames", names_of_ciphers)?;
    let constructor = scope.constructor("SecureContext", 0, construct)?;
    let prototype = scope.object()?;
    constructor.define_property(scope, "prototype", prototype, false)?;
    prototype.define_property(scope, "constructor", constructor, false)?;
    define(scope, prototype, "setKey", set_key)?;
    define(scope, prototype, "setCert", set_cert)?;
    define(scope, prototype, "loadPKCS12", load_pkcs12)?;
    define(scope, prototype, "addCACert", add_ca)?;
    define(scope, prototype, "addRootCerts", add_roots)?;
    define(scope, prototype, "addCRL", add_crl)?;
    define(scope, prototype, "setAllowPartialTrustChain", allow_partial)?;
    define(scope, prototype, "setCiphers", set_ciphers)?;
    define(scope, prototype, "setCipherSuites", set_cipher_suites)?;
    define(scope, prototype, "setSigalgs", set_sigalgs)?;
    define(scope, prototype, "setECDHCurve", set_groups)?;
    define(scope, prototype, "setDHParam", set_dh)?;
    define(scope, prototype, "setOptions", set_options)?;
    define(scope, prototype, "setMinProto", set_min)?;
    define(scope, prototype, "setMaxProto", set_max)?;
    define(scope, prototype, "getMinProto", get_min)?;
    define(scope, prototype, "getMaxProto", get_max)?;
    define(scope, prototype, "setPskIdentityHint", set_psk_hint)?;
    define(
        scope,
        prototype,
        "setSessionIdContext",
        set_session_id_context,
    )?;
    define(scope, prototype, "setSessionTimeout", set_session_timeout)?;
    define(scope, prototype, "getTicketKeys", get_ticket_keys)?;
    define(scope, prototype, "setTicketKeys", set_ticket_keys)?;
    define(scope, prototype, "getCertificate", get_certificate)?;
    define(scope, prototype, "getIssuer", get_issuer)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.tls.context_prototype.set(kept);
    object.set_property(scope, "SecureContext", constructor)
}

/// The context behind an object; `None` if it is none.
pub(super) fn of<'s>(scope: &Scope<'_>, object: Local<'s>) -> Option<&'s Arc<Context>> {
    let object = object.host_data::<ContextObject>(scope)?;
    Some(&object.0)
}

/// Does something with the context that a method was called on, and throws what it fails with.
fn with<'s, R>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    act: impl FnOnce(&Arc<Context>) -> rondo_crypto::Result<R>,
) -> JsResult<R> {
    match of(scope, args.this()) {
        Some(context) => act(context).map_err(|error| error.throw(scope)),
        None => Err(scope.throw_error(ErrorKind::TypeError, "Illegal invocation")),
    }
}

/// Bytes of a view, or of a text in UTF-8.
fn bytes<'s>(scope: &Scope<'s>, args: &Args<'s>, index: usize) -> JsResult<Vec<u8>> {
    let value = args.get(scope, index);
    if let Some(bytes) = value.to_bytes(scope) {
        return Ok(bytes);
    }
    Ok(value.as_string(scope)?.unwrap_or_default().into_bytes())
}

fn text<'s>(scope: &Scope<'s>, args: &Args<'s>, index: usize) -> JsResult<String> {
    Ok(args.get(scope, index).as_string(scope)?.unwrap_or_default())
}

fn version<'s>(scope: &Scope<'s>, args: &Args<'s>, index: usize) -> Version {
    Version(args.get(scope, index).as_u32().unwrap_or(0) as u16)
}

/// `cipherNames()`
fn names_of_ciphers<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let names = cipher_names().map_err(|error| error.throw(scope))?;
    let names = names
        .iter()
        .map(|name| scope.string(name))
        .collect::<JsResult<Vec<_>>>()?;
    scope.array(&names)
}

/// `new SecureContext(min, max)`: versions by their numbers, 0 leaves one open.
fn construct<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let (least, most) = (version(scope, &args, 0), version(scope, &args, 1));
    let context = Context::new(least, most).map_err(|error| error.throw(scope))?;
    let prototype = runtime(scope).state.tls.context_prototype.get();
    let prototype = prototype.map(|kept| kept.get(scope));
    scope.host_object(ContextObject(Arc::new(context)), prototype)
}

/// `setKey(pem, passphrase)`
fn set_key<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let pem = bytes(scope, &args, 0)?;
    let passphrase = match args.get(scope, 1).is_string() {
        true => Some(text(scope, &args, 1)?.into_bytes()),
        false => None,
    };
    with(scope, &args, |context| {
        context.set_key_pem(&pem, passphrase.as_deref())
    })
}

/// `setCert(pem)`
fn set_cert<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let pem = bytes(scope, &args, 0)?;
    with(scope, &args, |context| context.set_certificates_pem(&pem))
}

/// `loadPKCS12(bytes, passphrase)`
fn load_pkcs12<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let (archive, passphrase) = (bytes(scope, &args, 0)?, text(scope, &args, 1)?);
    with(scope, &args, |context| {
        context.load_pkcs12(&archive, &passphrase)
    })
}

/// `addCACert(pem)`
fn add_ca<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let pem = bytes(scope, &args, 0)?;
    with(scope, &args, |context| context.trust_pem(&pem))
}

/// `addRootCerts()`: trusts what is trusted by default.
fn add_roots<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let roots = super::roots::current(scope)?;
    with(scope, &args, |context| {
        context.share_roots(&roots);
        Ok(())
    })
}

/// `addCRL(pem)`
fn add_crl<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let pem = bytes(scope, &args, 0)?;
    with(scope, &args, |context| context.add_crl_pem(&pem))
}

/// `setAllowPartialTrustChain()`
fn allow_partial<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    with(scope, &args, |context| context.allow_partial_chains())
}

/// `setCiphers(list)`
fn set_ciphers<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let list = text(scope, &args, 0)?;
    with(scope, &args, |context| context.set_ciphers(&list))
}

/// `setCipherSuites(list)`
fn set_cipher_suites<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let list = text(scope, &args, 0)?;
    with(scope, &args, |context| context.set_cipher_suites(&list))
}

/// `setSigalgs(list)`
fn set_sigalgs<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let list = text(scope, &args, 0)?;
    with(scope, &args, |context| context.set_sigalgs(&list))
}

/// `setECDHCurve(list)`
fn set_groups<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let list = text(scope, &args, 0)?;
    with(scope, &args, |context| context.set_groups(&list))
}

/// `setDHParam(pem)`: gives how many bits they have. Without an argument OpenSSL chooses some.
fn set_dh<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<u32> {
    if args.get(scope, 0).is_undefined() {
        with(scope, &args, |context| {
            context.choose_dh();
            Ok(())
        })?;
        return Ok(0);
    }
    let pem = bytes(scope, &args, 0)?;
    with(scope, &args, |context| context.set_dh_pem(&pem))
}

/// `setOptions(bits)`
fn set_options<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let bits = args.get(scope, 0).as_number().unwrap_or(0.0) as u64;
    with(scope, &args, |context| {
        context.set_options(bits);
        Ok(())
    })
}

/// `setMinProto(version)`
fn set_min<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let version = version(scope, &args, 0);
    with(scope, &args, |context| context.set_min_version(version))
}

/// `setMaxProto(version)`
fn set_max<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let version = version(scope, &args, 0);
    with(scope, &args, |context| context.set_max_version(version))
}

/// `getMinProto()`
fn get_min<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<u32> {
    with(scope, &args, |context| Ok(u32::from(context.min_version())))
}

/// `getMaxProto()`
fn get_max<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<u32> {
    with(scope, &args, |context| Ok(u32::from(context.max_version())))
}

/// `setPskIdentityHint(hint)`
fn set_psk_hint<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let hint = text(scope, &args, 0)?;
    with(scope, &args, |context| context.set_psk_hint(&hint))
}

/// `setSessionIdContext(id)`
fn set_session_id_context<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let id = bytes(scope, &args, 0)?;
    with(scope, &args, |context| context.set_session_id_context(&id))
}

/// `setSessionTimeout(seconds)`
fn set_session_timeout<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let seconds = args.get(scope, 0).as_number().unwrap_or(0.0) as i64;
    with(scope, &args, |context| {
        context.set_session_timeout(seconds);
        Ok(())
    })
}

/// `getTicketKeys()`
fn get_ticket_keys<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let keys = with(scope, &args, |context| Ok(context.ticket_keys().to_vec()))?;
    scope.uint8_array(&keys)
}

/// `setTicketKeys(bytes)`: there are 48.
fn set_ticket_keys<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let keys = bytes(scope, &args, 0)?;
    with(scope, &args, |context| {
        if let Ok(keys) = keys.try_into() {
            context.set_ticket_keys(keys);
        }
        Ok(())
    })
}

/// `getCertificate()`: its bytes, or undefined.
fn get_certificate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let found = with(scope, &args, |context| Ok(context.identity().0))?;
    let bytes = found.and_then(|certificate| certificate.to_der().ok());
    bytes.map(|bytes| scope.uint8_array(&bytes)).transpose()
}

/// `getIssuer()`: the bytes of its certificate, or undefined.
fn get_issuer<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let chain = with(scope, &args, |context| Ok(context.chain()))?;
    let bytes = chain
        .first()
        .and_then(|certificate| certificate.to_der().ok());
    bytes.map(|bytes| scope.uint8_array(&bytes)).transpose()
}
