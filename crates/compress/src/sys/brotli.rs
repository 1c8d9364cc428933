//! Brotli's interface.

use std::ffi::CStr;
use std::ptr::{self, NonNull};

use compu_brotli_sys as b;

use super::{spare, wrote};

/// Compresses.
pub(crate) struct Encoder {
    state: NonNull<b::BrotliEncoderState>,
    dictionary: Option<Dictionary>,
}

/// A dictionary, prepared for encoders, and its bytes, which it refers to.
struct Dictionary {
    prepared: NonNull<b::BrotliEncoderPreparedDictionary>,
    _bytes: Box<[u8]>,
}

// SAFETY: it belongs to whoever has it; nothing in it is bound to a thread.
unsafe impl Send for Encoder {}

impl Encoder {
    /// `None` if a parameter is wrong, or if there is not enough memory.
    pub(crate) fn new(parameters: &[(u32, u32)], dictionary: Option<&[u8]>) -> Option<Encoder> {
        // SAFETY: without functions of ours it allocates as it likes.
        let state = unsafe { b::BrotliEncoderCreateInstance(None, None, ptr::null_mut()) };
        let mut encoder = Encoder {
            state: NonNull::new(state)?,
            dictionary: None,
        };
        for &(parameter, value) in parameters {
            // SAFETY: the encoder is new; it knows which numbers are parameters.
            let taken = unsafe {
                b::BrotliEncoderSetParameter(encoder.state.as_ptr(), parameter as i32, value)
            };
            if taken == 0 {
                return None;
            }
        }
        if let Some(dictionary) = dictionary {
            encoder.attach(dictionary)?;
        }
        Some(encoder)
    }

    fn attach(&mut self, dictionary: &[u8]) -> Option<()> {
        const BEST_QUALITY: i32 = 11;
        let bytes: Box<[u8]> = dictionary.into();
        // SAFETY: pointer and length are of one slice, which lives as long as what is made of it.
        let prepared = unsafe {
            b::BrotliEncoderPrepareDictionary(
                b::BrotliSharedDictionaryType_BROTLI_SHARED_DICTIONARY_RAW,
                bytes.len(),
                bytes.as_ptr(),
                BEST_QUALITY,
                None,
                None,
                ptr::null_mut(),
            )
        };
        let prepared = NonNull::new(prepared)?;
        self.dictionary = Some(Dictionary {
            prepared,
            _bytes: bytes,
        });
        // SAFETY: both are alive, and the dictionary lives as long as the encoder.
        let taken = unsafe {
            b::BrotliEncoderAttachPreparedDictionary(self.state.as_ptr(), prepared.as_ptr())
        };
        (taken != 0).then_some(())
    }

    /// How much input was used; `None` if it failed.
    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        operation: i32,
    ) -> Option<usize> {
        let (mut place, room) = spare(output, room);
        let (mut next, mut left, mut free) = (input.as_ptr(), input.len(), room);
        // SAFETY: input and room are as long as said; the encoder counts down what it uses.
        unsafe {
            let done = b::BrotliEncoderCompressStream(
                self.state.as_ptr(),
                operation,
                &mut left,
                &mut next,
                &mut free,
                &mut place,
                ptr::null_mut(),
            );
            wrote(output, room - free);
            (done != 0).then_some(input.len() - left)
        }
    }
}

impl Drop for Encoder {
    fn drop(&mut self) {
        // SAFETY: both are ours, and not used again.
        unsafe {
            b::BrotliEncoderDestroyInstance(self.state.as_ptr());
            if let Some(dictionary) = &self.dictionary {
                b::BrotliEncoderDestroyPreparedDictionary(dictionary.prepared.as_ptr());
            }
        }
    }
}

/// How far a decoder has come.
pub(crate) enum Verdict {
    /// The stream is at its end.
    Ended,
    WantsInput,
    WantsRoom,
    /// The stream is wrong: the error's number and name.
    Wrong(i32, String),
}

/// Decompresses.
pub(crate) struct Decoder {
    state: NonNull<b::BrotliDecoderState>,
    /// What the decoder refers to.
    _dictionary: Option<Box<[u8]>>,
}

// SAFETY: as for encoders.
unsafe impl Send for Decoder {}

impl Decoder {
    /// `None` if a parameter is wrong, or if there is not enough memory.
    pub(crate) fn new(parameters: &[(u32, u32)], dictionary: Option<&[u8]>) -> Option<Decoder> {
        // SAFETY: as for encoders.
        let state = unsafe { b::BrotliDecoderCreateInstance(None, None, ptr::null_mut()) };
        let dictionary: Option<Box<[u8]>> = dictionary.map(Box::from);
        let decoder = Decoder {
            state: NonNull::new(state)?,
            _dictionary: dictionary,
        };
        for &(parameter, value) in parameters {
            // SAFETY: as for encoders.
            let taken = unsafe {
                b::BrotliDecoderSetParameter(decoder.state.as_ptr(), parameter as i32, value)
            };
            if taken == 0 {
                return None;
            }
        }
        if let Some(bytes) = &decoder._dictionary {
            // SAFETY: the bytes live as long as the decoder.
            let taken = unsafe {
                b::BrotliDecoderAttachDictionary(
                    decoder.state.as_ptr(),
                    b::BrotliSharedDictionaryType_BROTLI_SHARED_DICTIONARY_RAW,
                    bytes.len(),
                    bytes.as_ptr(),
                )
            };
            if taken == 0 {
                return None;
            }
        }
        Some(decoder)
    }

    /// How much input was used, and how far it came.
    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
    ) -> (usize, Verdict) {
        let (mut place, room) = spare(output, room);
        let (mut next, mut left, mut free) = (input.as_ptr(), input.len(), room);
        // SAFETY: as for encoders.
        let result = unsafe {
            let result = b::BrotliDecoderDecompressStream(
                self.state.as_ptr(),
                &mut left,
                &mut next,
                &mut free,
                &mut place,
                ptr::null_mut(),
            );
            wrote(output, room - free);
            result
        };
        let verdict = match result {
            b::BrotliDecoderResult_BROTLI_DECODER_RESULT_SUCCESS => Verdict::Ended,
            b::BrotliDecoderResult_BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT => Verdict::WantsInput,
            b::BrotliDecoderResult_BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT => Verdict::WantsRoom,
            _ => self.error(),
        };
        (input.len() - left, verdict)
    }

    fn error(&self) -> Verdict {
        // SAFETY: the decoder is alive; names are constants that end with a zero.
        unsafe {
            let number = b::BrotliDecoderGetErrorCode(self.state.as_ptr());
            let name = CStr::from_ptr(b::BrotliDecoderErrorString(number));
            Verdict::Wrong(number, name.to_string_lossy().into_owned())
        }
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // SAFETY: it is ours, and not used again.
        unsafe { b::BrotliDecoderDestroyInstance(self.state.as_ptr()) };
    }
}
