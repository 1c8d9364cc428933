//! How far a replay has come, in words.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rondo_record::{Event, Phase, PlaceId, Recording, TextId};

/// Something that a script made and that may still call back.
#[derive(Clone, Copy)]
struct Thing {
    kind: TextId,
    place: PlaceId,
    has_run: bool,
}

/// What of the recording is behind the run.
pub(super) struct Position {
    recording: &'static Recording<'static>,
    index: usize,
    time: u64,
    phase: Option<Phase>,
    turn: u64,
    things: BTreeMap<u64, Thing>,
    running: Vec<u64>,
    code: Option<i32>,
}

fn millis(nanos: u64) -> String {
    format!("{:.3} ms", nanos as f64 / 1e6)
}

impl Position {
    pub(super) fn new(recording: &'static Recording<'static>) -> Position {
        Position {
            recording,
            index: 0,
            time: 0,
            phase: None,
            turn: 0,
            things: BTreeMap::new(),
            running: Vec::new(),
            code: None,
        }
    }

    /// An event of the recording is behind the run, or about to come.
    pub(super) fn pass(&mut self, _index: usize, _time: u64, event: &Event<'_>) {
        match *event {
            Event::TurnBegin(turn) => self.turn = turn,
            Event::PhaseBegin(phase) => self.phase = Some(phase),
            Event::PhaseEnd(_) => self.phase = None,
            Event::Dropped { id } => {
                self.things.remove(&id);
            }
            Event::End { code } => self.code = Some(code),
            _ => {}
        }
    }

    /// The run has brought an event of the recording.
    pub(super) fn reach(&mut self, index: usize, time: u64, event: &Event<'_>) {
        (self.index, self.time) = (index, time);
        match *event {
            Event::Made {
                id, kind, place, ..
            } => {
                let has_run = false;
                let thing = Thing {
                    kind,
                    place,
                    has_run,
                };
                self.things.insert(id, thing);
            }
            Event::RunBegin { id } => {
                self.running.push(id);
                if let Some(thing) = self.things.get_mut(&id) {
                    thing.has_run = true;
                }
            }
            Event::RunEnd { .. } => {
                self.running.pop();
            }
            _ => {}
        }
    }

    /// Whether the recording tells of the end of the program.
    pub(super) fn has_ended(&self) -> bool {
        self.code.is_some()
    }

    fn place(&self, id: PlaceId) -> String {
        match self.recording.place(id) {
            Some(place) => format!("{}:{}:{}", place.file, place.line, place.column),
            None => "a place that is not known".into(),
        }
    }

    fn thing(&self, id: u64) -> String {
        match self.things.get(&id) {
            Some(thing) => {
                let kind = self.recording.text(thing.kind);
                format!("{kind} {id}, made at {}", self.place(thing.place))
            }
            None => format!("resource {id}"),
        }
    }

    /// An event in words.
    pub(super) fn describe(&self, event: &Event<'_>) -> String {
        let text = |id: TextId| match self.recording.text(id) {
            "" => "something of another kind",
            text => text,
        };
        match event {
            Event::CallBegin { id, kind, .. } => format!("call {id} of the loop: {}", text(*kind)),
            Event::CallEnd { id } => format!("the end of call {id} of the loop"),
            Event::Made {
                id, kind, place, ..
            } => {
                let kind = text(*kind);
                match self.recording.place(*place) {
                    Some(_) => format!("{kind} {id} is made at {}", self.place(*place)),
                    None => format!("{kind} {id} is made"),
                }
            }
            Event::RunBegin { id } => format!("a callback runs: {}", self.thing(*id)),
            Event::RunEnd { id } => format!("the end of a callback: {}", self.thing(*id)),
            Event::Settled { id } => format!("a promise is settled: {}", self.thing(*id)),
            Event::Handle { kind, what, .. } => format!("a {} is {}", text(*kind), text(*what)),
            Event::Output { to, bytes } => {
                let shown = String::from_utf8_lossy(bytes);
                let shown: String = shown.chars().take(120).collect();
                let name = if *to == 1 { "output" } else { "error" };
                format!("{shown:?} is written to standard {name}")
            }
            Event::End { code } => format!("the program ends with code {code}"),
            other => format!("{other:?}"),
        }
    }

    fn whereabouts(&self) -> String {
        let (index, time) = (self.index + 1, millis(self.time));
        let mut text = format!("event {index}, at {time} of the recorded run");
        match (self.turn, self.phase) {
            (0, _) => text.push_str(", in the main script"),
            (turn, Some(phase)) => {
                let _ = write!(text, ", turn {turn}, phase {}", phase.name());
            }
            (turn, None) => {
                let _ = write!(text, ", turn {turn}");
            }
        }
        text
    }

    fn running(&self) -> Option<String> {
        self.running.last().map(|&id| self.thing(id))
    }

    /// Where the run is, and what waits.
    pub(super) fn tell(&self) -> String {
        let mut text = format!("rondo replay: stopped at {}\n", self.whereabouts());
        if let Some(running) = self.running() {
            let _ = writeln!(text, "  runs: {running}");
        }
        for (id, thing) in &self.things {
            let kind = self.recording.text(thing.kind);
            if !thing.has_run && kind != "PROMISE" {
                let _ = writeln!(text, "  waits: {}", self.thing(*id));
            }
        }
        text
    }

    /// Where the run departs from the recording.
    pub(super) fn tell_departure(&self, expected: &str, found: &str) -> String {
        let mut text = format!(
            "rondo replay: the run departs from the recording after {}\n  recorded: {expected}\n  now:      {found}\n",
            self.whereabouts()
        );
        if let Some(running) = self.running() {
            let _ = writeln!(text, "  in: {running}");
        }
        text
    }
}
