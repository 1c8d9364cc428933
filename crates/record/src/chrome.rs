//! Chrome's trace format, which Perfetto and `chrome://tracing` open.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use crate::{Event, PlaceId, Recording};

/// The loop's own lane; threads of the pool have lanes after it.
const LOOP: u32 = 1;

/// What a resource was made as.
struct Maker<'a> {
    kind: &'a str,
    place: PlaceId,
    runs: PlaceId,
}

struct Trace<'a, 'r> {
    recording: &'r Recording<'a>,
    json: String,
    resources: HashMap<u64, Maker<'a>>,
    lanes: HashSet<u32>,
}

/// A recording in Chrome's trace format: phases, calls and callbacks as nested slices, jobs as lanes of their own, what made
/// what as arrows.
pub fn to_chrome(recording: &Recording<'_>) -> String {
    let mut trace = Trace {
        recording,
        json: String::from("{\"displayTimeUnit\":\"ns\",\"traceEvents\":["),
        resources: HashMap::new(),
        lanes: HashSet::new(),
    };
    trace.name_lane(LOOP, "event loop");
    for (time, event) in recording.events() {
        trace.add(time, &event);
    }
    trace.json.pop_if_comma();
    trace.json.push_str("]}\n");
    trace.json
}

trait PopComma {
    fn pop_if_comma(&mut self);
}

impl PopComma for String {
    fn pop_if_comma(&mut self) {
        if self.ends_with(',') {
            self.pop();
        }
    }
}

/// Appends a text as JSON has it, with quotes around it.
pub fn quote(into: &mut String, text: &str) {
    into.push('"');
    for c in text.chars() {
        match c {
            '"' => into.push_str("\\\""),
            '\\' => into.push_str("\\\\"),
            '\n' => into.push_str("\\n"),
            c if u32::from(c) < 0x20 => {
                let _ = write!(into, "\\u{:04x}", u32::from(c));
            }
            c => into.push(c),
        }
    }
    into.push('"');
}

impl<'a> Trace<'a, '_> {
    fn name_lane(&mut self, lane: u32, name: &str) {
        let _ = write!(
            self.json,
            "{{\"ph\":\"M\",\"pid\":1,\"tid\":{lane},\"name\":\"thread_name\",\"args\":{{\"name\":"
        );
        quote(&mut self.json, name);
        self.json.push_str("}},");
    }

    /// One entry; `rest` is what stands after the fields that all have.
    fn entry(&mut self, ph: char, lane: u32, time: u64, name: &str, rest: &str) {
        let _ = write!(
            self.json,
            "{{\"ph\":\"{ph}\",\"pid\":1,\"tid\":{lane},\"ts\":{}.{:03},\"name\":",
            time / 1000,
            time % 1000
        );
        quote(&mut self.json, name);
        self.json.push_str(rest);
        self.json.push_str("},");
    }

    fn begin(&mut self, time: u64, name: &str, args: &[(&str, String)]) {
        let mut rest = String::from(",\"args\":{");
        for (key, value) in args {
            quote(&mut rest, key);
            rest.push(':');
            quote(&mut rest, value);
            rest.push(',');
        }
        rest.pop_if_comma();
        rest.push('}');
        self.entry('B', LOOP, time, name, &rest);
    }

    fn end(&mut self, time: u64) {
        self.entry('E', LOOP, time, "", "");
    }

    fn where_is(&self, place: PlaceId) -> String {
        match self.recording.place(place) {
            Some(place) => format!("{}:{}:{}", place.file, place.line, place.column),
            None => String::new(),
        }
    }

    fn add(&mut self, time: u64, event: &Event<'a>) {
        match *event {
            Event::TurnBegin(turn) => self.begin(time, &format!("turn {turn}"), &[]),
            Event::PhaseBegin(phase) => self.begin(time, phase.name(), &[]),
            Event::CallBegin { id, kind, by } => {
                let args = [("call", id.to_string()), ("by", by.to_string())];
                let kind = self.recording.text(kind);
                self.begin(time, kind, &args);
            }
            Event::SleepBegin { .. } => self.begin(time, "sleep", &[]),
            Event::TurnEnd
            | Event::PhaseEnd(_)
            | Event::CallEnd { .. }
            | Event::SleepEnd
            | Event::RunEnd { .. } => self.end(time),
            Event::Made {
                id,
                kind,
                place,
                runs,
                ..
            } => {
                let kind = self.recording.text(kind);
                self.resources.insert(id, Maker { kind, place, runs });
                let rest = format!(",\"id\":{id},\"cat\":\"made\"");
                self.entry('s', LOOP, time, kind, &rest);
            }
            Event::RunBegin { id } => self.run(time, id),
            Event::Job {
                thread,
                queued,
                begin,
                end,
                ..
            } => self.job(thread, queued, begin, end),
            Event::Output { bytes, .. } => {
                let text = String::from_utf8_lossy(bytes);
                self.entry(
                    'i',
                    LOOP,
                    time,
                    text.trim_end(),
                    ",\"s\":\"t\",\"cat\":\"output\"",
                );
            }
            Event::End { code } => {
                let name = format!("exit {code}");
                self.entry('i', LOOP, time, &name, ",\"s\":\"p\"");
            }
            _ => {}
        }
    }

    fn run(&mut self, time: u64, id: u64) {
        let (kind, made, runs) = match self.resources.get(&id) {
            Some(maker) => (
                maker.kind,
                self.where_is(maker.place),
                self.where_is(maker.runs),
            ),
            None => ("callback", String::new(), String::new()),
        };
        let args = [("id", id.to_string()), ("made at", made), ("runs", runs)];
        self.begin(time, kind, &args);
        let rest = format!(",\"id\":{id},\"bp\":\"e\",\"cat\":\"made\"");
        self.entry('f', LOOP, time, kind, &rest);
    }

    fn job(&mut self, thread: u32, queued: u64, begin: u64, end: u64) {
        let lane = LOOP + 1 + thread;
        if self.lanes.insert(lane) {
            self.name_lane(lane, &format!("pool {thread}"));
        }
        let rest = format!(
            ",\"dur\":{}.{:03},\"args\":{{\"waited ns\":{}}}",
            (end - begin) / 1000,
            (end - begin) % 1000,
            begin - queued
        );
        self.entry('X', lane, begin, "job", &rest);
    }
}

#[cfg(test)]
mod tests {
    use crate::event::tests::one_of_each;
    use crate::{Bounds, Recording, Writer, to_chrome};

    #[test]
    fn begins_and_ends_are_even_and_texts_are_quoted() {
        let mut writer = Writer::in_memory(&[], Bounds::default());
        writer.text("a \"quoted\"\nname");
        for (time, event) in (0..).zip(one_of_each()) {
            writer.add(time * 1_001, &event);
        }
        let bytes = writer.to_bytes();
        let json = to_chrome(&Recording::parse(&bytes).unwrap());
        assert_eq!(
            json.matches("\"ph\":\"B\"").count(),
            json.matches("\"ph\":\"E\"").count()
        );
        assert!(json.contains("\"ts\":2.002,\"name\":") && json.ends_with("]}\n"));
        assert!(!json.contains(",]") && !json.contains(",}"));
    }
}
