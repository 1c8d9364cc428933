//! What SubtleCrypto has done at once by the pool: digests and ciphers over whole messages.

use rondo_crypto::keccak::{self, Strength};
use rondo_crypto::message::Scheme;
use rondo_crypto::{Digest, Hmac};
use rondo_engine::{Args, JsResult, Local, Scope};

use super::data::{copied, length, size};
use super::hash::numbered;
use super::pair::{Returned, optional, text};
use crate::binding::define;
use crate::request::perform;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "digestJob", digest)?;
    define(scope, object, "keccakJob", keccak)?;
    define(scope, object, "hmacJob", hmac)?;
    define(scope, object, "cipherJob", cipher)
}

fn buffer<'s>(scope: &mut Scope<'s>, bytes: Vec<u8>) -> Returned<'s> {
    scope.array_buffer_owned(bytes).map(Some)
}

/// `digestJob(algorithm, data, callback)`: an ArrayBuffer.
fn digest<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let number = args.get(scope, 0);
    let algorithm = numbered(scope, number)?;
    let data = copied(scope, args.get(scope, 1))?;
    let job = move || Digest::of(&algorithm, &data, None, &mut None);
    perform(scope, args.get(scope, 2), job, buffer)
}

/// `keccakJob(function, is256, data, length, first, second, callback)`: the functions are 0 cSHAKE, with its name and
/// purpose, 1 TurboSHAKE, with the number of its domain, 2 KangarooTwelve, with its purpose. An ArrayBuffer.
fn keccak<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let function = args.get(scope, 0).as_i32();
    let strength = match args.get(scope, 1).truthy() {
        true => Strength::Bits256,
        false => Strength::Bits128,
    };
    let data = copied(scope, args.get(scope, 2))?;
    let length = size(args.get(scope, 3));
    let domain = args.get(scope, 4).as_i32().unwrap_or(0) as u8;
    let first = copied(scope, args.get(scope, 4))?;
    let second = copied(scope, args.get(scope, 5))?;
    let job = move || match function {
        Some(0) => keccak::cshake(strength, &first, &second, &data, length),
        Some(1) => keccak::turbo_shake(strength, domain, &data, length),
        _ => keccak::kangaroo(strength, &first, &data, length),
    };
    perform(scope, args.get(scope, 6), job, buffer)
}

/// `hmacJob(algorithm, key, data, callback)`: an ArrayBuffer.
fn hmac<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let number = args.get(scope, 0);
    let algorithm = numbered(scope, number)?;
    let key = copied(scope, args.get(scope, 1))?;
    let data = copied(scope, args.get(scope, 2))?;
    let job = move || {
        let mut hmac = Hmac::new(&algorithm, &key)?;
        hmac.update(&data)?;
        hmac.finish()
    };
    perform(scope, args.get(scope, 3), job, buffer)
}

/// `cipherJob(name, encrypts, key, iv, additionalData, tagLength, counterBits, data, callback)`: an ArrayBuffer.
fn cipher<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let encrypts = args.get(scope, 1).truthy();
    let scheme = Scheme {
        cipher: text(scope, &args, 0)?,
        key: copied(scope, args.get(scope, 2))?,
        iv: optional(scope, &args, 3)?,
        bound: optional(scope, &args, 4)?,
        tag_length: length(args.get(scope, 5)),
        counter_bits: length(args.get(scope, 6)).map(|bits| bits as u32),
    };
    let data = copied(scope, args.get(scope, 7))?;
    let job = move || match encrypts {
        true => scheme.encrypt(&data),
        false => scheme.decrypt(&data),
    };
    perform(scope, args.get(scope, 8), job, buffer)
}
