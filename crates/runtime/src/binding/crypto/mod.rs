//! `binding('crypto')`: what `rondo-crypto` has, for the library. A subject, a file.
//!
//! Nothing of OpenSSL is touched before a script asks for something: making the binding only defines functions.

mod cipher;
mod data;
mod exchange;
mod failure;
mod hash;
mod hmac;
mod kdf;
pub(crate) mod key;
mod mac;
mod number;
mod pair;
mod random;
mod settings;
mod sign;
mod spkac;
mod subtle;
pub(crate) mod x509;

use rondo_engine::{Args, JsResult, Local, Scope};

pub(crate) use key::KeyHandle;

use super::define;

/// What is kept between calls.
#[derive(Default)]
pub(crate) struct State {
    cipher: cipher::State,
    exchange: exchange::State,
    hash: hash::State,
    hmac: hmac::State,
    mac: mac::State,
    random: random::State,
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "timingSafeEqual", timing_safe_equal)?;
    define(scope, object, "versionNumber", version_number)?;
    cipher::build(scope, object)?;
    exchange::build(scope, object)?;
    hash::build(scope, object)?;
    hmac::build(scope, object)?;
    kdf::build(scope, object)?;
    key::build(scope, object)?;
    mac::build(scope, object)?;
    number::build(scope, object)?;
    pair::build(scope, object)?;
    random::build(scope, object)?;
    settings::build(scope, object)?;
    sign::build(scope, object)?;
    spkac::build(scope, object)?;
    subtle::build(scope, object)?;
    x509::build(scope, object)
}

/// `timingSafeEqual(a, b)`: whether two views of the same length are equal; undefined if they are not of the same length.
fn timing_safe_equal<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let equal = args.get(scope, 0).with_bytes(scope, |a| {
        args.get(scope, 1).with_bytes(scope, |b| {
            (a.len() == b.len()).then(|| rondo_crypto::equal_in_constant_time(a, b))
        })
    });
    let equal = equal.flatten().flatten();
    Ok(equal.map(|equal| scope.boolean(equal)))
}

/// `versionNumber()`
fn version_number<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(rondo_crypto::version_number() as f64)
}

/// A list of names.
fn names<'s>(scope: &mut Scope<'s>, names: Vec<String>) -> JsResult<Local<'s>> {
    let names = names.iter().map(|name| scope.string(name));
    let names = names.collect::<JsResult<Vec<_>>>()?;
    scope.array(&names)
}
