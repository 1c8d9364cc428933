//! How things look.

use std::fmt::Write as _;

use rondo_record::Phase;
use rondo_record::model::{Job, Model, Span, Spot};

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

/// Where in the loop a moment is: `turn 3, timers`.
pub(crate) fn position(model: &Model, at: u64) -> String {
    let (turn, phase) = model.position(at);
    match (phase.map(Phase::name), turn) {
        (None, 0) => "before the loop".into(),
        (None, turn) => format!("turn {turn}"),
        // Timers run once before the first turn.
        (Some(phase), 0) => format!("before the first turn, {phase}"),
        (Some(phase), turn) => format!("turn {turn}, {phase}"),
    }
}

/// A source line with lines around it, the line marked.
pub(crate) fn source(model: &Model, spot: &Spot, around: u32, paint: Paint) -> String {
    let mut sources = model.sources.iter();
    let Some((_, text)) = sources.find(|(file, _)| *file == spot.file) else {
        return String::new();
    };
    let text = String::from_utf8_lossy(text);
    let first = spot.line.saturating_sub(around).max(1);
    let last = spot.line.saturating_add(around);
    let mut shown = String::new();
    for (number, line) in (1..=last).zip(text.lines()) {
        if number < first {
            continue;
        }
        let row = format!("{number:>5} | {line}");
        let _ = match number == spot.line {
            true => writeln!(shown, "  {}", paint.mark(&format!("> {row}"))),
            false => writeln!(shown, "    {row}"),
        };
    }
    shown
}

/// Where a callback runs, as near as it is known: its function, or where it was asked for.
pub(crate) fn spot_of_span(model: &Model, span: &Span) -> Option<Spot> {
    let resource = model.resources.get(span.resource as usize)?;
    let runs = model.spots.get(resource.runs as usize).copied();
    runs.or_else(|| model.spot_of(span.resource))
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

/// What is known of a callback: the job behind it, bytes that came, errors.
pub(crate) fn details(span: &Span, job: Option<&Job>) -> String {
    let mut shown = String::new();
    if let Some(job) = job {
        let who = match job.thread {
            0 => "the loop itself".into(),
            thread => format!("thread {thread} of the pool"),
        };
        let _ = writeln!(
            shown,
            "  done by {who} in {}, after {} in the queue",
            time(job.end.saturating_sub(job.begin)),
            time(job.begin.saturating_sub(job.queued))
        );
    }
    if span.bytes >= 0 {
        let _ = writeln!(shown, "  bytes: {}", span.bytes);
    }
    if span.error != 0 {
        let _ = writeln!(shown, "  error: {}", span.error);
    }
    shown
}
