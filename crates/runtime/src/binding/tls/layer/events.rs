//! What a connection told while it went on, for the library to hear afterwards.

use rondo_crypto::tls::Failure;
use rondo_engine::{ErrorKind, JsResult, Local, Scope};

use super::Tls;
use crate::binding::tls::Told;
use crate::binding::tls::way::Way;

/// What was told while the connection went on, for the library to hear afterwards.
pub(super) enum Event {
    HandshakeStarted,
    HandshakeDone,
    KeyLog(Vec<u8>),
    NewSession(Vec<u8>, Vec<u8>),
    Hello {
        id: Vec<u8>,
        name: Option<String>,
        has_ticket: bool,
    },
    CertificateWanted {
        name: Option<String>,
        wants_status: bool,
    },
    Status(Option<Vec<u8>>),
    Traced(String),
}

impl Tls {
    pub(super) fn tell_all(&self, events: Vec<Event>, way: &mut Way<'_, '_>) {
        for event in events {
            if self.is_over() {
                return;
            }
            self.tell(event, way);
        }
    }

    fn tell(&self, event: Event, way: &mut Way<'_, '_>) {
        match event {
            Event::HandshakeStarted => way.tell(self, Told::HandshakeStarted, |_| Ok(Vec::new())),
            Event::HandshakeDone => way.tell(self, Told::HandshakeDone, |_| Ok(Vec::new())),
            Event::KeyLog(line) => way.tell(self, Told::KeyLog, |scope| {
                Ok(vec![scope.uint8_array(&line)?])
            }),
            Event::NewSession(id, session) => way.tell(self, Told::NewSession, |scope| {
                Ok(vec![scope.uint8_array(&id)?, scope.uint8_array(&session)?])
            }),
            Event::Hello {
                id,
                name,
                has_ticket,
            } => way.tell(self, Told::Hello, |scope| {
                let name = text_or_undefined(scope, name.as_deref())?;
                Ok(vec![
                    scope.uint8_array(&id)?,
                    name,
                    scope.boolean(has_ticket),
                ])
            }),
            Event::CertificateWanted { name, wants_status } => {
                way.tell(self, Told::CertificateWanted, |scope| {
                    let name = text_or_undefined(scope, name.as_deref())?;
                    Ok(vec![name, scope.boolean(wants_status)])
                });
            }
            Event::Status(response) => way.tell(self, Told::Status, |scope| {
                Ok(vec![match response {
                    Some(response) => scope.uint8_array(&response)?,
                    None => scope.undefined(),
                }])
            }),
            Event::Traced(text) => {
                way.tell(self, Told::Traced, |scope| Ok(vec![scope.string(&text)?]))
            }
        }
    }
}

pub(in crate::binding::tls) fn text_or_undefined<'s>(
    scope: &mut Scope<'s>,
    text: Option<&str>,
) -> JsResult<Local<'s>> {
    match text {
        Some(text) => scope.string(text),
        None => Ok(scope.undefined()),
    }
}

/// The error of a connection that failed.
pub(super) fn error_of<'s>(scope: &mut Scope<'s>, failure: &Failure) -> JsResult<Local<'s>> {
    let error = scope.error(ErrorKind::Error, &failure.message)?;
    let code = failure.code();
    let texts = [
        ("library", failure.library),
        ("reason", failure.reason),
        ("code", code.as_deref()),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            let text = scope.string(text)?;
            error.define_property(scope, name, text, true)?;
        }
    }
    Ok(error)
}
