//! Message authentication codes made of digests.

use std::cell::{OnceCell, RefCell};
use std::ffi::CStr;

use rondo_crypto::Hmac;
use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};

use super::data::{Encoding, given, with_data};
use super::hash::numbered;
use crate::binding::define;
use crate::request::Failed;
use crate::runtime::runtime;

#[derive(Default)]
pub(super) struct State {
    prototype: OnceCell<Persistent>,
}

/// An HMAC that a script computes; `None` once it is finished.
struct HmacObject(RefCell<Option<Hmac>>);

impl HostObject for HmacObject {
    const NAME: &'static CStr = c"Hmac";
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "createHmac", create)?;
    let prototype = scope.object()?;
    define(scope, prototype, "update", update)?;
    define(scope, prototype, "digest", digest)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.crypto.hmac.prototype.set(kept);
    Ok(())
}

/// `createHmac(algorithm, key)`: an object with `update` and `digest`. The key is a view or text.
fn create<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let (number, key) = (args.get(scope, 0), args.get(scope, 1));
    let algorithm = numbered(scope, number)?;
    let hmac = with_data(scope, key, Encoding::Utf8, |key| Hmac::new(&algorithm, key))?;
    match hmac {
        Ok(hmac) => {
            let prototype = runtime(scope).state.crypto.hmac.prototype.get();
            let prototype = prototype.map(|kept| kept.get(scope));
            scope.host_object(HmacObject(RefCell::new(Some(hmac))), prototype)
        }
        Err(error) => Err(error.throw(scope)),
    }
}

/// `update(data, encoding)`: false if it did not work.
fn update<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let Some(HmacObject(hmac)) = args.this().host_data(scope) else {
        return Ok(false);
    };
    let encoding = Encoding::read(args.get(scope, 1));
    with_data(scope, args.get(scope, 0), encoding, |bytes| {
        let mut hmac = hmac.borrow_mut();
        hmac.as_mut().is_some_and(|hmac| hmac.update(bytes).is_ok())
    })
}

/// `digest(encoding)`: the code, as text or bytes.
fn digest<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let encoding = Encoding::read(args.get(scope, 0));
    let hmac = args.this().host_data::<HmacObject>(scope);
    let Some(hmac) = hmac.and_then(|HmacObject(hmac)| hmac.borrow_mut().take()) else {
        return Ok(None);
    };
    match hmac.finish() {
        Ok(bytes) => given(scope, bytes, encoding).map(Some),
        Err(error) => Err(error.throw(scope)),
    }
}
