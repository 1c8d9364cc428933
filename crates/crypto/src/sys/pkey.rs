//! Asymmetric keys by OpenSSL 3's own way: made of named values, and asked for them.

use std::ffi::{CStr, c_char, c_int};
use std::ptr::{NonNull, null, null_mut};

use foreign_types_shared::{ForeignType, ForeignTypeRef};
use openssl::bn::BigNum;
use openssl::pkey::{PKey, PKeyRef, Private, Public};
use openssl_sys::{
    EVP_PKEY, EVP_PKEY_CTX, EVP_PKEY_CTX_free, EVP_PKEY_CTX_new_from_name, EVP_PKEY_CTX_set_params,
    EVP_PKEY_check, EVP_PKEY_free, EVP_PKEY_fromdata, EVP_PKEY_fromdata_init, EVP_PKEY_generate,
    EVP_PKEY_get_bn_param, EVP_PKEY_get_int_param, EVP_PKEY_get_octet_string_param,
    EVP_PKEY_get_raw_private_key, EVP_PKEY_get_raw_public_key, EVP_PKEY_get_utf8_string_param,
    EVP_PKEY_keygen_init, EVP_PKEY_paramgen_init, EVP_PKEY_public_check, EVP_PKEY_up_ref,
    OSSL_LIB_CTX,
};

use super::params::Params;
use super::{c_name, check, clear_errors, wipe};
use crate::{Error, Result};

unsafe extern "C" {
    fn EVP_PKEY_get0_type_name(key: *const EVP_PKEY) -> *const c_char;
    fn EVP_PKEY_CTX_new_from_pkey(
        library: *mut OSSL_LIB_CTX,
        key: *mut EVP_PKEY,
        properties: *const c_char,
    ) -> *mut EVP_PKEY_CTX;
    fn EVP_PKEY_new_raw_public_key_ex(
        library: *mut OSSL_LIB_CTX,
        kind: *const c_char,
        properties: *const c_char,
        bytes: *const u8,
        length: usize,
    ) -> *mut EVP_PKEY;
    fn EVP_PKEY_new_raw_private_key_ex(
        library: *mut OSSL_LIB_CTX,
        kind: *const c_char,
        properties: *const c_char,
        bytes: *const u8,
        length: usize,
    ) -> *mut EVP_PKEY;
}

const SELECT_PUBLIC: c_int = 0x86;
const SELECT_PAIR: c_int = 0x87;
const SELECT_PARAMETERS: c_int = 0x84;

/// A context of an operation with a key.
pub(crate) struct Context(NonNull<EVP_PKEY_CTX>);

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: it is freed once.
        unsafe { EVP_PKEY_CTX_free(self.0.as_ptr()) };
    }
}

impl Context {
    /// For a new key of a kind.
    fn named(kind: &str) -> Result<Context> {
        let name = c_name(kind).ok_or_else(Error::queued)?;
        // SAFETY: the name ends in NUL.
        let context = unsafe { EVP_PKEY_CTX_new_from_name(null_mut(), name.as_ptr(), null()) };
        NonNull::new(context).map(Context).ok_or_else(Error::queued)
    }

    /// For something that is done with a key.
    pub(crate) fn of<T>(key: &PKeyRef<T>) -> Result<Context> {
        // SAFETY: the key is alive, and the context counts as an owner.
        let context = unsafe { EVP_PKEY_CTX_new_from_pkey(null_mut(), key.as_ptr(), null()) };
        NonNull::new(context).map(Context).ok_or_else(Error::queued)
    }

    /// For the functions of this room.
    pub(super) fn as_ptr(&self) -> *mut EVP_PKEY_CTX {
        self.0.as_ptr()
    }

    /// Sets what an operation needs, once that has begun.
    pub(crate) fn set(&self, params: &Params) -> Result<()> {
        // Some operations have nothing to set, and refuse even that.
        if params.is_empty() {
            return Ok(());
        }
        // SAFETY: the context is ours; the list is only read.
        check(unsafe { EVP_PKEY_CTX_set_params(self.as_ptr(), params.view().as_mut_ptr()) })
    }
}

/// Makes a key of a pointer that is ours.
///
/// # Safety
/// It is null or a key that nobody else frees.
unsafe fn owned<T>(key: *mut EVP_PKEY) -> Result<PKey<T>> {
    match key.is_null() {
        true => Err(Error::queued()),
        // SAFETY: as promised.
        false => Ok(unsafe { PKey::from_ptr(key) }),
    }
}

/// # Safety
/// As for [`owned`].
pub(super) unsafe fn taken<T>(key: *mut EVP_PKEY) -> Result<PKey<T>> {
    // SAFETY: as promised.
    unsafe { owned(key) }
}

/// A second owner of a key that sees no more of it than the public part.
pub(crate) fn public_of(key: &PKeyRef<Private>) -> PKey<Public> {
    // SAFETY: the count goes up for the new owner.
    unsafe {
        EVP_PKEY_up_ref(key.as_ptr());
        PKey::from_ptr(key.as_ptr())
    }
}

fn from_data<T>(kind: &str, selection: c_int, params: &Params) -> Result<PKey<T>> {
    let context = Context::named(kind)?;
    let mut key = null_mut();
    // SAFETY: the context is ours, the list is only read, and the key is new.
    unsafe {
        check(EVP_PKEY_fromdata_init(context.as_ptr()))?;
        let made = EVP_PKEY_fromdata(
            context.as_ptr(),
            &mut key,
            selection,
            params.view().as_mut_ptr(),
        );
        if made <= 0 {
            EVP_PKEY_free(key);
            return Err(Error::queued());
        }
        owned(key)
    }
}

/// A public key of its numbers.
pub(crate) fn public_from(kind: &str, params: &Params) -> Result<PKey<Public>> {
    from_data(kind, SELECT_PUBLIC, params)
}

/// A private key of its numbers, and those of the public one.
pub(crate) fn private_from(kind: &str, params: &Params) -> Result<PKey<Private>> {
    from_data(kind, SELECT_PAIR, params)
}

/// What several keys have in common, as a key without keys.
pub(crate) fn parameters_from(kind: &str, params: &Params) -> Result<PKey<Public>> {
    from_data(kind, SELECT_PARAMETERS, params)
}

fn run<T>(context: &Context, params: &Params) -> Result<PKey<T>> {
    let mut key = null_mut();
    context.set(params)?;
    // SAFETY: the context is ours, and the key is new.
    unsafe {
        if EVP_PKEY_generate(context.as_ptr(), &mut key) <= 0 {
            EVP_PKEY_free(key);
            return Err(Error::queued());
        }
        owned(key)
    }
}

/// A new key of a kind.
pub(crate) fn generate(kind: &str, params: &Params) -> Result<PKey<Private>> {
    let context = Context::named(kind)?;
    // SAFETY: the context is ours.
    check(unsafe { EVP_PKEY_keygen_init(context.as_ptr()) })?;
    run(&context, params)
}

/// New parameters of a kind.
pub(crate) fn generate_parameters(kind: &str, params: &Params) -> Result<PKey<Public>> {
    let context = Context::named(kind)?;
    // SAFETY: the context is ours.
    check(unsafe { EVP_PKEY_paramgen_init(context.as_ptr()) })?;
    run(&context, params)
}

/// A new key with given parameters.
pub(crate) fn generate_with(
    parameters: &PKeyRef<Public>,
    params: &Params,
) -> Result<PKey<Private>> {
    let context = Context::of(parameters)?;
    // SAFETY: the context is ours.
    check(unsafe { EVP_PKEY_keygen_init(context.as_ptr()) })?;
    run(&context, params)
}

/// A public key of the bytes that are all of it.
pub(crate) fn raw_public(kind: &str, bytes: &[u8]) -> Result<PKey<Public>> {
    let name = c_name(kind).ok_or_else(Error::queued)?;
    // SAFETY: pointer and length belong together, and the name ends in NUL.
    unsafe {
        owned(EVP_PKEY_new_raw_public_key_ex(
            null_mut(),
            name.as_ptr(),
            null(),
            bytes.as_ptr(),
            bytes.len(),
        ))
    }
}

/// A private key of the bytes that are all of it.
pub(crate) fn raw_private(kind: &str, bytes: &[u8]) -> Result<PKey<Private>> {
    let name = c_name(kind).ok_or_else(Error::queued)?;
    // SAFETY: as above.
    unsafe {
        owned(EVP_PKEY_new_raw_private_key_ex(
            null_mut(),
            name.as_ptr(),
            null(),
            bytes.as_ptr(),
            bytes.len(),
        ))
    }
}

/// The bytes that are all of a public key, of kinds that have such.
pub(crate) fn raw_public_bytes<T>(key: &PKeyRef<T>) -> Option<Vec<u8>> {
    let mut length = 0;
    // SAFETY: the first call asks for the length, the second has room for as much.
    let bytes = unsafe {
        (EVP_PKEY_get_raw_public_key(key.as_ptr(), null_mut(), &mut length) == 1).then(|| {
            let mut bytes = vec![0; length];
            let got = EVP_PKEY_get_raw_public_key(key.as_ptr(), bytes.as_mut_ptr(), &mut length);
            bytes.truncate(length);
            (got == 1).then_some(bytes)
        })
    };
    clear_errors();
    bytes.flatten()
}

/// The bytes that are all of a private key, of kinds that have such.
pub(crate) fn raw_private_bytes(key: &PKeyRef<Private>) -> Option<Vec<u8>> {
    let mut length = 0;
    // SAFETY: as above.
    let bytes = unsafe {
        (EVP_PKEY_get_raw_private_key(key.as_ptr(), null_mut(), &mut length) == 1).then(|| {
            let mut bytes = vec![0; length];
            let got = EVP_PKEY_get_raw_private_key(key.as_ptr(), bytes.as_mut_ptr(), &mut length);
            bytes.truncate(length);
            (got == 1).then_some(bytes)
        })
    };
    clear_errors();
    bytes.flatten()
}

/// The kind of a key, as OpenSSL calls it.
pub(crate) fn kind<T>(key: &PKeyRef<T>) -> String {
    // SAFETY: the key is alive, and its name is a C string or absent.
    unsafe {
        let name = EVP_PKEY_get0_type_name(key.as_ptr());
        match name.is_null() {
            true => String::new(),
            false => CStr::from_ptr(name).to_string_lossy().into_owned(),
        }
    }
}

/// A number of a key.
pub(crate) fn number<T>(key: &PKeyRef<T>, name: &CStr) -> Option<BigNum> {
    let mut number = null_mut();
    // SAFETY: the number is new, and ours.
    let found = unsafe {
        let got = EVP_PKEY_get_bn_param(key.as_ptr(), name.as_ptr(), &mut number);
        (got == 1 && !number.is_null()).then(|| BigNum::from_ptr(number))
    };
    clear_errors();
    found
}

/// A small number of a key.
pub(crate) fn integer<T>(key: &PKeyRef<T>, name: &CStr) -> Option<i32> {
    let mut value = 0;
    // SAFETY: there is room for the number.
    let got = unsafe { EVP_PKEY_get_int_param(key.as_ptr(), name.as_ptr(), &mut value) };
    clear_errors();
    (got == 1).then_some(value)
}

/// A text of a key.
pub(crate) fn text<T>(key: &PKeyRef<T>, name: &CStr) -> Option<String> {
    let mut bytes = [0u8; 128];
    let mut length = 0;
    // SAFETY: there is room for as many bytes as it says.
    let got = unsafe {
        EVP_PKEY_get_utf8_string_param(
            key.as_ptr(),
            name.as_ptr(),
            bytes.as_mut_ptr().cast(),
            bytes.len(),
            &mut length,
        )
    };
    clear_errors();
    let text = bytes.get(..length).filter(|_| got == 1)?;
    Some(String::from_utf8_lossy(text).into_owned())
}

/// Bytes of a key.
pub(crate) fn bytes<T>(key: &PKeyRef<T>, name: &CStr) -> Option<Vec<u8>> {
    let mut room = [0u8; 256];
    let mut length = 0;
    // SAFETY: there is room for as many bytes as it says.
    let got = unsafe {
        EVP_PKEY_get_octet_string_param(
            key.as_ptr(),
            name.as_ptr(),
            room.as_mut_ptr(),
            room.len(),
            &mut length,
        )
    };
    clear_errors();
    let found = room.get(..length).filter(|_| got == 1).map(<[u8]>::to_vec);
    wipe(&mut room);
    found
}

/// Whether the private and the public part belong together.
pub(crate) fn is_sound_pair(key: &PKeyRef<Private>) -> bool {
    let sound = Context::of(key).is_ok_and(|context| {
        // SAFETY: the context is ours.
        unsafe { EVP_PKEY_check(context.as_ptr()) == 1 }
    });
    clear_errors();
    sound
}

/// Whether a public key is one that can be.
pub(crate) fn is_sound_public<T>(key: &PKeyRef<T>) -> bool {
    let sound = Context::of(key).is_ok_and(|context| {
        // SAFETY: the context is ours.
        unsafe { EVP_PKEY_public_check(context.as_ptr()) == 1 }
    });
    clear_errors();
    sound
}
