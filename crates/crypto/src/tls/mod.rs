//! TLS as a machine without a socket: ciphertext goes in and comes out, and so does plaintext.
//!
//! A [`Connection`] does nothing by itself. Who drives it gives it what has come, has it go on, and sends what it has to
//! send; a [`Watcher`] hears meanwhile what happens and answers what OpenSSL wants to know. Where an answer takes time
//! the watcher says [`Verdict::Wait`], and the connection is asked to go on when the answer is there.

mod connection;
mod context;
mod failure;
mod roots;
mod trace;
mod verdict;

use std::ops::Range;

pub use connection::{Connection, EphemeralKey, Progress, Received, Shown, Side};
pub use context::{Context, Version, cipher_names};
pub use failure::Failure;
pub use openssl::ssl::{SslRef, SslSession, SslSessionRef};
pub use roots::{Certificate, Roots, bundled_certificates, read_certificates, system_certificates};
pub use verdict::Unverified;

/// What a client says first.
pub struct Hello<'a> {
    /// The session that it wants to go on with; empty if there is none
    pub session_id: &'a [u8],
    /// The server that it means
    pub server_name: Option<&'a [u8]>,
    /// Whether it has a ticket: its session is in there, then
    pub has_ticket: bool,
    /// Whether it wants to know if the certificate is still good
    pub wants_status: bool,
}

/// Whether a handshake goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Go,
    /// Not now: the connection is asked to go on later.
    Wait,
    /// It is over.
    Refuse,
}

/// Which protocol is spoken on top, of those that a client offers.
pub enum ProtocolChoice {
    /// One of them, by its place in what was offered
    Offered(Range<usize>),
    /// None is agreed on
    None,
    /// The handshake fails
    Refuse,
}

/// A key that both sides know, and the name under which the other side finds it.
pub type Psk = (Vec<u8>, Vec<u8>);

/// Hears what happens while a connection goes on, and is asked what to do.
pub trait Watcher {
    /// A handshake begins, the first or another.
    fn handshake_started(&mut self) {}
    /// A handshake is through.
    fn handshake_done(&mut self) {}
    /// Secrets, as a line for a log.
    fn key_log(&mut self, _line: &[u8]) {}
    /// A session that can be gone on with later.
    fn new_session(&mut self, _session: &SslSessionRef, _is_server: bool) {}
    /// A client has said its first words. Called again after each [`Verdict::Wait`].
    fn client_hello(&mut self, _hello: &Hello<'_>) -> Verdict {
        Verdict::Go
    }
    /// The session that the client wants to go on with.
    fn session_to_resume(&mut self) -> Option<SslSession> {
        None
    }
    /// A server is about to choose its certificate. Called again after each [`Verdict::Wait`].
    fn certificate_wanted(&mut self, _ssl: &mut SslRef) -> Verdict {
        Verdict::Go
    }
    /// What a client offers to speak: names, each after a byte for its length.
    fn choose_protocol(&mut self, _ssl: &mut SslRef, _offered: &[u8]) -> ProtocolChoice {
        ProtocolChoice::None
    }
    /// A client's key, for a server that has given a hint or none.
    fn client_psk(&mut self, _hint: Option<&[u8]>) -> Option<Psk> {
        None
    }
    /// The key of a client.
    fn server_psk(&mut self, _identity: &[u8]) -> Option<Vec<u8>> {
        None
    }
    /// What a server says of whether its certificate is still good.
    fn status_response(&mut self, _response: Option<&[u8]>) {}
    /// What is said to clients of whether the certificate is still good.
    fn status_to_send(&mut self) -> Option<Vec<u8>> {
        None
    }
    /// A record's head or a message, while it is traced.
    fn trace(&mut self, _is_sent: bool, _kind: i32, _data: &[u8]) {}
}

/// Whether a client wants to know if the certificate is still good.
pub fn wants_status(ssl: &SslRef) -> bool {
    crate::sys::tls::facts::wants_status(ssl)
}

/// A watcher that hears and answers nothing.
pub struct Deaf;

impl Watcher for Deaf {}
