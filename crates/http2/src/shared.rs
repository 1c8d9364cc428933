//! What a session knows beside the library: what has happened, and of each stream the message that comes, what is left to
//! be sent, and what it takes.

use std::collections::{HashMap, VecDeque};

use crate::Error;
use crate::Field;
use crate::event::{Event, HeadersEvent};
use crate::message::{Block, Message, Verdict};
use crate::options::{Options, Padding};
use crate::outbox::Outbox;

/// What the protocol counts for a field beside its name and value.
const FIELD_OVERHEAD: usize = 32;
/// What a stream is taken to need beside its fields and body.
const STREAM_OVERHEAD: usize = 512;

/// Why a stream is given up: the codes of the protocol.
const PROTOCOL_ERROR: u32 = 1;
const ENHANCE_YOUR_CALM: u32 = 11;

/// The library's number for a peer that breaks the protocol.
const BROKEN_PROTOCOL: i32 = -505;

/// A stream, from its first field to its end.
#[derive(Default)]
pub(crate) struct Stream {
    pub(crate) outbox: Outbox,
    message: Message,
    /// What its fields take.
    head_bytes: usize,
    /// How much a block of fields may take: what the peer had agreed to when the stream began.
    max_block_bytes: usize,
    /// Why it was given up here.
    reset: u32,
}

impl Stream {
    fn size(&self) -> usize {
        STREAM_OVERHEAD + self.head_bytes + self.outbox.length()
    }
}

/// What is to be done about what has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    GoOn,
    /// The stream of this number is given up, for this reason.
    Reset(i32, u32),
    /// The session is.
    GiveUp,
}

/// What callbacks of the library write to.
pub(crate) struct Shared {
    pub(crate) events: VecDeque<Event>,
    /// The block of fields that is coming.
    head: HeadersEvent,
    head_pairs: usize,
    head_bytes: usize,
    streams: HashMap<i32, Stream>,
    /// Frames with data, which the library leaves to us.
    pub(crate) output: Vec<u8>,
    /// What all streams take.
    memory: usize,
    invalid_frames: u32,
    rejected_streams: u32,
    /// Why the session is given up.
    pub(crate) failure: Option<Error>,
    is_server: bool,
    /// Whether requests may name a protocol to be spoken over them.
    pub(crate) may_extend: bool,
    is_lenient: bool,
    max_header_pairs: usize,
    max_invalid_frames: u32,
    max_rejected_streams: u32,
    max_memory: usize,
    pub(crate) padding: Padding,
    pub(crate) frames_received: u64,
    pub(crate) frames_sent: u64,
}

impl Shared {
    pub(crate) fn new(options: &Options, is_server: bool) -> Shared {
        Shared {
            events: VecDeque::new(),
            head: HeadersEvent {
                stream: 0,
                promised_on: None,
                category: 0,
                flags: 0,
                fields: Vec::new(),
            },
            head_pairs: 0,
            head_bytes: 0,
            streams: HashMap::new(),
            output: Vec::new(),
            memory: 0,
            invalid_frames: 0,
            rejected_streams: 0,
            failure: None,
            is_server,
            may_extend: false,
            is_lenient: options.lenient_white_space,
            max_header_pairs: options.max_header_pairs,
            max_invalid_frames: options.max_invalid_frames,
            max_rejected_streams: options.max_rejected_streams,
            max_memory: options.max_memory,
            padding: options.padding,
            frames_received: 0,
            frames_sent: 0,
        }
    }

    /// A block of fields begins. The last are what the library's tables take, and how much the block may.
    pub(crate) fn begin_block(
        &mut self,
        stream: i32,
        promised_on: Option<i32>,
        category: u32,
        (tables, max_block_bytes): (usize, usize),
    ) -> Outcome {
        self.head.stream = stream;
        self.head.promised_on = promised_on;
        self.head.category = category;
        self.head.fields.clear();
        (self.head_pairs, self.head_bytes) = (0, 0);
        if !self.streams.contains_key(&stream) {
            if self.memory + tables > self.max_memory {
                return self.reject(stream);
            }
            self.stream(stream).max_block_bytes = max_block_bytes;
        }
        let message = &mut self.stream(stream).message;
        message.begin(match category {
            0 => Block::Request,
            1 | 2 => Block::Response,
            _ => message.kind_of_next(),
        });
        Outcome::GoOn
    }

    /// There is no room for another stream.
    fn reject(&mut self, stream: i32) -> Outcome {
        let before = self.rejected_streams;
        self.rejected_streams += 1;
        if before > self.max_rejected_streams {
            return self.give_up(Error::TooManyRejectedStreams);
        }
        Outcome::Reset(stream, ENHANCE_YOUR_CALM)
    }

    /// A field of the block has come.
    pub(crate) fn field(&mut self, field: &Field<'_>) -> Outcome {
        let (stream, may_extend) = (self.head.stream, self.may_extend && self.is_server);
        let is_lenient = self.is_lenient;
        let known = self.stream(stream);
        let max_block_bytes = known.max_block_bytes;
        match known
            .message
            .field(field.name, &field.value, may_extend, is_lenient)
        {
            Verdict::Refuse => return self.malformed(stream),
            Verdict::Ignore => return Outcome::GoOn,
            Verdict::Take => {}
        }
        let size = field.name.len() + field.value.len() + FIELD_OVERHEAD;
        self.head_pairs += 1;
        self.head_bytes += size;
        if self.head_pairs > self.max_header_pairs || self.head_bytes > max_block_bytes {
            return Outcome::Reset(stream, ENHANCE_YOUR_CALM);
        }
        self.memory += size;
        self.stream(stream).head_bytes += size;
        field.append_to(&mut self.head.fields);
        Outcome::GoOn
    }

    /// The block is over.
    pub(crate) fn end_block(&mut self, flags: u8, ends: bool) -> Outcome {
        let stream = self.head.stream;
        let is_promise = self.head.promised_on.is_some();
        let message = &mut self.stream(stream).message;
        let is_good = match is_promise {
            true => message.end_promise(),
            false => message.end_block(ends),
        };
        if !is_good {
            return self.malformed(stream);
        }
        self.head.flags = flags;
        self.events.push_back(Event::Headers(self.head.clone()));
        if ends {
            self.events.push_back(Event::Ended { stream });
        }
        Outcome::GoOn
    }

    /// A part of a body has come.
    pub(crate) fn data(&mut self, stream: i32, part: &[u8]) -> Outcome {
        if !self.stream(stream).message.data(part.len()) {
            return self.give_up(Error::Library(BROKEN_PROTOCOL));
        }
        if !part.is_empty() {
            let bytes = part.to_vec();
            self.events.push_back(Event::Data { stream, bytes });
        }
        Outcome::GoOn
    }

    /// A frame with data is over.
    pub(crate) fn data_frame(&mut self, stream: i32, is_empty: bool, ends: bool) -> Outcome {
        if ends {
            if !self.stream(stream).message.end() {
                return self.malformed(stream);
            }
            self.events.push_back(Event::Ended { stream });
        } else if is_empty {
            return self.count_invalid();
        }
        Outcome::GoOn
    }

    fn malformed(&mut self, stream: i32) -> Outcome {
        match self.count_invalid() {
            Outcome::GoOn => {
                self.stream(stream).reset = PROTOCOL_ERROR;
                Outcome::Reset(stream, PROTOCOL_ERROR)
            }
            other => other,
        }
    }

    /// Counts a frame that was of no use; too many end the session.
    pub(crate) fn count_invalid(&mut self) -> Outcome {
        let before = self.invalid_frames;
        self.invalid_frames += 1;
        match before > self.max_invalid_frames {
            true => self.give_up(Error::TooManyInvalidFrames),
            false => Outcome::GoOn,
        }
    }

    fn give_up(&mut self, failure: Error) -> Outcome {
        self.failure = Some(failure);
        Outcome::GiveUp
    }

    // Streams.

    fn stream(&mut self, stream: i32) -> &mut Stream {
        self.streams.entry(stream).or_insert_with(|| {
            self.memory += STREAM_OVERHEAD;
            Stream::default()
        })
    }

    /// What a stream has left to be sent.
    pub(crate) fn outbox(&mut self, stream: i32) -> &mut Outbox {
        &mut self.stream(stream).outbox
    }

    /// A request is sent: its method says what the answer may be.
    pub(crate) fn asked(&mut self, stream: i32, method: &[u8], max_block_bytes: usize) {
        let known = self.stream(stream);
        known.message = Message::answer_to(method);
        known.max_block_bytes = max_block_bytes;
    }

    /// Leaves a part of a body to be sent.
    pub(crate) fn push(&mut self, stream: i32, chunk: Vec<u8>) {
        self.memory += chunk.len();
        self.outbox(stream).push(chunk);
    }

    /// Moves so much of a body to the output. True if nothing is left of it.
    pub(crate) fn send(&mut self, stream: i32, count: usize) -> bool {
        let mut output = std::mem::take(&mut self.output);
        let outbox = self.outbox(stream);
        let before = outbox.length();
        outbox.take(count, &mut output);
        let after = outbox.length();
        self.memory -= before - after;
        self.output = output;
        after == 0
    }

    /// The library has closed a stream. If the last frame of it was malformed, it has not heard of that.
    pub(crate) fn closed(&mut self, stream: i32, code: u32) {
        let reset = self.streams.get(&stream).map_or(0, |stream| stream.reset);
        self.forget(stream);
        let code = if code == 0 { reset } else { code };
        self.events.push_back(Event::Closed { stream, code });
    }

    /// A stream is gone.
    pub(crate) fn forget(&mut self, stream: i32) {
        if let Some(gone) = self.streams.remove(&stream) {
            self.memory -= gone.size();
        }
    }

    /// How many bytes of bodies wait to be sent.
    pub(crate) fn waiting(&self) -> usize {
        let streams = self.streams.values();
        streams.map(|stream| stream.outbox.length()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables that take nothing, and fields that may take anything.
    const FREE: (usize, usize) = (0, usize::MAX);

    fn shared(options: &Options) -> Shared {
        Shared::new(options, true)
    }

    #[test]
    fn memory_is_what_streams_take() {
        let mut shared = shared(&Options::default());
        assert_eq!(shared.begin_block(1, None, 0, FREE), Outcome::GoOn);
        assert_eq!(shared.field(&Field::new(b":path", b"/long")), Outcome::GoOn);
        shared.push(1, vec![0; 1000]);
        assert_eq!(shared.memory, STREAM_OVERHEAD + 10 + FIELD_OVERHEAD + 1000);
        assert!(!shared.send(1, 400));
        assert!(shared.send(1, 600));
        assert_eq!(shared.output.len(), 1000);
        shared.push(1, vec![0; 10]);
        shared.forget(1);
        assert_eq!(shared.memory, 0);
    }

    #[test]
    fn streams_are_rejected_when_there_is_no_room() {
        let mut shared = shared(&Options {
            max_memory: 2000,
            max_rejected_streams: 1,
            ..Options::default()
        });
        assert_eq!(shared.begin_block(1, None, 0, FREE), Outcome::GoOn);
        shared.push(1, vec![0; 2000]);
        for stream in [3, 5] {
            let outcome = shared.begin_block(stream, None, 0, FREE);
            assert_eq!(outcome, Outcome::Reset(stream, ENHANCE_YOUR_CALM));
        }
        assert_eq!(shared.begin_block(1, None, 3, FREE), Outcome::GoOn);
        assert_eq!(shared.begin_block(7, None, 0, FREE), Outcome::GiveUp);
        assert_eq!(shared.failure, Some(Error::TooManyRejectedStreams));
    }
}
