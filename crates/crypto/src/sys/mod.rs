//! Calls of OpenSSL that the crate `openssl` does not offer, each behind a safe function.
#![allow(unsafe_code)]

pub(crate) mod cipher;
pub(crate) mod curve;
pub(crate) mod dh;
pub(crate) mod hmac;
pub(crate) mod kdf;
pub(crate) mod keyfile;
pub(crate) mod mac;
pub(crate) mod md;
pub(crate) mod operation;
pub(crate) mod params;
pub(crate) mod pkcs12;
pub(crate) mod pkey;
pub(crate) mod random;
pub(crate) mod settings;
pub(crate) mod spkac;
pub(crate) mod tls;
pub(crate) mod x509;

use std::ffi::{CString, c_char, c_int, c_ulong, c_void};
use std::sync::Once;

use crate::{Error, Result};

unsafe extern "C" {
    fn OPENSSL_init_crypto(options: u64, settings: *const c_void) -> c_int;
    fn ERR_new();
    fn ERR_peek_error() -> c_ulong;
    fn ERR_set_error(library: c_int, reason: c_int, format: *const c_char, ...);
    fn OPENSSL_cleanse(pointer: *mut c_void, length: usize);
}

/// Makes OpenSSL ready, once, before anything else of it is called.
///
/// It reads no configuration, which would be that of the system's own OpenSSL, and does nothing when the process
/// ends: threads of the pool may still be at work then.
pub(crate) fn init() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        const OPENSSL_INIT_NO_LOAD_CONFIG: u64 = 0x80;
        let options = OPENSSL_INIT_NO_LOAD_CONFIG | openssl_sys::OPENSSL_INIT_NO_ATEXIT;
        // SAFETY: the function may be called at any time, from any thread.
        unsafe { OPENSSL_init_crypto(options, std::ptr::null()) };
        openssl_sys::init();
    });
}

/// Forgets errors that earlier calls have left in the queue of this thread.
pub(crate) fn clear_errors() {
    // SAFETY: the queue is the thread's own.
    unsafe {
        // To clear it takes as long as to encrypt a few bytes, and there is next to never anything in it.
        if ERR_peek_error() != 0 {
            openssl_sys::ERR_clear_error();
        }
    }
}

/// An error as OpenSSL would have it: the number of a library, and that of a reason.
pub(crate) fn raised(library: c_int, reason: c_int) -> Error {
    // SAFETY: an error without further words is put into the queue of this thread.
    unsafe {
        ERR_new();
        ERR_set_error(library, reason, std::ptr::null());
    }
    Error::queued()
}

/// What a function of OpenSSL's says by 1 for success.
fn check(returned: c_int) -> Result<()> {
    match returned {
        1.. => Ok(()),
        _ => Err(Error::queued()),
    }
}

/// A name for C; `None` if it has a NUL in it, and thus is the name of nothing.
fn c_name(name: &str) -> Option<CString> {
    CString::new(name).ok()
}

/// Overwrites bytes that nobody will read again, which a compiler would think needless.
pub(crate) fn wipe(bytes: &mut [u8]) {
    // SAFETY: pointer and length belong together.
    unsafe { OPENSSL_cleanse(bytes.as_mut_ptr().cast(), bytes.len()) };
}
