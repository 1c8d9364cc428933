//! `rondo replay`: a recorded run once more, with the answers of the tape in place of the world's.
//!
//! The run is watched by the same recorder as the first one; what it would write is compared with what was written. So a run that
//! departs, because the script is another one or something came in beside the seam, is stopped where it does.

mod position;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

use rondo_engine::Scope;
use rondo_loop::seam::Player;
use rondo_record::{Event, Recording, TextId};

use crate::runtime::{OwnedRuntime, Runtime, runtime};
use crate::settings_text;
use crate::worker::Taping;
use position::Position;

/// The exit code of a replay that departs from its recording.
const DEPARTED: i32 = 3;

/// For how long a script may run on by itself where the recording was cut off.
const GRACE: Duration = Duration::from_secs(1);

/// The last answer of a thread that another one ended.
pub(crate) const TERMINATED: &str = "worker.terminated";

/// The place at which a script that has limits tells whether there was a signal, whether its time was over, and whether it was stopped.
pub(crate) const STOPPED: &str = "vm.stopped";

/// Where a replay is to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// After so many events
    Event(usize),
    /// So many nanoseconds after the start of the recorded run
    Time(u64),
}

/// What is to be replayed, and how far.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The recording
    pub file: String,
    /// Where to stop; at the end if none
    pub until: Option<Until>,
    /// Sources of modules are read from their files, where these are: the script may have changed
    pub is_changed: bool,
}

/// The answers and events of a recording, and how far the run has come.
pub(crate) struct Replay {
    program: PathBuf,
    recording: &'static Recording<'static>,
    answers: RefCell<Answers>,
    events: RefCell<Events>,
    position: RefCell<Position>,
    texts: HashMap<&'static str, TextId>,
    until: Option<Until>,
    is_changed: bool,
    runtime: RefCell<Weak<Runtime>>,
    is_over: Cell<bool>,
    /// Since when all of a recording that was cut off has come again, and somebody waits for the script to do more.
    awaited: Cell<Option<Instant>>,
    /// A script that has limits was stopped, as it was when it was recorded.
    has_stopped_script: Cell<bool>,
    /// What follows is of a thread that another one has ended.
    is_cut: Cell<bool>,
}

type Found = (usize, u64, Event<'static>);

/// The answers of a tape, in order.
struct Answers {
    all: Box<dyn Iterator<Item = Found>>,
    next: Option<(usize, &'static str, &'static [u8])>,
}

/// The events that a replay must bring again, in order.
struct Events {
    all: Box<dyn Iterator<Item = Found>>,
    next: Option<Found>,
}

/// Whether a replay must bring the same: not what is of the time or of other threads, and not what the collector does.
fn is_compared(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::CallBegin { .. }
            | Event::CallEnd { .. }
            | Event::Made { .. }
            | Event::RunBegin { .. }
            | Event::RunEnd { .. }
            | Event::Settled { .. }
            | Event::Handle { .. }
            | Event::Output { .. }
            | Event::End { .. }
    )
}

/// Whether what happens now is what happened then: the places of the script aside, which may have got another line.
fn is_same(then: &Event<'_>, now: &Event<'_>) -> bool {
    match (then, now) {
        (
            Event::Made { id, kind, by, .. },
            Event::Made {
                id: other_id,
                kind: other_kind,
                by: other_by,
                ..
            },
        ) => (id, kind, by) == (other_id, other_kind, other_by),
        _ => then == now,
    }
}

/// Reads a recording, for as long as the process lives.
fn read(file: &str) -> Result<&'static Recording<'static>, Box<dyn std::error::Error>> {
    let bytes = std::fs::read(file).map_err(|error| format!("cannot read {file}: {error}"))?;
    let bytes: &'static [u8] = Vec::leak(bytes);
    Ok(Box::leak(Box::new(Recording::parse(bytes)?)))
}

/// Runs what a recording tells of; gives the exit code.
pub fn replay(request: &Request) -> Result<i32, Box<dyn std::error::Error>> {
    let recording = read(&request.file)?;
    let Some(text) = recording.about("run") else {
        return Err(format!(
            "{} has no answers of the world, so it cannot be replayed: it was made with --record-last or by an earlier version",
            request.file
        )
        .into());
    };
    let settings =
        settings_text::read(text).ok_or("the recording is of another version of rondo")?;
    let replay = Rc::new(Replay::new(recording, Path::new(&request.file), request));
    let runtime = Runtime::start_replay(settings, replay.clone())?;
    Ok(replay.run(runtime))
}

impl Replay {
    fn new(recording: &'static Recording<'static>, program: &Path, request: &Request) -> Replay {
        let numbered = || {
            let events = recording.events().enumerate();
            events.map(|(index, (time, event))| (index, time, event))
        };
        let answers = numbered().filter(|(_, _, event)| matches!(event, Event::Input { .. }));
        let replay = Replay {
            program: std::path::absolute(program).unwrap_or_else(|_| program.into()),
            recording,
            answers: RefCell::new(Answers {
                all: Box::new(answers),
                next: None,
            }),
            events: RefCell::new(Events {
                all: Box::new(numbered()),
                next: None,
            }),
            position: RefCell::new(Position::new(recording)),
            texts: (0..)
                .map(TextId)
                .zip(recording.texts())
                .map(|(id, text)| (*text, id))
                .collect(),
            until: request.until,
            is_changed: request.is_changed,
            runtime: RefCell::default(),
            is_over: Cell::new(false),
            awaited: Cell::new(None),
            has_stopped_script: Cell::new(false),
            is_cut: Cell::new(false),
        };
        replay.read_answer();
        replay.read_event();
        replay
    }

    /// The replay of a worker of a program that is replayed.
    pub(crate) fn of_worker(program: &Path, id: u64, is_changed: bool) -> Rc<Replay> {
        let file = Taping::file_of(program, id);
        let request = Request {
            file: file.to_string_lossy().into_owned(),
            until: None,
            is_changed,
        };
        match read(&request.file) {
            Ok(recording) => Rc::new(Replay::new(recording, program, &request)),
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "rondo replay: {error}");
                rondo_engine::exit_now(DEPARTED)
            }
        }
    }

    /// The recording of the main thread.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// The recorded thread was ended by another one about here: this one does nothing more.
    fn rest(&self) -> ! {
        loop {
            std::thread::park();
        }
    }

    fn run(self: &Rc<Replay>, runtime: OwnedRuntime) -> i32 {
        // Never dropped: the process ends.
        std::mem::ManuallyDrop::new(runtime).run()
    }

    /// Whose JavaScript it is.
    pub(crate) fn set_runtime(&self, runtime: &Rc<Runtime>) {
        self.runtime.replace(Rc::downgrade(runtime));
        runtime.context.set_onlooker(stop_what_is_stuck);
    }

    /// If the recording was cut off and all of it has come again, the script may run on for ever and ask for nothing: somebody has killed it
    /// for that, say. So it is stopped after a while.
    fn watch_the_end(&self) {
        let is_all = self.events.borrow().next.is_none() && self.answers.borrow().next.is_none();
        if !is_all || self.position.borrow().has_ended() || self.awaited.get().is_some() {
            return;
        }
        self.awaited.set(Some(Instant::now()));
        if let Some(runtime) = self.runtime.borrow().upgrade() {
            let interrupter = runtime.context.interrupter();
            std::thread::spawn(move || {
                std::thread::sleep(GRACE);
                interrupter.look();
            });
        }
    }

    /// A script that has limits begins, perhaps within another.
    pub(crate) fn begin_script(&self) {
        self.has_stopped_script.set(false);
    }

    /// Whether such a script was asked to stop since.
    pub(crate) fn has_stopped_script(&self) -> bool {
        self.has_stopped_script.get()
    }

    /// Whether the script that runs was stopped here: the tape says so next, and everything before that has come again but for the ends of what
    /// runs.
    fn is_script_stopped_here(&self) -> bool {
        let Some((answered, STOPPED, answer)) = self.answers.borrow().next else {
            return false;
        };
        let next = self.events.borrow().next.as_ref().map(|(next, _, _)| *next);
        let next = next.unwrap_or(answered).min(answered);
        let mut before = self.recording.events().take(answered).skip(next);
        let is_end = |event: &Event<'_>| matches!(event, Event::RunEnd { .. });
        answer.last().is_some_and(|&is_stopped| is_stopped != 0)
            && before.all(|(_, event)| is_end(&event) || !is_compared(&event))
    }

    /// Whether the recording was cut off, and the script has had its time to do more.
    fn is_stuck(&self) -> bool {
        let since = self.awaited.get();
        since.is_some_and(|since| since.elapsed() >= GRACE)
    }

    /// Whether sources of modules are those of now.
    pub(crate) fn is_changed(&self) -> bool {
        self.is_changed
    }

    fn read_answer(&self) {
        let mut answers = self.answers.borrow_mut();
        let answers = &mut *answers;
        let mut all = answers
            .all
            .by_ref()
            .filter_map(|(index, _, event)| match event {
                Event::Input { place, bytes } => Some((index, self.recording.text(place), bytes)),
                _ => None,
            });
        answers.next = all.next();
        if matches!(answers.next, Some((_, TERMINATED, _))) {
            self.is_cut.set(true);
            answers.next = all.next();
        }
    }

    fn take_answer(&self, answer: &'static [u8]) -> Vec<u8> {
        self.read_answer();
        self.watch_the_end();
        answer.to_vec()
    }

    /// Moves to the next event that must come again.
    fn read_event(&self) {
        let mut events = self.events.borrow_mut();
        let mut position = self.position.borrow_mut();
        events.next = events.all.by_ref().find(|(index, time, event)| {
            position.pass(*index, *time, event);
            is_compared(event)
        });
    }

    /// The number that a text has in the recording; one that no text has, if it is not there.
    pub(crate) fn text(&self, text: &str) -> TextId {
        self.texts.get(text).copied().unwrap_or(TextId(u32::MAX))
    }

    /// Compares what happens now with what happened then.
    pub(crate) fn compare(&self, event: &Event<'_>) {
        if self.is_over.get() || !is_compared(event) {
            return;
        }
        let next = self.events.borrow().next.clone();
        match next {
            Some((index, time, expected)) if is_same(&expected, event) => {
                self.position.borrow_mut().reach(index, time, &expected);
                self.read_event();
                self.stop_if_there(index, time);
                self.watch_the_end();
            }
            Some(_) | None if self.is_cut.get() => self.rest(),
            Some((_, _, expected)) => {
                let position = self.position.borrow();
                let (expected, found) = (position.describe(&expected), position.describe(event));
                drop(position);
                self.tell_departure(&expected, &found);
            }
            None => self.end_of_tape(),
        }
    }

    fn stop_if_there(&self, index: usize, time: u64) {
        let is_there = match self.until {
            Some(Until::Event(last)) => index + 1 >= last,
            Some(Until::Time(last)) => time >= last,
            None => false,
        };
        if is_there {
            self.is_over.set(true);
            let text = self.position.borrow().tell();
            self.finish(text, 0);
        }
    }

    /// The recording is at its end, and the run is not.
    fn end_of_tape(&self) -> ! {
        if self.position.borrow().has_ended() {
            self.tell_departure("the end of the run", "more of it");
        }
        let text = "rondo replay: the recording ends here: it was cut off\n";
        self.finish(text.into(), DEPARTED)
    }

    fn tell_departure(&self, expected: &str, found: &str) -> ! {
        self.is_over.set(true);
        let text = self.position.borrow().tell_departure(expected, found);
        self.finish(text, DEPARTED)
    }

    /// Tells, with the line of the script that runs, and ends the process.
    fn finish(&self, mut text: String, code: i32) -> ! {
        let mut say = |line: Option<String>| {
            if let Some(line) = line {
                text.push_str(&format!("  the script is at {line}\n"));
            }
            let _ = std::io::stdout().flush();
            let _ = std::io::stderr().write_all(text.as_bytes());
        };
        // Nothing of what is still to run is compared.
        self.is_over.set(true);
        match self.runtime.borrow().upgrade() {
            Some(runtime) => runtime.end_process(code, say),
            None => {
                say(None);
                rondo_engine::exit_now(code)
            }
        }
    }

    /// The run has ended: so must have the recording.
    pub(crate) fn end(&self) {
        if self.is_over.replace(true) || self.is_cut.get() {
            return;
        }
        let next = self.events.borrow().next.clone();
        if let Some((_, _, expected)) = next {
            let expected = self.position.borrow().describe(&expected);
            self.tell_departure(&expected, "the end of the run");
        }
    }
}

/// Stops a script that was stopped here, and ends a run that goes on after the end of its recording, with the line of the script that runs.
fn stop_what_is_stuck(scope: &mut Scope<'_>) {
    let recorder = runtime(scope).recorder.as_ref();
    let Some(replay) = recorder.and_then(|recorder| recorder.replay()) else {
        return;
    };
    if replay.is_over.get() || replay.is_cut.get() {
        return;
    }
    if replay.is_script_stopped_here() {
        replay.has_stopped_script.set(true);
        scope.interrupter().stop();
    } else if replay.is_stuck() {
        replay.end_of_tape();
    }
}

impl Player for Replay {
    fn next(&self, place: &str) -> Vec<u8> {
        let next = self.answers.borrow().next;
        match next {
            Some((_, known, answer)) if known == place => self.take_answer(answer),
            _ if self.is_cut.get() => self.rest(),
            Some((_, known, _)) => self.departs(place, known),
            None => self.end_of_tape(),
        }
    }

    fn next_if(&self, place: &str, is_meant: &dyn Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
        let next = self.answers.borrow().next;
        let (_, known, answer) = next?;
        (known == place && is_meant(answer)).then(|| self.take_answer(answer))
    }

    fn is_at_end(&self) -> bool {
        self.answers.borrow().next.is_none()
    }

    fn departs(&self, asked: &str, expected: &str) -> ! {
        if self.is_cut.get() {
            self.rest();
        }
        if self.answers.borrow().next.is_none() {
            self.end_of_tape();
        }
        let asked = format!("the world is asked for {asked}");
        self.tell_departure(&format!("it was asked for {expected}"), &asked)
    }
}
