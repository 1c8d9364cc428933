//! Keys and certificates in one file (PKCS#12).

use std::ffi::{c_char, c_int, c_void};
use std::ptr::{NonNull, null_mut};

use foreign_types_shared::ForeignType;
use openssl::pkey::{PKey, Private};
use openssl::stack::Stack;
use openssl::x509::X509;
use openssl_sys::{
    BIO, BIO_ctrl, BIO_free_all, BIO_new_mem_buf, PKCS12, PKCS12_free, PKCS12_parse,
};

use super::c_name;
use crate::{Error, Result};

unsafe extern "C" {
    fn PKCS12_mac_present(bundle: *const PKCS12) -> c_int;
    fn d2i_PKCS12_bio(from: *mut BIO, bundle: *mut *mut PKCS12) -> *mut PKCS12;
}

/// Says what a reader of memory gives at its end.
const SET_END: c_int = 130;

/// A bundle that was read, but not opened.
pub(crate) struct Bundle(NonNull<PKCS12>);

/// What is in it.
pub(crate) struct Content {
    pub(crate) key: Option<PKey<Private>>,
    pub(crate) certificate: Option<X509>,
    pub(crate) others: Vec<X509>,
}

impl Drop for Bundle {
    fn drop(&mut self) {
        // SAFETY: it is freed once.
        unsafe { PKCS12_free(self.0.as_ptr()) };
    }
}

impl Bundle {
    /// Reads DER.
    pub(crate) fn read(bytes: &[u8]) -> Result<Bundle> {
        let length = c_int::try_from(bytes.len()).map_err(|_| Error::queued())?;
        // Read as from a file: what is cut off is then told apart from what is wrong.
        // SAFETY: pointer and length belong together, and outlive the reader, which is freed here.
        let bundle = unsafe {
            let from = BIO_new_mem_buf(bytes.as_ptr().cast::<c_void>(), length);
            if from.is_null() {
                return Err(Error::queued());
            }
            // An end that more may follow, as of a stream: only then is nothing at all too little.
            BIO_ctrl(from, SET_END, -1, null_mut());
            let bundle = d2i_PKCS12_bio(from, null_mut());
            BIO_free_all(from);
            bundle
        };
        NonNull::new(bundle).map(Bundle).ok_or_else(Error::queued)
    }

    /// Whether a passphrase is needed to know that nobody has changed it.
    pub(crate) fn has_mac(&self) -> bool {
        // SAFETY: it is valid.
        unsafe { PKCS12_mac_present(self.0.as_ptr()) == 1 }
    }

    /// Opens it.
    pub(crate) fn open(&self, passphrase: Option<&[u8]>) -> Result<Content> {
        let passphrase = passphrase.map(|bytes| c_name(&String::from_utf8_lossy(bytes)));
        let passphrase = match &passphrase {
            None => std::ptr::null::<c_char>(),
            Some(Some(text)) => text.as_ptr(),
            // One with a NUL in it is none that could have been used.
            Some(None) => return Err(super::raised(ERR_LIB_PKCS12, MAC_VERIFY_FAILURE)),
        };
        let (mut key, mut certificate, mut others) = (null_mut(), null_mut(), null_mut());
        // SAFETY: the passphrase ends in NUL or is absent; what comes out is ours.
        unsafe {
            super::check(PKCS12_parse(
                self.0.as_ptr(),
                passphrase,
                &mut key,
                &mut certificate,
                &mut others,
            ))?;
            let others = (!others.is_null()).then(|| Stack::<X509>::from_ptr(others));
            Ok(Content {
                key: (!key.is_null()).then(|| PKey::from_ptr(key)),
                certificate: (!certificate.is_null()).then(|| X509::from_ptr(certificate)),
                others: others.into_iter().flatten().collect(),
            })
        }
    }
}

const ERR_LIB_PKCS12: c_int = 35;
const MAC_VERIFY_FAILURE: c_int = 113;
