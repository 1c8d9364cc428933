//! Writing a recording: to a file as it goes, or kept in memory within bounds.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::event::{Event, PlaceId, TextId};
use crate::hash::QuickHash;
use crate::number::{Few, put_bytes, put_number};
use crate::{MAGIC, chunk};

/// A chunk is closed when it has so many bytes.
const CHUNK: usize = 32 * 1024;

/// What a recording in memory keeps at most: what is older or does not fit is forgotten, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// So many bytes of events
    pub bytes: usize,
    /// So many nanoseconds before the last event
    pub nanos: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            bytes: 256 << 20,
            nanos: u64::MAX,
        }
    }
}

/// A closed chunk of events.
struct Kept {
    bytes: Vec<u8>,
    last: u64,
}

enum Target {
    File(File),
    Memory {
        about: Vec<u8>,
        /// All definitions, which nothing is forgotten of.
        definitions: Vec<u8>,
        kept: VecDeque<Kept>,
        size: usize,
        bounds: Bounds,
    },
}

/// Writes events. Nothing here fails for a program that is watched: an error of the file is kept for
/// [`flush`](Writer::flush).
pub struct Writer {
    target: Target,
    texts: HashMap<String, TextId, QuickHash>,
    places: HashMap<(TextId, u32, u32, TextId), PlaceId, QuickHash>,
    /// What was defined and is not written yet.
    defined: Vec<u8>,
    /// The chunk that is being filled, and the time of its last event.
    events: Vec<u8>,
    last: u64,
    count: u64,
    /// Bytes that were handed to the file.
    written: u64,
    limit: u64,
    failed: Option<io::Error>,
}

fn write_about(about: &[(&str, &str)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_number(&mut bytes, about.len() as u64);
    for (name, value) in about {
        put_bytes(&mut bytes, name.as_bytes());
        put_bytes(&mut bytes, value.as_bytes());
    }
    bytes
}

fn write_chunk(into: &mut Vec<u8>, kind: u8, payload: &[u8]) {
    into.push(kind);
    into.extend_from_slice(&(payload.len() as u32).to_le_bytes());
    into.extend_from_slice(payload);
}

/// Writes a chunk as it is, if there is anything in it.
fn send_chunk(mut file: &File, kind: u8, payload: &[u8]) -> io::Result<()> {
    if payload.is_empty() {
        return Ok(());
    }
    let [a, b, c, d] = (payload.len() as u32).to_le_bytes();
    file.write_all(&[kind, a, b, c, d])?;
    file.write_all(payload)
}

impl Writer {
    /// A recording in a new file, of which at most so many bytes are written: what comes later is not recorded.
    pub fn to_file(path: &Path, about: &[(&str, &str)], limit: u64) -> io::Result<Writer> {
        let mut file = File::create(path)?;
        let mut head = MAGIC.to_vec();
        write_chunk(&mut head, chunk::ABOUT, &write_about(about));
        file.write_all(&head)?;
        Ok(Writer {
            limit,
            ..Writer::with(Target::File(file))
        })
    }

    /// A recording in memory.
    pub fn in_memory(about: &[(&str, &str)], bounds: Bounds) -> Writer {
        Writer::with(Target::Memory {
            about: write_about(about),
            definitions: Vec::new(),
            kept: VecDeque::new(),
            size: 0,
            bounds,
        })
    }

    fn with(target: Target) -> Writer {
        Writer {
            target,
            texts: HashMap::default(),
            places: HashMap::default(),
            defined: Vec::new(),
            events: Vec::with_capacity(CHUNK + 256),
            last: 0,
            count: 0,
            written: 0,
            limit: u64::MAX,
            failed: None,
        }
    }

    /// The number of a text.
    pub fn text(&mut self, text: &str) -> TextId {
        if text.is_empty() {
            return TextId(0);
        }
        if let Some(&known) = self.texts.get(text) {
            return known;
        }
        let id = TextId(self.texts.len() as u32 + 1);
        self.texts.insert(text.into(), id);
        self.defined.push(0);
        put_bytes(&mut self.defined, text.as_bytes());
        id
    }

    /// The number of a place in a source; the function's name may be empty.
    pub fn place(&mut self, file: &str, line: u32, column: u32, function: &str) -> PlaceId {
        let (file, function) = (self.text(file), self.text(function));
        let key = (file, line, column, function);
        if let Some(&known) = self.places.get(&key) {
            return known;
        }
        let id = PlaceId(self.places.len() as u32 + 1);
        self.places.insert(key, id);
        self.defined.push(1);
        for number in [file.0, line, column, function.0] {
            put_number(&mut self.defined, number.into());
        }
        id
    }

    /// Keeps the source of a file, for whoever looks at the recording elsewhere.
    pub fn source(&mut self, file: &str, text: &[u8]) {
        let file = self.text(file);
        self.defined.push(2);
        put_number(&mut self.defined, file.0.into());
        put_bytes(&mut self.defined, text);
    }

    /// How many events there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Adds what happened at a time. Times do not go back; one that does counts as the last.
    #[inline]
    pub fn add(&mut self, nanos: u64, event: &Event<'_>) {
        let nanos = nanos.max(self.last);
        // The first of a chunk has the whole time.
        let since = if self.events.is_empty() { 0 } else { self.last };
        self.last = nanos;
        self.count += 1;
        Few::append(&mut self.events, |few| {
            event.put(few.number(nanos - since));
        });
        if let Some(bytes) = event.carried() {
            self.events.extend_from_slice(bytes);
        }
        if self.events.len() >= CHUNK {
            self.close_chunk();
        }
    }

    /// Adds an answer of the world, an [`Event::Input`], at the time of the last event. `put` appends it.
    pub fn add_answer(&mut self, place: TextId, put: &mut dyn FnMut(&mut Vec<u8>)) {
        let nanos = if self.events.is_empty() { self.last } else { 0 };
        self.count += 1;
        Few::append(&mut self.events, |few| {
            Event::put_input(few.number(nanos), place).byte(0);
        });
        let start = self.events.len();
        put(&mut self.events);
        let length = self.events.len() - start;
        match length {
            // There is room for a count of one byte.
            0..0x80 => self.events[start - 1] = length as u8,
            _ => {
                let mut count = Vec::new();
                put_number(&mut count, length as u64);
                self.events.splice(start - 1..start, count);
            }
        }
        if self.events.len() >= CHUNK {
            self.close_chunk();
        }
    }

    fn close_chunk(&mut self) {
        let last = self.last;
        match &mut self.target {
            Target::File(file) => {
                self.written += (self.defined.len() + self.events.len()) as u64;
                if self.written <= self.limit
                    && let Err(error) = send_chunk(file, chunk::DEFINITIONS, &self.defined)
                        .and_then(|()| send_chunk(file, chunk::EVENTS, &self.events))
                {
                    self.failed.get_or_insert(error);
                    self.limit = 0;
                }
                self.defined.clear();
            }
            Target::Memory {
                definitions,
                kept,
                size,
                bounds,
                ..
            } => {
                definitions.append(&mut self.defined);
                if !self.events.is_empty() {
                    let bytes = self.events.clone();
                    *size += bytes.len();
                    kept.push_back(Kept { bytes, last });
                }
                while *size > bounds.bytes
                    || kept
                        .front()
                        .is_some_and(|old| last.saturating_sub(old.last) > bounds.nanos)
                {
                    let Some(old) = kept.pop_front() else { break };
                    *size -= old.bytes.len();
                }
            }
        }
        self.events.clear();
    }

    /// Has everything that was added in the file, and says if something could not be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.close_chunk();
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Writes what would be lost if the process ended now: into the file of the recording, or if it is in memory into a new one. It is
    /// the last that is done with the writer. Nothing is allocated: a handler of a signal may call it, unless the writer is being
    /// changed.
    pub fn write_last(&self, new: impl FnOnce() -> io::Result<File>) -> io::Result<()> {
        let made;
        let file = match &self.target {
            Target::File(file) => file,
            Target::Memory {
                about,
                definitions,
                kept,
                ..
            } => {
                made = new()?;
                (&made).write_all(&MAGIC)?;
                send_chunk(&made, chunk::ABOUT, about)?;
                send_chunk(&made, chunk::DEFINITIONS, definitions)?;
                for chunk in kept {
                    send_chunk(&made, chunk::EVENTS, &chunk.bytes)?;
                }
                &made
            }
        };
        let size = self.defined.len() + self.events.len();
        if self.written.saturating_add(size as u64) > self.limit {
            return Ok(());
        }
        send_chunk(file, chunk::DEFINITIONS, &self.defined)?;
        send_chunk(file, chunk::EVENTS, &self.events)
    }

    /// Whether some events would be lost if the process ended without a flush.
    pub fn has_unwritten(&self) -> bool {
        matches!(self.target, Target::File(_)) && !self.events.is_empty()
    }

    /// A recording in memory as a file would have it; what is kept stays. Empty if the recording is in a file.
    pub fn to_bytes(&mut self) -> Vec<u8> {
        self.close_chunk();
        let Target::Memory {
            about,
            definitions,
            kept,
            size,
            ..
        } = &self.target
        else {
            return Vec::new();
        };
        let mut bytes = Vec::with_capacity(size + definitions.len() + 1024);
        bytes.extend_from_slice(&MAGIC);
        write_chunk(&mut bytes, chunk::ABOUT, about);
        write_chunk(&mut bytes, chunk::DEFINITIONS, definitions);
        for chunk in kept {
            write_chunk(&mut bytes, chunk::EVENTS, &chunk.bytes);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recording;

    #[test]
    fn last_words_are_what_a_file_lacks() {
        let path = std::env::temp_dir().join(format!("rondo-last-{}", std::process::id()));
        let name = |bytes: &[u8]| {
            let recording = Recording::parse(bytes).unwrap();
            let times: Vec<u64> = recording.events().map(|(time, _)| time).collect();
            (times, recording.text(TextId(1)).to_string())
        };
        let fill = |writer: &mut Writer| {
            writer.text("early");
            writer.add(1, &Event::TurnBegin(1));
            writer.flush().unwrap();
            writer.text("late");
            writer.add(2, &Event::TurnEnd);
        };
        let mut memory = Writer::in_memory(&[], Bounds::default());
        fill(&mut memory);
        memory.write_last(|| File::create(&path)).unwrap();
        assert_eq!(
            name(&std::fs::read(&path).unwrap()),
            (vec![1, 2], "early".into())
        );
        let mut file = Writer::to_file(&path, &[], u64::MAX).unwrap();
        fill(&mut file);
        file.write_last(|| unreachable!()).unwrap();
        assert_eq!(
            name(&std::fs::read(&path).unwrap()),
            (vec![1, 2], "early".into())
        );
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn answers_are_inputs_of_any_length() {
        let mut writer = Writer::in_memory(&[], Bounds::default());
        let place = writer.text("read");
        writer.add_answer(place, &mut |into| into.push(7));
        writer.add(5, &Event::TurnEnd);
        let lengths = [0, 1, 127, 128, 20_000, CHUNK];
        for length in lengths {
            writer.add_answer(place, &mut |into| into.resize(into.len() + length, 9));
        }
        assert_eq!(writer.count(), 8);
        let bytes = writer.to_bytes();
        let recording = Recording::parse(&bytes).unwrap();
        let told: Vec<_> = recording
            .events()
            .map(|(time, event)| match event {
                Event::Input { bytes, .. } => (time, bytes.len()),
                _ => (time, 99),
            })
            .collect();
        let after = lengths.map(|length| (5, length));
        assert_eq!(told, [&[(0, 1), (5, 99)], &after[..]].concat());
    }

    #[test]
    fn memory_keeps_the_last_seconds() {
        let bounds = Bounds {
            bytes: 1 << 20,
            nanos: 1_000,
        };
        let mut writer = Writer::in_memory(&[], bounds);
        let name = writer.text("old name");
        for time in 0..10 {
            writer.add(
                time * 500,
                &Event::CallBegin {
                    id: time,
                    kind: name,
                    by: 0,
                },
            );
            writer.flush().unwrap();
        }
        let bytes = writer.to_bytes();
        let recording = Recording::parse(&bytes).unwrap();
        let times: Vec<u64> = recording.events().map(|(time, _)| time).collect();
        assert_eq!(times, [3_500, 4_000, 4_500]);
        assert_eq!(recording.text(name), "old name");
    }

    #[test]
    fn memory_is_bounded_by_size() {
        let bounds = Bounds {
            bytes: 3 * CHUNK,
            nanos: u64::MAX,
        };
        let mut writer = Writer::in_memory(&[], bounds);
        for time in 0..200_000 {
            writer.add(time, &Event::TurnBegin(time));
        }
        let bytes = writer.to_bytes();
        assert!(bytes.len() < 4 * CHUNK);
        let recording = Recording::parse(&bytes).unwrap();
        assert_eq!(
            recording.events().last(),
            Some((199_999, Event::TurnBegin(199_999)))
        );
    }

    #[test]
    fn a_file_that_was_cut_off_is_read_as_far_as_it_goes() {
        let path = std::env::temp_dir().join(format!("rondo-record-{}", std::process::id()));
        let mut writer = Writer::to_file(&path, &[("program", "a.js")], u64::MAX).unwrap();
        let place = writer.place("a.js", 1, 2, "f");
        writer.source("a.js", b"f();");
        writer.add(5, &Event::RunBegin { id: 1 });
        writer.flush().unwrap();
        writer.add(6, &Event::RunEnd { id: 1 });
        writer.flush().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let whole = Recording::parse(&bytes).unwrap();
        assert_eq!(whole.events().count(), 2);
        assert_eq!(whole.place(place).unwrap().function, "f");
        assert_eq!(whole.source("a.js"), Some(&b"f();"[..]));
        let cut = Recording::parse(&bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(cut.events().count(), 1);
        assert!(Recording::parse(b"not a recording").is_err());
    }
}
