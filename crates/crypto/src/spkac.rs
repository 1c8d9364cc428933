//! SPKAC: what the class `Certificate` stands on.

use crate::sys;
use crate::sys::spkac::Spkac;

/// The text without what some write after it.
fn trimmed(text: &[u8]) -> &[u8] {
    let is_end = |&byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
    let end = text.iter().rposition(|byte| !is_end(byte));
    &text[..end.map_or(0, |last| last + 1)]
}

fn read(text: &[u8]) -> Option<Spkac> {
    sys::init();
    Spkac::read(trimmed(text))
}

/// Whether it is signed with the key in it.
pub fn verify(text: &[u8]) -> bool {
    let spkac = read(text);
    spkac.is_some_and(|spkac| spkac.key().is_some_and(|key| spkac.is_signed_by(&key)))
}

/// The public key, as PEM.
pub fn public_key(text: &[u8]) -> Option<Vec<u8>> {
    read(text)?.key()?.public_key_to_pem().ok()
}

/// The challenge.
pub fn challenge(text: &[u8]) -> Option<Vec<u8>> {
    Some(read(text)?.challenge())
}
