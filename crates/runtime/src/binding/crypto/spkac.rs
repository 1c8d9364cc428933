//! SPKAC.

use rondo_crypto::spkac;
use rondo_engine::{Args, JsResult, Local, Scope};

use super::data::{Encoding, with_data};
use crate::binding::define;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "verifySpkac", verify)?;
    define(scope, object, "spkacPublicKey", public_key)?;
    define(scope, object, "spkacChallenge", challenge)
}

/// `verifySpkac(text)`
fn verify<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    with_data(scope, args.get(scope, 0), Encoding::Utf8, spkac::verify)
}

/// `spkacPublicKey(text)`: the key as PEM, in bytes; undefined if there is none.
fn public_key<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let key = with_data(scope, args.get(scope, 0), Encoding::Utf8, spkac::public_key)?;
    key.map(|key| scope.uint8_array_owned(key)).transpose()
}

/// `spkacChallenge(text)`: its bytes; undefined if there is none.
fn challenge<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let challenge = with_data(scope, args.get(scope, 0), Encoding::Utf8, spkac::challenge)?;
    challenge
        .map(|bytes| scope.uint8_array_owned(bytes))
        .transpose()
}
