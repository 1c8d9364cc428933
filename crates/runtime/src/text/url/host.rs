//! Hosts: domains, IPv4 and IPv6 addresses, and opaque hosts.

use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};

use idna::AsciiDenyList;

use super::percent;

/// Parses a host and serializes it. `None` if it is not valid.
pub fn parse(input: &[u8], is_special: bool) -> Option<String> {
    if let [b'[', address @ ..] = input {
        let address = std::str::from_utf8(address.strip_suffix(b"]")?).ok()?;
        return Some(serialize_ipv6(address.parse().ok()?));
    }
    if !is_special {
        return parse_opaque(input);
    }
    let domain = domain_to_ascii(input)?;
    if ends_in_a_number(&domain) {
        parse_ipv4(&domain).map(|ip| ip.to_string())
    } else {
        Some(domain)
    }
}

fn parse_opaque(input: &[u8]) -> Option<String> {
    if input.iter().any(|&byte| is_forbidden(byte)) {
        return None;
    }
    let mut host = String::with_capacity(input.len());
    percent::encode(input, percent::CONTROLS, &mut host);
    Some(host)
}

/// What no host contains.
fn is_forbidden(byte: u8) -> bool {
    matches!(
        byte,
        0 | b'\t'
            | b'\n'
            | b'\r'
            | b' '
            | b'#'
            | b'/'
            | b':'
            | b'<'
            | b'>'
            | b'?'
            | b'@'
            | b'['
            | b'\\'
            | b']'
            | b'^'
            | b'|'
    )
}

/// What no domain contains.
fn is_forbidden_in_domain(byte: u8) -> bool {
    is_forbidden(byte) || byte < 0x20 || byte == b'%' || byte == 0x7f
}

fn domain_to_ascii(input: &[u8]) -> Option<String> {
    let decoded = if input.contains(&b'%') {
        Cow::Owned(percent::decode(input))
    } else {
        Cow::Borrowed(input)
    };
    // As in Node, labels in Punycode are not looked into where all is ASCII.
    let domain = if decoded.is_ascii() {
        String::from_utf8_lossy(&decoded).to_ascii_lowercase()
    } else {
        let text = String::from_utf8_lossy(&decoded);
        idna::domain_to_ascii_cow(text.as_bytes(), AsciiDenyList::EMPTY)
            .ok()?
            .into_owned()
    };
    let is_valid = !domain.is_empty() && !domain.bytes().any(is_forbidden_in_domain);
    is_valid.then_some(domain)
}

fn ends_in_a_number(domain: &str) -> bool {
    let domain = domain.strip_suffix('.').unwrap_or(domain);
    let last = domain.rsplit('.').next().unwrap_or_default();
    let is_decimal = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    is_decimal || is_hexadecimal(last)
}

fn is_hexadecimal(text: &str) -> bool {
    text.strip_prefix("0x")
        .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn parse_ipv4(domain: &str) -> Option<Ipv4Addr> {
    let parts: Vec<&str> = domain
        .strip_suffix('.')
        .unwrap_or(domain)
        .split('.')
        .collect();
    if parts.len() > 4 {
        return None;
    }
    let (last, first) = parts.split_last()?;
    let mut address = 0;
    for (index, part) in first.iter().enumerate() {
        let number = parse_ipv4_number(part).filter(|&number| number < 256)?;
        address |= number << (24 - 8 * index);
    }
    let number = parse_ipv4_number(last)?;
    let room = 32 - 8 * first.len();
    if number >> room != 0 {
        return None;
    }
    Some(Ipv4Addr::from_bits((address | number) as u32))
}

/// A part of an IPv4 address: decimal, octal after `0`, hexadecimal after `0x`.
fn parse_ipv4_number(part: &str) -> Option<u64> {
    if part.is_empty() {
        return None;
    }
    let (digits, radix) = if let Some(digits) = part.strip_prefix("0x") {
        (digits, 16)
    } else if part.len() > 1 && part.starts_with('0') {
        (&part[1..], 8)
    } else {
        (part, 10)
    };
    if digits.is_empty() {
        return Some(0);
    }
    if !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    // What is too large for 64 bits is too large anyway.
    Some(u64::from_str_radix(digits, radix).unwrap_or(u64::MAX))
}

fn serialize_ipv6(address: Ipv6Addr) -> String {
    let pieces = address.segments();
    let zeros = longest_zeros(&pieces);
    let mut text = String::from("[");
    let mut at = 0;
    while at < 8 {
        if zeros.is_some_and(|(start, _)| start == at) {
            text.push_str(if at == 0 { "::" } else { ":" });
            at += zeros.map_or(0, |(_, length)| length);
            continue;
        }
        text.push_str(&format!("{:x}", pieces[at]));
        at += 1;
        if at < 8 {
            text.push(':');
        }
    }
    text.push(']');
    text
}

/// The first longest run of zeros, if it has more than one: where it starts and its length.
fn longest_zeros(pieces: &[u16; 8]) -> Option<(usize, usize)> {
    let mut longest: Option<(usize, usize)> = None;
    let mut at = 0;
    while at < 8 {
        let length = pieces[at..].iter().take_while(|&&piece| piece == 0).count();
        if length > longest.map_or(1, |(_, length)| length) {
            longest = Some((at, length));
        }
        at += length.max(1);
    }
    longest
}

/// A domain in ASCII, as a URL has it; empty if it is not valid.
pub fn to_ascii(domain: &str) -> String {
    super::parse(&format!("ws://{domain}"), None)
        .map_or_else(String::new, |url| url.hostname().to_owned())
}

/// A domain in ASCII by the rules for international names alone; empty if it is not valid.
pub fn idna_to_ascii(domain: &str) -> String {
    idna::domain_to_ascii_cow(domain.as_bytes(), AsciiDenyList::EMPTY)
        .map_or_else(|_| String::new(), Cow::into_owned)
}

/// A domain in Unicode; empty if it is not valid.
pub fn to_unicode(domain: &str) -> String {
    idna::domain_to_unicode(&to_ascii(domain)).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn special(host: &str) -> Option<String> {
        parse(host.as_bytes(), true)
    }

    #[test]
    fn ipv4() {
        assert_eq!(special("0300.0xA8.1").as_deref(), Some("192.168.0.1"));
        assert_eq!(special("4294967295").as_deref(), Some("255.255.255.255"));
        assert_eq!(special("4294967296"), None);
        assert_eq!(special("1.2.3.4.").as_deref(), Some("1.2.3.4"));
        assert_eq!(special("1.2.3.4.5"), None);
        assert_eq!(special("1.08"), None);
        assert_eq!(special("a.0x"), None);
        assert_eq!(special("0x").as_deref(), Some("0.0.0.0"));
    }

    #[test]
    fn ipv6() {
        assert_eq!(
            special("[0:0:1:0:0:0:1:0]").as_deref(),
            Some("[0:0:1::1:0]")
        );
        assert_eq!(special("[::]").as_deref(), Some("[::]"));
        assert_eq!(special("[1::]").as_deref(), Some("[1::]"));
        assert_eq!(
            special("[::ffff:1.2.3.4]").as_deref(),
            Some("[::ffff:102:304]")
        );
        assert_eq!(
            special("[1:0:2:3:4:5:6:7]").as_deref(),
            Some("[1:0:2:3:4:5:6:7]")
        );
        assert_eq!(special("[::1%eth0]"), None);
        assert_eq!(special("[::1]x"), None);
    }

    #[test]
    fn domains() {
        assert_eq!(to_ascii("español.com"), "xn--espaol-zwa.com");
        assert_eq!(to_unicode("xn--espaol-zwa.COM"), "español.com");
        assert_eq!(to_ascii("xn--iñvalid.com"), "");
        assert_eq!(special("%66oo.EX"), Some("foo.ex".into()));
    }
}
