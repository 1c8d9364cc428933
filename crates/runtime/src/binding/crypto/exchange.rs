//! Diffie-Hellman, over prime fields and over elliptic curves.

use std::cell::{OnceCell, RefCell};
use std::ffi::CStr;

use rondo_crypto::ecdh::{self, Ecdh, PointForm};
use rondo_crypto::{DiffieHellman, Generator, Result};
use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};

use super::data::{Encoding, copied, with_data};
use crate::binding::define;
use crate::request::Failed;
use crate::runtime::runtime;

#[derive(Default)]
pub(super) struct State {
    dh: OnceCell<Persistent>,
    ecdh: OnceCell<Persistent>,
}

struct DhObject(RefCell<DiffieHellman>);

impl HostObject for DhObject {
    const NAME: &'static CStr = c"DiffieHellman";
}

struct EcdhObject(RefCell<Ecdh>);

impl HostObject for EcdhObject {
    const NAME: &'static CStr = c"ECDH";
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "createDiffieHellman", create_dh)?;
    define(scope, object, "createDiffieHellmanGroup", create_group)?;
    define(scope, object, "createECDH", create_ecdh)?;
    define(scope, object, "convertPoint", convert)?;
    define(scope, object, "curves", curves)?;
    let dh = prototype(scope, |scope, prototype| {
        define(scope, prototype, "verifyError", verify_error)?;
        define(scope, prototype, "generateKeys", dh_generate)?;
        define(scope, prototype, "computeSecret", dh_secret)?;
        define(scope, prototype, "getPrime", prime)?;
        define(scope, prototype, "getGenerator", generator)?;
        define(scope, prototype, "getPublicKey", dh_public)?;
        define(scope, prototype, "getPrivateKey", dh_private)?;
        define(scope, prototype, "setPublicKey", dh_set_public)?;
        define(scope, prototype, "setPrivateKey", dh_set_private)
    })?;
    let ecdh = prototype(scope, |scope, prototype| {
        define(scope, prototype, "generateKeys", ecdh_generate)?;
        define(scope, prototype, "computeSecret", ecdh_secret)?;
        define(scope, prototype, "getPublicKey", ecdh_public)?;
        define(scope, prototype, "getPrivateKey", ecdh_private)?;
        define(scope, prototype, "setPublicKey", ecdh_set_public)?;
        define(scope, prototype, "setPrivateKey", ecdh_set_private)
    })?;
    let state = &runtime(scope).state.crypto.exchange;
    let _ = state.dh.set(dh);
    let _ = state.ecdh.set(ecdh);
    Ok(())
}

fn prototype<'s>(
    scope: &mut Scope<'s>,
    fill: impl FnOnce(&mut Scope<'s>, Local<'s>) -> JsResult<()>,
) -> JsResult<Persistent> {
    let object = scope.object()?;
    fill(scope, object)?;
    Ok(Persistent::new(scope, object))
}

fn new_dh<'s>(scope: &mut Scope<'s>, made: Result<DiffieHellman>) -> JsResult<Local<'s>> {
    match made {
        Ok(dh) => {
            let prototype = runtime(scope).state.crypto.exchange.dh.get();
            let prototype = prototype.map(|kept| kept.get(scope));
            scope.host_object(DhObject(RefCell::new(dh)), prototype)
        }
        Err(error) => Err(error.throw(scope)),
    }
}

/// `createDiffieHellman(sizeOrPrime, generator)`: of a new prime of so many bits, or of a prime's bytes. The generator is
/// a number or bytes.
fn create_dh<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let (first, second) = (args.get(scope, 0), args.get(scope, 1));
    let number = second.as_i32();
    let made = match first.as_i32() {
        Some(bits) => DiffieHellman::generate(bits, number.unwrap_or(0)),
        None => {
            let prime = copied(scope, first)?;
            with_data(scope, second, Encoding::Utf8, |bytes| {
                let generator = match number {
                    Some(number) => Generator::Number(number),
                    None => Generator::Bytes(bytes),
                };
                DiffieHellman::new(&prime, generator)
            })?
        }
    };
    new_dh(scope, made)
}

/// `createDiffieHellmanGroup(name)`
fn create_group<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    new_dh(scope, DiffieHellman::named(&name))
}

/// Does something with the group that `this` is, and gives bytes to the script.
fn with_dh<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    act: impl FnOnce(&mut DiffieHellman) -> Result<Vec<u8>>,
) -> Returned<'s> {
    let object = args.this().host_data::<DhObject>(scope);
    match object.map(|DhObject(dh)| act(&mut dh.borrow_mut())) {
        Some(Ok(bytes)) => scope.uint8_array_owned(bytes).map(Some),
        Some(Err(error)) => Err(error.throw(scope)),
        None => Ok(None),
    }
}

/// `verifyError()`
fn verify_error<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let object = args.this().host_data::<DhObject>(scope);
    Ok(object.map_or(0, |DhObject(dh)| dh.borrow().faults()))
}

/// `generateKeys()`: the public key.
fn dh_generate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_dh(scope, &args, DiffieHellman::generate_keys)
}

/// `computeSecret(key)`
fn dh_secret<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = copied(scope, args.get(scope, 0))?;
    with_dh(scope, &args, |dh| dh.secret(&key))
}

/// `getPrime()`
fn prime<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_dh(scope, &args, |dh| Ok(dh.prime()))
}

/// `getGenerator()`
fn generator<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_dh(scope, &args, |dh| Ok(dh.generator()))
}

/// `getPublicKey()`
fn dh_public<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_dh(scope, &args, |dh| dh.public())
}

/// `getPrivateKey()`
fn dh_private<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_dh(scope, &args, |dh| dh.private())
}

/// `setPublicKey(key)`
fn dh_set_public<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = copied(scope, args.get(scope, 0))?;
    with_dh(scope, &args, |dh| dh.set_public(&key).map(|()| Vec::new()))
}

/// `setPrivateKey(key)`
fn dh_set_private<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = copied(scope, args.get(scope, 0))?;
    with_dh(scope, &args, |dh| dh.set_private(&key).map(|()| Vec::new()))
}

/// `createECDH(curve)`
fn create_ecdh<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let curve = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    match Ecdh::new(&curve) {
        Ok(ecdh) => {
            let prototype = runtime(scope).state.crypto.exchange.ecdh.get();
            let prototype = prototype.map(|kept| kept.get(scope));
            scope.host_object(EcdhObject(RefCell::new(ecdh)), prototype)
        }
        Err(error) => Err(error.throw(scope)),
    }
}

/// The form of a point, by its number.
fn form(value: Local<'_>) -> PointForm {
    match value.as_i32() {
        Some(2) => PointForm::Compressed,
        Some(6) => PointForm::Hybrid,
        _ => PointForm::Uncompressed,
    }
}

/// `convertPoint(curve, key, form)`
fn convert<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let curve = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let form = form(args.get(scope, 2));
    let converted = with_data(scope, args.get(scope, 1), Encoding::Utf8, |key| {
        ecdh::convert(&curve, key, form)
    })?;
    match converted {
        Ok(bytes) => scope.uint8_array_owned(bytes).map(Some),
        Err(error) => Err(error.throw(scope)),
    }
}

/// Does something with the curve that `this` is, and gives bytes, if any, to the script.
fn with_ecdh<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    act: impl FnOnce(&mut Ecdh) -> Result<Option<Vec<u8>>>,
) -> Returned<'s> {
    let object = args.this().host_data::<EcdhObject>(scope);
    match object.map(|EcdhObject(ecdh)| act(&mut ecdh.borrow_mut())) {
        Some(Ok(Some(bytes))) => scope.uint8_array_owned(bytes).map(Some),
        Some(Err(error)) => Err(error.throw(scope)),
        Some(Ok(None)) | None => Ok(None),
    }
}

/// `generateKeys()`
fn ecdh_generate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_ecdh(scope, &args, |ecdh| ecdh.generate_keys().map(|()| None))
}

/// `computeSecret(key)`: undefined if the key is not on the curve.
fn ecdh_secret<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = copied(scope, args.get(scope, 0))?;
    with_ecdh(scope, &args, |ecdh| ecdh.secret(&key))
}

/// `getPublicKey(form)`
fn ecdh_public<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let form = form(args.get(scope, 0));
    with_ecdh(scope, &args, |ecdh| ecdh.public(form).map(Some))
}

/// `getPrivateKey()`
fn ecdh_private<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_ecdh(scope, &args, |ecdh| ecdh.private().map(Some))
}

/// `setPublicKey(key)`
fn ecdh_set_public<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = copied(scope, args.get(scope, 0))?;
    with_ecdh(scope, &args, |ecdh| ecdh.set_public(&key).map(|()| None))
}

/// `setPrivateKey(key)`
fn ecdh_set_private<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let key = copied(scope, args.get(scope, 0))?;
    with_ecdh(scope, &args, |ecdh| ecdh.set_private(&key).map(|()| None))
}

/// `curves()`: the names of all there are.
fn curves<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    super::names(scope, rondo_crypto::curves())
}
