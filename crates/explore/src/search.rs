//! The search: runs on all cores, counts outcomes, and has the rare ones made small.

use std::collections::HashMap;
use std::io;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use crate::choice::{Note, Schedule};
use crate::plan::{Plan, Try};
use crate::runner::{Choices, Outcome, Runner, Trial};
use crate::shrink::shrink;

/// So many different outcomes are looked into; the others are only counted.
const MOST_FINDINGS: usize = 8;
/// So many runs may be spent on making one schedule short.
const SHRINK_RUNS: usize = 120;

/// How an outcome came about.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) outcome: Outcome,
    /// How many of the runs of the search had it
    pub(crate) count: u64,
    /// In which run it was first seen, from 1
    pub(crate) first: u64,
    /// The shortest schedule that has it
    pub(crate) schedule: Schedule,
    /// Whether that schedule had it each time
    pub(crate) is_certain: bool,
}

/// What came of a search.
pub(crate) struct Found {
    /// The outcome of the plain run first, then in the order in which they were seen
    pub(crate) findings: Vec<Finding>,
    pub(crate) notes: Vec<Note>,
    pub(crate) runs: u64,
    /// Two plain runs differed: something comes from outside
    pub(crate) is_unsteady: bool,
    /// A signal ended the search
    pub(crate) is_interrupted: bool,
}

/// When a search ends.
pub(crate) struct Limits {
    pub(crate) runs: u64,
    pub(crate) until: Option<Instant>,
}

impl Limits {
    fn is_over(&self, runs: u64) -> bool {
        runs >= self.runs || self.is_late()
    }

    fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

struct State {
    plan: Plan,
    started: u64,
    runs: u64,
    places: HashMap<Outcome, usize>,
    findings: Vec<Finding>,
    failed: Option<io::Error>,
}

impl State {
    /// Counts an outcome; the schedule of one that is new.
    fn count(&mut self, trial: &Trial) {
        self.runs += 1;
        if let Some(&place) = self.places.get(&trial.outcome) {
            self.findings[place].count += 1;
            return;
        }
        self.places
            .insert(trial.outcome.clone(), self.findings.len());
        let schedule = Schedule::of(&trial.notes);
        self.plan.tell(&schedule);
        self.findings.push(Finding {
            outcome: trial.outcome.clone(),
            count: 1,
            first: self.runs,
            schedule,
            is_certain: false,
        });
    }
}

/// Looks for outcomes. `is_enough`, which gets an outcome and that of the plain run, ends it early.
pub(crate) fn search(
    runner: &Runner<'_>,
    limits: &Limits,
    seed: u64,
    is_enough: impl Fn(&Outcome, &Outcome) -> bool + Sync,
) -> io::Result<Found> {
    let plain = Choices::Listed(&Schedule(Vec::new()));
    let first = runner.run(&plain, None)?;
    first.is_of_use()?;
    let second = runner.run(&plain, None)?;
    let is_enough = |outcome: &Outcome| is_enough(outcome, &first.outcome);
    let state = Mutex::new(State {
        plan: Plan::new(first.notes.clone(), seed),
        started: 1,
        runs: 0,
        places: HashMap::new(),
        findings: Vec::new(),
        failed: None,
    });
    lock(&state).count(&first);
    // Where nothing was asked there is nothing to choose: a script that is not there, say.
    let threads = match first.notes.is_empty() {
        true => 0,
        false => thread::available_parallelism().map_or(1, usize::from),
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work(runner, limits, &state, &is_enough));
        }
    });
    let mut state = state
        .into_inner()
        .unwrap_or_else(|error| error.into_inner());
    if let Some(error) = state.failed {
        return Err(error);
    }
    for finding in state.findings.iter_mut().skip(1).take(MOST_FINDINGS) {
        shorten(runner, finding);
    }
    // The next one ends the report, too.
    let is_interrupted = runner.interrupt.take().is_some();
    Ok(Found {
        findings: state.findings,
        notes: first.notes,
        runs: state.runs,
        is_unsteady: first.outcome != second.outcome,
        is_interrupted,
    })
}

fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(|error| error.into_inner())
}

fn work(
    runner: &Runner<'_>,
    limits: &Limits,
    state: &Mutex<State>,
    is_enough: &(impl Fn(&Outcome) -> bool + Sync),
) {
    loop {
        let mut guard = lock(state);
        if limits.is_over(guard.started) || guard.failed.is_some() {
            return;
        }
        guard.started += 1;
        let next = guard.plan.next();
        drop(guard);
        let trial = match &next {
            Try::Listed(schedule) => runner.run(&Choices::Listed(schedule), None),
            Try::Wild(seed, one_in) => runner.run(&Choices::Wild(*seed, *one_in), None),
        };
        let mut guard = lock(state);
        match trial {
            Ok(trial) => {
                guard.count(&trial);
                if is_enough(&trial.outcome) {
                    guard.started = limits.runs;
                }
            }
            Err(_) if runner.interrupt.has_come() => return,
            Err(error) => guard.failed = Some(error),
        }
    }
}

/// Makes the schedule of a finding as short as it gets.
fn shorten(runner: &Runner<'_>, finding: &mut Finding) {
    let mut left = SHRINK_RUNS;
    let outcome = finding.outcome.clone();
    let mut has_outcome = |schedule: &Schedule| {
        left = left.checked_sub(1)?;
        let trial = runner.run(&Choices::Listed(schedule), None).ok()?;
        Some(trial.outcome == outcome)
    };
    // What a draw found, a list of its choices has to find, too.
    if has_outcome(&finding.schedule) != Some(true) {
        return;
    }
    finding.schedule = shrink(finding.schedule.clone(), &mut has_outcome);
    left = 2;
    let again = |_| {
        let trial = runner.run(&Choices::Listed(&finding.schedule), None);
        trial.is_ok_and(|trial| trial.outcome == outcome)
    };
    finding.is_certain = (0..left).all(again);
}
