//! zlib's interface, as the crate `libz-rs-sys` has it.

use std::borrow::Cow;
use std::ffi::CStr;
use std::mem::MaybeUninit;

use libz_rs_sys as z;

use super::{spare, wrote};
use crate::{Settings, Wrapping};

/// There is more to do, or nothing.
pub(crate) const OK: i32 = 0;
/// The stream is at its end.
pub(crate) const END: i32 = 1;
/// The stream cannot be read without a dictionary.
pub(crate) const NEEDS_DICTIONARY: i32 = 2;
/// Neither input nor room was used.
pub(crate) const NO_PROGRESS: i32 = -5;

/// No more than this is handed over at once: zlib counts in 32 bits.
const MOST_AT_ONCE: usize = 1 << 30;

/// A stream of zlib's. In a box: it must not move.
struct Stream(Box<z::z_stream>);

// SAFETY: the stream and what it refers to belong to whoever has it; nothing in it is bound to a thread.
unsafe impl Send for Stream {}

impl Stream {
    fn new() -> Stream {
        // SAFETY: zlib takes a stream of zeros for a new one, with its own allocator.
        Stream(Box::new(unsafe { MaybeUninit::zeroed().assume_init() }))
    }

    /// Calls `advance` on a part of the input and of the output's spare capacity.
    fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        advance: impl Fn(*mut z::z_stream) -> i32,
    ) -> (usize, i32) {
        let (place, room) = spare(output, room.min(MOST_AT_ONCE));
        let length = input.len().min(MOST_AT_ONCE);
        let stream = &mut *self.0;
        stream.next_in = input.as_ptr().cast_mut();
        stream.avail_in = length as u32;
        stream.next_out = place;
        stream.avail_out = room as u32;
        let status = advance(stream);
        let (used, written) = (
            length - stream.avail_in as usize,
            room - stream.avail_out as usize,
        );
        stream.next_in = std::ptr::null_mut();
        stream.avail_in = 0;
        stream.next_out = std::ptr::null_mut();
        stream.avail_out = 0;
        // SAFETY: zlib has counted down the room by what it wrote.
        unsafe { wrote(output, written) };
        (used, status)
    }

    /// What zlib says of the last failure.
    fn message(&self) -> Cow<'static, str> {
        if self.0.msg.is_null() {
            return "Zlib error".into();
        }
        // SAFETY: messages of zlib are constants that end with a zero.
        let message = unsafe { CStr::from_ptr(self.0.msg.cast_const()) };
        message.to_string_lossy()
    }
}

/// The number by which zlib knows window and wrapping.
fn window(wrapping: Wrapping, bits: i32) -> i32 {
    match wrapping {
        Wrapping::Raw => -bits,
        Wrapping::Gzip => bits + 16,
        Wrapping::Zlib | Wrapping::Unknown => bits,
    }
}

const STREAM_SIZE: i32 = size_of::<z::z_stream>() as i32;

/// Compresses.
pub(crate) struct Deflater(Stream);

impl Deflater {
    pub(crate) fn new(wrapping: Wrapping, settings: Settings) -> Result<Deflater, i32> {
        let mut stream = Stream::new();
        // SAFETY: the stream is new, and stays where it is.
        let status = unsafe {
            z::deflateInit2_(
                &mut *stream.0,
                settings.level,
                z::Z_DEFLATED,
                window(wrapping, settings.window_bits),
                settings.memory_level,
                settings.strategy,
                z::zlibVersion(),
                STREAM_SIZE,
            )
        };
        match status {
            OK => Ok(Deflater(stream)),
            status => Err(status),
        }
    }

    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        flush: i32,
    ) -> (usize, i32) {
        // SAFETY: the stream was made for this, and has input and room.
        self.0.step(input, output, room, |stream| unsafe {
            z::deflate(stream, flush)
        })
    }

    pub(crate) fn reset(&mut self) -> i32 {
        // SAFETY: the stream was made for this.
        unsafe { z::deflateReset(&mut *self.0.0) }
    }

    /// Another level and strategy. There is no room for output meanwhile.
    pub(crate) fn change(&mut self, level: i32, strategy: i32) -> i32 {
        let mut unused = 0u8;
        self.0.0.next_out = &mut unused;
        // SAFETY: the stream was made for this; it has neither input nor room.
        let status = unsafe { z::deflateParams(&mut *self.0.0, level, strategy) };
        self.0.0.next_out = std::ptr::null_mut();
        status
    }

    pub(crate) fn set_dictionary(&mut self, dictionary: &[u8]) -> i32 {
        let length = dictionary.len().min(MOST_AT_ONCE) as u32;
        // SAFETY: the stream was made for this, and the dictionary is copied.
        unsafe { z::deflateSetDictionary(&mut *self.0.0, dictionary.as_ptr(), length) }
    }

    pub(crate) fn message(&self) -> Cow<'static, str> {
        self.0.message()
    }
}

impl Drop for Deflater {
    fn drop(&mut self) {
        // SAFETY: the stream was made for this, and is not used again.
        unsafe { z::deflateEnd(&mut *self.0.0) };
    }
}

/// Decompresses.
pub(crate) struct Inflater(Stream);

impl Inflater {
    pub(crate) fn new(wrapping: Wrapping, window_bits: i32) -> Result<Inflater, i32> {
        let mut stream = Stream::new();
        let window = window(wrapping, window_bits);
        // SAFETY: the stream is new, and stays where it is.
        let status =
            unsafe { z::inflateInit2_(&mut *stream.0, window, z::zlibVersion(), STREAM_SIZE) };
        match status {
            OK => Ok(Inflater(stream)),
            status => Err(status),
        }
    }

    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        flush: i32,
    ) -> (usize, i32) {
        // SAFETY: the stream was made for this, and has input and room.
        self.0.step(input, output, room, |stream| unsafe {
            z::inflate(stream, flush)
        })
    }

    pub(crate) fn reset(&mut self) -> i32 {
        // SAFETY: the stream was made for this.
        unsafe { z::inflateReset(&mut *self.0.0) }
    }

    pub(crate) fn set_dictionary(&mut self, dictionary: &[u8]) -> i32 {
        let length = dictionary.len().min(MOST_AT_ONCE) as u32;
        // SAFETY: the stream was made for this, and the dictionary is copied.
        unsafe { z::inflateSetDictionary(&mut *self.0.0, dictionary.as_ptr(), length) }
    }

    pub(crate) fn message(&self) -> Cow<'static, str> {
        self.0.message()
    }
}

impl Drop for Inflater {
    fn drop(&mut self) {
        // SAFETY: the stream was made for this, and is not used again.
        unsafe { z::inflateEnd(&mut *self.0.0) };
    }
}

/// The CRC-32 of what has the checksum `before`, with `bytes` behind it.
pub(crate) fn crc32(before: u32, bytes: &[u8]) -> u32 {
    // SAFETY: pointer and length are of one slice.
    let sum = unsafe { z::crc32_z(before.into(), bytes.as_ptr(), bytes.len()) };
    sum as u32
}
