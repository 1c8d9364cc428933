//! One side of a connection.

use std::sync::Arc;

use openssl::nid::Nid;
use openssl::pkey::Id;
use openssl::ssl::{NameType, SslRef, SslSession, StatusType};
use openssl::x509::{X509, X509Ref};

use super::failure::Failure;
use super::trace;
use super::{Context, Unverified, Watcher};
use crate::Result;
use crate::sys::tls::machine::{Machine, Step};
use crate::sys::tls::{facts, hooks, watch};

/// Who begins a connection, and who answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Begins
    Client,
    /// Answers
    Server,
}

/// How far a handshake has come.
pub enum Progress {
    /// It is through.
    Done,
    /// Something has to come first.
    Waits,
    /// It is over with the connection.
    Failed(Failure),
}

/// What could be read.
pub enum Received {
    /// So many bytes
    Data(usize),
    /// Nothing, for now
    Nothing,
    /// The other side sends no more.
    End,
    /// It is over with the connection.
    Failed(Failure),
}

/// The key that both sides have agreed on for this connection alone.
pub struct EphemeralKey {
    /// `DH`, `ECDH` or `TLSGroup`
    pub kind: &'static str,
    /// The name of the curve or group
    pub name: Option<String>,
    /// In bits
    pub bits: Option<u32>,
}

/// Facts that a script may ask for, as texts.
pub struct Shown {
    /// OpenSSL's name
    pub name: String,
    /// That of the standard
    pub standard_name: String,
    /// The first version that has it
    pub version: String,
}

/// A connection, without the socket that its bytes go through.
pub struct Connection {
    machine: Machine,
    context: Arc<Context>,
    side: Side,
}

impl Connection {
    /// A connection that has not begun.
    pub fn new(context: Arc<Context>, side: Side) -> Result<Connection> {
        let machine = Machine::new(context.ssl(), side == Side::Server)?;
        Ok(Connection {
            machine,
            context,
            side,
        })
    }

    /// Which side it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Takes ciphertext that has come.
    pub fn receive(&mut self, bytes: &[u8]) {
        self.machine.receive(bytes);
    }

    /// How much ciphertext waits to be read.
    pub fn input_length(&self) -> usize {
        self.machine.input_length()
    }

    /// How much ciphertext waits to be sent.
    pub fn output_length(&self) -> usize {
        self.machine.output_length()
    }

    /// The ciphertext to be sent.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.machine.take_output()
    }

    /// Gives memory back that `take_output` has given.
    pub fn return_output(&mut self, memory: Vec<u8>) {
        self.machine.return_output(memory);
    }

    /// Goes on with the handshake.
    pub fn handshake(&mut self, watcher: &mut dyn Watcher) -> Progress {
        match watch::watched(watcher, || self.machine.handshake()) {
            Step::Done(()) => Progress::Done,
            Step::Waits => Progress::Waits,
            Step::Closed => Progress::Waits,
            Step::Failed(stack) => Progress::Failed(Failure::new(&stack)),
        }
    }

    /// Reads plaintext to the end of `room`, up to `most` bytes.
    pub fn read(&mut self, room: &mut Vec<u8>, most: usize, watcher: &mut dyn Watcher) -> Received {
        match watch::watched(watcher, || self.machine.read(room, most)) {
            Step::Done(count) => Received::Data(count),
            Step::Waits => Received::Nothing,
            Step::Closed => Received::End,
            Step::Failed(stack) => Received::Failed(Failure::new(&stack)),
        }
    }

    /// Encrypts plaintext: gives how many bytes of it were taken, which are fewer if something has to come first.
    pub fn write(
        &mut self,
        bytes: &[u8],
        watcher: &mut dyn Watcher,
    ) -> std::result::Result<usize, Failure> {
        let mut taken = 0;
        while taken < bytes.len() {
            match watch::watched(watcher, || self.machine.write(&bytes[taken..])) {
                Step::Done(0) | Step::Waits | Step::Closed => break,
                Step::Done(count) => taken += count,
                Step::Failed(stack) => return Err(Failure::new(&stack)),
            }
        }
        Ok(taken)
    }

    /// Says to the other side that no more comes.
    pub fn shut_down(&mut self, watcher: &mut dyn Watcher) {
        watch::watched(watcher, || self.machine.shut_down());
    }

    /// Whether the other side has said that no more comes.
    pub fn has_received_shutdown(&self) -> bool {
        self.machine.has_received_shutdown()
    }

    /// Whether this side has said that no more comes.
    pub fn has_sent_shutdown(&self) -> bool {
        self.machine.has_sent_shutdown()
    }

    /// Whether a handshake is through, and no other under way.
    pub fn is_established(&self) -> bool {
        self.machine.is_established()
    }

    /// Begins another handshake, with the next `handshake`.
    pub fn renegotiate(&mut self) -> Result<()> {
        self.machine.renegotiate()
    }

    // What is set.

    /// Whether the other side is asked for a certificate: 0 not, 1 asked, 3 a handshake without one fails.
    pub fn set_verify(&mut self, mode: i32) {
        hooks::set_verify(self.machine.ssl(), mode);
    }

    /// The watcher is asked before a server chooses its certificate.
    pub fn ask_for_certificate(&mut self) {
        hooks::ask_for_certificate(self.machine.ssl());
    }

    /// The watcher is asked for keys that both sides know.
    pub fn ask_for_psk(&mut self) {
        hooks::ask_for_psk(self.machine.ssl());
    }

    /// The watcher is told of secrets.
    pub fn log_keys(&mut self) {
        hooks::log_keys(self.machine.ssl().ssl_context());
    }

    /// The watcher is told of messages.
    pub fn trace(&mut self) {
        crate::sys::tls::trace::start(self.machine.ssl());
    }

    /// The server that is meant.
    pub fn set_server_name(&mut self, name: &str) -> Result<()> {
        Ok(self.machine.ssl_mut().set_hostname(name)?)
    }

    /// What can be spoken on top: names, each after a byte for its length.
    pub fn offer_protocols(&mut self, names: &[u8]) -> Result<()> {
        Ok(self.machine.ssl_mut().set_alpn_protos(names)?)
    }

    /// Wants to know whether the server's certificate is still good.
    pub fn request_status(&mut self) -> Result<()> {
        Ok(self.machine.ssl_mut().set_status_type(StatusType::OCSP)?)
    }

    /// How many bytes a record has at most; false if that is not possible.
    pub fn set_max_send_fragment(&mut self, size: i64) -> bool {
        self.machine.set_max_send_fragment(size)
    }

    /// Goes on with a session of before; false if that cannot be.
    pub fn set_session(&mut self, session: &[u8]) -> bool {
        let session = SslSession::from_der(session);
        crate::sys::clear_errors();
        session.is_ok_and(|session| self.machine.set_session(&session))
    }

    /// Uses another context's certificate and trust.
    pub fn set_context(&mut self, context: &Arc<Context>) -> Result<()> {
        switch_context(self.machine.ssl_mut(), context)?;
        self.context = context.clone();
        Ok(())
    }

    /// Uses the certificate and the key of a context, and nothing else of it.
    pub fn set_identity(&mut self, context: &Context) -> Result<()> {
        context.show_in(self.machine.ssl_mut())
    }

    // What can be known.

    /// The server that the client means.
    pub fn server_name(&self) -> Option<&str> {
        self.ssl().servername(NameType::HOST_NAME)
    }

    /// What is spoken on top.
    pub fn protocol_on_top(&self) -> Option<&[u8]> {
        self.ssl().selected_alpn_protocol()
    }

    /// `TLSv1.3`
    pub fn version(&self) -> &'static str {
        self.ssl().version_str()
    }

    /// How it is encrypted.
    pub fn cipher(&self) -> Option<Shown> {
        let cipher = self.ssl().current_cipher()?;
        Some(Shown {
            name: cipher.name().into(),
            standard_name: cipher.standard_name().unwrap_or_default().into(),
            version: cipher.version().into(),
        })
    }

    /// The session, for a later connection.
    pub fn session(&self) -> Option<Vec<u8>> {
        self.ssl().session()?.to_der().ok()
    }

    /// The session's ticket.
    pub fn ticket(&self) -> Option<Vec<u8>> {
        facts::ticket(self.ssl().session()?)
    }

    /// Whether it goes on with a session of before.
    pub fn is_session_reused(&self) -> bool {
        self.ssl().session_reused()
    }

    /// The verdict on the other side's certificate; `None` if it is good.
    pub fn verdict(&self) -> Option<Unverified> {
        // Without a certificate nothing was looked at; with a key that both sides know none is needed.
        const UNABLE_TO_GET_ISSUER: i64 = 2;
        if self.ssl().peer_certificate().is_none() {
            let by_key = self
                .ssl()
                .current_cipher()
                .is_some_and(|cipher| cipher.description().contains("Au=PSK"))
                || (self.version() == "TLSv1.3" && self.is_session_reused());
            return (!by_key).then_some(Unverified(UNABLE_TO_GET_ISSUER));
        }
        let code = facts::verify_result(self.ssl());
        (code != 0).then_some(Unverified(code))
    }

    /// The other side's certificate, and those that it sent along.
    pub fn peer_certificates(&self) -> Vec<X509> {
        let own = self.ssl().peer_certificate();
        let sent = self.ssl().peer_cert_chain();
        let sent = sent.into_iter().flatten().map(X509Ref::to_owned);
        // A server sees a client's own certificate apart from the chain, a client a server's in it.
        let sent: Vec<X509> = match self.side {
            Side::Client => sent.skip(1).collect(),
            Side::Server => sent.collect(),
        };
        own.into_iter().chain(sent).collect()
    }

    /// The certificate of whoever issued another one, if it is trusted.
    pub fn trusted_issuer(&self, certificate: &X509Ref) -> Option<X509> {
        self.context.trusted_issuer(certificate)
    }

    /// This side's certificate.
    pub fn own_certificate(&self) -> Option<X509> {
        self.ssl().certificate().map(X509Ref::to_owned)
    }

    /// The last message of a handshake, of this side or the other.
    pub fn finished(&self, of_peer: bool) -> Option<Vec<u8>> {
        facts::finished(self.ssl(), of_peer)
    }

    /// Bytes that both sides can make, and nobody else.
    pub fn keying_material(
        &self,
        length: usize,
        label: &str,
        context: Option<&[u8]>,
    ) -> Result<Vec<u8>> {
        let mut bytes = crate::room(length)?;
        self.ssl()
            .export_keying_material(&mut bytes, label, context)?;
        Ok(bytes)
    }

    /// What a server has shared of a key for this connection alone.
    pub fn ephemeral_key(&self) -> Option<EphemeralKey> {
        let key = self.ssl().peer_tmp_key();
        crate::sys::clear_errors();
        let Ok(key) = key else {
            // Of two kinds of exchange at once there is no one key.
            let name = facts::group_name(self.ssl()).filter(|_| self.version() == "TLSv1.3")?;
            return Some(EphemeralKey {
                kind: "TLSGroup",
                name: Some(name),
                bits: None,
            });
        };
        let bits = Some(key.bits());
        Some(match key.id() {
            Id::DH => EphemeralKey {
                kind: "DH",
                name: None,
                bits,
            },
            Id::EC => EphemeralKey {
                kind: "ECDH",
                name: key.ec_key().ok().and_then(|key| curve_name(&key)),
                bits,
            },
            Id::X25519 | Id::X448 => EphemeralKey {
                kind: "ECDH",
                name: Some(
                    if key.id() == Id::X448 {
                        "X448"
                    } else {
                        "X25519"
                    }
                    .into(),
                ),
                bits,
            },
            _ => EphemeralKey {
                kind: "TLSGroup",
                name: facts::group_name(self.ssl()),
                bits: None,
            },
        })
    }

    /// The ways to sign that both sides know, as `RSA-PSS+SHA256`.
    pub fn shared_sigalgs(&self) -> Vec<String> {
        let names = facts::shared_sigalgs(self.ssl());
        names.iter().map(sigalg_name).collect()
    }

    fn ssl(&self) -> &SslRef {
        self.machine.ssl()
    }

    /// The texts of what was traced.
    pub fn describe_traced(is_sent: bool, kind: i32, data: &[u8]) -> Option<String> {
        trace::describe(is_sent, kind, data)
    }
}

/// Has a connection use another context, from within a callback or between them.
pub(super) fn switch_context(ssl: &mut SslRef, context: &Context) -> Result<()> {
    ssl.set_ssl_context(context.ssl())?;
    Ok(())
}

fn curve_name(key: &openssl::ec::EcKeyRef<openssl::pkey::Public>) -> Option<String> {
    let nid = key.group().curve_name()?;
    nid.short_name().ok().map(str::to_owned)
}

fn sigalg_name(found: &facts::Sigalg) -> String {
    let sign = match found.sign {
        Nid::RSAENCRYPTION => "RSA".into(),
        Nid::RSASSAPSS => "RSA-PSS".into(),
        Nid::DSA => "DSA".into(),
        Nid::X9_62_ID_ECPUBLICKEY => "ECDSA".into(),
        nid if nid.short_name().is_ok_and(|name| name == "ED25519") => "Ed25519".into(),
        nid if nid.short_name().is_ok_and(|name| name == "ED448") => "Ed448".into(),
        _ => format!("{:02x}", found.raw.0),
    };
    match found.hash {
        Nid::UNDEF => sign + "+UNDEF",
        hash => format!("{sign}+{}", hash.short_name().unwrap_or("UNDEF")),
    }
}
