//! What a search found, for people.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use rondo_record::Recording;

use crate::choice::{Schedule, in_words};
use crate::plan::chance;
use crate::runner::{Choices, Outcome, Runner};
use crate::search::{Finding, Found};
use crate::words::{Step, difference, steps};

/// So many lines are shown of what a run printed.
const LINES: usize = 6;
/// So many outcomes are shown.
const OUTCOMES: usize = 9;

/// The report of a search.
pub(crate) fn report(
    runner: &Runner<'_>,
    found: &Found,
    is_fault: &dyn Fn(&Outcome) -> bool,
    took: Duration,
) -> io::Result<String> {
    let mut text = String::new();
    let count = found.findings.len();
    let faults = found
        .findings
        .iter()
        .filter(|finding| is_fault(&finding.outcome))
        .count();
    let _ = writeln!(
        text,
        "{} run{} in {:.1} s, {} choice points in the plain run: {count} outcome{}, {faults} of them a fault",
        found.runs,
        if found.runs == 1 { "" } else { "s" },
        took.as_secs_f64(),
        found.notes.len(),
        if count == 1 { "" } else { "s" },
    );
    if found.is_interrupted {
        text.push_str("A signal ended the search.\n");
    }
    if found.is_unsteady {
        text.push_str("Two plain runs differed: something from outside was let in, so counts and schedules are not certain.\n");
    }
    write_bound(&mut text, found);
    let usual = recorded_steps(runner, &Schedule::default())?;
    for (place, finding) in found.findings.iter().take(OUTCOMES).enumerate() {
        let is_plain = place == 0;
        write_outcome(
            &mut text,
            place + 1,
            finding,
            is_plain,
            is_fault(&finding.outcome),
        );
        if !is_plain {
            write_cause(&mut text, runner, finding, &usual)?;
        }
    }
    if count > OUTCOMES {
        let _ = writeln!(text, "\n... and {} more", count - OUTCOMES);
    }
    Ok(text)
}

/// What the number of runs means, for faults of a depth.
fn write_bound(text: &mut String, found: &Found) {
    let n = found.notes.len();
    let runs = (found.runs / 4) as f64;
    if n == 0 || runs == 0.0 {
        return;
    }
    let answers = found
        .notes
        .iter()
        .map(|note| note.of as usize - 1)
        .max()
        .unwrap_or(1);
    let missed = |depth| (1.0 - chance(n, answers, depth)).powf(runs);
    let _ = writeln!(
        text,
        "A fault that needs one particular choice among these is met by the {runs} runs with few delays with a chance of at least \
         {:.0} %, one that needs two with {:.0} %.",
        (1.0 - missed(1)) * 100.0,
        (1.0 - missed(2)) * 100.0
    );
}

fn write_outcome(
    text: &mut String,
    number: usize,
    finding: &Finding,
    is_plain: bool,
    is_fault: bool,
) {
    let outcome = &finding.outcome;
    let ended = match (outcome.hangs, outcome.code) {
        (true, _) => "does not end".into(),
        (_, Some(code)) => format!("exit code {code}"),
        (_, None) => "killed by a signal".into(),
    };
    let runs = if finding.count == 1 { "run" } else { "runs" };
    let _ = write!(text, "\n[{number}] {} {runs}: {ended}", finding.count);
    if is_plain {
        text.push_str(", the plain run");
    } else {
        let _ = write!(text, ", first in run {}", finding.first);
    }
    text.push_str(if is_fault { ": FAULT\n" } else { "\n" });
    write_lines(text, "", &outcome.stdout);
    write_lines(text, "! ", &outcome.stderr);
}

fn write_lines(text: &mut String, mark: &str, bytes: &[u8]) {
    let printed = String::from_utf8_lossy(bytes);
    let mut lines = printed.lines();
    for line in lines.by_ref().take(LINES) {
        let _ = writeln!(text, "    | {mark}{line}");
    }
    let more = lines.count();
    if more > 0 {
        let _ = writeln!(text, "    | {mark}... {more} lines more");
    }
}

fn write_cause(
    text: &mut String,
    runner: &Runner<'_>,
    finding: &Finding,
    usual: &[Step],
) -> io::Result<()> {
    let steps = recorded_steps(runner, &finding.schedule)?;
    if let Some(words) = difference(usual, &steps) {
        let _ = writeln!(text, "    {words}.");
    }
    for choice in &finding.schedule.0 {
        let _ = writeln!(text, "    - {}", in_words(choice));
    }
    if !finding.is_certain {
        text.push_str("    (not each time)\n");
    }
    let _ = writeln!(
        text,
        "    again: rondo --seed={} --choices=\" {}\" {}",
        runner.seed,
        finding.schedule,
        runner.arguments.join(" ")
    );
    Ok(())
}

/// The callbacks of a run with that schedule.
fn recorded_steps(runner: &Runner<'_>, schedule: &Schedule) -> io::Result<Vec<Step>> {
    let file = runner.folder.join("run.rondo");
    runner.run(&Choices::Listed(schedule), Some(&file))?;
    let bytes = std::fs::read(&file)?;
    let recording = Recording::parse(&bytes).map_err(io::Error::other)?;
    Ok(steps(&recording))
}
