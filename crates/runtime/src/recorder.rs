//! Recording a run: `--record`. The loop tells what it does as its observer, the library what scripts make and run, the seam
//! what is printed; all of it goes into one row of events.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::rc::{Rc, Weak};

use rondo_loop::choose::Question;
use rondo_loop::seam::Tape;
use rondo_loop::{
    Handle, HandleChange, JobReport, Kind, Loop, Observer, Phase, Signal, Stopwatch, WokenBy,
};
use rondo_record::{Bounds, Event, PlaceId, TextId, Writer};

mod goal;
mod names;
mod scripts;

use self::goal::{File, Goal};
use self::names::Names;
use self::scripts::Scripts;
use crate::options;
use crate::replay::{Replay, TERMINATED};
use crate::runtime::{Program, Runtime, Settings};
use crate::settings_text;
use crate::worker::{Place, Taping};

/// How many megabytes a recording has at most, unless `--record-limit` says otherwise.
const LIMIT: u64 = 1024;
/// The largest source that is kept.
const LARGEST_SOURCE: u64 = 4 << 20;
/// So many kinds of callbacks have their numbers ready.
const KINDS: usize = 32;
/// Numbers of handles are greater than this.
const FIRST_HANDLE: u64 = 1 << 40;
/// Asks for what a recording in memory has.
const SIGUSR2: i32 = 12;

/// Writes down what a run does.
pub(crate) struct Recorder {
    writer: RefCell<Writer>,
    goal: Goal,
    watch: Stopwatch,
    /// When something was last written to the file.
    written: Cell<u64>,
    /// A turn and a phase that have begun, and in which nothing has happened yet; whether there is any of these.
    is_begun: Cell<bool>,
    turn: Cell<Option<u64>>,
    phase: Cell<Option<Phase>>,
    /// The same for the call behind immediates, which there is in every turn.
    check: Cell<Option<u64>>,
    /// The handle whose callbacks follow.
    ready: Cell<u64>,
    /// How long a call may take before what is kept in memory is written, and the last time that it was.
    blocked: Option<u64>,
    told_blocked: Cell<Option<u64>>,
    /// The outermost call that runs, and since when.
    outermost: Cell<Option<(u64, u64)>>,
    /// How many handles were numbered.
    handles: Cell<u64>,
    /// The numbers of the kinds' names; 0 for those that are not known yet.
    kinds: [Cell<TextId>; KINDS],
    names: Names,
    sources: RefCell<HashSet<String>>,
    scripts: Scripts,
    /// What the run is compared with, if it is a replay: nothing is written then.
    against: Option<Rc<Replay>>,
    /// That the recording cannot be replayed was told.
    is_told: Cell<bool>,
    is_worker: Cell<bool>,
    worker: RefCell<Weak<Runtime>>,
    /// The recording of the main thread, beside which those of workers are; none if it cannot be replayed.
    file: Option<PathBuf>,
}

impl Recorder {
    /// The recorder that the options ask for, if they do.
    pub(crate) fn of(settings: &Settings) -> Result<Option<Rc<Recorder>>, String> {
        let Some(name) = options::text(&settings.options, "--record") else {
            return Ok(None);
        };
        let number = |name| {
            let number = options::number(&settings.options, name)?;
            u64::try_from(number).ok()
        };
        let mut path = PathBuf::from(name);
        if name.is_empty() || path.is_dir() {
            path.push(default_name(&settings.program));
        }
        let limit = number("--record-limit").unwrap_or(LIMIT) << 20;
        let file = path.clone();
        let is_json = path.extension().is_some_and(|it| it == "json");
        let is_bounded = options::text(&settings.options, "--record-last").is_some();
        let mut about = about(settings);
        if !is_json
            && !is_bounded
            && let Some(run) = settings_text::write(settings)
        {
            about.push(("run", run));
        }
        let about: Vec<_> = about
            .iter()
            .map(|(name, text)| (*name, text.as_str()))
            .collect();
        let last = number("--record-last").filter(|&seconds| seconds > 0);
        let bounds = Bounds {
            bytes: usize::try_from(limit).unwrap_or(usize::MAX),
            nanos: last.map_or(u64::MAX, |seconds| seconds.saturating_mul(1_000_000_000)),
        };
        let (writer, goal) = if is_json {
            (Writer::in_memory(&about, bounds), Goal::Chrome(path))
        } else if last.is_some() {
            (
                Writer::in_memory(&about, bounds),
                Goal::AtEnd(File::new(path)),
            )
        } else {
            let writer = Writer::to_file(&path, &about, limit)
                .map_err(|error| format!("cannot record to {}: {error}", path.display()))?;
            (writer, Goal::Stream)
        };
        let records_answers = matches!(goal, Goal::Stream);
        let file = std::path::absolute(&file).unwrap_or(file);
        let blocked = number("--record-blocked").map(|millis| millis.saturating_mul(1_000_000));
        let recorder = Rc::new(Recorder {
            blocked,
            file: records_answers.then_some(file),
            ..Recorder::new(writer, goal, None)
        });
        rondo_loop::seam::set_tape(Some(recorder.clone()));
        rondo_loop::last_words::listen();
        if records_answers {
            rondo_loop::seam::record_answers();
        }
        Ok(Some(recorder))
    }

    /// The recorder of a worker, if the program that it belongs to is recorded for a replay.
    pub(crate) fn of_worker(
        settings: &Settings,
        place: &Place,
    ) -> Result<Option<Rc<Recorder>>, String> {
        let Some(Taping::Recorded(program)) = &place.taping else {
            return Ok(None);
        };
        let path = Taping::file_of(program, place.id);
        let about = about(settings);
        let about: Vec<_> = about
            .iter()
            .map(|(name, text)| (*name, text.as_str()))
            .collect();
        let limit = options::number(&settings.options, "--record-limit");
        let limit = limit.and_then(|limit| u64::try_from(limit).ok());
        let writer = Writer::to_file(&path, &about, limit.unwrap_or(LIMIT) << 20)
            .map_err(|error| format!("cannot record to {}: {error}", path.display()))?;
        let recorder = Rc::new(Recorder {
            file: Some(program.clone()),
            ..Recorder::new(writer, Goal::Stream, None)
        });
        rondo_loop::seam::set_tape(Some(recorder.clone()));
        rondo_loop::seam::record_answers();
        Ok(Some(recorder))
    }

    /// What becomes of what workers ask that this thread makes.
    pub(crate) fn taping(&self) -> Option<Taping> {
        let file = self.file.clone()?;
        Some(match &self.against {
            Some(replay) => Taping::Played {
                file,
                is_changed: replay.is_changed(),
            },
            None => Taping::Recorded(file),
        })
    }

    /// Whose thread it is, if that is a worker's: another one may end it.
    pub(crate) fn set_worker(&self, runtime: &Rc<Runtime>) {
        self.is_worker.set(true);
        self.worker.replace(Rc::downgrade(runtime));
    }

    /// Notes that another thread has ended this one, before what follows from that.
    fn note_termination(&self) {
        if !self.is_worker.get() {
            return;
        }
        let worker = self.worker.borrow().upgrade();
        if worker.is_some_and(|runtime| runtime.was_terminated()) {
            self.is_worker.set(false);
            self.worker.replace(Weak::new());
            let place = self.name(TERMINATED);
            self.write(|writer| writer.add(0, &Event::Input { place, bytes: &[] }));
        }
    }

    fn new(writer: Writer, goal: Goal, against: Option<Rc<Replay>>) -> Recorder {
        Recorder {
            writer: RefCell::new(writer),
            goal,
            watch: Stopwatch::start(),
            written: Cell::new(0),
            is_begun: Cell::default(),
            turn: Cell::default(),
            phase: Cell::default(),
            check: Cell::default(),
            ready: Cell::default(),
            blocked: None,
            told_blocked: Cell::default(),
            outermost: Cell::default(),
            handles: Cell::default(),
            kinds: Default::default(),
            names: Names::default(),
            sources: RefCell::default(),
            scripts: Scripts::default(),
            against,
            is_told: Cell::new(false),
            is_worker: Cell::default(),
            worker: RefCell::default(),
            file: None,
        }
    }

    /// One that compares what a run does with what another did, and has its world answered by the tape of that.
    pub(crate) fn against(replay: Rc<Replay>) -> Rc<Recorder> {
        let writer = Writer::in_memory(&[], Bounds::default());
        let goal = Goal::AtEnd(File::default());
        let recorder = Rc::new(Recorder {
            file: Some(replay.program().to_owned()),
            ..Recorder::new(writer, goal, Some(replay.clone()))
        });
        rondo_loop::seam::set_tape(Some(recorder.clone()));
        rondo_loop::seam::play(replay);
        recorder
    }

    /// What the run is compared with, if it is a replay.
    pub(crate) fn replay(&self) -> Option<&Rc<Replay>> {
        self.against.as_ref()
    }

    /// Whether a replay is to see sources as they are now.
    pub(crate) fn reads_changed_sources(&self) -> bool {
        self.against
            .as_ref()
            .is_some_and(|replay| replay.is_changed())
    }

    /// Watches a loop from now on, and what its thread prints.
    pub(crate) fn watch(self: &Rc<Recorder>, event_loop: &Loop) {
        event_loop.set_observer(Some(self.clone()));
        if self.against.is_some() {
            return;
        }
        if let Goal::AtEnd(_) | Goal::Chrome(_) = self.goal {
            let recorder = self.clone();
            let signal = Signal::new(event_loop, move |_, _, _| {
                let _ = recorder.save();
            });
            if signal.start(event_loop, SIGUSR2).is_ok() {
                signal.unref(event_loop);
            }
        }
    }

    #[inline]
    fn now(&self) -> u64 {
        self.watch.nanos()
    }

    /// Adds an event, and before it what has begun and had nothing in it.
    fn add(&self, event: &Event<'_>) {
        if let Some(replay) = &self.against {
            return self.compare(replay, event);
        }
        let now = self.now();
        if self.is_begun.take() {
            self.add_begun(now);
        }
        self.write(|writer| writer.add(now, event));
    }

    /// Adds what has begun, since there is something in it.
    fn add_begun(&self, now: u64) {
        let kind = self.kind(Kind::Check);
        self.write(|writer| {
            if let Some(turn) = self.turn.take() {
                writer.add(now, &Event::TurnBegin(turn));
            }
            if let Some(phase) = self.phase.take() {
                writer.add(now, &Event::PhaseBegin(recorded(phase)));
            }
            if let Some(id) = self.check.take() {
                writer.add(now, &Event::CallBegin { id, kind, by: 0 });
            }
        });
    }

    /// Adds what belongs to the event before: it has the same time, which is not read again.
    fn add_to_last(&self, event: &Event<'_>) {
        match &self.against {
            None if !self.is_begun.get() => self.write(|writer| writer.add(0, event)),
            _ => self.add(event),
        }
    }

    /// How many events there were.
    fn count(&self) -> u64 {
        // Nothing is written by a replay, and what is told of counts is not compared.
        if self.against.is_some() {
            return 1;
        }
        self.writer.borrow().count()
    }

    /// Compares an event with the recorded one, and before it what has begun and had nothing in it.
    fn compare(&self, replay: &Replay, event: &Event<'_>) {
        self.is_begun.set(false);
        self.turn.take();
        self.phase.take();
        if let Some(id) = self.check.take() {
            let kind = self.kind(Kind::Check);
            replay.compare(&Event::CallBegin { id, kind, by: 0 });
        }
        replay.compare(event);
    }

    /// The number of a text.
    pub(crate) fn text(&self, text: &str) -> TextId {
        if let Some(replay) = &self.against {
            return replay.text(text);
        }
        self.write(|writer| writer.text(text))
    }

    /// The number of a name of the program's own: where it lies tells which one it is.
    fn name(&self, name: &'static str) -> TextId {
        self.names.number(name, || self.text(name))
    }

    fn kind(&self, kind: Kind) -> TextId {
        let name = || self.text(&format!("{kind:?}"));
        let Some(known) = self.kinds.get(kind as usize) else {
            return name();
        };
        if known.get() == TextId(0) {
            known.set(name());
        }
        known.get()
    }

    fn place(&self, file: &str, line: u32, column: u32, function: &str) -> PlaceId {
        // A line more in the script is no other run.
        if self.against.is_some() {
            return PlaceId(0);
        }
        if !self.sources.borrow().contains(file) {
            self.keep_source(file);
        }
        self.write(|writer| writer.place(file, line, column, function))
    }

    fn keep_source(&self, file: &str) {
        self.sources.borrow_mut().insert(file.into());
        let path = file.strip_prefix("file://").unwrap_or(file);
        let is_small = std::fs::metadata(path)
            .is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LARGEST_SOURCE);
        if is_small && let Ok(text) = std::fs::read(path) {
            self.write(|writer| writer.source(file, &text));
        }
    }

    /// The number of a handle of the binding's: beyond those of async hooks.
    fn handle_id(&self) -> u64 {
        let last = self.handles.get() + 1;
        self.handles.set(last);
        FIRST_HANDLE + last
    }

    /// A promise was settled.
    pub(crate) fn settled(&self, id: u64) {
        self.add(&Event::Settled { id });
    }

    /// Something has come to its end.
    pub(crate) fn dropped(&self, id: u64) {
        self.add(&Event::Dropped { id });
    }

    /// What has just run has come to its end.
    pub(crate) fn dropped_after_run(&self, id: u64) {
        self.add_to_last(&Event::Dropped { id });
    }

    /// The program has ended.
    pub(crate) fn end(&self, code: i32) {
        self.note_termination();
        self.add(&Event::End { code });
        if let Some(replay) = &self.against {
            return replay.end();
        }
        if let Err(error) = self.save() {
            let _ = writeln!(io::stderr(), "rondo: cannot write the recording: {error}");
        }
    }
}

/// Whether calls of a kind come from a descriptor that is ready.
fn is_of_handle(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Tcp
            | Kind::Pipe
            | Kind::Tty
            | Kind::Udp
            | Kind::Process
            | Kind::Watch
            | Kind::Connect
            | Kind::Write
            | Kind::Shutdown
            | Kind::Send
    )
}

/// Prints what the recorded run printed.
fn print(to: u32, bytes: &[u8]) {
    // As with any output: whoever cannot be told goes without.
    let _ = match to {
        1 => {
            let mut output = io::stdout().lock();
            output.write_all(bytes).and_then(|()| output.flush())
        }
        _ => io::stderr().write_all(bytes),
    };
}

/// `server.rondo` for `server.js`.
fn default_name(program: &Program) -> PathBuf {
    let stem = match program {
        Program::File(path) => Path::new(path).file_stem(),
        _ => None,
    };
    let mut name = stem.unwrap_or("recording".as_ref()).to_owned();
    name.push(".rondo");
    name.into()
}

fn about(settings: &Settings) -> Vec<(&'static str, String)> {
    let program = match &settings.program {
        Program::File(path) => path.clone(),
        Program::Eval(text) | Program::Print(text) => text.clone(),
        _ => String::new(),
    };
    let cwd = std::env::current_dir().unwrap_or_default();
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    vec![
        ("program", program),
        ("arguments", settings.arguments.join("\n")),
        ("options", settings.exec_arguments.join("\n")),
        ("cwd", cwd.to_string_lossy().into_owned()),
        ("started", since.as_millis().to_string()),
        ("pid", std::process::id().to_string()),
        ("version", env!("CARGO_PKG_VERSION").into()),
    ]
}

fn recorded(phase: Phase) -> rondo_record::Phase {
    match phase {
        Phase::Timers => rondo_record::Phase::Timers,
        Phase::Pending => rondo_record::Phase::Pending,
        Phase::Idle => rondo_record::Phase::Idle,
        Phase::Prepare => rondo_record::Phase::Prepare,
        Phase::Poll => rondo_record::Phase::Poll,
        Phase::Check => rondo_record::Phase::Check,
        Phase::Closing => rondo_record::Phase::Closing,
    }
}

impl Observer for Recorder {
    fn turn_begin(&self, turn: u64) {
        self.main_is_over();
        self.turn.set(Some(turn));
        self.is_begun.set(true);
    }

    fn turn_end(&self, _turn: u64) {
        if self.turn.take().is_none() {
            self.add(&Event::TurnEnd);
        }
    }

    fn phase_begin(&self, phase: Phase) {
        self.phase.set(Some(phase));
        self.is_begun.set(true);
    }

    fn phase_end(&self, phase: Phase) {
        self.ready.set(0);
        if self.phase.take().is_none() {
            self.add(&Event::PhaseEnd(recorded(phase)));
        }
    }

    fn callback_begin(&self, kind: Kind, id: u64, by: u64) {
        match kind {
            // They only keep the loop awake.
            Kind::Idle => {}
            Kind::Check => {
                self.check.set(Some(id));
                self.is_begun.set(true);
            }
            kind => {
                let is_of_handle = is_of_handle(kind);
                let kind = self.kind(kind);
                self.add(&Event::CallBegin { id, kind, by });
                let handle = self.ready.get();
                if is_of_handle && handle != 0 {
                    self.detail("handle", handle as i64);
                }
            }
        }
        if self.blocked.is_some() && self.outermost.get().is_none() {
            self.outermost.set(Some((id, self.now())));
        }
    }

    fn callback_end(&self, kind: Kind, id: u64, _by: u64) {
        if kind != Kind::Idle && self.check.take().is_none() {
            self.add(&Event::CallEnd { id });
        }
        if let Some((outermost, since)) = self.outermost.get()
            && outermost == id
        {
            self.outermost.set(None);
            self.write_if_blocked(self.now() - since);
        }
    }

    fn sleep_begin(&self, limit: Option<u64>) {
        self.add(&Event::SleepBegin { limit });
        self.write_sometimes();
    }

    fn sleep_end(&self) {
        self.add(&Event::SleepEnd);
    }

    fn woken(&self, by: WokenBy) {
        match by {
            WokenBy::Time => self.detail("woken by time", 0),
            WokenBy::Descriptors(count) => self.detail("woken by descriptors", count as i64),
            WokenBy::Thread => self.detail("woken by a thread", 0),
        }
    }

    fn ready(&self, handle: u64) {
        self.ready.set(handle);
    }

    fn detail(&self, what: &'static str, value: i64) {
        let what = self.name(what);
        self.add_to_last(&Event::Detail { what, value });
    }

    fn job_done(&self, job: JobReport) {
        let since = |time: u64| time.saturating_sub(self.watch.started());
        self.add(&Event::Job {
            by: job.scheduled_by,
            thread: job.thread,
            queued: since(job.queued),
            begin: since(job.begin),
            end: since(job.end),
        });
    }

    fn handle_changed(&self, handle: u64, kind: Kind, change: HandleChange, by: u64) {
        let what = self.name(match change {
            HandleChange::Created => "created",
            HandleChange::Started => "started",
            HandleChange::Stopped => "stopped",
            HandleChange::Closing => "closing",
        });
        // The timer and the hooks behind all timers and immediates of scripts say nothing of these.
        if !matches!(kind, Kind::Timer | Kind::Idle | Kind::Check | Kind::Wakeup) {
            let kind = self.kind(kind);
            self.add(&Event::Handle {
                handle,
                kind,
                what,
                by,
            });
        }
    }

    fn clock_jumped(&self, to: u64) {
        self.add(&Event::Jump { to });
    }
}

impl Tape for Recorder {
    fn wrote(&self, to: i32, bytes: &[u8]) {
        let to = u32::try_from(to).unwrap_or_default();
        self.add(&Event::Output { to, bytes });
        if self.against.is_some() {
            print(to, bytes);
        }
    }

    fn heard(&self, place: &'static str, put: &mut dyn FnMut(&mut Vec<u8>)) {
        if self.is_worker.get() {
            self.note_termination();
        }
        let place = self.name(place);
        // Nothing has happened by that: turns and phases in which nothing else does stay out.
        self.write(|writer| writer.add_answer(place, put));
    }

    fn cannot_play(&self, what: &str) {
        if self.against.is_none() && self.is_told.replace(true) {
            return;
        }
        let text = match self.against {
            Some(_) => format!("rondo replay: {what} cannot be replayed yet\n"),
            None => format!("rondo: this recording cannot be replayed: it has {what}\n"),
        };
        let _ = io::stderr().write_all(text.as_bytes());
        if self.against.is_some() {
            rondo_engine::exit_now(3);
        }
    }

    fn chose(&self, question: &Question, chosen: usize) {
        let point = self.text(question.point.name());
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        self.add(&Event::Choice {
            point,
            nth: question.nth,
            of: small(question.candidates),
            chosen: small(chosen),
        });
    }

    fn last_words(&self) -> bool {
        self.write_last_words()
    }

    fn ending(&self) {
        if self.against.is_some() {
            return;
        }
        let _ = self.save();
    }
}
