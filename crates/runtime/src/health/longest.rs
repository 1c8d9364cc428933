//! What took long, by the line of the script where it was.

use std::collections::HashMap;

use rondo_engine::Frame;

use super::words;

/// How many lines are remembered.
const LINES: usize = 512;

/// What is known of a line.
#[derive(Clone, Default)]
pub(crate) struct Line {
    /// What called back there
    pub(crate) what: &'static str,
    pub(crate) times: u64,
    pub(crate) sum: u64,
    pub(crate) most: u64,
}

/// What took long.
#[derive(Default)]
pub(crate) struct Longest {
    lines: HashMap<String, Line>,
}

impl Longest {
    pub(crate) fn add(&mut self, what: &'static str, frames: &[Frame], nanos: u64) {
        let name = described(frames);
        if self.lines.len() >= LINES && !self.lines.contains_key(&name) {
            return;
        }
        let line = self.lines.entry(name).or_default();
        line.what = what;
        line.times += 1;
        line.sum += nanos;
        line.most = line.most.max(nanos);
    }

    /// The longest of all, so many at most.
    pub(crate) fn first(&self, count: usize) -> Vec<(&str, &Line)> {
        let mut all: Vec<_> = self
            .lines
            .iter()
            .map(|(name, line)| (&**name, line))
            .collect();
        all.sort_by_key(|(name, line)| (std::cmp::Reverse(line.most), *name));
        all.truncate(count);
        all
    }
}

/// `busy (/app/a.js:3)`: the innermost place in the script.
fn described(frames: &[Frame]) -> String {
    let frame = frames.iter().find(|frame| words::is_of_script(frame));
    let Some(frame) = frame.or(frames.first()) else {
        return "native code".into();
    };
    let Frame { file, line, .. } = frame;
    match crate::stack::name_of(frame) {
        Some(name) => format!("{name} ({file}:{line})"),
        None => format!("{file}:{line}"),
    }
}
