//! Messages one after the other.

use std::ops::Range;

use crate::ParseError;
use crate::body::piece;
use crate::chunk::SizeLine;
use crate::error::{closed_connection, header_overflow, invalid_end};
use crate::field::Span;
use crate::head::{Head, Kind, Scan};
use crate::lenient::Lenient;

/// How much longer than its parts a head may be, for blanks between them. They are not counted, but kept.
const BLANKS: usize = 64 * 1024;

/// What is next in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A message begins.
    Begin,
    /// Its head is whole: [`Parser::head`] has it. Before the next call [`Parser::skip_body`] and
    /// [`Parser::upgrade`] can say what follows.
    Head,
    /// A piece of its body: where it is in the input.
    Body(Range<usize>),
    /// The message is over. [`Parser::trailers`] has the fields after its body, if there are any.
    End,
    /// What follows is no longer HTTP.
    Upgrade,
    /// All of the input was used.
    More,
}

/// What the next byte is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    BetweenMessages,
    Head,
    AfterHead,
    Body(u64),
    UntilEnd,
    ChunkSize,
    Chunk(u64),
    ChunkCr,
    ChunkLf,
    Trailers,
    End,
    Upgraded,
    Closed,
    Failed(ParseError),
}

/// Reads messages, one after the other, from input that comes in pieces.
pub struct Parser {
    pub(crate) scan: Scan,
    pub(crate) size_line: SizeLine,
    pub(crate) state: State,
    /// A head, or trailers, that began in an earlier piece.
    held: Vec<u8>,
    /// Where the head is in the input, if it is whole in it.
    head: Range<usize>,
    pub(crate) skips_body: bool,
    upgrades: bool,
    has_trailers: bool,
}

impl Parser {
    /// A parser of requests or responses, which is strict and takes heads of less than 16 KiB.
    pub fn new(kind: Kind) -> Parser {
        Parser {
            scan: Scan::new(kind),
            size_line: SizeLine::new(),
            state: State::BetweenMessages,
            held: Vec::new(),
            head: 0..0,
            skips_body: false,
            upgrades: false,
            has_trailers: false,
        }
    }

    /// Sets what is let pass.
    pub fn set_lenient(&mut self, lenient: Lenient) {
        self.scan.lenient = lenient;
    }

    /// Sets what all parts of a head must be shorter than together.
    pub fn set_head_limit(&mut self, limit: usize) {
        self.scan.limit = limit;
    }

    /// What comes next in the input, from `at` on, which is moved on. [`Event::More`] asks for another piece; one that
    /// was used up is not to be given again. After an error there is nothing but that error.
    pub fn next(&mut self, input: &[u8], at: &mut usize) -> Result<Event, ParseError> {
        let event = self.step(input, at);
        if let Err(error) = event {
            self.state = State::Failed(error);
        }
        event
    }

    fn step(&mut self, input: &[u8], at: &mut usize) -> Result<Event, ParseError> {
        loop {
            match self.state {
                State::AfterHead => {
                    self.start_body(*at)?;
                    continue;
                }
                State::End => return Ok(self.end()),
                State::Upgraded => return Ok(Event::Upgrade),
                State::Failed(error) => return Err(error),
                _ if *at >= input.len() => return Ok(Event::More),
                _ => {}
            }
            match self.state {
                State::BetweenMessages => match input[*at] {
                    b'\r' | b'\n' => *at += 1,
                    _ => {
                        self.begin();
                        return Ok(Event::Begin);
                    }
                },
                State::Head => {
                    if self.read_head(input, at)? {
                        self.state = State::AfterHead;
                        self.upgrades = self.scan.upgrades();
                        return Ok(Event::Head);
                    }
                }
                State::Trailers => {
                    if self.read_head(input, at)? {
                        self.has_trailers = !self.scan.spans.is_empty();
                        self.state = State::End;
                    }
                }
                State::Body(left) | State::Chunk(left) => {
                    return Ok(self.take_body(input, at, left));
                }
                State::UntilEnd => return Ok(Event::Body(piece(input, at, u64::MAX))),
                State::Closed => self.after_last(input, at)?,
                _ => self.between_chunks(input, at)?,
            }
        }
    }

    fn begin(&mut self) {
        self.scan.start();
        self.held.clear();
        self.skips_body = false;
        self.upgrades = false;
        self.has_trailers = false;
        self.state = State::Head;
    }

    pub(crate) fn start_trailers(&mut self) {
        self.scan.start_trailers();
        self.held.clear();
    }

    /// Goes on with a head or trailers. If it is cut, what there is of it is kept.
    fn read_head(&mut self, input: &[u8], at: &mut usize) -> Result<bool, ParseError> {
        let start = *at;
        if self.held.is_empty() {
            let rest = &input[start..];
            let is_whole = self
                .scan
                .run(rest)
                .map_err(|error| moved(error, start, 0))?;
            if is_whole {
                *at = start + self.scan.at;
                self.head = start..*at;
            } else {
                self.held.extend_from_slice(rest);
                *at = input.len();
            }
            return Ok(is_whole);
        }
        let before = self.held.len();
        if before > self.scan.limit.saturating_add(BLANKS) {
            return header_overflow("Header overflow", start);
        }
        self.held.extend_from_slice(&input[start..]);
        let run = self.scan.run(&self.held);
        let is_whole = run.map_err(|error| moved(error, start, before))?;
        if is_whole {
            *at = start + self.scan.at - before;
            self.held.truncate(self.scan.at);
        } else {
            *at = input.len();
        }
        Ok(is_whole)
    }

    fn end(&mut self) -> Event {
        let goes_on = self.scan.lenient.has(Lenient::KEEP_ALIVE)
            || self.scan.may_go_on() && (self.skips_body || !self.scan.ends_with_connection());
        self.state =
            if self.upgrades || (self.scan.status == 101 && self.scan.kind == Kind::Response) {
                State::Upgraded
            } else if goes_on {
                State::BetweenMessages
            } else {
                State::Closed
            };
        Event::End
    }

    fn after_last(&mut self, input: &[u8], at: &mut usize) -> Result<(), ParseError> {
        match input[*at] {
            b'\r' | b'\n' => *at += 1,
            _ if self.scan.lenient.has(Lenient::DATA_AFTER_CLOSE) => *at = input.len(),
            _ => return closed_connection("Data after `Connection: close`", *at + 1),
        }
        Ok(())
    }

    /// The head that [`Event::Head`] told of. `input` is the piece that was given then.
    pub fn head<'a>(&'a self, input: &'a [u8]) -> Head<'a> {
        Head {
            scan: &self.scan,
            bytes: self.bytes_of_head(input),
        }
    }

    fn bytes_of_head<'a>(&'a self, input: &'a [u8]) -> &'a [u8] {
        match self.held.is_empty() {
            true => &input[self.head.clone()],
            false => &self.held,
        }
    }

    /// The fields after the body that [`Event::End`] told of, if there are any.
    pub fn trailers<'a>(&'a self, input: &'a [u8]) -> Option<Head<'a>> {
        self.has_trailers.then(|| self.head(input))
    }

    /// After a head: there is no body, whatever the head says, as in the answer to a request for a head.
    pub fn skip_body(&mut self) {
        self.skips_body = true;
    }

    /// After a head: whether what follows the message is no longer HTTP.
    pub fn upgrade(&mut self, upgrades: bool) {
        self.upgrades = upgrades;
    }

    /// Begins anew, as if nothing had been read. What is let pass and how long heads may be stays as it was set.
    pub fn restart(&mut self, kind: Kind) {
        self.scan.kind = kind;
        self.held.clear();
        self.state = State::BetweenMessages;
    }

    /// Whether it remembers nothing that matters: any other parser that is set alike could go on.
    pub fn is_between_messages(&self) -> bool {
        self.state == State::BetweenMessages
    }

    /// How many bytes it keeps for heads, beyond its own size.
    pub fn kept_memory(&self) -> usize {
        self.held.capacity() + self.scan.spans.capacity() * size_of::<Span>()
    }

    /// Whether a message has begun and is not over.
    pub fn is_in_message(&self) -> bool {
        !matches!(
            self.state,
            State::BetweenMessages | State::Closed | State::Upgraded | State::Failed(_)
        )
    }

    /// There is no more input. If a body was to go on until then, that is its [`Event::End`].
    pub fn finish(&mut self) -> Result<Option<Event>, ParseError> {
        match self.state {
            State::UntilEnd => Ok(Some(self.end())),
            State::BetweenMessages | State::Closed | State::Upgraded => Ok(None),
            // What is wrong was told.
            State::Failed(_) => Ok(None),
            _ => {
                let error = invalid_end("Invalid EOF state", 0);
                if let Err(error) = error {
                    self.state = State::Failed(error);
                }
                error
            }
        }
    }
}

/// An error's place in the piece of input, of which the head starts at `start` and had `before` bytes already.
fn moved(error: ParseError, start: usize, before: usize) -> ParseError {
    ParseError {
        at: (start + error.at).saturating_sub(before),
        ..error
    }
}
