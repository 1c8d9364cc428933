use super::*;
use crate::{Bounds, Writer};

/// Adds events a nanosecond apart.
struct Story {
    writer: Writer,
    count: u64,
}

impl Story {
    fn new() -> Story {
        Story {
            writer: Writer::in_memory(&[], Bounds::default()),
            count: 0,
        }
    }

    fn add(&mut self, event: Event<'_>) -> &mut Story {
        self.writer.add(self.count, &event);
        self.count += 1;
        self
    }

    fn made(&mut self, id: u64, kind: &str, by: u64, line: u32) -> &mut Story {
        let kind = self.writer.text(kind);
        let place = self.writer.place("app.js", line, 1, "");
        self.add(Event::Made {
            id,
            kind,
            by,
            place,
            runs: place,
        })
    }

    fn call(&mut self, id: u64, kind: &str) -> &mut Story {
        let kind = self.writer.text(kind);
        self.add(Event::CallBegin { id, kind, by: 0 })
    }

    fn detail(&mut self, what: &str, value: i64) -> &mut Story {
        let what = self.writer.text(what);
        self.add(Event::Detail { what, value })
    }

    fn handle(&mut self, handle: u64, what: &str) -> &mut Story {
        let (kind, what) = (self.writer.text("Tcp"), self.writer.text(what));
        self.add(Event::Handle {
            handle,
            kind,
            what,
            by: 0,
        })
    }

    fn begin(&mut self, id: u64) -> &mut Story {
        self.add(Event::RunBegin { id })
    }

    fn end(&mut self, id: u64) -> &mut Story {
        self.add(Event::RunEnd { id }).add(Event::Dropped { id })
    }
}

/// The main script sets a timer (2), awaits (3), queues a microtask (4); the timer settles what is awaited and makes a tick (5).
fn timer_and_promise() -> Vec<u8> {
    let mut story = Story::new();
    story
        .made(2, "Timeout", 1, 1)
        .made(3, "PROMISE", 1, 2)
        .made(4, "Microtask", 1, 3)
        .add(Event::Output {
            to: 1,
            bytes: b"main\n",
        })
        .begin(4)
        .end(4)
        .add(Event::TurnBegin(1)) // 7
        .add(Event::PhaseBegin(Phase::Timers))
        .call(1, "Timer")
        .begin(2) // 10
        .made(5, "TickObject", 2, 5)
        .end(2)
        .begin(5) // 14
        .end(5)
        .begin(3) // 17
        .detail("queued", 6)
        .add(Event::Output {
            to: 1,
            bytes: b"then\n",
        })
        .end(3)
        .add(Event::CallEnd { id: 1 })
        .add(Event::PhaseEnd(Phase::Timers))
        .add(Event::TurnEnd)
        .add(Event::End { code: 0 });
    story.writer.to_bytes()
}

#[test]
fn callbacks_are_steps() {
    let bytes = timer_and_promise();
    let recording = Recording::parse(&bytes).unwrap();
    let model = Model::new(&recording);
    let steps: Vec<_> = model
        .steps()
        .iter()
        .map(|step| (step.what, step.begin, step.end, step.phase))
        .collect();
    let timers = Some(Phase::Timers);
    assert_eq!(
        steps,
        [
            (What::Main, 0, 3, None),
            (What::Run(4), 4, 5, None),
            (What::Run(2), 10, 12, timers),
            (What::Run(5), 14, 15, timers),
            (What::Run(3), 17, 20, timers),
        ]
    );
    assert_eq!(model.output(8), b"main\n");
    assert_eq!(model.output_between(17, 20), b"then\n");
    assert_eq!(model.running(11), Some(2));
    assert_eq!(model.running(13), None);
    assert_eq!(model.place_of(5).map(|place| place.line), Some(5));
}

#[test]
fn queues_are_as_they_were() {
    let bytes = timer_and_promise();
    let recording = Recording::parse(&bytes).unwrap();
    let model = Model::new(&recording);
    let main = model.queues(3);
    assert_eq!((main.timers, main.microtasks), (vec![2], vec![4]));
    assert_eq!(main.waiting, [3]);
    // The timer runs, and has settled the promise right before it made the tick.
    let before = model.queues(10);
    assert_eq!((before.timers.len(), before.waiting), (0, vec![3]));
    let after = model.queues(11);
    assert_eq!((after.ticks, after.microtasks), (vec![5], vec![3]));
    assert!(after.waiting.is_empty());
    assert_eq!(model.queues(23), Queues::default());
}

#[test]
fn handles_close_in_their_phase() {
    let mut story = Story::new();
    story
        .handle(8, "created")
        .add(Event::TurnBegin(1))
        .add(Event::PhaseBegin(Phase::Poll))
        .call(1, "Tcp")
        .handle(8, "closing") // 4
        .handle(9, "closing")
        .add(Event::CallEnd { id: 1 })
        .add(Event::PhaseEnd(Phase::Poll))
        .add(Event::PhaseBegin(Phase::Closing))
        .call(2, "Close") // 9
        .add(Event::CallEnd { id: 2 })
        .add(Event::PhaseEnd(Phase::Closing))
        .add(Event::PhaseBegin(Phase::Timers))
        .handle(10, "closing") // 13
        .add(Event::TurnEnd)
        .add(Event::TurnBegin(2)) // 15
        .add(Event::TurnEnd);
    let bytes = story.writer.to_bytes();
    let recording = Recording::parse(&bytes).unwrap();
    let model = Model::new(&recording);
    let closing = |at| model.queues(at).closing;
    assert_eq!(closing(5), [8, 9]);
    assert_eq!(closing(9), [9]);
    assert_eq!(closing(12), []);
    assert_eq!(closing(15), [10]);
    assert_eq!(closing(16), []);
    let calls: Vec<What> = model.steps().iter().map(|step| step.what).collect();
    assert_eq!(calls, [What::Main, What::Call(1), What::Call(2)]);
}
