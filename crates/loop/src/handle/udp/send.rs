//! Sending: at once if possible, else in a queue that goes to the system in batches.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::net::SocketAddr;

use rustix::io::{Errno, retry_on_intr};
use rustix::net::{SendAncillaryBuffer, SendFlags};

use super::{Family, Key, Outgoing, Socket, Udp, UdpOptions};
use crate::Loop;
use crate::observe::Kind;
use crate::sys::datagram::{BATCH, send_many};

/// An empty queue keeps no more room than this for the messages to come.
const KEPT_ROOM: usize = 1 << 18;

type Callback = Box<dyn FnOnce(&Loop, io::Result<()>)>;

/// A message that waits to be sent.
struct Queued {
    len: usize,
    to: Option<SocketAddr>,
    callback: Callback,
    scheduled_by: u64,
}

/// A message that was sent, or never will be, and whose callback waits.
struct Sent {
    len: usize,
    result: Result<(), Errno>,
    callback: Callback,
    scheduled_by: u64,
}

#[derive(Default)]
struct Queue {
    queued: VecDeque<Queued>,
    /// What is in the queued messages, one after the other, from `start` on.
    bytes: Vec<u8>,
    start: usize,
    sent: VecDeque<Sent>,
    /// Bytes in all messages, queued and sent.
    size: usize,
}

/// What a socket keeps for sending.
#[derive(Default)]
pub(super) struct Sending {
    queue: RefCell<Queue>,
    /// The system takes no more now.
    is_blocked: Cell<bool>,
    /// The pending phase will go on with the queue.
    is_fed: Cell<bool>,
    /// Callbacks of messages are running.
    is_calling: Cell<bool>,
}

impl Queue {
    fn count(&self) -> usize {
        self.queued.len() + self.sent.len()
    }

    fn push(&mut self, message: Queued, parts: &[IoSlice<'_>]) {
        self.size += message.len;
        for part in parts {
            self.bytes.extend_from_slice(part);
        }
        self.queued.push_back(message);
    }

    /// Moves the first message to those that are over.
    fn end_first(&mut self, result: Result<(), Errno>) {
        let Some(first) = self.queued.pop_front() else {
            return;
        };
        self.start += first.len;
        self.sent.push_back(Sent {
            len: first.len,
            result,
            callback: first.callback,
            scheduled_by: first.scheduled_by,
        });
        if self.queued.is_empty() {
            self.start = 0;
            self.bytes.clear();
            self.bytes.shrink_to(KEPT_ROOM);
        } else if self.start > self.bytes.len() / 2 {
            self.bytes.drain(..self.start);
            self.start = 0;
        }
    }

    /// Sends the first messages, as many as go at a time; says how many.
    fn send_some(&self, socket: &Socket) -> Result<usize, Errno> {
        let mut batch = [Outgoing {
            data: &[],
            to: None,
        }; BATCH];
        let mut from = self.start;
        let mut count = 0;
        for (outgoing, queued) in batch.iter_mut().zip(&self.queued) {
            outgoing.data = &self.bytes[from..from + queued.len];
            outgoing.to = queued.to;
            from += queued.len;
            count += 1;
        }
        socket.send_batch(&batch[..count])
    }
}

impl Sending {
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.queue.borrow().count()
    }

    #[inline]
    pub(super) fn is_blocked(&self) -> bool {
        self.is_blocked.get()
    }

    /// Notes that the pending phase has come.
    pub(super) fn begin_fed(&self) {
        self.is_fed.set(false);
    }

    /// Ends the messages that wait, for their socket was closed.
    pub(super) fn cancel_queued(&self) {
        let mut queue = self.queue.borrow_mut();
        while !queue.queued.is_empty() {
            queue.end_first(Err(Errno::CANCELED));
        }
    }
}

impl Udp {
    /// Sends a message, to an address or, from a connected socket, to where it is connected. `callback`
    /// runs when the system has taken it, or with the reason why it has not; `ECANCELED` if the handle
    /// is closed before. The loop stays alive meanwhile.
    ///
    /// If the system does not take it at once, it is copied and waits. So do further messages until the
    /// callbacks of the first have run: they then go to the system in batches.
    pub fn send(
        self,
        lp: &Loop,
        data: &[u8],
        to: Option<SocketAddr>,
        callback: impl FnOnce(&Loop, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        self.send_vectored(lp, &[IoSlice::new(data)], to, callback)
    }

    /// Sends a message that is in several pieces.
    pub fn send_vectored(
        self,
        lp: &Loop,
        parts: &[IoSlice<'_>],
        to: Option<SocketAddr>,
        callback: impl FnOnce(&Loop, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        let socket = self.socket(lp)?;
        socket.check_address(to)?;
        lp.core.count_request(1);
        let message = Queued {
            len: parts.iter().map(|part| part.len()).sum(),
            to,
            callback: Box::new(callback),
            scheduled_by: lp.current_id(),
        };
        socket.queue(lp, self.0, message, parts);
        socket.update_active(lp, self.0);
        Ok(())
    }

    /// Sends a message if the system takes it at once; gives the number of bytes sent. `EAGAIN` if not,
    /// or if other messages wait.
    pub fn try_send(self, lp: &Loop, data: &[u8], to: Option<SocketAddr>) -> io::Result<usize> {
        self.try_send_vectored(lp, &[IoSlice::new(data)], to)
    }

    /// Does the same with a message that is in several pieces.
    pub fn try_send_vectored(
        self,
        lp: &Loop,
        parts: &[IoSlice<'_>],
        to: Option<SocketAddr>,
    ) -> io::Result<usize> {
        let socket = self.socket(lp)?;
        socket.check_address(to)?;
        if socket.sending.count() > 0 {
            return Err(Errno::AGAIN.into());
        }
        Ok(socket.send_now(parts, to)?)
    }

    /// Sends as many of the messages as the system takes at once; gives the number of messages. An
    /// error is of the first one: `EAGAIN` if not even that was taken, or if other messages wait.
    pub fn try_send_many(self, lp: &Loop, messages: &[Outgoing<'_>]) -> io::Result<usize> {
        let socket = self.socket(lp)?;
        if messages.is_empty() {
            return Err(Errno::INVAL.into());
        }
        for message in messages {
            socket.check_address(message.to)?;
        }
        if socket.sending.count() > 0 {
            return Err(Errno::AGAIN.into());
        }
        let mut sent = 0;
        while sent < messages.len() {
            match socket.send_batch(&messages[sent..]) {
                Ok(count) => sent += count,
                Err(_) if sent > 0 => break,
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(sent)
    }

    /// The bytes in all messages whose callbacks have not run.
    pub fn send_queue_size(self, lp: &Loop) -> usize {
        let socket = self.socket(lp).ok();
        socket.map_or(0, |socket| socket.sending.queue.borrow().size)
    }

    /// The number of messages whose callbacks have not run.
    pub fn send_queue_count(self, lp: &Loop) -> usize {
        let socket = self.socket(lp).ok();
        socket.map_or(0, |socket| socket.sending.count())
    }
}

/// A full device counts as a full socket: it is worth another try.
fn as_blocked(errno: Errno) -> Errno {
    if errno == Errno::NOBUFS {
        Errno::AGAIN
    } else {
        errno
    }
}

impl Socket {
    /// Checks that there is a destination, but not two, and that there is a socket.
    #[inline]
    fn check_address(&self, to: Option<SocketAddr>) -> Result<(), Errno> {
        match (to, self.is_connected.get()) {
            (Some(_), true) => Err(Errno::ISCONN),
            (None, false) => Err(Errno::DESTADDRREQ),
            (Some(to), false) => self.ensure_bound(Family::of(&to), UdpOptions::default()),
            (None, true) => Ok(()),
        }
    }

    #[inline]
    fn send_now(&self, parts: &[IoSlice<'_>], to: Option<SocketAddr>) -> Result<usize, Errno> {
        let flags = SendFlags::DONTWAIT;
        let sent = self.with_fd("udp.send", |fd| {
            retry_on_intr(|| match (parts, to) {
                ([part], Some(to)) => rustix::net::sendto(fd, part, flags, &to),
                ([part], None) => rustix::net::send(fd, part, flags),
                (parts, Some(to)) => {
                    let mut control = SendAncillaryBuffer::default();
                    rustix::net::sendmsg_addr(fd, &to, parts, &mut control, flags)
                }
                (parts, None) => {
                    let mut control = SendAncillaryBuffer::default();
                    rustix::net::sendmsg(fd, parts, &mut control, flags)
                }
            })
        });
        sent.map_err(as_blocked)
    }

    /// Sends some messages, of which there is one at least, from the first on; says how many.
    fn send_batch(&self, messages: &[Outgoing<'_>]) -> Result<usize, Errno> {
        if let [message] = messages {
            return self
                .send_now(&[IoSlice::new(message.data)], message.to)
                .map(|_| 1);
        }
        self.with_fd("udp.send", |fd| retry_on_intr(|| send_many(fd, messages)))
            .map_err(as_blocked)
    }

    /// Sends a message now if none waits before it, else later.
    fn queue(&self, lp: &Loop, key: Key, message: Queued, parts: &[IoSlice<'_>]) {
        let sending = &self.sending;
        let is_first = sending.count() == 0 && !sending.is_calling.get();
        let result = if is_first {
            self.send_now(parts, message.to).map(|_| ())
        } else {
            Err(Errno::AGAIN)
        };
        let mut queue = sending.queue.borrow_mut();
        if result == Err(Errno::AGAIN) {
            queue.push(message, parts);
        } else {
            queue.size += message.len;
            queue.sent.push_back(Sent {
                len: message.len,
                result,
                callback: message.callback,
                scheduled_by: message.scheduled_by,
            });
        }
        drop(queue);
        if is_first && result == Err(Errno::AGAIN) {
            self.block(lp, key);
        } else if !sending.is_blocked() {
            self.feed(lp, key);
        }
    }

    /// Waits for the system to take more.
    fn block(&self, lp: &Loop, key: Key) {
        self.sending.is_blocked.set(true);
        if self.watch(lp, key).is_err() {
            // It cannot be waited for: the next turn tries again.
            self.sending.is_blocked.set(false);
            self.feed(lp, key);
        }
    }

    /// Goes on in the pending phase.
    fn feed(&self, lp: &Loop, key: Key) {
        if !self.sending.is_fed.replace(true) {
            lp.feed(key);
        }
    }

    /// Sends what waits, as far as the system takes it, and runs the callbacks of what was sent.
    pub(super) fn send_queued(&self, lp: &Loop, key: Key) {
        let sending = &self.sending;
        let was_blocked = sending.is_blocked.replace(false);
        let mut is_blocked = false;
        let mut queue = sending.queue.borrow_mut();
        while !is_blocked && !queue.queued.is_empty() {
            match queue.send_some(self) {
                Ok(count) => (0..count).for_each(|_| queue.end_first(Ok(()))),
                Err(Errno::AGAIN) => is_blocked = true,
                Err(errno) => queue.end_first(Err(errno)),
            }
        }
        drop(queue);
        if is_blocked {
            self.block(lp, key);
        } else if was_blocked {
            // Fails only if the descriptor is gone.
            let _ = self.watch(lp, key);
        }
        self.run_sent(lp, key);
    }

    /// Runs the callbacks of messages that were sent, or never will be.
    pub(super) fn run_sent(&self, lp: &Loop, key: Key) {
        let _calling = Calling::begin(self, lp, key);
        loop {
            let mut queue = self.sending.queue.borrow_mut();
            let Some(sent) = queue.sent.pop_front() else {
                return;
            };
            queue.size -= sent.len;
            drop(queue);
            lp.core.count_request(-1);
            let result = sent.result.map_err(io::Error::from);
            lp.call(Kind::Send, sent.scheduled_by, || {
                (sent.callback)(lp, result)
            });
        }
    }
}

/// Marks that callbacks are running, until dropped; then sees to what is left, also after a panic.
struct Calling<'a> {
    socket: &'a Socket,
    lp: &'a Loop,
    key: Key,
}

impl<'a> Calling<'a> {
    fn begin(socket: &'a Socket, lp: &'a Loop, key: Key) -> Self {
        socket.sending.is_calling.set(true);
        Calling { socket, lp, key }
    }
}

impl Drop for Calling<'_> {
    fn drop(&mut self) {
        let Calling { socket, lp, key } = *self;
        socket.sending.is_calling.set(false);
        let queue = socket.sending.queue.borrow();
        let (has_sent, has_queued) = (!queue.sent.is_empty(), !queue.queued.is_empty());
        drop(queue);
        if has_sent || (has_queued && !socket.sending.is_blocked()) {
            socket.feed(lp, key);
        }
        socket.update_active(lp, key);
    }
}
