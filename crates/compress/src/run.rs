//! All of an input at once.

use crate::{Codec, Failure};

/// What came of an input.
#[derive(PartialEq, Eq, Debug)]
pub struct Run {
    /// The output
    pub bytes: Vec<u8>,
    /// How much of the input was used: what follows the end of compressed data is not.
    pub consumed: usize,
}

/// Why there is no output.
#[derive(PartialEq, Eq, Debug)]
pub enum Stop {
    /// The input is wrong.
    Failed(Failure),
    /// The output would be larger than allowed.
    TooLarge,
}

/// The first room for output is at least this, and what is added later at least this, too.
const LEAST_ROOM: usize = 16 * 1024;
/// Room is not added in larger pieces: most of it would not be used.
const MOST_ROOM: usize = 64 << 20;

impl Codec {
    /// Takes all of an input. The output may have `most` bytes.
    pub fn run(&mut self, input: &[u8], flush: i32, most: usize) -> Result<Run, Stop> {
        let mut bytes = Vec::new();
        let mut rest = input;
        let mut room = self.first_room(input);
        loop {
            // One more than allowed shows that it is too large.
            let allowed = most.saturating_add(1) - bytes.len();
            let wanted = room.min(allowed);
            if bytes.try_reserve_exact(wanted).is_err() {
                return Err(Stop::Failed(Failure::no_memory()));
            }
            let before = bytes.len();
            let used = self
                .step(rest, &mut bytes, wanted, flush)
                .map_err(Stop::Failed)?;
            rest = &rest[used..];
            if bytes.len() > most {
                return Err(Stop::TooLarge);
            }
            if bytes.len() - before < wanted {
                let consumed = input.len() - rest.len();
                return Ok(Run { bytes, consumed });
            }
            room = bytes.len().clamp(LEAST_ROOM, MOST_ROOM);
        }
    }

    /// How much room to begin with. Where the guess is good, one step is enough.
    fn first_room(&self, input: &[u8]) -> usize {
        let guess = match self {
            // Nothing grows by much more than this.
            Codec::Deflate(_) | Codec::BrotliEncoder(_) | Codec::ZstdEncoder(_) => {
                input.len() + input.len() / 1024 + 64
            }
            Codec::Inflate(codec) => codec.told_size(input),
            Codec::ZstdDecoder(codec) => codec.told_size(input),
            Codec::BrotliDecoder(_) => 0,
        };
        let guess = match guess {
            0 => input.len().saturating_mul(4),
            // A byte more, so that it is seen that no more comes.
            guess => guess.saturating_add(1),
        };
        guess.clamp(512, MOST_ROOM)
    }
}
