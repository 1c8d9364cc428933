//! The fields of a head: names, values, and what those mean that the parser has to know.

use crate::ParseError;
use crate::chars::{is_blank, is_token, is_value};
use crate::error::{
    cr_expected, invalid_content_length, invalid_header_token, invalid_transfer_encoding,
    lf_expected, strict, unexpected_content_length, unexpected_space,
};
use crate::head::{Kind, Scan, Step, flag};
use crate::lenient::Lenient;

/// The names that matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Connection,
    ContentLength,
    TransferEncoding,
    Upgrade,
    Host,
    Expect,
    Other,
}

impl Known {
    fn of(name: &[u8]) -> Known {
        let (text, known): (&[u8], Known) = match name.len() {
            4 => (b"host", Known::Host),
            6 => (b"expect", Known::Expect),
            7 => (b"upgrade", Known::Upgrade),
            10 => (b"connection", Known::Connection),
            14 => (b"content-length", Known::ContentLength),
            16 => (b"proxy-connection", Known::Connection),
            17 => (b"transfer-encoding", Known::TransferEncoding),
            _ => return Known::Other,
        };
        match name.eq_ignore_ascii_case(text) {
            true => known,
            false => Known::Other,
        }
    }
}

impl Known {
    /// Whether the parser itself goes by its value.
    fn is_parsers(self) -> bool {
        !matches!(self, Known::Host | Known::Expect | Known::Other)
    }
}

/// Where a field's name and value are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    name: (u32, u32),
    value: (u32, u32),
}

/// Names and values, in their order. A value that went on in a next line still has the CR and LF in it.
pub struct Fields<'a> {
    bytes: &'a [u8],
    spans: std::slice::Iter<'a, Span>,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(bytes: &'a [u8], spans: &'a [Span]) -> Fields<'a> {
        Fields {
            bytes,
            spans: spans.iter(),
        }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let part = |(start, end): (u32, u32)| &self.bytes[start as usize..end as usize];
        let span = self.spans.next()?;
        Some((part(span.name), part(span.value)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.spans.size_hint()
    }
}

impl ExactSizeIterator for Fields<'_> {}

impl Scan {
    pub(crate) fn read_field(&mut self, head: &[u8]) -> Result<(), ParseError> {
        match self.step {
            Step::Name => self.read_name(head),
            Step::BeforeValue => self.before_value(head),
            Step::Value => self.read_value(head),
            _ => self.read_length(head),
        }
    }

    fn read_name(&mut self, head: &[u8]) -> Result<(), ParseError> {
        let rest = &head[self.at..];
        let Some(length) = rest.iter().position(|&byte| !is_token(byte)) else {
            self.at = head.len();
            return Ok(());
        };
        let end = self.at + length;
        self.check_size(end - self.mark, end + 1)?;
        if head[end] != b':' || end == self.mark {
            let is_ours = Known::of(&head[self.mark..end]).is_parsers();
            return match head[end] == b' ' && is_ours {
                true => invalid_header_token("Invalid header field char", end + 1),
                false => invalid_header_token("Invalid header token", end),
            };
        }
        self.counted += end - self.mark;
        self.name = (self.mark, end);
        self.at = end + 1;
        self.known = Known::of(&head[self.mark..end]);
        self.step = Step::BeforeValue;
        self.check_name()
    }

    /// What cannot be beside what was there before.
    fn check_name(&mut self) -> Result<(), ParseError> {
        let both_are_fine = self.lenient.has(Lenient::CHUNKED_LENGTH);
        match self.known {
            Known::ContentLength if self.has(flag::TRANSFER_ENCODING) && !both_are_fine => {
                let reason = "Content-Length can't be present with Transfer-Encoding";
                return invalid_content_length(reason, self.at);
            }
            Known::TransferEncoding if self.has(flag::LENGTH) && !both_are_fine => {
                let reason = "Transfer-Encoding can't be present with Content-Length";
                return invalid_transfer_encoding(reason, self.at);
            }
            Known::Host => self.flags |= flag::HOST,
            Known::Expect => self.flags |= flag::EXPECT,
            _ => {}
        }
        Ok(())
    }

    fn before_value(&mut self, head: &[u8]) -> Result<(), ParseError> {
        let rest = &head[self.at..];
        let Some(blanks) = rest.iter().position(|&byte| !is_blank(byte)) else {
            self.at = head.len();
            return Ok(());
        };
        self.at += blanks;
        match head[self.at] {
            b'\r' => {
                self.mark = self.at;
                self.at += 1;
                self.step = Step::EmptyLf;
                Ok(())
            }
            b'\n' if self.lenient.has(Lenient::OPTIONAL_CR) => {
                self.mark = self.at;
                self.at += 1;
                self.is_irregular = true;
                self.step = Step::AfterEmpty;
                Ok(())
            }
            b'\n' => invalid_header_token("Invalid header value char", self.at + 1),
            _ => self.start_value(),
        }
    }

    fn start_value(&mut self) -> Result<(), ParseError> {
        self.mark = self.at;
        self.step = Step::Value;
        match self.known {
            Known::ContentLength => {
                if self.has(flag::LENGTH) {
                    return unexpected_content_length("Duplicate Content-Length", self.at);
                }
                self.flags |= flag::LENGTH;
                self.step = Step::Length;
            }
            Known::TransferEncoding => {
                self.refuse_after_chunked(self.at + 1)?;
                self.flags |= flag::TRANSFER_ENCODING;
            }
            Known::Upgrade => self.flags |= flag::UPGRADE,
            _ => {}
        }
        Ok(())
    }

    /// Nothing may follow `chunked` in a request: whoever reads it otherwise would find another end of it.
    fn refuse_after_chunked(&mut self, at: usize) -> Result<(), ParseError> {
        if !self.has(flag::CHUNKED) {
            return Ok(());
        }
        if self.kind == Kind::Request && !self.lenient.has(Lenient::TRANSFER_ENCODING) {
            return invalid_transfer_encoding("Invalid `Transfer-Encoding` header value", at);
        }
        self.flags &= !flag::CHUNKED;
        Ok(())
    }

    fn read_length(&mut self, head: &[u8]) -> Result<(), ParseError> {
        while let Some(&byte) = head.get(self.at) {
            match byte {
                b'0'..=b'9' if self.step == Step::Length => {
                    let digit = u64::from(byte - b'0');
                    let longer = self.length.checked_mul(10);
                    match longer.and_then(|longer| longer.checked_add(digit)) {
                        Some(length) => self.length = length,
                        None => {
                            self.check_size(self.at - self.mark, self.at)?;
                            return invalid_content_length("Content-Length overflow", self.at + 1);
                        }
                    }
                }
                b' ' | b'\t' => self.step = Step::LengthEnd,
                b'\r' | b'\n' => {
                    return self.end_value(head, self.at);
                }
                _ => {
                    self.check_size(self.at - self.mark, self.at)?;
                    let reason = "Invalid character in Content-Length";
                    return invalid_content_length(reason, self.at);
                }
            }
            self.at += 1;
        }
        Ok(())
    }

    fn read_value(&mut self, head: &[u8]) -> Result<(), ParseError> {
        let rest = &head[self.at..];
        let end = if self.lenient.has(Lenient::HEADERS) {
            rest.iter().position(|&byte| byte == b'\r' || byte == b'\n')
        } else if self.lenient.has(Lenient::RELAXED_VALUES) {
            rest.iter()
                .position(|byte| [0, b'\r', b'\n'].contains(byte))
        } else {
            rest.iter().position(|&byte| !is_value(byte))
        };
        let Some(length) = end else {
            self.at = head.len();
            return Ok(());
        };
        let end = self.at + length;
        self.end_value(head, end)
    }

    fn end_value(&mut self, head: &[u8], end: usize) -> Result<(), ParseError> {
        self.check_size(end - self.mark, end + 1)?;
        self.heed(head, end)?;
        let byte = head[end];
        match byte {
            b'\r' => self.step = Step::ValueLf,
            b'\n' if self.lenient.has(Lenient::OPTIONAL_CR) => {
                self.is_irregular = true;
                self.step = Step::AfterValue;
            }
            b'\n' => return cr_expected("Missing expected CR after header value", end),
            _ => return invalid_header_token("Invalid header value char", end),
        }
        self.counted += end - self.mark;
        self.keep_field(trimmed(head, self.mark, end));
        self.value_end = end;
        self.at = end + 1;
        Ok(())
    }

    fn keep_field(&mut self, value: (usize, usize)) {
        let short = |(start, end): (usize, usize)| (start as u32, end as u32);
        self.spans.push(Span {
            name: short(self.name),
            value: short(value),
        });
    }

    /// Takes note of what the value says, as far as it was read.
    fn heed(&mut self, head: &[u8], end: usize) -> Result<(), ParseError> {
        match self.known {
            Known::Connection => self.heed_connection(&head[self.mark..end]),
            Known::TransferEncoding => return self.heed_codings(head, end),
            _ => {}
        }
        Ok(())
    }

    fn heed_connection(&mut self, value: &[u8]) {
        for word in value.split(|&byte| byte == b',') {
            // What a lenient parser lets pass makes the rest of the list mean nothing.
            if !word.iter().all(|&byte| is_value(byte)) {
                return;
            }
            let word = word.trim_ascii();
            for (text, flag) in [
                (&b"close"[..], flag::CLOSE),
                (b"keep-alive", flag::KEEP_ALIVE),
                (b"upgrade", flag::CONNECTION_UPGRADE),
            ] {
                if word.eq_ignore_ascii_case(text) {
                    self.flags |= flag;
                }
            }
        }
    }

    fn heed_codings(&mut self, head: &[u8], end: usize) -> Result<(), ParseError> {
        let mut start = self.mark;
        loop {
            let rest = &head[start..end];
            let length = rest.iter().position(|&byte| byte == b',');
            let coding = &rest[..length.unwrap_or(rest.len())];
            if !coding.iter().all(|&byte| is_value(byte)) {
                return Ok(());
            }
            // A tab before it is passed over, one after it is part of it: so Node has it.
            let coding = coding.trim_ascii_start();
            let spaces = coding.iter().rev().take_while(|&&byte| byte == b' ');
            let coding = &coding[..coding.len() - spaces.count()];
            if coding.eq_ignore_ascii_case(b"chunked") {
                self.flags |= flag::CHUNKED;
            }
            let Some(length) = length else { return Ok(()) };
            start += length + 1;
            self.refuse_after_chunked(start)?;
        }
    }

    /// Between lines.
    pub(crate) fn read_line_end(&mut self, head: &[u8]) -> Result<(), ParseError> {
        let byte = head[self.at];
        match self.step {
            Step::FirstLine if byte == b' ' => {
                if !self.lenient.has(Lenient::HEADERS) {
                    let reason = "Unexpected space after start line";
                    return unexpected_space(reason, self.at + 1);
                }
                self.at += 1;
                self.is_irregular = true;
                Ok(())
            }
            Step::FirstLine | Step::Line => self.start_line(byte),
            Step::ValueLf => {
                if byte != b'\n' {
                    return lf_expected("Missing expected LF after header value", self.at);
                }
                self.at += 1;
                self.step = Step::AfterValue;
                Ok(())
            }
            Step::AfterValue => self.after_value(byte),
            Step::EmptyLf => self.after_empty_cr(byte),
            Step::AfterEmpty => self.after_empty(byte),
            _ => self.last_lf(byte),
        }
    }

    fn start_line(&mut self, byte: u8) -> Result<(), ParseError> {
        match byte {
            b'\r' => {
                self.at += 1;
                self.step = Step::LastLf;
            }
            b'\n' if self.lenient.has(Lenient::OPTIONAL_CR) => {
                self.at += 1;
                self.step = Step::Done;
            }
            b'\n' => return invalid_header_token("Invalid header field char", self.at + 1),
            _ => {
                self.mark = self.at;
                self.step = Step::Name;
            }
        }
        Ok(())
    }

    /// A line that begins with a blank goes on with the value of the one before: nobody does that any more but to
    /// be misunderstood.
    fn after_value(&mut self, byte: u8) -> Result<(), ParseError> {
        if !is_blank(byte) {
            self.step = Step::Line;
            return Ok(());
        }
        if !self.lenient.has(Lenient::HEADERS) {
            return invalid_header_token("Unexpected whitespace after header value", self.at);
        }
        if self.known == Known::ContentLength {
            return unexpected_content_length("Duplicate Content-Length", self.at);
        }
        if self.known == Known::TransferEncoding {
            self.flags &= !flag::CHUNKED;
        }
        // Its first part is counted again with the rest.
        self.counted -= self.value_end - self.mark;
        self.spans.pop();
        self.is_irregular = true;
        self.step = Step::Value;
        Ok(())
    }

    fn after_empty_cr(&mut self, byte: u8) -> Result<(), ParseError> {
        if byte == b'\n' {
            self.at += 1;
        } else if self
            .lenient
            .has(Lenient(Lenient::HEADERS.0 | Lenient::OPTIONAL_LF.0))
        {
            self.is_irregular = true;
        } else {
            return strict("Expected LF after CR", self.at);
        }
        self.step = Step::AfterEmpty;
        Ok(())
    }

    fn after_empty(&mut self, byte: u8) -> Result<(), ParseError> {
        if is_blank(byte) {
            if !self.lenient.has(Lenient::HEADERS) {
                return invalid_header_token("Invalid header value char", self.at + 1);
            }
            self.is_irregular = true;
            self.step = Step::BeforeValue;
            return Ok(());
        }
        match self.known {
            Known::ContentLength => {
                return invalid_content_length("Empty Content-Length", self.at);
            }
            Known::TransferEncoding => {
                return invalid_transfer_encoding("Empty Transfer-Encoding", self.at);
            }
            _ => {}
        }
        self.keep_field((self.mark, self.mark));
        self.step = Step::Line;
        Ok(())
    }

    fn last_lf(&mut self, byte: u8) -> Result<(), ParseError> {
        if byte == b'\n' {
            self.at += 1;
        } else if self.lenient.has(Lenient::OPTIONAL_LF) {
            self.is_irregular = true;
        } else {
            return strict("Expected LF after headers", self.at);
        }
        self.step = Step::Done;
        Ok(())
    }
}

fn trimmed(head: &[u8], start: usize, end: usize) -> (usize, usize) {
    let blanks = head[start..end]
        .iter()
        .rev()
        .take_while(|&&byte| is_blank(byte));
    (start, end - blanks.count())
}
