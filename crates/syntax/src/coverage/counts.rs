//! The counts of the engine, by places in the text.

use std::collections::HashMap;

use super::parts::FunctionParts;
use super::{Entry, Script};

/// An entry of the engine's, by its place in the text.
pub(super) struct Placed {
    offset: u32,
    count: u32,
}

pub(super) struct Counts<'a> {
    source: &'a str,
    /// Where lines begin, in UTF-16 units
    lines: Vec<u32>,
    /// UTF-16 units before each of the bytes that are looked up, every [`STEP`] bytes; empty if both are the same
    units: Vec<u32>,
    /// The entries of scripts, by where these end; those that begin first come first
    scripts: HashMap<u32, Vec<(u32, Vec<Placed>)>>,
    whole: Vec<Placed>,
}

const STEP: usize = 64;

impl<'a> Counts<'a> {
    pub(super) fn new(source: &'a str, scripts: &[Script]) -> Counts<'a> {
        let mut counts = Counts {
            source,
            lines: lines_of(source),
            units: units_of(source),
            scripts: HashMap::new(),
            whole: Vec::new(),
        };
        for (index, script) in scripts.iter().enumerate() {
            let placed: Vec<Placed> = script
                .entries
                .iter()
                .map(|entry| counts.placed(entry))
                .collect();
            if index == 0 {
                counts.whole = placed;
            } else {
                let same_end = counts.scripts.entry(script.end).or_default();
                same_end.push((script.start, placed));
                same_end.sort_by_key(|(start, _)| *start);
            }
        }
        counts
    }

    fn placed(&self, entry: &Entry) -> Placed {
        let line = self.lines.get(entry.line.saturating_sub(1) as usize);
        Placed {
            offset: line.map_or(u32::MAX, |start| start + entry.column.saturating_sub(1)),
            count: entry.count,
        }
    }

    /// Places in bytes as places in UTF-16 units.
    pub(super) fn place(&self, start: u32, end: u32) -> (u32, u32) {
        (self.to_units(start), self.to_units(end))
    }

    fn to_units(&self, byte: u32) -> u32 {
        let Some(before) = self.units.get(byte as usize / STEP) else {
            return byte;
        };
        // A step may begin within a character, which is counted with the step before.
        let mut start = byte as usize / STEP * STEP;
        while !self.source.is_char_boundary(start) {
            start += 1;
        }
        let rest = self.source.get(start..byte as usize).unwrap_or("");
        before + rest.encode_utf16().count() as u32
    }

    /// The entries of a function; none if the engine does not know it.
    pub(super) fn entries_of(&self, function: &FunctionParts) -> Option<&[Placed]> {
        if function.is_whole {
            return Some(&self.whole);
        }
        let ends = [function.script_end, function.end];
        let nested = ends
            .iter()
            .find_map(|end| self.scripts.get(&self.to_units(*end)))?;
        let placed = nested.get(function.same_end).or(nested.last())?;
        Some(&placed.1)
    }

    /// The count of the first place in a part, if there is one.
    pub(super) fn within(&self, entries: &[Placed], part: (u32, u32)) -> Option<u32> {
        let inside = |entry: &&Placed| (part.0..part.1).contains(&entry.offset);
        entries.iter().find(inside).map(|entry| entry.count)
    }
}

/// How often the code began to run.
pub(super) fn first(entries: &[Placed]) -> u32 {
    entries.first().map_or(0, |entry| entry.count)
}

fn lines_of(source: &str) -> Vec<u32> {
    let mut lines = vec![0];
    let mut units = 0;
    let mut before = '\0';
    for character in source.chars() {
        units += character.len_utf16() as u32;
        match character {
            '\n' if before == '\r' => {
                if let Some(last) = lines.last_mut() {
                    *last = units;
                }
            }
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => lines.push(units),
            _ => {}
        }
        before = character;
    }
    lines
}

fn units_of(source: &str) -> Vec<u32> {
    if source.is_ascii() {
        return Vec::new();
    }
    let mut units = Vec::with_capacity(source.len() / STEP + 1);
    let mut count = 0;
    for (byte, character) in source.char_indices() {
        while units.len() * STEP <= byte {
            units.push(count);
        }
        count += character.len_utf16() as u32;
    }
    while units.len() * STEP <= source.len() {
        units.push(count);
    }
    units
}
