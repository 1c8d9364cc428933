//! Reading: into a buffer that all streams of a loop share, or into buffers of the program's own.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;

use rustix::io::Errno;

use super::state::{StreamState, flag};
use crate::Loop;
use crate::handle::{Key, Ready};
use crate::observe::Kind;
use crate::schedule::Schedule;

/// The size of the buffer that streams share.
const BUFFER: usize = 64 * 1024;
/// How often one stream is read in a turn, so that others get theirs.
const ROUNDS: u32 = 32;

/// What a stream tells the callback given to [`Stream::read_start`](super::Stream::read_start).
#[derive(Debug)]
pub enum Read<'a> {
    /// Bytes have come.
    Data(&'a [u8]),
    /// The other side will send no more. Reading has stopped.
    End,
    /// Reading failed, and has stopped. The stream should be closed.
    Failed(io::Error),
}

/// What a stream tells the callback given to [`Stream::read_start_taking`](super::Stream::read_start_taking).
#[derive(Debug)]
pub enum ReadTake<'a> {
    /// Bytes have come. Whoever needs them for longer may take them out.
    Data(&'a mut Vec<u8>),
    /// The other side will send no more. Reading has stopped.
    End,
    /// Reading failed, and has stopped. The stream should be closed.
    Failed(io::Error),
}

impl<'a> From<ReadTake<'a>> for Read<'a> {
    fn from(what: ReadTake<'a>) -> Read<'a> {
        match what {
            ReadTake::Data(bytes) => Read::Data(bytes),
            ReadTake::End => Read::End,
            ReadTake::Failed(error) => Read::Failed(error),
        }
    }
}

/// What a stream tells a [`Reader`].
#[derive(Debug)]
pub enum ReadInto {
    /// So many bytes are in the buffer.
    Data(usize),
    /// The other side will send no more. Reading has stopped.
    End,
    /// Reading failed, and has stopped. The stream should be closed. If it is `ENOBUFS`, the buffer had
    /// no room: then reading goes on when more data comes.
    Failed(io::Error),
}

/// Someone who reads a stream into memory of its own:
/// [`Stream::read_start_into`](super::Stream::read_start_into).
pub trait Reader<S>: 'static {
    /// What is read into.
    type Buffer: AsMut<[u8]>;

    /// Gives a buffer for the next read. If the stream is stopped or closed meanwhile, the buffer comes
    /// back [`unused`](Reader::unused).
    fn buffer(&mut self, lp: &Loop, stream: S) -> Self::Buffer;

    /// Is told how the read ended. The bytes are at the beginning of the buffer.
    fn read(&mut self, lp: &Loop, stream: S, buffer: Self::Buffer, what: ReadInto);

    /// Gets a buffer back that was not needed, because there was nothing to read.
    fn unused(&mut self, _lp: &Loop, _stream: S, _buffer: Self::Buffer) {}
}

/// How a read ended.
pub(super) enum Outcome {
    /// The buffer is full: there may be more.
    Full,
    /// There was less than fits.
    Part,
    /// The rest is to be read in the next turn.
    Later,
    /// There was nothing.
    Nothing,
    /// Reading has stopped.
    Over,
}

/// What reads a stream: once, and then tells the program.
pub(super) trait Reading {
    fn read(&mut self, lp: &Loop, key: Key, stream: &StreamState) -> Outcome;
}

/// Reads into the shared buffer.
pub(super) struct Lend<F>(pub(super) F);

impl<F: FnMut(&Loop, ReadTake<'_>)> Reading for Lend<F> {
    fn read(&mut self, lp: &Loop, key: Key, stream: &StreamState) -> Outcome {
        let mut buffer = Borrowed::take(&lp.core.streams.buffer);
        let part = stream.part_to_read(lp);
        let received = match part {
            _ if stream.breaks(lp) => Err(Errno::CONNRESET),
            Some(part) => stream.receive_part(&mut buffer.bytes, part),
            None => stream.receive_onto(lp, &mut buffer.bytes),
        };
        let received = stream.end_or_reset(received);
        let mut outcome = stream.settle(lp, key, received, BUFFER);
        if part.is_some() && received.is_ok() {
            outcome = Outcome::Later;
        }
        let what = match received {
            Err(Errno::AGAIN) => return outcome,
            Ok(0) => ReadTake::End,
            Ok(_) => ReadTake::Data(&mut buffer.bytes),
            Err(error) => ReadTake::Failed(error.into()),
        };
        lp.call(stream.kind, lp.scheduled_by(key), || {
            tell_received(lp, received);
            (self.0)(lp, what)
        });
        outcome
    }
}

/// Reads into buffers of the program's own.
pub(super) struct Fill<S, R> {
    pub(super) stream: S,
    pub(super) reader: R,
}

impl<S: Copy, R: Reader<S>> Reading for Fill<S, R> {
    fn read(&mut self, lp: &Loop, key: Key, stream: &StreamState) -> Outcome {
        stream.set(flag::READ_STOPPED, false);
        let mut buffer = self.reader.buffer(lp, self.stream);
        if stream.has(flag::READ_STOPPED) {
            // What there is to read is for whoever reads next.
            self.reader.unused(lp, self.stream, buffer);
            return Outcome::Full;
        }
        let mut room = buffer.as_mut();
        let part = stream.part_to_read(lp).filter(|part| *part < room.len());
        if let Some(part) = part {
            room = &mut room[..part];
        }
        let size = room.len();
        if size == 0 {
            stream.set(flag::READ_WAITS, true);
            let what = ReadInto::Failed(Errno::NOBUFS.into());
            self.tell(lp, key, stream, buffer, what);
            return Outcome::Over;
        }
        let received = match stream.breaks(lp) {
            true => Err(Errno::CONNRESET),
            false => stream.receive(room),
        };
        let received = stream.end_or_reset(received);
        let mut outcome = stream.settle(lp, key, received, size);
        if part.is_some() && received.is_ok() {
            outcome = Outcome::Later;
        }
        let what = match received {
            Err(Errno::AGAIN) => {
                self.reader.unused(lp, self.stream, buffer);
                return outcome;
            }
            Ok(0) => ReadInto::End,
            Ok(count) => ReadInto::Data(count),
            Err(error) => ReadInto::Failed(error.into()),
        };
        self.tell(lp, key, stream, buffer, what);
        outcome
    }
}

impl<S: Copy, R: Reader<S>> Fill<S, R> {
    fn tell(
        &mut self,
        lp: &Loop,
        key: Key,
        stream: &StreamState,
        buffer: R::Buffer,
        what: ReadInto,
    ) {
        lp.call(stream.kind, lp.scheduled_by(key), || {
            if let ReadInto::Data(count) = what {
                tell_received(lp, Ok(count));
            }
            self.reader.read(lp, self.stream, buffer, what)
        });
    }
}

/// Says how much was read, if somebody watches.
fn tell_received(lp: &Loop, received: Result<usize, Errno>) {
    match received {
        Ok(count) => lp.tell_detail("bytes", count as i64),
        Err(error) => lp.tell_detail("error", error.raw_os_error().into()),
    }
}

/// The shared buffer, until it is given back by a drop. If somebody has taken the bytes there will be a new one.
struct Borrowed<'a> {
    bytes: Vec<u8>,
    owner: &'a Cell<Vec<u8>>,
}

impl<'a> Borrowed<'a> {
    fn take(owner: &'a Cell<Vec<u8>>) -> Self {
        let mut bytes = owner.take();
        if bytes.capacity() != BUFFER {
            bytes = Vec::with_capacity(BUFFER);
        }
        Borrowed { bytes, owner }
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        self.bytes.clear();
        self.owner.set(std::mem::take(&mut self.bytes));
    }
}

impl StreamState {
    pub(super) fn start_reading(
        &self,
        lp: &Loop,
        key: Key,
        reader: impl Reading + 'static,
    ) -> Result<(), Errno> {
        if self.reader.borrow().is_some() {
            return Err(Errno::ALREADY);
        }
        if !self.has(flag::READABLE) {
            return Err(Errno::NOTCONN);
        }
        self.watch_reads(lp, key)?;
        *self.reader.borrow_mut() = Some(Rc::new(RefCell::new(reader)));
        lp.set_active(key, true);
        if self.take(flag::READ_WAITS) {
            lp.core.poller.tell_again(key, Ready::READABLE);
        }
        Ok(())
    }

    pub(super) fn stop_reading(&self, lp: &Loop, key: Key) {
        let reader = self.reader.take();
        if reader.is_some() {
            self.set(flag::READ_STOPPED, true);
            lp.set_active(key, false);
        }
    }

    /// Reads what there is, but not without end. The end, or an error, has a phase of its own after what came before it.
    pub(super) fn read(&self, lp: &Loop, key: Key) {
        for _ in 0..ROUNDS {
            let reader = self.reader.borrow().clone();
            let Some(reader) = reader else {
                self.keep_unread(lp);
                return;
            };
            // It is free: a loop does not run inside itself.
            let outcome = reader.borrow_mut().read(lp, key, self);
            match outcome {
                Outcome::Full => {}
                Outcome::Part if self.has(flag::PIECEMEAL) => {}
                Outcome::Part if self.has(flag::ENDING) && !self.has(flag::LEVEL) => break,
                Outcome::Later => break,
                Outcome::Part | Outcome::Nothing | Outcome::Over => return,
            }
            if !self.has_fd() {
                return;
            }
        }
        lp.core.poller.tell_again(key, Ready::READABLE);
    }

    /// Whether the connection breaks now, as a chooser wants it.
    pub(super) fn breaks(&self, lp: &Loop) -> bool {
        let schedule = lp.core.schedule.as_ref();
        self.kind == Kind::Tcp && schedule.is_some_and(Schedule::resets)
    }

    /// What was read, where the end of a connection inside of the loop may have been a reset: the pair of sockets cannot tell.
    fn end_or_reset(&self, received: Result<usize, Errno>) -> Result<usize, Errno> {
        match received {
            Ok(0) if self.take_reset() => Err(Errno::CONNRESET),
            received => received,
        }
    }

    /// How much of what has come is read now, if a chooser wants less than all.
    fn part_to_read(&self, lp: &Loop) -> Option<usize> {
        let schedule = lp.core.schedule.as_ref()?;
        // Descriptors that come along are told by the whole.
        if self.has(flag::PASSES) {
            return None;
        }
        let waiting = self
            .ask("stream.waiting", |fd| rustix::io::ioctl_fionread(fd))
            .ok()?;
        let waiting = usize::try_from(waiting).ok().filter(|count| *count > 1)?;
        let part = schedule.read_room(waiting);
        (part < waiting).then_some(part)
    }

    /// Reads at most so many bytes into an empty buffer.
    fn receive_part(&self, buffer: &mut Vec<u8>, part: usize) -> Result<usize, Errno> {
        buffer.resize(part.min(buffer.capacity()), 0);
        let received = self.receive(buffer);
        buffer.truncate(received.unwrap_or(0));
        received
    }

    /// Notes what a read means for the stream, before the program hears of it.
    fn settle(&self, lp: &Loop, key: Key, received: Result<usize, Errno>, size: usize) -> Outcome {
        match received {
            Ok(0) => {
                // The system tells of the end once; whoever reads again is to learn of it too.
                self.set(flag::READ_WAITS, true);
                self.stop_reading(lp, key);
                Outcome::Over
            }
            Ok(count) if count < size => Outcome::Part,
            Ok(_) => Outcome::Full,
            Err(Errno::AGAIN) => {
                if self.kind == Kind::Tcp {
                    // Urgent data is behind us.
                    self.set(flag::PIECEMEAL, false);
                }
                Outcome::Nothing
            }
            Err(_) => {
                self.set(flag::READABLE | flag::WRITABLE, false);
                self.stop_reading(lp, key);
                Outcome::Over
            }
        }
    }
}
