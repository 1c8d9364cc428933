//! What runs, and within what: calls of the loop, callbacks of scripts, and what is outside of both.

use super::build::{Begun, Builder, FIRST_HANDLE, OpenCall};
use super::{Lane, NONE, Queue, Resource, Span};
use crate::{Phase, PlaceId, TextId};

impl Builder<'_, '_> {
    pub(super) fn lane(&self) -> Lane {
        self.phase
            .map_or(Lane::Script, |(phase, _)| Lane::of(phase))
    }

    /// Adds a span that begins; `end` is known later.
    pub(super) fn begin_span(&mut self, span: Span) -> u32 {
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

    pub(super) fn span(&mut self, number: u32) -> Option<&mut Span> {
        self.model.spans.get_mut(number as usize)
    }

    /// The span that runs now: the script does something.
    pub(super) fn active(&mut self) -> u32 {
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
    pub(super) fn own_span(&mut self) -> u32 {
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
    pub(super) fn outside(&mut self) -> u32 {
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

    pub(super) fn end_outside(&mut self) {
        let (outside, last) = (self.outside, self.last);
        self.outside = NONE;
        if let Some(span) = self.span(outside) {
            span.end = last;
        }
    }

    pub(super) fn end_own(&mut self) {
        let last = self.last;
        let Some(call) = self.open_calls.last_mut() else {
            return;
        };
        let own = std::mem::replace(&mut call.own, NONE);
        if let Some(span) = self.span(own) {
            span.end = last;
        }
    }

    pub(super) fn cause_of_call(&self, by: u64) -> (u32, u64) {
        match self.calls.get(by) {
            Some(begun) => {
                let begun = self.begun[begun as usize];
                (begun.span, begun.begin)
            }
            None => (NONE, 0),
        }
    }

    pub(super) fn begin_call(&mut self, time: u64, id: u64, kind: TextId, by: u64) {
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

    pub(super) fn end_call(&mut self, time: u64) {
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

    pub(super) fn detail(&mut self, what: &str, value: i64) {
        if what == "delay" {
            // The last event was that a timer was made.
            if let Some(timer) = self.model.resources.last_mut() {
                timer.delay = u32::try_from(value).ok();
            }
            return;
        }
        if what == "queued" {
            // The last event was the begin of a job's run: so many events before it, the job was queued.
            let ago = usize::try_from(value).unwrap_or(usize::MAX);
            let run = self.times.len().checked_sub(1);
            let at = run.and_then(|run| run.checked_sub(ago));
            if let Some(&enter) = at.and_then(|at| self.times.get(at)) {
                self.queues.last_was_queued(enter);
            }
            return;
        }
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

    pub(super) fn made(
        &mut self,
        time: u64,
        id: u64,
        kind: TextId,
        by: u64,
        place: PlaceId,
        runs: PlaceId,
    ) {
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
            by: follows,
            place,
            runs,
            delay: None,
        });
        self.queues
            .made(name, kind, follows, time, id >= FIRST_HANDLE);
    }

    /// The resource with that id; one that was made before the recording begins is made up.
    pub(super) fn resource(&mut self, id: u64) -> u32 {
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
            by: NONE,
            place: NONE,
            runs: NONE,
            delay: None,
        });
        self.queues.made("", kind, NONE, 0, true);
        number
    }

    pub(super) fn begin_run(&mut self, time: u64, id: u64) {
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

    pub(super) fn end_run(&mut self, time: u64, id: u64) {
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
}
