//! Key derivation.

use std::ffi::c_int;

use foreign_types_shared::ForeignTypeRef;
use openssl::md::MdRef;
use openssl_sys::{EVP_PBE_scrypt, PKCS5_PBKDF2_HMAC};

use super::check;
use crate::kdf::ScryptCost;
use crate::{Error, Result};

/// A length as C counts it.
fn int(length: usize) -> Result<c_int> {
    c_int::try_from(length).map_err(|_| Error::queued())
}

pub(crate) fn pbkdf2(
    md: &MdRef,
    password: &[u8],
    salt: &[u8],
    iterations: u32,
    key: &mut [u8],
) -> Result<()> {
    let iterations = int(iterations as usize)?;
    let (password_length, salt_length) = (int(password.len())?, int(salt.len())?);
    let length = int(key.len())?;
    // SAFETY: pointers and lengths belong together.
    check(unsafe {
        PKCS5_PBKDF2_HMAC(
            password.as_ptr().cast(),
            password_length,
            salt.as_ptr(),
            salt_length,
            iterations,
            md.as_ptr(),
            length,
            key.as_mut_ptr(),
        )
    })
}

/// Without a key it only says whether the cost is one that is possible.
pub(crate) fn scrypt(
    password: &[u8],
    salt: &[u8],
    cost: &ScryptCost,
    key: Option<&mut [u8]>,
) -> Result<()> {
    let (key, length) = match key {
        Some(key) => (key.as_mut_ptr(), key.len()),
        None => (std::ptr::null_mut(), 0),
    };
    // SAFETY: pointers and lengths belong together; no key at all is allowed.
    check(unsafe {
        EVP_PBE_scrypt(
            password.as_ptr().cast(),
            password.len(),
            salt.as_ptr(),
            salt.len(),
            cost.cost,
            cost.block_size,
            cost.parallelization,
            cost.most_memory,
            key,
            length,
        )
    })
}
