//! Digests.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ffi::CStr;

use rondo_crypto::{Algorithm, Digest, Refusal, Scratch};
use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};

use super::data::{Encoding, given, length, with_data};
use crate::binding::define;
use crate::request::Failed;
use crate::runtime::runtime;

/// The algorithms that were asked for: the library has numbers for them.
#[derive(Default)]
pub(super) struct State {
    known: RefCell<Known>,
    prototype: OnceCell<Persistent>,
    scratch: RefCell<Option<Scratch>>,
}

impl State {
    /// Has algorithms looked up again.
    pub(super) fn forget_names(&self) {
        self.known.borrow_mut().numbers.clear();
    }
}

#[derive(Default)]
struct Known {
    list: Vec<Algorithm>,
    numbers: HashMap<String, usize>,
}

/// A digest that a script computes.
struct Hash {
    algorithm: Algorithm,
    /// `None` once it is finished.
    digest: RefCell<Option<Digest>>,
}

impl HostObject for Hash {
    const NAME: &'static CStr = c"Hash";
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "algorithm", algorithm)?;
    define(scope, object, "createHash", create)?;
    define(scope, object, "hash", hash)?;
    define(scope, object, "isXof", is_xof)?;
    define(scope, object, "digestSize", digest_size)?;
    define(scope, object, "digests", digests)?;
    let prototype = scope.object()?;
    define(scope, prototype, "update", update)?;
    define(scope, prototype, "digest", digest)?;
    define(scope, prototype, "copy", copy)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.crypto.hash.prototype.set(kept);
    Ok(())
}

/// `algorithm(name)`: its number; -1 if there is none of that name.
fn algorithm<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let name = name.to_ascii_lowercase();
    let known = &runtime(scope).state.crypto.hash.known;
    if let Some(&number) = known.borrow().numbers.get(&name) {
        return Ok(number as i32);
    }
    match Algorithm::find(&name) {
        Ok(None) => Ok(-1),
        Ok(Some(algorithm)) => {
            let mut known = known.borrow_mut();
            let number = known.list.len();
            known.list.push(algorithm);
            known.numbers.insert(name, number);
            Ok(number as i32)
        }
        Err(error) => Err(error.throw(scope)),
    }
}

/// The algorithm of a number.
pub(super) fn numbered(scope: &mut Scope<'_>, number: Local<'_>) -> JsResult<Algorithm> {
    let known = runtime(scope).state.crypto.hash.known.borrow();
    let found = number
        .as_u32()
        .and_then(|number| known.list.get(number as usize).cloned());
    drop(known);
    match found {
        Some(algorithm) => Ok(algorithm),
        None => Err(
            rondo_crypto::Error::from(Refusal::plain("Digest method not supported")).throw(scope),
        ),
    }
}

/// `isXof(algorithm)`: whether its output can be of any length.
fn is_xof<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let number = args.get(scope, 0);
    Ok(numbered(scope, number)?.is_xof())
}

/// `digestSize(algorithm)`: how many bytes its output has.
fn digest_size<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    let number = args.get(scope, 0);
    Ok(numbered(scope, number)?.size())
}

/// `createHash(algorithm, length)`: an object with `update`, `digest` and `copy`.
fn create<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let (number, length) = (args.get(scope, 0), length(args.get(scope, 1)));
    let algorithm = numbered(scope, number)?;
    match Digest::new(&algorithm, length) {
        Ok(digest) => object(scope, algorithm, digest),
        Err(error) => Err(error.throw(scope)),
    }
}

fn object<'s>(scope: &mut Scope<'s>, algorithm: Algorithm, digest: Digest) -> JsResult<Local<'s>> {
    let prototype = runtime(scope).state.crypto.hash.prototype.get();
    let prototype = prototype.map(|kept| kept.get(scope));
    let digest = RefCell::new(Some(digest));
    scope.host_object(Hash { algorithm, digest }, prototype)
}

/// `update(data, encoding)`: false if it did not work.
fn update<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let Some(hash) = args.this().host_data::<Hash>(scope) else {
        return Ok(false);
    };
    let encoding = Encoding::read(args.get(scope, 1));
    with_data(scope, args.get(scope, 0), encoding, |bytes| {
        let mut digest = hash.digest.borrow_mut();
        digest
            .as_mut()
            .is_some_and(|digest| digest.update(bytes).is_ok())
    })
}

/// `digest(encoding)`: the output, as text or bytes.
fn digest<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let encoding = Encoding::read(args.get(scope, 0));
    let hash = args.this().host_data::<Hash>(scope);
    let Some(digest) = hash.and_then(|hash| hash.digest.borrow_mut().take()) else {
        return Ok(None);
    };
    match digest.finish() {
        Ok(bytes) => given(scope, bytes, encoding).map(Some),
        Err(error) => Err(error.throw(scope)),
    }
}

/// `copy(length)`: another that has taken in the same.
fn copy<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let length = length(args.get(scope, 0));
    let Some(hash) = args.this().host_data::<Hash>(scope) else {
        return Ok(None);
    };
    let copy = match &*hash.digest.borrow() {
        Some(digest) => digest.copy(&hash.algorithm, length),
        None => return Ok(None),
    };
    match copy {
        Ok(digest) => object(scope, hash.algorithm.clone(), digest).map(Some),
        Err(error) => Err(error.throw(scope)),
    }
}

/// `hash(algorithm, data, length, encoding)`: the digest of some data at once.
fn hash<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let number = args.get(scope, 0);
    let algorithm = numbered(scope, number)?;
    let length = length(args.get(scope, 2));
    let scratch = &runtime(scope).state.crypto.hash.scratch;
    let output = with_data(scope, args.get(scope, 1), Encoding::Utf8, |bytes| {
        Digest::of(&algorithm, bytes, length, &mut scratch.borrow_mut())
    })?;
    match output {
        Ok(bytes) => given(scope, bytes, Encoding::read(args.get(scope, 3))),
        Err(error) => Err(error.throw(scope)),
    }
}

/// `digests()`: the names of all there are.
fn digests<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    super::names(scope, rondo_crypto::digests())
}
