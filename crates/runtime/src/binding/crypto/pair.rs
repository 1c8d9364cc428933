//! Keys of pairs: read, written, taken apart.

use rondo_crypto::Key;
use rondo_crypto::asymmetric::generate::Plan;
use rondo_crypto::asymmetric::parts::{self, Part, Raw};
use rondo_crypto::asymmetric::read::{self, Form};
use rondo_crypto::asymmetric::write::{self, Sealing, Shape};
use rondo_crypto::asymmetric::{self, Detail};
use rondo_crypto::ecdh::PointForm;
use rondo_engine::{Args, JsResult, Local, Scope};

use super::data::copied;
use super::key::{handle, of};
use crate::binding::define;
use crate::request::{Failed, perform};

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "readPrivateKey", read_private)?;
    define(scope, object, "readPublicKey", read_public)?;
    define(scope, object, "rsaKey", rsa_key)?;
    define(scope, object, "ecKey", ec_key)?;
    define(scope, object, "jwkKey", jwk_key)?;
    define(scope, object, "rawKey", raw_key)?;
    define(scope, object, "publicOf", public_of)?;
    define(scope, object, "keyKind", kind)?;
    define(scope, object, "keyDetails", details)?;
    define(scope, object, "isSoundPair", is_sound)?;
    define(scope, object, "writeKey", write_key)?;
    define(scope, object, "keyParts", key_parts)?;
    define(scope, object, "rawBytes", raw_bytes)?;
    define(scope, object, "generatePair", generate)
}

pub(super) type Returned<'s> = JsResult<Option<Local<'s>>>;

/// The text of an argument.
pub(super) fn text<'s>(scope: &mut Scope<'s>, args: &Args<'s>, at: usize) -> JsResult<String> {
    Ok(args.get(scope, at).as_string(scope)?.unwrap_or_default())
}

/// The text of an argument, if it is there.
pub(super) fn optional_text<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    at: usize,
) -> JsResult<Option<String>> {
    args.get(scope, at).as_string(scope)
}

/// The bytes of an argument, if it is there.
pub(super) fn optional<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    at: usize,
) -> JsResult<Option<Vec<u8>>> {
    let value = args.get(scope, at);
    match value.is_undefined() || value.is_null() {
        true => Ok(None),
        false => copied(scope, value).map(Some),
    }
}

/// A key among the arguments, as an owner of its own.
pub(super) fn key<'s>(scope: &mut Scope<'s>, args: &Args<'s>, at: usize) -> JsResult<Key> {
    let value = args.get(scope, at);
    match of(scope, value) {
        Some(key) => Ok(key.clone()),
        None => {
            let error = rondo_crypto::Refusal::plain("A key is missing");
            Err(rondo_crypto::Error::from(error).throw(scope))
        }
    }
}

/// A handle for a key that was made, or the error.
pub(super) fn given<'s>(
    scope: &mut Scope<'s>,
    made: rondo_crypto::Result<Key>,
) -> JsResult<Local<'s>> {
    match made {
        Ok(key) => handle(scope, key),
        Err(error) => Err(error.throw(scope)),
    }
}

/// The numbers are known to `js/internal/crypto/key_forms.js`.
fn form(value: Local<'_>) -> Form {
    match value.as_i32() {
        Some(1) => Form::Pkcs1,
        Some(2) => Form::Pkcs8,
        Some(3) => Form::Spki,
        Some(4) => Form::Sec1,
        _ => Form::Pem,
    }
}

/// `readPrivateKey(bytes, form, passphrase)`
fn read_private<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let bytes = copied(scope, args.get(scope, 0))?;
    let passphrase = optional(scope, &args, 2)?;
    let made = read::private(&bytes, form(args.get(scope, 1)), passphrase.as_deref());
    given(scope, made)
}

/// `readPublicKey(bytes, form, passphrase)`: also of certificates and private keys.
fn read_public<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let bytes = copied(scope, args.get(scope, 0))?;
    let passphrase = optional(scope, &args, 2)?;
    let made = read::public(&bytes, form(args.get(scope, 1)), passphrase.as_deref());
    given(scope, made)
}

/// `rsaKey(n, e, d, p, q, dp, dq, qi)`: a private one if there is a `d`.
fn rsa_key<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let mut numbers = Vec::with_capacity(8);
    for at in 0..8 {
        numbers.push(optional(scope, &args, at)?);
    }
    let number = |at: usize| numbers[at].as_deref().unwrap_or_default();
    let private = numbers[2]
        .is_some()
        .then(|| std::array::from_fn(|at| number(at + 2)));
    let made = parts::rsa(number(0), number(1), private);
    given(scope, made)
}

/// `ecKey(curve, x, y, d)`
fn ec_key<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let curve = text(scope, &args, 0)?;
    let x = copied(scope, args.get(scope, 1))?;
    let y = copied(scope, args.get(scope, 2))?;
    let d = optional(scope, &args, 3)?;
    let made = parts::ec(&curve, &x, &y, d.as_deref());
    given(scope, made)
}

/// `jwkKey(family, kind, publicBytes, privateBytes)`: of the families `OKP` and `AKP`.
fn jwk_key<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let family = text(scope, &args, 0)?;
    let kind = text(scope, &args, 1)?;
    let public = copied(scope, args.get(scope, 2))?;
    let private = optional(scope, &args, 3)?;
    let made = parts::from_jwk(&family, &kind, &public, private.as_deref());
    given(scope, made)
}

/// What a raw key is: 0 public, 1 private, 2 a seed.
fn raw(value: Local<'_>) -> Raw {
    match value.as_i32() {
        Some(1) => Raw::Private,
        Some(2) => Raw::Seed,
        _ => Raw::Public,
    }
}

/// `rawKey(kind, what, bytes, curve)`
fn raw_key<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let kind = text(scope, &args, 0)?;
    let bytes = copied(scope, args.get(scope, 2))?;
    let curve = optional_text(scope, &args, 3)?;
    let made = parts::from_raw(&kind, raw(args.get(scope, 1)), &bytes, curve.as_deref());
    given(scope, made)
}

/// `publicOf(handle)`: the public part of a private key.
fn public_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let public = key(scope, &args, 0)?.to_public();
    public.map(|key| handle(scope, key)).transpose()
}

/// `keyKind(handle)`: as in `asymmetricKeyType`; undefined for kinds that Node does not know.
fn kind<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let kind = asymmetric::kind(&key(scope, &args, 0)?);
    kind.map(|kind| scope.string(&kind)).transpose()
}

/// `isSoundPair(handle)`: whether the parts of a private key belong together.
fn is_sound<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(asymmetric::is_sound(&key(scope, &args, 0)?))
}

/// `keyDetails(handle)`: names and values by turns; bytes stand for big numbers.
fn details<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let mut list = Vec::new();
    for detail in asymmetric::details(&key(scope, &args, 0)?) {
        let (name, value) = match detail {
            Detail::Number(name, number) => (name, scope.number(number as f64)),
            Detail::Big(name, bytes) => (name, scope.uint8_array_owned(bytes)?),
            Detail::Text(name, text) => (name, scope.string(&text)?),
        };
        list.push(scope.string(name)?);
        list.push(value);
    }
    scope.array(&list)
}

/// `writeKey(handle, form, isPem, cipher, passphrase)`: bytes.
fn write_key<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let key = key(scope, &args, 0)?;
    let sealing = match optional_text(scope, &args, 3)? {
        None => None,
        Some(cipher) => {
            let passphrase = copied(scope, args.get(scope, 4))?;
            let sealing = Sealing::new(&cipher, passphrase);
            Some(sealing.map_err(|error| error.throw(scope))?)
        }
    };
    let shape = Shape {
        form: form(args.get(scope, 1)),
        is_pem: args.get(scope, 2).truthy(),
        sealing,
    };
    match write::write(&key, &shape) {
        Ok(bytes) => scope.uint8_array_owned(bytes),
        Err(error) => Err(error.throw(scope)),
    }
}

/// `keyParts(handle)`: names and values of a JSON Web Key by turns; bytes are to become base64.
fn key_parts<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let parts = parts::to_jwk(&key(scope, &args, 0)?);
    let parts = parts.map_err(|error| error.throw(scope))?;
    let mut list = Vec::new();
    for part in parts {
        let (name, value) = match part {
            Part::Bytes(name, bytes) => (name, scope.uint8_array_owned(bytes)?),
            Part::Text(name, text) => (name, scope.string(&text)?),
        };
        list.push(scope.string(name)?);
        list.push(value);
    }
    scope.array(&list)
}

/// `rawBytes(handle, what, isCompressed)`
fn raw_bytes<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let key = key(scope, &args, 0)?;
    let form = match args.get(scope, 2).truthy() {
        true => PointForm::Compressed,
        false => PointForm::Uncompressed,
    };
    match parts::to_raw(&key, raw(args.get(scope, 1)), form) {
        Ok(bytes) => scope.uint8_array_owned(bytes),
        Err(error) => Err(error.throw(scope)),
    }
}

/// What `generatePair` is to make: a kind, and what it needs, in the order in which the library gives it.
fn plan<'s>(scope: &mut Scope<'s>, args: &Args<'s>) -> JsResult<Plan> {
    let number = |scope: &Scope<'s>, at| args.get(scope, at).as_number();
    let kind = text(scope, args, 0)?;
    let bits = number(scope, 1).unwrap_or(0.0) as usize;
    let exponent = number(scope, 2).unwrap_or(0.0) as u32;
    Ok(match kind.as_str() {
        "rsa" => Plan::Rsa { bits, exponent },
        "rsa-pss" => Plan::RsaPss {
            bits,
            exponent,
            digest: optional_text(scope, args, 3)?,
            mask_digest: optional_text(scope, args, 4)?,
            salt: number(scope, 5).map(|salt| salt as i32),
        },
        "dsa" => Plan::Dsa {
            bits,
            divisor: number(scope, 2).map(|bits| bits as usize),
        },
        "ec" => Plan::Ec {
            curve: text(scope, args, 1)?,
            is_explicit: args.get(scope, 2).truthy(),
        },
        "dh" if args.get(scope, 1).is_string() => Plan::DhGroup(text(scope, args, 1)?),
        "dh" if number(scope, 1).is_some() => Plan::DhSize {
            bits,
            generator: exponent,
        },
        "dh" => Plan::DhPrime {
            prime: copied(scope, args.get(scope, 1))?,
            generator: exponent,
        },
        _ => Plan::Plain(kind),
    })
}

/// How many arguments stand before the callback of `generatePair`.
const PLANNED: usize = 6;

/// `generatePair(kind, ...plan, callback)`: a list of the public and the private key.
fn generate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let plan = plan(scope, &args)?;
    if let Err(error) = plan.check() {
        return Err(error.throw(scope));
    }
    perform(
        scope,
        args.get(scope, PLANNED),
        move || plan.run(),
        |scope, key| {
            let public = key.to_public();
            let public = match public {
                Some(public) => handle(scope, public)?,
                None => scope.undefined(),
            };
            let private = handle(scope, key)?;
            scope.array(&[public, private]).map(Some)
        },
    )
}
