//! What is done with asymmetric keys: signatures, encryption, agreement, encapsulation.

use std::ffi::{c_char, c_int};
use std::ptr::{null, null_mut};

use foreign_types_shared::ForeignTypeRef;
use openssl::md_ctx::{MdCtx, MdCtxRef};
use openssl::pkey::{PKeyRef, Private, Public};
use openssl_sys::{
    EVP_MD_CTX, EVP_PKEY, EVP_PKEY_CTX, EVP_PKEY_decapsulate, EVP_PKEY_decapsulate_init,
    EVP_PKEY_decrypt, EVP_PKEY_decrypt_init, EVP_PKEY_derive, EVP_PKEY_derive_init,
    EVP_PKEY_derive_set_peer, EVP_PKEY_encapsulate, EVP_PKEY_encapsulate_init, EVP_PKEY_encrypt,
    EVP_PKEY_encrypt_init, EVP_PKEY_sign, EVP_PKEY_sign_init, EVP_PKEY_verify,
    EVP_PKEY_verify_init, EVP_PKEY_verify_recover, EVP_PKEY_verify_recover_init, OSSL_LIB_CTX,
    OSSL_PARAM,
};

use super::params::Params;
use super::pkey::Context;
use super::{c_name, check};
use crate::{Result, room};

unsafe extern "C" {
    fn EVP_DigestSignInit_ex(
        context: *mut EVP_MD_CTX,
        key_context: *mut *mut EVP_PKEY_CTX,
        digest: *const c_char,
        library: *mut OSSL_LIB_CTX,
        properties: *const c_char,
        key: *mut EVP_PKEY,
        params: *const OSSL_PARAM,
    ) -> c_int;
    fn EVP_DigestVerifyInit_ex(
        context: *mut EVP_MD_CTX,
        key_context: *mut *mut EVP_PKEY_CTX,
        digest: *const c_char,
        library: *mut OSSL_LIB_CTX,
        properties: *const c_char,
        key: *mut EVP_PKEY,
        params: *const OSSL_PARAM,
    ) -> c_int;
    fn EVP_DigestSign(
        context: *mut EVP_MD_CTX,
        signature: *mut u8,
        length: *mut usize,
        data: *const u8,
        data_length: usize,
    ) -> c_int;
    fn EVP_DigestVerify(
        context: *mut EVP_MD_CTX,
        signature: *const u8,
        length: usize,
        data: *const u8,
        data_length: usize,
    ) -> c_int;
}

type Init = unsafe extern "C" fn(*mut EVP_PKEY_CTX) -> c_int;
type Run = unsafe extern "C" fn(*mut EVP_PKEY_CTX, *mut u8, *mut usize, *const u8, usize) -> c_int;

/// One of the operations that make bytes of bytes with a key.
#[derive(Clone, Copy)]
pub(crate) enum Operation {
    Encrypt,
    Decrypt,
    /// What is signed is a digest, or anything that fits
    Sign,
    /// The reverse of `Sign`, for RSA
    Recover,
}

impl Operation {
    fn functions(self) -> (Init, Run) {
        match self {
            Operation::Encrypt => (EVP_PKEY_encrypt_init, EVP_PKEY_encrypt),
            Operation::Decrypt => (EVP_PKEY_decrypt_init, EVP_PKEY_decrypt),
            Operation::Sign => (EVP_PKEY_sign_init, EVP_PKEY_sign),
            Operation::Recover => (EVP_PKEY_verify_recover_init, EVP_PKEY_verify_recover),
        }
    }

    /// Makes bytes of bytes.
    pub(crate) fn run<T>(self, key: &PKeyRef<T>, params: &Params, input: &[u8]) -> Result<Vec<u8>> {
        let (init, run) = self.functions();
        let context = Context::of(key)?;
        // SAFETY: the context is ours; the first call asks how much room there has to be, the second has it.
        unsafe {
            check(init(context.as_ptr()))?;
            context.set(params)?;
            let (data, count) = (input.as_ptr(), input.len());
            let mut length = 0;
            check(run(context.as_ptr(), null_mut(), &mut length, data, count))?;
            let mut output = room(length)?;
            check(run(
                context.as_ptr(),
                output.as_mut_ptr(),
                &mut length,
                data,
                count,
            ))?;
            output.truncate(length);
            Ok(output)
        }
    }
}

/// Whether a signature is that of a digest. What is wrong with it, or that the key does not take the kind of digest, is
/// nobody's business, but with the key and its use is.
pub(crate) fn verify_digest<T>(
    key: &PKeyRef<T>,
    params: &Params,
    digest_name: Option<&str>,
    digest: &[u8],
    signature: &[u8],
) -> Result<bool> {
    let context = Context::of(key)?;
    // SAFETY: the context is ours; pointers and lengths belong together.
    unsafe {
        check(EVP_PKEY_verify_init(context.as_ptr()))?;
        context.set(params)?;
        let name = digest_name.map(|name| Params::default().text("digest", name));
        if name.is_some_and(|name| context.set(&name).is_err()) {
            super::clear_errors();
            return Ok(false);
        }
        let verdict = EVP_PKEY_verify(
            context.as_ptr(),
            signature.as_ptr(),
            signature.len(),
            digest.as_ptr(),
            digest.len(),
        );
        super::clear_errors();
        Ok(verdict == 1)
    }
}

/// A context that signs or verifies messages.
fn message_context<T>(
    key: &PKeyRef<T>,
    digest: Option<&str>,
    params: &Params,
    is_signing: bool,
) -> Result<MdCtx> {
    let context = MdCtx::new()?;
    let digest = digest.and_then(c_name);
    let name = digest.as_ref().map_or(null(), |name| name.as_ptr());
    let begin = match is_signing {
        true => EVP_DigestSignInit_ex,
        false => EVP_DigestVerifyInit_ex,
    };
    // SAFETY: context and key are alive, the list is only read, the name ends in NUL.
    check(unsafe {
        begin(
            MdCtxRef::as_ptr(&context),
            null_mut(),
            name,
            null_mut(),
            null(),
            key.as_ptr(),
            params.view().as_mut_ptr(),
        )
    })?;
    Ok(context)
}

/// The signature of a message. Without a digest, the kind of key has its own.
pub(crate) fn sign_message(
    key: &PKeyRef<Private>,
    digest: Option<&str>,
    params: &Params,
    message: &[u8],
) -> Result<Vec<u8>> {
    let context = message_context(key, digest, params, true)?;
    let (data, count) = (message.as_ptr(), message.len());
    let mut length = 0;
    // SAFETY: as above: first the length, then the signature.
    unsafe {
        let context = MdCtxRef::as_ptr(&context);
        check(EVP_DigestSign(
            context,
            null_mut(),
            &mut length,
            data,
            count,
        ))?;
        let mut signature = room(length)?;
        let done = EVP_DigestSign(context, signature.as_mut_ptr(), &mut length, data, count);
        check(done)?;
        signature.truncate(length);
        Ok(signature)
    }
}

/// Whether a signature is that of a message.
pub(crate) fn verify_message<T>(
    key: &PKeyRef<T>,
    digest: Option<&str>,
    params: &Params,
    message: &[u8],
    signature: &[u8],
) -> Result<bool> {
    let context = message_context(key, digest, params, false)?;
    // SAFETY: pointers and lengths belong together.
    let verdict = unsafe {
        EVP_DigestVerify(
            MdCtxRef::as_ptr(&context),
            signature.as_ptr(),
            signature.len(),
            message.as_ptr(),
            message.len(),
        )
    };
    super::clear_errors();
    Ok(verdict == 1)
}

/// The secret that two keys agree on.
pub(crate) fn derive(
    key: &PKeyRef<Private>,
    peer: &PKeyRef<Public>,
    params: &Params,
) -> Result<Vec<u8>> {
    let context = Context::of(key)?;
    // SAFETY: context and peer are alive; first the length, then the secret.
    unsafe {
        check(EVP_PKEY_derive_init(context.as_ptr()))?;
        context.set(params)?;
        check(EVP_PKEY_derive_set_peer(context.as_ptr(), peer.as_ptr()))?;
        let mut length = 0;
        check(EVP_PKEY_derive(context.as_ptr(), null_mut(), &mut length))?;
        let mut secret = room(length)?;
        check(EVP_PKEY_derive(
            context.as_ptr(),
            secret.as_mut_ptr(),
            &mut length,
        ))?;
        secret.truncate(length);
        Ok(secret)
    }
}

/// A new secret, and what only the owner of the private key can take it out of.
pub(crate) fn encapsulate<T>(key: &PKeyRef<T>, params: &Params) -> Result<(Vec<u8>, Vec<u8>)> {
    let context = Context::of(key)?;
    // SAFETY: first the lengths, then the bytes.
    unsafe {
        let mut view = params.view();
        check(EVP_PKEY_encapsulate_init(
            context.as_ptr(),
            view.as_mut_ptr(),
        ))?;
        let (mut wrapped_length, mut secret_length) = (0, 0);
        check(EVP_PKEY_encapsulate(
            context.as_ptr(),
            null_mut(),
            &mut wrapped_length,
            null_mut(),
            &mut secret_length,
        ))?;
        let (mut wrapped, mut secret) = (room(wrapped_length)?, room(secret_length)?);
        check(EVP_PKEY_encapsulate(
            context.as_ptr(),
            wrapped.as_mut_ptr(),
            &mut wrapped_length,
            secret.as_mut_ptr(),
            &mut secret_length,
        ))?;
        wrapped.truncate(wrapped_length);
        secret.truncate(secret_length);
        Ok((secret, wrapped))
    }
}

/// The secret that is in it.
pub(crate) fn decapsulate(
    key: &PKeyRef<Private>,
    params: &Params,
    wrapped: &[u8],
) -> Result<Vec<u8>> {
    let context = Context::of(key)?;
    // SAFETY: as above.
    unsafe {
        let mut view = params.view();
        check(EVP_PKEY_decapsulate_init(
            context.as_ptr(),
            view.as_mut_ptr(),
        ))?;
        let mut length = 0;
        check(EVP_PKEY_decapsulate(
            context.as_ptr(),
            null_mut(),
            &mut length,
            wrapped.as_ptr(),
            wrapped.len(),
        ))?;
        let mut secret = room(length)?;
        check(EVP_PKEY_decapsulate(
            context.as_ptr(),
            secret.as_mut_ptr(),
            &mut length,
            wrapped.as_ptr(),
            wrapped.len(),
        ))?;
        secret.truncate(length);
        Ok(secret)
    }
}
