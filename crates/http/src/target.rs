//! The target of a request: a path, `*`, a whole URL, or a host for CONNECT.

use crate::ParseError;
use crate::chars::{is_host, is_path};
use crate::error::invalid_url;
use crate::head::{Scan, Step};

/// The part of a target that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Start,
    Scheme,
    Slash,
    SecondSlash,
    HostStart,
    Host,
    HostAfterAt,
    Path,
    QueryStart,
    Query,
    FragmentStart,
    Fragment,
}

impl Scan {
    pub(crate) fn read_target(&mut self, head: &[u8], part: Part) -> Result<(), ParseError> {
        let mut part = part;
        let mut at = self.at;
        while at < head.len() {
            let byte = head[at];
            if part == Part::Path && is_path(byte) {
                at += 1;
                continue;
            }
            match byte {
                b' ' | b'\r' | b'\n' => return self.end_target(byte, part, at),
                b'\t' | 0x0c if part != Part::SecondSlash => {
                    return invalid_url("Invalid characters in url", at + 1);
                }
                _ => part = next_part(part, byte, at)?,
            }
            self.check_size(at - self.mark, at)?;
            at += 1;
        }
        self.at = at;
        self.step = Step::Target(part);
        Ok(())
    }

    fn end_target(&mut self, byte: u8, part: Part, at: usize) -> Result<(), ParseError> {
        if let Part::Start | Part::Scheme | Part::Slash | Part::SecondSlash = part {
            return invalid_url("Invalid characters in url", at + 1);
        }
        self.words = (self.mark, at);
        self.count(at - self.mark, at)?;
        self.at = at + 1;
        // Without a version it is a request of HTTP/0.9.
        (self.major, self.minor) = (0, 9);
        self.step = match byte {
            b' ' => Step::BeforeProtocol,
            b'\r' => Step::TargetLf,
            _ => {
                self.fields_at = self.at;
                Step::FirstLine
            }
        };
        Ok(())
    }
}

fn next_part(part: Part, byte: u8, at: usize) -> Result<Part, ParseError> {
    let next = match (part, byte) {
        (Part::Start, b'/' | b'*') => Part::Path,
        (Part::Start | Part::Scheme, b'a'..=b'z' | b'A'..=b'Z') => Part::Scheme,
        (Part::Start, _) => return invalid_url("Unexpected start char in url", at),
        (Part::Scheme, b':') => Part::Slash,
        (Part::Slash, b'/') => Part::SecondSlash,
        (Part::SecondSlash, b'/') => Part::HostStart,
        (Part::Scheme | Part::Slash | Part::SecondSlash, _) => {
            return invalid_url("Unexpected char in url schema", at);
        }
        (Part::HostStart | Part::Host | Part::HostAfterAt, b'/') => Part::Path,
        (Part::HostStart | Part::Host | Part::HostAfterAt, b'?') => Part::Query,
        (Part::HostAfterAt, b'@') => return invalid_url("Double @ in url", at + 1),
        (Part::HostStart | Part::Host, b'@') => Part::HostAfterAt,
        (Part::HostStart | Part::Host | Part::HostAfterAt, _) if is_host(byte) => Part::Host,
        (Part::HostStart | Part::Host | Part::HostAfterAt, _) => {
            return invalid_url("Unexpected char in url server", at);
        }
        (Part::Path, b'?') => Part::QueryStart,
        (Part::Path | Part::Query | Part::QueryStart, b'#') => Part::FragmentStart,
        (Part::Path, _) => return invalid_url("Invalid char in url path", at),
        (Part::QueryStart | Part::Query, b'?') => Part::Query,
        (Part::QueryStart | Part::Query, _) if is_path(byte) => Part::Query,
        (Part::QueryStart | Part::Query, _) => return invalid_url("Invalid char in url query", at),
        (Part::FragmentStart | Part::Fragment, b'?') => Part::Fragment,
        (Part::FragmentStart, b'#') => Part::FragmentStart,
        (Part::Fragment, b'#') => Part::Fragment,
        (Part::FragmentStart | Part::Fragment, _) if is_path(byte) => part,
        (Part::FragmentStart, _) => {
            return invalid_url("Invalid char in url fragment start", at);
        }
        (Part::Fragment, _) => return invalid_url("Invalid char in url fragment", at),
    };
    Ok(next)
}
