//! Keys: what is behind a KeyObject. The library has them as handles, objects without properties.

use std::ffi::CStr;

use rondo_crypto::{Key, Secret, random};
use rondo_engine::{Args, ErrorKind, HostObject, JsResult, Local, Scope};

use super::data::{copied, size};
use crate::binding::define;
use crate::binding::messaging::transport::Portable;
use crate::request::perform;

/// A key of the library's. Jobs take a copy of it, which is another owner of the same data.
pub(crate) struct KeyHandle(Key);

impl HostObject for KeyHandle {
    const NAME: &'static CStr = c"KeyHandle";
}

impl Portable for KeyHandle {
    type Content = Key;

    fn pack(&self) -> Option<Key> {
        Some(self.0.clone())
    }

    fn unpack<'s>(scope: &mut Scope<'s>, key: Key) -> JsResult<Local<'s>> {
        handle(scope, key)
    }
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "createSecretKey", create_secret)?;
    define(scope, object, "generateSecretKey", generate_secret)?;
    define(scope, object, "isKeyHandle", is_handle)?;
    define(scope, object, "secretSize", secret_size)?;
    define(scope, object, "secretBytes", secret_bytes)?;
    define(scope, object, "keysEqual", equal)
}

/// The key behind a handle.
pub(crate) fn of<'s>(scope: &Scope<'_>, value: Local<'s>) -> Option<&'s Key> {
    value
        .host_data::<KeyHandle>(scope)
        .map(|KeyHandle(key)| key)
}

/// A handle for a key.
pub(crate) fn handle<'s>(scope: &mut Scope<'s>, key: Key) -> JsResult<Local<'s>> {
    scope.host_object(KeyHandle(key), None)
}

/// `createSecretKey(bytes)`: a handle for a key of these bytes.
fn create_secret<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let bytes = copied(scope, args.get(scope, 0))?;
    handle(scope, Key::Secret(Secret::new(bytes)))
}

/// How many bytes a new secret may have: the length in bits is a number of 31 bits.
const LONGEST_SECRET: usize = (i32::MAX / 8) as usize;

/// `generateSecretKey(length, callback)`: a handle for a new key of so many bytes.
fn generate_secret<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let length = size(args.get(scope, 0));
    // The library asks for no more; to make so many random bytes takes seconds.
    if length > LONGEST_SECRET {
        return Err(scope.throw_error(ErrorKind::RangeError, "The key is too long"));
    }
    let job = move || random::bytes(length).map(|bytes| Key::Secret(Secret::new(bytes)));
    perform(scope, args.get(scope, 1), job, |scope, key| {
        handle(scope, key).map(Some)
    })
}

/// `isKeyHandle(value)`
fn is_handle<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(of(scope, args.get(scope, 0)).is_some())
}

/// `secretSize(handle)`: how many bytes it has.
fn secret_size<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<usize> {
    let secret = of(scope, args.get(scope, 0)).and_then(Key::secret);
    Ok(secret.map_or(0, <[u8]>::len))
}

/// `secretBytes(handle)`: a copy of its bytes.
fn secret_bytes<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let secret = of(scope, args.get(scope, 0)).and_then(Key::secret);
    scope.uint8_array(secret.unwrap_or_default())
}

/// `keysEqual(a, b)`
fn equal<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let (a, b) = (args.get(scope, 0), args.get(scope, 1));
    Ok(match (of(scope, a), of(scope, b)) {
        (Some(a), Some(b)) => a.equals(b),
        _ => false,
    })
}
