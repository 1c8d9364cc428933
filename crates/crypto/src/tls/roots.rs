//! The certificates that are trusted unless a program says otherwise.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use openssl::x509::X509;
use openssl::x509::store::{X509Store, X509StoreRef};

use crate::Result;
use crate::sys::tls::context as raw;

/// A certificate.
pub type Certificate = X509;

/// A set of trusted certificates that many contexts share.
pub struct Roots(X509Store);

impl Roots {
    /// Trusts these.
    pub fn new<'a>(certificates: impl IntoIterator<Item = &'a Certificate>) -> Result<Roots> {
        let store = raw::new_store()?;
        for certificate in certificates {
            raw::add_to_store(&store, certificate)?;
        }
        Ok(Roots(store))
    }

    pub(super) fn store(&self) -> &X509StoreRef {
        &self.0
    }
}

/// Those that Mozilla trusts, which are part of the program.
pub fn bundled_certificates() -> &'static [Certificate] {
    static BUNDLED: OnceLock<Vec<X509>> = OnceLock::new();
    BUNDLED.get_or_init(|| {
        crate::sys::init();
        let all = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter();
        all.filter_map(|der| X509::from_der(der).ok()).collect()
    })
}

/// Those that the system trusts: in a file and in the files of folders.
pub fn system_certificates(file: Option<&Path>, folders: &[PathBuf]) -> Vec<Certificate> {
    crate::sys::init();
    let mut found: Vec<X509> = file.map(certificates_in).unwrap_or_default();
    for folder in folders {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            found.extend(certificates_in(&path));
        }
    }
    found
}

fn certificates_in(path: &Path) -> Vec<X509> {
    let bytes = std::fs::read(path).unwrap_or_default();
    let found = raw::read_pem(&bytes).unwrap_or_default();
    crate::sys::clear_errors();
    found
}

/// The certificates in PEM; there has to be one.
pub fn read_certificates(pem: &[u8]) -> Result<Vec<Certificate>> {
    crate::sys::init();
    // What is told is the last that went wrong.
    raw::read_pem(pem).map_err(|stack| match stack.errors().last() {
        Some(last) => {
            last.put();
            crate::Error::queued()
        }
        None => stack.into(),
    })
}
