//! The state of a stream: its descriptor, what is known of it, and who is to be called.

use std::cell::{Cell, RefCell, RefMut};
use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::rc::Rc;

use rustix::io::Errno;

use super::listen::Listener;
use super::queue::WriteQueue;
use super::read::Reading;
use crate::Loop;
use crate::handle::inside::{Ends, Waiting};
use crate::handle::tcp::KeepAlive;
use crate::handle::{Key, Ready, Source};
use crate::observe::Kind;
use crate::seam;
use crate::tty;

/// Facts about a stream, each a bit.
pub(crate) mod flag {
    /// It can be read from, in general.
    pub(crate) const READABLE: u32 = 1;
    /// It can be written to, in general; not once it is shut down.
    pub(crate) const WRITABLE: u32 = 1 << 1;
    /// The poller knows the descriptor.
    pub(crate) const REGISTERED: u32 = 1 << 2;
    /// The poller tells again and again as long as there is something to read.
    pub(crate) const LEVEL: u32 = 1 << 17;
    /// The poller tells also when it can be written to.
    pub(crate) const WATCHES_WRITE: u32 = 1 << 3;
    /// The poller has told that there is something to read, and nobody has read it: it will not tell
    /// again.
    pub(crate) const READ_WAITS: u32 = 1 << 4;
    /// The poller has told of the end or of an error: reading goes on until it has come.
    pub(crate) const ENDING: u32 = 1 << 5;
    /// The stream is in the list of those whose requests are over.
    pub(crate) const FED: u32 = 1 << 6;
    /// Others may have the same open file: closing ours does not end it.
    pub(crate) const SHARED: u32 = 1 << 7;
    /// It is a socket, not a pipe, terminal or file.
    pub(crate) const SOCKET: u32 = 1 << 8;
    /// A read may give less than there is.
    pub(crate) const PIECEMEAL: u32 = 1 << 9;
    /// Descriptors may come along with data.
    pub(crate) const PASSES: u32 = 1 << 10;
    /// Reads and writes of the descriptor block.
    pub(crate) const BLOCKING: u32 = 1 << 11;
    /// A request to connect is under way.
    pub(crate) const CONNECTING: u32 = 1 << 12;
    /// A request to shut down is under way.
    pub(crate) const SHUTTING: u32 = 1 << 13;
    /// It takes connections.
    pub(crate) const LISTENING: u32 = 1 << 14;
    /// One connection is accepted a turn.
    pub(crate) const ONE_ACCEPT: u32 = 1 << 15;
    /// It could not accept for want of a descriptor, and tries again after a while.
    pub(crate) const STARVED: u32 = 1 << 18;
    /// Reading was stopped since the last look: by a close, or by the reader that was asked for a buffer.
    pub(crate) const READ_STOPPED: u32 = 1 << 19;
    /// A TCP socket is to send small writes at once.
    pub(crate) const NO_DELAY: u32 = 1 << 16;
    /// A chooser has cut off what was written last: the rest is to come two turns later.
    pub(crate) const CUT: u32 = 1 << 22;
    /// It stands for standard output, by another descriptor.
    const OUTPUT: u32 = 1 << 20;
    /// It stands for standard error, by another descriptor.
    const ERRORS: u32 = 1 << 21;

    /// The bit of a stream that stands for a standard descriptor; none for others.
    pub(crate) fn standing_for(number: i32) -> u32 {
        match number {
            1 => OUTPUT,
            2 => ERRORS,
            _ => 0,
        }
    }
}

type OnDone = Box<dyn FnOnce(&Loop, io::Result<()>)>;

/// What is to be called when a request is over, and the id of the callback that made it.
pub(crate) struct Done {
    callback: OnDone,
    by: u64,
}

impl Done {
    /// Counts the request as under way, until it is [run](Done::run).
    pub(crate) fn new(lp: &Loop, callback: impl FnOnce(&Loop, io::Result<()>) + 'static) -> Done {
        lp.core.count_request(1);
        Done {
            callback: Box::new(callback),
            by: lp.current_id(),
        }
    }

    pub(super) fn run(self, lp: &Loop, kind: Kind, result: Result<(), Errno>) {
        self.run_sized(lp, kind, result, None);
    }

    /// The same for a request of so many bytes.
    pub(super) fn run_sized(
        self,
        lp: &Loop,
        kind: Kind,
        result: Result<(), Errno>,
        size: Option<usize>,
    ) {
        lp.core.count_request(-1);
        let result = result.map_err(io::Error::from);
        lp.call(kind, self.by, || {
            lp.tell_error(&result);
            if let Some(size) = size {
                lp.tell_detail("bytes", size as i64);
            }
            (self.callback)(lp, result)
        });
    }
}

/// What few streams need, or only for a while.
#[derive(Default)]
pub(crate) struct Extra {
    pub(super) connect: Option<Done>,
    /// How the attempt to connect ended, if that is known already.
    pub(super) connected: Option<Result<(), Errno>>,
    /// An error of bind that listen and connect report.
    pub(crate) bind_error: Option<Errno>,
    /// What a TCP socket that is not yet made is to be set to.
    pub(crate) keep_alive: Option<KeepAlive>,
    pub(super) listener: Option<Listener>,
    /// The file of a bound Unix socket, removed when it is closed.
    pub(crate) path: Option<PathBuf>,
    /// The addresses of a connection inside of the loop, which the system does not know.
    pub(crate) ends: Option<Ends>,
    /// Connections of the loop to itself that a listener is to accept.
    pub(crate) waiting: Waiting,
    /// Descriptors that came and were not fetched.
    pub(crate) received: VecDeque<OwnedFd>,
}

/// The state of a stream. What is not needed by an idle connection is in boxes.
pub(crate) struct StreamState {
    pub(crate) kind: Kind,
    flags: Cell<u32>,
    pub(super) fd: RefCell<Option<OwnedFd>>,
    pub(super) reader: RefCell<Option<Rc<RefCell<dyn Reading>>>>,
    queue: RefCell<Option<Box<WriteQueue>>>,
    extra: RefCell<Option<Box<Extra>>>,
}

impl StreamState {
    /// A stream without a descriptor.
    pub(crate) fn new(kind: Kind, flags: u32) -> StreamState {
        StreamState {
            kind,
            flags: Cell::new(flags),
            fd: RefCell::new(None),
            reader: RefCell::new(None),
            queue: RefCell::new(None),
            extra: RefCell::new(None),
        }
    }

    /// A stream with a descriptor that does not block.
    pub(crate) fn with_fd(kind: Kind, flags: u32, fd: OwnedFd) -> StreamState {
        let stream = StreamState::new(kind, flags);
        stream.set_fd(fd);
        stream
    }

    pub(crate) fn set_fd(&self, fd: OwnedFd) {
        *self.fd.borrow_mut() = Some(fd);
    }

    pub(crate) fn has_fd(&self) -> bool {
        self.fd.borrow().is_some()
    }

    /// Uses the descriptor; `EBADF` if there is none.
    #[inline]
    pub(crate) fn with<T>(
        &self,
        use_it: impl FnOnce(BorrowedFd<'_>) -> Result<T, Errno>,
    ) -> Result<T, Errno> {
        match &*self.fd.borrow() {
            Some(fd) => use_it(fd.as_fd()),
            None => Err(Errno::BADF),
        }
    }

    /// Asks the system something about the descriptor, at a place of the seam.
    #[inline]
    pub(crate) fn ask<T: seam::Taped>(
        &self,
        place: &'static str,
        use_it: impl FnOnce(BorrowedFd<'_>) -> Result<T, Errno>,
    ) -> Result<T, Errno> {
        seam::ask(place, || self.with(use_it))
    }

    /// Whether any of the given flags is set.
    #[inline]
    pub(crate) fn has(&self, any: u32) -> bool {
        self.flags.get() & any != 0
    }

    #[inline]
    pub(crate) fn set(&self, flags: u32, on: bool) {
        let others = self.flags.get() & !flags;
        self.flags.set(if on { others | flags } else { others });
    }

    /// Unsets a flag and says whether it was set.
    #[inline]
    pub(super) fn take(&self, flag: u32) -> bool {
        let was_set = self.has(flag);
        self.set(flag, false);
        was_set
    }

    /// What is to be written, made on first use.
    #[inline]
    pub(super) fn queue(&self) -> RefMut<'_, WriteQueue> {
        RefMut::map(self.queue.borrow_mut(), |queue| {
            &mut **queue.get_or_insert_default()
        })
    }

    /// Whether a request to write waits.
    #[inline]
    pub(super) fn has_queue(&self) -> bool {
        matches!(&*self.queue.borrow(), Some(queue) if !queue.is_empty())
    }

    /// Whether a request to write is over and its callback did not run yet.
    #[inline]
    pub(super) fn has_finished(&self) -> bool {
        matches!(&*self.queue.borrow(), Some(queue) if !queue.finished.is_empty())
    }

    /// Bytes that are not written yet.
    pub(super) fn queue_size(&self) -> usize {
        self.queue
            .borrow()
            .as_ref()
            .map_or(0, |queue| queue.bytes())
    }

    /// What is rarely needed, made on first use.
    pub(crate) fn extra(&self) -> RefMut<'_, Extra> {
        RefMut::map(self.extra.borrow_mut(), |extra| {
            &mut **extra.get_or_insert_default()
        })
    }

    /// The addresses of a connection inside of the loop, if it is one.
    pub(crate) fn ends(&self) -> Option<Ends> {
        self.look(|extra| extra.ends.clone())
    }

    /// Whether the other end of a connection inside of the loop has closed with a reset. As the system does, it tells so once.
    pub(super) fn take_reset(&self) -> bool {
        self.look(|extra| extra.ends.as_ref().map(|ends| ends.reset.take()))
            .unwrap_or(false)
    }

    /// Looks at what is rarely needed, if there is any.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&mut Extra) -> Option<T>) -> Option<T> {
        self.extra.borrow_mut().as_deref_mut().and_then(look)
    }
}

impl Source for StreamState {
    fn ready(self: Rc<Self>, lp: &Loop, key: Key, ready: Ready) {
        // The poller tells once: if a callback panics, what is left has to be done later.
        let again = AgainOnPanic(|| lp.core.poller.tell_again(key, ready));
        self.on_ready(lp, key, ready);
        std::mem::forget(again);
    }

    fn fed(self: Rc<Self>, lp: &Loop, key: Key) {
        self.run_fed(lp, key);
    }

    fn due(self: Rc<Self>, lp: &Loop, key: Key) {
        lp.core.poller.tell_again(key, Ready::READABLE);
    }

    fn close(&self, lp: &Loop, key: Key) {
        if self.has(flag::STARVED) {
            lp.core.wheel.borrow_mut().remove(key.slot);
        }
        if let Some(path) = self.look(|extra| extra.path.take()) {
            // Before the descriptor is closed: afterwards the name may be another's.
            let _ = seam::ask("pipe.unlink", || rustix::fs::unlink(path));
        }
        if self.kind == Kind::Tty
            && let Ok(fd) = self.with(|fd| Ok(fd.as_raw_fd()))
        {
            tty::restore(fd);
        }
        self.close_fd(lp);
        self.set(flag::READ_STOPPED, true);
        // Dropped with nothing borrowed: what callbacks own may well use the loop.
        let reader = self.reader.take();
        let listener = self.look(|extra| extra.listener.take());
        let received = self.look(|extra| Some(std::mem::take(&mut extra.received)));
        let waiting = self.look(|extra| Some(std::mem::take(&mut extra.waiting)));
        drop((reader, listener, received, waiting));
    }

    fn closed(self: Rc<Self>, lp: &Loop, _key: Key) {
        let connect = self.look(|extra| extra.connect.take());
        if let Some(connect) = connect {
            connect.run(lp, Kind::Connect, Err(Errno::CANCELED));
        }
        if self.queue.borrow().is_some() {
            self.queue().fail(Errno::CANCELED);
            self.run_finished(lp);
            let shutdown = self.queue().shutdown.take();
            if let Some(shutdown) = shutdown {
                shutdown.run(lp, Kind::Shutdown, Err(Errno::CANCELED));
            }
        }
    }
}

impl StreamState {
    /// Does all that the descriptor is ready for, as long as the stream is open.
    fn on_ready(self: &Rc<Self>, lp: &Loop, key: Key, ready: Ready) {
        if self.has(flag::CONNECTING) {
            if !self.finish_connect(lp, ready) {
                return;
            }
        } else if self.has(flag::LISTENING) {
            self.accept(lp, key);
            return;
        }
        if ready.has(Ready::PRIORITY) {
            self.set(flag::PIECEMEAL, true);
        }
        if ready.has(Ready::READABLE) && self.has_fd() {
            if ready.has(Ready::READ_CLOSED | Ready::ERROR) {
                self.set(flag::ENDING, true);
            }
            self.read(lp, key);
        }
        if ready.has(Ready::WRITABLE) && self.has_fd() {
            self.flush(lp, key);
            self.run_finished(lp);
            self.shut_down_when_written(lp);
        }
    }
}

/// Does something if it is dropped, which happens when a callback panics.
pub(super) struct AgainOnPanic<F: FnMut()>(pub(super) F);

impl<F: FnMut()> Drop for AgainOnPanic<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
