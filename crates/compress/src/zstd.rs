//! Zstandard.

use std::borrow::Cow;

use crate::failure::Failure;
use crate::idle::Idle;
use crate::sys::zstd::{Decoder, Encoder, ErrorCode, frame_content_size, message};

/// The directive that lets the encoder wait for more.
const CONTINUE: i32 = 0;
/// The directive that ends a frame.
const END: i32 = 2;

static IDLE_ENCODERS: Idle<(), Encoder> = Idle::new();
static IDLE_DECODERS: Idle<(), Decoder> = Idle::new();

/// What has more memory than this is not kept for others.
const MOST_KEPT: usize = 4 << 20;

/// Compresses by Zstandard.
pub struct ZstdEncoder {
    /// How much input there will be, if that is known.
    pledged: Option<u64>,
    /// How much there was.
    taken: u64,
    /// There until it is dropped.
    encoder: Option<Encoder>,
    /// Whether the frame is complete: to end it once more would write another.
    ended: bool,
}

impl ZstdEncoder {
    /// A new one with these parameters. What fails is told by what it was: `"parameter"`, ...
    pub fn new(
        parameters: &[(i32, i32)],
        pledged: Option<u64>,
        dictionary: Option<&[u8]>,
    ) -> Result<ZstdEncoder, &'static str> {
        let idle = IDLE_ENCODERS.take(&());
        let mut encoder = idle.or_else(Encoder::new).ok_or("Initialization failed")?;
        for &(parameter, value) in parameters {
            encoder
                .set(parameter, value)
                .map_err(|_| "Setting parameter failed")?;
        }
        if let Some(size) = pledged {
            encoder
                .pledge(size)
                .map_err(|_| "Could not set pledged src size")?;
        }
        if let Some(dictionary) = dictionary {
            encoder
                .load_dictionary(dictionary)
                .map_err(|_| "Failed to load zstd dictionary")?;
        }
        Ok(ZstdEncoder {
            pledged,
            taken: 0,
            encoder: Some(encoder),
            ended: false,
        })
    }

    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        directive: i32,
    ) -> Result<usize, Failure> {
        if self.ended && input.is_empty() {
            return Ok(0);
        }
        // At the end the library believes what it sees.
        let total = self.taken + input.len() as u64;
        if directive == END && self.pledged.is_some_and(|pledged| pledged != total) {
            return Err(wrong_size());
        }
        let before = output.len();
        let mut used = 0;
        loop {
            let free = room - (output.len() - before);
            let (more, left) = self
                .encoder()?
                .step(&input[used..], output, free, directive)
                .map_err(failure)?;
            used += more;
            self.taken += more as u64;
            self.ended = directive == END && left == 0;
            // It may stop between blocks, with room left.
            let is_through = match directive {
                CONTINUE => used == input.len(),
                _ => left == 0,
            };
            if is_through || output.len() - before == room {
                return Ok(used);
            }
        }
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.ended = false;
        self.taken = 0;
        self.encoder()?.reset().map_err(failure)?;
        match self.pledged {
            Some(size) => self.encoder()?.pledge(size).map_err(failure),
            None => Ok(()),
        }
    }

    fn encoder(&mut self) -> Result<&mut Encoder, Failure> {
        self.encoder.as_mut().ok_or_else(Failure::no_memory)
    }
}

impl Drop for ZstdEncoder {
    fn drop(&mut self) {
        if let Some(mut encoder) = self.encoder.take()
            && encoder.size() <= MOST_KEPT
            && encoder.forget().is_ok()
        {
            IDLE_ENCODERS.put((), encoder);
        }
    }
}

/// Reads what Zstandard has made.
pub struct ZstdDecoder {
    /// There until it is dropped.
    decoder: Option<Decoder>,
    /// Whether a frame has begun and is not over.
    in_frame: bool,
    /// Whether anything has come at all.
    begun: bool,
}

impl ZstdDecoder {
    /// A new one with these parameters. What fails is told by what it was.
    pub fn new(
        parameters: &[(i32, i32)],
        dictionary: Option<&[u8]>,
    ) -> Result<ZstdDecoder, &'static str> {
        let idle = IDLE_DECODERS.take(&());
        let mut decoder = idle.or_else(Decoder::new).ok_or("Initialization failed")?;
        for &(parameter, value) in parameters {
            decoder
                .set(parameter, value)
                .map_err(|_| "Setting parameter failed")?;
        }
        if let Some(dictionary) = dictionary {
            decoder
                .load_dictionary(dictionary)
                .map_err(|_| "Failed to load zstd dictionary")?;
        }
        Ok(ZstdDecoder {
            decoder: Some(decoder),
            in_frame: false,
            begun: false,
        })
    }

    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        directive: i32,
    ) -> Result<usize, Failure> {
        let before = output.len();
        let mut used = 0;
        let full = loop {
            // Behind a frame there may be others; what is none is left.
            let between = self.begun && !self.in_frame;
            if between && !may_begin_frame(&input[used..], directive == END) {
                return Ok(used);
            }
            let left = room - (output.len() - before);
            let (more, wanted) = self
                .decoder()?
                .step(&input[used..], output, left)
                .map_err(failure)?;
            used += more;
            self.begun |= more > 0;
            // (Between two frames it wants the next.)
            self.in_frame = wanted != 0 && !(between && more == 0);
            let full = output.len() - before == room;
            if full || wanted != 0 {
                break full;
            }
        };
        if directive == END && !full && (self.in_frame || !self.begun) {
            return Err(Failure::unexpected_end());
        }
        Ok(used)
    }

    /// How much output the first frame says that it has; 0 if it does not say.
    pub(crate) fn told_size(&self, input: &[u8]) -> usize {
        frame_content_size(input)
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.in_frame = false;
        self.begun = false;
        self.decoder()?.reset().map_err(failure)
    }

    fn decoder(&mut self) -> Result<&mut Decoder, Failure> {
        self.decoder.as_mut().ok_or_else(Failure::no_memory)
    }
}

impl Drop for ZstdDecoder {
    fn drop(&mut self) {
        if let Some(mut decoder) = self.decoder.take()
            && decoder.size() <= MOST_KEPT
            && decoder.forget().is_ok()
        {
            IDLE_DECODERS.put((), decoder);
        }
    }
}

/// Whether these bytes, as far as they go, are those that a frame begins with: one of data, or one to skip. The last ones
/// must go far enough.
fn may_begin_frame(input: &[u8], are_last: bool) -> bool {
    if are_last && input.len() < 4 {
        return false;
    }
    let begins_with = |magic: [u8; 4], loose: u8| {
        let mut pairs = input.iter().zip(magic);
        let first = pairs.next();
        first.is_some_and(|(byte, wanted)| byte & !loose == wanted & !loose)
            && pairs.all(|(byte, wanted)| *byte == wanted)
    };
    begins_with([0x28, 0xb5, 0x2f, 0xfd], 0) || begins_with([0x50, 0x2a, 0x4d, 0x18], 0x0f)
}

/// The names of Zstandard's errors.
const NAMES: [(i32, &str); 32] = [
    (1, "GENERIC"),
    (10, "prefix_unknown"),
    (12, "version_unsupported"),
    (14, "frameParameter_unsupported"),
    (16, "frameParameter_windowTooLarge"),
    (20, "corruption_detected"),
    (22, "checksum_wrong"),
    (24, "literals_headerWrong"),
    (30, "dictionary_corrupted"),
    (32, "dictionary_wrong"),
    (34, "dictionaryCreation_failed"),
    (40, "parameter_unsupported"),
    (41, "parameter_combination_unsupported"),
    (42, "parameter_outOfBound"),
    (44, "tableLog_tooLarge"),
    (46, "maxSymbolValue_tooLarge"),
    (48, "maxSymbolValue_tooSmall"),
    (49, "cannotProduce_uncompressedBlock"),
    (50, "stabilityCondition_notRespected"),
    (60, "stage_wrong"),
    (62, "init_missing"),
    (64, "memory_allocation"),
    (66, "workSpace_tooSmall"),
    (70, "dstSize_tooSmall"),
    (72, "srcSize_wrong"),
    (74, "dstBuffer_null"),
    (80, "noForwardProgress_destFull"),
    (82, "noForwardProgress_inputEmpty"),
    (100, "frameIndex_tooLarge"),
    (102, "seekableIO"),
    (104, "dstBuffer_wrong"),
    (105, "srcBuffer_wrong"),
];

/// There is more or less input than was pledged.
fn wrong_size() -> Failure {
    Failure {
        message: "Src size is incorrect".into(),
        number: 72,
        code: "ZSTD_error_srcSize_wrong".into(),
    }
}

fn failure(code: ErrorCode) -> Failure {
    let number = code.number();
    let name = NAMES.iter().find(|(known, _)| *known == number);
    Failure {
        message: Cow::Borrowed(message(code)),
        number,
        code: format!("ZSTD_error_{}", name.map_or("GENERIC", |(_, name)| name)).into(),
    }
}
