//! Base64, in both alphabets: `+/` and the URL-safe `-_`.

use base64_simd::{Out, STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::Chars;

/// How many digits so many bytes have, with padding.
pub fn encoded_length(count: usize) -> usize {
    STANDARD.encoded_length(count)
}

/// How many digits so many bytes have in a URL, where there is no padding.
pub fn encoded_length_url(count: usize) -> usize {
    URL_SAFE_NO_PAD.encoded_length(count)
}

/// Bytes as base64 with padding, into as much room as they need.
pub fn encode(bytes: &[u8], digits: &mut [u8]) {
    let _ = STANDARD.encode(bytes, Out::from_slice(digits));
}

/// Bytes as base64 for URLs, without padding, into as much room as they need.
pub fn encode_url(bytes: &[u8], digits: &mut [u8]) {
    let _ = URL_SAFE_NO_PAD.encode(bytes, Out::from_slice(digits));
}

/// Writes what base64 of either alphabet stands for, as much as fits: reads up to the first `=` and
/// skips whatever is no digit. Returns the number of bytes.
pub fn write(chars: Chars<'_>, target: &mut [u8]) -> usize {
    match chars {
        Chars::Latin1(text) => {
            let text = &text[..memchr::memchr(b'=', text).unwrap_or(text.len())];
            write_strict(text, target)
                .unwrap_or_else(|| write_loosely(text.iter().copied(), target))
        }
        // Node looks at the low byte of a character alone.
        Chars::Utf16(units) => {
            let text = units
                .iter()
                .map(|&unit| unit as u8)
                .take_while(|&byte| byte != b'=');
            write_loosely(text, target)
        }
    }
}

/// The fast way, for text that is nothing but digits of one alphabet and fits.
fn write_strict(text: &[u8], target: &mut [u8]) -> Option<usize> {
    // Checked first, so that a failure leaves the target as it was.
    let alphabet = [STANDARD_NO_PAD, URL_SAFE_NO_PAD]
        .into_iter()
        .find(|alphabet| alphabet.check(text).is_ok())?;
    let length = alphabet.decoded_length(text).ok()?;
    let target = target.get_mut(..length)?;
    alphabet
        .decode(text, Out::from_slice(target))
        .ok()
        .map(|written| written.len())
}

fn write_loosely(text: impl Iterator<Item = u8>, target: &mut [u8]) -> usize {
    let mut written = 0;
    let mut bits = 0u32;
    let mut count = 0;
    for byte in text {
        let Some(value) = digit(byte) else { continue };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            let Some(place) = target.get_mut(written) else {
                break;
            };
            count -= 8;
            *place = (bits >> count) as u8;
            written += 1;
        }
    }
    written
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

/// Why `atob` refuses a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadBase64 {
    /// A character that is no digit, or padding where none belongs
    Character,
    /// One digit too many
    Length,
}

/// The web's forgiving decoding: white space is skipped, padding may be left out.
pub fn decode_forgiving(chars: Chars<'_>) -> Result<Vec<u8>, BadBase64> {
    let mut digits = Vec::new();
    let mut padding = 0;
    let mut take = |unit: u16| match u8::try_from(unit) {
        Ok(b' ' | b'\t' | b'\n' | b'\r' | b'\x0c') => Ok(()),
        Ok(b'=') => {
            padding += 1;
            Ok(())
        }
        Ok(byte) if padding == 0 && digit(byte).is_some() && byte != b'-' && byte != b'_' => {
            digits.push(byte);
            Ok(())
        }
        _ => Err(BadBase64::Character),
    };
    match chars {
        Chars::Latin1(bytes) => bytes.iter().try_for_each(|&byte| take(byte.into()))?,
        Chars::Utf16(units) => units.iter().try_for_each(|&unit| take(unit))?,
    }
    if padding > 2 {
        return Err(BadBase64::Character);
    }
    if digits.len() % 4 == 1 {
        return Err(BadBase64::Length);
    }
    if padding > 0 && !(digits.len() + padding).is_multiple_of(4) {
        return Err(BadBase64::Character);
    }
    let mut bytes = vec![0; digits.len() * 3 / 4];
    let written = write(Chars::Latin1(&digits), &mut bytes);
    bytes.truncate(written);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(text: &str) -> Vec<u8> {
        let mut target = vec![0xaa; text.len()];
        let units: Vec<u16> = text.encode_utf16().collect();
        let written = write(Chars::Utf16(&units), &mut target);
        target.truncate(written);
        if text.is_ascii() {
            let mut again = vec![0xaa; text.len()];
            assert_eq!(
                write(Chars::Latin1(text.as_bytes()), &mut again),
                written,
                "{text}"
            );
            assert_eq!(again[..written], target);
            assert!(again[written..].iter().all(|&byte| byte == 0xaa), "{text}");
        }
        target
    }

    #[test]
    fn both_ways() {
        let all: Vec<u8> = (0..=255).collect();
        for length in 0..all.len() {
            let bytes = &all[length..];
            let mut digits = vec![0; encoded_length(bytes.len())];
            encode(bytes, &mut digits);
            assert_eq!(decode(std::str::from_utf8(&digits).unwrap()), bytes);
            digits.truncate(encoded_length_url(bytes.len()));
            encode_url(bytes, &mut digits);
            assert_eq!(decode(std::str::from_utf8(&digits).unwrap()), bytes);
        }
    }

    #[test]
    fn reads_loosely() {
        assert_eq!(decode("YW Jj\n"), b"abc");
        assert_eq!(decode("YW*Jj"), b"abc");
        assert_eq!(decode("YQ==YQ=="), b"a");
        assert_eq!(decode("YR"), b"a");
        assert_eq!(decode("Y"), b"");
        assert_eq!(decode("-_+/"), [0xfb, 0xff, 0xbf]);
        assert_eq!(decode("YW€Jj"), b"abc");
    }

    #[test]
    fn writes_what_fits() {
        let mut target = [0xaa; 4];
        assert_eq!(write(Chars::Latin1(b"YWJjZGVm"), &mut target), 4);
        assert_eq!(&target, b"abcd");
    }

    #[test]
    fn forgiving() {
        let decode = |text: &str| decode_forgiving(Chars::Latin1(text.as_bytes()));
        assert_eq!(decode(" Y Q = = ").unwrap(), b"a");
        assert_eq!(decode("YQ").unwrap(), b"a");
        assert_eq!(decode("").unwrap(), b"");
        assert_eq!(decode("YQ="), Err(BadBase64::Character));
        assert_eq!(decode("YQ==="), Err(BadBase64::Character));
        assert_eq!(decode("YQ==YQ=="), Err(BadBase64::Character));
        assert_eq!(decode("Y-"), Err(BadBase64::Character));
        assert_eq!(decode("YWJjZ"), Err(BadBase64::Length));
        assert_eq!(
            decode_forgiving(Chars::Utf16(&[0x4141])),
            Err(BadBase64::Character)
        );
    }
}
