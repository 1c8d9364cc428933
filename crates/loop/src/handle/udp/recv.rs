//! Receiving: batches come from the system, and go to a callback one message at a time or as a whole.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;

use rustix::io::Errno;

use super::{Family, Key, Message, Ready, Socket, Udp, UdpOptions};
use crate::Loop;
use crate::observe::Kind;
use crate::seam::{self, Bytes};
use crate::sys::datagram::{BATCH, Inbox, ROOM};
use crate::sys::udp_option::{SendFailure, take_error};

/// How many batches are received in a row before others get their turn.
const ROUNDS: usize = 4;

/// Why nothing was received. Mostly it is about a message that this socket had sent: the other side's
/// machine answered that nobody is there.
#[derive(Debug)]
#[non_exhaustive]
pub struct RecvError {
    /// What the system says.
    pub error: io::Error,
    /// Where the message went that met with the error, if it is reported because of
    /// [`UdpOptions::report_errors`].
    pub to: Option<SocketAddr>,
    /// Who reported the error; the port is 0.
    pub reporter: Option<SocketAddr>,
}

impl fmt::Display for RecvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Some(to) => write!(f, "{} (of a message to {to})", self.error),
            None => self.error.fmt(f),
        }
    }
}

impl std::error::Error for RecvError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl From<Errno> for RecvError {
    fn from(errno: Errno) -> Self {
        RecvError {
            error: errno.into(),
            to: None,
            reporter: None,
        }
    }
}

impl From<SendFailure> for RecvError {
    fn from(failure: SendFailure) -> Self {
        RecvError {
            error: failure.errno.into(),
            to: failure.to,
            reporter: failure.reporter,
        }
    }
}

type Each = dyn FnMut(&Loop, Udp, Result<Message<'_>, RecvError>);
type Many = dyn FnMut(&Loop, Udp, Result<&[Message<'_>], RecvError>);

/// The callback, shared so that it can run while it is replaced.
#[derive(Clone)]
enum Receiver {
    Each(Rc<RefCell<Each>>),
    Many(Rc<RefCell<Many>>),
}

/// A message for which there was no callback any more when its turn came.
struct Kept {
    data: Vec<u8>,
    from: Option<SocketAddr>,
    is_truncated: bool,
}

impl Kept {
    fn message(&self) -> Message<'_> {
        Message {
            data: &self.data,
            from: self.from,
            is_truncated: self.is_truncated,
        }
    }
}

/// What a socket keeps for receiving.
pub(super) struct Receiving {
    receiver: RefCell<Option<Receiver>>,
    is_on: Cell<bool>,
    limit: Cell<usize>,
    /// How many messages are taken from the system at once.
    batch: Cell<usize>,
    kept: RefCell<VecDeque<Kept>>,
}

impl Default for Receiving {
    fn default() -> Self {
        Receiving {
            receiver: RefCell::new(None),
            is_on: Cell::new(false),
            limit: Cell::new(ROOM),
            batch: Cell::new(BATCH),
            kept: RefCell::default(),
        }
    }
}

impl Receiving {
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.is_on.get()
    }

    /// Takes one message at a time, as others may receive from the same socket: what this handle had taken, and did not hand
    /// over before it was closed, would be lost to them.
    pub(super) fn share(&self) {
        self.batch.set(1);
    }

    /// Receives no more, but leaves the callback where it is.
    pub(super) fn end(&self) {
        self.is_on.set(false);
        self.kept.take();
    }

    fn receiver(&self) -> Option<Receiver> {
        if self.is_on.get() {
            self.receiver.borrow().clone()
        } else {
            None
        }
    }
}

impl Udp {
    /// Starts to receive: `callback` runs with each message, or with what went wrong, until
    /// [`recv_stop`](Udp::recv_stop). The socket is bound to any address if it is not bound. `EALREADY`
    /// if it was started.
    pub fn recv_start(
        self,
        lp: &Loop,
        callback: impl FnMut(&Loop, Udp, Result<Message<'_>, RecvError>) + 'static,
    ) -> io::Result<()> {
        self.start(lp, || Receiver::Each(Rc::new(RefCell::new(callback))))
    }

    /// Starts to receive as [`recv_start`](Udp::recv_start) does, but `callback` gets all the messages
    /// that the system has handed over at once.
    pub fn recv_start_batch(
        self,
        lp: &Loop,
        callback: impl FnMut(&Loop, Udp, Result<&[Message<'_>], RecvError>) + 'static,
    ) -> io::Result<()> {
        self.start(lp, || Receiver::Many(Rc::new(RefCell::new(callback))))
    }

    fn start(self, lp: &Loop, receiver: impl FnOnce() -> Receiver) -> io::Result<()> {
        let socket = self.socket(lp)?;
        let receiving = &socket.receiving;
        if receiving.is_on() {
            return Err(Errno::ALREADY.into());
        }
        socket.ensure_bound(Family::V4, UdpOptions::default())?;
        receiving.is_on.set(true);
        if let Err(error) = socket.watch(lp, self.0) {
            receiving.is_on.set(false);
            return Err(error);
        }
        let previous = receiving.receiver.replace(Some(receiver()));
        // Even if it is active already: from now on this callback is to blame.
        lp.set_active(self.0, true);
        socket.update_active(lp, self.0);
        if !receiving.kept.borrow().is_empty() {
            lp.core.poller.tell_again(self.0, Ready::READABLE);
        }
        drop(previous);
        Ok(())
    }

    /// Stops to receive. No message is lost: those that have come already wait for the next start.
    pub fn recv_stop(self, lp: &Loop) {
        if let Ok(socket) = self.socket(lp) {
            socket.receiving.is_on.set(false);
            let previous = socket.receiving.receiver.take();
            socket.update_active(lp, self.0);
            drop(previous);
        }
    }

    /// Sets how many bytes of a message are received; what is longer comes [truncated]. At first there
    /// is room for every message.
    ///
    /// [truncated]: Message::is_truncated
    pub fn set_message_limit(self, lp: &Loop, bytes: usize) {
        if let Ok(socket) = self.socket(lp) {
            socket.receiving.limit.set(bytes.min(ROOM));
        }
    }
}

/// Has a handle told once more that its descriptor is ready, unless that is called off. So nothing is
/// forgotten when a callback panics.
struct Unfinished<'a> {
    lp: &'a Loop,
    key: Key,
    ready: Ready,
    is_done: bool,
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            self.lp.core.poller.tell_again(self.key, self.ready);
        }
    }
}

/// The loop's inbox while it is in use.
struct InUse<'a>(&'a Loop, Option<Inbox>);

impl<'a> InUse<'a> {
    fn begin(lp: &'a Loop) -> Self {
        let inbox = lp.core.inbox.take();
        InUse(lp, Some(inbox.unwrap_or_else(Inbox::new)))
    }
}

impl Drop for InUse<'_> {
    fn drop(&mut self) {
        self.0.core.inbox.replace(self.1.take());
    }
}

impl Socket {
    /// Receives what has come, and then the errors of messages sent, up to a limit.
    pub(super) fn receive(&self, lp: &Loop, key: Key, ready: Ready) {
        let mut unfinished = Unfinished {
            lp,
            key,
            ready,
            is_done: false,
        };
        self.deliver_kept(lp, key);
        let is_done = self.receive_messages(lp, key);
        unfinished.is_done = is_done && (!ready.has(Ready::ERROR) || self.receive_errors(lp, key));
    }

    /// Receives messages; says whether there are no more, or none is wanted.
    fn receive_messages(&self, lp: &Loop, key: Key) -> bool {
        let mut in_use = InUse::begin(lp);
        let inbox = in_use.1.as_mut().expect("it is put back at the end only");
        let batch = self.receiving.batch.get();
        for _ in 0..ROUNDS * BATCH / batch {
            if !self.receiving.is_on() {
                return true;
            }
            inbox.set_limit(self.receiving.limit.get());
            match self.receive_batch(inbox, batch) {
                Ok(count) => {
                    self.deliver(lp, key, inbox, count);
                    if count < batch {
                        return true;
                    }
                }
                Err(Errno::AGAIN) => return true,
                Err(Errno::INTR) => {}
                Err(errno) => self.deliver_error(lp, key, errno.into()),
            }
        }
        false
    }

    /// Receives some messages, at the seam; says how many.
    fn receive_batch(&self, inbox: &mut Inbox, batch: usize) -> Result<usize, Errno> {
        let mut count = 0;
        let is_taped = seam::is_in_use();
        let messages = self.with_fd("udp.receive", |fd| {
            count = inbox.receive(fd, batch)?;
            if !is_taped {
                return Ok(Vec::new());
            }
            let copy = |index| {
                let message = inbox.message(index);
                let data = Bytes(message.data.to_vec());
                (data, message.from, message.is_truncated)
            };
            Ok((0..count).map(copy).collect())
        })?;
        if seam::is_played() {
            count = inbox.load(&messages);
        }
        Ok(count)
    }

    /// Receives errors of messages sent; says whether there are no more, or none is wanted.
    fn receive_errors(&self, lp: &Loop, key: Key) -> bool {
        for _ in 0..BATCH {
            if !self.receiving.is_on() {
                return true;
            }
            match self.with_fd("udp.error", take_error) {
                Ok(failure) => self.deliver_error(lp, key, failure.into()),
                Err(Errno::INTR) => {}
                Err(_) => return true,
            }
        }
        false
    }

    /// Hands over what is in the inbox. Keeps what nobody wants any more.
    fn deliver(&self, lp: &Loop, key: Key, inbox: &Inbox, count: usize) {
        let mut rest = Rest {
            socket: self,
            inbox,
            next: 0,
            count,
        };
        while rest.next < count {
            match self.receiving.receiver() {
                Some(Receiver::Each(callback)) => {
                    let message = inbox.message(rest.next);
                    rest.next += 1;
                    Self::call_each(lp, key, &callback, Ok(message));
                }
                Some(Receiver::Many(callback)) => {
                    let empty = Message {
                        data: &[],
                        from: None,
                        is_truncated: false,
                    };
                    let mut messages = [empty; BATCH];
                    let left = count - rest.next;
                    for message in &mut messages[..left] {
                        *message = inbox.message(rest.next);
                        rest.next += 1;
                    }
                    Self::call_many(lp, key, &callback, Ok(&messages[..left]));
                }
                None => return,
            }
        }
    }

    /// Hands over messages that were kept.
    fn deliver_kept(&self, lp: &Loop, key: Key) {
        while !self.receiving.kept.borrow().is_empty() {
            let Some(receiver) = self.receiving.receiver() else {
                return;
            };
            let next = self.receiving.kept.borrow_mut().pop_front();
            let Some(kept) = next else { return };
            match receiver {
                Receiver::Each(callback) => Self::call_each(lp, key, &callback, Ok(kept.message())),
                Receiver::Many(callback) => {
                    Self::call_many(lp, key, &callback, Ok(&[kept.message()]));
                }
            }
        }
    }

    fn deliver_error(&self, lp: &Loop, key: Key, error: RecvError) {
        match self.receiving.receiver() {
            Some(Receiver::Each(callback)) => Self::call_each(lp, key, &callback, Err(error)),
            Some(Receiver::Many(callback)) => Self::call_many(lp, key, &callback, Err(error)),
            None => {}
        }
    }

    #[inline]
    fn call_each(
        lp: &Loop,
        key: Key,
        callback: &RefCell<Each>,
        received: Result<Message<'_>, RecvError>,
    ) {
        // It is free: a loop does not run inside itself.
        let mut callback = callback.borrow_mut();
        let by = lp.scheduled_by(key);
        lp.call(Kind::Udp, by, || callback(lp, Udp(key), received));
    }

    fn call_many(
        lp: &Loop,
        key: Key,
        callback: &RefCell<Many>,
        received: Result<&[Message<'_>], RecvError>,
    ) {
        let mut callback = callback.borrow_mut();
        let by = lp.scheduled_by(key);
        lp.call(Kind::Udp, by, || callback(lp, Udp(key), received));
    }
}

/// Messages of a batch that were not handed over yet. Keeps them if they will not be: because their
/// socket was stopped, or because a callback panicked.
struct Rest<'a> {
    socket: &'a Socket,
    inbox: &'a Inbox,
    next: usize,
    count: usize,
}

impl Drop for Rest<'_> {
    fn drop(&mut self) {
        if self.next == self.count || self.socket.fd.borrow().is_none() {
            return;
        }
        let mut kept = self.socket.receiving.kept.borrow_mut();
        for index in self.next..self.count {
            let message = self.inbox.message(index);
            kept.push_back(Kept {
                data: message.data.to_vec(),
                from: message.from,
                is_truncated: message.is_truncated,
            });
        }
    }
}
