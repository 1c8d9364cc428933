//! Keys for files: PEM, and the forms of DER.

use openssl::pkey::{PKey, Private, Public};

use super::read::Form;
use super::{has_seed, kind_of};
use crate::sys::keyfile::{self, FileCipher};
use crate::{Error, Key, Kind, Refusal, Result, sys};

/// How a private key is encrypted.
pub struct Sealing {
    cipher: FileCipher,
    passphrase: Vec<u8>,
}

impl Drop for Sealing {
    fn drop(&mut self) {
        sys::wipe(&mut self.passphrase);
    }
}

impl Sealing {
    /// By a cipher that must be known.
    pub fn new(cipher: &str, passphrase: Vec<u8>) -> Result<Sealing> {
        sys::init();
        let cipher = FileCipher::find(cipher).ok_or_else(|| {
            Refusal::new(Kind::Error, "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher")
        })?;
        Ok(Sealing { cipher, passphrase })
    }
}

/// How a key is to be written: DER of a form, or PEM around it.
pub struct Shape {
    /// The form of DER
    pub form: Form,
    /// Whether it becomes text
    pub is_pem: bool,
    /// How a private key is encrypted, if it is
    pub sealing: Option<Sealing>,
}

/// A key in a form that its kind has.
pub fn write(key: &Key, shape: &Shape) -> Result<Vec<u8>> {
    sys::clear_errors();
    let written = match key {
        Key::Secret(secret) => Ok(secret.bytes().to_vec()),
        Key::Public(key) => public(key, shape),
        Key::Private(key) => private(key, shape),
    };
    written.map_err(Error::repeating_first)
}

fn public(key: &PKey<Public>, shape: &Shape) -> Result<Vec<u8>> {
    match (shape.form, shape.is_pem) {
        (Form::Pkcs1, false) => keyfile::write_own_public(key),
        (Form::Pkcs1, true) => {
            keyfile::write_pem(c"RSA PUBLIC KEY", &keyfile::write_own_public(key)?)
        }
        (_, false) => keyfile::write_spki(key),
        (_, true) => keyfile::write_spki_pem(key),
    }
}

fn private(key: &PKey<Private>, shape: &Shape) -> Result<Vec<u8>> {
    let sealing = shape.sealing.as_ref();
    let own = sealing.map(|sealing| (sealing.cipher, sealing.passphrase.as_slice()));
    if let Some(seed) = seed_of(key) {
        return seeded(key, &seed, shape);
    }
    match (shape.form, shape.is_pem) {
        (Form::Pkcs1 | Form::Sec1, false) => keyfile::write_own_private(key),
        (Form::Pkcs1 | Form::Sec1, true) => keyfile::write_own_private_pem(key, own),
        (_, false) => keyfile::write_pkcs8(key, own),
        (_, true) => keyfile::write_pkcs8_pem(key, own),
    }
}

/// What a key is made of, if that is known.
fn seed_of(key: &PKey<Private>) -> Option<Vec<u8>> {
    let is_seeded = kind_of(key).as_deref().is_some_and(has_seed);
    is_seeded.then(|| sys::pkey::bytes(key, c"seed")).flatten()
}

/// PKCS#8 of a key that is made of a seed: that, and nothing else.
fn seeded(key: &PKey<Private>, seed: &[u8], shape: &Shape) -> Result<Vec<u8>> {
    let info = seed_info(&keyfile::write_spki(key)?, seed);
    match (&shape.sealing, shape.is_pem) {
        (None, false) => Ok(info),
        (None, true) => keyfile::write_pem(c"PRIVATE KEY", &info),
        (Some(sealing), is_pem) => {
            let sealed = keyfile::seal_pkcs8(&info, sealing.cipher, &sealing.passphrase)?;
            match is_pem {
                true => keyfile::write_pem(c"ENCRYPTED PRIVATE KEY", &sealed),
                false => Ok(sealed),
            }
        }
    }
}

/// A value of DER; those here are short.
fn value(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = u8::try_from(content.len()).unwrap_or(u8::MAX);
    let mut bytes = vec![tag, length];
    bytes.extend_from_slice(content);
    bytes
}

/// `PrivateKeyInfo` of a seed. The algorithm is that of the public key, whose form begins with it.
fn seed_info(spki: &[u8], seed: &[u8]) -> Vec<u8> {
    const VERSION: [u8; 3] = [2, 1, 0];
    const OCTETS: u8 = 4;
    const SEED: u8 = 0x80;
    const SEQUENCE: u8 = 0x30;
    // These keys are long, so the outer length takes two bytes.
    let algorithm = &spki[4..];
    let algorithm = &algorithm[..2 + usize::from(algorithm[1])];
    let key = value(OCTETS, &value(SEED, seed));
    value(SEQUENCE, &[&VERSION, algorithm, &key].concat())
}
