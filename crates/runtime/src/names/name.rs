//! Names of hosts, as people write them and as messages have them.

/// The most bytes that a name takes in a message, and the most in one of its labels.
const MAX_NAME: usize = 255;
const MAX_LABEL: usize = 63;

/// Whether a character may be in a name that is asked for.
fn is_askable(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_./*".contains(&byte)
}

/// A name in the form of messages: labels, each after its length, and an empty one at the end. None if it cannot be one.
///
/// `\.` is a dot inside of a label, `\065` a character by its number.
pub(super) fn to_wire(text: &str) -> Option<Vec<u8>> {
    let mut wire = Vec::with_capacity(text.len() + 2);
    let mut label = Vec::new();
    let mut bytes = text.bytes();
    if text == "." {
        return Some(vec![0]);
    }
    while let Some(byte) = bytes.next() {
        match byte {
            b'.' => end_label(&mut wire, &mut label)?,
            b'\\' => label.push(unescape(&mut bytes)?),
            byte => label.push(byte),
        }
    }
    if !label.is_empty() {
        end_label(&mut wire, &mut label)?;
    }
    wire.push(0);
    (wire.len() <= MAX_NAME).then_some(wire)
}

fn end_label(wire: &mut Vec<u8>, label: &mut Vec<u8>) -> Option<()> {
    if label.is_empty() || label.len() > MAX_LABEL || !label.iter().all(|&byte| is_askable(byte)) {
        return None;
    }
    wire.push(label.len() as u8);
    wire.append(label);
    Some(())
}

/// What stands after a backslash.
fn unescape(bytes: &mut impl Iterator<Item = u8>) -> Option<u8> {
    let first = bytes.next()?;
    if !first.is_ascii_digit() {
        return Some(first);
    }
    let mut number = u32::from(first - b'0');
    for _ in 0..2 {
        let digit = bytes.next().filter(u8::is_ascii_digit)?;
        number = number * 10 + u32::from(digit - b'0');
    }
    u8::try_from(number).ok()
}

/// The name at a place of a message as text, without a dot at its end, and the place after it. None if it is malformed.
///
/// A name may go on where an earlier one stands. That must be before where this one, or the part of it that points there,
/// began: so no chain of these has a loop.
pub(super) fn from_wire(message: &[u8], start: usize) -> Option<(String, usize)> {
    let mut text = String::new();
    let (mut at, mut part, mut after) = (start, start, None);
    let mut length = 1;
    loop {
        let first = *message.get(at)?;
        match first >> 6 {
            0 if first == 0 => return Some((text, after.unwrap_or(at + 1))),
            0 => {
                let label = message.get(at + 1..at + 1 + usize::from(first))?;
                length += label.len() + 1;
                if length > MAX_NAME {
                    return None;
                }
                if !text.is_empty() {
                    text.push('.');
                }
                label.iter().for_each(|&byte| push_escaped(&mut text, byte));
                at += 1 + label.len();
            }
            3 => {
                let second = *message.get(at + 1)?;
                after = after.or(Some(at + 2));
                at = usize::from(u16::from_be_bytes([first & 0x3f, second]));
                if at >= part {
                    return None;
                }
                part = at;
            }
            _ => return None,
        }
    }
}

fn push_escaped(text: &mut String, byte: u8) {
    match byte {
        b'"' | b'.' | b';' | b'\\' | b'(' | b')' | b'@' | b'$' => {
            text.push('\\');
            text.push(char::from(byte));
        }
        b' '..=b'~' => text.push(char::from(byte)),
        _ => text.push_str(&format!("\\{byte:03}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{from_wire, to_wire};

    #[test]
    fn names_can_be_asked_for() {
        for (text, wire) in [
            ("", "\0"),
            (".", "\0"),
            ("a", "\u{1}a\0"),
            ("a.bc.", "\u{1}a\u{2}bc\0"),
            ("_sip._tcp.x", "\u{4}_sip\u{4}_tcp\u{1}x\0"),
            ("a\\.b", "\u{3}a.b\0"),
            ("\\065", "\u{1}A\0"),
        ] {
            assert_eq!(to_wire(text).as_deref(), Some(wire.as_bytes()), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_a_name_is_refused() {
        let long = format!("{}.", "a".repeat(62)).repeat(5);
        for text in [
            "a..b",
            ".a",
            "..",
            "a b",
            "::1",
            "a\\",
            "a\\1",
            "a\\300",
            &"a".repeat(64),
            &long,
        ] {
            assert_eq!(to_wire(text), None, "{text}");
        }
        assert!(to_wire(&"a".repeat(63)).is_some());
    }

    #[test]
    fn names_are_read_with_what_they_point_to() {
        let message = b"\x03com\x00\x01a\xc0\x00\x01b\xc0\x05";
        assert_eq!(from_wire(message, 0), Some(("com".into(), 5)));
        assert_eq!(from_wire(message, 5), Some(("a.com".into(), 9)));
        assert_eq!(from_wire(message, 9), Some(("b.a.com".into(), 13)));
        let odd = b"\x06a.b\\c\"\x03\x01\xc8 \x00";
        let shown = "a\\.b\\\\c\\\".\\001\\200 ";
        assert_eq!(from_wire(odd, 0), Some((shown.into(), odd.len())));
    }

    #[test]
    fn names_without_end_are_refused() {
        for message in [
            &b""[..],
            b"\x03co",
            b"\xc0\x00",
            b"\x01a\xc0\x00",
            b"\xc0\x02\xc0\x00",
            b"\xc0",
            b"\x40a",
            b"\x80a",
        ] {
            assert_eq!(from_wire(message, 0), None, "{message:?}");
        }
        // Each points to the one before, but together they are too long.
        let mut message = vec![0];
        let mut last = 0;
        for _ in 0..10 {
            let start = message.len();
            message.push(40);
            message.extend([b'x'; 40]);
            message.extend([0xc0, last as u8]);
            last = start;
            if last > 255 {
                break;
            }
        }
        assert!(from_wire(&message, 1).is_some());
        assert_eq!(from_wire(&message, last), None);
    }
}
