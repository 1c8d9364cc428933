//! Signatures.

use openssl::bn::BigNum;
use openssl::ecdsa::EcdsaSig;
use openssl::pkey::{HasPublic, PKeyRef, Private};

use super::kind_of;
use crate::sys::operation::{self, Operation};
use crate::sys::params::Params;
use crate::sys::{self, pkey};
use crate::{Algorithm, Error, Key, Kind, Refusal, Result};

/// How something is signed.
#[derive(Default)]
pub struct Scheme {
    /// The digest of the message; kinds of keys may have their own
    pub digest: Option<Algorithm>,
    /// The padding of RSA, as OpenSSL counts them
    pub padding: Option<i32>,
    /// The length of the salt of RSA-PSS, or one of OpenSSL's negative numbers
    pub salt: Option<i32>,
    /// Whether signatures of curves are two numbers side by side (IEEE P1363) instead of DER
    pub is_flat: bool,
    /// What else goes into the signature, for kinds that have such
    pub context: Option<Vec<u8>>,
}

const PKCS1_PADDING: i32 = 1;
const PSS_PADDING: i32 = 6;
/// To who verifies it means any length.
const LONGEST_SALT: i32 = -2;

impl Scheme {
    fn digest_name(&self) -> Result<Option<String>> {
        let digest = self.digest.as_ref();
        let name = digest.map(|digest| Ok(sys::md::name(digest.md()?)));
        name.transpose()
    }

    /// What OpenSSL has to be told besides the digest.
    fn params<T>(&self, key: &PKeyRef<T>) -> Params {
        let mut params = Params::default();
        let kind = kind_of(key).unwrap_or_default();
        if kind == "rsa" || kind == "rsa-pss" {
            let usual = if kind == "rsa" {
                PKCS1_PADDING
            } else {
                PSS_PADDING
            };
            let padding = self.padding.unwrap_or(usual);
            params = params.integer("pad-mode", padding);
            // As long as can be, unless the kind of key says that it is PSS.
            let usual = self.padding.map(|_| LONGEST_SALT);
            if let Some(salt) = self.salt.or(usual).filter(|_| padding == PSS_PADDING) {
                params = params.integer("saltlen", salt);
            }
        }
        if let Some(context) = self.context.as_ref().filter(|context| !context.is_empty()) {
            if kind == "ed25519" {
                params = params.text("instance", "Ed25519ctx");
            }
            params = params.bytes("context-string", context);
        }
        params
    }

    /// The parameters for a digest that is there already.
    fn digest_params<T>(&self, key: &PKeyRef<T>) -> Result<Params> {
        let params = self.params(key);
        Ok(match self.digest_name()? {
            Some(name) => params.text("digest", &name),
            None => params,
        })
    }
}

/// Kinds that sign messages only, not digests.
pub fn signs_messages_only(key: &Key) -> bool {
    let kind = super::kind(key).unwrap_or_default();
    ["ed", "ml-dsa", "slh-dsa"]
        .iter()
        .any(|family| kind.starts_with(family))
}

/// How many bytes each of the two numbers of a signature has, for kinds whose signatures are two numbers.
fn number_size<T: HasPublic>(key: &PKeyRef<T>) -> Option<usize> {
    let bits = match kind_of(key).as_deref() {
        Some("ec") => key.bits(),
        Some("dsa") => u32::try_from(pkey::number(key, c"q")?.num_bits()).ok()?,
        _ => return None,
    };
    Some(bits.div_ceil(8) as usize)
}

/// DER into two numbers side by side.
fn flattened(signature: &[u8], size: usize) -> Result<Vec<u8>> {
    let pair = EcdsaSig::from_der(signature)?;
    let size = i32::try_from(size).unwrap_or(i32::MAX);
    let mut flat = pair.r().to_vec_padded(size)?;
    flat.extend(pair.s().to_vec_padded(size)?);
    Ok(flat)
}

/// Two numbers side by side into DER; `None` if they are not.
fn structured(signature: &[u8], size: usize) -> Option<Vec<u8>> {
    if signature.len() != 2 * size {
        return None;
    }
    let (r, s) = signature.split_at(size);
    let (r, s) = (BigNum::from_slice(r).ok()?, BigNum::from_slice(s).ok()?);
    EcdsaSig::from_private_components(r, s).ok()?.to_der().ok()
}

fn private(key: &Key) -> Result<&PKeyRef<Private>> {
    key.private().map(|key| &**key).ok_or_else(|| {
        let code = "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE";
        Refusal::new(Kind::Type, code, "A private key is needed").into()
    })
}

fn shaped(key: &PKeyRef<Private>, scheme: &Scheme, signature: Vec<u8>) -> Result<Vec<u8>> {
    match number_size(key) {
        Some(size) if scheme.is_flat => flattened(&signature, size),
        _ => Ok(signature),
    }
}

/// Refuses a context that the kind of key has no place for.
fn check_context<T>(key: &PKeyRef<T>, scheme: &Scheme) -> Result<()> {
    let Some(context) = scheme
        .context
        .as_ref()
        .filter(|context| !context.is_empty())
    else {
        return Ok(());
    };
    let kind = kind_of(key).unwrap_or_default();
    let has_place = ["ed25519", "ed448"].contains(&kind.as_str())
        || kind.starts_with("ml-dsa")
        || kind.starts_with("slh-dsa");
    if has_place && context.len() <= 255 {
        return Ok(());
    }
    let code = "ERR_CRYPTO_OPERATION_FAILED";
    Err(Refusal::new(Kind::Error, code, "Context parameter is unsupported").into())
}

/// Signs a message.
pub fn sign(key: &Key, scheme: &Scheme, message: &[u8]) -> Result<Vec<u8>> {
    sys::clear_errors();
    let key = private(key)?;
    check_context(key, scheme)?;
    let digest = scheme.digest_name()?;
    let signature = operation::sign_message(key, digest.as_deref(), &scheme.params(key), message)?;
    shaped(key, scheme, signature)
}

/// Signs a digest.
pub fn sign_digest(key: &Key, scheme: &Scheme, digest: &[u8]) -> Result<Vec<u8>> {
    sys::clear_errors();
    let key = private(key)?;
    let signature = Operation::Sign.run(key, &scheme.digest_params(key)?, digest)?;
    shaped(key, scheme, signature)
}

/// A signature as OpenSSL reads it; `None` if it cannot be one.
fn read<'a, T: HasPublic>(
    key: &PKeyRef<T>,
    scheme: &Scheme,
    signature: &'a [u8],
) -> Option<std::borrow::Cow<'a, [u8]>> {
    match number_size(key) {
        Some(size) if scheme.is_flat => structured(signature, size).map(Into::into),
        _ => Some(signature.into()),
    }
}

fn public(key: &Key) -> Result<openssl::pkey::PKey<openssl::pkey::Public>> {
    key.public().ok_or_else(|| {
        let code = "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE";
        let refusal = Refusal::new(Kind::Type, code, "A public or private key is needed");
        Error::from(refusal)
    })
}

/// Whether a signature is that of a message.
pub fn verify(key: &Key, scheme: &Scheme, message: &[u8], signature: &[u8]) -> Result<bool> {
    sys::clear_errors();
    let key = public(key)?;
    check_context(&key, scheme)?;
    let digest = scheme.digest_name()?;
    let params = scheme.params(&key);
    // What cannot be a signature is none, but the rest is looked at all the same.
    let signature = read(&key, scheme, signature).unwrap_or_default();
    operation::verify_message(&key, digest.as_deref(), &params, message, &signature)
}

/// Whether a signature is that of a digest.
pub fn verify_digest(key: &Key, scheme: &Scheme, digest: &[u8], signature: &[u8]) -> Result<bool> {
    sys::clear_errors();
    let key = public(key)?;
    let name = scheme.digest_name()?;
    let signature = read(&key, scheme, signature).unwrap_or_default();
    let params = scheme.params(&key);
    operation::verify_digest(&key, &params, name.as_deref(), digest, &signature)
}
