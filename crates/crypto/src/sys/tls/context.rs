//! Settings of contexts that the crate `openssl` leaves out.

use std::ffi::{CStr, c_int, c_long, c_void};
use std::ptr::null_mut;

use foreign_types_shared::{ForeignType, ForeignTypeRef};
use openssl::error::ErrorStack;
use openssl::ssl::{SslContext, SslContextBuilder, SslContextRef};
use openssl::x509::store::{X509Store, X509StoreRef};
use openssl::x509::{X509, X509Crl, X509Ref};
use openssl_sys::{
    SSL_CTX, SSL_CTX_ctrl, SSL_CTX_get_cert_store, SSL_CTX_set_cert_store, X509_CRL, X509_STORE,
};

use crate::sys::{c_name, check, clear_errors};
use crate::{Error, Result};

const SSL_CTRL_CHAIN_CERT: c_int = 89;
const SSL_CTRL_SET_DH_AUTO: c_int = 118;

unsafe extern "C" {
    fn SSL_CTX_set_default_read_buffer_len(context: *mut SSL_CTX, length: usize);
    fn SSL_CTX_set_timeout(context: *mut SSL_CTX, seconds: c_long) -> c_long;
    fn SSL_CTX_use_psk_identity_hint(context: *mut SSL_CTX, hint: *const std::ffi::c_char)
    -> c_int;
    fn X509_STORE_add_crl(store: *mut X509_STORE, crl: *mut X509_CRL) -> c_int;
    fn X509_STORE_set_flags(store: *mut X509_STORE, flags: std::ffi::c_ulong) -> c_int;
    fn PEM_read_bio_X509_AUX(
        bio: *mut openssl_sys::BIO,
        out: *mut *mut openssl_sys::X509,
        password: openssl_sys::pem_password_cb,
        data: *mut c_void,
    ) -> *mut openssl_sys::X509;
    fn SSL_CTX_get_ciphers(context: *const SSL_CTX) -> *mut c_void;
    fn X509_STORE_up_ref(store: *mut X509_STORE) -> c_int;
    fn X509_STORE_CTX_get1_issuer(
        issuer: *mut *mut openssl_sys::X509,
        context: *mut openssl_sys::X509_STORE_CTX,
        certificate: *mut openssl_sys::X509,
    ) -> c_int;
}

/// The crate's builder, for a context that is in use already: OpenSSL lets contexts be changed at any time by the thread
/// that uses them.
pub(crate) fn edit(context: &SslContextRef) -> SslContextBuilder {
    let context: SslContext = context.to_owned();
    let pointer = context.as_ptr();
    std::mem::forget(context);
    // SAFETY: the builder takes over the count that was added.
    unsafe { SslContextBuilder::from_ptr(pointer) }
}

/// Adds a certificate to the chain of the one that was set last.
pub(crate) fn add_chain_certificate(context: &SslContextRef, certificate: &X509Ref) -> Result<()> {
    let pointer = certificate.as_ptr().cast::<c_void>();
    // SAFETY: the command takes a certificate, and with 1 counts it as its own.
    check(unsafe { SSL_CTX_ctrl(context.as_ptr(), SSL_CTRL_CHAIN_CERT, 1, pointer) } as c_int)
}

/// Has a read that finds a message of the protocol's own come back, rather than read on.
pub(crate) fn clear_auto_retry(context: &mut SslContextBuilder) {
    const SSL_CTRL_CLEAR_MODE: c_int = 78;
    const AUTO_RETRY: c_long = 4;
    // SAFETY: the command takes a number.
    unsafe {
        SSL_CTX_ctrl(
            context.as_ptr(),
            SSL_CTRL_CLEAR_MODE,
            AUTO_RETRY,
            null_mut(),
        )
    };
}

/// Has OpenSSL choose parameters for Diffie-Hellman.
pub(crate) fn choose_dh(context: &SslContextRef) {
    // SAFETY: the command takes a number.
    unsafe { SSL_CTX_ctrl(context.as_ptr(), SSL_CTRL_SET_DH_AUTO, 1, null_mut()) };
}

/// Makes room for more than a record, so that what is no TLS at all is found by its first bytes, and not by a length
/// that letters stand for.
pub(crate) fn make_room(context: &SslContextRef) {
    const ROOM: usize = 0x7f7f + 64;
    // SAFETY: it takes any number.
    unsafe { SSL_CTX_set_default_read_buffer_len(context.as_ptr(), ROOM) };
}

/// For how many seconds a session can be resumed.
pub(crate) fn set_timeout(context: &SslContextRef, seconds: i64) {
    // SAFETY: it takes any number.
    unsafe { SSL_CTX_set_timeout(context.as_ptr(), seconds as c_long) };
}

/// What clients are told so that they find the right key.
pub(crate) fn set_psk_hint(context: &SslContextRef, hint: &str) -> Result<()> {
    let hint = c_name(hint).ok_or_else(Error::queued)?;
    // SAFETY: it is copied.
    check(unsafe { SSL_CTX_use_psk_identity_hint(context.as_ptr(), hint.as_ptr()) })
}

/// The certificates that a context trusts.
pub(crate) fn store(context: &SslContextRef) -> &X509StoreRef {
    // SAFETY: a context always has a store, which lives as long as it has.
    unsafe { X509StoreRef::from_ptr(SSL_CTX_get_cert_store(context.as_ptr())) }
}

/// Has a context trust what is in a store, which others may share.
pub(crate) fn set_store(context: &SslContextRef, store: &X509StoreRef) {
    // SAFETY: the context takes over the count that is added.
    unsafe {
        X509_STORE_up_ref(store.as_ptr());
        SSL_CTX_set_cert_store(context.as_ptr(), store.as_ptr());
    }
}

/// Adds a certificate to a store; one that is there already is fine.
pub(crate) fn add_to_store(store: &X509StoreRef, certificate: &X509Ref) -> Result<()> {
    // SAFETY: both are valid, and the store counts the certificate as its own.
    let done = unsafe { openssl_sys::X509_STORE_add_cert(store.as_ptr(), certificate.as_ptr()) };
    check(done)
}

/// Adds a list of certificates that are no longer good, and has such lists heeded.
pub(crate) fn add_crl(store: &X509StoreRef, crl: &X509Crl) -> Result<()> {
    const CHECK: std::ffi::c_ulong = 0x4 | 0x8;
    // SAFETY: both are valid, and the store counts the list as its own.
    unsafe {
        check(X509_STORE_add_crl(store.as_ptr(), crl.as_ptr()))?;
        check(X509_STORE_set_flags(store.as_ptr(), CHECK))
    }
}

/// Has any certificate in the store be the end of a chain, also one that is not its own issuer.
pub(crate) fn allow_partial_chains(store: &X509StoreRef) {
    const PARTIAL_CHAIN: std::ffi::c_ulong = 0x80000;
    // SAFETY: it is valid.
    unsafe { X509_STORE_set_flags(store.as_ptr(), PARTIAL_CHAIN) };
}

/// The certificates in PEM, also those that say what they are trusted for. An error if there is none.
pub(crate) fn read_pem(pem: &[u8]) -> std::result::Result<Vec<X509>, ErrorStack> {
    const PEM_R_NO_START_LINE: c_int = 108;
    clear_errors();
    let length = c_int::try_from(pem.len()).unwrap_or(c_int::MAX);
    let mut found = Vec::new();
    // SAFETY: the BIO only reads the bytes, which outlive it; each certificate is ours to free.
    unsafe {
        let bio = openssl_sys::BIO_new_mem_buf(pem.as_ptr().cast(), length);
        if bio.is_null() {
            return Err(ErrorStack::get());
        }
        loop {
            let certificate = PEM_read_bio_X509_AUX(bio, null_mut(), None, null_mut());
            if certificate.is_null() {
                break;
            }
            found.push(X509::from_ptr(certificate));
        }
        openssl_sys::BIO_free_all(bio);
    }
    let stack = ErrorStack::get();
    let last = stack.errors().last();
    let is_end = last.is_some_and(|error| error.reason_code() == PEM_R_NO_START_LINE);
    match is_end && !found.is_empty() {
        true => Ok(found),
        false => Err(stack),
    }
}

/// An empty store.
pub(crate) fn new_store() -> Result<X509Store> {
    Ok(openssl::x509::store::X509StoreBuilder::new()?.build())
}

/// The certificate in a store that another was issued by.
pub(crate) fn issuer(store: &X509StoreRef, certificate: &X509Ref) -> Option<X509> {
    let context = openssl::x509::X509StoreContext::new().ok()?;
    let mut found = null_mut();
    // SAFETY: the context is initialized with what outlives it here; what is found is ours to free.
    let issuer = unsafe {
        let pointer = context.as_ptr();
        let ready =
            openssl_sys::X509_STORE_CTX_init(pointer, store.as_ptr(), null_mut(), null_mut());
        let done = ready == 1
            && X509_STORE_CTX_get1_issuer(&mut found, pointer, certificate.as_ptr()) == 1;
        (done && !found.is_null()).then(|| X509::from_ptr(found))
    };
    clear_errors();
    issuer
}

/// The names of the ciphers that a context has.
pub(crate) fn cipher_names(context: &SslContextRef) -> Vec<String> {
    // SAFETY: the list is the context's, and its ciphers are OpenSSL's own, with names that are C strings.
    unsafe {
        let list = SSL_CTX_get_ciphers(context.as_ptr());
        let count = openssl_sys::OPENSSL_sk_num(list.cast());
        let name = |index| {
            let cipher = openssl_sys::OPENSSL_sk_value(list.cast(), index);
            CStr::from_ptr(openssl_sys::SSL_CIPHER_get_name(cipher.cast()))
        };
        (0..count)
            .map(|index| name(index).to_string_lossy().into_owned())
            .collect()
    }
}
