//! Compressing by deflate.

use crate::failure::Failure;
use crate::idle::Idle;
use crate::sys::zlib::{self, Deflater};
use crate::{Wrapping, flush};

/// How hard deflate tries, and with how much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// 0 (stored) to 9 (smallest), or -1 for the usual one
    pub level: i32,
    /// The window has two to the power of this many bytes: 8 to 15
    pub window_bits: i32,
    /// 1 to 9
    pub memory_level: i32,
    /// What kind of data it is: 0 to 4
    pub strategy: i32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            level: -1,
            window_bits: 15,
            memory_level: 8,
            strategy: 0,
        }
    }
}

static IDLE: Idle<(Wrapping, Settings), Deflater> = Idle::new();

/// Compresses by deflate. Its memory is taken with the first step.
pub struct Deflate {
    wrapping: Wrapping,
    settings: Settings,
    dictionary: Option<Vec<u8>>,
    stream: Option<Deflater>,
    /// Whether the end was written: settings then wait for the next beginning.
    ended: bool,
    /// Whether the stream has other settings than at first.
    changed: bool,
}

impl Deflate {
    /// A new one. Gzip files have no dictionary.
    pub fn new(wrapping: Wrapping, settings: Settings, dictionary: Option<Vec<u8>>) -> Deflate {
        Deflate {
            wrapping,
            settings,
            dictionary: dictionary.filter(|_| wrapping != Wrapping::Gzip),
            stream: None,
            ended: false,
            changed: false,
        }
    }

    pub(crate) fn step(
        &mut self,
        input: &[u8],
        output: &mut Vec<u8>,
        room: usize,
        flush: i32,
    ) -> Result<usize, Failure> {
        let before = output.len();
        let (used, status) = self.stream()?.step(input, output, room, flush);
        self.ended = status == zlib::END;
        match status {
            zlib::END => Ok(used),
            zlib::OK | zlib::NO_PROGRESS => {
                // There is room, and yet the end has not come.
                if flush == flush::FINISH && output.len() - before < room {
                    return Err(Failure::unexpected_end());
                }
                Ok(used)
            }
            status => Err(Failure::zlib(status, self.stream()?.message())),
        }
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.ended = false;
        let Some(stream) = &mut self.stream else {
            return Ok(());
        };
        let status = match stream.reset() {
            zlib::OK => stream.change(self.settings.level, self.settings.strategy),
            status => status,
        };
        if status != zlib::OK {
            return Err(Failure::zlib(status, "Failed to reset stream"));
        }
        set_dictionary(stream, self.dictionary.as_deref())
    }

    pub(crate) fn change(&mut self, level: i32, strategy: i32) -> Result<(), Failure> {
        self.changed = true;
        self.settings = Settings {
            level,
            strategy,
            ..self.settings
        };
        let Some(stream) = self.stream.as_mut().filter(|_| !self.ended) else {
            return Ok(());
        };
        match stream.change(level, strategy) {
            zlib::OK | zlib::NO_PROGRESS => Ok(()),
            status => Err(Failure::zlib(status, "Failed to set parameters")),
        }
    }

    fn stream(&mut self) -> Result<&mut Deflater, Failure> {
        if self.stream.is_none() {
            let mut stream = match IDLE.take(&(self.wrapping, self.settings)) {
                Some(stream) => stream,
                None => Deflater::new(self.wrapping, self.settings)
                    .map_err(|status| Failure::zlib(status, "Init error"))?,
            };
            set_dictionary(&mut stream, self.dictionary.as_deref())?;
            self.stream = Some(stream);
        }
        self.stream.as_mut().ok_or_else(Failure::no_memory)
    }
}

impl Drop for Deflate {
    fn drop(&mut self) {
        if self.changed {
            return;
        }
        if let Some(mut stream) = self.stream.take()
            && stream.reset() == zlib::OK
        {
            IDLE.put((self.wrapping, self.settings), stream);
        }
    }
}

fn set_dictionary(stream: &mut Deflater, dictionary: Option<&[u8]>) -> Result<(), Failure> {
    match dictionary.map_or(zlib::OK, |dictionary| stream.set_dictionary(dictionary)) {
        zlib::OK => Ok(()),
        status => Err(Failure::zlib(status, "Failed to set dictionary")),
    }
}
