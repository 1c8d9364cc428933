//! Pairs of keys: what kinds there are, and what can be told of one.

pub mod agree;
pub mod encrypt;
pub mod generate;
pub mod parts;
pub mod read;
pub mod sign;
pub mod write;

use openssl::pkey::{HasPublic, PKeyRef};

use crate::{Key, sys};

/// The kind of a pair, as Node calls it.
pub fn kind(key: &Key) -> Option<String> {
    match key {
        Key::Secret(_) => None,
        Key::Public(key) => kind_of(key),
        Key::Private(key) => kind_of(key),
    }
}

/// The kinds of which there is nothing more to say than their name.
pub const PLAIN_KINDS: [&str; 22] = [
    "ed25519",
    "ed448",
    "x25519",
    "x448",
    "ml-dsa-44",
    "ml-dsa-65",
    "ml-dsa-87",
    "ml-kem-512",
    "ml-kem-768",
    "ml-kem-1024",
    "slh-dsa-sha2-128f",
    "slh-dsa-sha2-128s",
    "slh-dsa-sha2-192f",
    "slh-dsa-sha2-192s",
    "slh-dsa-sha2-256f",
    "slh-dsa-sha2-256s",
    "slh-dsa-shake-128f",
    "slh-dsa-shake-128s",
    "slh-dsa-shake-192f",
    "slh-dsa-shake-192s",
    "slh-dsa-shake-256f",
    "slh-dsa-shake-256s",
];

/// The kinds that have parameters or numbers.
const OTHER_KINDS: [&str; 5] = ["rsa", "rsa-pss", "dsa", "dh", "ec"];

pub(crate) fn kind_of<T>(key: &PKeyRef<T>) -> Option<String> {
    let name = sys::pkey::kind(key).to_ascii_lowercase();
    match name.as_str() {
        "dhx" => Some("dh".to_owned()),
        known if PLAIN_KINDS.contains(&known) || OTHER_KINDS.contains(&known) => Some(name),
        _ => None,
    }
}

/// Whether there is a kind of that name.
pub fn is_kind(name: &str) -> bool {
    PLAIN_KINDS.contains(&name) || OTHER_KINDS.contains(&name)
}

/// Kinds whose private keys are made of a seed.
pub(crate) fn has_seed(kind: &str) -> bool {
    kind.starts_with("ml-dsa-") || kind.starts_with("ml-kem-")
}

/// Whether a key is one that can be: its parts belong together.
pub fn is_sound(key: &Key) -> bool {
    match key {
        Key::Secret(_) => true,
        Key::Public(key) => sys::pkey::is_sound_public(key),
        Key::Private(key) => sys::pkey::is_sound_pair(key),
    }
}

/// Something that a key has besides its numbers.
pub enum Detail {
    /// A small number
    Number(&'static str, i64),
    /// A number of any size, its highest byte first
    Big(&'static str, Vec<u8>),
    /// A name
    Text(&'static str, String),
}

/// What is to be known of a key besides its numbers, in Node's order.
pub fn details(key: &Key) -> Vec<Detail> {
    match key {
        Key::Secret(_) => Vec::new(),
        Key::Public(key) => details_of(key),
        Key::Private(key) => details_of(key),
    }
}

fn details_of<T: HasPublic>(key: &PKeyRef<T>) -> Vec<Detail> {
    match kind_of(key).as_deref() {
        Some("rsa") => rsa_details(key),
        Some("rsa-pss") => {
            let mut details = rsa_details(key);
            details.extend(pss_details(key));
            details
        }
        Some("dsa") => {
            let bits = |name| sys::pkey::number(key, name).map_or(0, |n| i64::from(n.num_bits()));
            vec![
                Detail::Number("modulusLength", bits(c"p")),
                Detail::Number("divisorLength", bits(c"q")),
            ]
        }
        Some("ec") => {
            let curve = sys::pkey::text(key, c"group");
            curve
                .map(|curve| Detail::Text("namedCurve", curve))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

fn rsa_details<T: HasPublic>(key: &PKeyRef<T>) -> Vec<Detail> {
    let exponent = sys::pkey::number(key, c"e").map_or_else(Vec::new, |e| e.to_vec());
    vec![
        Detail::Number("modulusLength", i64::from(key.bits())),
        Detail::Big("publicExponent", exponent),
    ]
}

/// The restrictions of an RSA-PSS key, if it has any. What is left open is SHA-1.
fn pss_details<T>(key: &PKeyRef<T>) -> Vec<Detail> {
    let Some(salt) = sys::pkey::integer(key, c"saltlen") else {
        return Vec::new();
    };
    let digest = |name| {
        let found = sys::pkey::text(key, name).unwrap_or_else(|| "SHA1".to_owned());
        digest_name(&found)
    };
    vec![
        Detail::Text("hashAlgorithm", digest(c"digest")),
        Detail::Text("mgf1HashAlgorithm", digest(c"mgf1-digest")),
        Detail::Number("saltLength", i64::from(salt)),
    ]
}

/// A digest as Node writes it.
fn digest_name(name: &str) -> String {
    match name {
        "SHA1" | "SHA-1" => "sha1".to_owned(),
        "SHA2-512/256" | "SHA512-256" => "sha512-256".to_owned(),
        "SHA2-512/224" | "SHA512-224" => "sha512-224".to_owned(),
        other => other.to_ascii_lowercase().replace("sha2-", "sha"),
    }
}
