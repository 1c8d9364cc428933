//! Certificates (X.509).

use std::fmt::Write as _;

use openssl::asn1::{Asn1Time, Asn1TimeRef};
use openssl::hash::MessageDigest;
use openssl::pkey::{PKey, Public};
use openssl::x509::{X509, X509NameRef};

use crate::sys::keyfile;
use crate::sys::x509::{self as raw, Name, NameForm};
use crate::{Key, Result, sys};

pub use crate::sys::x509::Match;

/// A certificate. It is cheap to copy, and never changed.
#[derive(Clone)]
pub struct Certificate(X509);

/// The parts of a name, in order: what each is, and its text.
pub type NameParts = Vec<(String, String)>;

impl From<X509> for Certificate {
    fn from(certificate: X509) -> Certificate {
        Certificate(certificate)
    }
}

impl Certificate {
    /// Reads PEM or DER.
    pub fn read(bytes: &[u8]) -> Result<Certificate> {
        sys::init();
        sys::clear_errors();
        let read = raw::read_pem(bytes).or_else(|error| {
            let der = keyfile::certificate_der(bytes);
            sys::clear_errors();
            der.map_err(|_| error.first_only())
        });
        sys::clear_errors();
        read.map(Certificate)
    }

    /// For what else is done with it.
    pub fn x509(&self) -> &X509 {
        &self.0
    }

    /// DER
    pub fn der(&self) -> Vec<u8> {
        self.0.to_der().unwrap_or_default()
    }

    /// PEM
    pub fn pem(&self) -> Vec<u8> {
        self.0.to_pem().unwrap_or_default()
    }

    /// Whose it is: a part a line.
    pub fn subject(&self) -> Option<String> {
        lines(self.0.subject_name())
    }

    /// Who has signed it: a part a line.
    pub fn issuer(&self) -> Option<String> {
        lines(self.0.issuer_name())
    }

    /// The parts of the subject.
    pub fn subject_parts(&self) -> NameParts {
        parts(self.0.subject_name())
    }

    /// The parts of the issuer.
    pub fn issuer_parts(&self) -> NameParts {
        parts(self.0.issuer_name())
    }

    /// What else it is for, as one text from which nothing can break out.
    pub fn subject_alternatives(&self) -> Option<String> {
        let names = raw::subject_alternatives(&self.0)?;
        let texts: Vec<String> = names.iter().map(name_text).collect();
        Some(texts.join(", "))
    }

    /// Where more is found about it, an entry a line.
    pub fn information_access(&self) -> Option<String> {
        let entries = raw::information_access(&self.0)?;
        let lines = entries
            .iter()
            .map(|(method, place)| format!("{method} - {}", name_text(place)));
        Some(lines.collect::<Vec<_>>().join("\n"))
    }

    /// When it begins and ceases to hold, as OpenSSL writes it.
    pub fn validity(&self) -> (String, String) {
        let text = |time: &Asn1TimeRef| time.to_string();
        (text(self.0.not_before()), text(self.0.not_after()))
    }

    /// The same in seconds since 1970.
    pub fn validity_seconds(&self) -> (f64, f64) {
        (seconds(self.0.not_before()), seconds(self.0.not_after()))
    }

    /// Its digest, in hexadecimal digits.
    pub fn fingerprint(&self, digest: Fingerprint) -> String {
        let digest = match digest {
            Fingerprint::Sha1 => MessageDigest::sha1(),
            Fingerprint::Sha256 => MessageDigest::sha256(),
            Fingerprint::Sha512 => MessageDigest::sha512(),
        };
        let bytes = self.0.digest(digest);
        let bytes = bytes.as_deref().unwrap_or_default();
        let mut text = String::with_capacity(bytes.len() * 3);
        for (at, byte) in bytes.iter().enumerate() {
            let _ = write!(text, "{}{byte:02X}", if at == 0 { "" } else { ":" });
        }
        text
    }

    /// What the key is for, in numbers.
    pub fn extended_usage(&self) -> Option<Vec<String>> {
        raw::extended_usage(&self.0)
    }

    /// Its number, in hexadecimal digits.
    pub fn serial_number(&self) -> String {
        let number = self.0.serial_number().to_bn();
        let text = number.and_then(|number| Ok(number.to_hex_str()?.to_string()));
        text.unwrap_or_default()
    }

    /// How it is signed: the name of that, if it has one, and its number.
    pub fn signature_algorithm(&self) -> (Option<String>, String) {
        let nid = self.0.signature_algorithm().object().nid();
        let name = match nid.as_raw() {
            0 => None,
            _ => nid.long_name().ok().map(str::to_owned),
        };
        (name, raw::signature_oid(&self.0))
    }

    /// Whether it may sign others.
    pub fn is_authority(&self) -> bool {
        raw::is_authority(&self.0)
    }

    /// Its public key.
    pub fn public_key(&self) -> Result<Key> {
        sys::clear_errors();
        Ok(Key::Public(self.0.public_key()?))
    }

    /// Whether it is signed with the private part of a key.
    pub fn is_signed_by(&self, key: &Key) -> bool {
        let key = key.public();
        let verified = key.is_some_and(|key| self.0.verify(&key).unwrap_or(false));
        sys::clear_errors();
        verified
    }

    /// Whether `issuer` can be the one that has signed it.
    pub fn is_issued_by(&self, issuer: &Certificate) -> bool {
        let verdict = issuer.0.issued(&self.0);
        sys::clear_errors();
        verdict == openssl::x509::X509VerifyResult::OK
    }

    /// Whether a private key goes with it.
    pub fn fits_key(&self, key: &Key) -> bool {
        key.private().is_some_and(|key| raw::fits_key(&self.0, key))
    }

    /// Whether it is for a host.
    pub fn check_host(&self, name: &[u8], flags: u32) -> Match {
        raw::check_host(&self.0, name, flags)
    }

    /// Whether it is for a mail address.
    pub fn check_email(&self, address: &[u8], flags: u32) -> Match {
        raw::check_email(&self.0, address, flags)
    }

    /// Whether it is for an IP address.
    pub fn check_address(&self, address: &str, flags: u32) -> Match {
        raw::check_address(&self.0, address, flags)
    }

    /// What the old form of certificates tells of the key.
    pub fn key_facts(&self) -> KeyFacts {
        let facts = self.0.public_key().map(|key| key_facts(&key));
        sys::clear_errors();
        facts.unwrap_or(KeyFacts::Other)
    }
}

/// What is told of the key of a certificate.
pub enum KeyFacts {
    /// An RSA key
    Rsa {
        /// In hexadecimal digits
        modulus: String,
        /// In hexadecimal digits
        exponent: String,
        /// The size of the modulus
        bits: u32,
        /// The key in DER
        der: Vec<u8>,
    },
    /// A key of a curve
    Ec {
        /// The name of the curve, if it has one
        curve: Option<String>,
        /// What NIST calls it
        nist: Option<&'static str>,
        /// The size of the order
        bits: u32,
        /// The point
        point: Vec<u8>,
    },
    /// A key of another kind
    Other,
}

fn key_facts(key: &PKey<Public>) -> KeyFacts {
    match crate::asymmetric::kind_of(key).as_deref() {
        Some("rsa" | "rsa-pss") => {
            let number = |name| sys::pkey::number(key, name);
            let hex = |number: Option<openssl::bn::BigNum>| {
                let text = number.and_then(|number| Some(number.to_hex_str().ok()?.to_string()));
                text.unwrap_or_default()
            };
            let exponent = hex(number(c"e"));
            KeyFacts::Rsa {
                modulus: hex(number(c"n")),
                exponent: exponent.trim_start_matches('0').to_ascii_lowercase(),
                bits: key.bits(),
                der: keyfile::write_spki(key).unwrap_or_default(),
            }
        }
        Some("ec") => {
            let curve = sys::pkey::text(key, c"group");
            let nist = curve.as_deref().and_then(nist_name);
            let form = crate::ecdh::PointForm::Uncompressed;
            let public = Key::Public(key.clone());
            let raw = crate::asymmetric::parts::Raw::Public;
            let point = crate::asymmetric::parts::to_raw(&public, raw, form);
            KeyFacts::Ec {
                curve,
                nist,
                bits: key.bits(),
                point: point.unwrap_or_default(),
            }
        }
        _ => KeyFacts::Other,
    }
}

/// What NIST calls a curve.
pub fn nist_name(curve: &str) -> Option<&'static str> {
    Some(match curve {
        "sect163k1" => "K-163",
        "sect233k1" => "K-233",
        "sect283k1" => "K-283",
        "sect409k1" => "K-409",
        "sect571k1" => "K-571",
        "sect163r2" => "B-163",
        "sect233r1" => "B-233",
        "sect283r1" => "B-283",
        "sect409r1" => "B-409",
        "sect571r1" => "B-571",
        "prime192v1" => "P-192",
        "secp224r1" => "P-224",
        "prime256v1" => "P-256",
        "secp384r1" => "P-384",
        "secp521r1" => "P-521",
        _ => return None,
    })
}

/// The digests of fingerprints.
#[derive(Debug, Clone, Copy)]
pub enum Fingerprint {
    /// SHA-1
    Sha1,
    /// SHA-256
    Sha256,
    /// SHA-512
    Sha512,
}

fn seconds(time: &Asn1TimeRef) -> f64 {
    const DAY: f64 = 86_400.0;
    let since = Asn1Time::from_unix(0).and_then(|epoch| epoch.diff(time));
    sys::clear_errors();
    since.map_or(f64::NAN, |since| {
        f64::from(since.days) * DAY + f64::from(since.secs)
    })
}

fn lines(name: &X509NameRef) -> Option<String> {
    let text = raw::name_text(name, NameForm::Lines).ok();
    sys::clear_errors();
    text.filter(|text| !text.is_empty())
}

fn parts(name: &X509NameRef) -> NameParts {
    let text = |data: &openssl::asn1::Asn1StringRef| {
        let utf8 = data.to_string();
        utf8.unwrap_or_else(|_| String::from_utf8_lossy(data.as_slice()).into_owned())
    };
    let parts = name
        .entries()
        .map(|entry| (raw::part_name(entry.object()), text(entry.data())));
    let parts = parts.collect();
    sys::clear_errors();
    parts
}

/// A name after what kind it is. Text is in quotes if it could be taken for more than it is.
fn name_text(name: &Name) -> String {
    match name {
        Name::Email(bytes) => format!("email:{}", guarded(&latin1(bytes))),
        Name::Dns(bytes) => format!("DNS:{}", guarded(&latin1(bytes))),
        Name::Uri(bytes) => format!("URI:{}", guarded(&latin1(bytes))),
        Name::Directory(text) => format!("DirName:{}", guarded_utf8(text)),
        Name::Address(bytes) => format!("IP Address:{}", address(bytes)),
        Name::Registered(oid) => format!("Registered ID:{oid}"),
        Name::Other(kind, bytes) => {
            let text = String::from_utf8_lossy(bytes);
            format!("othername:{}", guarded_utf8(&format!("{kind}:{text}")))
        }
        Name::UnknownOther => "othername:<unsupported>".to_owned(),
        Name::X400 => "X400Name:<unsupported>".to_owned(),
        Name::EdiParty => "EdiPartyName:<unsupported>".to_owned(),
    }
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Characters that mean something where names are listed, or to those who read them.
fn is_plain(character: char) -> bool {
    !matches!(character, ',' | '"' | '\\' | '\'') && !character.is_control()
}

fn guarded(text: &str) -> String {
    quoted(
        text,
        |character| character.is_ascii() && is_plain(character),
        false,
    )
}

fn guarded_utf8(text: &str) -> String {
    quoted(text, is_plain, true)
}

fn quoted(text: &str, is_safe: impl Fn(char) -> bool, keeps_unicode: bool) -> String {
    if text.chars().all(is_safe) {
        return text.to_owned();
    }
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            ' '..='~' if character != ',' => quoted.push(character),
            _ if keeps_unicode && !character.is_ascii() => quoted.push(character),
            _ => drop(write!(quoted, "\\u{:04x}", u32::from(character))),
        }
    }
    quoted.push('"');
    quoted
}

fn address(bytes: &[u8]) -> String {
    match bytes.len() {
        4 => {
            let parts: Vec<String> = bytes.iter().map(u8::to_string).collect();
            parts.join(".")
        }
        16 => {
            let group = |pair: &[u8]| format!("{:X}", u16::from_be_bytes([pair[0], pair[1]]));
            let groups: Vec<String> = bytes.chunks(2).map(group).collect();
            groups.join(":")
        }
        length => format!("<invalid length={length}>"),
    }
}
