//! Message authentication codes of all kinds: what `createMac` stands on.

use std::collections::BTreeSet;

use crate::sys::mac::{self, Context};
use crate::sys::params::Params;
use crate::{Error, Result, sys};

/// A code that is being computed.
pub struct Mac(Context);

/// What a code is computed with besides its key. What is absent is OpenSSL's to choose.
#[derive(Default)]
pub struct Options {
    /// The digest of those that have one
    pub digest: Option<String>,
    /// The cipher of those that have one
    pub cipher: Option<String>,
    /// Where a cipher begins
    pub iv: Option<Vec<u8>>,
    /// What the code is for
    pub customization: Option<Vec<u8>>,
    /// Of BLAKE2
    pub salt: Option<Vec<u8>>,
    /// How many bytes come out
    pub length: Option<usize>,
    /// Whether the length does not go into the code
    pub is_xof: Option<bool>,
}

impl Options {
    fn params(&self) -> Params {
        let mut params = Params::default();
        if let Some(digest) = &self.digest {
            params = params.text("digest", digest);
        }
        if let Some(cipher) = &self.cipher {
            params = params.text("cipher", cipher);
        }
        for (name, value) in [
            ("iv", &self.iv),
            ("custom", &self.customization),
            ("salt", &self.salt),
        ] {
            if let Some(value) = value {
                params = params.bytes(name, value);
            }
        }
        if let Some(length) = self.length {
            params = params.count("size", length);
        }
        if let Some(is_xof) = self.is_xof {
            params = params.integer("xof", i32::from(is_xof));
        }
        params
    }
}

/// Whether there is one of that name.
pub fn exists(name: &str) -> bool {
    sys::init();
    mac::exists(name)
}

/// All names, in order.
pub fn names() -> Vec<String> {
    sys::init();
    let is_number = |name: &String| {
        name.bytes()
            .all(|byte| byte == b'.' || byte.is_ascii_digit())
    };
    let names = mac::all_names().into_iter().filter(|name| !is_number(name));
    let names: BTreeSet<String> = names.map(|name| name.to_ascii_lowercase()).collect();
    names.into_iter().collect()
}

impl Mac {
    /// A code of nothing so far.
    pub fn new(name: &str, key: &[u8], options: &Options) -> Result<Mac> {
        sys::init();
        sys::clear_errors();
        let context = Context::new(name, key, &options.params()).map_err(Error::repeating_first)?;
        Ok(Mac(context))
    }

    /// Takes in more bytes.
    pub fn update(&mut self, data: &[u8]) -> Result<()> {
        self.0.update(data)
    }

    /// The code of all bytes.
    pub fn finish(self) -> Result<Vec<u8>> {
        self.0.finish()
    }

    /// The code of some bytes at once.
    pub fn of(name: &str, key: &[u8], options: &Options, data: &[u8]) -> Result<Vec<u8>> {
        let mut mac = Mac::new(name, key, options)?;
        mac.update(data)?;
        mac.finish()
    }
}
