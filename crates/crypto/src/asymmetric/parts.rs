//! Keys by their parts: the numbers that JSON Web Keys are made of, and the bytes of raw keys.

use std::sync::{Mutex, PoisonError};

use openssl::bn::{BigNum, BigNumContext};
use openssl::ec::{EcGroup, EcPoint, PointConversionForm};
use openssl::nid::Nid;
use openssl::pkey::{PKey, PKeyRef, Private, Public};

use super::{PLAIN_KINDS, has_seed, kind_of};
use crate::ecdh::PointForm;
use crate::sys::params::Params;
use crate::sys::{self, pkey};
use crate::{Key, Kind, Refusal, Result};

/// A part of a key under the name that it has in JSON: bytes, or text.
pub enum Part {
    /// Bytes, which become base64
    Bytes(&'static str, Vec<u8>),
    /// Text
    Text(&'static str, String),
}

fn refuse(kind: Kind, code: &'static str, message: impl Into<String>) -> crate::Error {
    sys::clear_errors();
    Refusal {
        kind,
        code: Some(code),
        message: message.into().into(),
    }
    .into()
}

fn invalid_jwk(kind: &str) -> crate::Error {
    let message = format!("Invalid JWK {kind} key");
    refuse(Kind::Type, "ERR_CRYPTO_INVALID_JWK", message)
}

fn invalid_data() -> crate::Error {
    refuse(Kind::Type, "ERR_INVALID_ARG_VALUE", "Invalid key data")
}

fn incompatible() -> crate::Error {
    refuse(
        Kind::Error,
        "ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS",
        "The selected key encoding is incompatible with the key type",
    )
}

/// The numbers of an RSA key: the modulus, the exponent, and if it is private the others, in the order of RFC 7518
/// (`d`, `p`, `q`, `dp`, `dq`, `qi`).
pub fn rsa(modulus: &[u8], exponent: &[u8], private: Option<[&[u8]; 6]>) -> Result<Key> {
    sys::init();
    let is_zero = |bytes: &[u8]| bytes.iter().all(|&byte| byte == 0);
    if is_zero(modulus) {
        return Err(invalid_jwk("RSA"));
    }
    let params = Params::default().number("n", modulus).number("e", exponent);
    let Some([d, p, q, dp, dq, qi]) = private else {
        let key = pkey::public_from("RSA", &params).map_err(|_| invalid_jwk("RSA"))?;
        return Ok(Key::Public(key));
    };
    if is_zero(p) || is_zero(q) || !is_product(modulus, p, q)? {
        return Err(invalid_jwk("RSA"));
    }
    let params = params
        .number("d", d)
        .number("rsa-factor1", p)
        .number("rsa-factor2", q)
        .number("rsa-exponent1", dp)
        .number("rsa-exponent2", dq)
        .number("rsa-coefficient1", qi);
    let key = pkey::private_from("RSA", &params).map_err(|_| {
        let code = "ERR_CRYPTO_OPERATION_FAILED";
        refuse(Kind::Error, code, "Unable to create key pointer")
    })?;
    Ok(Key::Private(key))
}

/// Whether the modulus is that of the two factors, which are wiped out again.
fn is_product(modulus: &[u8], p: &[u8], q: &[u8]) -> Result<bool> {
    let (mut p, mut q) = (BigNum::from_slice(p)?, BigNum::from_slice(q)?);
    let (mut product, mut context) = (BigNum::new()?, BigNumContext::new_secure()?);
    let multiplied = product.checked_mul(&p, &q, &mut context);
    p.clear();
    q.clear();
    multiplied?;
    Ok(product == BigNum::from_slice(modulus)?)
}

/// A curve by a name of JSON Web Keys', NIST's or OpenSSL's.
pub fn curve_number(name: &str) -> Option<Nid> {
    sys::init();
    let name = match name {
        "P-256" => "prime256v1",
        "P-384" => "secp384r1",
        "P-521" => "secp521r1",
        "P-192" => "prime192v1",
        "P-224" => "secp224r1",
        other => other,
    };
    let number = sys::curve::number(name).map(Nid::from_raw)?;
    is_curve(number).then_some(number)
}

/// Whether a number is that of a curve. Those that are get remembered: to look takes as long as half a key.
fn is_curve(number: Nid) -> bool {
    static KNOWN: Mutex<Vec<i32>> = Mutex::new(Vec::new());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known().contains(&number.as_raw()) {
        return true;
    }
    let exists = EcGroup::from_curve_name(number).is_ok();
    sys::clear_errors();
    if exists {
        known().push(number.as_raw());
    }
    exists
}

fn invalid_curve() -> crate::Error {
    let code = "ERR_CRYPTO_INVALID_CURVE";
    refuse(Kind::Type, code, "Invalid EC curve name")
}

fn curve(name: &str) -> Result<(EcGroup, &'static str)> {
    let number = curve_number(name).ok_or_else(invalid_curve)?;
    let name = number.short_name().map_err(|_| invalid_curve())?;
    Ok((EcGroup::from_curve_name(number)?, name))
}

/// How many bytes a coordinate has.
fn field_size(group: &EcGroup) -> usize {
    group.degree().div_ceil(8) as usize
}

/// A key of a curve, by the coordinates of the point, and the private number.
pub fn ec(curve_name: &str, x: &[u8], y: &[u8], d: Option<&[u8]>) -> Result<Key> {
    let (group, name) = curve(curve_name)?;
    let padded = |coordinate: &[u8]| {
        let number = BigNum::from_slice(coordinate).ok()?;
        number
            .to_vec_padded(i32::try_from(field_size(&group)).ok()?)
            .ok()
    };
    let invalid = || invalid_jwk("EC");
    let (x, y) = (
        padded(x).ok_or_else(invalid)?,
        padded(y).ok_or_else(invalid)?,
    );
    let point = [&[4][..], &x, &y].concat();
    let public = ec_public(name, &point).map_err(|_| invalid_jwk("EC"))?;
    match d {
        None => Ok(Key::Public(public)),
        Some(d) => {
            let key = ec_pair(name, &point, d)
                .ok()
                .filter(|key| pkey::is_sound_pair(key));
            key.map(Key::Private).ok_or_else(invalid)
        }
    }
}

fn ec_public(curve: &str, point: &[u8]) -> Result<PKey<Public>> {
    let params = Params::default().text("group", curve).bytes("pub", point);
    let key = pkey::public_from("EC", &params)?;
    match pkey::is_sound_public(&key) {
        true => Ok(key),
        false => Err(invalid_data()),
    }
}

fn ec_pair(curve: &str, point: &[u8], d: &[u8]) -> Result<PKey<Private>> {
    let params = Params::default()
        .text("group", curve)
        .bytes("pub", point)
        .number("priv", d);
    pkey::private_from("EC", &params)
}

/// A key of a curve, by its private number alone.
fn ec_private(curve_name: &str, d: &[u8]) -> Result<PKey<Private>> {
    let (group, name) = curve(curve_name)?;
    let mut order = BigNum::new()?;
    let mut context = BigNumContext::new()?;
    group.order(&mut order, &mut context)?;
    let number = BigNum::from_slice(d)?;
    let size = order.num_bytes() as usize;
    if d.len() != size || number.num_bits() == 0 || number >= order {
        return Err(invalid_data());
    }
    let mut point = EcPoint::new(&group)?;
    point.mul_generator2(&group, &number, &mut context)?;
    let form = PointConversionForm::UNCOMPRESSED;
    let point = point.to_bytes(&group, form, &mut context)?;
    ec_pair(name, &point, d)
}

/// What a raw key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Raw {
    /// A public key
    Public,
    /// A private key
    Private,
    /// What a private key is made of
    Seed,
}

/// A key of the bytes that are all of it. Curves are named besides.
pub fn from_raw(kind: &str, raw: Raw, bytes: &[u8], curve_name: Option<&str>) -> Result<Key> {
    sys::init();
    sys::clear_errors();
    if !super::is_kind(kind) {
        let message = format!("Invalid asymmetricKeyType: {kind}");
        return Err(refuse(Kind::Type, "ERR_INVALID_ARG_VALUE", message));
    }
    let made = match (kind, raw) {
        ("ec", Raw::Public) => {
            let (_, name) = curve(curve_name.unwrap_or_default())?;
            ec_public(name, bytes).map(Key::Public)
        }
        ("ec", Raw::Private) => {
            return ec_private(curve_name.unwrap_or_default(), bytes).map(Key::Private);
        }
        (kind, _) if !PLAIN_KINDS.contains(&kind) => return Err(incompatible()),
        (kind, Raw::Public) => pkey::raw_public(kind, bytes).map(Key::Public),
        (kind, Raw::Private) if !has_seed(kind) => pkey::raw_private(kind, bytes).map(Key::Private),
        (kind, Raw::Seed) if has_seed(kind) => from_seed(kind, bytes).map(Key::Private),
        _ => return Err(incompatible()),
    };
    made.map_err(|_| invalid_data())
}

fn from_seed(kind: &str, seed: &[u8]) -> Result<PKey<Private>> {
    pkey::private_from(kind, &Params::default().bytes("seed", seed))
}

/// A key of JSON Web Keys' kinds `OKP` and `AKP`: the public bytes, and the private ones, which must go with them.
pub fn from_jwk(family: &str, kind: &str, public: &[u8], private: Option<&[u8]>) -> Result<Key> {
    sys::init();
    sys::clear_errors();
    let invalid = |_| invalid_jwk(family);
    let Some(private) = private else {
        let key = pkey::raw_public(kind, public).map_err(invalid)?;
        return Ok(Key::Public(key));
    };
    let key = match has_seed(kind) {
        true => from_seed(kind, private),
        false => pkey::raw_private(kind, private),
    };
    let key = key.map_err(invalid)?;
    match pkey::raw_public_bytes(&key) {
        Some(bytes) if bytes == public => Ok(Key::Private(key)),
        _ => Err(invalid_jwk(family)),
    }
}

fn private_bytes(key: &PKeyRef<Private>, kind: &str) -> Option<Vec<u8>> {
    match has_seed(kind) {
        true => pkey::bytes(key, c"seed"),
        false => pkey::raw_private_bytes(key),
    }
}

/// The bytes that are all of a key. A point of a curve is written in a form.
pub fn to_raw(key: &Key, raw: Raw, form: PointForm) -> Result<Vec<u8>> {
    sys::clear_errors();
    let public = key.public().ok_or_else(incompatible)?;
    let kind = kind_of(&public).unwrap_or_default();
    let found = match (kind.as_str(), raw, key) {
        ("ec", Raw::Public, _) => return point(&public, form),
        ("ec", Raw::Private, Key::Private(key)) => ec_number(key),
        (kind, _, _) if !PLAIN_KINDS.contains(&kind) => None,
        (_, Raw::Public, _) => pkey::raw_public_bytes(&public),
        (kind, Raw::Private, Key::Private(key)) if !has_seed(kind) => pkey::raw_private_bytes(key),
        (kind, Raw::Seed, Key::Private(key)) if has_seed(kind) => {
            return pkey::bytes(key, c"seed").ok_or_else(|| {
                let code = "ERR_CRYPTO_OPERATION_FAILED";
                refuse(Kind::Error, code, "key does not have an available seed")
            });
        }
        _ => None,
    };
    found.ok_or_else(incompatible)
}

fn point(key: &PKeyRef<Public>, form: PointForm) -> Result<Vec<u8>> {
    let key = key.ec_key()?;
    let mut context = BigNumContext::new()?;
    Ok(key
        .public_key()
        .to_bytes(key.group(), form.openssl(), &mut context)?)
}

/// The private number of a curve's key, as long as the order.
fn ec_number(key: &PKeyRef<Private>) -> Option<Vec<u8>> {
    let size = i32::try_from(key.bits().div_ceil(8)).ok()?;
    pkey::number(key, c"priv")?.to_vec_padded(size).ok()
}

/// The parts of a key as JSON Web Keys have them, in Node's order.
pub fn to_jwk(key: &Key) -> Result<Vec<Part>> {
    sys::clear_errors();
    let code = "ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE";
    let unsupported = || refuse(Kind::Error, code, "Unsupported JWK Key Type.");
    let public = key.public().ok_or_else(unsupported)?;
    let kind = kind_of(&public).unwrap_or_default();
    match kind.as_str() {
        "rsa" => rsa_jwk(&public, key.private()),
        "ec" => ec_jwk(&public, key.private()),
        kind if PLAIN_KINDS.contains(&kind) => plain_jwk(kind, &public, key.private()),
        _ => Err(unsupported()),
    }
}

fn rsa_jwk(public: &PKeyRef<Public>, private: Option<&PKey<Private>>) -> Result<Vec<Part>> {
    let mut parts = vec![Part::Text("kty", "RSA".to_owned())];
    let number = |name: &'static str, key: &std::ffi::CStr| {
        let bytes = pkey::number(public, key).map_or_else(Vec::new, |number| number.to_vec());
        Part::Bytes(name, bytes)
    };
    parts.push(number("n", c"n"));
    parts.push(number("e", c"e"));
    if private.is_some() {
        parts.push(number("d", c"d"));
        parts.push(number("p", c"rsa-factor1"));
        parts.push(number("q", c"rsa-factor2"));
        parts.push(number("dp", c"rsa-exponent1"));
        parts.push(number("dq", c"rsa-exponent2"));
        parts.push(number("qi", c"rsa-coefficient1"));
    }
    Ok(parts)
}

fn ec_jwk(public: &PKeyRef<Public>, private: Option<&PKey<Private>>) -> Result<Vec<Part>> {
    let name = pkey::text(public, c"group").unwrap_or_default();
    let curve = match name.as_str() {
        "prime256v1" => "P-256",
        "secp384r1" => "P-384",
        "secp521r1" => "P-521",
        "secp256k1" => "secp256k1",
        _ => {
            let message = format!("Unsupported JWK EC curve: {name}.");
            let code = "ERR_CRYPTO_JWK_UNSUPPORTED_CURVE";
            return Err(refuse(Kind::Error, code, message));
        }
    };
    let point = point(public, PointForm::Uncompressed)?;
    let (x, y) = point[1..].split_at(point.len() / 2);
    let mut parts = vec![
        Part::Text("kty", "EC".to_owned()),
        Part::Bytes("x", x.to_vec()),
        Part::Bytes("y", y.to_vec()),
        Part::Text("crv", curve.to_owned()),
    ];
    if let Some(number) = private.and_then(|key| ec_number(key)) {
        parts.push(Part::Bytes("d", number));
    }
    Ok(parts)
}

fn plain_jwk(
    kind: &str,
    public: &PKeyRef<Public>,
    private: Option<&PKey<Private>>,
) -> Result<Vec<Part>> {
    let curve = match kind {
        "ed25519" => Some("Ed25519"),
        "ed448" => Some("Ed448"),
        "x25519" => Some("X25519"),
        "x448" => Some("X448"),
        _ => None,
    };
    let (family, name, value, [public_name, private_name]) = match curve {
        Some(curve) => ("OKP", "crv", curve.to_owned(), ["x", "d"]),
        None => ("AKP", "alg", jwk_algorithm(kind), ["pub", "priv"]),
    };
    let bytes = pkey::raw_public_bytes(public).unwrap_or_default();
    let mut parts = vec![
        Part::Text("kty", family.to_owned()),
        Part::Text(name, value),
        Part::Bytes(public_name, bytes),
    ];
    if let Some(key) = private {
        let Some(bytes) = private_bytes(key, kind) else {
            let code = "ERR_CRYPTO_OPERATION_FAILED";
            return Err(refuse(
                Kind::Error,
                code,
                "key does not have an available seed",
            ));
        };
        parts.push(Part::Bytes(private_name, bytes));
    }
    Ok(parts)
}

/// `ml-dsa-44` as `ML-DSA-44`; the last letter of SLH-DSA's kinds stays small.
fn jwk_algorithm(kind: &str) -> String {
    let large = kind.to_ascii_uppercase();
    match kind.starts_with("slh-dsa") {
        true => format!("{}{}", &large[..large.len() - 1], &kind[kind.len() - 1..]),
        false => large,
    }
}
