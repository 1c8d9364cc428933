//! Compression and decompression, piece by piece: deflate in its wrappings, Brotli and Zstandard.
//!
//! A [`Codec`] is given input and room for output, and says how much of both it used. What it refuses, and with which
//! words, is what Node does. It knows nothing of JavaScript or the event loop; `src/sys` has all that is `unsafe`.
//!
//! ```
//! use rondo_compress::{Codec, Deflate, Inflate, Wrapping, flush};
//!
//! let mut gzip = Codec::from(Deflate::new(Wrapping::Gzip, Default::default(), None));
//! let packed = gzip.run(b"hello", flush::FINISH, usize::MAX).unwrap().bytes;
//! let mut gunzip = Codec::from(Inflate::new(Wrapping::Gzip, 15, None));
//! let unpacked = gunzip.run(&packed, flush::FINISH, usize::MAX).unwrap().bytes;
//! assert_eq!(unpacked, b"hello");
//! ```

#![deny(unsafe_code)]

mod brotli;
mod checksum;
mod deflate;
mod failure;
mod idle;
mod inflate;
mod run;
#[allow(unsafe_code)]
mod sys;
mod zstd;

pub use brotli::{BrotliDecoder, BrotliEncoder};
pub use checksum::crc32;
pub use deflate::{Deflate, Settings};
pub use failure::Failure;
pub use inflate::Inflate;
pub use run::{Run, Stop};
pub use zstd::{ZstdDecoder, ZstdEncoder};

/// What is put around deflated data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrapping {
    /// Two bytes before it and a checksum behind
    Zlib,
    /// The head and tail of a gzip file
    Gzip,
    /// Nothing
    Raw,
    /// To be found out: [`Wrapping::Gzip`] or [`Wrapping::Zlib`]. Only for reading.
    Unknown,
}

/// How much has to come out of a step, as zlib numbers it.
pub mod flush {
    /// What there is
    pub const NONE: i32 = 0;
    /// All that was put in
    pub const SYNC: i32 = 2;
    /// All, and the end
    pub const FINISH: i32 = 4;
}

/// A way to compress or decompress, under way.
pub enum Codec {
    /// Compresses by deflate.
    Deflate(Deflate),
    /// Reads what deflate has made.
    Inflate(Inflate),
    /// Compresses by Brotli.
    BrotliEncoder(BrotliEncoder),
    /// Reads what Brotli has made.
    BrotliDecoder(BrotliDecoder),
    /// Compresses by Zstandard.
    ZstdEncoder(ZstdEncoder),
    /// Reads what Zstandard has made.
    ZstdDecoder(ZstdDecoder),
}

impl Codec {
    /// Takes from `input` and appends up to `room` bytes to `output`, which must have the capacity for them. Says how
    /// much input was used. If the room was not used up, no more comes without more input.
    pub fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        flush: i32,
    ) -> Result<usize, Failure> {
        match self {
            Codec::Deflate(codec) => codec.step(input, output, room, flush),
            Codec::Inflate(codec) => codec.step(input, output, room, flush),
            Codec::BrotliEncoder(codec) => codec.step(input, output, room, flush),
            Codec::BrotliDecoder(codec) => codec.step(input, output, room, flush),
            Codec::ZstdEncoder(codec) => codec.step(input, output, room, flush),
            Codec::ZstdDecoder(codec) => codec.step(input, output, room, flush),
        }
    }

    /// Back to the beginning, with the same settings.
    pub fn reset(&mut self) -> Result<(), Failure> {
        match self {
            Codec::Deflate(codec) => codec.reset(),
            Codec::Inflate(codec) => codec.reset(),
            Codec::BrotliEncoder(codec) => codec.reset(),
            Codec::BrotliDecoder(codec) => codec.reset(),
            Codec::ZstdEncoder(codec) => codec.reset(),
            Codec::ZstdDecoder(codec) => codec.reset(),
        }
    }

    /// Other settings from here on. Only deflate has that; others stay as they are.
    pub fn change(&mut self, level: i32, strategy: i32) -> Result<(), Failure> {
        match self {
            Codec::Deflate(codec) => codec.change(level, strategy),
            _ => Ok(()),
        }
    }
}

macro_rules! into_codec {
    ($($kind:ident)*) => {$(
        impl From<$kind> for Codec {
            fn from(codec: $kind) -> Codec {
                Codec::$kind(codec)
            }
        }
    )*};
}

into_codec! { Deflate Inflate BrotliEncoder BrotliDecoder ZstdEncoder ZstdDecoder }
