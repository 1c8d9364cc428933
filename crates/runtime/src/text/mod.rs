//! Text and bytes: the encodings of Buffer and TextDecoder, searching, URLs, addresses. Plain functions on
//! slices, which know nothing of the engine.

pub mod address;
pub mod base64;
pub mod decoder;
pub mod hex;
pub mod latin1;
pub mod repeat;
pub mod search;
pub mod url;
pub mod utf16;
pub mod utf8;

/// The characters of a JavaScript string, as an engine stores them.
#[derive(Clone, Copy, Debug)]
pub enum Chars<'a> {
    /// One byte a character: U+0000 to U+00FF
    Latin1(&'a [u8]),
    /// UTF-16, maybe with lone surrogates
    Utf16(&'a [u16]),
}

/// Characters to make a JavaScript string of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decoded {
    /// The bytes that were decoded are ASCII: they are the string
    Same,
    /// One byte a character
    Latin1(Vec<u8>),
    /// UTF-16
    Utf16(Vec<u16>),
}

/// Characters that were put where there was room for them: how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Short {
    /// One byte a character
    Latin1(usize),
    /// UTF-16
    Utf16(usize),
}

/// How far a conversion came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Characters read, in UTF-16 units
    pub read: usize,
    /// Bytes written
    pub written: usize,
}
