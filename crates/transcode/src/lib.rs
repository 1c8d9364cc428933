//! UTF-8, UTF-16 and Latin-1, one from another, and base64, many characters at a time.
//!
//! The functions of simdutf write to an address and trust that there is room. Here room is counted first, for the
//! worst case: a unit of UTF-16 is at most three bytes of UTF-8, and a byte of UTF-8 at most one unit or character.

mod base64;

use simdutf::ErrorCode;

pub use base64::{Alphabet, base64_length, base64_to_bytes, bytes_to_base64};

/// How far a conversion came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Units read; fewer than there are if the next one is a surrogate without its other half
    pub read: usize,
    /// Bytes written
    pub written: usize,
}

/// Bytes of UTF-8 that a unit of UTF-16 becomes, at most.
pub const BYTES_A_UNIT: usize = 3;

/// Encodes UTF-16 as UTF-8, up to the first lone surrogate.
///
/// # Panics
/// If there is less room than [`BYTES_A_UNIT`] bytes for each unit.
pub fn utf16_to_utf8(units: &[u16], target: &mut [u8]) -> Progress {
    assert!(target.len() / BYTES_A_UNIT >= units.len());
    let (from, to) = (units.as_ptr(), target.as_mut_ptr());
    // SAFETY: `from` and `to` are of slices that cannot overlap, `from` is read for their length and, as was asserted,
    // whatever the units are, what they become fits behind `to`.
    let result = unsafe { simdutf::convert_utf16_to_utf8_with_errors(from, units.len(), to) };
    if result.error == ErrorCode::Success {
        return Progress {
            read: units.len(),
            written: result.count,
        };
    }
    // Whether all before the surrogate was written is not said: once more, then, without it.
    let read = result.count.min(units.len());
    // SAFETY: as above, for fewer units.
    let written = unsafe { simdutf::convert_utf16_to_utf8(from, read, to) };
    Progress { read, written }
}

/// The units of UTF-16 that UTF-8 stands for; `None` if it is malformed.
pub fn utf8_to_utf16(bytes: &[u8]) -> Option<Vec<u16>> {
    let mut units = Vec::with_capacity(bytes.len());
    // SAFETY: the vector is memory of its own, with room for as many units as there are bytes. So many have been written
    // as the length is set to.
    unsafe {
        let count = write_utf16(bytes, units.as_mut_ptr())?;
        units.set_len(count);
    }
    Some(units)
}

/// Writes the units of UTF-16 that UTF-8 stands for, and says how many; `None` if it is malformed.
///
/// # Panics
/// If there is room for fewer units than there are bytes.
pub fn utf8_into_utf16(bytes: &[u8], target: &mut [u16]) -> Option<usize> {
    assert!(target.len() >= bytes.len());
    // SAFETY: as was asserted.
    unsafe { write_utf16(bytes, target.as_mut_ptr()) }
}

/// # Safety
/// There is room for as many units behind `to` as there are bytes: none becomes more.
unsafe fn write_utf16(bytes: &[u8], to: *mut u16) -> Option<usize> {
    // SAFETY: as promised.
    let count = unsafe { simdutf::convert_utf8_to_utf16(bytes.as_ptr(), bytes.len(), to) };
    assert!(count <= bytes.len());
    (count > 0 || bytes.is_empty()).then_some(count)
}

/// The characters of UTF-8 as Latin-1; `None` if it is malformed or has characters beyond U+00FF.
pub fn utf8_to_latin1(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut characters = Vec::with_capacity(bytes.len());
    // SAFETY: as in `utf8_to_utf16`, for characters.
    unsafe {
        let count = write_latin1(bytes, characters.as_mut_ptr())?;
        characters.set_len(count);
    }
    Some(characters)
}

/// Writes the characters of UTF-8 as Latin-1, and says how many; `None` if it is malformed or has others.
///
/// # Panics
/// If there is room for fewer characters than there are bytes.
pub fn utf8_into_latin1(bytes: &[u8], target: &mut [u8]) -> Option<usize> {
    assert!(target.len() >= bytes.len());
    // SAFETY: as was asserted.
    unsafe { write_latin1(bytes, target.as_mut_ptr()) }
}

/// # Safety
/// There is room for as many characters behind `to` as there are bytes: none becomes more.
unsafe fn write_latin1(bytes: &[u8], to: *mut u8) -> Option<usize> {
    // SAFETY: as promised.
    let result =
        unsafe { simdutf::convert_utf8_to_latin1_with_errors(bytes.as_ptr(), bytes.len(), to) };
    assert!(result.count <= bytes.len());
    (result.error == ErrorCode::Success).then_some(result.count)
}

/// Bytes of UTF-8 that a character of Latin-1 becomes, at most.
pub const BYTES_A_CHARACTER: usize = 2;

/// Encodes Latin-1 as UTF-8, and says how many bytes that are.
///
/// # Panics
/// If there is less room than [`BYTES_A_CHARACTER`] bytes for each character.
pub fn latin1_to_utf8(characters: &[u8], target: &mut [u8]) -> usize {
    assert!(target.len() / BYTES_A_CHARACTER >= characters.len());
    let (from, to) = (characters.as_ptr(), target.as_mut_ptr());
    // SAFETY: `from` and `to` are of slices that cannot overlap, `from` is read for their length and, as was asserted,
    // whatever the characters are, what they become fits behind `to`.
    let count = unsafe { simdutf::convert_latin1_to_utf8(from, characters.len(), to) };
    assert!(count <= target.len());
    count
}

/// Whether bytes are well-formed UTF-8.
pub fn is_utf8(bytes: &[u8]) -> bool {
    simdutf::validate_utf8(bytes)
}

/// Whether bytes are ASCII. (For a few of them the standard library's own test is faster.)
pub fn is_ascii(bytes: &[u8]) -> bool {
    simdutf::validate_ascii(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of all kinds and lengths: what is converted in blocks and what is left over.
    fn texts() -> impl Iterator<Item = String> {
        let pieces = [
            "a",
            "é",
            "€",
            "😀",
            "ab€",
            "aé😀",
            "Grüße, 你好 ",
            "abcdefghijklmno😀",
        ];
        let lengths = (0..40).chain([63, 64, 65, 200]);
        lengths.flat_map(move |count| pieces.map(|piece| piece.repeat(count)))
    }

    fn units_of(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    /// Bytes behind the room must stay as they are.
    fn encoded(units: &[u16]) -> (Progress, Vec<u8>) {
        let room = units.len() * BYTES_A_UNIT;
        let mut target = vec![0xaa; room + 64];
        let progress = utf16_to_utf8(units, &mut target[..room]);
        assert!(target[room..].iter().all(|&byte| byte == 0xaa));
        target.truncate(progress.written);
        (progress, target)
    }

    #[test]
    fn there_and_back() {
        for text in texts() {
            let units = units_of(&text);
            let (progress, bytes) = encoded(&units);
            assert_eq!(progress.read, units.len());
            assert_eq!(bytes, text.as_bytes());
            assert_eq!(utf8_to_utf16(text.as_bytes()), Some(units));
            assert!(is_utf8(text.as_bytes()));
        }
    }

    #[test]
    fn lone_surrogates_stop_it() {
        for text in texts() {
            for lone in [0xd800, 0xdbff, 0xdc00, 0xdfff] {
                let mut units = units_of(&text);
                units.extend([lone, 0x61]);
                let (progress, bytes) = encoded(&units);
                assert_eq!(progress.read, units.len() - 2);
                assert_eq!(bytes, text.as_bytes());
            }
        }
    }

    #[test]
    fn latin1() {
        for text in texts() {
            let expected: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
            assert_eq!(utf8_to_latin1(text.as_bytes()), expected);
            let Some(characters) = expected else { continue };
            let room = characters.len() * BYTES_A_CHARACTER;
            let mut target = vec![0xaa; room + 64];
            let count = latin1_to_utf8(&characters, &mut target[..room]);
            assert_eq!(&target[..count], text.as_bytes());
            assert!(target[room..].iter().all(|&byte| byte == 0xaa));
        }
    }

    #[test]
    fn malformed() {
        for text in texts().filter(|text| !text.is_empty()) {
            for wrong in [
                &[0xff][..],
                &[0xe2, 0x82],
                &[0xed, 0xa0, 0x80],
                &[0xc0, 0x80],
            ] {
                let bytes = [text.as_bytes(), wrong].concat();
                assert_eq!(utf8_to_utf16(&bytes), None);
                assert_eq!(utf8_to_latin1(&bytes), None);
                assert!(!is_utf8(&bytes));
            }
        }
    }
}
