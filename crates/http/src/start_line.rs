//! The first line: of a request, method, target and version; of a response, version and status.

use crate::ParseError;
use crate::error::{
    cr_expected, invalid_constant, invalid_method, invalid_status, invalid_url, invalid_version,
    preface, strict,
};
use crate::head::{Kind, Scan, Step};
use crate::lenient::Lenient;
use crate::method::{Method, PREFACE};
use crate::target::Part;

const PROTOCOLS: [&[u8]; 3] = [b"HTTP/", b"RTSP/", b"ICE/"];

impl Scan {
    pub(crate) fn read_start_line(&mut self, head: &[u8]) -> Result<(), ParseError> {
        match self.step {
            Step::Method => return self.read_method(head),
            Step::Preface => return self.read_preface(head),
            Step::Target(part) => return self.read_target(head, part),
            Step::Protocol => return self.read_protocol(head),
            Step::StatusText => return self.read_status_text(head),
            _ => {}
        }
        let byte = head[self.at];
        self.step = match self.step {
            Step::BeforeTarget => {
                if byte == b' ' {
                    self.at += 1;
                    return Ok(());
                }
                self.mark = self.at;
                Step::Target(match self.method {
                    Method::CONNECT => Part::HostStart,
                    _ => Part::Start,
                })
            }
            Step::TargetLf => {
                if byte != b'\n' {
                    return invalid_url("Expected CRLF", self.at);
                }
                self.at += 1;
                self.first_field()
            }
            Step::BeforeProtocol => match byte {
                b' ' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\t' | 0x0c => return invalid_url("Invalid characters in url", self.at + 1),
                _ => {
                    self.mark = self.at;
                    Step::Protocol
                }
            },
            Step::Major | Step::Dot | Step::Minor => self.read_version(byte)?,
            Step::VersionEnd | Step::VersionLf => self.end_version(byte)?,
            _ => self.read_status(byte)?,
        };
        Ok(())
    }

    fn first_field(&mut self) -> Step {
        self.fields_at = self.at;
        Step::FirstLine
    }

    fn read_method(&mut self, head: &[u8]) -> Result<(), ParseError> {
        match Method::at_start(head) {
            Err(length) if length == head.len() => Ok(()),
            Err(length) => invalid_method("Invalid method encountered", length),
            Ok(method) => {
                let end = method.name().len();
                match head.get(end) {
                    None => Ok(()),
                    Some(b' ') => {
                        self.method = method;
                        self.at = end + 1;
                        self.step = Step::BeforeTarget;
                        Ok(())
                    }
                    Some(_) => invalid_method("Expected space after method", end),
                }
            }
        }
    }

    /// The rest of how HTTP/2 begins, which is not spoken here.
    fn read_preface(&mut self, head: &[u8]) -> Result<(), ParseError> {
        let rest = &head[self.at..];
        let common = PREFACE.iter().zip(rest).take_while(|(a, b)| a == b);
        let common = common.count();
        let end = self.at + common;
        if common == PREFACE.len() {
            return preface("Pause on PRI/Upgrade", end);
        }
        if common < rest.len() {
            return invalid_version("Expected HTTP/2 Connection Preface", end);
        }
        Ok(())
    }

    fn read_protocol(&mut self, head: &[u8]) -> Result<(), ParseError> {
        let text = &head[self.mark..];
        let mut longest = 0;
        for protocol in PROTOCOLS {
            let common = protocol.iter().zip(text).take_while(|(a, b)| a == b);
            let common = common.count();
            longest = longest.max(common);
            if common == protocol.len() {
                let end = self.mark + common;
                self.check_protocol(protocol, end - 1)?;
                self.at = end;
                self.step = Step::Major;
                return Ok(());
            }
        }
        match longest == text.len() {
            true => Ok(()),
            false => invalid_constant("Expected HTTP/, RTSP/ or ICE/", self.mark + longest),
        }
    }

    fn check_protocol(&self, protocol: &[u8], at: usize) -> Result<(), ParseError> {
        if self.kind == Kind::Response {
            return Ok(());
        }
        match protocol[0] {
            b'H' if self.method.is_of_rtsp_only() => {
                invalid_constant("Invalid method for HTTP/x.x request", at)
            }
            b'R' if !self.method.fits_rtsp() => {
                invalid_constant("Invalid method for RTSP/x.x request", at)
            }
            b'I' if self.method != Method::SOURCE => {
                invalid_constant("Expected SOURCE method for ICE/x.x request", at)
            }
            _ => Ok(()),
        }
    }

    fn read_version(&mut self, byte: u8) -> Result<Step, ParseError> {
        let digit = byte.is_ascii_digit().then(|| byte - b'0');
        let next = match (self.step, digit) {
            (Step::Major, Some(digit)) => {
                self.major = digit;
                Step::Dot
            }
            (Step::Major, None) => return invalid_version("Invalid major version", self.at),
            (Step::Dot, _) if byte == b'.' => Step::Minor,
            (Step::Dot, _) => return invalid_version("Expected dot", self.at),
            (_, Some(digit)) => {
                self.minor = digit;
                let known = [(0, 9), (1, 0), (1, 1), (2, 0)];
                if !known.contains(&(self.major, digit)) && !self.lenient.has(Lenient::VERSION) {
                    return invalid_version("Invalid HTTP version", self.at + 1);
                }
                match self.kind {
                    Kind::Request if self.method == Method::PRI => Step::Preface,
                    Kind::Request => Step::VersionEnd,
                    Kind::Response => Step::BeforeStatus,
                }
            }
            (_, None) => return invalid_version("Invalid minor version", self.at),
        };
        self.at += 1;
        Ok(next)
    }

    fn end_version(&mut self, byte: u8) -> Result<Step, ParseError> {
        let reason = "Expected CRLF after version";
        match (self.step, byte) {
            (Step::VersionEnd, b'\r') => {
                self.at += 1;
                Ok(Step::VersionLf)
            }
            (Step::VersionEnd, b'\n') if self.lenient.has(Lenient::OPTIONAL_CR) => {
                self.at += 1;
                Ok(self.first_field())
            }
            (Step::VersionEnd, b'\n') => invalid_version(reason, self.at + 1),
            (Step::VersionEnd, _) => invalid_version(reason, self.at),
            (_, b'\n') => {
                self.at += 1;
                Ok(self.first_field())
            }
            _ if self.lenient.has(Lenient::OPTIONAL_LF) => Ok(self.first_field()),
            _ => strict(reason, self.at),
        }
    }

    fn read_status(&mut self, byte: u8) -> Result<Step, ParseError> {
        let next = match (self.step, byte) {
            (Step::BeforeStatus, b' ') => Step::Status(0),
            (Step::BeforeStatus, _) => {
                return invalid_version("Expected space after version", self.at);
            }
            (Step::Status(count), b'0'..=b'9') => {
                self.status = self.status * 10 + u16::from(byte - b'0');
                match count {
                    2 => Step::StatusEnd,
                    _ => Step::Status(count + 1),
                }
            }
            (Step::Status(_), _) => return invalid_status("Invalid status code", self.at),
            (Step::StatusEnd, b' ') => {
                self.mark = self.at + 1;
                self.words = (self.mark, self.mark);
                Step::StatusText
            }
            (Step::StatusEnd, b'\r') => {
                self.words = (self.at, self.at);
                Step::StatusLf
            }
            (Step::StatusEnd, b'\n') => {
                if !self.lenient.has(Lenient::OPTIONAL_CR) {
                    return invalid_status("Invalid response status", self.at + 1);
                }
                self.at += 1;
                return Ok(self.first_field());
            }
            (Step::StatusEnd, _) => return invalid_status("Invalid response status", self.at),
            (_, b'\n') => {
                self.at += 1;
                return Ok(self.first_field());
            }
            _ if self.lenient.has(Lenient::OPTIONAL_LF) => return Ok(self.first_field()),
            _ => return strict("Expected LF after CR", self.at),
        };
        self.at += 1;
        Ok(next)
    }

    fn read_status_text(&mut self, head: &[u8]) -> Result<(), ParseError> {
        let rest = &head[self.at..];
        let Some(length) = rest.iter().position(|&byte| byte == b'\r' || byte == b'\n') else {
            self.at = head.len();
            return Ok(());
        };
        let end = self.at + length;
        self.words = (self.mark, end);
        self.count(end - self.mark, end + 1)?;
        self.at = end + 1;
        self.step = match head[end] {
            b'\r' => Step::StatusLf,
            _ if self.lenient.has(Lenient::OPTIONAL_CR) => self.first_field(),
            _ => return cr_expected("Missing expected CR after response line", end + 1),
        };
        Ok(())
    }
}
