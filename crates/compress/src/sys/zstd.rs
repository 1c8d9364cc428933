//! Zstandard's interface.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::NonNull;

use zstd_sys::{
    ZSTD_CCtx, ZSTD_DCtx, ZSTD_EndDirective, ZSTD_ResetDirective, ZSTD_inBuffer, ZSTD_outBuffer,
};

use super::{spare, wrote};

/// These are declared anew: a script may pass numbers that are no parameters, which the library refuses, but which no
/// enum of Rust can hold.
mod by_number {
    use super::{ZSTD_CCtx, ZSTD_DCtx, c_int};

    unsafe extern "C" {
        pub(super) fn ZSTD_CCtx_setParameter(
            context: *mut ZSTD_CCtx,
            parameter: c_int,
            value: c_int,
        ) -> usize;
        pub(super) fn ZSTD_DCtx_setParameter(
            context: *mut ZSTD_DCtx,
            parameter: c_int,
            value: c_int,
        ) -> usize;
    }
}

/// What a function of the library returned, if that is an error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ErrorCode(usize);

impl ErrorCode {
    /// The error's number.
    pub(crate) fn number(self) -> i32 {
        (self.0 as isize).wrapping_neg() as i32
    }
}

fn check(result: usize) -> Result<usize, ErrorCode> {
    // SAFETY: it only looks at the number.
    match unsafe { zstd_sys::ZSTD_isError(result) } {
        0 => Ok(result),
        _ => Err(ErrorCode(result)),
    }
}

/// What the library says of an error.
pub(crate) fn message(code: ErrorCode) -> &'static str {
    // SAFETY: messages are constants that end with a zero.
    let message = unsafe { CStr::from_ptr(zstd_sys::ZSTD_getErrorName(code.0)) };
    message.to_str().unwrap_or("Zstd error")
}

/// How much a frame says that is in it; 0 if it does not say, or is none.
pub(crate) fn frame_content_size(input: &[u8]) -> usize {
    /// What the library returns for "unknown" and "no frame".
    const NOT_TOLD: u64 = u64::MAX - 1;
    // SAFETY: pointer and length are of one slice.
    let size = unsafe { zstd_sys::ZSTD_getFrameContentSize(input.as_ptr().cast(), input.len()) };
    if size >= NOT_TOLD { 0 } else { size as usize }
}

/// Compresses.
pub(crate) struct Encoder(NonNull<ZSTD_CCtx>);

// SAFETY: it belongs to whoever has it; nothing in it is bound to a thread.
unsafe impl Send for Encoder {}

impl Encoder {
    pub(crate) fn new() -> Option<Encoder> {
        // SAFETY: it takes nothing.
        NonNull::new(unsafe { zstd_sys::ZSTD_createCCtx() }).map(Encoder)
    }

    pub(crate) fn set(&mut self, parameter: i32, value: i32) -> Result<(), ErrorCode> {
        // SAFETY: the context is alive; the library knows which numbers are parameters.
        check(unsafe { by_number::ZSTD_CCtx_setParameter(self.0.as_ptr(), parameter, value) })
            .map(drop)
    }

    pub(crate) fn pledge(&mut self, size: u64) -> Result<(), ErrorCode> {
        // SAFETY: the context is alive.
        check(unsafe { zstd_sys::ZSTD_CCtx_setPledgedSrcSize(self.0.as_ptr(), size) }).map(drop)
    }

    pub(crate) fn load_dictionary(&mut self, bytes: &[u8]) -> Result<(), ErrorCode> {
        // SAFETY: the context is alive; the bytes are copied.
        check(unsafe {
            zstd_sys::ZSTD_CCtx_loadDictionary(
                self.0.as_ptr(),
                bytes.as_ptr().cast::<c_void>(),
                bytes.len(),
            )
        })
        .map(drop)
    }

    /// How much input was used, and how much output at least is yet to come.
    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        directive: i32,
    ) -> Result<(usize, usize), ErrorCode> {
        let directive = match directive {
            0 => ZSTD_EndDirective::ZSTD_e_continue,
            1 => ZSTD_EndDirective::ZSTD_e_flush,
            _ => ZSTD_EndDirective::ZSTD_e_end,
        };
        let (mut source, mut target) = buffers(input, output, room);
        // SAFETY: both are as long as said; the library says how far it came in each.
        unsafe {
            let result = zstd_sys::ZSTD_compressStream2(
                self.0.as_ptr(),
                &mut target,
                &mut source,
                directive,
            );
            wrote(output, target.pos);
            check(result).map(|left| (source.pos, left))
        }
    }

    pub(crate) fn reset(&mut self) -> Result<(), ErrorCode> {
        let directive = ZSTD_ResetDirective::ZSTD_reset_session_only;
        // SAFETY: the context is alive.
        check(unsafe { zstd_sys::ZSTD_CCtx_reset(self.0.as_ptr(), directive) }).map(drop)
    }

    /// As new: without parameters and dictionary, too.
    pub(crate) fn forget(&mut self) -> Result<(), ErrorCode> {
        let directive = ZSTD_ResetDirective::ZSTD_reset_session_and_parameters;
        // SAFETY: the context is alive.
        check(unsafe { zstd_sys::ZSTD_CCtx_reset(self.0.as_ptr(), directive) }).map(drop)
    }

    /// How much memory it has.
    pub(crate) fn size(&self) -> usize {
        // SAFETY: the context is alive.
        unsafe { zstd_sys::ZSTD_sizeof_CCtx(self.0.as_ptr()) }
    }
}

impl Drop for Encoder {
    fn drop(&mut self) {
        // SAFETY: it is ours, and not used again.
        unsafe { zstd_sys::ZSTD_freeCCtx(self.0.as_ptr()) };
    }
}

/// Decompresses.
pub(crate) struct Decoder(NonNull<ZSTD_DCtx>);

// SAFETY: as for encoders.
unsafe impl Send for Decoder {}

impl Decoder {
    pub(crate) fn new() -> Option<Decoder> {
        // SAFETY: it takes nothing.
        NonNull::new(unsafe { zstd_sys::ZSTD_createDCtx() }).map(Decoder)
    }

    pub(crate) fn set(&mut self, parameter: i32, value: i32) -> Result<(), ErrorCode> {
        // SAFETY: as for encoders.
        check(unsafe { by_number::ZSTD_DCtx_setParameter(self.0.as_ptr(), parameter, value) })
            .map(drop)
    }

    pub(crate) fn load_dictionary(&mut self, bytes: &[u8]) -> Result<(), ErrorCode> {
        // SAFETY: as for encoders.
        check(unsafe {
            zstd_sys::ZSTD_DCtx_loadDictionary(
                self.0.as_ptr(),
                bytes.as_ptr().cast::<c_void>(),
                bytes.len(),
            )
        })
        .map(drop)
    }

    /// How much input was used, and how much more is wanted: 0 at the end of a frame.
    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
    ) -> Result<(usize, usize), ErrorCode> {
        let (mut source, mut target) = buffers(input, output, room);
        // SAFETY: as for encoders.
        unsafe {
            let result = zstd_sys::ZSTD_decompressStream(self.0.as_ptr(), &mut target, &mut source);
            wrote(output, target.pos);
            check(result).map(|wanted| (source.pos, wanted))
        }
    }

    pub(crate) fn reset(&mut self) -> Result<(), ErrorCode> {
        let directive = ZSTD_ResetDirective::ZSTD_reset_session_only;
        // SAFETY: the context is alive.
        check(unsafe { zstd_sys::ZSTD_DCtx_reset(self.0.as_ptr(), directive) }).map(drop)
    }

    /// As new: without parameters and dictionary, too.
    pub(crate) fn forget(&mut self) -> Result<(), ErrorCode> {
        let directive = ZSTD_ResetDirective::ZSTD_reset_session_and_parameters;
        // SAFETY: the context is alive.
        check(unsafe { zstd_sys::ZSTD_DCtx_reset(self.0.as_ptr(), directive) }).map(drop)
    }

    /// How much memory it has.
    pub(crate) fn size(&self) -> usize {
        // SAFETY: the context is alive.
        unsafe { zstd_sys::ZSTD_sizeof_DCtx(self.0.as_ptr()) }
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // SAFETY: it is ours, and not used again.
        unsafe { zstd_sys::ZSTD_freeDCtx(self.0.as_ptr()) };
    }
}

fn buffers(input: &[u8], output: &mut Vec<u8>, room: usize) -> (ZSTD_inBuffer, ZSTD_outBuffer) {
    let (place, size) = spare(output, room);
    let source = ZSTD_inBuffer {
        src: input.as_ptr().cast(),
        size: input.len(),
        pos: 0,
    };
    let target = ZSTD_outBuffer {
        dst: place.cast(),
        size,
        pos: 0,
    };
    (source, target)
}
