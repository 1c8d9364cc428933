//! Which parts of a text have run, in the form in which V8 tells it: for each function ranges of the text, each with how
//! often it ran; a range within another tells where that differs.
//!
//! The engine counts at places of the code. Which parts a function has that may run more or less often than the whole is
//! read from the text (`parts.rs`); the first place in a part tells its count (`counts.rs`); what is then the same as the
//! part around it is left out (`ranges.rs`).

mod counts;
mod names;
mod parts;
mod ranges;

use counts::Counts;
use parts::FunctionParts;
use ranges::Node;

/// Code of the engine's: a function, or what a file itself is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Where it begins in the text, in UTF-16 units
    pub start: u32,
    /// Where it ends
    pub end: u32,
    /// Places in it, in the order of the code; none if it never ran
    pub entries: Vec<Entry>,
}

/// A place of the code, and how often it ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// From 1 on
    pub line: u32,
    /// From 1 on, in UTF-16 units
    pub column: u32,
    /// How often the code there ran
    pub count: u32,
}

/// A part of a text and how often it ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first UTF-16 unit
    pub start: u32,
    /// The one behind the last
    pub end: u32,
    /// How often it ran
    pub count: u32,
}

/// A function of a text, or the whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredFunction {
    /// Empty if it has none
    pub name: String,
    /// The first is the function itself
    pub ranges: Vec<Range>,
    /// Whether more is known than that it never ran
    pub is_block: bool,
}

/// The functions of a text with their counts, outer ones first; nothing of a text that cannot be parsed. The first script is
/// that of the whole text.
pub fn functions(source: &str, scripts: &[Script]) -> Vec<CoveredFunction> {
    let counts = Counts::new(source, scripts);
    let mut covered = Vec::new();
    // V8 does not know of functions within one that never ran.
    let mut unknown_until = 0;
    for function in parts::functions_of(source) {
        if function.start < unknown_until {
            continue;
        }
        let done = cover(&function, &counts);
        if !done.is_block {
            unknown_until = function.end;
        }
        covered.push(done);
    }
    covered
}

fn cover(function: &FunctionParts, counts: &Counts<'_>) -> CoveredFunction {
    let span = counts.place(function.start, function.end);
    let entries = counts.entries_of(function);
    let count = entries.map_or(0, counts::first);
    let mut root = Node::new(span.0, span.1, count);
    if let Some(entries) = entries.filter(|_| count > 0) {
        let parts = function.parts.iter().filter_map(|part| {
            let probe = counts.place(part.probe.0, part.probe.1);
            let count = match part.is_dead {
                true => 0,
                false => counts.within(entries, probe)?,
            };
            let (start, end) = counts.place(part.start, part.end.unwrap_or(part.start));
            Some((start, part.end.map(|_| end), count))
        });
        let closing = u32::from(!function.is_whole);
        root = ranges::tree(root, parts.collect(), closing);
    }
    let mut ranges = Vec::new();
    root.simplify();
    root.list(&mut ranges);
    CoveredFunction {
        name: function.name.clone(),
        ranges,
        is_block: count > 0 || function.is_initializer,
    }
}

/// The functions as JSON, as V8's protocol for profilers has them.
pub fn to_json(functions: &[CoveredFunction]) -> String {
    let mut text = String::from("[");
    for (index, function) in functions.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str("{\"functionName\":");
        quote(&function.name, &mut text);
        text.push_str(",\"ranges\":[");
        for (index, range) in function.ranges.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let Range { start, end, count } = range;
            text.push_str(&format!(
                "{comma}{{\"startOffset\":{start},\"endOffset\":{end},\"count\":{count}}}"
            ));
        }
        text.push_str(&format!("],\"isBlockCoverage\":{}}}", function.is_block));
    }
    text.push(']');
    text
}

fn quote(text: &str, into: &mut String) {
    into.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => into.extend(['\\', character]),
            character if character < ' ' => {
                into.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            character => into.push(character),
        }
    }
    into.push('"');
}
