//! Settings of the whole process: FIPS mode, the heap for secrets, what a configuration file says, providers.

use std::ffi::{CStr, c_char, c_int, c_ulong, c_void};
use std::ptr::null_mut;

use openssl_sys::{
    EVP_default_properties_enable_fips, EVP_default_properties_is_fips_enabled, OSSL_LIB_CTX,
};

use super::check;
use crate::{Error, Result};

unsafe extern "C" {
    fn CRYPTO_secure_malloc_init(size: usize, least: usize) -> c_int;
    fn CRYPTO_secure_used() -> usize;
    fn OPENSSL_load_builtin_modules();
    fn OSSL_PROVIDER_load(library: *mut OSSL_LIB_CTX, name: *const c_char) -> *mut c_void;
    fn CONF_modules_load_file(file: *const c_char, section: *const c_char, flags: c_ulong)
    -> c_int;
}

pub(crate) fn has_fips() -> bool {
    // SAFETY: it only looks at what the default context has.
    unsafe { EVP_default_properties_is_fips_enabled(null_mut()) == 1 }
}

pub(crate) fn set_fips(enabled: bool) -> Result<()> {
    // SAFETY: OpenSSL locks what it changes.
    check(unsafe { EVP_default_properties_enable_fips(null_mut(), c_int::from(enabled)) })
}

/// False if there is no such heap: the sizes are no powers of 2, or there is one already.
pub(crate) fn make_secure_heap(size: usize, least: usize) -> bool {
    // SAFETY: any sizes may be asked for.
    unsafe { CRYPTO_secure_malloc_init(size, least) != 0 }
}

pub(crate) fn secure_heap_used() -> usize {
    // SAFETY: it only reads a number.
    unsafe { CRYPTO_secure_used() }
}

/// Does what a section of a file says; nothing if there is no such file, or no such section in it.
pub(crate) fn load(file: &CStr, section: &CStr) -> Result<()> {
    const CONF_MFLAGS_IGNORE_MISSING_FILE: c_ulong = 0x10;
    // SAFETY: both texts end in NUL and are only read.
    check(unsafe {
        OPENSSL_load_builtin_modules();
        CONF_modules_load_file(
            file.as_ptr(),
            section.as_ptr(),
            CONF_MFLAGS_IGNORE_MISSING_FILE,
        )
    })
}

/// Adds a provider to those that there are, for as long as the process lives.
pub(crate) fn add_provider(name: &CStr) -> Result<()> {
    // SAFETY: the name ends in NUL; OpenSSL locks what it changes.
    let provider = unsafe { OSSL_PROVIDER_load(null_mut(), name.as_ptr()) };
    match provider.is_null() {
        true => Err(Error::queued()),
        false => Ok(()),
    }
}
