//! Latin-1 and ASCII: a byte is a character.

use super::Chars;

/// Writes the low byte of each character, as many as fit. Returns how many.
pub fn write(chars: Chars<'_>, target: &mut [u8]) -> usize {
    match chars {
        Chars::Latin1(bytes) => {
            let count = bytes.len().min(target.len());
            target[..count].copy_from_slice(&bytes[..count]);
            count
        }
        Chars::Utf16(units) => {
            let count = units.len().min(target.len());
            for (byte, &unit) in target.iter_mut().zip(units) {
                *byte = unit as u8;
            }
            count
        }
    }
}

/// The bytes with their highest bit cleared, into as much room: how Node reads ASCII.
pub fn to_ascii(bytes: &[u8], characters: &mut [u8]) {
    for (character, byte) in characters.iter_mut().zip(bytes) {
        *character = byte & 0x7f;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_bytes_are_written() {
        let mut target = [0; 3];
        assert_eq!(write(Chars::Utf16(&[0x61, 0x20ac]), &mut target), 2);
        assert_eq!(target, [0x61, 0xac, 0]);
        assert_eq!(write(Chars::Latin1(b"wxyz"), &mut target), 3);
        assert_eq!(&target, b"wxy");
    }

    #[test]
    fn ascii_has_seven_bits() {
        let mut characters = [0; 3];
        to_ascii(&[0x41, 0xc1, 0xff], &mut characters);
        assert_eq!(characters, [0x41, 0x41, 0x7f]);
    }
}
