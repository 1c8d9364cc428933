//! UTF-8. A lone surrogate becomes U+FFFD when it is written; so does what is malformed when it is
//! read.

use encoding_rs::mem;
use rondo_transcode::{
    BYTES_A_CHARACTER, BYTES_A_UNIT, latin1_to_utf8, utf8_into_latin1, utf8_into_utf16,
    utf8_to_latin1, utf8_to_utf16, utf16_to_utf8,
};

use super::{Chars, Decoded, Progress, Short, latin1};

/// From so many bytes on the test with SIMD is worth the call.
const MANY: usize = 128;

#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    match bytes.len() < MANY {
        true => bytes.is_ascii(),
        false => rondo_transcode::is_ascii(bytes),
    }
}

/// How many bytes a string has in UTF-8.
pub fn length(chars: Chars<'_>) -> usize {
    match chars {
        Chars::Latin1(bytes) if is_ascii(bytes) => bytes.len(),
        Chars::Latin1(bytes) => bytes.len() + count(bytes, |byte| byte >= 0x80),
        Chars::Utf16(units) => length_of_utf16(units),
    }
}

fn length_of_utf16(units: &[u16]) -> usize {
    // Each unit alone: 1 to 3 bytes. The two units of a pair together are 4 bytes and not 6.
    let apart =
        units.len() + count(units, |unit| unit >= 0x80) + count(units, |unit| unit >= 0x800);
    let pairs = pairs_of_surrogates(units);
    apart - 2 * pairs
}

/// Small enough that a count fits into 8 bits, which lets the compiler count many at once.
const CHUNK: usize = 192;

fn count<U: Copy>(units: &[U], matches: impl Fn(U) -> bool) -> usize {
    units
        .chunks(CHUNK)
        .map(|chunk| {
            usize::from(
                chunk
                    .iter()
                    .map(|&unit| u8::from(matches(unit)))
                    .sum::<u8>(),
            )
        })
        .sum()
}

fn pairs_of_surrogates(units: &[u16]) -> usize {
    let Some((_, seconds)) = units.split_first() else {
        return 0;
    };
    units
        .chunks(CHUNK)
        .zip(seconds.chunks(CHUNK))
        .map(|(firsts, seconds)| {
            let pairs = firsts.iter().zip(seconds).map(|(&first, &second)| {
                u8::from((first & 0xfc00 == 0xd800) & (second & 0xfc00 == 0xdc00))
            });
            usize::from(pairs.sum::<u8>())
        })
        .sum()
}

/// Writes as many whole characters as fit.
pub fn write(chars: Chars<'_>, target: &mut [u8]) -> Progress {
    match chars {
        Chars::Latin1(bytes)
            if bytes.len() >= MANY && target.len() / BYTES_A_CHARACTER >= bytes.len() =>
        {
            Progress {
                read: bytes.len(),
                written: latin1_to_utf8(bytes, target),
            }
        }
        // (To look at all first and then to copy is ten times as fast as the conversion.)
        Chars::Latin1(bytes) if is_ascii(bytes) => {
            let count = latin1::write(chars, target);
            Progress {
                read: count,
                written: count,
            }
        }
        Chars::Latin1(bytes) => {
            let (read, written) = mem::convert_latin1_to_utf8_partial(bytes, target);
            finish(bytes, target, Progress { read, written })
        }
        Chars::Utf16(units) => {
            let progress = write_utf16(units, target);
            finish(units, target, progress)
        }
    }
}

/// Fewer units than these are not worth the call.
const LEAST: usize = 4;

/// Writes as many units as are sure to fit, again and again until these are few. A lone surrogate becomes U+FFFD.
fn write_utf16(units: &[u16], target: &mut [u8]) -> Progress {
    let (mut read, mut written) = (0, 0);
    loop {
        let sure = first_units(&units[read..], (target.len() - written) / BYTES_A_UNIT);
        if sure.len() < LEAST {
            return Progress { read, written };
        }
        let progress = utf16_to_utf8(sure, &mut target[written..]);
        read += progress.read;
        written += progress.written;
        if progress.read < sure.len() {
            // (There was room for each unit as for this one.)
            written += char::REPLACEMENT_CHARACTER
                .encode_utf8(&mut target[written..])
                .len();
            read += 1;
        }
    }
}

/// Up to `count` units, and not the first half of a pair alone.
fn first_units(units: &[u16], count: usize) -> &[u16] {
    match units.get(count.wrapping_sub(1)..) {
        Some([first, second, ..]) if first & 0xfc00 == 0xd800 && second & 0xfc00 == 0xdc00 => {
            &units[..count - 1]
        }
        _ => &units[..count.min(units.len())],
    }
}

/// The fast conversions above may stop some bytes before the end of the room: this does the rest.
fn finish<U: Copy + Into<u16>>(units: &[U], target: &mut [u8], mut progress: Progress) -> Progress {
    let rest = units[progress.read..].iter().map(|&unit| unit.into());
    for character in char::decode_utf16(rest) {
        let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
        let room = &mut target[progress.written..];
        if room.len() < character.len_utf8() {
            break;
        }
        progress.written += character.encode_utf8(room).len();
        progress.read += character.len_utf16();
    }
    progress
}

/// The characters of UTF-8.
pub fn decode(bytes: &[u8]) -> Decoded {
    if is_ascii(bytes) {
        return Decoded::Same;
    }
    if let Some(characters) = utf8_to_latin1(bytes) {
        return Decoded::Latin1(characters);
    }
    if let Some(units) = utf8_to_utf16(bytes) {
        return Decoded::Utf16(units);
    }
    // One more than there are bytes, as the conversion asks for.
    let mut units = vec![0; bytes.len() + 1];
    let written = mem::convert_utf8_to_utf16(bytes, &mut units);
    units.truncate(written);
    Decoded::Utf16(units)
}

/// The same into room that is there already, for as many characters or units as there are bytes. `None` if something is malformed.
pub fn decode_short(bytes: &[u8], latin1: &mut [u8], utf16: &mut [u16]) -> Option<Short> {
    if is_ascii(bytes) {
        latin1[..bytes.len()].copy_from_slice(bytes);
        return Some(Short::Latin1(bytes.len()));
    }
    // Of a few bytes it is found out soon whether the first conversion is in vain; many are mostly refused near their beginning.
    if (bytes.len() >= MANY || is_latin1_alone(bytes))
        && let Some(count) = utf8_into_latin1(bytes, latin1)
    {
        return Some(Short::Latin1(count));
    }
    utf8_into_utf16(bytes, utf16).map(Short::Utf16)
}

/// Whether no byte begins a character beyond U+00FF.
fn is_latin1_alone(bytes: &[u8]) -> bool {
    const FIRST_BEYOND: u8 = 0xc4;
    bytes.iter().fold(0, |most, &byte| byte.max(most)) < FIRST_BEYOND
}

/// Whether bytes are well-formed UTF-8.
pub fn is_valid(bytes: &[u8]) -> bool {
    rondo_transcode::is_utf8(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    fn written(chars: Chars<'_>, room: usize) -> (Progress, Vec<u8>) {
        let mut target = vec![0xaa; room + 1];
        let progress = write(chars, &mut target[..room]);
        assert!(target[progress.written..].iter().all(|&byte| byte == 0xaa));
        target.truncate(progress.written);
        (progress, target)
    }

    fn encode(chars: Chars<'_>) -> Vec<u8> {
        written(chars, length(chars)).1
    }

    #[test]
    fn lengths() {
        assert_eq!(length(Chars::Latin1(b"abc")), 3);
        assert_eq!(length(Chars::Latin1(&[0x41, 0xe9, 0xff])), 5);
        assert_eq!(length(Chars::Utf16(&utf16("aé€😀"))), 10);
        assert_eq!(length(Chars::Utf16(&[0xd83d, 0xd83d, 0xde00, 0xde00])), 10);
    }

    #[test]
    fn whole_characters_only() {
        let units = utf16("a€😀é");
        let bytes = "a€😀é".as_bytes();
        for room in 0..=bytes.len() + 3 {
            let (progress, target) = written(Chars::Utf16(&units), room);
            let expected = match room {
                0 => (0, 0),
                1..4 => (1, 1),
                4..8 => (2, 4),
                8..10 => (4, 8),
                _ => (5, 10),
            };
            assert_eq!((progress.read, progress.written), expected, "room {room}");
            assert_eq!(target, bytes[..expected.1]);
        }
    }

    #[test]
    fn blocks_of_all_kinds() {
        for text in ["a", "é", "€", "😀", "ab€", "aé😀", "abcdefghijklmno😀"] {
            let text = text.repeat(100);
            for skipped in 0..3 {
                let units = &utf16(&text)[skipped..];
                let expected = String::from_utf16_lossy(units);
                assert_eq!(encode(Chars::Utf16(units)), expected.as_bytes());
                let Decoded::Utf16(decoded) = decode(expected.as_bytes()) else {
                    continue;
                };
                assert_eq!(decoded, utf16(&expected));
            }
        }
    }

    #[test]
    fn long_text_fills_all_room() {
        let text = "日本語😀abcdefghijklmnopqrstuvwxyz é".repeat(40);
        let units = utf16(&text);
        for room in 0..text.len() {
            let (progress, target) = written(Chars::Utf16(&units), room);
            assert!(text.is_char_boundary(progress.written));
            assert!(
                room - progress.written < 4,
                "room {room}, written {}",
                progress.written
            );
            assert!(!(progress.written + 1..=room).any(|end| text.is_char_boundary(end)));
            assert_eq!(target, &text.as_bytes()[..progress.written]);
        }
    }

    #[test]
    fn what_is_behind_stays() {
        for piece in ["a", "é", "aé", "abcdefghijklmnopé", "你a", "a😀é"] {
            for count in [1, 2, 10, 63, 64, 65, 200, 1000] {
                let text = piece.repeat(count);
                let units = utf16(&text);
                let latin1: Option<Vec<u8>> =
                    units.iter().map(|&unit| unit.try_into().ok()).collect();
                let room = text.len() * 3 + 100;
                let (_, target) = written(Chars::Utf16(&units), room);
                assert_eq!(target, text.as_bytes());
                let Some(latin1) = latin1 else { continue };
                let (_, target) = written(Chars::Latin1(&latin1), room);
                assert_eq!(target, text.as_bytes());
            }
        }
    }

    #[test]
    fn lone_surrogates_are_replaced() {
        assert_eq!(
            encode(Chars::Utf16(&[0x61, 0xd800, 0x62])),
            "a\u{fffd}b".as_bytes()
        );
        assert_eq!(
            encode(Chars::Utf16(&[0xdc00, 0xd800])),
            "\u{fffd}\u{fffd}".as_bytes()
        );
    }

    #[test]
    fn latin1_is_widened() {
        let (progress, target) = written(Chars::Latin1(&[0x61, 0xe9, 0xe9]), 4);
        assert_eq!(
            progress,
            Progress {
                read: 2,
                written: 3
            }
        );
        assert_eq!(target, "aé".as_bytes());
    }

    #[test]
    fn decoding() {
        assert_eq!(decode(b"plain"), Decoded::Same);
        assert_eq!(decode("é😀".as_bytes()), Decoded::Utf16(utf16("é😀")));
        assert_eq!(
            decode(&[0xe2, 0x82, 0x41, 0xff]),
            Decoded::Utf16(utf16("\u{fffd}A\u{fffd}"))
        );
        assert_eq!(decode(&[0xed, 0xa0, 0x80]), Decoded::Utf16(vec![0xfffd; 3]));
    }
}
