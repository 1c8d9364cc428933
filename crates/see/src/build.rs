//! Makes a model of a recording: events in, spans and queues out.

use rondo_record::{Event, Phase, PlaceId, Recording, TextId};

use crate::model::{Job, Lane, Model, NONE, Open, Queue, Resource, Span, Spot};
use crate::names::{Numbers, Once};
use crate::queues::Queues;

/// Ids of resources beyond this are handles, which call back many times.
const FIRST_HANDLE: u64 = 1 << 40;

/// A call of the loop that runs.
struct OpenCall {
    id: u64,
    kind: u32,
    by: u64,
    begin: u64,
    /// The first span in it
    first: u32,
    /// The span for what it does by itself, outside of callbacks of scripts
    own: u32,
    bytes: i64,
    error: i64,
    /// The job whose result it gets
    job: Option<usize>,
    /// What was in a queue for it
    wait: Option<usize>,
}

/// What is known of a call that has begun.
#[derive(Clone, Copy)]
struct Begun {
    begin: u64,
    span: u32,
}

struct Builder<'a, 'r> {
    recording: &'r Recording<'a>,
    model: Model,
    texts: Once<&'a str>,
    spots: Numbers,
    files: Once<&'a str>,
    resources: Numbers,
    calls: Numbers,
    begun: Vec<Begun>,
    queues: Queues,
    /// Spans of scripts that run, the innermost last
    running: Vec<u32>,
    open_calls: Vec<OpenCall>,
    /// The span for what runs outside of the loop
    outside: u32,
    turn: Option<(u64, u64)>,
    phase: Option<(Phase, u64)>,
    sleep: Option<u64>,
    /// A job that the next call is about
    job: Option<usize>,
    /// The time of the event before
    last: u64,
    main_script: u32,
}

/// Makes a model of a recording.
pub fn model_of(recording: &Recording<'_>) -> Model {
    let mut builder = Builder {
        recording,
        model: Model::default(),
        texts: Once::new(),
        spots: Numbers::default(),
        files: Once::new(),
        resources: Numbers::default(),
        calls: Numbers::default(),
        begun: Vec::new(),
        queues: Queues::default(),
        running: Vec::new(),
        open_calls: Vec::new(),
        outside: NONE,
        turn: None,
        phase: None,
        sleep: None,
        job: None,
        last: 0,
        main_script: 0,
    };
    builder.main_script = builder.text("main script");
    let about = recording.all_about().iter();
    builder.model.about = about
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    for (time, event) in recording.events() {
        // No two events have the same time, so that a moment is between two of them.
        let time = time.max(builder.last.saturating_add(1));
        builder.add(time, &event);
        builder.last = time;
        builder.model.events += 1;
    }
    builder.finish()
}

impl<'a> Builder<'a, '_> {
    fn text(&mut self, text: &'a str) -> u32 {
        let texts = &mut self.model.texts;
        self.texts.number(text, || texts.push(text.into()))
    }

    fn named(&mut self, text: TextId) -> u32 {
        self.text(self.recording.text(text))
    }

    fn spot(&mut self, place: PlaceId) -> u32 {
        if let Some(known) = self.spots.get(place.0.into()) {
            return known;
        }
        let Some(found) = self.recording.place(place) else {
            return NONE;
        };
        let (file, function) = (self.text(found.file), self.text(found.function));
        let (sources, recording) = (&mut self.model.sources, self.recording);
        self.files.number(found.file, || {
            if let Some(source) = recording.source(found.file) {
                sources.push((file, source.into()));
            }
        });
        let spot = self.model.spots.len() as u32;
        self.model.spots.push(Spot {
            file,
            line: found.line,
            column: found.column,
            function,
        });
        self.spots.set(place.0.into(), spot);
        spot
    }

    fn add(&mut self, time: u64, event: &Event<'a>) {
        match *event {
            Event::TurnBegin(turn) => {
                self.end_outside();
                self.turn = Some((turn, time));
            }
            Event::TurnEnd => self.end_turn(time),
            Event::PhaseBegin(phase) => {
                self.end_outside();
                self.phase = Some((phase, time));
            }
            Event::PhaseEnd(_) => self.end_phase(time),
            Event::SleepBegin { .. } => self.sleep = Some(time),
            Event::SleepEnd => self.end_sleep(time),
            Event::CallBegin { id, kind, by } => self.begin_call(time, id, kind, by),
            Event::CallEnd { .. } => self.end_call(time),
            Event::Detail { what, value } => self.detail(self.recording.text(what), value),
            Event::Made {
                id,
                kind,
                by,
                place,
                runs,
            } => self.made(time, id, kind, by, place, runs),
            Event::RunBegin { id } => self.begin_run(time, id),
            Event::RunEnd { id } => self.end_run(time, id),
            Event::Settled { id } => {
                if let Some(resource) = self.resources.get(id) {
                    self.queues.settled(resource, time);
                }
            }
            Event::Dropped { id } => {
                if let Some(resource) = self.resources.get(id) {
                    self.queues.dropped(resource, time, self.last);
                }
            }
            Event::Job {
                thread,
                queued,
                begin,
                end,
                ..
            } => {
                self.job = Some(self.model.jobs.len());
                self.model.jobs.push(Job {
                    thread,
                    queued,
                    begin,
                    end,
                    span: NONE,
                });
            }
            Event::Handle {
                handle,
                kind,
                what,
                by,
            } => {
                let kind = self.named(kind);
                let what = self.recording.text(what);
                self.queues.handle(handle, kind, what, by, time);
            }
            Event::Output { to, bytes } => {
                self.active();
                self.model.outputs.push((time, to, bytes.len() as u32));
                self.model.printed.extend_from_slice(bytes);
            }
            Event::Jump { to } => self.model.jumps.push((time, to)),
            Event::Choice {
                point,
                nth,
                of,
                chosen,
            } => {
                let point = self.named(point);
                self.model.choices.push(Open {
                    time,
                    point,
                    nth,
                    of,
                    chosen,
                });
            }
            Event::Input { .. } => {}
            Event::End { code } => {
                self.end_outside();
                self.model.code = Some(code);
            }
        }
    }

    fn end_turn(&mut self, time: u64) {
        if let Some((turn, begin)) = self.turn.take() {
            self.model.turns.push((turn, begin, time));
        }
    }

    fn end_phase(&mut self, time: u64) {
        if let Some((phase, begin)) = self.phase.take() {
            self.model.phases.push((phase, begin, time));
        }
    }

    fn end_sleep(&mut self, time: u64) {
        if let Some(begin) = self.sleep.take() {
            self.model.sleeps.push((begin, time));
        }
    }

    fn lane(&self) -> Lane {
        self.phase
            .map_or(Lane::Script, |(phase, _)| Lane::of(phase))
    }

    /// Adds a span that begins; `end` is known later.
    fn begin_span(&mut self, span: Span) -> u32 {
        let number = self.model.spans.len() as u32;
        if !matches!(span.lane, Lane::Ticks | Lane::Microtasks) {
            self.queues.callback_begins(span.begin);
        }
        self.model.spans.push(span);
        if let Some(call) = self.open_calls.last_mut().filter(|call| call.first == NONE) {
            call.first = number;
            if let Some(begun) = self.calls.get(call.id) {
                self.begun[begun as usize].span = number;
            }
            if let Some(job) = call.job {
                self.model.jobs[job].span = number;
            }
            if let Some(wait) = call.wait {
                self.queues.waits[wait].span = number;
            }
            let span = &mut self.model.spans[number as usize];
            (span.bytes, span.error) = (call.bytes, call.error);
        }
        number
    }

    fn span(&mut self, number: u32) -> Option<&mut Span> {
        self.model.spans.get_mut(number as usize)
    }

    /// The span that runs now: the script does something.
    fn active(&mut self) -> u32 {
        if let Some(&running) = self.running.last() {
            return running;
        }
        if self.open_calls.is_empty() {
            return match self.phase {
                None => self.outside(),
                Some(_) => NONE,
            };
        }
        self.own_span()
    }

    /// The span for what a call of the loop does outside of callbacks.
    fn own_span(&mut self) -> u32 {
        let lane = self.lane();
        let Some(call) = self.open_calls.last() else {
            return NONE;
        };
        if call.own != NONE {
            return call.own;
        }
        let (kind, by) = (call.kind, call.by);
        // What stands before it in the call may have ended later than the call began.
        let begin = if call.first == NONE {
            call.begin
        } else {
            self.last
        };
        let (cause, asked) = self.cause_of_call(by);
        let own = self.begin_span(Span {
            begin,
            end: 0,
            lane,
            depth: 0,
            kind,
            resource: NONE,
            cause,
            asked,
            bytes: -1,
            error: 0,
        });
        if let Some(call) = self.open_calls.last_mut() {
            call.own = own;
        }
        own
    }

    /// What runs outside of the loop: the main script, and what listens for its end.
    fn outside(&mut self) -> u32 {
        if self.outside == NONE {
            let is_first = self.model.spans.is_empty();
            let kind = match is_first {
                true => self.main_script,
                false => self.text("outside of the loop"),
            };
            self.outside = self.begin_span(Span {
                begin: if is_first { 0 } else { self.last },
                end: 0,
                lane: Lane::Script,
                depth: 0,
                kind,
                resource: NONE,
                cause: NONE,
                asked: 0,
                bytes: -1,
                error: 0,
            });
        }
        self.outside
    }

    fn end_outside(&mut self) {
        let (outside, last) = (self.outside, self.last);
        self.outside = NONE;
        if let Some(span) = self.span(outside) {
            span.end = last;
        }
    }

    fn end_own(&mut self) {
        let last = self.last;
        let Some(call) = self.open_calls.last_mut() else {
            return;
        };
        let own = std::mem::replace(&mut call.own, NONE);
        if let Some(span) = self.span(own) {
            span.end = last;
        }
    }

    fn cause_of_call(&self, by: u64) -> (u32, u64) {
        match self.calls.get(by) {
            Some(begun) => {
                let begun = self.begun[begun as usize];
                (begun.span, begun.begin)
            }
            None => (NONE, 0),
        }
    }

    fn begin_call(&mut self, time: u64, id: u64, kind: TextId, by: u64) {
        self.end_outside();
        let name = self.recording.text(kind);
        let kind = self.named(kind);
        self.calls.set(id, self.begun.len() as u32);
        self.begun.push(Begun {
            begin: time,
            span: NONE,
        });
        let asked = self.cause_of_call(by).1;
        let is_pending = matches!(self.phase, Some((Phase::Pending, _)));
        let wait = match name {
            "Close" => self.queues.closed(by, time),
            _ if is_pending => Some(self.queues.waited(Queue::Pending, kind, asked, time)),
            "Connect" | "Write" | "Shutdown" | "Send" => {
                Some(self.queues.waited(Queue::Poll, kind, asked, time))
            }
            _ => None,
        };
        self.open_calls.push(OpenCall {
            id,
            kind,
            by,
            begin: time,
            first: NONE,
            own: NONE,
            bytes: -1,
            error: 0,
            job: self.job.take(),
            wait,
        });
    }

    fn end_call(&mut self, time: u64) {
        // A call that ran nothing of a script is shown by itself.
        if self
            .open_calls
            .last()
            .is_some_and(|call| call.first == NONE)
        {
            let own = self.own_span();
            if let Some(span) = self.span(own) {
                span.end = time;
            }
        } else {
            self.end_own();
        }
        self.open_calls.pop();
    }

    fn detail(&mut self, what: &str, value: i64) {
        let running = self.running.last().copied();
        let call = self.open_calls.last_mut();
        let is_running = running.is_some();
        let target = match running.and_then(|running| self.model.spans.get_mut(running as usize)) {
            Some(span) => Some((&mut span.bytes, &mut span.error)),
            None => call.map(|call| (&mut call.bytes, &mut call.error)),
        };
        let Some((bytes, error)) = target else { return };
        match what {
            "bytes" => *bytes = value,
            "error" => *error = value,
            // Results of requests: the system's errors are below zero.
            _ if is_running && value < 0 => *error = value,
            _ => {}
        }
    }

    fn made(&mut self, time: u64, id: u64, kind: TextId, by: u64, place: PlaceId, runs: PlaceId) {
        let maker = self.active();
        let name = self.recording.text(kind);
        let (kind, place, runs) = (self.named(kind), self.spot(place), self.spot(runs));
        let number = self.model.resources.len() as u32;
        let follows = self.resources.get(by).unwrap_or(NONE);
        self.resources.set(id, number);
        self.model.resources.push(Resource {
            id,
            kind,
            made: time,
            maker,
            place,
            runs,
        });
        self.queues
            .made(name, kind, follows, time, id >= FIRST_HANDLE);
    }

    /// The resource with that id; one that was made before the recording begins is made up.
    fn resource(&mut self, id: u64) -> u32 {
        if let Some(known) = self.resources.get(id) {
            return known;
        }
        let number = self.model.resources.len() as u32;
        let kind = self.text("callback");
        self.resources.set(id, number);
        self.model.resources.push(Resource {
            id,
            kind,
            made: 0,
            maker: NONE,
            place: NONE,
            runs: NONE,
        });
        self.queues.made("", kind, NONE, 0, true);
        number
    }

    fn begin_run(&mut self, time: u64, id: u64) {
        if self.running.is_empty() {
            self.end_outside();
            self.end_own();
        }
        let resource = self.resource(id);
        let made = self.model.resources[resource as usize];
        let lane = match self.model.text(made.kind) {
            "TickObject" => Lane::Ticks,
            "Microtask" | "PROMISE" => Lane::Microtasks,
            _ => self.lane(),
        };
        let by = self.open_calls.last().map_or(0, |call| call.by);
        let (cause, asked) = match id >= FIRST_HANDLE && self.calls.get(by).is_some() {
            true => self.cause_of_call(by),
            false => (made.maker, made.made),
        };
        let span = self.begin_span(Span {
            begin: time,
            end: 0,
            lane,
            depth: self.running.len() as u32,
            kind: made.kind,
            resource,
            cause,
            asked,
            bytes: -1,
            error: 0,
        });
        self.running.push(span);
        self.queues.runs(resource, time, span);
    }

    fn end_run(&mut self, time: u64, id: u64) {
        let Some(number) = self.running.pop() else {
            return;
        };
        if let Some(span) = self.span(number) {
            span.end = time;
        }
        if let Some(resource) = self.resources.get(id) {
            self.queues.ran(resource, time);
        }
    }

    fn finish(mut self) -> Model {
        let end = self.last;
        self.end_outside();
        while !self.open_calls.is_empty() {
            self.end_call(end);
        }
        self.end_sleep(end);
        self.end_phase(end);
        self.end_turn(end);
        // What did not end ran until the last event.
        for span in &mut self.model.spans {
            if span.end < span.begin {
                span.end = end.max(span.begin);
            }
        }
        self.model.end = end;
        self.model.waits = self.queues.finish(end.saturating_add(1));
        self.model
    }
}
