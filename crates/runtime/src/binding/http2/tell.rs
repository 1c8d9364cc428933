//! What the library hears of a session.

use std::rc::Rc;

use rondo_engine::{JsResult, Local, Scope};
use rondo_http2::{Event, HeadersEvent};

use super::{Http2Session, numbers};
use crate::binding::stream::young_bytes;
use crate::runtime::runtime;

/// The kinds of events, by the numbers that `js/internal/http2/native.js` has too.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// `(stream, category, flags, fields, promisedOn)`
    Headers,
    /// `(stream, bytes)`
    Data,
    /// `(stream)`
    Ended,
    /// `(stream, code)`
    Closed,
    /// `(stream)`
    Drained,
    /// `(stream)`
    WantsTrailers,
    /// `(0, ack, known, other)`: values in the order of `SettingsEvent::KNOWN`; ids and values of others
    Settings,
    /// `(0, ack, payload)`
    Ping,
    /// `(lastStream, code, data)`
    GoAway,
    /// `(stream, origin, value)`
    AltSvc,
    /// `(0, origins)`
    Origin,
    /// `(stream, frameType, code)`
    NotSent,
    /// `(stream, code)`
    Invalid,
    /// `(0, code, isTooManyInvalid)`: the session is given up
    Failed,
    /// `(0, status)`: nothing can be written any more
    WriteFailed,
    /// `(0, bytes)`: to be sent by the library, which then calls `written()`
    Output,
    /// `(0)`: all that there was to be sent has left
    Flushed,
}

impl Http2Session {
    /// Tells all events there are, in the call that is under way.
    pub(super) fn tell_all(&self, scope: &mut Scope<'_>) -> JsResult<()> {
        while let Some(event) = self.next_event() {
            scope.nested(|scope| self.tell_event(scope, event))?;
        }
        Ok(())
    }

    /// Tells all events, each in a way into JavaScript of its own.
    pub(super) fn tell_from_loop(self: &Rc<Http2Session>) {
        let Some(owner) = self.runtime.upgrade() else {
            return;
        };
        if self.is_telling.replace(true) {
            return;
        }
        while let Some(event) = self.next_event() {
            owner.enter(|scope| {
                if let Some(handle) = &*self.handle.borrow() {
                    handle.enter_context(scope);
                }
                self.tell_event(scope, event)
            });
        }
        self.is_telling.set(false);
    }

    fn next_event(&self) -> Option<Event> {
        let mut session = self.session.borrow_mut();
        session.as_mut().and_then(|session| session.next_event())
    }

    fn tell_event<'s>(&self, scope: &mut Scope<'s>, event: Event) -> JsResult<()> {
        let number = |scope: &Scope<'s>, value: i32| scope.number(f64::from(value));
        match event {
            Event::Headers(head) => self.tell_headers(scope, head),
            Event::Data { stream, bytes } => {
                let bytes = match bytes.len() {
                    ..1025 => young_bytes(scope, &bytes)?,
                    _ => scope.uint8_array_owned(bytes)?,
                };
                self.tell(scope, Kind::Data, stream, &[bytes])
            }
            Event::Ended { stream } => self.tell(scope, Kind::Ended, stream, &[]),
            Event::Closed { stream, code } => {
                let code = scope.number(f64::from(code));
                self.tell(scope, Kind::Closed, stream, &[code])
            }
            Event::Drained { stream } => self.tell(scope, Kind::Drained, stream, &[]),
            Event::WantsTrailers { stream } => self.tell(scope, Kind::WantsTrailers, stream, &[]),
            Event::Settings(settings) => {
                let ack = scope.boolean(settings.ack);
                let known = numbers(scope, &settings.known.map(f64::from))?;
                let pairs = settings.other.iter();
                let pairs = pairs.flat_map(|&(id, value)| [f64::from(id), f64::from(value)]);
                let other = numbers(scope, &pairs.collect::<Vec<_>>())?;
                self.tell(scope, Kind::Settings, 0, &[ack, known, other])
            }
            Event::Ping { ack, payload } => {
                let (ack, payload) = (scope.boolean(ack), scope.uint8_array(&payload)?);
                self.tell(scope, Kind::Ping, 0, &[ack, payload])
            }
            Event::GoAway {
                code,
                last_stream,
                data,
            } => {
                let code = scope.number(f64::from(code));
                let data = match data.is_empty() {
                    true => scope.undefined(),
                    false => scope.uint8_array(&data)?,
                };
                self.tell(scope, Kind::GoAway, last_stream, &[code, data])
            }
            Event::AltSvc {
                stream,
                origin,
                value,
            } => {
                let (origin, value) = (scope.string_latin1(&origin)?, scope.string_latin1(&value)?);
                self.tell(scope, Kind::AltSvc, stream, &[origin, value])
            }
            Event::Origin(origins) => {
                let texts = origins.iter().map(|origin| scope.string_latin1(origin));
                let texts = texts.collect::<JsResult<Vec<_>>>()?;
                let list = scope.array(&texts)?;
                self.tell(scope, Kind::Origin, 0, &[list])
            }
            Event::NotSent {
                stream,
                frame,
                code,
            } => {
                let (frame, code) = (number(scope, frame.into()), number(scope, code));
                self.tell(scope, Kind::NotSent, stream, &[frame, code])
            }
            Event::Invalid { stream, code } => {
                let code = number(scope, code);
                self.tell(scope, Kind::Invalid, stream, &[code])
            }
        }
    }

    fn tell_headers(&self, scope: &mut Scope<'_>, head: HeadersEvent) -> JsResult<()> {
        let category = scope.number(f64::from(head.category));
        let flags = scope.number(f64::from(head.flags));
        let fields = scope.string_latin1(&head.fields)?;
        let promised_on = match head.promised_on {
            Some(stream) => scope.number(f64::from(stream)),
            None => scope.undefined(),
        };
        let arguments = [category, flags, fields, promised_on];
        self.tell(scope, Kind::Headers, head.stream, &arguments)
    }

    /// Calls the library's function.
    pub(super) fn tell(
        &self,
        scope: &mut Scope<'_>,
        kind: Kind,
        stream: i32,
        more: &[Local<'_>],
    ) -> JsResult<()> {
        let function = runtime(scope).state.http2.event.get();
        let Some(function) = function.map(|kept| kept.get(scope)) else {
            return Ok(());
        };
        let Some(owner) = self.owner.borrow().as_ref().map(|kept| kept.get(scope)) else {
            return Ok(());
        };
        let kind = scope.number(f64::from(kind as u32));
        let stream = scope.number(f64::from(stream));
        let undefined = scope.undefined();
        let mut arguments = [
            owner, kind, stream, undefined, undefined, undefined, undefined,
        ];
        let count = 3 + more.len();
        for (place, &value) in arguments[3..].iter_mut().zip(more) {
            *place = value;
        }
        scope
            .call(function, undefined, &arguments[..count])
            .map(drop)
    }
}
