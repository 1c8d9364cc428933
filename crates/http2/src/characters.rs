//! Which bytes names and values of fields may have.

/// Names of fields and methods: the characters of a token.
const TOKEN: u8 = 1;
/// Authorities: what may be in a host, with a port.
const AUTHORITY: u8 = 2;
/// Paths: everything that can be seen.
const PATH: u8 = 4;
/// Values: that, white space within a line, and bytes beyond ASCII.
const VALUE: u8 = 8;
/// Schemes, after their first letter.
const SCHEME: u8 = 16;

/// The sets that a byte is in.
static SETS: [u8; 256] = sets();

const fn sets() -> [u8; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        let is_text = byte.is_ascii_alphanumeric();
        if is_text || among(byte, b"!#$%&'*+-.^_`|~") {
            table[index] |= TOKEN;
        }
        if is_text || among(byte, b"!$%&'()*+,-.:;=[]_~") {
            table[index] |= AUTHORITY;
        }
        if is_text || among(byte, b"+-.") {
            table[index] |= SCHEME;
        }
        if byte > b' ' && byte != 0x7f {
            table[index] |= PATH | VALUE;
        }
        if byte == b' ' || byte == b'\t' {
            table[index] |= VALUE;
        }
        index += 1;
    }
    table
}

const fn among(byte: u8, set: &[u8]) -> bool {
    let mut index = 0;
    while index < set.len() {
        if set[index] == byte {
            return true;
        }
        index += 1;
    }
    false
}

fn all(bytes: &[u8], set: u8) -> bool {
    bytes.iter().all(|&byte| SETS[usize::from(byte)] & set != 0)
}

/// A name of a field, but for upper case.
pub(crate) fn is_name(bytes: &[u8]) -> bool {
    !bytes.is_empty() && all(bytes, TOKEN)
}

/// A method.
pub(crate) fn is_method(bytes: &[u8]) -> bool {
    !bytes.is_empty() && all(bytes, TOKEN)
}

/// A scheme.
pub(crate) fn is_scheme(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(u8::is_ascii_alphabetic) && all(bytes, SCHEME)
}

/// A host, with or without a port.
pub(crate) fn is_authority(bytes: &[u8]) -> bool {
    !bytes.is_empty() && all(bytes, AUTHORITY)
}

/// A path and a query.
pub(crate) fn is_path(bytes: &[u8]) -> bool {
    !bytes.is_empty() && all(bytes, PATH)
}

/// A value. White space may stand around it only if that is let through.
pub(crate) fn is_value(bytes: &[u8], is_lenient: bool) -> bool {
    let is_space = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
    all(bytes, VALUE) && (is_lenient || !is_space(bytes.first()) && !is_space(bytes.last()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_bytes() {
        assert!(is_name(b"x-a!#$%&'*+-.^_`|~9"));
        assert!(!is_name(b"a b") && !is_name(b"a:b") && !is_name(b"") && !is_name(b"\xe4"));
        assert!(is_scheme(b"a+b-c.9") && !is_scheme(b"9a") && !is_scheme(b""));
        assert!(is_authority(b"[::1]:80") && is_authority(b"a%41"));
        for wrong in ["a b", "u@a", "a/b", "a\"b", ""] {
            assert!(!is_authority(wrong.as_bytes()), "{wrong}");
        }
        assert!(is_path(b"/\xe4#\"<>\\^`{|}") && !is_path(b"/a b") && !is_path(b"/\x7f"));
        assert!(is_value(b"a\tb\xe4", false) && is_value(b"", false));
        assert!(!is_value(b"a\x7f", true) && !is_value(b"\tb", false) && is_value(b"\tb", true));
    }
}
