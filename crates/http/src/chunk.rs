//! The lines between the chunks of a body.

use crate::ParseError;
use crate::chars::{is_token, is_value};
use crate::error::{chunk_extensions_overflow, cr_expected, invalid_chunk_size, strict};
use crate::lenient::Lenient;

/// How long the extensions of a chunk may be.
const LONGEST_EXTENSIONS: usize = 16 * 1024;

/// Where in the line of a chunk's size the next byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    FirstDigit,
    Digit,
    Spaces,
    Extension,
    Name,
    Value,
    Quoted,
    QuotedPair,
    QuotedEnd,
    Lf,
}

/// What became of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// More of it is needed.
    Cut,
    /// It is whole: the size of the chunk.
    Size(u64),
}

/// The reading of the line with a chunk's size.
pub(crate) struct SizeLine {
    step: Step,
    size: u64,
    extensions: usize,
}

impl SizeLine {
    pub(crate) fn new() -> SizeLine {
        SizeLine {
            step: Step::FirstDigit,
            size: 0,
            extensions: 0,
        }
    }

    /// Before a chunk.
    pub(crate) fn start(&mut self) {
        self.step = Step::FirstDigit;
        self.extensions = 0;
        self.size = 0;
    }

    /// Goes on with the line.
    pub(crate) fn read(
        &mut self,
        input: &[u8],
        at: &mut usize,
        lenient: Lenient,
    ) -> Result<Line, ParseError> {
        while let Some(&byte) = input.get(*at) {
            let is_whole = match self.step {
                Step::FirstDigit | Step::Digit | Step::Spaces => {
                    self.read_size(byte, *at, lenient)?;
                    false
                }
                Step::Lf => {
                    if byte != b'\n' && !lenient.has(Lenient::OPTIONAL_LF) {
                        return strict("Expected LF after chunk size", *at);
                    }
                    if byte != b'\n' {
                        return Ok(Line::Size(self.size));
                    }
                    true
                }
                _ => self.read_extension(byte, *at, lenient)?,
            };
            *at += 1;
            if is_whole {
                return Ok(Line::Size(self.size));
            }
        }
        Ok(Line::Cut)
    }

    fn read_size(&mut self, byte: u8, at: usize, lenient: Lenient) -> Result<(), ParseError> {
        const REASON: &str = "Invalid character in chunk size";
        if let (Some(digit), true) = (hex_digit(byte), self.step != Step::Spaces) {
            if self.size > u64::MAX >> 4 {
                return invalid_chunk_size("Chunk size overflow", at + 1);
            }
            self.size = self.size << 4 | digit;
            self.step = Step::Digit;
            return Ok(());
        }
        self.step = match byte {
            _ if self.step == Step::FirstDigit => return invalid_chunk_size(REASON, at),
            b'\r' => Step::Lf,
            b'\n' if lenient.has(Lenient::OPTIONAL_CR) => Step::Lf,
            b'\n' => return cr_expected("Missing expected CR after chunk size", at + 1),
            b';' => Step::Extension,
            b' ' | b'\t' if lenient.has(Lenient::SPACES_AFTER_CHUNK_SIZE) => Step::Spaces,
            b' ' | b'\t' => return invalid_chunk_size(REASON, at + 1),
            _ => return invalid_chunk_size(REASON, at),
        };
        Ok(())
    }

    /// Passes over a byte of an extension. True if it is an LF that ends the line without a CR.
    fn read_extension(
        &mut self,
        byte: u8,
        at: usize,
        lenient: Lenient,
    ) -> Result<bool, ParseError> {
        self.extensions += 1;
        if self.extensions > LONGEST_EXTENSIONS {
            return chunk_extensions_overflow("Chunk extensions overflow", at);
        }
        let is_quoted = matches!(self.step, Step::Quoted | Step::QuotedPair);
        if byte == b'\n' && !is_quoted {
            if lenient.has(Lenient::OPTIONAL_CR) {
                return Ok(true);
            }
            return match self.step {
                Step::Extension | Step::Name => {
                    cr_expected("Missing expected CR after chunk extension name", at)
                }
                _ => cr_expected("Missing expected CR after chunk extension value", at),
            };
        }
        self.step = match (self.step, byte) {
            (Step::Extension, b' ' | b'\r') => {
                return strict("Invalid character in chunk extensions", at + 1);
            }
            (Step::Name | Step::Value | Step::QuotedEnd, b'\r') => Step::Lf,
            (Step::Extension | Step::Name | Step::Value | Step::QuotedEnd, b';') => Step::Extension,
            (Step::Extension | Step::Name, b'=') => Step::Value,
            (Step::Extension | Step::Name, _) if is_token(byte) => Step::Name,
            (Step::Extension | Step::Name, _) => {
                return strict("Invalid character in chunk extensions name", at + 1);
            }
            (Step::Value, b'"') => Step::Quoted,
            (Step::Value, _) if is_token(byte) => Step::Value,
            (Step::Value, _) => {
                return strict("Invalid character in chunk extensions value", at + 1);
            }
            (Step::Quoted, b'"') => Step::QuotedEnd,
            (Step::Quoted, b'\\') => Step::QuotedPair,
            (Step::Quoted | Step::QuotedPair, _) if is_value(byte) => Step::Quoted,
            (Step::Quoted, _) => {
                return strict("Invalid character in chunk extensions quoted value", at + 1);
            }
            (Step::QuotedPair, _) => {
                let reason = "Invalid quoted-pair in chunk extensions quoted value";
                return strict(reason, at + 1);
            }
            _ => return strict("Invalid character in chunk extensions quote value", at),
        };
        Ok(false)
    }
}

fn hex_digit(byte: u8) -> Option<u64> {
    char::from(byte).to_digit(16).map(u64::from)
}
