//! What may be let pass that is not well-formed.

/// Bits that say which faults are let pass. They have the places that Node gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lenient(pub u16);

impl Lenient {
    /// Any character in the value of a field, and values that go on in the next line
    pub const HEADERS: Lenient = Lenient(1);
    /// Both lengths in one message
    pub const CHUNKED_LENGTH: Lenient = Lenient(1 << 1);
    /// A message after one that said it was the last
    pub const KEEP_ALIVE: Lenient = Lenient(1 << 2);
    /// Transfer codings after `chunked`
    pub const TRANSFER_ENCODING: Lenient = Lenient(1 << 3);
    /// Any version
    pub const VERSION: Lenient = Lenient(1 << 4);
    /// Bytes after the last message, which are passed over
    pub const DATA_AFTER_CLOSE: Lenient = Lenient(1 << 5);
    /// CR without LF
    pub const OPTIONAL_LF: Lenient = Lenient(1 << 6);
    /// Chunks without CR LF behind them
    pub const OPTIONAL_CRLF_AFTER_CHUNK: Lenient = Lenient(1 << 7);
    /// LF without CR
    pub const OPTIONAL_CR: Lenient = Lenient(1 << 8);
    /// Spaces after the size of a chunk
    pub const SPACES_AFTER_CHUNK_SIZE: Lenient = Lenient(1 << 9);
    /// Control characters, but for NUL, in the value of a field
    pub const RELAXED_VALUES: Lenient = Lenient(1 << 10);
    /// All of them, but for relaxed values, which are allowed with these in any case
    pub const ALL: Lenient = Lenient((1 << 10) - 1);

    /// Whether one of the bits is set.
    #[inline]
    pub fn has(self, bits: Lenient) -> bool {
        self.0 & bits.0 != 0
    }
}
