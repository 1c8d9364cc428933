//! Header fields, alone and as one text.

use std::borrow::Cow;

/// Ends a name, and a value that may be put into tables.
pub const PLAIN: u8 = 0;
/// Ends a value that no table may keep.
pub const NEVER_INDEXED: u8 = 1;
/// Stands before one of these three in a value, which then has the digit of its number: no peer takes such a value, but
/// that is for the peer to say.
const ESCAPE: u8 = 2;

/// A header field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The name, in lower case.
    pub name: &'a [u8],
    /// The value.
    pub value: Cow<'a, [u8]>,
    /// Whether neither side may keep it in a table: a password, say.
    pub never_indexed: bool,
}

impl<'a> Field<'a> {
    /// A field that may be put into tables.
    pub fn new(name: &'a [u8], value: &'a [u8]) -> Field<'a> {
        Field {
            name,
            value: Cow::Borrowed(value),
            never_indexed: false,
        }
    }

    /// The fields of a text in which names end with [`PLAIN`] and values with [`PLAIN`] or [`NEVER_INDEXED`]: how
    /// fields go between JavaScript and Rust in one piece.
    pub fn all_of(mut text: &'a [u8]) -> Vec<Field<'a>> {
        let mut fields = Vec::new();
        while let Some(end) = text.iter().position(|&byte| byte == PLAIN) {
            let (name, rest) = (&text[..end], &text[end + 1..]);
            let ends = |byte: &u8| *byte == PLAIN || *byte == NEVER_INDEXED;
            let Some(end) = rest.iter().position(ends) else {
                break;
            };
            fields.push(Field {
                name,
                value: unescaped(&rest[..end]),
                never_indexed: rest[end] == NEVER_INDEXED,
            });
            text = &rest[end + 1..];
        }
        fields
    }

    /// Appends the field to such a text.
    pub fn append_to(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(self.name);
        text.push(PLAIN);
        text.extend_from_slice(&self.value);
        text.push(if self.never_indexed {
            NEVER_INDEXED
        } else {
            PLAIN
        });
    }
}

fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&ESCAPE) {
        return Cow::Borrowed(text);
    }
    let mut value = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            ESCAPE => value.extend(bytes.next().map(|digit| digit.wrapping_sub(b'0'))),
            _ => value.push(byte),
        }
    }
    Cow::Owned(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let fields = [
            Field::new(b":path", b"/"),
            Field {
                never_indexed: true,
                ..Field::new(b"cookie", b"a=b")
            },
            Field::new(b"empty", b""),
        ];
        let mut text = Vec::new();
        for field in &fields {
            field.append_to(&mut text);
        }
        assert_eq!(text, b":path\0/\0cookie\0a=b\x01empty\0\0");
        assert_eq!(Field::all_of(&text), fields);
        assert_eq!(Field::all_of(&text[..text.len() - 1]), fields[..2]);
    }

    #[test]
    fn values_can_have_what_ends_them() {
        let fields = Field::all_of(b"a\0x\x020y\x021\x022\0b\0c\0");
        assert_eq!(&*fields[0].value, b"x\0y\x01\x02");
        assert_eq!(&*fields[1].value, b"c");
    }
}
