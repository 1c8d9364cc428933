//! Makes a model of a recording: events in, spans and queues out.

use super::numbers::{Numbers, Once};
use super::queues::Queues;
use super::{Job, Model, NONE, Open, Spot};
use crate::{Event, Phase, PlaceId, Recording, TextId};

/// Ids of resources beyond this are handles, which call back many times.
pub(super) const FIRST_HANDLE: u64 = 1 << 40;

/// A call of the loop that runs.
pub(super) struct OpenCall {
    pub(super) id: u64,
    pub(super) kind: u32,
    pub(super) by: u64,
    pub(super) begin: u64,
    /// The first span in it
    pub(super) first: u32,
    /// The span for what it does by itself, outside of callbacks of scripts
    pub(super) own: u32,
    pub(super) bytes: i64,
    pub(super) error: i64,
    /// The job whose result it gets
    pub(super) job: Option<usize>,
    /// What was in a queue for it
    pub(super) wait: Option<usize>,
}

/// What is known of a call that has begun.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    pub(super) begin: u64,
    pub(super) span: u32,
}

pub(super) struct Builder<'a, 'r> {
    pub(super) recording: &'r Recording<'a>,
    pub(super) model: Model,
    pub(super) texts: Once<&'a str>,
    pub(super) spots: Numbers,
    pub(super) files: Once<&'a str>,
    pub(super) resources: Numbers,
    pub(super) calls: Numbers,
    pub(super) begun: Vec<Begun>,
    pub(super) queues: Queues,
    /// Spans of scripts that run, the innermost last
    pub(super) running: Vec<u32>,
    pub(super) open_calls: Vec<OpenCall>,
    /// The span for what runs outside of the loop
    pub(super) outside: u32,
    pub(super) turn: Option<(u64, u64)>,
    pub(super) phase: Option<(Phase, u64)>,
    pub(super) sleep: Option<u64>,
    /// A job that the next call is about
    pub(super) job: Option<usize>,
    /// The time of the event before
    pub(super) last: u64,
    /// The times of all events
    pub(super) times: Vec<u64>,
    pub(super) main_script: u32,
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
        times: Vec::new(),
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
        builder.times.push(time);
        builder.model.events += 1;
    }
    builder.finish()
}

impl<'a> Builder<'a, '_> {
    pub(super) fn text(&mut self, text: &'a str) -> u32 {
        let texts = &mut self.model.texts;
        self.texts.number(text, || texts.push(text.into()))
    }

    pub(super) fn named(&mut self, text: TextId) -> u32 {
        self.text(self.recording.text(text))
    }

    pub(super) fn spot(&mut self, place: PlaceId) -> u32 {
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
            Event::End { code } => {
                // A script that asked for nothing has run all the same.
                if self.model.spans.is_empty() {
                    self.outside();
                }
                self.end_outside();
                self.model.code = Some(code);
            }
            // What came from outside is for replaying.
            _ => {}
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
        (self.model.waits, self.model.unsettled) = self.queues.finish(end.saturating_add(1));
        self.model
    }
}
