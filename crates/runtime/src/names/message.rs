//! Messages of the domain name system: questions are written, answers are read.
//!
//! Our own, and not that of a crate: it reads what c-ares reads (a record that is longer than it need be, names with any
//! bytes, records of unknown kinds) and refuses what c-ares refuses, which scripts can tell by codes of errors.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::name;

/// What can be asked for.
pub(crate) mod kind {
    pub(crate) const A: u16 = 1;
    pub(crate) const NS: u16 = 2;
    pub(crate) const CNAME: u16 = 5;
    pub(crate) const SOA: u16 = 6;
    pub(crate) const PTR: u16 = 12;
    pub(crate) const MX: u16 = 15;
    pub(crate) const TXT: u16 = 16;
    pub(crate) const AAAA: u16 = 28;
    pub(crate) const SRV: u16 = 33;
    pub(crate) const NAPTR: u16 = 35;
    pub(crate) const TLSA: u16 = 52;
    pub(crate) const CAA: u16 = 257;
}

const HEADER: usize = 12;
const INTERNET: u16 = 1;
const TRUNCATED: u16 = 0x200;
const RECURSION_DESIRED: u16 = 0x100;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// The name, as messages have it
    name: Vec<u8>,
    kind: u16,
}

impl Question {
    /// A question for records of a kind. None if it cannot be a name.
    pub(crate) fn new(name: &str, kind: u16) -> Option<Question> {
        let name = name::to_wire(name)?;
        Some(Question { name, kind })
    }

    /// The message that asks it.
    pub(super) fn message(&self, id: u16) -> Vec<u8> {
        let mut message = Vec::with_capacity(HEADER + self.name.len() + 4);
        for number in [id, RECURSION_DESIRED, 1, 0, 0, 0] {
            message.extend(number.to_be_bytes());
        }
        message.extend(&self.name);
        message.extend(self.kind.to_be_bytes());
        message.extend(INTERNET.to_be_bytes());
        message
    }

    /// Whether a message repeats it. Large letters count as small ones.
    fn is_in(&self, message: &[u8]) -> bool {
        let length = self.name.len();
        message
            .get(HEADER..HEADER + length + 4)
            .is_some_and(|text| {
                let (name, rest) = text.split_at(length);
                let [kind @ .., _, _] = rest else {
                    return false;
                };
                name.eq_ignore_ascii_case(&self.name) && *kind == self.kind.to_be_bytes()
            })
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reply {
    /// How it went: 0 if well
    pub(crate) code: u8,
    /// How many records there are, of whatever kind
    pub(crate) count: usize,
    /// Those of the internet that are known
    pub(crate) records: Vec<Record>,
}

/// A record of an answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// The seconds for which it holds
    pub(crate) ttl: u32,
    pub(crate) data: Data,
}

/// What a record says. The names of the fields are those of scripts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Data {
    A(Ipv4Addr),
    Aaaa(Ipv6Addr),
    Cname(String),
    Ns(String),
    Ptr(String),
    Mx {
        priority: u16,
        exchange: String,
    },
    Txt(Vec<Vec<u8>>),
    Srv {
        priority: u16,
        weight: u16,
        port: u16,
        name: String,
    },
    Soa {
        nsname: String,
        hostmaster: String,
        /// Serial, refresh, retry, expire, minttl
        numbers: [u32; 5],
    },
    Naptr {
        order: u16,
        preference: u16,
        /// Flags, service, regexp
        texts: [Vec<u8>; 3],
        replacement: String,
    },
    Tlsa {
        /// Certificate usage, selector, matching type
        numbers: [u8; 3],
        data: Vec<u8>,
    },
    Caa {
        critical: u8,
        tag: Vec<u8>,
        value: Vec<u8>,
    },
}

/// What a message turns out to be.
#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    /// The answer
    Answer(Reply),
    /// The answer did not fit: it is to be asked for by TCP
    Truncated,
    /// Something else, maybe of somebody who would like to be taken for the server
    Unrelated,
    /// An answer that cannot be read
    Malformed,
}

/// Reads what came after a question was asked with the number `id`.
pub(super) fn hear(message: &[u8], question: &Question, id: u16) -> Heard {
    let Some(header) = Header::read(message) else {
        return Heard::Malformed;
    };
    if header.id != id {
        return Heard::Unrelated;
    }
    if header.questions != 1 {
        return Heard::Malformed;
    }
    let Some(reply) = read_reply(message, &header) else {
        return Heard::Malformed;
    };
    if !question.is_in(message) {
        return Heard::Unrelated;
    }
    if header.flags & TRUNCATED != 0 {
        return Heard::Truncated;
    }
    Heard::Answer(reply)
}

struct Header {
    id: u16,
    flags: u16,
    questions: u16,
    answers: u16,
    others: usize,
}

impl Header {
    fn read(message: &[u8]) -> Option<Header> {
        let mut from = Reader { message, at: 0 };
        let [id, flags, questions, answers] = from.numbers()?;
        let [authorities, additional] = from.numbers()?;
        Some(Header {
            id,
            flags,
            questions,
            answers,
            others: usize::from(authorities) + usize::from(additional),
        })
    }
}

fn read_reply(message: &[u8], header: &Header) -> Option<Reply> {
    let at = HEADER;
    let mut from = Reader { message, at };
    from.name()?;
    from.bytes(4)?;
    let mut records = Vec::new();
    for _ in 0..header.answers {
        records.extend(from.record()?);
    }
    // The rest tells nothing that is asked for here, but must be there.
    for _ in 0..header.others {
        from.skip_record()?;
    }
    Some(Reply {
        code: (header.flags & 15) as u8,
        count: usize::from(header.answers),
        records,
    })
}

/// A place in a message, from which things are read one after the other. None where there is no such thing.
struct Reader<'a> {
    message: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let bytes = self.message.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(bytes)
    }

    fn u8(&mut self) -> Option<u8> {
        self.bytes(1).map(|bytes| bytes[0])
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes(self.bytes(2)?.try_into().ok()?))
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.bytes(4)?.try_into().ok()?))
    }

    fn numbers<const N: usize>(&mut self) -> Option<[u16; N]> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.u16()?;
        }
        Some(numbers)
    }

    fn name(&mut self) -> Option<String> {
        let (name, after) = name::from_wire(self.message, self.at)?;
        self.at = after;
        Some(name)
    }

    /// Bytes after their number.
    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.u8()?;
        self.bytes(usize::from(length))
    }

    /// The kind, class and time of the record that begins here, and what is in it.
    fn frame(&mut self) -> Option<(u16, u16, u32, Reader<'a>)> {
        self.name()?;
        let [kind, class] = self.numbers()?;
        let ttl = self.u32()?;
        let length = usize::from(self.u16()?);
        let at = self.at;
        self.bytes(length)?;
        // Names in it may point back to anywhere, but it ends where it says.
        let message = &self.message[..at + length];
        Some((kind, class, ttl, Reader { message, at }))
    }

    fn skip_record(&mut self) -> Option<()> {
        self.frame().map(drop)
    }

    /// A record; the inner None is for one that is of no interest.
    fn record(&mut self) -> Option<Option<Record>> {
        let (kind, class, ttl, mut content) = self.frame()?;
        if class != INTERNET {
            return Some(None);
        }
        match content.data(kind) {
            Known::Data(data) => Some(Some(Record { ttl, data })),
            Known::Unknown => Some(None),
            Known::Malformed => None,
        }
    }

    fn data(&mut self, kind: u16) -> Known {
        let data = match kind {
            kind::A => self.ipv4(),
            kind::AAAA => self.ipv6(),
            kind::CNAME => self.name().map(Data::Cname),
            kind::NS => self.name().map(Data::Ns),
            kind::PTR => self.name().map(Data::Ptr),
            kind::MX => self.mx(),
            kind::TXT => self.txt(),
            kind::SRV => self.srv(),
            kind::SOA => self.soa(),
            kind::NAPTR => self.naptr(),
            kind::TLSA => self.tlsa(),
            kind::CAA => self.caa(),
            _ => return Known::Unknown,
        };
        data.map_or(Known::Malformed, Known::Data)
    }

    fn ipv4(&mut self) -> Option<Data> {
        let bytes: [u8; 4] = self.bytes(4)?.try_into().ok()?;
        Some(Data::A(bytes.into()))
    }

    fn ipv6(&mut self) -> Option<Data> {
        let bytes: [u8; 16] = self.bytes(16)?.try_into().ok()?;
        Some(Data::Aaaa(bytes.into()))
    }

    fn mx(&mut self) -> Option<Data> {
        Some(Data::Mx {
            priority: self.u16()?,
            exchange: self.name()?,
        })
    }

    /// One text at least.
    fn txt(&mut self) -> Option<Data> {
        let mut texts = vec![self.text()?.to_vec()];
        while !self.is_at_end() {
            texts.push(self.text()?.to_vec());
        }
        Some(Data::Txt(texts))
    }

    fn srv(&mut self) -> Option<Data> {
        let [priority, weight, port] = self.numbers()?;
        let name = self.name()?;
        Some(Data::Srv {
            priority,
            weight,
            port,
            name,
        })
    }

    fn soa(&mut self) -> Option<Data> {
        let (nsname, hostmaster) = (self.name()?, self.name()?);
        let mut numbers = [0; 5];
        for number in &mut numbers {
            *number = self.u32()?;
        }
        Some(Data::Soa {
            nsname,
            hostmaster,
            numbers,
        })
    }

    fn naptr(&mut self) -> Option<Data> {
        let [order, preference] = self.numbers()?;
        let texts = [self.text()?, self.text()?, self.text()?].map(<[u8]>::to_vec);
        let replacement = self.name()?;
        Some(Data::Naptr {
            order,
            preference,
            texts,
            replacement,
        })
    }

    fn tlsa(&mut self) -> Option<Data> {
        let numbers = self.bytes(3)?.try_into().ok()?;
        let data = self.rest();
        (!data.is_empty()).then_some(Data::Tlsa { numbers, data })
    }

    fn caa(&mut self) -> Option<Data> {
        let critical = self.u8()?;
        let (tag, value) = (self.text()?.to_vec(), self.rest());
        let is_whole = !tag.is_empty() && !value.is_empty();
        is_whole.then_some(Data::Caa {
            critical,
            tag,
            value,
        })
    }

    fn rest(&mut self) -> Vec<u8> {
        let rest = self.message.get(self.at..).unwrap_or_default();
        self.at = self.message.len();
        rest.to_vec()
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.message.len()
    }
}

/// What the content of a record turns out to be.
enum Known {
    Data(Data),
    /// Of a kind that nobody asks for
    Unknown,
    Malformed,
}

#[cfg(test)]
#[path = "message_tests.rs"]
mod tests;
