//! Percent-encoding, and which characters each part of a URL encodes.

/// A set of ASCII characters; whatever is not ASCII is always encoded.
#[derive(Clone, Copy)]
pub struct EncodeSet(u128);

const fn with(set: EncodeSet, characters: &[u8]) -> EncodeSet {
    let mut bits = set.0;
    let mut at = 0;
    while at < characters.len() {
        bits |= 1 << characters[at];
        at += 1;
    }
    EncodeSet(bits)
}

/// Controls: U+0000 to U+001F, and U+007F
pub const CONTROLS: EncodeSet = EncodeSet(0xffff_ffff | 1 << 0x7f);
pub const FRAGMENT: EncodeSet = with(CONTROLS, b" \"<>`");
pub const QUERY: EncodeSet = with(CONTROLS, b" \"#<>");
pub const SPECIAL_QUERY: EncodeSet = with(QUERY, b"'");
pub const PATH: EncodeSet = with(QUERY, b"?^`{}");
pub const USERINFO: EncodeSet = with(PATH, b"/:;=@[\\]|");

impl EncodeSet {
    pub fn contains(self, byte: u8) -> bool {
        byte >= 0x80 || self.0 >> byte & 1 == 1
    }
}

/// Appends `bytes` (UTF-8) to `output`, those of the set as `%XX`.
pub fn encode(bytes: &[u8], set: EncodeSet, output: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut rest = bytes;
    while !rest.is_empty() {
        let plain = rest
            .iter()
            .position(|&byte| set.contains(byte))
            .unwrap_or(rest.len());
        output.push_str(str::from_utf8(&rest[..plain]).unwrap_or_default());
        let Some(&byte) = rest.get(plain) else { break };
        output.push('%');
        output.push(DIGITS[usize::from(byte >> 4)] as char);
        output.push(DIGITS[usize::from(byte & 15)] as char);
        rest = &rest[plain + 1..];
    }
}

/// The bytes of a text in which `%XX` stands for a byte.
pub fn decode(bytes: &[u8]) -> Vec<u8> {
    let value = |at: usize| {
        bytes
            .get(at)
            .and_then(|&digit| (digit as char).to_digit(16))
    };
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], value(at + 1), value(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high << 4 | low) as u8);
                at += 3;
            }
            (byte, ..) => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        let mut text = String::new();
        encode("a é?#".as_bytes(), PATH, &mut text);
        assert_eq!(text, "a%20%C3%A9%3F%23");
        assert_eq!(decode(text.as_bytes()), "a é?#".as_bytes());
        assert_eq!(decode(b"%4%41%zz%"), b"%4A%zz%");
    }
}
