//! New pairs of keys.

use openssl::bn::BigNum;
use openssl::pkey::{PKey, Private};

use super::parts::curve_number;
use crate::sys::params::Params;
use crate::sys::{self, pkey};
use crate::{Key, Kind, Refusal, Result};

/// What kind of pair, and with what.
pub enum Plan {
    /// RSA: how many bits, and the public exponent
    Rsa {
        /// Of the modulus
        bits: usize,
        /// The public one
        exponent: u32,
    },
    /// RSA that may only be used for PSS
    RsaPss {
        /// Of the modulus
        bits: usize,
        /// The public one
        exponent: u32,
        /// The digest that must be used
        digest: Option<String>,
        /// The digest of the mask
        mask_digest: Option<String>,
        /// The least length of the salt
        salt: Option<i32>,
    },
    /// DSA
    Dsa {
        /// Of the modulus
        bits: usize,
        /// Of the divisor
        divisor: Option<usize>,
    },
    /// A curve
    Ec {
        /// Its name
        curve: String,
        /// Whether files shall have all of its numbers instead of its name
        is_explicit: bool,
    },
    /// Diffie-Hellman with a prime that is known
    DhPrime {
        /// The prime
        prime: Vec<u8>,
        /// The generator
        generator: u32,
    },
    /// Diffie-Hellman with one of the groups that have a name
    DhGroup(String),
    /// Diffie-Hellman with a new prime
    DhSize {
        /// Of the prime
        bits: usize,
        /// The generator
        generator: u32,
    },
    /// A kind that needs nothing further
    Plain(String),
}

impl Plan {
    /// Refuses what cannot be before a job is begun.
    pub fn check(&self) -> Result<()> {
        sys::init();
        match self {
            Plan::Ec { curve, .. } if curve_number(curve).is_none() => {
                let code = "ERR_CRYPTO_INVALID_CURVE";
                Err(Refusal::new(Kind::Type, code, "Invalid EC curve name").into())
            }
            Plan::DhGroup(name) => crate::DiffieHellman::named(name).map(drop),
            _ => Ok(()),
        }
    }

    /// Makes a new pair.
    pub fn run(&self) -> Result<Key> {
        sys::init();
        sys::clear_errors();
        let key = self.generate()?;
        sys::clear_errors();
        Ok(Key::Private(key))
    }

    fn generate(&self) -> Result<PKey<Private>> {
        match self {
            Plan::Rsa { bits, exponent } => pkey::generate("RSA", &rsa(*bits, *exponent)),
            Plan::RsaPss {
                bits,
                exponent,
                digest,
                mask_digest,
                salt,
            } => {
                let mut params = rsa(*bits, *exponent);
                if let Some(digest) = digest {
                    params = params.text("digest", digest);
                }
                // By default the mask is made with the same digest.
                if let Some(digest) = mask_digest.as_ref().or(digest.as_ref()) {
                    params = params.text("mgf1-digest", digest);
                }
                // By default it is as long as the digest.
                let usual = digest.as_ref().and_then(|name| digest_size(name));
                if let Some(salt) = salt.or(usual) {
                    params = params.integer("saltlen", salt);
                }
                pkey::generate("RSA-PSS", &params)
            }
            Plan::Dsa { bits, divisor } => {
                let mut params = Params::default().count("pbits", *bits);
                if let Some(divisor) = divisor {
                    params = params.count("qbits", *divisor);
                }
                let parameters = pkey::generate_parameters("DSA", &params)?;
                pkey::generate_with(&parameters, &Params::default())
            }
            Plan::Ec { curve, is_explicit } => {
                let name = curve_number(curve).and_then(|number| number.short_name().ok());
                let encoding = if *is_explicit {
                    "explicit"
                } else {
                    "named_curve"
                };
                let params = Params::default()
                    .text("group", name.unwrap_or_default())
                    .text("encoding", encoding);
                pkey::generate("EC", &params)
            }
            Plan::DhPrime { prime, generator } => dh(prime, *generator),
            Plan::DhGroup(name) => {
                let group = crate::DiffieHellman::named(name)?;
                dh(&group.prime(), 2)
            }
            Plan::DhSize { bits, generator } => {
                let generator = i32::try_from(*generator).unwrap_or(i32::MAX);
                let params = Params::default()
                    .text("type", "generator")
                    .count("pbits", *bits)
                    .integer("safeprime-generator", generator);
                let parameters = pkey::generate_parameters("DH", &params)?;
                pkey::generate_with(&parameters, &Params::default())
            }
            Plan::Plain(kind) => pkey::generate(kind, &Params::default()),
        }
    }
}

fn digest_size(name: &str) -> Option<i32> {
    let digest = crate::Algorithm::find(name).ok().flatten()?;
    i32::try_from(digest.size()).ok()
}

fn rsa(bits: usize, exponent: u32) -> Params {
    Params::default()
        .count("bits", bits)
        .number("e", &exponent.to_be_bytes())
}

fn dh(prime: &[u8], generator: u32) -> Result<PKey<Private>> {
    let prime = BigNum::from_slice(prime)?.to_vec();
    let params = Params::default()
        .number("p", &prime)
        .number("g", &generator.to_be_bytes());
    let parameters = pkey::parameters_from("DH", &params)?;
    pkey::generate_with(&parameters, &Params::default())
}
