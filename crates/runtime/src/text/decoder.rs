//! The encodings of the web, for TextDecoder.

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8};

use super::{Decoded, utf8};

/// The encoding of a label such as `latin1`; `None` for what is no label, or one of the encodings
/// that the web replaced for safety.
pub fn encoding_for_label(label: &str) -> Option<&'static Encoding> {
    Encoding::for_label_no_replacement(label.as_bytes())
}

/// The name of an encoding as TextDecoder gives it: in small letters.
pub fn name_of(encoding: &'static Encoding) -> String {
    encoding.name().to_ascii_lowercase()
}

/// Decodes a text that is there as a whole. `None` if it is malformed and that is fatal.
pub fn decode(
    encoding: &'static Encoding,
    bytes: &[u8],
    fatal: bool,
    ignore_bom: bool,
) -> Option<Decoded> {
    if encoding == UTF_8 {
        if fatal && !utf8::is_valid(bytes) {
            return None;
        }
        let has_bom = bytes.starts_with(&[0xef, 0xbb, 0xbf]);
        if ignore_bom || !has_bom {
            return Some(utf8::decode(bytes));
        }
    }
    StreamDecoder::new(encoding, fatal, ignore_bom)
        .decode(bytes, true)
        .map(Decoded::Utf16)
}

/// Decodes a text that comes in chunks.
pub struct StreamDecoder {
    decoder: Decoder,
    fatal: bool,
}

impl StreamDecoder {
    /// A decoder at the start of its text. Without `ignore_bom` a byte order mark is left out.
    pub fn new(encoding: &'static Encoding, fatal: bool, ignore_bom: bool) -> Self {
        let decoder = if ignore_bom {
            encoding.new_decoder_without_bom_handling()
        } else {
            encoding.new_decoder_with_bom_removal()
        };
        Self { decoder, fatal }
    }

    /// The characters of the next chunk, as far as they are complete. `None` if the chunk is
    /// malformed and that is fatal. After the last chunk the decoder is spent.
    pub fn decode(&mut self, bytes: &[u8], last: bool) -> Option<Vec<u16>> {
        let mut units = vec![0; self.decoder.max_utf16_buffer_length(bytes.len())?];
        let written = if self.fatal {
            let (result, _, written) = self
                .decoder
                .decode_to_utf16_without_replacement(bytes, &mut units, last);
            if matches!(result, DecoderResult::Malformed(..)) {
                return None;
            }
            written
        } else {
            let (_, _, written, _) = self.decoder.decode_to_utf16(bytes, &mut units, last);
            written
        };
        units.truncate(written);
        Some(units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(decoded: Option<Decoded>, bytes: &[u8]) -> Option<String> {
        decoded.map(|decoded| match decoded {
            Decoded::Same => String::from_utf8(bytes.to_vec()).unwrap(),
            Decoded::Latin1(characters) => characters.into_iter().map(char::from).collect(),
            Decoded::Utf16(units) => String::from_utf16_lossy(&units),
        })
    }

    fn whole(label: &str, bytes: &[u8], fatal: bool, ignore_bom: bool) -> Option<String> {
        text(
            decode(encoding_for_label(label).unwrap(), bytes, fatal, ignore_bom),
            bytes,
        )
    }

    #[test]
    fn labels() {
        let name = |label| encoding_for_label(label).map(name_of);
        assert_eq!(name(" UTF8\n").as_deref(), Some("utf-8"));
        assert_eq!(name("ascii").as_deref(), Some("windows-1252"));
        assert_eq!(name("iso-8859-8-i").as_deref(), Some("iso-8859-8-i"));
        assert_eq!(name("replacement"), None);
        assert_eq!(name("hz-gb-2312"), None);
        assert_eq!(name("utf-7"), None);
    }

    #[test]
    fn byte_order_marks() {
        let bytes = [0xef, 0xbb, 0xbf, 0x61];
        assert_eq!(whole("utf-8", &bytes, false, false).unwrap(), "a");
        assert_eq!(whole("utf-8", &bytes, false, true).unwrap(), "\u{feff}a");
        assert_eq!(
            whole("utf-16le", &[0xff, 0xfe, 0x61, 0], true, false).unwrap(),
            "a"
        );
        assert_eq!(
            whole("utf-16le", &bytes, false, false).unwrap(),
            "\u{bbef}\u{61bf}"
        );
    }

    #[test]
    fn malformed() {
        assert_eq!(
            whole("utf-8", &[0x61, 0xff], false, false).unwrap(),
            "a\u{fffd}"
        );
        assert_eq!(whole("utf-8", &[0x61, 0xff], true, false), None);
        assert_eq!(whole("utf-16le", &[0x61, 0x00, 0x61], true, false), None);
        assert_eq!(whole("windows-1253", &[0xaa], true, false), None);
    }

    #[test]
    fn streams() {
        let mut decoder = StreamDecoder::new(UTF_8, false, false);
        assert_eq!(decoder.decode(&[0xef, 0xbb], false).unwrap(), []);
        assert_eq!(decoder.decode(&[0xbf, 0xe2, 0x82], false).unwrap(), []);
        assert_eq!(decoder.decode(&[0xac], false).unwrap(), [0x20ac]);
        assert_eq!(decoder.decode(&[0xe2], true).unwrap(), [0xfffd]);
    }
}
