//! Diffie-Hellman: what the classes `DiffieHellman` and `DiffieHellmanGroup` stand on.

use openssl::bn::BigNum;

use crate::sys::dh::Dh;
use crate::{Error, Kind, Refusal, Result, sys};

/// A group, and the keys of one side.
pub struct DiffieHellman {
    dh: Dh,
    /// Of a group that is known by name there is no need to look.
    is_well_known: bool,
}

/// The generator of all groups that have a name.
const USUAL_GENERATOR: u32 = 2;

const ERR_LIB_DH: i32 = 5;
const DH_R_BAD_GENERATOR: i32 = 101;
const DH_R_MODULUS_TOO_SMALL: i32 = 126;

/// What generates a group: a small number or bytes.
pub enum Generator<'a> {
    /// A small number
    Number(i32),
    /// A number of any size
    Bytes(&'a [u8]),
}

fn failed(message: &'static str) -> Error {
    Refusal::new(Kind::Error, "ERR_CRYPTO_OPERATION_FAILED", message).into()
}

fn bad_generator() -> Error {
    sys::raised(ERR_LIB_DH, DH_R_BAD_GENERATOR)
}

impl DiffieHellman {
    /// A group of a new prime of so many bits.
    pub fn generate(bits: i32, generator: i32) -> Result<DiffieHellman> {
        sys::init();
        sys::clear_errors();
        if bits < 2 {
            return Err(sys::raised(ERR_LIB_DH, DH_R_MODULUS_TOO_SMALL));
        }
        if generator < 2 {
            return Err(bad_generator());
        }
        let dh = Dh::generate(bits, generator).map_err(|_| {
            Refusal::new(Kind::Type, "ERR_INVALID_ARG_VALUE", "Invalid DH parameters")
        })?;
        Ok(DiffieHellman {
            dh,
            is_well_known: false,
        })
    }

    /// The group of a prime and a generator.
    pub fn new(prime: &[u8], generator: Generator<'_>) -> Result<DiffieHellman> {
        sys::init();
        sys::clear_errors();
        let generator = match generator {
            Generator::Number(number) if number < 2 => return Err(bad_generator()),
            Generator::Number(number) => BigNum::from_u32(number.unsigned_abs())?,
            Generator::Bytes(bytes) => BigNum::from_slice(bytes)?,
        };
        if generator.num_bits() < 2 {
            return Err(bad_generator());
        }
        let prime = BigNum::from_slice(prime)?;
        // Of smaller ones it is left to the check.
        if prime.num_bits() >= 512 && generator >= prime {
            return Err(bad_generator());
        }
        Ok(DiffieHellman {
            dh: Dh::new(prime, generator)?,
            is_well_known: false,
        })
    }

    /// One of the groups of RFC 2409 and 3526: `modp1` to `modp18`.
    pub fn named(name: &str) -> Result<DiffieHellman> {
        sys::init();
        let prime = match name.to_ascii_lowercase().as_str() {
            "modp1" => BigNum::get_rfc2409_prime_768()?,
            "modp2" => BigNum::get_rfc2409_prime_1024()?,
            "modp5" => BigNum::get_rfc3526_prime_1536()?,
            "modp14" => BigNum::get_rfc3526_prime_2048()?,
            "modp15" => BigNum::get_rfc3526_prime_3072()?,
            "modp16" => BigNum::get_rfc3526_prime_4096()?,
            "modp17" => BigNum::get_rfc3526_prime_6144()?,
            "modp18" => BigNum::get_rfc3526_prime_8192()?,
            _ => {
                let code = "ERR_CRYPTO_UNKNOWN_DH_GROUP";
                return Err(Refusal::new(Kind::Error, code, "Unknown DH group").into());
            }
        };
        Ok(DiffieHellman {
            dh: Dh::new(prime, BigNum::from_u32(USUAL_GENERATOR)?)?,
            is_well_known: true,
        })
    }

    /// What is wrong with the group, in bits (`DH_CHECK_...`).
    pub fn faults(&self) -> i32 {
        match self.is_well_known {
            true => 0,
            false => self.dh.faults().unwrap_or(0),
        }
    }

    /// Makes the keys that are missing, and gives the public one.
    pub fn generate_keys(&mut self) -> Result<Vec<u8>> {
        sys::clear_errors();
        self.dh
            .generate_keys()
            .map_err(|_| failed("Key generation failed"))?;
        self.public()
    }

    /// The secret that goes with the public key of the other side.
    pub fn secret(&self, other: &[u8]) -> Result<Vec<u8>> {
        const TOO_SMALL: i32 = 1;
        const TOO_LARGE: i32 = 2;
        let key = BigNum::from_slice(other)?;
        let faults = self.dh.key_faults(&key);
        let refuse = |message| Refusal::new(Kind::Range, "ERR_CRYPTO_INVALID_KEYLEN", message);
        if faults & TOO_SMALL != 0 {
            return Err(refuse("Supplied key is too small").into());
        }
        if faults & TOO_LARGE != 0 {
            return Err(refuse("Supplied key is too large").into());
        }
        let secret = self.dh.secret(&key);
        sys::clear_errors();
        secret.map_err(|_| failed("Failed to compute shared secret"))
    }

    /// The prime
    pub fn prime(&self) -> Vec<u8> {
        self.dh.prime().unwrap_or_default()
    }

    /// The generator
    pub fn generator(&self) -> Vec<u8> {
        self.dh.generator().unwrap_or_default()
    }

    /// The public key, if there is one
    pub fn public(&self) -> Result<Vec<u8>> {
        let missing = "No public key - did you forget to generate one?";
        self.dh.public().ok_or_else(|| invalid_state(missing))
    }

    /// The private key, if there is one
    pub fn private(&self) -> Result<Vec<u8>> {
        let missing = "No private key - did you forget to generate one?";
        self.dh.private().ok_or_else(|| invalid_state(missing))
    }

    /// Replaces the public key.
    pub fn set_public(&mut self, key: &[u8]) -> Result<()> {
        self.dh.set_public(BigNum::from_slice(key)?)
    }

    /// Replaces the private key. The public one stays what it is.
    pub fn set_private(&mut self, key: &[u8]) -> Result<()> {
        self.dh.set_private(BigNum::from_slice(key)?)
    }
}

fn invalid_state(message: &'static str) -> Error {
    Refusal::new(Kind::Error, "ERR_CRYPTO_INVALID_STATE", message).into()
}
