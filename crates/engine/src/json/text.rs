//! Strings and numbers as JSON has them, in UTF-8. What is no well-formed Unicode is escaped, so the text always is.

/// So many characters are looked at together.
const BLOCK: usize = 16;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// The text that is made, and whether it has other characters than those of ASCII.
#[derive(Default)]
pub(super) struct Output {
    pub(super) bytes: Vec<u8>,
    /// The same in another form, when that was asked for
    units: Vec<u16>,
    pub(super) is_wide: bool,
    /// There was no memory for a part of it.
    pub(super) is_lost: bool,
}

impl Output {
    /// Begins anew, with the room there is.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.is_wide = false;
        self.is_lost = false;
    }

    /// Adds a piece of the text. (Most are short: for those a call of `memcpy` is the dearest part.)
    #[inline(always)]
    pub(super) fn append(&mut self, piece: &[u8]) {
        let count = piece.len();
        self.bytes.reserve(count);
        let length = self.bytes.len();
        // SAFETY: there is room for all of the piece behind the text, and nothing else is written there: where two halves are
        // copied they overlap.
        unsafe {
            let (from, to) = (piece.as_ptr(), self.bytes.as_mut_ptr().add(length));
            match count {
                8..=16 => {
                    from.copy_to_nonoverlapping(to, 8);
                    from.add(count - 8)
                        .copy_to_nonoverlapping(to.add(count - 8), 8);
                }
                4..8 => {
                    from.copy_to_nonoverlapping(to, 4);
                    from.add(count - 4)
                        .copy_to_nonoverlapping(to.add(count - 4), 4);
                }
                1..4 => {
                    *to = *from;
                    *to.add(count / 2) = *from.add(count / 2);
                    *to.add(count - 1) = *from.add(count - 1);
                }
                _ => from.copy_to_nonoverlapping(to, count),
            }
            self.bytes.set_len(length + count);
        }
    }

    /// The text in UTF-16, if it has other characters than those of ASCII.
    pub(super) fn units(&mut self) -> Option<&[u16]> {
        if !self.is_wide {
            return None;
        }
        if self.units.len() < self.bytes.len() {
            self.units.resize(self.bytes.len(), 0);
        }
        let count = rondo_transcode::utf8_into_utf16(&self.bytes, &mut self.units)?;
        Some(&self.units[..count])
    }

    #[inline]
    pub(super) fn integer(&mut self, number: i32) {
        let mut digits = itoa::Buffer::new();
        self.append(digits.format(number).as_bytes());
    }

    pub(super) fn double(&mut self, number: f64) {
        if !number.is_finite() {
            return self.append(b"null");
        }
        let mut digits = ryu_js::Buffer::new();
        self.append(digits.format_finite(number).as_bytes());
    }

    /// Characters of Latin-1, between quotes.
    #[inline]
    pub(super) fn latin1(&mut self, characters: &[u8]) {
        self.bytes.reserve(characters.len() + 2);
        self.bytes.push(b'"');
        let mut rest = characters;
        while let Some((block, after)) = rest.split_first_chunk::<BLOCK>() {
            if !are_plain(block) {
                break;
            }
            self.append(block);
            rest = after;
        }
        if are_plain(rest) {
            self.append(rest);
        } else {
            self.special_latin1(rest);
        }
        self.bytes.push(b'"');
    }

    /// Of these some are not as they are in the text.
    fn special_latin1(&mut self, characters: &[u8]) {
        let mut rest = characters;
        while let Some(at) = rest.iter().position(|&character| !is_plain(character)) {
            self.append(&rest[..at]);
            match rest[at] {
                character if character.is_ascii() => self.escaped(character),
                character => self.character(character.into()),
            }
            rest = &rest[at + 1..];
        }
        self.append(rest);
    }

    /// Units of UTF-16, between quotes.
    pub(super) fn utf16(&mut self, units: &[u16]) {
        self.bytes.reserve(units.len() + 2);
        self.bytes.push(b'"');
        for character in char::decode_utf16(units.iter().copied()) {
            match character {
                Ok(character) if character.is_ascii() => match character as u8 {
                    plain if is_plain(plain) => self.bytes.push(plain),
                    other => self.escaped(other),
                },
                Ok(character) => self.character(character),
                Err(alone) => self.unit(alone.unpaired_surrogate()),
            }
        }
        self.bytes.push(b'"');
    }

    fn character(&mut self, character: char) {
        self.is_wide = true;
        let mut encoded = [0; 4];
        self.append(character.encode_utf8(&mut encoded).as_bytes());
    }

    fn escaped(&mut self, character: u8) {
        let short = match character {
            b'"' | b'\\' => character,
            0x08 => b'b',
            b'\t' => b't',
            b'\n' => b'n',
            0x0c => b'f',
            b'\r' => b'r',
            _ => return self.unit(character.into()),
        };
        self.append(&[b'\\', short]);
    }

    fn unit(&mut self, unit: u16) {
        let digit = |shift: u16| HEX[usize::from(unit >> shift & 0xf)];
        self.append(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
    }
}

/// Whether a character stands for itself.
#[inline]
fn is_plain(character: u8) -> bool {
    (0x20..0x80).contains(&character) && character != b'"' && character != b'\\'
}

/// (Without a way out in the middle: so a block is looked at in a few instructions.)
#[inline]
fn are_plain(characters: &[u8]) -> bool {
    characters
        .iter()
        .fold(true, |all, &character| all & is_plain(character))
}

#[cfg(test)]
mod tests {
    use super::Output;

    fn latin1(characters: &[u8]) -> String {
        let mut output = Output::default();
        output.latin1(characters);
        String::from_utf8(output.bytes).unwrap()
    }

    fn utf16(units: &[u16]) -> String {
        let mut output = Output::default();
        output.utf16(units);
        String::from_utf8(output.bytes).unwrap()
    }

    #[test]
    fn short_and_long_strings() {
        for length in 0..70 {
            let text = "abcdefghij".repeat(7)[..length].to_string();
            assert_eq!(latin1(text.as_bytes()), format!("{text:?}"));
            for at in 0..length {
                let mut spoiled = text.clone().into_bytes();
                spoiled[at] = b'"';
                let wanted = format!("\"{}\\\"{}\"", &text[..at], &text[at + 1..]);
                assert_eq!(latin1(&spoiled), wanted);
            }
        }
    }

    #[test]
    fn all_characters_of_latin1_as_of_utf16() {
        for character in 0..=0xff_u8 {
            assert_eq!(latin1(&[character]), utf16(&[character.into()]));
        }
        assert_eq!(latin1(b"\0\x1f\x7f"), "\"\\u0000\\u001f\x7f\"");
        assert_eq!(latin1(b"\x08\t\n\x0b\x0c\r"), r#""\b\t\n\u000b\f\r""#);
        assert_eq!(latin1(b"\xe9/"), "\"é/\"");
    }

    #[test]
    fn surrogates_alone_are_escaped() {
        assert_eq!(utf16(&[0xd83d, 0xde00]), "\"😀\"");
        assert_eq!(utf16(&[0xde00, 0xd83d, 0x41]), r#""\ude00\ud83dA""#);
    }

    #[test]
    fn numbers() {
        let text = |number: f64| {
            let mut output = Output::default();
            output.double(number);
            String::from_utf8(output.bytes).unwrap()
        };
        assert_eq!(text(-0.0), "0");
        assert_eq!(text(1e21), "1e+21");
        assert_eq!(text(123456789012345680000.0), "123456789012345680000");
        assert_eq!(text(1e-7), "1e-7");
        assert_eq!(text(0.000001), "0.000001");
        assert_eq!(text(5e-324), "5e-324");
        assert_eq!(text(f64::NAN), "null");
        assert_eq!(text(f64::NEG_INFINITY), "null");
    }
}
