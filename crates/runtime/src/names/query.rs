//! A question on its way: from one try to the next, until there is an answer or no more patience.

use std::cell::{Cell, RefCell};
use std::io;
use std::net::SocketAddr;
use std::rc::{Rc, Weak};

use rondo_loop::{Handle, Loop, Read, Stream, Tcp, Timer, Udp};

use super::Failure;
use super::channel::{Channel, Done, random};
use super::message::{Heard, Question, Reply, hear};

/// The length that a message by TCP begins with.
const PREFIX: usize = 2;

/// Where a try is made.
#[derive(Clone, Copy)]
enum Transport {
    Udp(Udp),
    Tcp(Tcp),
}

/// A question, and how far it has come.
pub(super) struct Query {
    channel: Weak<Channel>,
    /// By which the channel knows it
    number: u64,
    question: Question,
    done: RefCell<Option<Done>>,
    /// The one timer: for the answer to a try, or for the next try.
    timer: Timer,
    transport: Cell<Option<Transport>>,
    server: Cell<Option<SocketAddr>>,
    /// The number of the message of this try
    id: Cell<u16>,
    tries: Cell<usize>,
    /// An answer did not fit into a datagram
    by_tcp: Cell<bool>,
    /// Why the last try failed; none while one is under way
    failed: Cell<Option<Failure>>,
    /// What has come by TCP
    received: RefCell<Vec<u8>>,
}

impl Query {
    pub(super) fn new(
        lp: &Loop,
        channel: &Rc<Channel>,
        number: u64,
        question: Question,
        done: Done,
    ) -> Rc<Query> {
        Rc::new_cyclic(|weak: &Weak<Query>| {
            let weak = weak.clone();
            let timer = Timer::new(lp, move |lp, _| {
                if let Some(query) = weak.upgrade() {
                    query.is_due(lp);
                }
            });
            Query {
                channel: Rc::downgrade(channel),
                number,
                question,
                done: RefCell::new(Some(done)),
                timer,
                transport: Cell::new(None),
                server: Cell::new(None),
                id: Cell::new(0),
                tries: Cell::new(0),
                by_tcp: Cell::new(false),
                failed: Cell::new(None),
                received: RefCell::default(),
            }
        })
    }

    /// Asks once more, if that is worth it.
    pub(super) fn try_next(self: &Rc<Query>, lp: &Loop) {
        let Some(channel) = self.channel.upgrade() else {
            return self.finish(lp, Err(Failure::Cancelled));
        };
        let server = channel.next_server();
        let (Some(server), true) = (server, self.tries.get() < channel.most_tries()) else {
            let failure = self.failed.get().unwrap_or(Failure::Timeout);
            return self.finish(lp, Err(failure));
        };
        let timeout = channel.timeout(self.tries.get());
        self.tries.set(self.tries.get() + 1);
        self.server.set(Some(server));
        lp.update_time();
        self.timer.start(lp, timeout, 0);
        self.ask(lp, &channel, server);
    }

    fn ask(self: &Rc<Query>, lp: &Loop, channel: &Channel, server: SocketAddr) {
        self.id.set(random());
        self.failed.set(None);
        self.received.borrow_mut().clear();
        let begun = match self.by_tcp.get() {
            true => self.ask_by_tcp(lp, channel, server),
            false => self.ask_by_udp(lp, channel, server),
        };
        if begun.is_err() {
            self.fail(lp, Failure::NoConnection);
        }
    }

    /// The system lets through to a connected socket only what comes from the server, and has a new port for each.
    fn ask_by_udp(
        self: &Rc<Query>,
        lp: &Loop,
        channel: &Channel,
        server: SocketAddr,
    ) -> io::Result<()> {
        let udp = Udp::new(lp);
        self.transport.set(Some(Transport::Udp(udp)));
        if let Some(local) = channel.local_for(server) {
            udp.bind(lp, SocketAddr::new(local, 0))?;
        }
        udp.connect(lp, server)?;
        let query = self.clone();
        udp.recv_start(lp, move |lp, _, received| match received {
            Ok(message) => query.hear(lp, message.data),
            Err(_) => query.fail(lp, Failure::NoConnection),
        })?;
        udp.try_send(lp, &self.question.message(self.id.get()), None)?;
        Ok(())
    }

    fn ask_by_tcp(
        self: &Rc<Query>,
        lp: &Loop,
        channel: &Channel,
        server: SocketAddr,
    ) -> io::Result<()> {
        let tcp = Tcp::new(lp);
        self.transport.set(Some(Transport::Tcp(tcp)));
        if let Some(local) = channel.local_for(server) {
            tcp.bind(lp, SocketAddr::new(local, 0))?;
        }
        let query = self.clone();
        tcp.connect(lp, server, move |lp, connected| {
            if connected.and_then(|()| query.exchange(lp, tcp)).is_err() {
                query.fail(lp, Failure::NoConnection);
            }
        })
    }

    /// Writes the question, and reads what comes.
    fn exchange(self: &Rc<Query>, lp: &Loop, tcp: Tcp) -> io::Result<()> {
        let message = self.question.message(self.id.get());
        let mut bytes = (message.len() as u16).to_be_bytes().to_vec();
        bytes.extend(message);
        tcp.write(lp, bytes, |_, _| {})?;
        let query = self.clone();
        tcp.read_start(lp, move |lp, _, what| match what {
            Read::Data(bytes) => query.receive(lp, bytes),
            Read::End | Read::Failed(_) => query.fail(lp, Failure::NoConnection),
        })
    }

    /// Takes bytes that came by TCP, until they are a message.
    fn receive(self: &Rc<Query>, lp: &Loop, bytes: &[u8]) {
        let mut received = self.received.borrow_mut();
        received.extend_from_slice(bytes);
        while let Some(prefix) = received.first_chunk::<PREFIX>() {
            let length = PREFIX + usize::from(u16::from_be_bytes(*prefix));
            if received.len() < length {
                return;
            }
            let message: Vec<u8> = received.drain(..length).skip(PREFIX).collect();
            drop(received);
            self.hear(lp, &message);
            if self.transport.get().is_none() {
                return;
            }
            received = self.received.borrow_mut();
        }
    }

    fn hear(self: &Rc<Query>, lp: &Loop, message: &[u8]) {
        let by_tcp = self.by_tcp.get();
        match hear(message, &self.question, self.id.get()) {
            Heard::Unrelated => {}
            Heard::Malformed => self.fail(lp, Failure::BadAnswer),
            Heard::Truncated if by_tcp => self.fail(lp, Failure::BadAnswer),
            Heard::Truncated => self.ask_again_by_tcp(lp),
            Heard::Answer(reply) => {
                self.note(false);
                self.finish(lp, Ok(reply));
            }
        }
    }

    /// The same server, as part of the same try.
    fn ask_again_by_tcp(self: &Rc<Query>, lp: &Loop) {
        self.hang_up(lp);
        self.by_tcp.set(true);
        if let (Some(channel), Some(server)) = (self.channel.upgrade(), self.server.get()) {
            self.ask(lp, &channel, server);
        }
    }

    /// A try has failed. The next is made by the timer: what fails at once, and is tried often, does not keep the loop.
    fn fail(&self, lp: &Loop, failure: Failure) {
        self.hang_up(lp);
        self.note(true);
        self.failed.set(Some(failure));
        self.timer.start(lp, 0, 0);
    }

    fn is_due(self: &Rc<Query>, lp: &Loop) {
        if self.failed.get().is_none() {
            self.hang_up(lp);
            self.note(true);
            self.failed.set(Some(Failure::Timeout));
        }
        self.try_next(lp);
    }

    fn note(&self, failed: bool) {
        if let (Some(channel), Some(server)) = (self.channel.upgrade(), self.server.get()) {
            channel.note(server, failed);
        }
    }

    fn hang_up(&self, lp: &Loop) {
        match self.transport.take() {
            Some(Transport::Udp(udp)) => udp.close(lp, |_| {}),
            Some(Transport::Tcp(tcp)) => tcp.close(lp, |_| {}),
            None => {}
        }
    }

    /// Ends it, and tells how.
    pub(super) fn finish(&self, lp: &Loop, outcome: Result<Reply, Failure>) {
        self.hang_up(lp);
        self.timer.close(lp, |_| {});
        if let Some(channel) = self.channel.upgrade() {
            channel.remove(lp, self.number);
        }
        let done = self.done.take();
        if let Some(done) = done {
            done(outcome);
        }
    }
}
