//! PBKDF2 with HMAC (RFC 8018) for the digests that are used most. What is the same in all rounds is computed once;
//! OpenSSL's own sets up a digest anew in each, which takes longer than the digest.

use openssl::sha::{Sha1, Sha256, Sha512};

use crate::sys;

/// A digest whose state can be copied.
trait State: Clone {
    /// How many bytes it takes in at a time
    const BLOCK: usize;
    /// What comes out
    type Output: AsRef<[u8]> + AsMut<[u8]> + Copy;

    fn begin() -> Self;
    fn add(&mut self, bytes: &[u8]);
    fn end(self) -> Self::Output;
}

macro_rules! state {
    ($type:ident, $block:literal, $size:literal) => {
        impl State for $type {
            const BLOCK: usize = $block;
            type Output = [u8; $size];

            fn begin() -> Self {
                $type::new()
            }

            fn add(&mut self, bytes: &[u8]) {
                self.update(bytes);
            }

            fn end(self) -> [u8; $size] {
                self.finish()
            }
        }
    };
}

state!(Sha1, 64, 20);
state!(Sha256, 64, 32);
state!(Sha512, 128, 64);

/// Fills `key` if the digest is one of those, by OpenSSL's number for it. False if it is another.
pub(crate) fn derive(nid: i32, password: &[u8], salt: &[u8], rounds: u32, key: &mut [u8]) -> bool {
    const SHA1: i32 = 64;
    const SHA256: i32 = 672;
    const SHA512: i32 = 674;
    match nid {
        SHA1 => fill::<Sha1>(password, salt, rounds, key),
        SHA256 => fill::<Sha256>(password, salt, rounds, key),
        SHA512 => fill::<Sha512>(password, salt, rounds, key),
        _ => return false,
    }
    true
}

/// With SHA-256 and one round, as scrypt wants it.
pub(crate) fn sha256_once(password: &[u8], salt: &[u8], key: &mut [u8]) {
    fill::<Sha256>(password, salt, 1, key);
}

/// An HMAC that has taken in its key.
struct Keyed<S> {
    inner: S,
    outer: S,
}

impl<S: State> Keyed<S> {
    fn new(key: &[u8]) -> Keyed<S> {
        // SHA-512 has the longest.
        let mut block = [0; 128];
        let block = &mut block[..S::BLOCK];
        if key.len() > S::BLOCK {
            let mut digest = S::begin();
            digest.add(key);
            let digest = digest.end();
            block[..digest.as_ref().len()].copy_from_slice(digest.as_ref());
        } else {
            block[..key.len()].copy_from_slice(key);
        }
        let mut padded = |mask: u8| {
            let mut state = S::begin();
            block.iter_mut().for_each(|byte| *byte ^= mask);
            state.add(block);
            block.iter_mut().for_each(|byte| *byte ^= mask);
            state
        };
        let keyed = Keyed {
            inner: padded(0x36),
            outer: padded(0x5c),
        };
        sys::wipe(block);
        keyed
    }

    fn of(&self, parts: &[&[u8]]) -> S::Output {
        let mut inner = self.inner.clone();
        for part in parts {
            inner.add(part);
        }
        let mut outer = self.outer.clone();
        outer.add(inner.end().as_ref());
        outer.end()
    }
}

fn fill<S: State>(password: &[u8], salt: &[u8], rounds: u32, key: &mut [u8]) {
    let hmac = Keyed::<S>::new(password);
    let size = size_of::<S::Output>();
    for (index, part) in key.chunks_mut(size).enumerate() {
        let number = (index as u32).wrapping_add(1).to_be_bytes();
        let mut last = hmac.of(&[salt, &number]);
        let mut sum = last;
        for _ in 1..rounds {
            last = hmac.of(&[last.as_ref()]);
            for (sum, byte) in sum.as_mut().iter_mut().zip(last.as_ref()) {
                *sum ^= byte;
            }
        }
        part.copy_from_slice(&sum.as_ref()[..part.len()]);
        sys::wipe(sum.as_mut());
        sys::wipe(last.as_mut());
    }
}

#[cfg(test)]
mod tests {
    use crate::{Algorithm, sys};

    #[test]
    fn gives_what_openssl_gives() {
        for name in ["sha1", "sha256", "sha512"] {
            let algorithm = Algorithm::find(name).unwrap().unwrap();
            let md = algorithm.md().unwrap();
            for length in [0, 1, 20, 63, 64, 65, 127, 128, 129, 300] {
                let password = vec![7; length];
                let salt = vec![9; length / 2];
                let (mut ours, mut theirs) = (vec![0; 100], vec![0; 100]);
                let nid = md.type_().as_raw();
                assert!(super::derive(nid, &password, &salt, 3, &mut ours));
                sys::kdf::pbkdf2(md, &password, &salt, 3, &mut theirs).unwrap();
                assert_eq!(ours, theirs, "{name}, {length} bytes");
            }
        }
    }
}
