//! Input for tests that comes by chance, but is the same in every run.

/// A small generator of numbers (an xorshift), which begins with one other than 0.
pub struct Random(pub u64);

impl Random {
    /// The next number.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a limit; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// One of several.
    pub fn among<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Fewer bytes than `most`, each of which can be anything.
    pub fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.below(most)).map(|_| self.next() as u8).collect()
    }
}

/// How often something is tried: as often as `RONDO_FUZZ_ROUNDS` says, or `usual` times.
pub fn rounds(usual: usize) -> usize {
    let set = std::env::var("RONDO_FUZZ_ROUNDS").ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(usual)
}
