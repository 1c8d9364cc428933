//! Base64 from bytes, and back.

use simdutf::{Base64Options, ErrorCode, LastChunkHandlingOptions};

/// Whose digits: those of the standard, with padding, or those for URLs, without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alphabet {
    /// `+` and `/`; `=` fills up the last four
    Standard,
    /// `-` and `_`
    Url,
}

impl Alphabet {
    fn options(self) -> Base64Options {
        match self {
            Alphabet::Standard => Base64Options::Default,
            Alphabet::Url => Base64Options::Url,
        }
    }
}

/// How many digits so many bytes have.
pub fn base64_length(count: usize, alphabet: Alphabet) -> usize {
    let thirds = count / 3 * 4;
    match (alphabet, count % 3) {
        (_, 0) => thirds,
        (Alphabet::Standard, _) => thirds + 4,
        (Alphabet::Url, rest) => thirds + rest + 1,
    }
}

/// Writes the digits of some bytes, and says how many.
///
/// # Panics
/// If there is less room than [`base64_length`].
pub fn bytes_to_base64(bytes: &[u8], target: &mut [u8], alphabet: Alphabet) -> usize {
    let length = base64_length(bytes.len(), alphabet);
    assert!(target.len() >= length);
    let (from, to) = (bytes.as_ptr(), target.as_mut_ptr());
    // SAFETY: `from` and `to` are of slices that cannot overlap, and there is room for the digits, as was asserted.
    let count = unsafe { simdutf::binary_to_base64(from, bytes.len(), to, alphabet.options()) };
    assert!(count == length);
    count
}

/// Writes the bytes that digits of either alphabet stand for, three for each four of them. False if there is anything else
/// among them; what is in the target is then nothing to go by.
///
/// # Panics
/// If the digits are not a multiple of four, or if there is no room for their bytes.
pub fn base64_to_bytes(digits: &[u8], target: &mut [u8]) -> bool {
    assert!(digits.len().is_multiple_of(4));
    let most = digits.len() / 4 * 3;
    assert!(target.len() >= most);
    let (from, to) = (digits.as_ptr(), target.as_mut_ptr());
    let options = Base64Options::DefaultOrUrl;
    // SAFETY: `from` and `to` are of slices that cannot overlap. Four characters are three bytes at most, for which there is
    // room, as was asserted.
    let result = unsafe {
        simdutf::base64_to_binary(
            from,
            digits.len(),
            to,
            options,
            LastChunkHandlingOptions::Loose,
        )
    };
    // White space is let pass, and padding, and then there are fewer bytes.
    result.error == ErrorCode::Success && result.count == most
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEHIND: usize = 64;

    fn encoded(bytes: &[u8], alphabet: Alphabet) -> String {
        let length = base64_length(bytes.len(), alphabet);
        let mut digits = vec![0xaa; length + BEHIND];
        let count = bytes_to_base64(bytes, &mut digits[..length], alphabet);
        assert!(digits[length..].iter().all(|&byte| byte == 0xaa));
        assert_eq!(count, length);
        digits.truncate(length);
        String::from_utf8(digits).unwrap()
    }

    fn decoded(digits: &[u8]) -> Option<Vec<u8>> {
        let most = digits.len() / 4 * 3;
        let mut bytes = vec![0xaa; most + BEHIND];
        let is_done = base64_to_bytes(digits, &mut bytes[..most]);
        assert!(bytes[most..].iter().all(|&byte| byte == 0xaa));
        bytes.truncate(most);
        is_done.then_some(bytes)
    }

    #[test]
    fn there_and_back() {
        let all: Vec<u8> = (0..1000).map(|place| (place * 37 % 251) as u8).collect();
        for length in (0..300).chain([999, 1000]) {
            let bytes = &all[..length];
            let standard = encoded(bytes, Alphabet::Standard);
            let url = encoded(bytes, Alphabet::Url);
            let without = standard.trim_end_matches('=');
            assert_eq!(url, without.replace('+', "-").replace('/', "_"));
            if length.is_multiple_of(3) {
                assert_eq!(decoded(standard.as_bytes()).as_deref(), Some(bytes));
                assert_eq!(decoded(url.as_bytes()).as_deref(), Some(bytes));
            }
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for length in [4, 8, 64, 100, 256, 1024] {
            for place in [0, 1, length / 2, length - 2, length - 1] {
                for wrong in [b' ', b'\n', b'=', b'*', 0, 0x80, 0xff] {
                    let mut digits = vec![b'A'; length];
                    digits[place] = wrong;
                    assert_eq!(decoded(&digits), None, "{wrong} at {place} of {length}");
                }
            }
        }
    }
}
