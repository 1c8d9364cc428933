//! A recording as a story: its callbacks one by one, who asked for each, and what stood in the queues at any moment.

use std::collections::HashMap;

use crate::{Event, Phase, Place, PlaceId, Recording, TextId};

/// Something that a script made: a timer, a tick, a job of a promise, a request, a handle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    /// What async hooks call it
    pub kind: TextId,
    /// The thing for which the script ran that made it; 1 is the main script
    pub by: u64,
    /// Where it was made
    pub place: PlaceId,
    /// Where its function is
    pub runs: PlaceId,
    /// How many milliseconds a timer is set for
    pub delay: Option<u64>,
    /// The event by which it was made
    pub made: usize,
    /// From which event on it stood in its queue: for jobs of promises later than they were made; none if that is not known
    pub queued: Option<usize>,
    /// The events at which its runs began
    pub begins: Vec<usize>,
    /// The events at which they ended
    pub ends: Vec<usize>,
    /// The event by which it was over
    pub over: Option<usize>,
}

impl Thing {
    fn is_running(&self, at: usize) -> bool {
        let run = self.begins.iter().rposition(|&begin| begin <= at);
        run.is_some_and(|run| self.ends.get(run).is_none_or(|&end| end > at))
    }
}

/// What runs in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The main script
    Main,
    /// A callback of a thing
    Run(u64),
    /// A callback of the loop's that is no thing's
    Call(u64),
}

/// A callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it is
    pub what: What,
    /// The event by which it begins; the first of all for the main script
    pub begin: usize,
    /// The event by which it ends
    pub end: usize,
    /// The turn, from 1; 0 before the first
    pub turn: u64,
    /// The phase; none in the main script, and in what follows it before the loop runs
    pub phase: Option<Phase>,
    /// The call of the loop that it is in
    pub call: Option<u64>,
}

/// A call of the loop's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its kind
    pub kind: TextId,
    /// The call in which it was asked for
    pub by: u64,
    /// The events around it; the last of all if it did not end
    pub begin: usize,
    /// Where it ends
    pub end: usize,
}

/// What stands in the queues at a moment: numbers of things, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queues {
    /// Ticks
    pub ticks: Vec<u64>,
    /// Microtasks, and jobs of promises that are settled
    pub microtasks: Vec<u64>,
    /// Timers that are set, in the order in which they were
    pub timers: Vec<u64>,
    /// Calls of the loop that were put off
    pub pending: Vec<u64>,
    /// Requests under way, and handles
    pub poll: Vec<u64>,
    /// Immediates
    pub check: Vec<u64>,
    /// Handles of the loop that are to be closed
    pub closing: Vec<u64>,
    /// Jobs of promises that are not settled
    pub waiting: Vec<u64>,
}

/// The queue in which a thing of a kind waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// Ticks
    Ticks,
    /// Microtasks
    Microtasks,
    /// Jobs of promises
    Promises,
    /// Timers
    Timers,
    /// Immediates
    Check,
    /// Whatever the poll phase brings
    Poll,
}

impl Queue {
    /// By the name of the kind.
    pub fn of(kind: &str) -> Queue {
        match kind {
            "TickObject" => Queue::Ticks,
            "Microtask" => Queue::Microtasks,
            "PROMISE" => Queue::Promises,
            "Timeout" => Queue::Timers,
            "Immediate" => Queue::Check,
            _ => Queue::Poll,
        }
    }
}

/// A recording that can be looked at moment by moment. A moment is the number of an event: what has happened up to it, itself
/// included.
pub struct Model<'a, 'r> {
    recording: &'r Recording<'a>,
    events: Vec<(u64, Event<'a>)>,
    things: HashMap<u64, Thing>,
    /// In the order in which they were made.
    order: Vec<u64>,
    calls: HashMap<u64, Call>,
    steps: Vec<Step>,
}

impl<'a, 'r> Model<'a, 'r> {
    /// Reads a recording.
    pub fn new(recording: &'r Recording<'a>) -> Model<'a, 'r> {
        let events: Vec<_> = recording.events().collect();
        let mut reading = Reading::new(recording, &events);
        for place in 0..events.len() {
            reading.add(place);
        }
        let (things, order, calls, steps) = reading.finish();
        Model {
            recording,
            events,
            things,
            order,
            calls,
            steps,
        }
    }

    /// The recording.
    pub fn recording(&self) -> &'r Recording<'a> {
        self.recording
    }

    /// All events, with their times.
    pub fn events(&self) -> &[(u64, Event<'a>)] {
        &self.events
    }

    /// All callbacks in the order in which they began.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The thing with that number.
    pub fn thing(&self, id: u64) -> Option<&Thing> {
        self.things.get(&id)
    }

    /// The call with that number.
    pub fn call(&self, id: u64) -> Option<&Call> {
        self.calls.get(&id)
    }

    /// The text with that number.
    pub fn text(&self, id: TextId) -> &'a str {
        self.recording.text(id)
    }

    /// Where a thing was made, or if that is not known where the one was that made it.
    pub fn place_of(&self, id: u64) -> Option<Place<'a>> {
        let mut id = id;
        // A damaged recording could go round in circles.
        for _ in 0..64 {
            let thing = self.things.get(&id)?;
            if let Some(place) = self.recording.place(thing.place) {
                return Some(place);
            }
            id = thing.by;
        }
        None
    }

    /// What runs at a moment: the innermost thing, none in the main script and between callbacks.
    pub fn running(&self, at: usize) -> Option<u64> {
        let mut open = Vec::new();
        let step = self.steps.iter().rfind(|step| step.begin <= at)?;
        let from = step.call.map_or(0, |id| self.calls[&id].begin);
        for (_, event) in &self.events[from..=at.min(self.events.len() - 1)] {
            match event {
                Event::RunBegin { id } => open.push(*id),
                Event::RunEnd { id } => {
                    open.pop_if(|other| other == id);
                }
                _ => {}
            }
        }
        open.pop()
    }

    /// What was printed up to a moment.
    pub fn output(&self, at: usize) -> Vec<u8> {
        self.output_between(0, at)
    }

    /// What was printed from one moment to another.
    pub fn output_between(&self, from: usize, to: usize) -> Vec<u8> {
        let end = self.events.len().min(to + 1);
        let events = self.events.get(from..end).unwrap_or_default();
        let printed = events.iter().filter_map(|(_, event)| match event {
            Event::Output { bytes, .. } => Some(*bytes),
            _ => None,
        });
        printed.collect::<Vec<_>>().concat()
    }

    /// What stands in the queues at a moment.
    pub fn queues(&self, at: usize) -> Queues {
        let mut queues = Queues::default();
        let mut jobs = Vec::new();
        for &id in &self.order {
            let thing = &self.things[&id];
            if thing.made > at {
                break;
            }
            let has_begun = thing.begins.first().is_some_and(|&begin| begin <= at);
            let is_over = thing.over.is_some_and(|over| over <= at);
            let queue = Queue::of(self.text(thing.kind));
            match queue {
                Queue::Timers if !is_over && !thing.is_running(at) => queues.timers.push(id),
                Queue::Poll if !is_over && !thing.is_running(at) => queues.poll.push(id),
                Queue::Timers | Queue::Poll => {}
                _ if has_begun || is_over => {}
                Queue::Ticks => queues.ticks.push(id),
                Queue::Check => queues.check.push(id),
                Queue::Microtasks => jobs.push((thing.made, id)),
                Queue::Promises => match thing.queued {
                    Some(queued) if queued <= at => jobs.push((queued, id)),
                    _ => queues.waiting.push(id),
                },
            }
        }
        // Of those that were queued together the one that runs first is first.
        jobs.sort_by_key(|&(queued, id)| {
            let first = self.things[&id].begins.first();
            (queued, first.copied().unwrap_or(usize::MAX))
        });
        queues.microtasks = jobs.into_iter().map(|(_, id)| id).collect();
        queues.pending = self.pending(at);
        queues.closing = self.closing(at);
        queues
    }

    /// Calls that were put off in a call that has begun, and that have not begun themselves.
    fn pending(&self, at: usize) -> Vec<u64> {
        let mut pending: Vec<(usize, u64)> = Vec::new();
        for (&id, call) in &self.calls {
            let is_asked_for = self.calls.get(&call.by).is_none_or(|by| by.begin <= at);
            if self.text(call.kind) == "Pending" && call.begin > at && is_asked_for {
                pending.push((call.begin, id));
            }
        }
        pending.sort();
        pending.into_iter().map(|(_, id)| id).collect()
    }

    /// Handles that are closing: those that are not closed by the end of the turn in which they began to, or of the next one if that
    /// was after its closing phase.
    fn closing(&self, at: usize) -> Vec<u64> {
        let mut closing: Vec<(u64, bool)> = Vec::new();
        let mut is_after = true;
        for (_, event) in &self.events[..self.events.len().min(at + 1)] {
            match event {
                Event::Handle { handle, what, .. } if self.text(*what) == "closing" => {
                    closing.push((*handle, is_after));
                }
                Event::TurnBegin(_) => {
                    is_after = false;
                    closing.iter_mut().for_each(|(_, is_late)| *is_late = false);
                }
                Event::PhaseBegin(Phase::Timers) => is_after = true,
                Event::PhaseEnd(Phase::Closing) | Event::TurnEnd => {
                    closing.retain(|(_, is_late)| *is_late);
                }
                Event::CallBegin { kind, .. }
                    if self.text(*kind) == "Close" && !closing.is_empty() =>
                {
                    closing.remove(0);
                }
                _ => {}
            }
        }
        closing.into_iter().map(|(handle, _)| handle).collect()
    }
}

/// What is found out while events are read.
struct Reading<'a, 'r> {
    recording: &'r Recording<'a>,
    events: &'r [(u64, Event<'a>)],
    things: HashMap<u64, Thing>,
    order: Vec<u64>,
    calls: HashMap<u64, Call>,
    steps: Vec<Step>,
    turn: u64,
    phase: Option<Phase>,
    call: Option<u64>,
    /// Runs that have begun: their steps.
    open: Vec<usize>,
    /// Whether the call that runs did something itself, or had a run in it.
    is_busy: bool,
    has_run: bool,
}

impl<'a, 'r> Reading<'a, 'r> {
    fn new(recording: &'r Recording<'a>, events: &'r [(u64, Event<'a>)]) -> Self {
        let main = Step {
            what: What::Main,
            begin: 0,
            end: 0,
            turn: 0,
            phase: None,
            call: None,
        };
        // A ring has lost the beginning.
        let has_main = !matches!(
            events.first(),
            Some((_, Event::TurnBegin(_) | Event::PhaseBegin(_)))
        );
        Reading {
            recording,
            events,
            things: HashMap::new(),
            order: Vec::new(),
            calls: HashMap::new(),
            steps: if has_main { vec![main] } else { Vec::new() },
            turn: 0,
            phase: None,
            call: None,
            open: Vec::new(),
            is_busy: false,
            has_run: false,
        }
    }

    fn add(&mut self, place: usize) {
        match self.events[place].1 {
            Event::TurnBegin(turn) => self.turn = turn,
            Event::PhaseBegin(phase) => self.phase = Some(phase),
            Event::PhaseEnd(_) => self.phase = None,
            Event::CallBegin { id, kind, by } => self.call_begins(id, kind, by, place),
            Event::CallEnd { id } => self.call_ends(id, place),
            Event::Made {
                id,
                kind,
                by,
                place: at,
                runs,
            } => {
                self.is_busy |= self.open.is_empty();
                let is_queued = Queue::of(self.recording.text(kind)) != Queue::Promises;
                let thing = Thing {
                    kind,
                    by,
                    place: at,
                    runs,
                    delay: self.detail(place + 1, "delay"),
                    made: place,
                    queued: is_queued.then_some(place),
                    begins: Vec::new(),
                    ends: Vec::new(),
                    over: None,
                };
                if self.things.insert(id, thing).is_none() {
                    self.order.push(id);
                }
            }
            Event::Output { .. } => self.is_busy |= self.open.is_empty(),
            Event::RunBegin { id } => self.run_begins(id, place),
            Event::RunEnd { id } => {
                if let Some(step) = self.open.pop() {
                    self.steps[step].end = place;
                }
                if let Some(thing) = self.things.get_mut(&id) {
                    thing.ends.push(place);
                }
            }
            Event::Dropped { id } => {
                if let Some(thing) = self.things.get_mut(&id) {
                    thing.over = Some(place);
                }
            }
            _ => {}
        }
    }

    fn step(&self, what: What, place: usize) -> Step {
        Step {
            what,
            begin: place,
            end: place,
            turn: self.turn,
            phase: self.phase,
            call: self.call,
        }
    }

    /// What an event tells, if it is a detail of that name.
    fn detail<T: TryFrom<i64>>(&self, place: usize, name: &str) -> Option<T> {
        match self.events.get(place) {
            Some((_, Event::Detail { what, value })) if self.recording.text(*what) == name => {
                T::try_from(*value).ok()
            }
            _ => None,
        }
    }

    fn run_begins(&mut self, id: u64, place: usize) {
        self.has_run = true;
        let ago: Option<usize> = self.detail(place + 1, "queued");
        let queued = ago.and_then(|ago| place.checked_sub(ago));
        if let Some(thing) = self.things.get_mut(&id) {
            let made = thing.made;
            thing.queued = Some(queued.unwrap_or(made));
            thing.begins.push(place);
        }
        self.open.push(self.steps.len());
        self.steps.push(self.step(What::Run(id), place));
    }

    fn call_begins(&mut self, id: u64, kind: TextId, by: u64, place: usize) {
        let end = self.events.len().saturating_sub(1);
        let call = Call {
            kind,
            by,
            begin: place,
            end,
        };
        self.calls.insert(id, call);
        self.call = Some(id);
        (self.is_busy, self.has_run) = (false, false);
    }

    fn call_ends(&mut self, id: u64, place: usize) {
        let Some(call) = self.calls.get_mut(&id) else {
            return;
        };
        call.end = place;
        for step in self.open.drain(..) {
            self.steps[step].end = place;
        }
        // One that only runs callbacks of things is told by them.
        if self.is_busy || !self.has_run {
            let begin = call.begin;
            let step = Step {
                begin,
                end: place,
                ..self.step(What::Call(id), place)
            };
            let after = self.steps.partition_point(|step| step.begin <= begin);
            self.steps.insert(after, step);
        }
        self.call = None;
    }

    #[expect(clippy::type_complexity)]
    fn finish(mut self) -> (HashMap<u64, Thing>, Vec<u64>, HashMap<u64, Call>, Vec<Step>) {
        let last = self.events.len().saturating_sub(1);
        for &step in &self.open {
            self.steps[step].end = last;
        }
        // The main script ends where something else begins.
        let next = self.steps.get(1).map_or(last, |step| step.begin);
        if let Some(step) = self.steps.first_mut()
            && step.what == What::Main
        {
            let is_loop = |(_, event): &(u64, Event<'_>)| {
                matches!(
                    event,
                    Event::TurnBegin(_) | Event::PhaseBegin(_) | Event::End { .. }
                )
            };
            let loop_begins = self.events.iter().position(is_loop).unwrap_or(last);
            step.end = next.min(loop_begins).saturating_sub(1);
        }
        (self.things, self.order, self.calls, self.steps)
    }
}

#[cfg(test)]
mod tests;
