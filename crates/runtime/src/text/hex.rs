//! Hexadecimal digits.

use hex_simd::{AsciiCase, Out};

use super::Chars;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The value of every digit; `NONE` for what is no digit.
static VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut digit = 0;
    while digit < 16 {
        values[DIGITS[digit] as usize] = digit as u8;
        values[DIGITS[digit].to_ascii_uppercase() as usize] = digit as u8;
        digit += 1;
    }
    values
};

const NONE: u8 = 0xff;

/// How many digits so many bytes have.
pub fn encoded_length(count: usize) -> usize {
    2 * count
}

/// Bytes as digits, into as much room as they need.
pub fn encode(bytes: &[u8], digits: &mut [u8]) {
    let _ = hex_simd::encode(bytes, Out::from_slice(digits), AsciiCase::Lower);
}

/// Writes the bytes that pairs of digits stand for, up to the first pair that is none, as many as
/// fit. Returns how many.
pub fn write(chars: Chars<'_>, target: &mut [u8]) -> usize {
    match chars {
        Chars::Latin1(digits) => {
            let done = write_blocks(digits, target);
            done + write_pairs(&digits[2 * done..], &mut target[done..], |digit| digit)
        }
        // Node looks at the low byte of a character alone.
        Chars::Utf16(digits) => write_pairs(digits, target, |digit| digit as u8),
    }
}

/// Fewer pairs than these are not worth the calls.
const LEAST: usize = 16;

/// So many bytes are decoded at a time, away from the target, as what is not used of it stays as it is.
const BLOCK: usize = 512;

/// The fast way, up to the first block with anything else than digits in it. Returns the number of bytes.
fn write_blocks(digits: &[u8], target: &mut [u8]) -> usize {
    let most = target.len().min(digits.len() / 2);
    let mut written = 0;
    if most < LEAST {
        return written;
    }
    let mut bytes = [0; BLOCK];
    for block in digits[..2 * most].chunks(2 * BLOCK) {
        let bytes = &mut bytes[..block.len() / 2];
        if hex_simd::decode(block, Out::from_slice(bytes)).is_err() {
            break;
        }
        target[written..written + bytes.len()].copy_from_slice(bytes);
        written += bytes.len();
    }
    written
}

fn write_pairs<U: Copy>(digits: &[U], target: &mut [u8], byte_of: impl Fn(U) -> u8) -> usize {
    let mut written = 0;
    for (byte, pair) in target.iter_mut().zip(digits.chunks_exact(2)) {
        let (high, low) = (value(byte_of(pair[0])), value(byte_of(pair[1])));
        if high | low == NONE {
            break;
        }
        *byte = high << 4 | low;
        written += 1;
    }
    written
}

fn value(digit: u8) -> u8 {
    VALUES[usize::from(digit)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(text: &str) -> Vec<u8> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut target = vec![0; text.len()];
        let written = write(Chars::Utf16(&units), &mut target);
        target.truncate(written);
        if text.is_ascii() {
            let mut again = vec![0; text.len()];
            assert_eq!(write(Chars::Latin1(text.as_bytes()), &mut again), written);
            assert_eq!(again[..written], target);
        }
        target
    }

    #[test]
    fn both_ways() {
        let all: Vec<u8> = (0..=255).collect();
        let mut digits = vec![0; encoded_length(all.len())];
        encode(&all, &mut digits);
        let digits = String::from_utf8(digits).unwrap();
        assert!(digits.starts_with("000102") && digits.ends_with("fdfeff"));
        assert_eq!(decode(&digits), all);
        assert_eq!(decode(&digits.to_uppercase()), all);
    }

    #[test]
    fn stops_at_what_is_no_pair() {
        assert_eq!(decode("abc"), [0xab]);
        assert_eq!(decode("abxxcd"), [0xab]);
        assert_eq!(decode("abc€ef"), [0xab]);
        assert_eq!(decode("ŰŰ"), []);
        let many = "0f".repeat(100);
        assert_eq!(decode(&many), [0x0f; 100]);
        assert_eq!(decode(&format!("{many}f")), [0x0f; 100]);
        assert_eq!(decode(&format!("{many}fg{many}")), [0x0f; 100]);
        let more = "0f".repeat(3 * BLOCK);
        for place in [1, 15, 16, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK] {
            let (before, after) = more.split_at(2 * place);
            assert_eq!(decode(&format!("{before}0x{after}")), vec![0x0f; place]);
            let mut target = vec![0xaa; place + 1];
            let written = write(Chars::Latin1(more.as_bytes()), &mut target[..place]);
            assert_eq!((written, target[place]), (place, 0xaa));
        }
    }
}
