//! What OpenSSL tells and asks while a connection goes on.

use std::ops::Range;

use rondo_crypto::tls::{
    Connection, Hello, ProtocolChoice, Psk, SslRef, SslSession, SslSessionRef, Verdict, Watcher,
};

use super::events::{Event, text_or_undefined};
use super::{Question, Tls};
use crate::binding::tls::Told;
use crate::binding::tls::way::Way;

/// Hears what OpenSSL tells, and answers it.
pub(super) struct Watching<'a, 'w, 'b, 's> {
    pub(super) tls: &'a Tls,
    pub(super) way: &'w mut Way<'b, 's>,
    pub(super) events: Vec<Event>,
}

impl Watcher for Watching<'_, '_, '_, '_> {
    fn handshake_started(&mut self) {
        self.events.push(Event::HandshakeStarted);
    }

    fn handshake_done(&mut self) {
        self.events.push(Event::HandshakeDone);
    }

    fn key_log(&mut self, line: &[u8]) {
        let mut line = line.to_vec();
        line.push(b'\n');
        self.events.push(Event::KeyLog(line));
    }

    fn new_session(&mut self, session: &SslSessionRef, is_server: bool) {
        if is_server && !self.tls.wishes.keeps_sessions.get() {
            return;
        }
        if let Ok(bytes) = session.to_der() {
            if is_server {
                self.tls.holds_output.set(true);
            }
            self.events
                .push(Event::NewSession(session.id().to_vec(), bytes));
        }
    }

    fn client_hello(&mut self, hello: &Hello<'_>) -> Verdict {
        let name = hello
            .server_name
            .map(|name| String::from_utf8_lossy(name).into_owned());
        self.tls.server_name.replace(name.clone());
        if !self.tls.wishes.keeps_sessions.get() {
            return Verdict::Go;
        }
        match self.tls.hello.get() {
            Question::Answered => return Verdict::Go,
            Question::Asked => return Verdict::Wait,
            Question::NotAsked => {}
        }
        self.tls.hello.set(Question::Asked);
        self.events.push(Event::Hello {
            id: hello.session_id.to_vec(),
            name,
            has_ticket: hello.has_ticket,
        });
        Verdict::Wait
    }

    fn session_to_resume(&mut self) -> Option<SslSession> {
        self.tls.session.take()
    }

    fn certificate_wanted(&mut self, ssl: &mut SslRef) -> Verdict {
        if !self.tls.wishes.asks_certificate.get() {
            return Verdict::Go;
        }
        match self.tls.certificate.get() {
            Question::NotAsked => {
                self.tls.certificate.set(Question::Asked);
                self.events.push(Event::CertificateWanted {
                    name: self.tls.server_name.borrow().clone(),
                    wants_status: rondo_crypto::tls::wants_status(ssl),
                });
                Verdict::Wait
            }
            Question::Asked => Verdict::Wait,
            Question::Answered if self.tls.refuses.get() => Verdict::Refuse,
            Question::Answered => {
                if let Some(context) = self.tls.chosen.take()
                    && context.use_for(ssl).is_err()
                {
                    return Verdict::Refuse;
                }
                Verdict::Go
            }
        }
    }

    fn choose_protocol(&mut self, ssl: &mut SslRef, offered: &[u8]) -> ProtocolChoice {
        let tls = self.tls;
        if !tls.wishes.chooses_protocol.get() {
            return match &*tls.wishes.protocols.borrow() {
                Some(known) => choose(known, offered),
                None => ProtocolChoice::None,
            };
        }
        let name = tls.server_name.borrow().clone();
        let answer = self.way.call(
            tls,
            Told::ChooseProtocol,
            |scope| {
                let name = text_or_undefined(scope, name.as_deref())?;
                let mut list = Vec::new();
                for range in protocol_names(offered) {
                    list.push(scope.string_latin1(&offered[range])?);
                }
                Ok(vec![name, scope.array(&list)?])
            },
            |scope, chosen| chosen.as_string(scope),
        );
        if let Some(context) = tls.shown.take()
            && context.show_in(ssl).is_err()
        {
            return ProtocolChoice::Refuse;
        }
        let chosen = answer.flatten();
        let place = chosen.and_then(|chosen| {
            protocol_names(offered).find(|range| offered[range.clone()] == *chosen.as_bytes())
        });
        place.map_or(ProtocolChoice::Refuse, ProtocolChoice::Offered)
    }

    fn client_psk(&mut self, hint: Option<&[u8]>) -> Option<Psk> {
        let hint = hint.map(|hint| String::from_utf8_lossy(hint).into_owned());
        let given = self.way.call(
            self.tls,
            Told::Psk,
            |scope| Ok(vec![text_or_undefined(scope, hint.as_deref())?]),
            |scope, given| {
                if !given.is_object() {
                    return Ok(None);
                }
                let identity = given
                    .get_index(scope, 0)?
                    .as_string(scope)?
                    .unwrap_or_default();
                let key = given
                    .get_index(scope, 1)?
                    .to_bytes(scope)
                    .unwrap_or_default();
                Ok(Some((identity.into_bytes(), key)))
            },
        );
        given.flatten()
    }

    fn server_psk(&mut self, identity: &[u8]) -> Option<Vec<u8>> {
        let identity = String::from_utf8_lossy(identity).into_owned();
        let given = self.way.call(
            self.tls,
            Told::Psk,
            |scope| Ok(vec![scope.string(&identity)?]),
            |scope, given| Ok(given.to_bytes(scope)),
        );
        given.flatten()
    }

    fn status_response(&mut self, response: Option<&[u8]>) {
        self.events.push(Event::Status(response.map(Vec::from)));
    }

    fn status_to_send(&mut self) -> Option<Vec<u8>> {
        self.tls.wishes.status.take()
    }

    fn trace(&mut self, is_sent: bool, kind: i32, data: &[u8]) {
        self.events
            .extend(Connection::describe_traced(is_sent, kind, data).map(Event::Traced));
    }
}

/// The places of names, each of which comes after a byte for its length.
fn protocol_names(list: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let length = usize::from(*list.get(at)?);
        let range = at + 1..at + 1 + length;
        at = range.end;
        (at <= list.len()).then_some(range)
    })
}

/// The first that is known and offered.
fn choose(known: &[u8], offered: &[u8]) -> ProtocolChoice {
    for name in protocol_names(known) {
        let place =
            protocol_names(offered).find(|range| offered[range.clone()] == known[name.clone()]);
        if let Some(place) = place {
            return ProtocolChoice::Offered(place);
        }
    }
    ProtocolChoice::Refuse
}
