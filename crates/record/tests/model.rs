//! What a model makes of a recording: steps, links, queues at a moment.

use rondo_record::model::{Lane, Model, NONE, Queue, model_of};
use rondo_record::{Bounds, Event, Phase, Recording, TextId, Writer};

/// Writes a recording, an event every ten nanoseconds.
struct Script {
    writer: Writer,
    time: u64,
}

impl Script {
    fn new() -> Script {
        Script {
            writer: Writer::in_memory(&[("program", "app.js")], Bounds::default()),
            time: 0,
        }
    }

    fn add(&mut self, event: Event<'_>) -> u64 {
        self.time += 10;
        self.writer.add(self.time, &event);
        self.time
    }

    fn text(&mut self, text: &str) -> TextId {
        self.writer.text(text)
    }

    fn made(&mut self, id: u64, kind: &str, by: u64, line: u32) -> u64 {
        let kind = self.text(kind);
        let place = self.writer.place("app.js", line, 1, "");
        let runs = place;
        self.add(Event::Made {
            id,
            kind,
            by,
            place,
            runs,
        })
    }

    fn run(&mut self, id: u64, inside: impl FnOnce(&mut Script)) -> u64 {
        let begin = self.add(Event::RunBegin { id });
        inside(self);
        self.add(Event::RunEnd { id });
        begin
    }

    fn phase(&mut self, phase: Phase, inside: impl FnOnce(&mut Script)) {
        self.add(Event::PhaseBegin(phase));
        inside(self);
        self.add(Event::PhaseEnd(phase));
    }

    fn call(&mut self, id: u64, kind: &str, by: u64, inside: impl FnOnce(&mut Script)) -> u64 {
        let kind = self.text(kind);
        let begin = self.add(Event::CallBegin { id, kind, by });
        inside(self);
        self.add(Event::CallEnd { id });
        begin
    }

    fn handle(&mut self, handle: u64, what: &str, by: u64) -> u64 {
        let (kind, what) = (self.text("Tcp"), self.text(what));
        self.add(Event::Handle {
            handle,
            kind,
            what,
            by,
        })
    }

    fn model(mut self) -> Model {
        let bytes = self.writer.to_bytes();
        model_of(&Recording::parse(&bytes).unwrap())
    }
}

fn lines(model: &Model, queue: Queue, time: u64) -> Vec<u32> {
    let waits = model.queue_at(queue, time);
    let line = |resource: u32| model.line(model.resources[resource as usize].place);
    waits.iter().map(|wait| line(wait.resource)).collect()
}

fn lanes(model: &Model) -> Vec<Lane> {
    model.spans.iter().map(|span| span.lane).collect()
}

/// The script sets a timer and two ticks; the timer prints and sets an immediate.
fn program() -> Script {
    let mut script = Script::new();
    script.made(2, "Timeout", 1, 1);
    script.made(3, "TickObject", 1, 2);
    script.made(4, "TickObject", 1, 3);
    script.run(3, |_| {});
    script.run(4, |_| {});
    script.add(Event::TurnBegin(1));
    script.phase(Phase::Timers, |script| {
        script.call(1, "Timer", 0, |script| {
            script.run(2, |script| {
                script.add(Event::Output {
                    to: 1,
                    bytes: b"due\n",
                });
                script.made(5, "Immediate", 2, 4);
            });
            script.add(Event::Dropped { id: 2 });
        });
    });
    script.phase(Phase::Check, |script| {
        script.call(2, "Check", 0, |script| {
            script.run(5, |_| {});
        });
    });
    script.add(Event::TurnEnd);
    script.add(Event::End { code: 0 });
    script
}

#[test]
fn steps_are_callbacks_in_their_order() {
    let model = program().model();
    assert_eq!(
        lanes(&model),
        [
            Lane::Script,
            Lane::Ticks,
            Lane::Ticks,
            Lane::Timers,
            Lane::Check
        ]
    );
    assert_eq!(model.text(model.spans[0].kind), "main script");
    assert!(model.spans.is_sorted_by_key(|span| span.begin));
    for (number, span) in model.spans.iter().enumerate() {
        assert!(span.begin < span.end);
        assert_eq!(model.step_at(span.begin), Some(number));
        assert_eq!(model.step_at(span.end), Some(number));
    }
    assert_eq!((model.turns.len(), model.phases.len()), (1, 2));
    assert_eq!((model.code, &model.printed[..]), (Some(0), &b"due\n"[..]));
}

#[test]
fn links_lead_to_what_asked_for_a_callback() {
    let model = program().model();
    assert_eq!(model.scheduled_by(0), [1, 2, 3]);
    assert_eq!(model.scheduled_by(3), [4]);
    assert_eq!(model.spans[0].cause, NONE);
    let asked = model.spans[4].asked;
    assert!(model.spans[3].begin < asked && asked < model.spans[3].end);
}

#[test]
fn queues_are_as_they_were() {
    let model = program().model();
    let during = |step: usize| model.spans[step].end;
    assert_eq!(lines(&model, Queue::Ticks, during(0)), [2, 3]);
    assert_eq!(lines(&model, Queue::Ticks, during(1)), [3]);
    assert_eq!(lines(&model, Queue::Ticks, during(2)), []);
    assert_eq!(lines(&model, Queue::Timers, during(2)), [1]);
    assert_eq!(lines(&model, Queue::Timers, during(3)), []);
    assert_eq!(lines(&model, Queue::Check, during(3)), [4]);
    assert_eq!(lines(&model, Queue::Check, during(4)), []);
    for queue in Queue::ALL {
        assert!(model.queue_at(queue, 0).is_empty() && model.queue_at(queue, model.end).is_empty());
    }
}

#[test]
fn an_interval_waits_again_after_each_run_until_it_is_cleared() {
    let mut script = Script::new();
    script.made(2, "Timeout", 1, 1);
    let first = script.run(2, |_| {});
    let between = script.made(3, "Microtask", 2, 2);
    let second = script.run(2, |_| {});
    let after = script.made(4, "Microtask", 2, 2);
    let cleared = script.add(Event::Dropped { id: 2 });
    let model = script.model();
    let waits = [first - 1, first, between, second, after, cleared];
    let found = waits.map(|time| lines(&model, Queue::Timers, time).len());
    assert_eq!(found, [1, 0, 1, 0, 1, 0]);
}

#[test]
fn an_interval_that_clears_itself_does_not_wait_again() {
    let mut script = Script::new();
    script.made(2, "Timeout", 1, 1);
    script.run(2, |script| {
        script.add(Event::Dropped { id: 2 });
    });
    let after = script.made(3, "Microtask", 1, 2);
    assert!(lines(&script.model(), Queue::Timers, after).is_empty());
}

#[test]
fn timers_wait_in_the_order_in_which_they_are_due() {
    let mut script = Script::new();
    let delay = script.text("delay");
    for (line, millis) in [(1, 300), (2, 10), (3, 200), (4, 20)] {
        script.made(line + 1, "Timeout", 1, line as u32);
        script.add(Event::Detail {
            what: delay,
            value: millis,
        });
    }
    let all = script.time;
    // The last runs. The first is cleared, which says nothing of when it was due.
    script.time += 20_000_000;
    script.run(5, |_| {});
    script.add(Event::Dropped { id: 5 });
    script.add(Event::Dropped { id: 2 });
    let model = script.model();
    assert_eq!(lines(&model, Queue::Timers, all), [2, 4, 3, 1]);
    // The second should have run: it was set anew, no one knows when.
    assert_eq!(lines(&model, Queue::Timers, model.end), [2, 3]);
}

#[test]
fn a_reaction_is_queued_when_its_promise_is_settled() {
    let mut script = Script::new();
    script.made(2, "PROMISE", 1, 1);
    let then = script.made(3, "PROMISE", 2, 2);
    // An await does not say what it waits for.
    script.made(4, "PROMISE", 1, 3);
    script.made(5, "FSREQCALLBACK", 1, 4);
    let mut settled = [0; 2];
    script.phase(Phase::Poll, |script| {
        script.call(1, "Work", 0, |script| {
            script.run(5, |script| {
                settled[0] = script.add(Event::Settled { id: 2 });
                settled[1] = script.add(Event::Settled { id: 9 });
                script.made(9, "PROMISE", 1, 5);
                settled[1] = script.add(Event::Settled { id: 9 });
            });
            script.run(3, |_| {});
            script.run(4, |_| {});
        });
    });
    let model = script.model();
    assert_eq!(lines(&model, Queue::Microtasks, then), []);
    assert_eq!(lines(&model, Queue::Microtasks, settled[0]), [2, 3]);
    assert_eq!(lines(&model, Queue::Microtasks, settled[1]), [2, 3]);
    assert_eq!(lines(&model, Queue::Poll, then + 20), [4]);
    assert_eq!(lines(&model, Queue::Poll, settled[0]), []);
}

#[test]
fn handles_wait_in_poll_and_then_in_closing() {
    let mut script = Script::new();
    script.handle(7, "created", 0);
    script.made(1 << 41, "TCPWRAP", 0, 1);
    let started = script.handle(7, "started", 0);
    let mut closing = 0;
    script.phase(Phase::Poll, |script| {
        script.call(3, "Tcp", 0, |script| {
            script.run(1 << 41, |script| {
                closing = script.handle(7, "closing", 3);
            });
        });
    });
    let mut closed = 0;
    script.phase(Phase::Closing, |script| {
        closed = script.call(4, "Close", 3, |_| {});
    });
    let model = script.model();
    assert_eq!(lines(&model, Queue::Poll, started), [1]);
    assert_eq!(lines(&model, Queue::Poll, closing), []);
    assert_eq!(lines(&model, Queue::Closing, closing), [1]);
    assert_eq!(lines(&model, Queue::Closing, closed), []);
    // A call that runs nothing of a script is a step too, asked for where the handle was closed.
    assert_eq!(lanes(&model)[1..], [Lane::Poll, Lane::Closing]);
    assert_eq!(model.spans[2].cause, 1);
    let wait = model.waits.iter().find(|wait| wait.span == 2).unwrap();
    assert_eq!(wait.queue, Queue::Closing);
}

#[test]
fn what_no_script_made_is_of_the_line_of_what_it_follows_from() {
    let mut script = Script::new();
    let (server, socket) = (1 << 41, (1 << 41) + 1);
    script.made(server, "TCPSERVERWRAP", 1, 7);
    script.call(1, "Tcp", 0, |script| {
        let kind = script.text("TCPWRAP");
        let place = rondo_record::PlaceId(0);
        script.add(Event::Made {
            id: socket,
            kind,
            by: server,
            place,
            runs: place,
        });
    });
    let model = script.model();
    assert_eq!(model.spot_of(1).map(|spot| spot.line), Some(7));
    assert_eq!(model.spot_of(9), None);
}

#[test]
fn jobs_belong_to_the_call_that_gets_their_result() {
    let mut script = Script::new();
    script.made(2, "FSREQCALLBACK", 1, 1);
    script.phase(Phase::Poll, |script| {
        script.add(Event::Job {
            by: 0,
            thread: 3,
            queued: 11,
            begin: 12,
            end: 15,
        });
        script.call(1, "Work", 0, |script| {
            let what = script.text("bytes");
            script.add(Event::Detail { what, value: 512 });
            script.run(2, |_| {});
        });
    });
    let model = script.model();
    assert_eq!((model.jobs[0].thread, model.jobs[0].span), (3, 1));
    assert_eq!(model.spans[1].bytes, 512);
}

#[test]
fn a_recording_that_was_cut_off_has_what_it_has() {
    let mut script = Script::new();
    script.add(Event::PhaseBegin(Phase::Timers));
    script.add(Event::RunBegin { id: 77 });
    let last = script.made(78, "Immediate", 77, 5);
    let model = script.model();
    assert_eq!((model.spans.len(), model.spans[0].end), (1, last));
    assert_eq!(model.code, None);
    assert_eq!(lines(&model, Queue::Check, last), [5]);
    assert_eq!(model.phases, [(Phase::Timers, 10, last)]);
    let empty = Script::new().model();
    assert_eq!((empty.spans.len(), empty.end), (0, 0));
}

#[test]
fn times_are_told_apart() {
    let mut writer = Writer::in_memory(&[], Bounds::default());
    let kind = writer.text("TickObject");
    let place = rondo_record::PlaceId(0);
    let runs = place;
    for id in 2..6 {
        let by = id - 1;
        writer.add(
            5,
            &Event::Made {
                id,
                kind,
                by,
                place,
                runs,
            },
        );
        writer.add(5, &Event::RunBegin { id });
        writer.add(5, &Event::RunEnd { id });
    }
    let bytes = writer.to_bytes();
    let model = model_of(&Recording::parse(&bytes).unwrap());
    let mut times: Vec<u64> = model
        .spans
        .iter()
        .flat_map(|span| [span.begin, span.end])
        .collect();
    times.dedup();
    assert!(times.is_sorted());
    // Between two ticks stands what made the next.
    assert_eq!(model.spans.len(), 8);
}

#[test]
fn a_job_of_a_promise_waits_for_it_first() {
    let mut script = Script::new();
    script.made(2, "PROMISE", 1, 1);
    let never = script.made(3, "PROMISE", 1, 2);
    script.made(4, "Immediate", 1, 3);
    let mut tick = 0;
    script.phase(Phase::Check, |script| {
        script.call(1, "Check", 0, |script| {
            // It settles the first, right before it asks for a tick.
            script.run(4, |script| tick = script.made(5, "TickObject", 4, 4));
            script.run(5, |_| {});
            script.add(Event::RunBegin { id: 2 });
            let what = script.text("queued");
            script.add(Event::Detail { what, value: 4 });
            script.add(Event::RunEnd { id: 2 });
        });
    });
    let model = script.model();
    let unsettled = |time| model.unsettled_at(time).len();
    assert_eq!((unsettled(never), unsettled(tick - 1)), (2, 2));
    assert_eq!(lines(&model, Queue::Microtasks, tick - 1), []);
    assert_eq!((unsettled(tick), unsettled(model.end)), (1, 1));
    assert_eq!(lines(&model, Queue::Microtasks, tick), [1]);
    let settler = model.running_at(tick - 1).unwrap();
    assert_eq!(
        model.line(model.resources[model.spans[settler].resource as usize].place),
        3
    );
    assert_eq!(model.position(tick), (0, Some(Phase::Check)));
    assert_eq!(model.position(never), (0, None));
}

#[test]
fn a_script_that_does_nothing_has_run() {
    let mut script = Script::new();
    script.add(Event::End { code: 0 });
    let model = script.model();
    assert_eq!(model.text(model.spans[0].kind), "main script");
}

#[test]
fn what_is_damaged_makes_some_model() {
    let bytes = program().writer.to_bytes();
    // A row of numbers that look random, the same each time.
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    for _ in 0..3_000 {
        let mut damaged = bytes.clone();
        for _ in 0..=random(4) {
            damaged[8 + random(bytes.len() - 8)] = random(256) as u8;
        }
        damaged.truncate(bytes.len() - random(20));
        if let Ok(recording) = Recording::parse(&damaged) {
            let model = model_of(&recording);
            for time in [0, 50, model.end] {
                model.running_at(time);
                model.position(time);
                model.unsettled_at(time);
                model.queue_at(Queue::Poll, time);
            }
            (0..model.resources.len() as u32 + 1).for_each(|resource| {
                model.spot_of(resource);
            });
        }
    }
}
