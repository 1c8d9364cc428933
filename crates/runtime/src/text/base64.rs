//! Base64, in both alphabets: `+/` and the URL-safe `-_`.

use rondo_transcode::{Alphabet, base64_length, base64_to_bytes, bytes_to_base64};

use super::Chars;

/// How many digits so many bytes have, with padding.
pub fn encoded_length(count: usize) -> usize {
    base64_length(count, Alphabet::Standard)
}

/// How many digits so many bytes have in a URL, where there is no padding.
pub fn encoded_length_url(count: usize) -> usize {
    base64_length(count, Alphabet::Url)
}

/// Bytes as base64 with padding, into as much room as they need.
pub fn encode(bytes: &[u8], digits: &mut [u8]) {
    bytes_to_base64(bytes, digits, Alphabet::Standard);
}

/// Bytes as base64 for URLs, without padding, into as much room as they need.
pub fn encode_url(bytes: &[u8], digits: &mut [u8]) {
    bytes_to_base64(bytes, digits, Alphabet::Url);
}

/// Writes what base64 of either alphabet stands for, as much as fits: reads up to the first `=` and
/// skips whatever is no digit. Returns the number of bytes.
pub fn write(chars: Chars<'_>, target: &mut [u8]) -> usize {
    match chars {
        Chars::Latin1(text) => {
            // (To the fast ways, `=` is one more character that is no digit.)
            let blocks = write_blocks(text, target);
            let fours = blocks + write_fours(&text[blocks / 3 * 4..], &mut target[blocks..]);
            fours + write_loosely(&text[fours / 3 * 4..], |byte| byte, &mut target[fours..])
        }
        // Node looks at the low byte of a character alone.
        Chars::Utf16(units) => write_loosely(units, |unit| unit as u8, target),
    }
}

/// Digits are decoded so many at a time, if there are as many as is worth the call. Away from the target, as what is not
/// used of it stays as it is.
const BLOCK: usize = 1024;
const LEAST: usize = 64;

/// The fast way for many digits, up to the first block with anything else in it, or to the end of the room. Returns the number
/// of bytes, three for each four that were read.
fn write_blocks(text: &[u8], target: &mut [u8]) -> usize {
    let most = text.len().min(target.len() / 3 * 4);
    let mut written = 0;
    if most < LEAST {
        return written;
    }
    let mut bytes = [0; BLOCK / 4 * 3];
    for block in text[..most / 4 * 4].chunks(BLOCK) {
        let bytes = &mut bytes[..block.len() / 4 * 3];
        if !base64_to_bytes(block, bytes) {
            break;
        }
        target[written..written + bytes.len()].copy_from_slice(bytes);
        written += bytes.len();
    }
    written
}

/// The same for few.
fn write_fours(text: &[u8], target: &mut [u8]) -> usize {
    let mut written = 0;
    for (digits, bytes) in text.as_chunks::<4>().0.iter().zip(target.as_chunks_mut().0) {
        let [a, b, c, d] = digits.map(|digit| VALUES[usize::from(digit)]);
        if (a | b | c | d) & NONE != 0 {
            break;
        }
        *bytes = [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d];
        written += bytes.len();
    }
    written
}

fn write_loosely<U: Copy>(text: &[U], byte_of: impl Fn(U) -> u8, target: &mut [u8]) -> usize {
    let mut written = 0;
    let mut bits = 0u32;
    let mut count = 0;
    for &unit in text {
        let byte = byte_of(unit);
        if byte == b'=' {
            break;
        }
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

/// What is no digit of either alphabet.
const NONE: u8 = 0x80;

/// The value of every digit.
static VALUES: [u8; 256] = {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut values = [NONE; 256];
    let mut value = 0;
    while value < DIGITS.len() {
        values[DIGITS[value] as usize] = value as u8;
        value += 1;
    }
    values[b'-' as usize] = 62;
    values[b'_' as usize] = 63;
    values
};

fn digit(byte: u8) -> Option<u8> {
    let value = VALUES[usize::from(byte)];
    (value != NONE).then_some(value)
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
    fn reads_loosely_whatever_the_length() {
        let bytes: Vec<u8> = (0..2000).map(|place| (place * 37 % 251) as u8).collect();
        let mut digits = vec![0; encoded_length_url(bytes.len())];
        encode_url(&bytes, &mut digits);
        let digits = String::from_utf8(digits).unwrap();
        for place in [0, 1, 2, 3, 62, 63, 64, 1023, 1024, 1025, 2047, 2048, 2600] {
            for wrong in ["\n", " \r\n", "*", "\u{80}"] {
                let (before, after) = digits.split_at(place);
                assert_eq!(decode(&[before, wrong, after].concat()), bytes, "{place}");
            }
            let expected = &bytes[..place * 3 / 4];
            assert_eq!(decode(&digits[..place]), expected);
            assert_eq!(decode(&[&digits[..place], "=", &digits].concat()), expected);
        }
    }

    #[test]
    fn writes_what_fits() {
        let mut target = [0xaa; 4];
        assert_eq!(write(Chars::Latin1(b"YWJjZGVm"), &mut target), 4);
        assert_eq!(&target, b"abcd");
        let digits = b"YWJj".repeat(1000);
        for room in [0, 1, 2, 47, 48, 49, 767, 768, 769, 2999, 3000, 3001] {
            let mut target = vec![0xaa; room + 1];
            let expected = b"abc".repeat(1000);
            let count = room.min(expected.len());
            assert_eq!(
                write(Chars::Latin1(&digits), &mut target[..room]),
                count,
                "{room}"
            );
            assert_eq!(target[..count], expected[..count]);
            assert!(target[count..].iter().all(|&byte| byte == 0xaa));
        }
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
