//! Message authentication codes by name.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::{NonNull, null, null_mut};

use openssl_sys::{OSSL_LIB_CTX, OSSL_PARAM};

use super::md::add_name;
use super::params::Params;
use super::{c_name, check, clear_errors};
use crate::{Error, Result, room};

enum EvpMac {}
enum EvpMacContext {}

unsafe extern "C" {
    fn EVP_MAC_fetch(
        library: *mut OSSL_LIB_CTX,
        name: *const c_char,
        properties: *const c_char,
    ) -> *mut EvpMac;
    fn EVP_MAC_free(mac: *mut EvpMac);
    fn EVP_MAC_CTX_new(mac: *mut EvpMac) -> *mut EvpMacContext;
    fn EVP_MAC_CTX_free(context: *mut EvpMacContext);
    fn EVP_MAC_CTX_get_mac_size(context: *mut EvpMacContext) -> usize;
    fn EVP_MAC_init(
        context: *mut EvpMacContext,
        key: *const u8,
        length: usize,
        params: *const OSSL_PARAM,
    ) -> c_int;
    fn EVP_MAC_update(context: *mut EvpMacContext, data: *const u8, length: usize) -> c_int;
    fn EVP_MAC_final(
        context: *mut EvpMacContext,
        out: *mut u8,
        length: *mut usize,
        size: usize,
    ) -> c_int;
    fn EVP_MAC_do_all_provided(
        library: *mut OSSL_LIB_CTX,
        each: unsafe extern "C" fn(*mut EvpMac, *mut c_void),
        names: *mut c_void,
    );
    fn EVP_MAC_names_do_all(
        mac: *const EvpMac,
        each: unsafe extern "C" fn(*const c_char, *mut c_void),
        names: *mut c_void,
    ) -> c_int;
}

/// A code that is being computed.
pub(crate) struct Context(NonNull<EvpMacContext>);

// SAFETY: nothing in a context belongs to a thread.
unsafe impl Send for Context {}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: it is freed once.
        unsafe { EVP_MAC_CTX_free(self.0.as_ptr()) };
    }
}

/// Whether there is one of that name.
pub(crate) fn exists(name: &str) -> bool {
    let Some(name) = c_name(name) else {
        return false;
    };
    // SAFETY: the name ends in NUL; what is found is freed.
    let found = unsafe {
        let mac = EVP_MAC_fetch(null_mut(), name.as_ptr(), null());
        EVP_MAC_free(mac);
        !mac.is_null()
    };
    clear_errors();
    found
}

impl Context {
    /// A code of nothing so far.
    pub(crate) fn new(name: &str, key: &[u8], params: &Params) -> Result<Context> {
        let name = c_name(name).ok_or_else(Error::queued)?;
        // SAFETY: the context keeps what it is of; pointers and lengths belong together.
        unsafe {
            let mac = EVP_MAC_fetch(null_mut(), name.as_ptr(), null());
            if mac.is_null() {
                return Err(Error::queued());
            }
            let context = EVP_MAC_CTX_new(mac);
            EVP_MAC_free(mac);
            let context = Context(NonNull::new(context).ok_or_else(Error::queued)?);
            check(EVP_MAC_init(
                context.0.as_ptr(),
                key.as_ptr(),
                key.len(),
                params.view().as_mut_ptr(),
            ))?;
            Ok(context)
        }
    }

    /// Takes in more bytes.
    pub(crate) fn update(&mut self, data: &[u8]) -> Result<()> {
        // SAFETY: the context is ours, and the bytes are there.
        check(unsafe { EVP_MAC_update(self.0.as_ptr(), data.as_ptr(), data.len()) })
    }

    /// The code of all bytes.
    pub(crate) fn finish(self) -> Result<Vec<u8>> {
        // SAFETY: there is room for as much as the code has.
        unsafe {
            let size = EVP_MAC_CTX_get_mac_size(self.0.as_ptr());
            let mut code = room(size)?;
            let mut length = 0;
            check(EVP_MAC_final(
                self.0.as_ptr(),
                code.as_mut_ptr(),
                &mut length,
                size,
            ))?;
            code.truncate(length);
            Ok(code)
        }
    }
}

/// All names there are.
pub(crate) fn all_names() -> Vec<String> {
    let mut names = Vec::<String>::new();
    // SAFETY: the list outlives the call, which shows it to the function that adds to it.
    unsafe { EVP_MAC_do_all_provided(null_mut(), add_names, (&raw mut names).cast()) };
    names
}

unsafe extern "C" fn add_names(mac: *mut EvpMac, names: *mut c_void) {
    // SAFETY: the list is what was given along.
    unsafe { EVP_MAC_names_do_all(mac, add_name, names) };
}
