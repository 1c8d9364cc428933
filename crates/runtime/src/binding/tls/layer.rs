//! A connection at work: what comes goes in, what it says goes out, and the library hears of both.

use std::cell::{Cell, RefCell};
use std::io;
use std::ops::Range;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use rondo_crypto::tls::{
    Connection, Context, Deaf, Failure, Hello, Progress, ProtocolChoice, Psk, Received, SslRef,
    SslSession, SslSessionRef, Verdict, Watcher,
};
use rondo_engine::{ErrorKind, JsResult, Local, Scope, WeakPersistent};
use rondo_loop::{Loop, ReadTake, Stream};

use super::Told;
use super::way::Way;
use crate::binding::stream::{Layer, Outcome, StreamHandle};
use crate::runtime::Runtime;

/// The most plaintext that a record has.
const RECORD: usize = 16 * 1024;

/// The number for an error of the protocol.
const EPROTO: i32 = -71;

/// Where the bytes of a connection come from and go to.
enum Below {
    Nothing,
    Handle(Weak<StreamHandle>),
    /// A script has them.
    Script,
}

/// A question that the library answers later.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    NotAsked,
    Asked,
    Answered,
}

/// What a connection does beyond the usual.
#[derive(Default)]
pub(super) struct Wishes {
    /// The protocols that a server can speak on top, or nothing.
    pub(super) protocols: RefCell<Option<Vec<u8>>>,
    /// The library chooses the protocol.
    pub(super) chooses_protocol: Cell<bool>,
    /// The library keeps sessions.
    pub(super) keeps_sessions: Cell<bool>,
    /// The library is asked for a certificate.
    pub(super) asks_certificate: Cell<bool>,
    /// Whether the certificate is still good, for clients.
    pub(super) status: RefCell<Option<Vec<u8>>>,
}

/// A connection.
pub(super) struct Tls {
    pub(super) connection: RefCell<Connection>,
    pub(super) wishes: Wishes,
    object: RefCell<Option<WeakPersistent>>,
    below: RefCell<Below>,
    is_started: Cell<bool>,
    /// Whether the first handshake is through: later ones go on by reading.
    was_established: Cell<bool>,
    is_busy: Cell<bool>,
    goes_again: Cell<bool>,
    /// Nothing more is told of what comes.
    has_ended: Cell<bool>,
    has_failed: Cell<bool>,
    hello: Cell<Question>,
    certificate: Cell<Question>,
    /// What the library has answered.
    session: RefCell<Option<SslSession>>,
    /// Who to show, if that was said while OpenSSL asked for something.
    pub(super) shown: RefCell<Option<Arc<Context>>>,
    chosen: RefCell<Option<Arc<Context>>>,
    refuses: Cell<bool>,
    server_name: RefCell<Option<String>>,
    /// Nothing is sent until the library has kept a new session.
    holds_output: Cell<bool>,
    /// Ciphertext that came while the connection was at work.
    arrived: RefCell<Vec<u8>>,
    /// Plaintext that waits for the handshake to be over.
    waiting: RefCell<Vec<u8>>,
    /// Whether the library waits to hear that a write is over.
    tells_written: Cell<bool>,
    /// How many writes the loop has under way.
    in_loop: Cell<usize>,
    shuts_down: Cell<bool>,
}

/// The layer of a handle.
struct OnHandle(Rc<Tls>);

impl Tls {
    pub(super) fn new(connection: Connection) -> Tls {
        Tls {
            connection: RefCell::new(connection),
            wishes: Wishes::default(),
            object: RefCell::default(),
            below: RefCell::new(Below::Nothing),
            is_started: Cell::new(false),
            was_established: Cell::new(false),
            is_busy: Cell::new(false),
            goes_again: Cell::new(false),
            has_ended: Cell::new(false),
            has_failed: Cell::new(false),
            hello: Cell::new(Question::NotAsked),
            certificate: Cell::new(Question::NotAsked),
            session: RefCell::default(),
            shown: RefCell::default(),
            chosen: RefCell::default(),
            refuses: Cell::new(false),
            server_name: RefCell::default(),
            holds_output: Cell::new(false),
            arrived: RefCell::default(),
            waiting: RefCell::default(),
            tells_written: Cell::new(false),
            in_loop: Cell::new(0),
            shuts_down: Cell::new(false),
        }
    }

    pub(super) fn set_object(&self, object: Option<WeakPersistent>) {
        self.object.replace(object);
    }

    /// The connection in JavaScript.
    pub(super) fn object<'s>(&self, scope: &Scope<'s>) -> Option<Local<'s>> {
        self.object.borrow().as_ref()?.get(scope)
    }

    /// Goes into the async context of the handle.
    pub(super) fn enter_context(&self, scope: &Scope<'_>) {
        if let Some(handle) = self.handle() {
            handle.enter_context(scope);
        }
    }

    fn handle(&self) -> Option<Rc<StreamHandle>> {
        match &*self.below.borrow() {
            Below::Handle(handle) => handle.upgrade().filter(|handle| !handle.is_closing()),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        match &*self.below.borrow() {
            Below::Handle(handle) => handle.upgrade().is_none_or(|handle| handle.is_closing()),
            Below::Script => false,
            Below::Nothing => true,
        }
    }

    // What the library asks for.

    /// Has its bytes come from a handle, and go there.
    pub(super) fn attach(self: &Rc<Tls>, handle: &Rc<StreamHandle>) {
        self.below.replace(Below::Handle(Rc::downgrade(handle)));
        handle.set_layer(Rc::new(OnHandle(self.clone())));
    }

    /// Has a script bring and take its bytes.
    pub(super) fn attach_script(&self) {
        self.below.replace(Below::Script);
    }

    /// Begins.
    pub(super) fn start(&self, way: &mut Way<'_, '_>) {
        self.is_started.set(true);
        self.advance(way);
    }

    /// Nothing more is told or sent.
    pub(super) fn detach(&self) {
        self.below.replace(Below::Nothing);
    }

    pub(super) fn answer_hello(&self, session: Option<SslSession>, way: &mut Way<'_, '_>) {
        if self.hello.get() == Question::Asked {
            self.session.replace(session);
            self.hello.set(Question::Answered);
            self.advance(way);
        }
    }

    pub(super) fn answer_certificate(
        &self,
        context: Option<Arc<Context>>,
        refuses: bool,
        way: &mut Way<'_, '_>,
    ) {
        if self.certificate.get() == Question::Asked {
            self.chosen.replace(context);
            self.refuses.set(refuses);
            self.certificate.set(Question::Answered);
            self.advance(way);
        }
    }

    /// The new session is kept: what was held goes out.
    pub(super) fn session_is_kept(&self, way: &mut Way<'_, '_>) {
        self.holds_output.set(false);
        self.advance(way);
    }

    /// Ciphertext that a script brings.
    pub(super) fn receive(&self, bytes: &[u8], way: &mut Way<'_, '_>) {
        match self.connection.try_borrow_mut() {
            Ok(mut connection) => connection.receive(bytes),
            // It is at work, and gets them next.
            Err(_) => self.arrived.borrow_mut().extend_from_slice(bytes),
        }
        self.advance(way);
    }

    /// No more ciphertext comes.
    pub(super) fn receive_end(&self, way: &mut Way<'_, '_>) {
        self.advance(way);
        self.end(way, None);
    }

    /// Plaintext of a script without a handle.
    pub(super) fn write_script(&self, bytes: &[u8], way: &mut Way<'_, '_>) -> bool {
        let is_through = match self.encrypt(&[bytes]) {
            Ok(is_through) => is_through,
            Err(failure) => {
                self.fail(failure, way);
                return true;
            }
        };
        self.flush(way);
        is_through
    }

    /// Whether plaintext waits.
    pub(super) fn has_waiting(&self) -> bool {
        !self.waiting.borrow().is_empty()
    }

    /// Says that no more is sent, as soon as all is.
    pub(super) fn shut_down_now(&self, way: &mut Way<'_, '_>) {
        self.shuts_down.set(true);
        if !self.has_waiting() {
            self.send_shutdown();
        }
        self.flush(way);
    }

    fn send_shutdown(&self) {
        if let Ok(mut connection) = self.connection.try_borrow_mut() {
            connection.shut_down(&mut Deaf);
        }
    }

    // Going on.

    /// Goes as far as it can. Called amid itself, it goes once more when that is through.
    pub(super) fn advance(&self, way: &mut Way<'_, '_>) {
        if self.is_busy.replace(true) {
            self.goes_again.set(true);
            return;
        }
        loop {
            self.goes_again.set(false);
            self.go(way);
            if !self.goes_again.get() {
                break;
            }
        }
        self.is_busy.set(false);
    }

    fn go(&self, way: &mut Way<'_, '_>) {
        if !self.is_started.get() || self.has_failed.get() || self.is_over() {
            return;
        }
        let arrived = self.arrived.take();
        if !arrived.is_empty() {
            self.connection.borrow_mut().receive(&arrived);
        }
        if !self.was_established.get() {
            let (progress, events) =
                self.watch(way, |connection, watcher| connection.handshake(watcher));
            self.tell_all(events, way);
            match progress {
                Progress::Done => self.was_established.set(true),
                Progress::Waits => {}
                Progress::Failed(failure) => return self.fail(failure, way),
            }
        }
        self.flush_waiting();
        if !self.is_over() && self.was_established.get() {
            self.read_all(way);
        }
        // The handshake may have been through with the last of what came.
        self.flush_waiting();
        self.flush(way);
    }

    /// Has the connection do something, and gives what it told meanwhile.
    fn watch<R>(
        &self,
        way: &mut Way<'_, '_>,
        act: impl FnOnce(&mut Connection, &mut dyn Watcher) -> R,
    ) -> (R, Vec<Event>) {
        let mut watcher = Watching {
            tls: self,
            way,
            events: Vec::new(),
        };
        let result = act(&mut self.connection.borrow_mut(), &mut watcher);
        (result, watcher.events)
    }

    fn read_all(&self, way: &mut Way<'_, '_>) {
        let mut room = Vec::new();
        while !self.is_over() && !self.has_failed.get() {
            let before = self.connection.borrow().input_length();
            let (received, events) = self.watch(way, |connection, watcher| {
                connection.read(&mut room, RECORD, watcher)
            });
            if !events.is_empty() {
                let data = std::mem::take(&mut room);
                self.tell_all(events, way);
                room = data;
            }
            match received {
                // Scripts see records as they come.
                Received::Data(_) => self.deliver(&mut room, way),
                // A message of the protocol's own was read, and more may follow.
                Received::Nothing if self.connection.borrow().input_length() < before => {}
                Received::Nothing => break,
                Received::End => {
                    self.end(way, None);
                    break;
                }
                Received::Failed(failure) => {
                    self.fail(failure, way);
                    break;
                }
            }
        }
    }

    fn deliver(&self, room: &mut Vec<u8>, way: &mut Way<'_, '_>) {
        if room.is_empty() || self.has_ended.get() {
            return;
        }
        if let (Some(handle), Way::Loop(_)) = (self.handle(), &way) {
            handle.deliver(ReadTake::Data(room));
            room.clear();
            return;
        }
        let bytes = std::mem::take(room);
        way.tell(self, Told::Read, |scope| {
            let count = scope.number(bytes.len() as f64);
            Ok(vec![count, scope.uint8_array(&bytes)?])
        });
    }

    /// No more comes: that is told once.
    fn end(&self, way: &mut Way<'_, '_>, error: Option<io::Error>) {
        if self.is_over() || self.has_ended.replace(true) {
            return;
        }
        match (self.handle(), &way) {
            (Some(handle), Way::Loop(_)) => handle.tell_end(error),
            _ => way.tell(self, Told::Read, |_| Ok(Vec::new())),
        }
    }

    fn fail(&self, failure: Failure, way: &mut Way<'_, '_>) {
        if self.has_failed.replace(true) {
            return;
        }
        // The other side is told why.
        self.holds_output.set(false);
        self.flush(way);
        way.tell(self, Told::Failed, |scope| {
            Ok(vec![error_of(scope, &failure)?])
        });
    }

    // Sending.

    /// Encrypts pieces, or keeps them until the handshake is over; whether nothing was kept.
    fn encrypt(&self, pieces: &[&[u8]]) -> Result<bool, Failure> {
        let mut waiting = self.waiting.borrow_mut();
        let connection = self.connection.try_borrow_mut();
        let connection = connection
            .ok()
            .filter(|connection| connection.is_established());
        let Some(mut connection) = connection.filter(|_| waiting.is_empty()) else {
            for piece in pieces {
                waiting.extend_from_slice(piece);
            }
            return Ok(false);
        };
        for (index, piece) in pieces.iter().enumerate() {
            let taken = connection.write(piece, &mut Deaf)?;
            if taken < piece.len() {
                waiting.extend_from_slice(&piece[taken..]);
                for rest in &pieces[index + 1..] {
                    waiting.extend_from_slice(rest);
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Encrypts what has waited for the handshake.
    fn flush_waiting(&self) {
        if !self.has_waiting() || !self.connection.borrow().is_established() {
            return;
        }
        let waiting = self.waiting.take();
        let taken = self.connection.borrow_mut().write(&waiting, &mut Deaf);
        let taken = taken.unwrap_or(waiting.len());
        if taken < waiting.len() {
            self.waiting.replace(waiting[taken..].to_vec());
        } else if self.shuts_down.get() {
            self.send_shutdown();
        }
    }

    /// Sends what is to be sent.
    fn flush(&self, way: &mut Way<'_, '_>) {
        if self.holds_output.get() {
            return;
        }
        if let Some(handle) = self.handle() {
            let owner = match way {
                Way::Loop(owner) => (*owner).clone(),
                Way::Inside(scope) => crate::runtime::runtime(scope).clone(),
            };
            let _ = self.send(&owner.event_loop, &handle);
            if self.in_loop.get() == 0 && !self.has_waiting() && self.tells_written.take() {
                match way {
                    Way::Loop(_) => handle.tell_written(Ok(())),
                    Way::Inside(_) => way.tell(self, Told::Written, |_| Ok(Vec::new())),
                }
            }
            return;
        }
        let Ok(mut connection) = self.connection.try_borrow_mut() else {
            return;
        };
        let output = connection.take_output();
        drop(connection);
        if !output.is_empty() && !self.is_over() {
            way.tell(self, Told::Output, |scope| {
                Ok(vec![scope.uint8_array(&output)?])
            });
        }
    }

    /// Writes what the system takes, and has the loop write the rest. `Ok(false)` if there is a rest.
    fn send(&self, lp: &Loop, handle: &Rc<StreamHandle>) -> io::Result<bool> {
        if self.holds_output.get() {
            return Ok(false);
        }
        let Ok(mut connection) = self.connection.try_borrow_mut() else {
            return Ok(false);
        };
        if connection.output_length() == 0 {
            return Ok(self.in_loop.get() == 0);
        }
        let mut output = connection.take_output();
        let stream = handle.stream();
        let taken = match stream.try_write(lp, &output) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            outcome => outcome?,
        };
        if taken == output.len() {
            connection.return_output(output);
            return Ok(true);
        }
        output.drain(..taken);
        let told = handle.clone();
        stream.write_vectored(lp, vec![output.into()], move |_, outcome| {
            told.layer_has_sent(outcome)
        })?;
        self.in_loop.set(self.in_loop.get() + 1);
        Ok(false)
    }
}

impl Layer for OnHandle {
    fn received(&self, owner: &Rc<Runtime>, handle: &Rc<StreamHandle>, what: ReadTake<'_>) {
        let tls = &self.0;
        let mut way = Way::Loop(owner);
        match what {
            ReadTake::Data(bytes) => tls.receive(bytes, &mut way),
            ReadTake::End => tls.receive_end(&mut way),
            ReadTake::Failed(error) => {
                tls.advance(&mut way);
                if !tls.has_ended.get() && !handle.is_closing() {
                    tls.end(&mut way, Some(error));
                }
            }
        }
    }

    fn write(
        &self,
        lp: &Loop,
        handle: &Rc<StreamHandle>,
        pieces: &[&[u8]],
        is_told: bool,
    ) -> Outcome {
        let tls = &self.0;
        if tls.has_failed.get() {
            return Outcome::Failed(EPROTO);
        }
        let is_through = match tls.encrypt(pieces) {
            Ok(is_through) => is_through,
            Err(_) => return Outcome::Failed(EPROTO),
        };
        match tls.send(lp, handle) {
            Ok(is_sent) if is_sent && is_through => Outcome::Written,
            Ok(_) => {
                tls.tells_written.set(tls.tells_written.get() || is_told);
                Outcome::Pending
            }
            Err(error) => Outcome::Failed(crate::binding::stream::status(Err(error))),
        }
    }

    fn is_clear(&self, lp: &Loop, handle: &StreamHandle) -> bool {
        let tls = &self.0;
        !tls.has_failed.get()
            && !tls.has_waiting()
            && !tls.holds_output.get()
            && tls.in_loop.get() == 0
            && handle.stream().write_queue_size(lp) == 0
            && tls
                .connection
                .try_borrow()
                .is_ok_and(|connection| connection.is_established())
    }

    fn waiting(&self) -> usize {
        self.0.waiting.borrow().len()
    }

    fn shut_down(&self, scope: &mut Scope<'_>, _: &Rc<StreamHandle>) {
        self.0.shut_down_now(&mut Way::Inside(scope));
    }

    fn has_sent(&self, handle: &Rc<StreamHandle>, outcome: io::Result<()>) {
        let tls = &self.0;
        tls.in_loop.set(tls.in_loop.get().saturating_sub(1));
        let is_over = tls.in_loop.get() == 0 && !tls.has_waiting();
        if (is_over || outcome.is_err()) && tls.tells_written.take() {
            handle.tell_written(outcome);
        }
    }

    fn closed(&self) {
        self.0.detach();
    }
}

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
    fn tell_all(&self, events: Vec<Event>, way: &mut Way<'_, '_>) {
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

pub(super) fn text_or_undefined<'s>(
    scope: &mut Scope<'s>,
    text: Option<&str>,
) -> JsResult<Local<'s>> {
    match text {
        Some(text) => scope.string(text),
        None => Ok(scope.undefined()),
    }
}

/// The error of a connection that failed.
fn error_of<'s>(scope: &mut Scope<'s>, failure: &Failure) -> JsResult<Local<'s>> {
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

/// Hears what OpenSSL tells, and answers it.
struct Watching<'a, 'w, 'b, 's> {
    tls: &'a Tls,
    way: &'w mut Way<'b, 's>,
    events: Vec<Event>,
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
