//! SPKAC: a public key and a challenge, signed, as browsers once sent them.

use std::ffi::c_int;
use std::ptr::NonNull;

use foreign_types_shared::ForeignType;
use openssl::pkey::{PKey, Public};
use openssl_sys::{ASN1_STRING_get0_data, ASN1_STRING_length, EVP_PKEY};

use super::clear_errors;

/// OpenSSL's `NETSCAPE_SPKAC`, up to what is read of it.
#[repr(C)]
struct SpkacData {
    key: *mut std::ffi::c_void,
    challenge: *mut openssl_sys::ASN1_STRING,
}

/// OpenSSL's `NETSCAPE_SPKI`, up to what is read of it.
#[repr(C)]
struct Spki {
    data: *mut SpkacData,
}

unsafe extern "C" {
    fn NETSCAPE_SPKI_b64_decode(text: *const u8, length: c_int) -> *mut Spki;
    fn NETSCAPE_SPKI_free(spki: *mut Spki);
    fn NETSCAPE_SPKI_get_pubkey(spki: *mut Spki) -> *mut EVP_PKEY;
    fn NETSCAPE_SPKI_verify(spki: *mut Spki, key: *mut EVP_PKEY) -> c_int;
}

/// Something that was read.
pub(crate) struct Spkac(NonNull<Spki>);

impl Drop for Spkac {
    fn drop(&mut self) {
        // SAFETY: it is freed once.
        unsafe { NETSCAPE_SPKI_free(self.0.as_ptr()) };
    }
}

impl Spkac {
    /// Reads base64.
    pub(crate) fn read(text: &[u8]) -> Option<Spkac> {
        // A length of 0 would stand for a C string.
        let length = c_int::try_from(text.len())
            .ok()
            .filter(|&length| length > 0)?;
        // SAFETY: pointer and length belong together.
        let spki = unsafe { NETSCAPE_SPKI_b64_decode(text.as_ptr(), length) };
        clear_errors();
        NonNull::new(spki).map(Spkac)
    }

    /// The public key
    pub(crate) fn key(&self) -> Option<PKey<Public>> {
        // SAFETY: it is valid; the key is ours to free.
        let key = unsafe {
            let key = NETSCAPE_SPKI_get_pubkey(self.0.as_ptr());
            (!key.is_null()).then(|| PKey::from_ptr(key))
        };
        clear_errors();
        key
    }

    /// Whether the signature is of that key.
    pub(crate) fn is_signed_by(&self, key: &PKey<Public>) -> bool {
        // SAFETY: both are valid.
        let verified = unsafe { NETSCAPE_SPKI_verify(self.0.as_ptr(), key.as_ptr()) };
        clear_errors();
        verified > 0
    }

    /// The challenge
    pub(crate) fn challenge(&self) -> Vec<u8> {
        // SAFETY: what was read has both, and the string's pointer and length belong together.
        unsafe {
            let challenge = (*self.0.as_ref().data).challenge;
            let (data, length) = (
                ASN1_STRING_get0_data(challenge),
                ASN1_STRING_length(challenge),
            );
            match usize::try_from(length) {
                Ok(length) if length > 0 && !data.is_null() => {
                    std::slice::from_raw_parts(data, length).to_vec()
                }
                _ => Vec::new(),
            }
        }
    }
}
