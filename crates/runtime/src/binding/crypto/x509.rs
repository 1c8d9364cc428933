//! Certificates. The library has them as handles, objects without properties.

use std::ffi::CStr;

use rondo_crypto::pkcs12;
use rondo_crypto::x509::{Certificate, Fingerprint, KeyFacts, Match, NameParts};
use rondo_engine::{Args, HostObject, JsResult, Local, Scope};

use super::data::{Encoding, copied, with_data};
use super::key;
use super::pair::{Returned, given, optional, text};
use crate::binding::define;
use crate::request::Failed;

/// A certificate of the library's.
struct CertificateHandle(Certificate);

impl HostObject for CertificateHandle {
    const NAME: &'static CStr = c"CertificateHandle";
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "readCertificate", read)?;
    define(scope, object, "certificateDer", der)?;
    define(scope, object, "certificatePem", pem)?;
    define(scope, object, "certificateFacts", facts)?;
    define(scope, object, "certificateNames", names)?;
    define(scope, object, "certificateKeyFacts", key_facts)?;
    define(scope, object, "certificateKey", public_key)?;
    define(scope, object, "certificateVerifies", verifies)?;
    define(scope, object, "certificateIssuedBy", issued_by)?;
    define(scope, object, "certificateFitsKey", fits_key)?;
    define(scope, object, "certificateCheck", check)?;
    define(scope, object, "openPkcs12", open_pkcs12)
}

/// The certificate behind a handle, for whoever else has use for it.
pub(crate) fn of<'s>(scope: &Scope<'_>, value: Local<'s>) -> Option<&'s Certificate> {
    value
        .host_data::<CertificateHandle>(scope)
        .map(|CertificateHandle(certificate)| certificate)
}

/// A handle for a certificate.
pub(crate) fn handle<'s>(scope: &mut Scope<'s>, certificate: Certificate) -> JsResult<Local<'s>> {
    scope.host_object(CertificateHandle(certificate), None)
}

fn certificate<'s>(scope: &mut Scope<'s>, args: &Args<'s>, at: usize) -> JsResult<Certificate> {
    let value = args.get(scope, at);
    match of(scope, value) {
        Some(certificate) => Ok(certificate.clone()),
        None => {
            let error = rondo_crypto::Refusal::plain("A certificate is missing");
            Err(rondo_crypto::Error::from(error).throw(scope))
        }
    }
}

/// `readCertificate(bytes)`
fn read<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let made = with_data(scope, args.get(scope, 0), Encoding::Utf8, Certificate::read)?;
    match made {
        Ok(certificate) => handle(scope, certificate),
        Err(error) => Err(error.throw(scope)),
    }
}

/// `certificateDer(handle)`
fn der<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let der = certificate(scope, &args, 0)?.der();
    scope.uint8_array_owned(der)
}

/// `certificatePem(handle)`
fn pem<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let pem = certificate(scope, &args, 0)?.pem();
    scope.string(&String::from_utf8_lossy(&pem))
}

fn maybe<'s>(scope: &mut Scope<'s>, text: Option<String>) -> JsResult<Local<'s>> {
    match text {
        Some(text) => scope.string(&text),
        None => Ok(scope.undefined()),
    }
}

/// `certificateFacts(handle, which)`: one of the facts that scripts ask for, by number.
fn facts<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let certificate = certificate(scope, &args, 0)?;
    let text = match args.get(scope, 1).as_i32().unwrap_or(-1) {
        0 => certificate.subject(),
        1 => certificate.issuer(),
        2 => certificate.subject_alternatives(),
        3 => certificate.information_access(),
        4 => Some(certificate.validity().0),
        5 => Some(certificate.validity().1),
        6 => return Ok(scope.number(certificate.validity_seconds().0)),
        7 => return Ok(scope.number(certificate.validity_seconds().1)),
        8 => Some(certificate.fingerprint(Fingerprint::Sha1)),
        9 => Some(certificate.fingerprint(Fingerprint::Sha256)),
        10 => Some(certificate.fingerprint(Fingerprint::Sha512)),
        11 => {
            return match certificate.extended_usage() {
                Some(usage) => super::names(scope, usage),
                None => Ok(scope.undefined()),
            };
        }
        12 => Some(certificate.serial_number()),
        13 => certificate.signature_algorithm().0,
        14 => Some(certificate.signature_algorithm().1),
        _ => return Ok(scope.boolean(certificate.is_authority())),
    };
    maybe(scope, text)
}

fn list_of<'s>(scope: &mut Scope<'s>, parts: NameParts) -> JsResult<Local<'s>> {
    let flat = parts.into_iter().flat_map(|(name, value)| [name, value]);
    super::names(scope, flat.collect())
}

/// `certificateNames(handle, isIssuer)`: names and values of the parts by turns.
fn names<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let certificate = certificate(scope, &args, 0)?;
    let parts = match args.get(scope, 1).truthy() {
        true => certificate.issuer_parts(),
        false => certificate.subject_parts(),
    };
    list_of(scope, parts)
}

/// `certificateKeyFacts(handle)`: a list, `['rsa', modulus, exponent, bits, der]` or `['ec', curve, nist, bits, point]`;
/// undefined for others.
fn key_facts<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let list = match certificate(scope, &args, 0)?.key_facts() {
        KeyFacts::Rsa {
            modulus,
            exponent,
            bits,
            der,
        } => [
            scope.string("rsa")?,
            scope.string(&modulus)?,
            scope.string(&exponent)?,
            scope.number(f64::from(bits)),
            scope.uint8_array_owned(der)?,
        ],
        KeyFacts::Ec {
            curve,
            nist,
            bits,
            point,
        } => [
            scope.string("ec")?,
            maybe(scope, curve)?,
            maybe(scope, nist.map(str::to_owned))?,
            scope.number(f64::from(bits)),
            scope.uint8_array_owned(point)?,
        ],
        KeyFacts::Other => return Ok(None),
    };
    scope.array(&list).map(Some)
}

/// `certificateKey(handle)`: a handle of its public key.
fn public_key<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let key = certificate(scope, &args, 0)?.public_key();
    given(scope, key)
}

/// `certificateVerifies(handle, key)`
fn verifies<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let certificate = certificate(scope, &args, 0)?;
    let key = args.get(scope, 1);
    Ok(key::of(scope, key).is_some_and(|key| certificate.is_signed_by(key)))
}

/// `certificateIssuedBy(handle, issuer)`
fn issued_by<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let issuer = certificate(scope, &args, 1)?;
    Ok(certificate(scope, &args, 0)?.is_issued_by(&issuer))
}

/// `certificateFitsKey(handle, privateKey)`
fn fits_key<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let certificate = certificate(scope, &args, 0)?;
    let key = args.get(scope, 1);
    Ok(key::of(scope, key).is_some_and(|key| certificate.fits_key(key)))
}

/// `certificateCheck(handle, what, name, flags)`: the name that matched; undefined if none did, false if that is no name.
fn check<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let certificate = certificate(scope, &args, 0)?;
    let name = text(scope, &args, 2)?;
    let flags = args.get(scope, 3).as_number().unwrap_or(0.0) as u32;
    let found = match args.get(scope, 1).as_i32() {
        Some(0) => certificate.check_host(name.as_bytes(), flags),
        Some(1) => certificate.check_email(name.as_bytes(), flags),
        _ => certificate.check_address(&name, flags),
    };
    match found {
        Match::Found(Some(name)) => scope.string(&name).map(Some),
        Match::Found(None) => scope.string(&name).map(Some),
        Match::None => Ok(None),
        Match::Malformed => Ok(Some(scope.boolean(false))),
    }
}

/// `openPkcs12(bytes, passphrase)`: a list of the key, the certificate and a list of others; what is not there is
/// undefined.
fn open_pkcs12<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let bytes = copied(scope, args.get(scope, 0))?;
    let passphrase = optional(scope, &args, 1)?;
    let content = match pkcs12::open(&bytes, passphrase.as_deref()) {
        Ok(content) => content,
        Err(error) => return Err(error.throw(scope)),
    };
    let key = match content.key {
        Some(key) => key::handle(scope, key)?,
        None => scope.undefined(),
    };
    let own = match content.certificate {
        Some(certificate) => handle(scope, certificate)?,
        None => scope.undefined(),
    };
    let mut others = Vec::with_capacity(content.others.len());
    for certificate in content.others {
        others.push(handle(scope, certificate)?);
    }
    let others = scope.array(&others)?;
    scope.array(&[key, own, others])
}
