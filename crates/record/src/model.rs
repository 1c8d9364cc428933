//! A recording as a story: everything that ran, what asked for it, and the queues as they were at any moment.

mod build;
mod numbers;
mod queues;
mod running;

use std::collections::HashMap;

use crate::Phase;

pub use build::model_of;

/// Stands for no span, no resource, no place.
pub const NONE: u32 = u32::MAX;

/// The rows in which callbacks are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// The main script, and what runs outside of the loop
    Script,
    /// Timers that are due
    Timers,
    /// Callbacks that were put off
    Pending,
    /// Idle and prepare
    Idle,
    /// What came from outside
    Poll,
    /// Immediates
    Check,
    /// Closed handles
    Closing,
    /// `process.nextTick`
    Ticks,
    /// Promises and `queueMicrotask`
    Microtasks,
}

impl Lane {
    /// Where callbacks of a phase are drawn.
    pub fn of(phase: Phase) -> Lane {
        match phase {
            Phase::Timers => Lane::Timers,
            Phase::Pending => Lane::Pending,
            Phase::Idle | Phase::Prepare => Lane::Idle,
            Phase::Poll => Lane::Poll,
            Phase::Check => Lane::Check,
            Phase::Closing => Lane::Closing,
        }
    }
}

/// The queues that a moment has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Queue {
    /// Timers that are set
    Timers,
    /// Callbacks that were put off
    Pending,
    /// Requests that are under way, and handles that wait
    Poll,
    /// Immediates
    Check,
    /// Handles that are being closed
    Closing,
    /// `process.nextTick`
    Ticks,
    /// Promises and `queueMicrotask`
    Microtasks,
}

impl Queue {
    /// All of them, by their numbers in a page.
    pub const ALL: [Queue; 7] = [
        Queue::Timers,
        Queue::Pending,
        Queue::Poll,
        Queue::Check,
        Queue::Closing,
        Queue::Ticks,
        Queue::Microtasks,
    ];
}

/// A callback that ran, or the main script. Times are nanoseconds, and no two events have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// When it began
    pub begin: u64,
    /// When it returned
    pub end: u64,
    /// Where it is drawn
    pub lane: Lane,
    /// How many other spans it runs within
    pub depth: u32,
    /// The text of its kind: `Timeout`, `Tcp`, `main script`
    pub kind: u32,
    /// The resource that it is a callback of
    pub resource: u32,
    /// The span in which it was asked for
    pub cause: u32,
    /// When it was asked for; 0 if that is not known
    pub asked: u64,
    /// Bytes that it was told of; -1 if none
    pub bytes: i64,
    /// The system's error that it was told of; 0 if none
    pub error: i64,
}

/// Something that a script made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The async id
    pub id: u64,
    /// The text of its kind
    pub kind: u32,
    /// When it was made
    pub made: u64,
    /// The span in which it was made
    pub maker: u32,
    /// The resource for which the script ran that made it, or of which it is a consequence
    pub by: u32,
    /// Where it was made
    pub place: u32,
    /// Where its function is
    pub runs: u32,
    /// How many milliseconds a timer is set for
    pub delay: Option<u32>,
}

/// Something was in a queue from `enter` until before `leave`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Which queue
    pub queue: Queue,
    /// Since when
    pub enter: u64,
    /// Until when
    pub leave: u64,
    /// Of what
    pub resource: u32,
    /// The span that it was waiting for; none if it was dropped
    pub span: u32,
    /// The text of its kind
    pub kind: u32,
}

/// A job of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The thread, counted from 1; 0 is the loop's own
    pub thread: u32,
    /// When it was asked for
    pub queued: u64,
    /// When the thread began
    pub begin: u64,
    /// When it was done
    pub end: u64,
    /// The span that got its result
    pub span: u32,
}

/// An order that was open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// When it was asked
    pub time: u64,
    /// The text of the choice point's name
    pub point: u32,
    /// Which one of that name
    pub nth: u64,
    /// How many candidates there were
    pub of: u32,
    /// Which it was
    pub chosen: u32,
}

/// A place in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The text of the file's name
    pub file: u32,
    /// The line, from 1
    pub line: u32,
    /// The column, from 1
    pub column: u32,
    /// The text of the function's name
    pub function: u32,
}

/// All that a recording tells.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// What is said of the whole recording
    pub about: Vec<(String, String)>,
    /// Names, each once
    pub texts: Vec<String>,
    /// Places in sources, each once
    pub spots: Vec<Spot>,
    /// Files by the text of their name, and what is in them
    pub sources: Vec<(u32, Vec<u8>)>,
    /// Turns: number, begin, end
    pub turns: Vec<(u64, u64, u64)>,
    /// Phases: which, begin, end
    pub phases: Vec<(Phase, u64, u64)>,
    /// When the loop slept: begin, end
    pub sleeps: Vec<(u64, u64)>,
    /// Callbacks by begin: what one steps through
    pub spans: Vec<Span>,
    /// What scripts made, in order
    pub resources: Vec<Resource>,
    /// What was in queues, by enter
    pub waits: Vec<Wait>,
    /// Jobs of promises that were not settled, from when they were made until they came into the queue of microtasks, by enter
    pub unsettled: Vec<Wait>,
    /// Jobs of the pool, as the loop learned of them
    pub jobs: Vec<Job>,
    /// What was printed: when, to which descriptor, how many bytes of `printed`
    pub outputs: Vec<(u64, u32, u32)>,
    /// The bytes of all outputs
    pub printed: Vec<u8>,
    /// Orders that were open
    pub choices: Vec<Open>,
    /// Jumps of virtual time: when, to which time
    pub jumps: Vec<(u64, u64)>,
    /// How many events the recording had
    pub events: u64,
    /// The time of the last
    pub end: u64,
    /// The exit code, if the program came to its end
    pub code: Option<i32>,
}

impl Model {
    /// What was in a queue at a moment, in the order in which it came in; timers as they were due.
    pub fn queue_at(&self, queue: Queue, time: u64) -> Vec<&Wait> {
        let waits = at_moment(&self.waits, time);
        let mut waits: Vec<_> = waits.filter(|wait| wait.queue == queue).collect();
        if queue == Queue::Timers {
            waits.sort_by_key(|wait| self.due(wait, time));
        }
        waits
    }

    /// When a timer would run that waits at a moment: when it did, or else as it was set. One that is overdue was
    /// set anew, which is not recorded.
    fn due(&self, wait: &Wait, time: u64) -> u64 {
        if wait.span != NONE {
            return wait.leave;
        }
        let delay = self.resources.get(wait.resource as usize);
        let delay = delay.and_then(|timer| timer.delay).unwrap_or(0);
        let nanos = u64::from(delay) * 1_000_000;
        match wait.enter.saturating_add(nanos) {
            due if due > time => due,
            _ => time.saturating_add(nanos),
        }
    }

    /// The jobs of promises that were not settled at a moment, in the order in which they were asked for.
    pub fn unsettled_at(&self, time: u64) -> Vec<&Wait> {
        at_moment(&self.unsettled, time).collect()
    }

    /// The turn, from 1, and the phase of a moment: the last turn that had begun, 0 before the first.
    pub fn position(&self, time: u64) -> (u64, Option<Phase>) {
        let turns = self.turns.partition_point(|&(_, begin, _)| begin <= time);
        let turn = turns.checked_sub(1).map_or(0, |last| self.turns[last].0);
        let phases = self.phases.partition_point(|&(_, begin, _)| begin <= time);
        let phase = phases.checked_sub(1).map(|last| self.phases[last]);
        let phase = phase.filter(|&(_, _, end)| time <= end);
        (turn, phase.map(|(phase, _, _)| phase))
    }

    /// The number of the innermost callback that runs at a moment.
    pub fn running_at(&self, time: u64) -> Option<usize> {
        let begun = self.spans.partition_point(|span| span.begin <= time);
        self.spans[..begun].iter().rposition(|span| span.end > time)
    }

    /// Where a resource was made, or if that is not known where the one was that made it.
    pub fn spot_of(&self, resource: u32) -> Option<Spot> {
        let mut resource = resource;
        // A damaged recording could go round in circles.
        for _ in 0..64 {
            let made = self.resources.get(resource as usize)?;
            if let Some(spot) = self.spots.get(made.place as usize) {
                return Some(*spot);
            }
            resource = made.by;
        }
        None
    }

    /// The jobs of the pool by the callbacks that got their results.
    pub fn jobs_by_span(&self) -> HashMap<u32, Job> {
        self.jobs.iter().map(|job| (job.span, *job)).collect()
    }

    /// The number of the callback that ran at a moment, or of the last before it.
    pub fn step_at(&self, time: u64) -> Option<usize> {
        let begun = self.spans.partition_point(|span| span.begin <= time);
        begun.checked_sub(1)
    }

    /// The callbacks that were asked for in that one.
    pub fn scheduled_by(&self, step: usize) -> Vec<usize> {
        let spans = self.spans.iter().enumerate();
        spans
            .filter(|(_, span)| span.cause as usize == step)
            .map(|(number, _)| number)
            .collect()
    }

    /// A name by its number.
    pub fn text(&self, text: u32) -> &str {
        self.texts.get(text as usize).map_or("", String::as_str)
    }

    /// The line of a place; 0 if it is not known.
    pub fn line(&self, spot: u32) -> u32 {
        self.spots.get(spot as usize).map_or(0, |spot| spot.line)
    }
}

/// Those of some waits, which are in order, that were there at a moment.
fn at_moment(waits: &[Wait], time: u64) -> impl Iterator<Item = &Wait> {
    let come = waits.partition_point(|wait| wait.enter <= time);
    waits[..come].iter().filter(move |wait| wait.leave > time)
}
