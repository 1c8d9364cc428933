//! Message authentication codes of all kinds.

use std::cell::{OnceCell, RefCell};
use std::ffi::CStr;

use rondo_crypto::mac::{self, Mac, Options};
use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};

use super::data::{Encoding, copied, given, length, with_data};
use super::pair::{Returned, optional, optional_text, text};
use crate::binding::define;
use crate::request::{Failed, perform};
use crate::runtime::runtime;

#[derive(Default)]
pub(super) struct State {
    prototype: OnceCell<Persistent>,
}

/// A code that a script computes; `None` once it is finished.
struct MacObject(RefCell<Option<Mac>>);

impl HostObject for MacObject {
    const NAME: &'static CStr = c"Mac";
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "macs", names)?;
    define(scope, object, "hasMac", exists)?;
    define(scope, object, "createMac", create)?;
    define(scope, object, "mac", at_once)?;
    let prototype = scope.object()?;
    define(scope, prototype, "update", update)?;
    define(scope, prototype, "digest", digest)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.crypto.mac.prototype.set(kept);
    Ok(())
}

/// `macs()`
fn names<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    super::names(scope, mac::names())
}

/// `hasMac(name)`
fn exists<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(mac::exists(&text(scope, &args, 0)?))
}

/// Seven arguments: digest, cipher, iv, customization, salt, length, whether it is an XOF. What is absent is undefined.
fn options<'s>(scope: &mut Scope<'s>, args: &Args<'s>, at: usize) -> JsResult<Options> {
    let is_xof = args.get(scope, at + 6);
    Ok(Options {
        digest: optional_text(scope, args, at)?,
        cipher: optional_text(scope, args, at + 1)?,
        iv: optional(scope, args, at + 2)?,
        customization: optional(scope, args, at + 3)?,
        salt: optional(scope, args, at + 4)?,
        length: length(args.get(scope, at + 5)),
        is_xof: (!is_xof.is_undefined()).then(|| is_xof.truthy()),
    })
}

/// `createMac(name, key, ...options)`: an object with `update` and `digest`.
fn create<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let name = text(scope, &args, 0)?;
    let key = copied(scope, args.get(scope, 1))?;
    let options = options(scope, &args, 2)?;
    match Mac::new(&name, &key, &options) {
        Ok(mac) => {
            let prototype = runtime(scope).state.crypto.mac.prototype.get();
            let prototype = prototype.map(|kept| kept.get(scope));
            scope.host_object(MacObject(RefCell::new(Some(mac))), prototype)
        }
        Err(error) => Err(error.throw(scope)),
    }
}

/// `mac(name, key, ...options, data, callback)`: the code of some bytes, at once or by the pool.
fn at_once<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let name = text(scope, &args, 0)?;
    let key = copied(scope, args.get(scope, 1))?;
    let options = options(scope, &args, 2)?;
    let data = copied(scope, args.get(scope, 9))?;
    let job = move || Mac::of(&name, &key, &options, &data);
    perform(scope, args.get(scope, 10), job, |scope, bytes| {
        scope.uint8_array_owned(bytes).map(Some)
    })
}

/// `update(data, encoding)`: false if it did not work.
fn update<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let Some(MacObject(mac)) = args.this().host_data(scope) else {
        return Ok(false);
    };
    let encoding = Encoding::read(args.get(scope, 1));
    with_data(scope, args.get(scope, 0), encoding, |bytes| {
        let mut mac = mac.borrow_mut();
        mac.as_mut().is_some_and(|mac| mac.update(bytes).is_ok())
    })
}

/// `digest(encoding)`: the code, as text or bytes.
fn digest<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let encoding = Encoding::read(args.get(scope, 0));
    let mac = args.this().host_data::<MacObject>(scope);
    let Some(mac) = mac.and_then(|MacObject(mac)| mac.borrow_mut().take()) else {
        return Ok(None);
    };
    match mac.finish() {
        Ok(bytes) => given(scope, bytes, encoding).map(Some),
        Err(error) => Err(error.throw(scope)),
    }
}
