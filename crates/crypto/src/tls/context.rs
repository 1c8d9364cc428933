//! What connections have in common: who they show themselves as, whom they trust, how they encrypt.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use openssl::dh::Dh;
use openssl::pkey::{PKey, Private};
use openssl::ssl::{
    SslContext, SslContextBuilder, SslContextRef, SslMethod, SslMode, SslOptions,
    SslSessionCacheMode, SslVersion,
};
use openssl::x509::{X509, X509Crl, X509Ref};

use super::Roots;
use crate::sys::pkcs12::Bundle;
use crate::sys::tls::{context as raw, hooks, tickets};
use crate::{Error, Kind, Refusal, Result};

/// A version of the protocol, by its number in messages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Version(pub u16);

impl Version {
    fn known(self) -> Option<SslVersion> {
        match self.0 {
            0x0301 => Some(SslVersion::TLS1),
            0x0302 => Some(SslVersion::TLS1_1),
            0x0303 => Some(SslVersion::TLS1_2),
            0x0304 => Some(SslVersion::TLS1_3),
            _ => None,
        }
    }

    fn number(version: Option<SslVersion>) -> u16 {
        match version {
            Some(SslVersion::TLS1) => 0x0301,
            Some(SslVersion::TLS1_1) => 0x0302,
            Some(SslVersion::TLS1_2) => 0x0303,
            Some(SslVersion::TLS1_3) => 0x0304,
            _ => 0,
        }
    }
}

/// Settings for connections.
pub struct Context {
    ssl: SslContext,
    tickets: tickets::Keys,
    shown: Mutex<ShownAs>,
    /// Whether what it trusts is shared with others.
    shares_store: AtomicBool,
}

/// Who connections show themselves as.
#[derive(Default, Clone)]
struct ShownAs {
    certificate: Option<X509>,
    chain: Vec<X509>,
    key: Option<PKey<Private>>,
}

impl Context {
    /// A context without anything of its own; 0 leaves a version open.
    pub fn new(least: Version, most: Version) -> Result<Context> {
        crate::sys::init();
        crate::sys::clear_errors();
        let mut builder = SslContextBuilder::new(SslMethod::tls())?;
        builder.set_options(SslOptions::NO_SSLV2 | SslOptions::NO_SSLV3);
        builder.set_options(SslOptions::from_bits_retain(ALLOW_CLIENT_RENEGOTIATION));
        builder.set_mode(SslMode::RELEASE_BUFFERS | SslMode::ACCEPT_MOVING_WRITE_BUFFER);
        // Who reads hears of each message, as it comes.
        raw::clear_auto_retry(&mut builder);
        // Sessions are kept by the program, if at all.
        builder.set_session_cache_mode(
            SslSessionCacheMode::BOTH
                | SslSessionCacheMode::NO_INTERNAL
                | SslSessionCacheMode::NO_AUTO_CLEAR,
        );
        builder.set_min_proto_version(least.known())?;
        builder.set_max_proto_version(most.known())?;
        let mut keys = [0; 48];
        openssl::rand::rand_bytes(&mut keys)?;
        let keys = Arc::new(Mutex::new(keys));
        tickets::install(&mut builder, keys.clone())?;
        let ssl = builder.build();
        hooks::install(&ssl);
        raw::make_room(&ssl);
        Ok(Context {
            ssl,
            tickets: keys,
            shown: Mutex::default(),
            shares_store: AtomicBool::new(false),
        })
    }

    pub(crate) fn ssl(&self) -> &SslContextRef {
        &self.ssl
    }

    fn edit(&self) -> SslContextBuilder {
        crate::sys::clear_errors();
        raw::edit(&self.ssl)
    }

    fn shown(&self) -> MutexGuard<'_, ShownAs> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // Who one is.

    /// Uses a key.
    pub fn set_key(&self, key: PKey<Private>) -> Result<()> {
        self.edit().set_private_key(&key)?;
        self.shown().key = Some(key);
        Ok(())
    }

    /// Uses a key in PEM, which a passphrase may lock.
    pub fn set_key_pem(&self, pem: &[u8], passphrase: Option<&[u8]>) -> Result<()> {
        crate::sys::clear_errors();
        let key = PKey::private_key_from_pem_callback(pem, |room| {
            let Some(passphrase) = passphrase.filter(|given| given.len() <= room.len()) else {
                return Err(openssl::error::ErrorStack::get());
            };
            room[..passphrase.len()].copy_from_slice(passphrase);
            Ok(passphrase.len())
        })?;
        self.set_key(key)
    }

    /// Uses a certificate in PEM, which those of its issuers may follow.
    pub fn set_certificates_pem(&self, pem: &[u8]) -> Result<()> {
        crate::sys::clear_errors();
        let mut found = raw::read_pem(pem)?;
        let others = found.split_off(1);
        match found.pop() {
            Some(first) => self.set_certificates(first, others),
            None => Ok(()),
        }
    }

    fn set_certificates(&self, first: X509, mut chain: Vec<X509>) -> Result<()> {
        self.edit().set_certificate(&first)?;
        for other in &chain {
            raw::add_chain_certificate(&self.ssl, other)?;
        }
        let mut shown = self.shown();
        // What is told of the issuer may be among those that are trusted.
        if chain.is_empty() {
            chain.extend(self.trusted_issuer(&first));
        }
        shown.certificate = Some(first);
        shown.chain = chain;
        Ok(())
    }

    /// Takes key, certificate and those of issuers from an archive. The issuers are trusted, too.
    pub fn load_pkcs12(&self, archive: &[u8], passphrase: &str) -> Result<()> {
        crate::sys::clear_errors();
        let parsed = Bundle::read(archive)?.open(Some(passphrase.as_bytes()))?;
        let others = parsed.others;
        let missing = |what| Error::from(Refusal::plain(what));
        let key = parsed
            .key
            .ok_or_else(|| missing("Unable to load private key from PFX data"))?;
        let certificate = parsed
            .certificate
            .ok_or_else(|| missing("Unable to load PFX certificate"))?;
        self.set_certificates(certificate, others.clone())?;
        self.set_key(key)?;
        for other in &others {
            self.trust(other)?;
        }
        Ok(())
    }

    /// The certificate that is shown, and its key.
    pub fn identity(&self) -> (Option<X509>, Option<PKey<Private>>) {
        let shown = self.shown();
        (shown.certificate.clone(), shown.key.clone())
    }

    /// The certificates of issuers that are shown along.
    pub fn chain(&self) -> Vec<X509> {
        self.shown().chain.clone()
    }

    // Whom one trusts.

    /// Trusts what others trust as well.
    pub fn share_roots(&self, roots: &Roots) {
        raw::set_store(&self.ssl, roots.store());
        self.shares_store.store(true, Ordering::Relaxed);
    }

    /// A store of its own: what was shared is copied.
    fn own_store(&self) -> Result<()> {
        if !self.shares_store.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        let shared = raw::store(&self.ssl).all_certificates();
        let store = raw::new_store()?;
        for certificate in &shared {
            raw::add_to_store(&store, certificate)?;
        }
        raw::set_store(&self.ssl, &store);
        Ok(())
    }

    /// Trusts a certificate, and names it to clients that are asked for theirs.
    pub fn trust(&self, certificate: &X509Ref) -> Result<()> {
        self.own_store()?;
        raw::add_to_store(raw::store(&self.ssl), certificate)?;
        Ok(self.edit().add_client_ca(certificate)?)
    }

    /// Trusts certificates in PEM.
    pub fn trust_pem(&self, pem: &[u8]) -> Result<()> {
        // Text without a certificate counts for nothing.
        for certificate in raw::read_pem(pem).unwrap_or_default() {
            self.trust(&certificate)?;
        }
        crate::sys::clear_errors();
        Ok(())
    }

    /// Heeds a list of certificates that are no longer good.
    pub fn add_crl_pem(&self, pem: &[u8]) -> Result<()> {
        crate::sys::clear_errors();
        let crl = X509Crl::from_pem(pem).map_err(|_| {
            crate::sys::clear_errors();
            Refusal::new(
                Kind::Error,
                "ERR_CRYPTO_OPERATION_FAILED",
                "Failed to parse CRL",
            )
        })?;
        self.own_store()?;
        raw::add_crl(raw::store(&self.ssl), &crl)
    }

    /// Takes any trusted certificate for the end of a chain.
    pub fn allow_partial_chains(&self) -> Result<()> {
        self.own_store()?;
        raw::allow_partial_chains(raw::store(&self.ssl));
        Ok(())
    }

    /// The trusted certificate that another was issued by.
    pub fn trusted_issuer(&self, certificate: &X509Ref) -> Option<X509> {
        raw::issuer(raw::store(&self.ssl), certificate)
    }

    // How it is encrypted.

    /// The ciphers up to TLS 1.2.
    pub fn set_ciphers(&self, list: &str) -> Result<()> {
        Ok(self.edit().set_cipher_list(list)?)
    }

    /// The ciphers of TLS 1.3.
    pub fn set_cipher_suites(&self, list: &str) -> Result<()> {
        Ok(self.edit().set_ciphersuites(list)?)
    }

    /// The ways to sign.
    pub fn set_sigalgs(&self, list: &str) -> Result<()> {
        Ok(self.edit().set_sigalgs_list(list)?)
    }

    /// The curves and groups in which keys are exchanged.
    pub fn set_groups(&self, list: &str) -> Result<()> {
        Ok(self.edit().set_groups_list(list)?)
    }

    /// Has OpenSSL choose parameters for Diffie-Hellman.
    pub fn choose_dh(&self) {
        raw::choose_dh(&self.ssl);
    }

    /// Parameters for Diffie-Hellman; gives how many bits they have.
    pub fn set_dh_pem(&self, pem: &[u8]) -> Result<u32> {
        const LEAST: i32 = 1024;
        let dh = Dh::params_from_pem(pem)?;
        let bits = dh.prime_p().num_bits();
        if bits < LEAST {
            let code = "ERR_INVALID_ARG_VALUE";
            return Err(
                Refusal::new(Kind::Error, code, "DH parameter is less than 1024 bits").into(),
            );
        }
        self.edit().set_tmp_dh(&dh)?;
        Ok(bits as u32)
    }

    /// OpenSSL's options, in bits.
    pub fn set_options(&self, bits: u64) {
        self.edit().set_options(SslOptions::from_bits_retain(bits));
    }

    /// The least version; 0 leaves it open.
    pub fn set_min_version(&self, version: Version) -> Result<()> {
        Ok(self.edit().set_min_proto_version(version.known())?)
    }

    /// The highest version; 0 leaves it open.
    pub fn set_max_version(&self, version: Version) -> Result<()> {
        Ok(self.edit().set_max_proto_version(version.known())?)
    }

    /// The least version, 0 if it is open.
    pub fn min_version(&self) -> u16 {
        Version::number(self.edit().min_proto_version())
    }

    /// The highest version, 0 if it is open.
    pub fn max_version(&self) -> u16 {
        Version::number(self.edit().max_proto_version())
    }

    /// What clients are told so that they find the right key.
    pub fn set_psk_hint(&self, hint: &str) -> Result<()> {
        raw::set_psk_hint(&self.ssl, hint)
    }

    // Sessions.

    /// What sessions belong to: another server's are not gone on with.
    pub fn set_session_id_context(&self, id: &[u8]) -> Result<()> {
        Ok(self.edit().set_session_id_context(id)?)
    }

    /// For how many seconds a session can be gone on with.
    pub fn set_session_timeout(&self, seconds: i64) {
        raw::set_timeout(&self.ssl, seconds);
    }

    /// The keys of tickets.
    pub fn ticket_keys(&self) -> [u8; 48] {
        *self.tickets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Uses other keys for tickets.
    pub fn set_ticket_keys(&self, keys: [u8; 48]) {
        *self.tickets.lock().unwrap_or_else(PoisonError::into_inner) = keys;
    }

    /// Has a connection show itself as this one does.
    pub fn show_in(&self, ssl: &mut super::SslRef) -> Result<()> {
        let shown = self.shown().clone();
        let (Some(certificate), Some(key)) = (shown.certificate, shown.key) else {
            return Err(Error::queued());
        };
        ssl.set_certificate(&certificate)?;
        ssl.set_private_key(&key)?;
        for other in shown.chain {
            ssl.add_chain_cert(other)?;
        }
        Ok(())
    }

    /// Has a connection use this one, from within a [`Watcher`](super::Watcher).
    pub fn use_for(&self, ssl: &mut super::SslRef) -> Result<()> {
        super::connection::switch_context(ssl, self)
    }
}

/// `SSL_OP_ALLOW_CLIENT_RENEGOTIATION`
const ALLOW_CLIENT_RENEGOTIATION: u64 = 1 << 8;

/// The names of all ciphers that are on by default.
pub fn cipher_names() -> Result<Vec<String>> {
    let context = Context::new(Version(0), Version(0))?;
    Ok(raw::cipher_names(&context.ssl))
}
