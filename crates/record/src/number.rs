//! Numbers and bytes as they stand in a file: seven bits a byte, the lowest first.

/// Appends a number.
pub(crate) fn put(into: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// Appends a number that may be negative: small ones stay short either way.
pub(crate) fn put_signed(into: &mut Vec<u8>, number: i64) {
    put(into, ((number << 1) ^ (number >> 63)) as u64);
}

/// Appends bytes after their count.
pub(crate) fn put_bytes(into: &mut Vec<u8>, bytes: &[u8]) {
    put(into, bytes.len() as u64);
    into.extend_from_slice(bytes);
}

/// What is left to read of some bytes. Nothing is given past their end.
#[derive(Clone)]
pub(crate) struct Cursor<'a>(pub(crate) &'a [u8]);

impl<'a> Cursor<'a> {
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    pub(crate) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(crate) fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| put(&mut bytes, number));
        [-1, 0, i64::MIN, i64::MAX]
            .iter()
            .for_each(|&number| put_signed(&mut bytes, number));
        let mut cursor = Cursor(&bytes);
        for number in numbers {
            assert_eq!(cursor.number(), Some(number));
        }
        for number in [-1, 0, i64::MIN, i64::MAX] {
            assert_eq!(cursor.signed(), Some(number));
        }
        assert_eq!(cursor.number(), None);
    }

    #[test]
    fn what_is_cut_off_is_not_read() {
        let mut bytes = Vec::new();
        put_bytes(&mut bytes, b"hello");
        for end in 0..bytes.len() {
            assert_eq!(Cursor(&bytes[..end]).bytes(), None);
        }
        assert_eq!(Cursor(&bytes).text(), Some("hello"));
        assert_eq!(Cursor(&[0xff; 20]).number(), None);
    }
}
