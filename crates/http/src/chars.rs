//! Classes of characters.

const TOKEN: u8 = 1;
const VALUE: u8 = 2;
const PATH: u8 = 4;
const HOST: u8 = 8;

/// What each byte may be part of.
static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let value = byte as u8;
        let mut class = 0;
        if value.is_ascii_alphanumeric() || is_one_of(value, b"!#$%&'*+-.^_`|~") {
            class |= TOKEN;
        }
        if value == b'\t' || (value >= b' ' && value != 0x7f) {
            class |= VALUE;
        }
        if value > b' ' && value < 0x7f && value != b'?' && value != b'#' {
            class |= PATH;
        }
        if value.is_ascii_alphanumeric() || is_one_of(value, b"!$%&'()*+,-.:;=@[]_~") {
            class |= HOST;
        }
        table[byte] = class;
        byte += 1;
    }
    table
}

const fn is_one_of(byte: u8, list: &[u8]) -> bool {
    let mut index = 0;
    while index < list.len() {
        if list[index] == byte {
            return true;
        }
        index += 1;
    }
    false
}

/// Part of a name, a method, a token.
#[inline]
pub(crate) fn is_token(byte: u8) -> bool {
    CLASSES[byte as usize] & TOKEN != 0
}

/// Part of the value of a field.
#[inline]
pub(crate) fn is_value(byte: u8) -> bool {
    CLASSES[byte as usize] & VALUE != 0
}

/// Part of the path of a target.
#[inline]
pub(crate) fn is_path(byte: u8) -> bool {
    CLASSES[byte as usize] & PATH != 0
}

/// Part of the host of a target, with user and port.
#[inline]
pub(crate) fn is_host(byte: u8) -> bool {
    CLASSES[byte as usize] & HOST != 0
}

/// A space or a tab.
#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}
