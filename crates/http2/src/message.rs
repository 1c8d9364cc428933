//! What a message must be beyond its frames: RFC 9113, section 8. A field that breaks a rule is left out or makes the
//! message malformed, which ends its stream alone.
//!
//! nghttp2 knows these rules, too, but the version at hand ends the whole session where one is broken: everybody else on
//! that connection would suffer.

use crate::characters::{is_authority, is_method, is_name, is_path, is_scheme, is_value};

/// What becomes of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Take,
    /// It is as if it had not come.
    Ignore,
    /// The message is malformed.
    Refuse,
}

/// A block of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Block {
    #[default]
    Request,
    Response,
    Trailers,
}

/// What a request asks for, as far as the answer's form depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Method {
    #[default]
    Other,
    Head,
    Connect,
    Options,
}

impl Method {
    fn of(value: &[u8]) -> Method {
        match value {
            b"HEAD" => Method::Head,
            b"CONNECT" => Method::Connect,
            b"OPTIONS" => Method::Options,
            _ => Method::Other,
        }
    }
}

const METHOD: u8 = 1;
const SCHEME: u8 = 2;
const AUTHORITY: u8 = 4;
const PATH: u8 = 8;
const PROTOCOL: u8 = 16;
const STATUS: u8 = 32;
const HOST: u8 = 64;

/// The message that comes on a stream, from its first field to its end.
#[derive(Debug, Default)]
pub(crate) struct Message {
    block: Block,
    /// Of an answer: what was asked for.
    asked: Method,
    /// Fields of the block that may come only once.
    seen: u8,
    /// Whether a field has come that has no colon before its name.
    has_plain: bool,
    method: Method,
    has_star: bool,
    /// Whether the path begins with a slash.
    has_slash: bool,
    /// Whether the scheme is that of the web.
    is_web: bool,
    status: u16,
    /// An informational answer has come: others follow.
    expects_more: bool,
    /// How long the body is said to be.
    length: Option<u64>,
    received: u64,
}

impl Message {
    /// The answer to a request with this method.
    pub(crate) fn answer_to(method: &[u8]) -> Message {
        Message {
            asked: Method::of(method),
            ..Message::default()
        }
    }

    /// What a further block is: an answer may follow an informational one.
    pub(crate) fn kind_of_next(&self) -> Block {
        match self.expects_more {
            true => Block::Response,
            false => Block::Trailers,
        }
    }

    /// A block begins.
    pub(crate) fn begin(&mut self, block: Block) {
        self.block = block;
        self.seen = 0;
        self.has_plain = false;
    }

    /// A field has come. `may_extend`: whether `:protocol` is known here. `is_lenient`: white space around values is let
    /// through.
    pub(crate) fn field(
        &mut self,
        name: &[u8],
        value: &[u8],
        may_extend: bool,
        is_lenient: bool,
    ) -> Verdict {
        if name.first() == Some(&b':') {
            return match self.pseudo(name, value, may_extend) {
                true => Verdict::Take,
                false => Verdict::Refuse,
            };
        }
        self.has_plain = true;
        if name.iter().any(u8::is_ascii_uppercase) {
            return Verdict::Refuse;
        }
        if !is_name(name) {
            return Verdict::Ignore;
        }
        match name {
            b"connection" | b"keep-alive" | b"proxy-connection" | b"transfer-encoding"
            | b"upgrade" => Verdict::Refuse,
            b"te" if !value.eq_ignore_ascii_case(b"trailers") => Verdict::Refuse,
            b"content-length" => self.content_length(value),
            b"host" => self.host(value),
            _ if is_value(value, is_lenient) => Verdict::Take,
            _ => Verdict::Ignore,
        }
    }

    /// Whether a field with a colon before its name may be.
    fn pseudo(&mut self, name: &[u8], value: &[u8], may_extend: bool) -> bool {
        let (mark, is_valid) = match (self.block, name) {
            (Block::Request, b":method") => (METHOD, is_method(value)),
            (Block::Request, b":scheme") => (SCHEME, is_scheme(value)),
            (Block::Request, b":authority") => (AUTHORITY, is_authority(value)),
            (Block::Request, b":path") => (PATH, is_path(value)),
            (Block::Request, b":protocol") => (PROTOCOL, may_extend && is_name_like(value)),
            (Block::Response, b":status") => (STATUS, status_of(value).is_some()),
            _ => return false,
        };
        if !is_valid || self.has_plain || !self.mark(mark) {
            return false;
        }
        match mark {
            METHOD => self.method = Method::of(value),
            SCHEME => {
                self.is_web =
                    value.eq_ignore_ascii_case(b"http") || value.eq_ignore_ascii_case(b"https");
            }
            PATH => (self.has_slash, self.has_star) = (value[0] == b'/', value == b"*"),
            STATUS => self.status = status_of(value).unwrap_or(0),
            _ => {}
        }
        true
    }

    /// Notes a field; false if it was there before.
    fn mark(&mut self, mark: u8) -> bool {
        let is_new = self.seen & mark == 0;
        self.seen |= mark;
        is_new
    }

    fn host(&mut self, value: &[u8]) -> Verdict {
        if self.block != Block::Request {
            return match is_value(value, false) {
                true => Verdict::Take,
                false => Verdict::Ignore,
            };
        }
        if !is_authority(value) {
            return Verdict::Ignore;
        }
        match self.mark(HOST) {
            true => Verdict::Take,
            false => Verdict::Refuse,
        }
    }

    fn content_length(&mut self, value: &[u8]) -> Verdict {
        if self.block == Block::Response {
            // Where no body can be, an empty one may be named, and is forgotten.
            let is_connected = self.asked == Method::Connect && self.status / 100 == 2;
            if is_connected {
                return Verdict::Ignore;
            }
            if self.status == 204 || self.status / 100 == 1 {
                return match value == b"0" && self.status == 204 {
                    true => Verdict::Ignore,
                    false => Verdict::Refuse,
                };
            }
        }
        let Some(length) = length_of(value).filter(|_| self.length.is_none()) else {
            return Verdict::Refuse;
        };
        self.length = Some(length);
        Verdict::Take
    }

    /// The block is over. False if something is missing, or should not be there.
    pub(crate) fn end_block(&mut self, ends_stream: bool) -> bool {
        let is_complete = match self.block {
            Block::Request => self.is_request(),
            Block::Response => self.is_response(),
            Block::Trailers => ends_stream,
        };
        is_complete && (!ends_stream || self.end())
    }

    /// The request of a promise is over; what follows on the stream is the answer to it.
    pub(crate) fn end_promise(&mut self) -> bool {
        let is_good = self.end_block(false) && self.method != Method::Connect;
        self.asked = self.method;
        self.length = None;
        is_good
    }

    fn is_request(&mut self) -> bool {
        let has = |marks: u8| self.seen & marks == marks;
        let is_connect = self.method == Method::Connect;
        if is_connect && !has(PROTOCOL) {
            self.length = None;
            return has(AUTHORITY) && self.seen & (SCHEME | PATH) == 0;
        }
        if !has(METHOD | SCHEME | PATH) || self.seen & (AUTHORITY | HOST) == 0 {
            return false;
        }
        if has(PROTOCOL) && (!is_connect || !has(AUTHORITY)) {
            return false;
        }
        let is_rooted = self.has_slash || self.has_star && self.method == Method::Options;
        is_rooted || !self.is_web
    }

    fn is_response(&mut self) -> bool {
        if self.seen & STATUS == 0 {
            return false;
        }
        self.expects_more = self.status / 100 == 1;
        match (self.asked, self.status) {
            (Method::Connect, _) => self.length = None,
            (Method::Head, _) | (_, 204 | 304) => self.length = Some(0),
            _ => {}
        }
        true
    }

    /// A part of the body has come. False if there should be none, or not so much.
    pub(crate) fn data(&mut self, count: usize) -> bool {
        self.received += count as u64;
        !self.expects_more && self.length.is_none_or(|length| self.received <= length)
    }

    /// The body is over. False if it is not as long as it was said to be.
    pub(crate) fn end(&self) -> bool {
        !self.expects_more && self.length.is_none_or(|length| self.received == length)
    }
}

fn is_name_like(value: &[u8]) -> bool {
    !value.is_empty() && is_value(value, false)
}

/// Three digits, and not those of a switch to another protocol.
fn status_of(value: &[u8]) -> Option<u16> {
    let [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9'] = value else {
        return None;
    };
    let status = value
        .iter()
        .fold(0, |sum, digit| sum * 10 + u16::from(digit - b'0'));
    Some(status).filter(|&status| status != 101)
}

/// Digits, and no more than fit into 63 bits.
fn length_of(value: &[u8]) -> Option<u64> {
    if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number: u64 = std::str::from_utf8(value).ok()?.parse().ok()?;
    Some(number).filter(|&number| number <= i64::MAX as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: [(&str, &str); 4] = [
        (":method", "GET"),
        (":scheme", "http"),
        (":path", "/"),
        (":authority", "localhost"),
    ];

    /// Whether a block is taken, and whether the whole is.
    fn block(message: &mut Message, kind: Block, fields: &[(&str, &str)], ends: bool) -> bool {
        message.begin(kind);
        let refused = fields.iter().any(|(name, value)| {
            message.field(name.as_bytes(), value.as_bytes(), false, false) == Verdict::Refuse
        });
        !refused && message.end_block(ends)
    }

    fn request(fields: &[(&str, &str)]) -> bool {
        block(&mut Message::default(), Block::Request, fields, true)
    }

    fn with(more: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
        [&GET, more].concat()
    }

    #[test]
    fn requests() {
        assert!(request(&GET));
        for (missing, (name, _)) in GET.iter().enumerate() {
            let mut fields = GET.to_vec();
            fields.remove(missing);
            assert!(!request(&fields), "without {name}");
        }
        for (name, value) in [
            (":path", "/again"),
            (":status", "200"),
            (":unknown", "x"),
            ("Upper", "x"),
            ("connection", "close"),
            ("te", "gzip"),
            ("content-length", "1"),
            ("content-length", "x"),
            ("content-length", "9223372036854775808"),
        ] {
            assert!(!request(&with(&[(name, value)])), "{name}: {value}");
        }
        assert!(!request(&with(&[("a", "b"), (":path", "/")])));
        assert!(request(&with(&[
            ("te", "Trailers"),
            ("content-length", "0")
        ])));
    }

    #[test]
    fn connect_has_an_authority_alone() {
        assert!(request(&[(":method", "CONNECT"), (":authority", "a:1")]));
        assert!(!request(&[
            (":method", "CONNECT"),
            (":authority", "a:1"),
            (":path", "/")
        ]));
        let extended = [&[(":method", "CONNECT")], &GET[1..]].concat();
        assert!(!request(&extended));
        let mut message = Message::default();
        message.begin(Block::Request);
        for (name, value) in extended.iter().chain(&[(":protocol", "websocket")]) {
            let verdict = message.field(name.as_bytes(), value.as_bytes(), true, false);
            assert_eq!(verdict, Verdict::Take);
        }
        assert!(message.end_block(false));
    }

    #[test]
    fn what_is_wrong_in_a_plain_field_is_left_out() {
        let mut message = Message::default();
        message.begin(Block::Request);
        for (name, value) in [("a b", "c"), ("", "c"), ("a", "b\n"), ("a", " b")] {
            let verdict = message.field(name.as_bytes(), value.as_bytes(), false, false);
            assert_eq!(verdict, Verdict::Ignore, "{name:?}: {value:?}");
        }
        assert_eq!(message.field(b"a", b" b", false, true), Verdict::Take);
    }

    #[test]
    fn bodies_are_as_long_as_they_are_said_to_be() {
        let mut message = Message::default();
        assert!(block(
            &mut message,
            Block::Request,
            &with(&[("content-length", "3")]),
            false
        ));
        assert!(message.data(2));
        assert!(!message.end());
        assert!(message.data(1));
        assert!(message.end());
        assert!(!message.data(1));
    }

    #[test]
    fn answers() {
        let ok: &[(&str, &str)] = &[(":status", "200"), ("content-length", "2")];
        let mut message = Message::answer_to(b"GET");
        assert!(block(
            &mut message,
            Block::Response,
            &[(":status", "103")],
            false
        ));
        assert_eq!(message.kind_of_next(), Block::Response);
        assert!(block(&mut message, Block::Response, ok, false));
        assert_eq!(message.kind_of_next(), Block::Trailers);
        assert!(message.data(2));
        assert!(block(&mut message, Block::Trailers, &[("a", "b")], true));
        assert!(!block(
            &mut Message::answer_to(b"GET"),
            Block::Response,
            ok,
            true
        ));
        assert!(block(
            &mut Message::answer_to(b"HEAD"),
            Block::Response,
            ok,
            true
        ));
        for status in ["", "99", "000", "101", "1000", "abc"] {
            let mut message = Message::answer_to(b"GET");
            assert!(!block(
                &mut message,
                Block::Response,
                &[(":status", status)],
                true
            ));
        }
        let mut early = Message::answer_to(b"GET");
        assert!(block(
            &mut early,
            Block::Response,
            &[(":status", "100")],
            false
        ));
        assert!(!early.data(1));
    }
}
