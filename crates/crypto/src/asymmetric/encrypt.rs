//! Encryption with RSA: `publicEncrypt` and its like.

use openssl::pkey::{PKeyRef, Private};

use crate::sys::operation::Operation;
use crate::sys::params::Params;
use crate::{Algorithm, Key, Refusal, Result, sys};

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// For the owner of the private key
    PublicEncrypt,
    /// The reverse
    PrivateDecrypt,
    /// So that everybody can tell whose it is
    PrivateEncrypt,
    /// The reverse
    PublicDecrypt,
}

/// With what.
pub struct Padding {
    /// As OpenSSL counts them
    pub number: i32,
    /// The digest of OAEP
    pub digest: Option<Algorithm>,
    /// The digest of OAEP's mask; by default the same
    pub mask_digest: Option<Algorithm>,
    /// What OAEP binds the text to
    pub label: Option<Vec<u8>>,
}

const OAEP_PADDING: i32 = 4;

impl Padding {
    fn params(&self) -> Result<Params> {
        let mut params = Params::default().integer("pad-mode", self.number);
        if self.number != OAEP_PADDING {
            return Ok(params);
        }
        if let Some(digest) = &self.digest {
            params = params.text("digest", &sys::md::name(digest.md()?));
        }
        if let Some(digest) = &self.mask_digest {
            params = params.text("mgf1-digest", &sys::md::name(digest.md()?));
        }
        if let Some(label) = &self.label {
            params = params.bytes("oaep-label", label);
        }
        Ok(params)
    }
}

/// Whether a key is of a kind that signs, but not by RSA.
fn signs_otherwise(key: &PKeyRef<Private>) -> bool {
    let kind = super::kind_of(key).unwrap_or_default();
    ["ec", "dsa", "ed25519", "ed448"].contains(&kind.as_str())
}

/// Makes bytes of bytes.
pub fn run(key: &Key, direction: Direction, padding: &Padding, data: &[u8]) -> Result<Vec<u8>> {
    sys::clear_errors();
    let params = padding.params()?;
    match (direction, key) {
        (Direction::PrivateDecrypt, Key::Private(key)) => {
            Operation::Decrypt.run(key, &params, data)
        }
        (Direction::PrivateEncrypt, Key::Private(key)) if signs_otherwise(key) => {
            // There is no padding to set, and nothing more that OpenSSL would say.
            Err(Refusal::plain("error:00000000:lib(0)::reason(0)").into())
        }
        (Direction::PrivateEncrypt, Key::Private(key)) => Operation::Sign.run(key, &params, data),
        (Direction::PublicEncrypt, key) => match key.public() {
            Some(key) => Operation::Encrypt.run(&key, &params, data),
            None => Err(crate::Error::queued()),
        },
        (_, key) => match key.public() {
            Some(key) => Operation::Recover.run(&key, &params, data),
            None => Err(crate::Error::queued()),
        },
    }
}
