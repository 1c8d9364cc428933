//! Keys out of files: PEM, and the forms of DER.

use crate::sys::keyfile;
use crate::{Error, Key, Kind, Refusal, Result, sys};

/// How a key is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Text, which says itself what it is
    Pem,
    /// DER of RSA keys
    Pkcs1,
    /// DER of private keys of all kinds
    Pkcs8,
    /// DER of public keys of all kinds
    Spki,
    /// DER of private keys of elliptic curves
    Sec1,
}

/// What is behind the header of a value of DER, if it is whole.
fn content(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        0x81..=0x84 => {
            let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            let length = digits
                .iter()
                .fold(0, |sum, &digit| sum << 8 | usize::from(digit));
            (length, rest)
        }
        _ => return None,
    };
    Some((tag, rest.get(..length)?))
}

const SEQUENCE: u8 = 0x30;
const INTEGER: u8 = 2;

/// What stands first in a sequence: its tag and content.
fn first_in_sequence(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let (tag, inside) = content(bytes)?;
    (tag == SEQUENCE).then(|| content(inside))?
}

/// PKCS#8 begins with its version, but with an algorithm if it is encrypted.
fn is_encrypted_pkcs8(bytes: &[u8]) -> bool {
    matches!(first_in_sequence(bytes), Some((SEQUENCE, _)))
}

/// The private form begins with a version, the public one with the modulus.
fn is_private_pkcs1(bytes: &[u8]) -> bool {
    matches!(first_in_sequence(bytes), Some((INTEGER, [0 | 1])))
}

/// A private key.
pub fn private(bytes: &[u8], form: Form, passphrase: Option<&[u8]>) -> Result<Key> {
    sys::init();
    sys::clear_errors();
    let read = match form {
        Form::Pem => keyfile::private_pem(bytes, passphrase),
        _ if bytes.is_empty() => Err(Error::queued()),
        Form::Pkcs1 | Form::Sec1 => keyfile::private_own_der(bytes),
        Form::Pkcs8 | Form::Spki if is_encrypted_pkcs8(bytes) => read_encrypted(bytes, passphrase)?,
        Form::Pkcs8 | Form::Spki => keyfile::private_pkcs8(bytes),
    };
    let key = read.map_err(unreadable)?;
    sys::clear_errors();
    Ok(Key::Private(key))
}

type PrivateKey = openssl::pkey::PKey<openssl::pkey::Private>;

fn read_encrypted(bytes: &[u8], passphrase: Option<&[u8]>) -> Result<Result<PrivateKey>> {
    // Without one OpenSSL asks for it, and Node says what it asks for.
    if passphrase.is_none() {
        let code = "ERR_MISSING_PASSPHRASE";
        let message = "Passphrase required for encrypted key";
        return Err(Refusal::new(Kind::Type, code, message).into());
    }
    Ok(keyfile::private_encrypted_pkcs8(bytes, passphrase))
}

fn unreadable(error: Error) -> Error {
    error
        .or(|| Refusal::plain("Failed to read private key"))
        .repeating_first()
}

/// A public key, or that of a certificate or of a private key.
pub fn public(bytes: &[u8], form: Form, passphrase: Option<&[u8]>) -> Result<Key> {
    sys::init();
    sys::clear_errors();
    let read = match form {
        Form::Pem => return public_pem(bytes, passphrase),
        Form::Pkcs1 if !is_private_pkcs1(bytes) => {
            keyfile::public_pkcs1(bytes).map_err(|_| unsupported())
        }
        Form::Spki => keyfile::public_spki(bytes),
        Form::Pkcs1 | Form::Pkcs8 | Form::Sec1 => return of_private(bytes, form, passphrase),
    };
    let key = read.map_err(|error| {
        error
            .repeating_first()
            .under("Failed to read asymmetric key")
    })?;
    sys::clear_errors();
    Ok(Key::Public(key))
}

/// What OpenSSL says where none of its readers knows what it sees.
fn unsupported() -> Error {
    const ERR_LIB_OSSL_DECODER: i32 = 60;
    const ERR_R_UNSUPPORTED: i32 = 0x8_010c;
    sys::clear_errors();
    sys::raised(ERR_LIB_OSSL_DECODER, ERR_R_UNSUPPORTED)
}

fn of_private(bytes: &[u8], form: Form, passphrase: Option<&[u8]>) -> Result<Key> {
    let key = private(bytes, form, passphrase)?;
    Ok(key.to_public().unwrap_or(key))
}

/// Each kind of part is looked for; what is found but cannot be read is told of if nothing else can.
fn public_pem(bytes: &[u8], passphrase: Option<&[u8]>) -> Result<Key> {
    let mut failed = None;
    let mut keep = |read: Result<_>| match read {
        Ok(key) => Some(Key::Public(key)),
        Err(error) => {
            failed = Some(error);
            None
        }
    };
    if let Some(found) = keyfile::labelled(bytes, c"PUBLIC KEY")
        && let Some(key) = keep(keyfile::public_spki(&found))
    {
        return Ok(key);
    }
    if let Some(found) = keyfile::labelled(bytes, c"RSA PUBLIC KEY")
        && let Some(key) = keep(keyfile::public_pkcs1(&found))
    {
        return Ok(key);
    }
    if let Some(found) = keyfile::labelled(bytes, c"CERTIFICATE") {
        let certificate = keyfile::certificate_der(&found);
        let key = certificate.and_then(|certificate| Ok(certificate.public_key()?));
        if let Some(key) = keep(key) {
            return Ok(key);
        }
    }
    let read = keyfile::private_pem(bytes, passphrase);
    match (read, failed) {
        (Ok(key), _) => {
            sys::clear_errors();
            Ok(Key::Public(sys::pkey::public_of(&key)))
        }
        (Err(error), None) => Err(unreadable(error)),
        (Err(error), Some(earlier)) => Err(unreadable(earlier.then(error))),
    }
}
