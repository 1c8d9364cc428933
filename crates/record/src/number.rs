//! Numbers and bytes as they stand in a file, and in what the seam writes down: seven bits a byte, the lowest first.

/// Appends a number.
#[inline]
pub fn put_number(into: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// A number that may be negative as one that is not: small ones stay small either way.
#[inline]
pub fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

/// Appends bytes after their count.
#[inline]
pub fn put_bytes(into: &mut Vec<u8>, bytes: &[u8]) {
    put_number(into, bytes.len() as u64);
    into.extend_from_slice(bytes);
}

/// So many bytes an event has at most, apart from those that it carries: its time, a tag, five numbers.
const ROOM: usize = 64;

/// A few numbers on their way into a file. They are put side by side in room that there is anyway, so that nobody asks for each byte whether
/// there is.
pub(crate) struct Few<'a> {
    room: &'a mut [u8; ROOM],
    count: usize,
}

impl Few<'_> {
    /// Appends what `put` puts.
    #[inline]
    pub(crate) fn append(into: &mut Vec<u8>, put: impl FnOnce(&mut Few<'_>)) {
        let start = into.len();
        into.resize(start + ROOM, 0);
        let Some(room) = into[start..].first_chunk_mut() else {
            return;
        };
        let mut few = Few { room, count: 0 };
        put(&mut few);
        let count = few.count;
        into.truncate(start + count);
    }

    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) -> &mut Self {
        // The remainder is for the compiler: it need not look whether there is room.
        self.room[self.count % ROOM] = byte;
        self.count += 1;
        self
    }

    #[inline]
    pub(crate) fn number(&mut self, number: impl Into<u64>) -> &mut Self {
        let mut number = number.into();
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8)
    }

    #[inline]
    pub(crate) fn signed(&mut self, number: i64) -> &mut Self {
        self.number(zigzag(number))
    }
}

/// What is left to read of some bytes. Nothing is given past their end.
#[derive(Clone)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Begins to read.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    /// Whether all was read.
    pub fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    /// How many bytes are left.
    pub fn rest(&self) -> usize {
        self.0.len()
    }

    /// The next byte.
    pub fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// The next bytes, so many as the array has.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (&first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(first)
    }

    /// A number.
    pub fn number(&mut self) -> Option<u64> {
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

    /// A number that was made by [`zigzag`].
    pub fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// Bytes that stand after their count.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    /// A text, likewise.
    pub fn text(&mut self) -> Option<&'a str> {
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
        numbers
            .iter()
            .for_each(|&number| put_number(&mut bytes, number));
        Few::append(&mut bytes, |few| {
            for number in [-1, 0, i64::MIN, i64::MAX] {
                few.signed(number);
            }
        });
        let mut reader = Reader::new(&bytes);
        for number in numbers {
            assert_eq!(reader.number(), Some(number));
        }
        for number in [-1, 0, i64::MIN, i64::MAX] {
            assert_eq!(reader.signed(), Some(number));
        }
        assert_eq!(reader.number(), None);
    }

    #[test]
    fn few_numbers_are_as_long_as_any() {
        let mut bytes = vec![7];
        Few::append(&mut bytes, |few| {
            few.number(u64::MAX).byte(1);
            (0..5).for_each(|_| {
                few.number(u64::MAX);
            });
        });
        assert_eq!(bytes.len(), 62);
        let mut reader = Reader::new(&bytes[1..]);
        assert_eq!((reader.number(), reader.byte()), (Some(u64::MAX), Some(1)));
    }

    #[test]
    fn what_is_cut_off_is_not_read() {
        let mut bytes = Vec::new();
        put_bytes(&mut bytes, b"hello");
        for end in 0..bytes.len() {
            assert_eq!(Reader::new(&bytes[..end]).bytes(), None);
        }
        assert_eq!(Reader::new(&bytes).text(), Some("hello"));
        assert_eq!(Reader::new(&[0xff; 20]).number(), None);
    }
}
