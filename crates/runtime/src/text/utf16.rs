//! UTF-16, little-endian, in bytes of any alignment.

use super::{Chars, Decoded, Short};

/// Writes whole units, as many as fit. Returns the number of bytes.
pub fn write(chars: Chars<'_>, target: &mut [u8]) -> usize {
    let pairs = target.chunks_exact_mut(2);
    match chars {
        Chars::Latin1(bytes) => {
            let count = bytes.len().min(pairs.len());
            for (pair, &byte) in pairs.zip(bytes) {
                pair.copy_from_slice(&[byte, 0]);
            }
            2 * count
        }
        Chars::Utf16(units) => {
            let count = units.len().min(pairs.len());
            for (pair, unit) in pairs.zip(units) {
                pair.copy_from_slice(&unit.to_le_bytes());
            }
            2 * count
        }
    }
}

/// The characters of some bytes; an odd byte at the end is left out.
pub fn decode(bytes: &[u8]) -> Decoded {
    if is_latin1(bytes) {
        return Decoded::Latin1(units(bytes).map(|unit| unit as u8).collect());
    }
    Decoded::Utf16(units(bytes).collect())
}

/// The same into room that is there already, for as many characters as there are bytes, or half as many units.
pub fn decode_short(bytes: &[u8], latin1: &mut [u8], utf16: &mut [u16]) -> Short {
    let count = bytes.len() / 2;
    if is_latin1(bytes) {
        for (place, unit) in latin1[..count].iter_mut().zip(units(bytes)) {
            *place = unit as u8;
        }
        return Short::Latin1(count);
    }
    for (place, unit) in utf16[..count].iter_mut().zip(units(bytes)) {
        *place = unit;
    }
    Short::Utf16(count)
}

fn units(bytes: &[u8]) -> impl Iterator<Item = u16> {
    let pairs = bytes.as_chunks().0;
    pairs.iter().map(|&pair| u16::from_le_bytes(pair))
}

fn is_latin1(bytes: &[u8]) -> bool {
    units(bytes).fold(0, |all, unit| all | unit) < 0x100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_units_are_written() {
        let mut target = [0xaa; 5];
        assert_eq!(write(Chars::Latin1(b"abc"), &mut target), 4);
        assert_eq!(target, [b'a', 0, b'b', 0, 0xaa]);
        assert_eq!(write(Chars::Utf16(&[0x20ac]), &mut target), 2);
        assert_eq!(target[..2], [0xac, 0x20]);
    }

    #[test]
    fn an_odd_byte_is_left_out() {
        assert_eq!(decode(&[0xac, 0x20, 0x41]), Decoded::Utf16(vec![0x20ac]));
        assert_eq!(decode(&[0xe9, 0, 0x41]), Decoded::Latin1(vec![0xe9]));
    }

    #[test]
    fn short_texts_need_no_memory() {
        let (mut latin1, mut utf16) = ([0; 4], [0; 4]);
        let mut decode =
            |bytes: &[u8]| (decode_short(bytes, &mut latin1, &mut utf16), latin1, utf16);
        assert_eq!(
            decode(&[0xac, 0x20, 0x41]),
            (Short::Utf16(1), [0; 4], [0x20ac, 0, 0, 0])
        );
        assert_eq!(decode(&[0xe9, 0, 0x41]).0, Short::Latin1(1));
        assert_eq!(latin1, [0xe9, 0, 0, 0]);
    }
}
