//! A connection at work: what comes goes in, what it says goes out, and the library hears of both.

mod events;
mod on_handle;
mod watching;

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use rondo_crypto::tls::{
    Connection, Context, Deaf, Failure, Progress, Received, SslSession, Watcher,
};
use rondo_engine::{Local, Scope, WeakPersistent};
use rondo_loop::{Loop, ReadTake, Stream};

use super::Told;
use super::way::Way;
use crate::binding::stream::StreamHandle;
use events::{Event, error_of};
use watching::Watching;

pub(super) use events::text_or_undefined;

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
    /// Nothing once it is given up.
    pub(super) connection: RefCell<Option<Connection>>,
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
            connection: RefCell::new(Some(connection)),
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

    /// Does something with the connection, unless it is at work or given up.
    pub(super) fn with<R>(&self, act: impl FnOnce(&mut Connection) -> R) -> Option<R> {
        self.connection.try_borrow_mut().ok()?.as_mut().map(act)
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

    /// Gives the connection up, of which OpenSSL keeps some 60 kB: a collection, which does not know of them, may be far.
    pub(super) fn release(&self) {
        // One that is at work goes with the object.
        if let Ok(mut connection) = self.connection.try_borrow_mut() {
            connection.take();
        }
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
            Ok(mut connection) => {
                if let Some(connection) = connection.as_mut() {
                    connection.receive(bytes);
                }
            }
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
        self.with(|connection| connection.shut_down(&mut Deaf));
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
            self.with(|connection| connection.receive(&arrived));
        }
        if !self.was_established.get() {
            let Some((progress, events)) =
                self.watch(way, |connection, watcher| connection.handshake(watcher))
            else {
                return;
            };
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
    ) -> Option<(R, Vec<Event>)> {
        let mut watcher = Watching {
            tls: self,
            way,
            events: Vec::new(),
        };
        let result = self.with(|connection| act(connection, &mut watcher))?;
        Some((result, watcher.events))
    }

    fn read_all(&self, way: &mut Way<'_, '_>) {
        let mut room = Vec::new();
        while !self.is_over() && !self.has_failed.get() {
            let before = self.input_length();
            let Some((received, events)) = self.watch(way, |connection, watcher| {
                connection.read(&mut room, RECORD, watcher)
            }) else {
                return;
            };
            if !events.is_empty() {
                let data = std::mem::take(&mut room);
                self.tell_all(events, way);
                room = data;
            }
            match received {
                // Scripts see records as they come.
                Received::Data(_) => self.deliver(&mut room, way),
                // A message of the protocol's own was read, and more may follow.
                Received::Nothing if self.input_length() < before => {}
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

    fn input_length(&self) -> usize {
        self.with(|connection| connection.input_length())
            .unwrap_or(0)
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
        let mut connection = self.connection.try_borrow_mut().ok();
        let connection = connection
            .as_mut()
            .and_then(|connection| connection.as_mut())
            .filter(|connection| connection.is_established());
        let Some(connection) = connection.filter(|_| waiting.is_empty()) else {
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
        let is_established = self.with(|connection| connection.is_established());
        if !self.has_waiting() || is_established != Some(true) {
            return;
        }
        let waiting = self.waiting.take();
        let taken = self.with(|connection| connection.write(&waiting, &mut Deaf).ok());
        let taken = taken.flatten().unwrap_or(waiting.len());
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
        let Some(output) = self.with(|connection| connection.take_output()) else {
            return;
        };
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
        let output = self.with(|connection| match connection.output_length() {
            0 => None,
            _ => Some(connection.take_output()),
        });
        let mut output = match output {
            None => return Ok(false),
            Some(None) => return Ok(self.in_loop.get() == 0),
            Some(Some(output)) => output,
        };
        let stream = handle.stream();
        let taken = match stream.try_write(lp, &output) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            outcome => outcome?,
        };
        if taken == output.len() {
            self.with(|connection| connection.return_output(output));
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
