//! Keys and certificates in one file (PKCS#12).

use crate::sys::pkcs12::Bundle;
use crate::x509::Certificate;
use crate::{Error, Key, Kind, Refusal, Result, sys};

/// What is in a bundle.
pub struct Content {
    /// The private key
    pub key: Option<Key>,
    /// The certificate that goes with it
    pub certificate: Option<Certificate>,
    /// Further certificates, in the order in which they are there
    pub others: Vec<Certificate>,
}

/// Opens a bundle.
pub fn open(bytes: &[u8], passphrase: Option<&[u8]>) -> Result<Content> {
    sys::init();
    sys::clear_errors();
    let bundle = Bundle::read(bytes).map_err(|_| {
        let code = "ERR_CRYPTO_OPERATION_FAILED";
        let message = "Input is not a valid PKCS#12 structure";
        Error::from(Refusal::new(Kind::Error, code, message))
    })?;
    let passphrase = match passphrase {
        None if bundle.has_mac() => Some(&[][..]),
        passphrase => passphrase,
    };
    let content = bundle.open(passphrase).map_err(Error::first_only)?;
    sys::clear_errors();
    Ok(Content {
        key: content.key.map(Key::Private),
        certificate: content.certificate.map(Certificate::from),
        others: content.others.into_iter().map(Certificate::from).collect(),
    })
}
