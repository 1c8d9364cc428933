//! HMAC. (The form that OpenSSL calls old: the new one looks the digest up by its name each time.)

use std::ffi::c_int;
use std::ptr::NonNull;

use foreign_types_shared::ForeignTypeRef;
use openssl::md::MdRef;
use openssl_sys::{HMAC_CTX, HMAC_CTX_free, HMAC_CTX_new, HMAC_Final, HMAC_Init_ex, HMAC_Update};

use super::check;
use crate::{Error, Kind, Refusal, Result};

/// The most bytes that a digest has (`EVP_MAX_MD_SIZE`).
pub(crate) const MAX_SIZE: usize = 64;

/// An HMAC that is being computed.
pub(crate) struct Context(NonNull<HMAC_CTX>);

// SAFETY: nothing in a context belongs to a thread.
unsafe impl Send for Context {}

impl Context {
    pub(crate) fn new(md: &MdRef, key: &[u8]) -> Result<Context> {
        let Ok(length) = c_int::try_from(key.len()) else {
            let code = "ERR_OUT_OF_RANGE";
            return Err(Refusal::new(Kind::Range, code, "key is too big").into());
        };
        // SAFETY: it has no conditions.
        let context = unsafe { HMAC_CTX_new() };
        let context = Context(NonNull::new(context).ok_or_else(Error::queued)?);
        // SAFETY: pointer and length are the key's, which is copied; of an empty one, the pointer is not null.
        check(unsafe {
            HMAC_Init_ex(
                context.0.as_ptr(),
                key.as_ptr().cast(),
                length,
                md.as_ptr(),
                std::ptr::null_mut(),
            )
        })?;
        Ok(context)
    }

    pub(crate) fn update(&mut self, data: &[u8]) -> Result<()> {
        // SAFETY: the context is ours, and the bytes are there.
        check(unsafe { HMAC_Update(self.0.as_ptr(), data.as_ptr(), data.len()) })
    }

    /// Gives how many bytes of `output` were written.
    pub(crate) fn finish(&mut self, output: &mut [u8; MAX_SIZE]) -> Result<usize> {
        let mut length = 0;
        // SAFETY: there is room for the longest digest.
        check(unsafe { HMAC_Final(self.0.as_ptr(), output.as_mut_ptr(), &mut length) })?;
        Ok(length as usize)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: it is freed once.
        unsafe { HMAC_CTX_free(self.0.as_ptr()) };
    }
}
