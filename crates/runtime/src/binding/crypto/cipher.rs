//! Ciphers.

use std::cell::{OnceCell, RefCell};
use std::ffi::CStr;

use rondo_crypto::{CipherKind, Crypter, Done, Kind, Plan, Refusal, Result};
use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};

use super::data::{Encoding, length, with_data};
use crate::binding::define;
use crate::request::Failed;
use crate::runtime::runtime;

#[derive(Default)]
pub(super) struct State {
    /// The ciphers that were asked for: the library has numbers for them.
    known: RefCell<Vec<CipherKind>>,
    prototype: OnceCell<Persistent>,
}

/// Something that a script encrypts or decrypts.
struct CipherObject(RefCell<Crypter>);

impl HostObject for CipherObject {
    const NAME: &'static CStr = c"CipherBase";
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "cipher", cipher)?;
    define(scope, object, "createCipher", create)?;
    define(scope, object, "cipherInfo", info)?;
    define(scope, object, "ciphers", ciphers)?;
    let prototype = scope.object()?;
    define(scope, prototype, "update", update)?;
    define(scope, prototype, "final", finish)?;
    define(scope, prototype, "setAutoPadding", set_padding)?;
    define(scope, prototype, "setAAD", add_data)?;
    define(scope, prototype, "setAuthTag", set_tag)?;
    define(scope, prototype, "getAuthTag", tag)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.crypto.cipher.prototype.set(kept);
    Ok(())
}

/// `cipher(name)`: its number; -1 if there is none of that name.
fn cipher<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let Some(kind) = CipherKind::find(&name) else {
        return Ok(-1);
    };
    let mut known = runtime(scope).state.crypto.cipher.known.borrow_mut();
    known.push(kind);
    Ok(known.len() as i32 - 1)
}

/// `createCipher(encrypts, cipher, name, key, iv, tagLength)`: an object that encrypts or decrypts. The key is a view,
/// text or a handle; no vector is null.
fn create<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let encrypts = args.get(scope, 0).truthy();
    let known = runtime(scope).state.crypto.cipher.known.borrow();
    let number = args.get(scope, 1).as_u32();
    let kind = number.and_then(|number| known.get(number as usize).cloned());
    drop(known);
    let name = args.get(scope, 2);
    let iv = args.get(scope, 4);
    let tag_length = length(args.get(scope, 5));
    let made = with_data(scope, args.get(scope, 3), Encoding::Utf8, |key| {
        with_data(scope, iv, Encoding::Utf8, |bytes| {
            let Some(kind) = &kind else {
                return Ok(Err(unknown_cipher()));
            };
            let name = name.as_string(scope)?.unwrap_or_default();
            Ok(Crypter::new(&Plan {
                kind,
                name: &name,
                key,
                iv: (!iv.is_null()).then_some(bytes),
                tag_length,
                encrypts,
            }))
        })
    });
    match made??? {
        Ok(crypter) => {
            let prototype = runtime(scope).state.crypto.cipher.prototype.get();
            let prototype = prototype.map(|kept| kept.get(scope));
            scope.host_object(CipherObject(RefCell::new(crypter)), prototype)
        }
        Err(error) => Err(error.throw(scope)),
    }
}

fn unknown_cipher() -> rondo_crypto::Error {
    Refusal::new(Kind::Error, "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher").into()
}

/// What `this` is, if it is a cipher.
fn this<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<&'s RefCell<Crypter>> {
    let object = args.this().host_data::<CipherObject>(scope)?;
    Some(&object.0)
}

/// Bytes for the script, or the error.
fn bytes<'s>(scope: &mut Scope<'s>, result: Result<Vec<u8>>) -> JsResult<Option<Local<'s>>> {
    match result {
        Ok(bytes) => scope.uint8_array_owned(bytes).map(Some),
        Err(error) => Err(error.throw(scope)),
    }
}

fn is_done(scope: &mut Scope<'_>, result: Result<Done>) -> JsResult<bool> {
    match result {
        Ok(done) => Ok(done == Done::Yes),
        Err(error) => Err(error.throw(scope)),
    }
}

/// `update(data, encoding)`: what comes out.
fn update<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let Some(crypter) = this(scope, &args) else {
        return Ok(None);
    };
    let encoding = Encoding::read(args.get(scope, 1));
    let output = with_data(scope, args.get(scope, 0), encoding, |data| {
        crypter.borrow_mut().update(data)
    })?;
    bytes(scope, output)
}

/// `final()`: the rest of what comes out.
fn finish<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let Some(crypter) = this(scope, &args) else {
        return Ok(None);
    };
    let output = crypter.borrow_mut().finish();
    bytes(scope, output)
}

/// `setAutoPadding(padding)`: false if it cannot be set.
fn set_padding<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let padding = args.get(scope, 0).truthy();
    Ok(this(scope, &args)
        .is_some_and(|crypter| crypter.borrow_mut().set_padding(padding) == Done::Yes))
}

/// `setAAD(bytes, messageLength)`: false if there is no such thing, or no more.
fn add_data<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let Some(crypter) = this(scope, &args) else {
        return Ok(false);
    };
    let message_length = length(args.get(scope, 1));
    let done = with_data(scope, args.get(scope, 0), Encoding::Utf8, |data| {
        crypter.borrow_mut().add_data(data, message_length)
    })?;
    is_done(scope, done)
}

/// `setAuthTag(bytes)`: false if there is no such thing, or no more.
fn set_tag<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let Some(crypter) = this(scope, &args) else {
        return Ok(false);
    };
    let done = with_data(scope, args.get(scope, 0), Encoding::Utf8, |tag| {
        crypter.borrow_mut().set_tag(tag)
    })?;
    is_done(scope, done)
}

/// `getAuthTag()`: undefined if there is none, or none yet.
fn tag<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let Some(crypter) = this(scope, &args) else {
        return Ok(None);
    };
    match crypter.borrow().tag() {
        Some(tag) => scope.uint8_array(tag).map(Some),
        None => Ok(None),
    }
}

/// `cipherInfo(nameOrNid, keyLength, ivLength)`: `[mode, name, nid, keyLength, blockSize, ivLength]`; undefined if there
/// is no such cipher, or if it does not take such lengths.
fn info<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let which = args.get(scope, 0);
    let kind = match which.as_i32() {
        Some(nid) => CipherKind::numbered(nid),
        None => CipherKind::find(&which.as_string(scope)?.unwrap_or_default()),
    };
    let (key_length, iv_length) = (length(args.get(scope, 1)), length(args.get(scope, 2)));
    let is_usual = key_length.is_none() && iv_length.is_none();
    let Some(kind) = kind.filter(|kind| is_usual || kind.takes(key_length, iv_length)) else {
        return Ok(None);
    };
    let mode = scope.string(kind.mode().name())?;
    let name = scope.string(&kind.name())?;
    let number = |number: usize| scope.number(number as f64);
    let facts = [
        mode,
        name,
        scope.number(f64::from(kind.nid())),
        number(key_length.unwrap_or(kind.key_length())),
        number(kind.block_size()),
        number(iv_length.unwrap_or(kind.iv_length())),
    ];
    scope.array(&facts).map(Some)
}

/// `ciphers()`: the names of all there are.
fn ciphers<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    super::names(scope, rondo_crypto::ciphers())
}
