//! Brotli.

use crate::failure::Failure;
use crate::sys::brotli::{Decoder, Encoder, Verdict};

/// The operation that ends a stream.
const FINISH: i32 = 2;

/// Compresses by Brotli.
pub struct BrotliEncoder {
    parameters: Vec<(u32, u32)>,
    dictionary: Option<Vec<u8>>,
    encoder: Encoder,
}

impl BrotliEncoder {
    /// A new one with these parameters; `None` if one of them is wrong.
    pub fn new(parameters: Vec<(u32, u32)>, dictionary: Option<Vec<u8>>) -> Option<BrotliEncoder> {
        let encoder = Encoder::new(&parameters, dictionary.as_deref())?;
        Some(BrotliEncoder {
            parameters,
            dictionary,
            encoder,
        })
    }

    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        operation: i32,
    ) -> Result<usize, Failure> {
        self.encoder
            .step(input, output, room, operation)
            .ok_or_else(|| Failure {
                message: "Compression failed".into(),
                number: -1,
                code: "ERR_BROTLI_COMPRESSION_FAILED".into(),
            })
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.encoder = Encoder::new(&self.parameters, self.dictionary.as_deref())
            .ok_or_else(Failure::no_memory)?;
        Ok(())
    }
}

/// Reads what Brotli has made.
pub struct BrotliDecoder {
    parameters: Vec<(u32, u32)>,
    dictionary: Option<Vec<u8>>,
    decoder: Decoder,
}

impl BrotliDecoder {
    /// A new one with these parameters; `None` if one of them is wrong.
    pub fn new(parameters: Vec<(u32, u32)>, dictionary: Option<Vec<u8>>) -> Option<BrotliDecoder> {
        let decoder = Decoder::new(&parameters, dictionary.as_deref())?;
        Some(BrotliDecoder {
            parameters,
            dictionary,
            decoder,
        })
    }

    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        operation: i32,
    ) -> Result<usize, Failure> {
        let (used, verdict) = self.decoder.step(input, output, room);
        match verdict {
            Verdict::Wrong(number, name) => Err(Failure {
                message: "Decompression failed".into(),
                number,
                code: format!("ERR_{name}").into(),
            }),
            Verdict::WantsInput if operation == FINISH => Err(Failure::unexpected_end()),
            _ => Ok(used),
        }
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.decoder = Decoder::new(&self.parameters, self.dictionary.as_deref())
            .ok_or_else(Failure::no_memory)?;
        Ok(())
    }
}
