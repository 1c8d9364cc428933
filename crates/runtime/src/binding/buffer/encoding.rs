//! The encodings of Buffers, each with both of its ways.

use rondo_engine::Local;

use super::scratch::{SMALL, SMALL_IN_UNITS, Scratch};
use crate::text::{Chars, Decoded, Short, base64, hex, latin1, utf8, utf16};

/// How text stands for bytes. The numbers are known to `js/internal/buffer/codecs.js`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16,
    Latin1,
    Hex,
    Base64,
    Base64Url,
    Ascii,
}

impl Encoding {
    #[inline]
    pub(super) fn read(value: Local<'_>) -> Encoding {
        match value.as_index() {
            2 => Encoding::Utf16,
            3 => Encoding::Latin1,
            4 => Encoding::Hex,
            5 => Encoding::Base64,
            6 => Encoding::Base64Url,
            7 => Encoding::Ascii,
            _ => Encoding::Utf8,
        }
    }

    /// Puts the characters that bytes stand for into the scratch memory. None if they may be too many for it.
    #[inline]
    pub(super) fn decode_short(self, bytes: &[u8], scratch: &mut Scratch) -> Option<Short> {
        let size = bytes.len();
        match self {
            Encoding::Utf8 if size > SMALL_IN_UNITS => None,
            Encoding::Utf8 => utf8::decode_short(bytes, &mut scratch.latin1, &mut scratch.utf16),
            Encoding::Utf16 if size > SMALL => None,
            Encoding::Utf16 => Some(utf16::decode_short(
                bytes,
                &mut scratch.latin1,
                &mut scratch.utf16,
            )),
            Encoding::Latin1 => scratch.latin1(bytes),
            Encoding::Ascii => scratch.encoded(size, |room| latin1::to_ascii(bytes, room)),
            Encoding::Hex => {
                scratch.encoded(hex::encoded_length(size), |room| hex::encode(bytes, room))
            }
            Encoding::Base64 => scratch.encoded(base64::encoded_length(size), |room| {
                base64::encode(bytes, room);
            }),
            Encoding::Base64Url => scratch.encoded(base64::encoded_length_url(size), |room| {
                base64::encode_url(bytes, room);
            }),
        }
    }

    /// The characters that bytes stand for.
    pub(super) fn decode(self, bytes: &[u8]) -> Decoded {
        let size = bytes.len();
        let encoded = |length, encode: fn(&[u8], &mut [u8])| {
            let mut characters = vec![0; length];
            encode(bytes, &mut characters);
            Decoded::Latin1(characters)
        };
        match self {
            Encoding::Utf8 => utf8::decode(bytes),
            Encoding::Utf16 => utf16::decode(bytes),
            Encoding::Latin1 => Decoded::Same,
            Encoding::Ascii => encoded(size, latin1::to_ascii),
            Encoding::Hex => encoded(hex::encoded_length(size), hex::encode),
            Encoding::Base64 => encoded(base64::encoded_length(size), base64::encode),
            Encoding::Base64Url => encoded(base64::encoded_length_url(size), base64::encode_url),
        }
    }

    /// Writes the bytes that a text stands for, as many as fit, and says how many.
    #[inline]
    pub(super) fn write(self, text: Chars<'_>, target: &mut [u8]) -> usize {
        match self {
            Encoding::Utf8 => utf8::write(text, target).written,
            Encoding::Utf16 => utf16::write(text, target),
            Encoding::Latin1 | Encoding::Ascii => latin1::write(text, target),
            Encoding::Hex => hex::write(text, target),
            Encoding::Base64 | Encoding::Base64Url => base64::write(text, target),
        }
    }

    /// The bytes that a text stands for, if they are its characters as they are.
    #[inline]
    pub(super) fn same(self, text: Chars<'_>) -> Option<&[u8]> {
        match (self, text) {
            (Encoding::Latin1 | Encoding::Ascii, Chars::Latin1(bytes)) => Some(bytes),
            (Encoding::Utf8, Chars::Latin1(bytes)) => bytes.is_ascii().then_some(bytes),
            _ => None,
        }
    }

    /// The bytes that a text stands for.
    pub(super) fn bytes(self, text: Chars<'_>) -> Vec<u8> {
        let units = match text {
            Chars::Latin1(bytes) => bytes.len(),
            Chars::Utf16(units) => units.len(),
        };
        let most = match self {
            Encoding::Utf8 => utf8::length(text),
            Encoding::Utf16 => units * 2,
            Encoding::Latin1 | Encoding::Ascii => units,
            Encoding::Hex => units / 2,
            Encoding::Base64 | Encoding::Base64Url => units / 4 * 3 + 3,
        };
        let mut bytes = vec![0; most];
        let count = self.write(text, &mut bytes);
        bytes.truncate(count);
        bytes
    }
}
