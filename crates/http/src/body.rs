//! What follows a head: a body of known length, in chunks, or until the end; or nothing.

use std::ops::Range;

use crate::ParseError;
use crate::chunk::Line;
use crate::error::{cr_expected, invalid_transfer_encoding, strict};
use crate::head::{Kind, flag};
use crate::lenient::Lenient;
use crate::method::Method;
use crate::parser::{Event, Parser, State};

impl Parser {
    /// Chooses by the head what follows it.
    pub(crate) fn start_body(&mut self, at: usize) -> Result<(), ParseError> {
        let scan = &self.scan;
        let is_over = self.skips_body
            || match scan.kind {
                Kind::Request => scan.method == Method::CONNECT,
                Kind::Response => scan.has_no_body(),
            };
        self.state = if is_over {
            State::End
        } else if scan.has(flag::CHUNKED) {
            self.size_line.start();
            State::ChunkSize
        } else if scan.has(flag::TRANSFER_ENCODING) {
            let lenient = Lenient::CHUNKED_LENGTH.0 | Lenient::TRANSFER_ENCODING.0;
            if scan.kind == Kind::Request && !scan.lenient.has(Lenient(lenient)) {
                let reason = "Request has invalid `Transfer-Encoding`";
                return invalid_transfer_encoding(reason, at);
            }
            State::UntilEnd
        } else if scan.has(flag::LENGTH) {
            match scan.length {
                0 => State::End,
                length => State::Body(length),
            }
        } else {
            match scan.kind {
                Kind::Request => State::End,
                Kind::Response => State::UntilEnd,
            }
        };
        Ok(())
    }

    /// The next piece of a body, of which `left` is still to come.
    pub(crate) fn take_body(&mut self, input: &[u8], at: &mut usize, left: u64) -> Event {
        let range = piece(input, at, left);
        let left = left - range.len() as u64;
        self.state = match (left, self.state) {
            (0, State::Chunk(_)) => State::ChunkCr,
            (0, _) => State::End,
            (_, State::Chunk(_)) => State::Chunk(left),
            _ => State::Body(left),
        };
        Event::Body(range)
    }

    /// The lines around chunks.
    pub(crate) fn between_chunks(
        &mut self,
        input: &[u8],
        at: &mut usize,
    ) -> Result<(), ParseError> {
        let lenient = self.scan.lenient;
        let byte = input[*at];
        match (self.state, byte) {
            (State::ChunkSize, _) => {
                if let Line::Size(size) = self.size_line.read(input, at, lenient)? {
                    self.state = match size {
                        0 => {
                            self.start_trailers();
                            State::Trailers
                        }
                        size => State::Chunk(size),
                    };
                }
                return Ok(());
            }
            (State::ChunkCr, b'\r') => {
                self.state = State::ChunkLf;
                *at += 1;
                return Ok(());
            }
            (State::ChunkCr, b'\n') if lenient.has(Lenient::OPTIONAL_CR) => *at += 1,
            (State::ChunkCr, b'\n') => {
                return cr_expected("Missing expected CR after chunk data", *at + 1);
            }
            (State::ChunkLf, b'\n') => *at += 1,
            _ if lenient.has(Lenient::OPTIONAL_CRLF_AFTER_CHUNK) => {}
            _ => return strict("Expected LF after chunk data", *at),
        }
        self.size_line.start();
        self.state = State::ChunkSize;
        Ok(())
    }
}

/// As much of the input as there is, but no more than `most`.
pub(crate) fn piece(input: &[u8], at: &mut usize, most: u64) -> Range<usize> {
    let here = input.len() - *at;
    let length = usize::try_from(most).unwrap_or(usize::MAX).min(here);
    let range = *at..*at + length;
    *at = range.end;
    range
}
