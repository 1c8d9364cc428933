//! A head: a start line and fields. It is read byte by byte, and can be left and gone on with anywhere.

use crate::ParseError;
use crate::error::header_overflow;
use crate::field::{Fields, Known, Span};
use crate::lenient::Lenient;
use crate::method::Method;
use crate::target::Part;

/// What a parser reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Requests, as a server gets them
    Request,
    /// Responses, as a client gets them
    Response,
}

/// Where in a head the next byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Method,
    Preface,
    BeforeTarget,
    Target(Part),
    /// After the CR of a request without a version
    TargetLf,
    BeforeProtocol,
    Protocol,
    Major,
    Dot,
    Minor,
    VersionEnd,
    VersionLf,
    BeforeStatus,
    Status(u8),
    StatusEnd,
    StatusText,
    StatusLf,
    /// The start of the line after the start line
    FirstLine,
    Line,
    Name,
    BeforeValue,
    Value,
    /// The digits of Content-Length
    Length,
    LengthEnd,
    ValueLf,
    AfterValue,
    /// After the CR of a field without a value
    EmptyLf,
    AfterEmpty,
    /// After the CR of the empty line
    LastLf,
    Done,
}

/// What is known of a message from its head, in bits.
pub(crate) mod flag {
    pub(crate) const CLOSE: u16 = 1;
    pub(crate) const KEEP_ALIVE: u16 = 1 << 1;
    pub(crate) const CONNECTION_UPGRADE: u16 = 1 << 2;
    pub(crate) const UPGRADE: u16 = 1 << 3;
    pub(crate) const TRANSFER_ENCODING: u16 = 1 << 4;
    pub(crate) const CHUNKED: u16 = 1 << 5;
    pub(crate) const LENGTH: u16 = 1 << 6;
    pub(crate) const HOST: u16 = 1 << 7;
    pub(crate) const EXPECT: u16 = 1 << 8;
}

/// The reading of one head, or of the trailers of a message, which are fields too.
pub(crate) struct Scan {
    pub(crate) kind: Kind,
    pub(crate) lenient: Lenient,
    /// How long the parts of a head may be together.
    pub(crate) limit: usize,
    pub(crate) step: Step,
    /// The next byte, counted from the start of the head.
    pub(crate) at: usize,
    /// Where the part that is being read began.
    pub(crate) mark: usize,
    /// The length of the parts that were read.
    pub(crate) counted: usize,
    pub(crate) method: Method,
    pub(crate) major: u8,
    pub(crate) minor: u8,
    pub(crate) status: u16,
    /// The target of a request, the words of a response
    pub(crate) words: (usize, usize),
    /// Where the fields begin.
    pub(crate) fields_at: usize,
    pub(crate) spans: Vec<Span>,
    pub(crate) name: (usize, usize),
    /// Where the last value ended, blanks included.
    pub(crate) value_end: usize,
    pub(crate) known: Known,
    pub(crate) flags: u16,
    pub(crate) length: u64,
    /// Whether there is a line that only a lenient parser takes, so that lines cannot be found by CR LF.
    pub(crate) is_irregular: bool,
}

impl Scan {
    pub(crate) fn new(kind: Kind) -> Scan {
        Scan {
            kind,
            lenient: Lenient::default(),
            limit: 16 * 1024,
            step: Step::Method,
            at: 0,
            mark: 0,
            counted: 0,
            method: Method(0),
            major: 0,
            minor: 0,
            status: 0,
            words: (0, 0),
            fields_at: 0,
            spans: Vec::new(),
            name: (0, 0),
            value_end: 0,
            known: Known::Other,
            flags: 0,
            length: 0,
            is_irregular: false,
        }
    }

    /// Begins a head.
    pub(crate) fn start(&mut self) {
        self.step = match self.kind {
            Kind::Request => Step::Method,
            Kind::Response => Step::Protocol,
        };
        self.flags = 0;
        self.length = 0;
        self.status = 0;
        self.words = (0, 0);
        self.restart();
    }

    /// Begins the trailers of a message; what its head said stays.
    pub(crate) fn start_trailers(&mut self) {
        self.step = Step::Line;
        self.restart();
    }

    fn restart(&mut self) {
        self.at = 0;
        self.mark = 0;
        self.counted = 0;
        self.fields_at = 0;
        self.spans.clear();
        self.is_irregular = false;
    }

    /// Goes on with a head of which `head` is what there is. True when it is whole: `at` then is its length.
    pub(crate) fn run(&mut self, head: &[u8]) -> Result<bool, ParseError> {
        while self.at < head.len() {
            let before = self.step;
            match before {
                Step::Name | Step::BeforeValue | Step::Value | Step::Length | Step::LengthEnd => {
                    self.read_field(head)?;
                }
                Step::FirstLine
                | Step::Line
                | Step::ValueLf
                | Step::AfterValue
                | Step::EmptyLf
                | Step::AfterEmpty
                | Step::LastLf => self.read_line_end(head)?,
                Step::Done => break,
                _ => self.read_start_line(head)?,
            }
            if self.step == Step::Done {
                return Ok(true);
            }
            // A step that waits for more leaves everything as it is.
            if self.step == before && self.waits(head) {
                break;
            }
        }
        if self.step == Step::Done {
            return Ok(true);
        }
        self.check_size(self.open_part(head.len()), head.len())?;
        Ok(false)
    }

    /// Whether a step that looks at several bytes at once has too few of them.
    fn waits(&self, head: &[u8]) -> bool {
        match self.step {
            Step::Method | Step::Preface | Step::Protocol => true,
            _ => self.at >= head.len(),
        }
    }

    /// How long the part is that is being read, of those that are counted.
    fn open_part(&self, end: usize) -> usize {
        match self.step {
            Step::Target(_) | Step::StatusText | Step::Name | Step::Value | Step::Length => {
                end - self.mark
            }
            _ => 0,
        }
    }

    /// Counts a part that ended.
    #[inline]
    pub(crate) fn count(&mut self, length: usize, at: usize) -> Result<(), ParseError> {
        self.check_size(length, at)?;
        self.counted += length;
        Ok(())
    }

    /// Refuses a part that makes the head too long.
    #[inline]
    pub(crate) fn check_size(&self, more: usize, at: usize) -> Result<(), ParseError> {
        if self.counted + more >= self.limit {
            return header_overflow("Header overflow", at);
        }
        Ok(())
    }

    pub(crate) fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Whether the bytes after this message are no longer HTTP.
    pub(crate) fn upgrades(&self) -> bool {
        let asked = self.has(flag::UPGRADE) && self.has(flag::CONNECTION_UPGRADE);
        match self.kind {
            Kind::Request => asked || self.method == Method::CONNECT,
            Kind::Response => asked && self.status == 101,
        }
    }

    /// Whether a response's body, if it has one, goes on until the connection ends.
    pub(crate) fn ends_with_connection(&self) -> bool {
        self.kind == Kind::Response
            && !self.has_no_body()
            && !self.has(flag::LENGTH)
            && !self.has(flag::CHUNKED)
            || self.kind == Kind::Response
                && !self.has_no_body()
                && self.has(flag::TRANSFER_ENCODING)
                && !self.has(flag::CHUNKED)
    }

    /// Whether the status of a response says that it has no body.
    pub(crate) fn has_no_body(&self) -> bool {
        self.status / 100 == 1 || self.status == 204 || self.status == 304
    }

    /// Whether another message may follow, as far as versions and the connection's fields say.
    pub(crate) fn may_go_on(&self) -> bool {
        if self.major > 0 && self.minor > 0 {
            !self.has(flag::CLOSE)
        } else {
            self.has(flag::KEEP_ALIVE) && !self.has(flag::CLOSE)
        }
    }
}

/// A head that is whole.
pub struct Head<'a> {
    pub(crate) scan: &'a Scan,
    pub(crate) bytes: &'a [u8],
}

impl<'a> Head<'a> {
    /// All its bytes, the empty line included.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// A request's method.
    pub fn method(&self) -> Option<Method> {
        (self.scan.kind == Kind::Request).then_some(self.scan.method)
    }

    /// Where the target of a request is, or the words after a status.
    pub fn words(&self) -> std::ops::Range<usize> {
        self.scan.words.0..self.scan.words.1
    }

    /// The target of a request, or the words after a status.
    pub fn target(&self) -> &'a [u8] {
        &self.bytes[self.words()]
    }

    /// The status of a response.
    pub fn status(&self) -> u16 {
        self.scan.status
    }

    /// Major and minor version.
    pub fn version(&self) -> (u8, u8) {
        (self.scan.major, self.scan.minor)
    }

    /// Where the fields begin.
    pub fn fields_at(&self) -> usize {
        self.scan.fields_at
    }

    /// Whether lines end otherwise than with CR LF, or values go on in a next line: a lenient parser took that.
    pub fn is_irregular(&self) -> bool {
        self.scan.is_irregular
    }

    /// Names and values, in their order.
    pub fn fields(&self) -> Fields<'a> {
        Fields::new(self.bytes, &self.scan.spans)
    }

    /// Whether the bytes after this message are to be no longer HTTP.
    pub fn upgrades(&self) -> bool {
        self.scan.upgrades()
    }

    /// Whether the connection can be used for another message.
    pub fn keeps_alive(&self) -> bool {
        self.scan.may_go_on() && !self.scan.ends_with_connection()
    }

    /// The length that `Content-Length` gives.
    pub fn content_length(&self) -> Option<u64> {
        self.scan.has(flag::LENGTH).then_some(self.scan.length)
    }

    /// Whether the body comes in chunks.
    pub fn is_chunked(&self) -> bool {
        self.scan.has(flag::CHUNKED)
    }

    /// Whether there is a field `Host`.
    pub fn has_host(&self) -> bool {
        self.scan.has(flag::HOST)
    }

    /// Whether there is a field `Expect`.
    pub fn has_expect(&self) -> bool {
        self.scan.has(flag::EXPECT)
    }
}
