//! How things look.

use std::fmt::Write as _;

use rondo_record::{Event, Model, Phase, Place, PlaceId, Step, What};

/// Colours, if there are any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint(pub(crate) bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        match self.0 {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.into(),
        }
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    pub(crate) fn mark(self, text: &str) -> String {
        self.with("33", text)
    }

    pub(crate) fn printed(self, text: &str) -> String {
        self.with("32", text)
    }
}

/// A time since the start.
pub(crate) fn time(nanos: u64) -> String {
    let micros = nanos / 1_000;
    format!("{}.{:03} ms", micros / 1_000, micros % 1_000)
}

/// Where in the loop a step is: `turn 3, timers`.
pub(crate) fn position(step: &Step) -> String {
    match (step.phase, step.turn) {
        (None, 0) => "before the loop".into(),
        (None, turn) => format!("turn {turn}"),
        // Timers run once before the first turn.
        (Some(phase), 0) => format!("before the first turn, {}", name(phase)),
        (Some(phase), turn) => format!("turn {turn}, {}", name(phase)),
    }
}

fn name(phase: Phase) -> &'static str {
    phase.name()
}

/// A source line with lines around it, the line marked.
pub(crate) fn source(
    model: &Model<'_, '_>,
    place: &Place<'_>,
    around: u32,
    paint: Paint,
) -> String {
    let Some(text) = model.recording().source(place.file) else {
        return String::new();
    };
    let text = String::from_utf8_lossy(text);
    let first = place.line.saturating_sub(around).max(1);
    let last = place.line + around;
    let mut shown = String::new();
    for (number, line) in (1..=last).zip(text.lines()) {
        if number < first {
            continue;
        }
        let row = format!("{number:>5} | {line}");
        let _ = match number == place.line {
            true => writeln!(shown, "  {}", paint.mark(&format!("> {row}"))),
            false => writeln!(shown, "    {row}"),
        };
    }
    shown
}

/// Where a step runs, as near as it is known: its function, or where it was asked for.
pub(crate) fn place_of_step<'a>(model: &Model<'a, '_>, what: What) -> Option<Place<'a>> {
    let What::Run(id) = what else { return None };
    let runs = model.thing(id).map_or(PlaceId(0), |thing| thing.runs);
    model.recording().place(runs).or_else(|| model.place_of(id))
}

/// What was printed, each line behind a bar.
pub(crate) fn output(bytes: &[u8], paint: Paint) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut shown = String::new();
    for line in text.lines() {
        // What a script prints for a terminal is shown as it is written.
        let plain: String = line
            .chars()
            .flat_map(|c| match c.is_control() && c != '\t' {
                true => c.escape_default().collect::<Vec<_>>(),
                false => vec![c],
            })
            .collect();
        let _ = writeln!(shown, "  {} {}", paint.dim("|"), paint.printed(&plain));
    }
    shown
}

/// What is known of the call that a step is in: bytes that came, errors, the job behind it.
pub(crate) fn details(model: &Model<'_, '_>, step: &Step) -> String {
    let mut shown = String::new();
    let events = model.events();
    let from = step
        .call
        .and_then(|id| model.call(id))
        .map_or(step.begin, |call| call.begin);
    // The job stands right before its call.
    if let Some((
        _,
        Event::Job {
            thread,
            queued,
            begin,
            end,
            ..
        },
    )) = from.checked_sub(1).and_then(|before| events.get(before))
        && matches!(events[from].1, Event::CallBegin { .. })
    {
        let who = match thread {
            0 => "the loop itself".into(),
            thread => format!("thread {thread} of the pool"),
        };
        let _ = writeln!(
            shown,
            "  done by {who} in {}, after {} in the queue",
            time(end.saturating_sub(*begin)),
            time(begin.saturating_sub(*queued))
        );
    }
    for (_, event) in &events[from..=step.end.min(events.len() - 1)] {
        match event {
            Event::Detail { what, value } => {
                let what = model.text(*what);
                if what == "bytes" || what == "error" || what == "status" {
                    let _ = writeln!(shown, "  {what}: {value}");
                }
            }
            Event::RunBegin { .. } if step.call.is_some() => break,
            _ => {}
        }
    }
    shown
}
