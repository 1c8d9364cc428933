//! Reading a recording.

use std::fmt;

use crate::event::{Event, PlaceId, TextId};
use crate::number::Reader;
use crate::{MAGIC, chunk};

/// What was read is no recording, or of another version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not a recording that this version of rondo can read")
    }
}

impl std::error::Error for Damaged {}

/// A place in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The file's name
    pub file: &'a str,
    /// The line, from 1
    pub line: u32,
    /// The column, from 1
    pub column: u32,
    /// The function's name, if it has one
    pub function: &'a str,
}

/// A recording that was read. It refers to the bytes of the file.
pub struct Recording<'a> {
    about: Vec<(&'a str, &'a str)>,
    texts: Vec<&'a str>,
    places: Vec<[u32; 4]>,
    sources: Vec<(TextId, &'a [u8])>,
    chunks: Vec<&'a [u8]>,
}

impl<'a> Recording<'a> {
    /// Reads what a file has. A file that was cut off, since the program crashed say, is read as far as it goes.
    pub fn parse(bytes: &'a [u8]) -> Result<Recording<'a>, Damaged> {
        let mut rest = bytes.strip_prefix(&MAGIC[..]).ok_or(Damaged)?;
        let mut recording = Recording {
            about: Vec::new(),
            texts: vec![""],
            places: vec![[0; 4]],
            sources: Vec::new(),
            chunks: Vec::new(),
        };
        while let Some((kind, payload, after)) = split_chunk(rest) {
            rest = after;
            let mut cursor = Reader::new(payload);
            match kind {
                chunk::ABOUT => recording.read_about(&mut cursor),
                chunk::DEFINITIONS => recording.read_definitions(&mut cursor),
                chunk::EVENTS => {
                    recording.chunks.push(payload);
                    Some(())
                }
                _ => Some(()),
            }
            .ok_or(Damaged)?;
        }
        Ok(recording)
    }

    fn read_about(&mut self, cursor: &mut Reader<'a>) -> Option<()> {
        for _ in 0..cursor.number()? {
            self.about.push((cursor.text()?, cursor.text()?));
        }
        Some(())
    }

    fn read_definitions(&mut self, cursor: &mut Reader<'a>) -> Option<()> {
        while let Some(kind) = cursor.byte() {
            let mut number = || u32::try_from(cursor.number()?).ok();
            match kind {
                0 => self.texts.push(cursor.text()?),
                1 => self
                    .places
                    .push([number()?, number()?, number()?, number()?]),
                _ => {
                    let file = TextId(number()?);
                    self.sources.push((file, cursor.bytes()?));
                }
            }
        }
        Some(())
    }

    /// What is said of the whole recording: `program`, `cwd`, `version`, ...
    pub fn about(&self, name: &str) -> Option<&'a str> {
        let found = self.about.iter().find(|(known, _)| *known == name);
        found.map(|&(_, value)| value)
    }

    /// All that is said of the whole recording.
    pub fn all_about(&self) -> &[(&'a str, &'a str)] {
        &self.about
    }

    /// The text with that number; empty if there is none.
    pub fn text(&self, id: TextId) -> &'a str {
        self.texts.get(id.0 as usize).copied().unwrap_or("")
    }

    /// All texts, by their numbers.
    pub fn texts(&self) -> &[&'a str] {
        &self.texts
    }

    /// The place with that number.
    pub fn place(&self, id: PlaceId) -> Option<Place<'a>> {
        let &[file, line, column, function] = self.places.get(id.0 as usize)?;
        (id.0 != 0).then(|| Place {
            file: self.text(TextId(file)),
            line,
            column,
            function: self.text(TextId(function)),
        })
    }

    /// The source of a file, if the recording has it.
    pub fn source(&self, file: &str) -> Option<&'a [u8]> {
        let mut sources = self.sources.iter();
        let found = sources.find(|(name, _)| self.text(*name) == file);
        found.map(|&(_, text)| text)
    }

    /// All events in order, with their times in nanoseconds.
    pub fn events(&self) -> Events<'a, '_> {
        Events {
            chunks: &self.chunks,
            current: Reader::new(&[]),
            time: 0,
        }
    }
}

fn split_chunk(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&kind, rest) = bytes.split_first()?;
    let (size, rest) = rest.split_first_chunk::<4>()?;
    let (payload, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
    Some((kind, payload, rest))
}

/// The events of a recording.
#[derive(Clone)]
pub struct Events<'a, 'r> {
    chunks: &'r [&'a [u8]],
    current: Reader<'a>,
    time: u64,
}

impl<'a> Iterator for Events<'a, '_> {
    type Item = (u64, Event<'a>);

    fn next(&mut self) -> Option<(u64, Event<'a>)> {
        while self.current.is_at_end() {
            let (first, rest) = self.chunks.split_first()?;
            self.chunks = rest;
            self.current = Reader::new(first);
            // A chunk begins with the whole time.
            self.time = 0;
        }
        self.time = self.time.checked_add(self.current.number()?)?;
        Some((self.time, Event::read(&mut self.current)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::tests::one_of_each;
    use crate::{Bounds, Writer};

    #[test]
    fn all_events_come_back_with_their_times() {
        let mut writer = Writer::in_memory(&[("program", "x.js"), ("pid", "7")], Bounds::default());
        for round in 0..5_000u64 {
            for (nth, event) in (0..).zip(one_of_each()) {
                writer.add(round * 100 + nth, &event);
            }
        }
        let bytes = writer.to_bytes();
        let recording = Recording::parse(&bytes).unwrap();
        assert_eq!(recording.about("pid"), Some("7"));
        assert_eq!(recording.about("none"), None);
        let mut events = recording.events();
        for round in 0..5_000u64 {
            for (nth, event) in (0..).zip(one_of_each()) {
                assert_eq!(events.next(), Some((round * 100 + nth, event)));
            }
        }
        assert_eq!(events.next(), None);
    }
}
