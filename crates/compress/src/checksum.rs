//! The checksum of gzip files and ZIP archives.

use crate::sys::zlib;

/// The CRC-32 of what has the checksum `before`, with `bytes` behind it.
pub fn crc32(before: u32, bytes: &[u8]) -> u32 {
    zlib::crc32(before, bytes)
}
