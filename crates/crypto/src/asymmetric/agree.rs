//! Secrets that two sides come to share: agreement and encapsulation.

use super::kind_of;
use crate::sys::operation;
use crate::sys::params::Params;
use crate::{Error, Key, Kind, Refusal, Result, sys};

/// The secret that a private key and the public key of the other side agree on.
pub fn derive(private: &Key, public: &Key) -> Result<Vec<u8>> {
    sys::clear_errors();
    let (Some(private), Some(public)) = (private.private(), public.public()) else {
        return Err(Error::queued());
    };
    let params = match kind_of(private).as_deref() {
        // As long as the prime, so that its length tells nothing.
        Some("dh") => Params::default().integer("pad", 1),
        _ => Params::default(),
    };
    operation::derive(private, &public, &params).map_err(|error| {
        let code = "ERR_CRYPTO_OPERATION_FAILED";
        let failed = || Refusal::new(Kind::Error, code, "diffieHellman failed");
        error.or(failed)
    })
}

fn failed(message: &'static str) -> Error {
    sys::clear_errors();
    Refusal::new(Kind::Error, "ERR_CRYPTO_OPERATION_FAILED", message).into()
}

/// How OpenSSL encapsulates with a kind of key.
fn scheme(kind: &str) -> Params {
    let params = Params::default();
    match kind {
        "rsa" => params.text("operation", "RSASVE"),
        "ec" | "x25519" | "x448" => params.text("operation", "DHKEM"),
        _ => params,
    }
}

/// A new secret, and what carries it to the owner of the private key.
pub fn encapsulate(key: &Key) -> Result<(Vec<u8>, Vec<u8>)> {
    sys::clear_errors();
    let key = key.public().ok_or_else(Error::queued)?;
    let kind = kind_of(&key).unwrap_or_default();
    operation::encapsulate(&key, &scheme(&kind)).map_err(|_| failed("Encapsulation failed"))
}

/// The secret that something carries.
pub fn decapsulate(key: &Key, wrapped: &[u8]) -> Result<Vec<u8>> {
    sys::clear_errors();
    let key = key.private().ok_or_else(Error::queued)?;
    let kind = kind_of(key).unwrap_or_default();
    operation::decapsulate(key, &scheme(&kind), wrapped).map_err(|_| failed("Decapsulation failed"))
}
