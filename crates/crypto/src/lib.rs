//! OpenSSL behind a small, safe API: what `crypto` needs, without JavaScript and without a loop.
//!
//! Everything here can be used from any thread, so that jobs can go to a pool. Where the crate `openssl` has what is
//! needed, that is used; the rest is in [`sys`], the only place of `unsafe`.
#![deny(unsafe_code)]

pub mod asymmetric;
mod cipher;
mod dh;
mod digest;
pub mod ecdh;
mod error;
mod hmac;
pub mod kdf;
pub mod keccak;
mod key;
pub mod mac;
pub mod message;
mod names;
mod pbkdf2;
pub mod pkcs12;
pub mod prime;
pub mod random;
mod scrypt;
pub mod settings;
pub mod spkac;
mod sys;
pub mod tls;
pub mod x509;

pub use cipher::{CipherKind, Crypter, Done, Mode, Plan};
pub use dh::{DiffieHellman, Generator};
pub use digest::{Algorithm, Digest, Scratch};
pub use error::{Entry, Error, Kind, Refusal, Stack};
pub use hmac::Hmac;
pub use key::{Key, Secret};
pub use names::{ciphers, curves, digests};

/// The result of anything that OpenSSL does.
pub type Result<T> = std::result::Result<T, Error>;

/// Whether two slices of the same length are equal; the time that it takes says nothing about where they differ.
///
/// # Panics
/// If they are not of the same length.
pub fn equal_in_constant_time(a: &[u8], b: &[u8]) -> bool {
    openssl::memcmp::eq(a, b)
}

/// The version of OpenSSL, as in `3.5.5`.
pub fn version() -> String {
    let text = openssl::version::version();
    text.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// The version of OpenSSL as a number.
pub fn version_number() -> i64 {
    openssl::version::number()
}

/// Bytes for an output, all zero; fails where there is no memory for them.
fn room(length: usize) -> Result<Vec<u8>> {
    let mut bytes = unfilled(length)?;
    bytes.resize(length, 0);
    Ok(bytes)
}

/// Room for an output of so many bytes, none of which is there yet; fails where there is no memory for them.
fn unfilled(length: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match bytes.try_reserve_exact(length) {
        Ok(()) => Ok(bytes),
        Err(_) => Err(Refusal::plain("Out of memory").into()),
    }
}
