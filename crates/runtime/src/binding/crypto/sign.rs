//! Signatures, encryption, agreement and encapsulation with keys of pairs.

use rondo_crypto::asymmetric::encrypt::{self, Direction, Padding};
use rondo_crypto::asymmetric::{agree, sign};
use rondo_engine::{Args, JsResult, Local, Scope};

use super::data::copied;
use super::hash::numbered;
use super::pair::{Returned, key, optional};
use crate::binding::define;
use crate::request::perform;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "signsMessagesOnly", signs_messages_only)?;
    define(scope, object, "sign", sign_message)?;
    define(scope, object, "signDigest", sign_digest)?;
    define(scope, object, "verify", verify_message)?;
    define(scope, object, "verifyDigest", verify_digest)?;
    define(scope, object, "rsaCrypt", rsa_crypt)?;
    define(scope, object, "derive", derive)?;
    define(scope, object, "encapsulate", encapsulate)?;
    define(scope, object, "decapsulate", decapsulate)
}

fn bytes<'s>(scope: &mut Scope<'s>, bytes: Vec<u8>) -> Returned<'s> {
    scope.uint8_array_owned(bytes).map(Some)
}

fn verdict<'s>(scope: &mut Scope<'s>, is_right: bool) -> Returned<'s> {
    Ok(Some(scope.boolean(is_right)))
}

/// `signsMessagesOnly(handle)`: whether the kind of key makes digests itself.
fn signs_messages_only<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(sign::signs_messages_only(&key(scope, &args, 0)?))
}

/// The scheme: five arguments from `at` on, the number of a digest, padding, length of the salt, whether signatures
/// are flat, and a context.
fn scheme<'s>(scope: &mut Scope<'s>, args: &Args<'s>, at: usize) -> JsResult<sign::Scheme> {
    Ok(sign::Scheme {
        digest: optional_digest(scope, args, at)?,
        padding: args.get(scope, at + 1).as_i32(),
        salt: args.get(scope, at + 2).as_i32(),
        is_flat: args.get(scope, at + 3).truthy(),
        context: optional(scope, args, at + 4)?,
    })
}

/// `sign(key, ...scheme, message, callback)`
fn sign_message<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = key(scope, &args, 0)?;
    let scheme = scheme(scope, &args, 1)?;
    let message = copied(scope, args.get(scope, 6))?;
    let job = move || sign::sign(&key, &scheme, &message);
    perform(scope, args.get(scope, 7), job, bytes)
}

/// `signDigest(key, ...scheme, digest)`
fn sign_digest<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = key(scope, &args, 0)?;
    let scheme = scheme(scope, &args, 1)?;
    let digest = copied(scope, args.get(scope, 6))?;
    let job = move || sign::sign_digest(&key, &scheme, &digest);
    perform(scope, args.get(scope, 7), job, bytes)
}

/// `verify(key, ...scheme, message, signature, callback)`
fn verify_message<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = key(scope, &args, 0)?;
    let scheme = scheme(scope, &args, 1)?;
    let message = copied(scope, args.get(scope, 6))?;
    let signature = copied(scope, args.get(scope, 7))?;
    let job = move || sign::verify(&key, &scheme, &message, &signature);
    perform(scope, args.get(scope, 8), job, verdict)
}

/// `verifyDigest(key, ...scheme, digest, signature)`
fn verify_digest<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = key(scope, &args, 0)?;
    let scheme = scheme(scope, &args, 1)?;
    let digest = copied(scope, args.get(scope, 6))?;
    let signature = copied(scope, args.get(scope, 7))?;
    let job = move || sign::verify_digest(&key, &scheme, &digest, &signature);
    perform(scope, args.get(scope, 8), job, verdict)
}

/// A digest by its number, if there is one.
fn optional_digest<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    at: usize,
) -> JsResult<Option<rondo_crypto::Algorithm>> {
    let number = args.get(scope, at);
    match number.is_undefined() {
        true => Ok(None),
        false => numbered(scope, number).map(Some),
    }
}

/// `rsaCrypt(direction, key, padding, digest, maskDigest, label, data, callback)`
fn rsa_crypt<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let direction = match args.get(scope, 0).as_i32() {
        Some(1) => Direction::PrivateDecrypt,
        Some(2) => Direction::PrivateEncrypt,
        Some(3) => Direction::PublicDecrypt,
        _ => Direction::PublicEncrypt,
    };
    let key = key(scope, &args, 1)?;
    let padding = Padding {
        number: args.get(scope, 2).as_i32().unwrap_or(0),
        digest: optional_digest(scope, &args, 3)?,
        mask_digest: optional_digest(scope, &args, 4)?,
        label: optional(scope, &args, 5)?,
    };
    let data = copied(scope, args.get(scope, 6))?;
    let job = move || encrypt::run(&key, direction, &padding, &data);
    perform(scope, args.get(scope, 7), job, bytes)
}

/// `derive(privateKey, publicKey, callback)`
fn derive<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let private = key(scope, &args, 0)?;
    let public = key(scope, &args, 1)?;
    let job = move || agree::derive(&private, &public);
    perform(scope, args.get(scope, 2), job, bytes)
}

/// `encapsulate(publicKey, callback)`: a list of the secret and what carries it.
fn encapsulate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = key(scope, &args, 0)?;
    let job = move || agree::encapsulate(&key);
    perform(
        scope,
        args.get(scope, 1),
        job,
        |scope, (secret, wrapped)| {
            let secret = scope.uint8_array_owned(secret)?;
            let wrapped = scope.uint8_array_owned(wrapped)?;
            scope.array(&[secret, wrapped]).map(Some)
        },
    )
}

/// `decapsulate(privateKey, wrapped, callback)`
fn decapsulate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = key(scope, &args, 0)?;
    let wrapped = copied(scope, args.get(scope, 1))?;
    let job = move || agree::decapsulate(&key, &wrapped);
    perform(scope, args.get(scope, 2), job, bytes)
}
