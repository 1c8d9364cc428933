//! Keys out of passwords and of other keys.

use crate::hmac::Hmac;
use crate::{Algorithm, Error, Kind, Refusal, Result, pbkdf2, room, scrypt, sys};

/// PBKDF2 with HMAC (RFC 8018).
pub fn pbkdf2(
    algorithm: &Algorithm,
    password: &[u8],
    salt: &[u8],
    iterations: u32,
    length: usize,
) -> Result<Vec<u8>> {
    const FAILED: &str = "PBKDF2 derivation failed";
    if length == 0 {
        return Err(Refusal::plain(FAILED).into());
    }
    let md = algorithm
        .md()
        .map_err(|error| error.first_only().under(FAILED))?;
    let mut key = room(length)?;
    let nid = md.type_().as_raw();
    if pbkdf2::derive(nid, password, salt, iterations, &mut key) {
        return Ok(key);
    }
    sys::clear_errors();
    sys::kdf::pbkdf2(md, password, salt, iterations, &mut key)
        .map_err(|error| error.under(FAILED))?;
    Ok(key)
}

/// What scrypt costs: N, r and p of RFC 7914, and how much memory it may take.
#[derive(Debug, Clone, Copy)]
pub struct ScryptCost {
    /// N: how much time and memory, a power of 2
    pub cost: u64,
    /// r: the size of blocks
    pub block_size: u64,
    /// p: how often
    pub parallelization: u64,
    /// As many bytes may be used.
    pub most_memory: u64,
}

impl ScryptCost {
    /// Whether these go together, in Node's words if they do not.
    pub fn check(&self) -> Result<()> {
        sys::init();
        sys::clear_errors();
        let checked = sys::kdf::scrypt(&[], &[], self, None);
        let Err(Error::OpenSsl(stack)) = checked else {
            return checked;
        };
        const MESSAGE: &str = "Invalid scrypt params";
        let message = match stack.first() {
            Some(entry) => format!("{MESSAGE}: {}", entry.text()).into(),
            None => MESSAGE.into(),
        };
        Err(Error::Refused(Refusal {
            kind: Kind::Range,
            code: Some("ERR_CRYPTO_INVALID_SCRYPT_PARAMS"),
            message,
        }))
    }
}

/// scrypt (RFC 7914).
pub fn scrypt(password: &[u8], salt: &[u8], cost: &ScryptCost, length: usize) -> Result<Vec<u8>> {
    // OpenSSL knows the limits.
    cost.check()?;
    let mut key = room(length)?;
    scrypt::derive(password, salt, cost, &mut key)?;
    Ok(key)
}

/// HKDF (RFC 5869), extraction and expansion.
pub fn hkdf(
    algorithm: &Algorithm,
    key: &[u8],
    salt: &[u8],
    info: &[u8],
    length: usize,
) -> Result<Vec<u8>> {
    const FAILED: &str = "HKDF derivation failed";
    // Node passes nothing on of what OpenSSL says of it, but that there is no such digest.
    let failed = || {
        sys::clear_errors();
        Error::from(Refusal::plain(FAILED))
    };
    if length == 0 {
        return Err(failed());
    }
    algorithm
        .md()
        .map_err(|error| error.first_only().under(FAILED))?;
    let output = room(length)?;
    // OpenSSL's own takes digests by names that not all of them have, so this is made of HMAC. No salt is as many zeros as a
    // digest has, which HMAC takes an empty key for.
    sys::clear_errors();
    let extracted = hmac(algorithm, salt, &[key]);
    let mut extracted = extracted.map_err(|_| failed())?;
    let expanded = expand(algorithm, &extracted, info, output);
    sys::wipe(&mut extracted);
    expanded.map_err(|_| failed())
}

/// The second half of HKDF: blocks out of a key, each from the one before, until the output is full.
fn expand(algorithm: &Algorithm, key: &[u8], info: &[u8], mut output: Vec<u8>) -> Result<Vec<u8>> {
    let mut block = Vec::new();
    for (number, part) in (1u8..).zip(output.chunks_mut(algorithm.size())) {
        let next = hmac(algorithm, key, &[&block, info, &[number]])?;
        sys::wipe(&mut block);
        block = next;
        part.copy_from_slice(&block[..part.len()]);
    }
    sys::wipe(&mut block);
    Ok(output)
}

fn hmac(algorithm: &Algorithm, key: &[u8], pieces: &[&[u8]]) -> Result<Vec<u8>> {
    let mut hmac = Hmac::new(algorithm, key)?;
    for piece in pieces {
        hmac.update(piece)?;
    }
    hmac.finish()
}

/// Which Argon2 (RFC 9106).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argon2Kind {
    /// Argon2d
    D,
    /// Argon2i
    I,
    /// Argon2id
    Id,
}

/// What Argon2 is given.
pub struct Argon2 {
    /// Which
    pub kind: Argon2Kind,
    /// The password
    pub message: Vec<u8>,
    /// The salt
    pub nonce: Vec<u8>,
    /// A further secret
    pub secret: Vec<u8>,
    /// Data that belongs to it
    pub associated_data: Vec<u8>,
    /// How many lanes
    pub parallelism: u32,
    /// How much memory, in KiB
    pub memory: u32,
    /// How often
    pub passes: u32,
    /// How many bytes come out
    pub length: usize,
}

/// Argon2 (RFC 9106).
pub fn argon2(job: &Argon2) -> Result<Vec<u8>> {
    sys::init();
    let mut output = room(job.length)?;
    let derive = match job.kind {
        Argon2Kind::D => openssl::kdf::argon2d,
        Argon2Kind::I => openssl::kdf::argon2i,
        Argon2Kind::Id => openssl::kdf::argon2id,
    };
    sys::clear_errors();
    derive(
        None,
        &job.message,
        &job.nonce,
        Some(job.associated_data.as_slice()).filter(|bytes| !bytes.is_empty()),
        Some(job.secret.as_slice()).filter(|bytes| !bytes.is_empty()),
        job.passes,
        job.parallelism,
        job.memory,
        &mut output,
    )
    .map_err(|stack| Error::from(stack).under("Argon2 derivation failed"))?;
    Ok(output)
}
