//! Ciphers over whole messages: what SubtleCrypto encrypts and decrypts.

use crate::{CipherKind, Crypter, Error, Plan, Refusal, Result};

/// How a message is encrypted.
pub struct Scheme {
    /// The name of the cipher
    pub cipher: String,
    /// The key
    pub key: Vec<u8>,
    /// Where it begins, for those that begin somewhere
    pub iv: Option<Vec<u8>>,
    /// What is not encrypted, but bound to the message
    pub bound: Option<Vec<u8>>,
    /// The tag comes after the message, and has so many bytes; there is none of other ciphers
    pub tag_length: Option<usize>,
    /// How many of the last bits of `iv` count, if they are a counter
    pub counter_bits: Option<u32>,
}

impl Drop for Scheme {
    fn drop(&mut self) {
        crate::sys::wipe(&mut self.key);
    }
}

const BLOCK: usize = 16;

fn cipher_failed() -> Refusal {
    Refusal::plain("Cipher job failed")
}

fn failed() -> Error {
    crate::sys::clear_errors();
    cipher_failed().into()
}

impl Scheme {
    fn crypter(&self, iv: Option<&[u8]>, encrypts: bool) -> Result<Crypter> {
        let kind = CipherKind::find(&self.cipher).ok_or_else(failed)?;
        Crypter::new(&Plan {
            kind: &kind,
            name: &self.cipher,
            key: &self.key,
            iv,
            tag_length: self.tag_length,
            encrypts,
        })
    }

    fn pass(&self, crypter: &mut Crypter, data: &[u8]) -> Result<Vec<u8>> {
        if let Some(bound) = &self.bound {
            crypter.add_data(bound, Some(data.len()))?;
        }
        let mut output = crypter.update(data)?;
        let rest = crypter.finish().map_err(|error| match error {
            // That a tag does not fit has words of its own only where a script asks for it by itself.
            Error::Refused(_) => failed(),
            error => error.or(cipher_failed),
        });
        output.extend(rest?);
        Ok(output)
    }

    /// Encrypts a message.
    pub fn encrypt(&self, data: &[u8]) -> Result<Vec<u8>> {
        if let Some(bits) = self.counter_bits {
            return self.count(data, bits);
        }
        let mut crypter = self.crypter(self.iv.as_deref(), true)?;
        let mut output = self.pass(&mut crypter, data)?;
        if self.tag_length.is_some() {
            output.extend_from_slice(crypter.tag().ok_or_else(failed)?);
        }
        Ok(output)
    }

    /// Decrypts a message.
    pub fn decrypt(&self, data: &[u8]) -> Result<Vec<u8>> {
        if let Some(bits) = self.counter_bits {
            return self.count(data, bits);
        }
        let mut crypter = self.crypter(self.iv.as_deref(), false)?;
        let message = match self.tag_length {
            None => data,
            Some(length) => {
                let split = data.len().checked_sub(length).ok_or_else(failed)?;
                let (message, tag) = data.split_at(split);
                crypter.set_tag(tag)?;
                message
            }
        };
        self.pass(&mut crypter, message)
    }

    /// A stream of bits made of a counter, of which only the last bits count: at their end it begins anew with zeros.
    fn count(&self, data: &[u8], bits: u32) -> Result<Vec<u8>> {
        let iv = self.iv.as_deref().unwrap_or_default();
        let start = <[u8; BLOCK]>::try_from(iv).map_err(|_| failed())?;
        let counter = u128::from_be_bytes(start);
        let mask = match bits {
            1..=127 => (1 << bits) - 1,
            _ => u128::MAX,
        };
        let blocks = data.len().div_ceil(BLOCK) as u128;
        if blocks > 0 && blocks - 1 > mask {
            return Err(failed());
        }
        // How many blocks there are before it begins anew, less one.
        let before = mask - (counter & mask);
        let split = usize::try_from(before)
            .ok()
            .and_then(|blocks| (blocks + 1).checked_mul(BLOCK))
            .map_or(data.len(), |bytes| bytes.min(data.len()));
        let (first, second) = data.split_at(split);
        let mut output = self.pass(&mut self.crypter(Some(&start), true)?, first)?;
        if !second.is_empty() {
            let anew = (counter & !mask).to_be_bytes();
            output.extend(self.pass(&mut self.crypter(Some(&anew), true)?, second)?);
        }
        Ok(output)
    }
}
