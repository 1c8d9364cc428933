//! The libraries themselves, behind safe functions. All `unsafe` of this crate is here.
//!
//! Each step is given a slice to read and a vector to append to: the library writes into the vector's spare capacity, and
//! says how much, which then becomes its length.

pub(crate) mod brotli;
pub(crate) mod zlib;
pub(crate) mod zstd;

/// Where a library may write: the spare capacity of a vector, at most `room` bytes of it.
fn spare(output: &mut Vec<u8>, room: usize) -> (*mut u8, usize) {
    let spare = output.spare_capacity_mut();
    (spare.as_mut_ptr().cast(), spare.len().min(room))
}

/// Makes what a library has written part of the vector.
///
/// # Safety
/// It has written so many bytes to where [`spare`] said.
unsafe fn wrote(output: &mut Vec<u8>, count: usize) {
    let length = output.len() + count;
    assert!(length <= output.capacity());
    // SAFETY: as promised, and there is room for them.
    unsafe { output.set_len(length) };
}
