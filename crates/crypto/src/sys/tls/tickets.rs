//! Keys of session tickets. OpenSSL has a format of its own for them; this is Node's, in 48 bytes, so that processes can
//! hand them to one another: a name, a key for HMAC and a key for AES, 16 bytes each.

use std::ffi::{c_char, c_int, c_uchar, c_void};
use std::ptr::null_mut;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use foreign_types_shared::ForeignTypeRef;
use openssl::ex_data::Index;
use openssl::ssl::{SslContext, SslContextBuilder, SslRef};
use openssl_sys::{
    EVP_CIPHER_CTX, EVP_DecryptInit_ex, EVP_EncryptInit_ex, EVP_MAC_CTX, EVP_MAC_CTX_set_params,
    EVP_aes_128_cbc, OSSL_PARAM, SSL, SSL_CTX,
};

use crate::Result;

/// The length of AES's vectors
const IV_LENGTH: usize = 16;

pub(crate) type Keys = Arc<Mutex<[u8; 48]>>;

type Callback = unsafe extern "C" fn(
    *mut SSL,
    *mut c_uchar,
    *mut c_uchar,
    *mut EVP_CIPHER_CTX,
    *mut EVP_MAC_CTX,
    c_int,
) -> c_int;

unsafe extern "C" {
    fn SSL_CTX_set_tlsext_ticket_key_evp_cb(
        context: *mut SSL_CTX,
        callback: Option<Callback>,
    ) -> c_int;
    fn OSSL_PARAM_construct_utf8_string(
        key: *const c_char,
        value: *mut c_char,
        size: usize,
    ) -> OSSL_PARAM;
    fn OSSL_PARAM_construct_octet_string(
        key: *const c_char,
        value: *mut c_void,
        size: usize,
    ) -> OSSL_PARAM;
    fn OSSL_PARAM_construct_end() -> OSSL_PARAM;
}

fn index() -> Result<Index<SslContext, Keys>> {
    static INDEX: OnceLock<Option<Index<SslContext, Keys>>> = OnceLock::new();
    let index = INDEX.get_or_init(|| SslContext::new_ex_index().ok());
    index.ok_or_else(crate::Error::queued)
}

/// Has tickets be made with keys that can be had and changed.
pub(crate) fn install(context: &mut SslContextBuilder, keys: Keys) -> Result<()> {
    context.set_ex_data(index()?, keys);
    // SAFETY: the function has the type that OpenSSL expects.
    unsafe { SSL_CTX_set_tlsext_ticket_key_evp_cb(context.as_ptr(), Some(keys_for)) };
    Ok(())
}

unsafe extern "C" fn keys_for(
    ssl: *mut SSL,
    name: *mut c_uchar,
    iv: *mut c_uchar,
    cipher: *mut EVP_CIPHER_CTX,
    mac: *mut EVP_MAC_CTX,
    encrypts: c_int,
) -> c_int {
    // SAFETY: OpenSSL gives room for a name of 16 bytes and the longest vector, which is 16 bytes; the rest is valid.
    unsafe {
        let name = std::slice::from_raw_parts_mut(name, 16);
        let iv = std::slice::from_raw_parts_mut(iv, IV_LENGTH);
        let Some(keys) = keys_of(SslRef::from_ptr(ssl)) else {
            return -1;
        };
        if encrypts != 0 {
            name.copy_from_slice(&keys[..16]);
            if openssl::rand::rand_bytes(iv).is_err() {
                return -1;
            }
        } else if name != &keys[..16] {
            // It is of somebody else, or older: there is a full handshake.
            return 0;
        }
        let key = keys[32..].as_ptr();
        let init = if encrypts != 0 {
            EVP_EncryptInit_ex
        } else {
            EVP_DecryptInit_ex
        };
        let is_ready = init(cipher, EVP_aes_128_cbc(), null_mut(), key, iv.as_ptr()) == 1;
        if is_ready && set_mac_key(mac, &keys[16..32]) {
            1
        } else {
            -1
        }
    }
}

fn keys_of(ssl: &SslRef) -> Option<[u8; 48]> {
    let keys = ssl.ssl_context().ex_data(index().ok()?)?;
    Some(*keys.lock().unwrap_or_else(PoisonError::into_inner))
}

/// # Safety
/// The context is valid.
unsafe fn set_mac_key(mac: *mut EVP_MAC_CTX, key: &[u8]) -> bool {
    let mut key = key.to_vec();
    let mut digest = *b"SHA256\0";
    // SAFETY: names and values are there until the call is over.
    unsafe {
        let parameters = [
            OSSL_PARAM_construct_octet_string(c"key".as_ptr(), key.as_mut_ptr().cast(), key.len()),
            OSSL_PARAM_construct_utf8_string(c"digest".as_ptr(), digest.as_mut_ptr().cast(), 0),
            OSSL_PARAM_construct_end(),
        ];
        EVP_MAC_CTX_set_params(mac, parameters.as_ptr()) == 1
    }
}
