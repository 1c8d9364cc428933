//! Random bytes, good enough for keys.

use std::cell::Cell;
use std::sync::OnceLock;

use crate::{Result, sys};

thread_local! {
    /// Where the bytes of this thread come from, if not from chance.
    static SEED: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Has all bytes that the calling thread asks for follow from a number, or from chance again, also those that keys are made of.
/// They are then good for nothing but for runs that are to be repeated.
pub fn set_seed(seed: Option<u64>) {
    SEED.set(seed);
    sys::random::take_over();
}

/// Who stands between the generator and those who want random bytes: fills the buffer, by the function that it is given or
/// otherwise, and says whether it could.
pub type Source = fn(&mut [u8], &mut dyn FnMut(&mut [u8]) -> bool) -> bool;

static SOURCE: OnceLock<Source> = OnceLock::new();

/// Has that one asked for all random bytes of the process, also those that keys are made of. The first one stays.
pub fn set_source(source: Source) {
    let _ = SOURCE.set(source);
    sys::random::take_over();
}

/// Fills a buffer for OpenSSL; says whether it could.
pub(crate) fn supply(buffer: &mut [u8]) -> bool {
    match (SEED.get(), SOURCE.get()) {
        (Some(seed), _) => {
            SEED.set(Some(fill_from(seed, buffer)));
            true
        }
        (None, Some(source)) => source(buffer, &mut sys::random::generate),
        (None, None) => sys::random::generate(buffer),
    }
}

/// Fills a buffer with what follows from a seed; gives the next seed (SplitMix64).
fn fill_from(mut seed: u64, buffer: &mut [u8]) -> u64 {
    for part in buffer.chunks_mut(8) {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        part.copy_from_slice(&(mixed ^ (mixed >> 31)).to_le_bytes()[..part.len()]);
    }
    seed
}

/// Fills a buffer of any size with random bytes.
pub fn fill(buffer: &mut [u8]) -> Result<()> {
    if let Some(seed) = SEED.get() {
        SEED.set(Some(fill_from(seed, buffer)));
        return Ok(());
    }
    sys::init();
    // OpenSSL counts in the int of C.
    for part in buffer.chunks_mut(1 << 30) {
        openssl::rand::rand_bytes(part)?;
    }
    Ok(())
}

/// So many random bytes; fails where there is no memory for them.
pub fn bytes(length: usize) -> Result<Vec<u8>> {
    let mut bytes = crate::room(length)?;
    fill(&mut bytes)?;
    Ok(bytes)
}

/// Random bytes that are had in advance: a few at a time cost as much as many. Each is given once, and forgotten.
pub struct Stock {
    bytes: Box<[u8; SIZE]>,
    used: usize,
}

const SIZE: usize = 4096;
/// What is longer is made for the one who asks.
const LONGEST: usize = 64;

impl Default for Stock {
    fn default() -> Stock {
        Stock {
            bytes: Box::new([0; SIZE]),
            used: SIZE,
        }
    }
}

impl Stock {
    /// Some bytes.
    pub fn take<const COUNT: usize>(&mut self) -> Result<[u8; COUNT]> {
        let mut taken = [0; COUNT];
        self.fill(&mut taken)?;
        Ok(taken)
    }

    /// Fills a buffer: a small one with bytes that were had in advance, others as [`fill`] does.
    pub fn fill(&mut self, buffer: &mut [u8]) -> Result<()> {
        let count = buffer.len();
        if count > LONGEST {
            return fill(buffer);
        }
        if SIZE - self.used < count {
            fill(&mut self.bytes[..])?;
            self.used = 0;
        }
        let part = &mut self.bytes[self.used..self.used + count];
        self.used += count;
        buffer.copy_from_slice(part);
        sys::wipe(part);
        Ok(())
    }

    /// A number below `range`, which is at most 2^48; each is as likely as the others.
    pub fn below(&mut self, range: u64) -> Result<u64> {
        const ALL: u64 = 1 << 48;
        let range = range.clamp(1, ALL);
        loop {
            let [a, b, c, d, e, f] = self.take()?;
            let number = u64::from_le_bytes([a, b, c, d, e, f, 0, 0]);
            // Beyond the last multiple of the range some results would be likelier.
            if number < ALL - ALL % range {
                return Ok(number % range);
            }
        }
    }
}

/// A UUID's text, of random bytes; of version 7 if the time is given, in milliseconds, else of version 4 (RFC 9562).
pub fn uuid(mut bytes: [u8; 16], time: Option<u64>) -> [u8; 36] {
    let version = match time {
        Some(time) => {
            bytes[..6].copy_from_slice(&time.to_be_bytes()[2..]);
            7
        }
        None => 4,
    };
    bytes[6] = (bytes[6] & 0x0f) | (version << 4);
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let mut text = [b'-'; 36];
    let mut at = 0;
    for (index, byte) in bytes.into_iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            at += 1;
        }
        text[at] = DIGITS[usize::from(byte >> 4)];
        text[at + 1] = DIGITS[usize::from(byte & 15)];
        at += 2;
    }
    text
}

const DIGITS: [u8; 16] = *b"0123456789abcdef";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stock_gives_nothing_twice() {
        let mut stock = Stock::default();
        let all: Vec<[u8; 16]> = (0..1000).map(|_| stock.take().unwrap()).collect();
        let different = all.iter().collect::<std::collections::HashSet<_>>();
        assert_eq!(different.len(), all.len());
    }

    #[test]
    fn a_stock_fills_buffers_of_all_sizes_and_keeps_nothing_of_what_it_gave() {
        let mut stock = Stock::default();
        for size in [16, 17, LONGEST, LONGEST + 1, SIZE, SIZE + 1, 100_000] {
            let mut filled = vec![0; size];
            stock.fill(&mut filled).unwrap();
            assert!(filled[size - 16..].iter().any(|byte| *byte != 0));
            assert!(stock.bytes[..stock.used].iter().all(|byte| *byte == 0));
        }
    }

    #[test]
    fn numbers_stay_below_and_reach_all() {
        let mut stock = Stock::default();
        let mut seen = [false; 10];
        for _ in 0..1000 {
            seen[stock.below(10).unwrap() as usize] = true;
        }
        assert_eq!(seen, [true; 10]);
        assert!(stock.below(1 << 48).unwrap() < 1 << 48);
    }

    #[test]
    fn uuids_have_version_and_variant() {
        let text = |bytes, time| String::from_utf8(uuid(bytes, time).to_vec()).unwrap();
        assert_eq!(
            text([0xff; 16], None),
            "ffffffff-ffff-4fff-bfff-ffffffffffff"
        );
        // The example of RFC 9562.
        let mut bytes = [0; 16];
        bytes[6..8].copy_from_slice(&[0x0c, 0xc3]);
        bytes[8..].copy_from_slice(&0x18c4dc0c0c07398f_u64.to_be_bytes());
        assert_eq!(
            text(bytes, Some(0x017f22e279b0)),
            "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
        );
    }
}
