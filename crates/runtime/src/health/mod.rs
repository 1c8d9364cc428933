//! The health of the loop: `--watch-loop` says what holds it, `--loop-summary` where its time went, and `rondo:loop` has figures
//! for programs.
//!
//! What runs in JavaScript is seen as stretches: a callback, then the ticks and microtasks after it, then perhaps the next
//! callback of the same phase. `turn.rs` says where they begin and end. When one is long, a thread has a look taken at it from
//! within. Without somebody who asks there is no [`Health`], and none of this happens.

mod figures;
mod histogram;
mod longest;
mod summary;
mod teller;
mod watch;
mod watchdog;
pub(crate) mod words;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io::Write as _;
use std::rc::Rc;
use std::sync::Arc;

use rondo_engine::{Frame, Local, Scope};
use rondo_loop::{Handle, Kind, Loop, Pool, Signal, monotonic_nanos};

use crate::options;
use crate::runtime::{Hook, Role, Runtime, Settings, runtime};
pub(crate) use figures::{Counts, Figures};
use longest::Longest;
use teller::{Report, Teller};
pub(crate) use watch::REJECTED;
use watchdog::{Pulse, Watchdog};

/// How many milliseconds something may hold the loop, unless `--watch-loop` says otherwise.
const LIMIT: u64 = 100;
/// What takes longer than this is in the summary, by its line.
const WORTH_NAMING: u64 = 10_000_000;
/// Asks for the summary so far.
const SIGUSR2: i32 = 12;
/// How many frames a look sees.
const FRAMES: u32 = 64;

/// What a stretch of JavaScript is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum What {
    /// The main script, before the loop runs
    #[default]
    Main,
    /// A callback
    Callback,
    /// Ticks, microtasks and rejections
    Queues,
}

/// Something that runs without a pause.
#[derive(Clone, Copy, Default)]
pub(crate) struct Stretch {
    /// When it began; 0 if nothing runs
    since: u64,
    what: What,
    /// How many ticks and microtasks had been begun before
    begun: u64,
    /// How many of these were ticks, or given to queueMicrotask
    known: u64,
    /// How many had when it was last looked at; 0 if it was not
    looked: u64,
}

/// What is known of a loop, and who says it.
pub(crate) struct Health {
    pub(crate) figures: Rc<Figures>,
    teller: Teller,
    pulse: Arc<Pulse>,
    watchdog: RefCell<Option<Watchdog>>,
    pool: Pool,
    /// How long something may hold the loop, if that is watched.
    limit: Option<u64>,
    /// From how many nanoseconds on a stretch is worth a word.
    least: u64,
    /// What took long, for the summary, if there is to be one.
    longest: Option<RefCell<Longest>>,
    stretch: Cell<Stretch>,
    has_run_main: Cell<bool>,
    /// What a look at the stretch has found.
    found: RefCell<Option<Vec<Frame>>>,
    has_found: Cell<bool>,
    /// How often a look at it was in vain.
    tries: Cell<u32>,
    /// What was said of the stretch while it ran.
    said: RefCell<Option<watch::Said>>,
    /// Where work was asked for that had to wait for a thread, and how often.
    askers: RefCell<HashMap<Option<String>, u64>>,
}

impl Health {
    /// What the options ask for, if they ask for anything.
    pub(crate) fn of(settings: &Settings, thread: u64, event_loop: &Loop) -> Option<Rc<Health>> {
        let watch = options::text(&settings.options, "--watch-loop");
        let limit = watch.map(|text| text.parse().unwrap_or(LIMIT).saturating_mul(1_000_000));
        let has_summary =
            settings.role == Role::Main && options::is_set(&settings.options, "--loop-summary");
        let pool = event_loop.pool();
        (limit.is_some() || has_summary)
            .then(|| Rc::new(Health::new(limit, has_summary, thread, pool)))
    }

    fn new(limit: Option<u64>, has_summary: bool, thread: u64, pool: Pool) -> Health {
        let worth_naming = has_summary.then_some(WORTH_NAMING);
        Health {
            least: limit
                .into_iter()
                .chain(worth_naming)
                .min()
                .unwrap_or(u64::MAX),
            figures: Rc::new(Figures::new()),
            teller: Teller::new(thread),
            pulse: Arc::default(),
            watchdog: RefCell::default(),
            pool,
            limit,
            longest: has_summary.then(RefCell::default),
            stretch: Cell::default(),
            has_run_main: Cell::new(false),
            found: RefCell::default(),
            has_found: Cell::new(false),
            tries: Cell::new(0),
            said: RefCell::default(),
            askers: RefCell::default(),
        }
    }

    /// Watches a loop, and what runs in a context.
    pub(crate) fn watch(self: &Rc<Health>, event_loop: &Loop, context: &rondo_engine::Context) {
        event_loop.add_observer(self.figures.clone());
        if self.longest.is_some() {
            self.print_when_asked(event_loop);
        }
        let mut limits = Vec::new();
        limits.extend(self.longest.is_some().then_some(WORTH_NAMING));
        // Half-way, too: whoever has not got on since then is the one.
        limits.extend(self.limit.into_iter().flat_map(|limit| [limit / 2, limit]));
        limits.sort_unstable();
        if !limits.is_empty() {
            context.set_onlooker(watch::look);
            let dog = Watchdog::start(self.pulse.clone(), context.interrupter(), limits);
            *self.watchdog.borrow_mut() = dog;
        }
    }

    /// JavaScript is entered. Gives what ran before, for [`end`](Health::end).
    pub(crate) fn begin(&self) -> Stretch {
        let what = match self.has_run_main.get() {
            true => What::Callback,
            false => What::Main,
        };
        self.look_at_wait();
        self.start(what, 0, monotonic_nanos())
    }

    /// JavaScript is about to be left.
    pub(crate) fn end(&self, scope: &mut Scope<'_>, outer: Stretch) {
        self.finish(scope, false);
        self.stretch.set(outer);
        self.pulse.set(outer.since);
        if outer.since == 0 {
            self.has_run_main.set(true);
            if self.teller.has_reports() {
                deliver_soon(runtime(scope));
            }
        }
    }

    /// Ticks and microtasks begin: a callback is through. Gives that for [`queues_end`](Health::queues_end).
    pub(crate) fn queues_begin(&self, scope: &mut Scope<'_>) -> Stretch {
        let before = self.stretch.get();
        // It may have been there for the first time in what runs: then its beginning was not seen.
        if before.since != 0 {
            let now = self.finish(scope, true);
            self.start(What::Queues, begun(scope), now);
            let known = runtime(scope).turns.known_begun();
            self.stretch.set(Stretch {
                known,
                ..self.stretch.get()
            });
        }
        before
    }

    /// They are through; another callback may follow.
    pub(crate) fn queues_end(&self, scope: &mut Scope<'_>, before: Stretch) {
        if before.since != 0 {
            let now = self.finish(scope, true);
            self.start(before.what, 0, now);
        }
    }

    fn start(&self, what: What, begun: u64, since: u64) -> Stretch {
        self.pulse.set(since);
        self.tries.set(0);
        self.stretch.replace(Stretch {
            since,
            what,
            begun,
            known: 0,
            looked: 0,
        })
    }

    /// Ends the stretch; `counts` says whether it was a callback. Gives the time.
    fn finish(&self, scope: &mut Scope<'_>, counts: bool) -> u64 {
        let stretch = self.stretch.get();
        let now = monotonic_nanos();
        let nanos = now.saturating_sub(stretch.since);
        match stretch.what {
            What::Queues => {
                let callbacks = begun(scope).saturating_sub(stretch.begun);
                self.figures.count_queues(nanos, callbacks);
            }
            _ if counts => self.figures.count_callback(nanos),
            _ => {}
        }
        let found = match self.has_found.take() {
            true => self.found.take(),
            false => None,
        };
        if nanos < self.least {
            return now;
        }
        let frames = found.or_else(|| self.last_begun(scope)).unwrap_or_default();
        if !is_start(stretch, &frames) {
            self.told_at_end(stretch, nanos, &frames, begun(scope));
            if let Some(longest) = &self.longest {
                let what = self.name_of(stretch.what);
                longest.borrow_mut().add(what, &frames, nanos);
            }
        }
        self.said.take();
        monotonic_nanos()
    }

    /// A function was called, and has returned: if it took long, and nobody has seen it, this is where it is.
    pub(crate) fn ran(&self, scope: &mut Scope<'_>, function: Local<'_>) {
        if self.least == u64::MAX {
            return;
        }
        let passed = monotonic_nanos().saturating_sub(self.stretch.get().since);
        if passed >= self.least && !self.has_found.get() {
            self.keep_found(frame_of(scope, function).into_iter().collect());
        }
    }

    /// Where the timer, immediate, tick or function of queueMicrotask is that was the last to run, if that was in this stretch.
    fn last_begun(&self, scope: &mut Scope<'_>) -> Option<Vec<Frame>> {
        let owner = runtime(scope);
        let stretch = self.stretch.get();
        let is_of_stretch = match stretch.what {
            What::Main => false,
            What::Callback => matches!(self.figures.kind(), Some(Kind::Timer | Kind::Check)),
            What::Queues => owner.turns.known_begun() != stretch.known,
        };
        if !is_of_stretch {
            return None;
        }
        scope.nested(|scope| match owner.call_hook(scope, Hook::LastBegun, &[]) {
            Ok(function) => frame_of(scope, function).map(|frame| vec![frame]),
            Err(thrown) => {
                scope.catch(thrown);
                None
            }
        })
    }

    fn keep_found(&self, frames: Vec<Frame>) {
        if !frames.is_empty() {
            *self.found.borrow_mut() = Some(frames);
            self.has_found.set(true);
        }
    }

    fn name_of(&self, what: What) -> &'static str {
        match what {
            What::Main => "the main script",
            What::Callback => words::caller(self.figures.kind()),
            What::Queues => "a tick or a microtask",
        }
    }

    /// Has a signal print the summary so far.
    fn print_when_asked(self: &Rc<Health>, event_loop: &Loop) {
        let health = self.clone();
        let signal = Signal::new(event_loop, move |_, _, _| health.print_summary());
        if signal.start(event_loop, SIGUSR2).is_ok() {
            signal.unref(event_loop);
        }
    }

    /// Prints the summary, if there is to be one.
    pub(crate) fn print_summary(&self) {
        if let Some(longest) = &self.longest {
            let pool = self.pool.figures();
            let text = self
                .figures
                .with(|counts| summary::table(counts, &longest.borrow(), pool));
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
    }
}

/// Whether it is the library that starts, and not the script.
fn is_start(stretch: Stretch, frames: &[Frame]) -> bool {
    stretch.what == What::Main && !frames.iter().any(words::is_of_script)
}

/// How many ticks and microtasks were begun so far.
fn begun(scope: &Scope<'_>) -> u64 {
    scope.microtasks_begun() + runtime(scope).turns.ticks_begun()
}

/// Where a function is.
fn frame_of(scope: &mut Scope<'_>, function: Local<'_>) -> Option<Frame> {
    let at = scope.function_position(function)?;
    Some(Frame {
        function: None,
        file: at.file,
        line: at.line,
        column: at.column,
        is_async: false,
    })
}

/// Has scripts told what was said, in a callback of its own.
fn deliver_soon(owner: &Rc<Runtime>) {
    let weak = Rc::downgrade(owner);
    owner.event_loop.defer(move |_| {
        let Some(owner) = weak.upgrade() else { return };
        let Some(health) = owner.health.get() else {
            return;
        };
        let reports = health.teller.take_reports();
        owner.enter(|scope| {
            for Report {
                code,
                message,
                stack,
                nanos,
            } in reports
            {
                let arguments = [
                    scope.string(code)?,
                    scope.string(&message)?,
                    scope.string(&stack)?,
                    scope.number(nanos as f64 / 1e6),
                ];
                owner.call_hook(scope, Hook::LoopWarning, &arguments)?;
            }
            Ok(())
        });
    });
}

impl Runtime {
    /// The figures of the loop, which are counted from the first time on that somebody asks.
    pub(crate) fn figures(&self) -> &Rc<Figures> {
        let health = self.health.get_or_init(|| {
            let health = Rc::new(Health::new(None, false, 0, self.event_loop.pool()));
            health.watch(&self.event_loop, &self.context);
            health
        });
        &health.figures
    }
}
