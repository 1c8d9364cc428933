//! Message authentication codes made of digests.

use crate::sys::hmac::{Context, MAX_SIZE};
use crate::{Algorithm, Result};

/// An HMAC that is being computed.
pub struct Hmac(Context);

impl Hmac {
    /// An HMAC of nothing so far.
    pub fn new(algorithm: &Algorithm, key: &[u8]) -> Result<Hmac> {
        Context::new(algorithm.md()?, key).map(Hmac)
    }

    /// Takes in more bytes.
    pub fn update(&mut self, data: &[u8]) -> Result<()> {
        self.0.update(data)
    }

    /// The code of all bytes.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        let mut output = [0; MAX_SIZE];
        let length = self.0.finish(&mut output)?;
        Ok(output[..length].to_vec())
    }
}
