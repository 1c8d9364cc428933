//! Reading what deflate has made, in whatever wrapping.

use crate::failure::Failure;
use crate::idle::Idle;
use crate::sys::zlib::{self, Inflater};
use crate::{Wrapping, flush};

/// The first two bytes of a gzip file.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

static IDLE: Idle<(Wrapping, i32), Inflater> = Idle::new();

/// Reads what deflate has made. Its memory is taken with the first step.
pub struct Inflate {
    wrapping: Wrapping,
    /// What it turned out to be, where that was not known.
    found: Option<Wrapping>,
    /// How many bytes of [`GZIP_MAGIC`] have come, while it is not known.
    magic_seen: usize,
    window_bits: i32,
    dictionary: Option<Vec<u8>>,
    stream: Option<Inflater>,
    /// Whether what follows the first member of a gzip file is left.
    first_only: bool,
    ended: bool,
}

impl Inflate {
    /// A new one. A window of 0 bits is as large as the head of the data says.
    pub fn new(wrapping: Wrapping, window_bits: i32, dictionary: Option<Vec<u8>>) -> Inflate {
        Inflate {
            wrapping,
            found: None,
            magic_seen: 0,
            window_bits,
            dictionary,
            stream: None,
            first_only: false,
            ended: false,
        }
    }

    /// The same, but of a gzip file only the first member is read.
    pub fn first_only(mut self) -> Inflate {
        self.first_only = true;
        self
    }

    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        flush: i32,
    ) -> Result<usize, Failure> {
        let (start, wrapping) = self.find_wrapping(input);
        let before = output.len();
        let mut used = start;
        loop {
            let left = room - (output.len() - before);
            let (more, status) = self.advance(&input[used..], output, left, flush, wrapping)?;
            used += more;
            let full = output.len() - before == room;
            match status {
                zlib::END => {
                    self.ended = true;
                    // Another member of the file follows, unless it is filled up with zeros.
                    let next = input.get(used).copied().unwrap_or(0);
                    if wrapping != Some(Wrapping::Gzip) || next == 0 || self.first_only {
                        return Ok(used);
                    }
                    self.restart()?;
                }
                _ if flush == flush::FINISH && !full => return Err(Failure::unexpected_end()),
                _ => return Ok(used),
            }
        }
    }

    /// One call of zlib, and another if it wants the dictionary.
    fn advance(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        flush: i32,
        wrapping: Option<Wrapping>,
    ) -> Result<(usize, i32), Failure> {
        let Some(wrapping) = wrapping else {
            return Ok((0, zlib::NO_PROGRESS));
        };
        if self.ended {
            return Ok((0, zlib::END));
        }
        self.open(wrapping)?;
        let stream = self.stream.as_mut().ok_or_else(Failure::no_memory)?;
        let before = output.len();
        let (mut used, mut status) = stream.step(input, output, room, flush);
        if status == zlib::NEEDS_DICTIONARY && wrapping == Wrapping::Zlib {
            let Some(dictionary) = &self.dictionary else {
                return Err(Failure::zlib(status, "Missing dictionary"));
            };
            if stream.set_dictionary(dictionary) != zlib::OK {
                return Err(Failure::zlib(status, "Bad dictionary"));
            }
            let left = room - (output.len() - before);
            let (more, then) = stream.step(&input[used..], output, left, flush);
            used += more;
            status = then;
        }
        match status {
            zlib::OK | zlib::END | zlib::NO_PROGRESS => Ok((used, status)),
            zlib::NEEDS_DICTIONARY => Err(Failure::zlib(status, "Missing dictionary")),
            status => Err(Failure::zlib(status, stream.message())),
        }
    }

    /// How many bytes of input were used to find out what it is, and what: `None` as long as that cannot be said.
    fn find_wrapping(&mut self, input: &[u8]) -> (usize, Option<Wrapping>) {
        if self.wrapping != Wrapping::Unknown {
            return (0, Some(self.wrapping));
        }
        if self.found.is_some() {
            return (0, self.found);
        }
        let seen = self.magic_seen;
        for (index, &byte) in input.iter().enumerate() {
            if byte != GZIP_MAGIC[seen + index] {
                self.found = Some(Wrapping::Zlib);
                break;
            }
            if seen + index == 1 {
                self.found = Some(Wrapping::Gzip);
                break;
            }
        }
        if self.found.is_none() {
            self.magic_seen += input.len();
            return (input.len(), None);
        }
        (0, self.found)
    }

    /// How much output a gzip file says that it has, if that can be; 0 if nothing says so.
    pub(crate) fn told_size(&self, input: &[u8]) -> usize {
        /// Deflate cannot make less of more.
        const MOST_RATIO: usize = 1032;
        match input.last_chunk::<4>() {
            Some(tail) if input.starts_with(&GZIP_MAGIC) => {
                let size = u32::from_le_bytes(*tail) as usize;
                if size / MOST_RATIO > input.len() {
                    0
                } else {
                    size
                }
            }
            _ => 0,
        }
    }

    fn open(&mut self, wrapping: Wrapping) -> Result<(), Failure> {
        if self.stream.is_some() {
            return Ok(());
        }
        let mut stream = match IDLE.take(&(wrapping, self.window_bits)) {
            Some(stream) => stream,
            None => Inflater::new(wrapping, self.window_bits)
                .map_err(|status| Failure::zlib(status, "Init error"))?,
        };
        set_raw_dictionary(&mut stream, wrapping, self.dictionary.as_deref())?;
        // What was taken while it was not known what it is belongs to it.
        if self.magic_seen > 0 {
            stream.step(
                &GZIP_MAGIC[..self.magic_seen],
                &mut Vec::new(),
                0,
                flush::NONE,
            );
            self.magic_seen = 0;
        }
        self.stream = Some(stream);
        Ok(())
    }

    fn restart(&mut self) -> Result<(), Failure> {
        self.ended = false;
        let Some(stream) = &mut self.stream else {
            return Ok(());
        };
        match stream.reset() {
            zlib::OK => set_raw_dictionary(stream, self.wrapping, self.dictionary.as_deref()),
            status => Err(Failure::zlib(status, "Failed to reset stream")),
        }
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.found = None;
        self.magic_seen = 0;
        // The next one may be of the other kind.
        if self.wrapping == Wrapping::Unknown {
            self.stream = None;
        }
        self.restart()
    }
}

impl Drop for Inflate {
    fn drop(&mut self) {
        let wrapping = self.found.unwrap_or(self.wrapping);
        // One that took the size of its window from the data would keep it.
        if let Some(mut stream) = self.stream.take()
            && self.window_bits != 0
            && stream.reset() == zlib::OK
        {
            IDLE.put((wrapping, self.window_bits), stream);
        }
    }
}

/// Without a wrapping nothing says that there is a dictionary, so it is there from the start.
fn set_raw_dictionary(
    stream: &mut Inflater,
    wrapping: Wrapping,
    dictionary: Option<&[u8]>,
) -> Result<(), Failure> {
    if wrapping != Wrapping::Raw {
        return Ok(());
    }
    match dictionary.map_or(zlib::OK, |dictionary| stream.set_dictionary(dictionary)) {
        zlib::OK => Ok(()),
        status => Err(Failure::zlib(status, "Failed to set dictionary")),
    }
}
