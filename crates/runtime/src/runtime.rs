//! A runtime: one loop, one context, and what ties them together.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::{Duration, Instant};

use rondo_engine::{CodeCache, Context, HostTask, Interrupter, Local, Options, Persistent, Scope};
use rondo_loop::seam;
use rondo_loop::{Clock, IdleClock, Loop, LoopOptions, Mode, Pool, Signal, Waker};

use crate::binding;
use crate::chance::Chance;
use crate::channel::End;
use crate::descriptor;
use crate::health::Health;
use crate::library;
use crate::modules;
use crate::options::{self, GivenOption};
use crate::order::Order;
use crate::permission::Permissions;
use crate::recorder::Recorder;
use crate::replay::Replay;
use crate::stack;
use crate::sync_io;
use crate::tape;
use crate::trace_events::{self, Watch};
use crate::turn::Turns;
use crate::worker::{Limits, Place};

/// What the program was asked to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A script file
    File(String),
    /// `-e`: the text of a script
    Eval(String),
    /// `-p`: the text of a script whose result is printed
    Print(String),
    /// `-`: the script comes from standard input
    Stdin,
    /// `-p` without a script: it comes from standard input, and its result is printed
    PrintStdin,
    /// What the channel of a worker says; its name as scripts see it
    Worker(String),
    /// `--test`: the files that the arguments name, or all that look like tests
    Tests,
}

/// How a runtime is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What to run
    pub program: Program,
    /// The arguments after the script's name
    pub arguments: Vec<String>,
    /// The options before it, as they were written
    pub exec_arguments: Vec<String>,
    /// What they and the environment say; the last one of a name counts
    pub options: Vec<GivenOption>,
    /// Variables from files, for names that the environment does not have
    pub variables: Vec<(String, String)>,
    /// The program's name as it was called
    pub argv0: String,
    /// What the runtime is to the process
    pub role: Role,
}

/// Who does the work of all loops of the process.
static POOL: LazyLock<Pool> = LazyLock::new(Pool::from_env);

/// When the process began, or else its first runtime.
static STARTED: OnceLock<Instant> = OnceLock::new();

/// What a runtime is to its process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The program itself: a full heap ends the process, in Node's words
    #[default]
    Main,
    /// One of several, on a thread of its own: a full heap ends it alone, with exit code 1
    Worker,
}

/// One JavaScript world: its loop, its heap, its state.
pub struct Runtime {
    pub(crate) context: Context,
    pub(crate) event_loop: Loop,
    pub(crate) turns: Turns,
    pub(crate) settings: Settings,
    /// Whose order callbacks run in.
    pub(crate) order: Order,
    /// The number of its thread; 0 is the main one.
    pub(crate) thread_id: u64,
    pub(crate) thread_name: String,
    pub(crate) limits: Limits,
    /// A worker's end of the channel to who made it, until the library takes it.
    pub(crate) control: RefCell<Option<Arc<End>>>,
    /// Where other threads reach it, likewise.
    pub(crate) mailbox: RefCell<Option<Arc<End>>>,
    pub(crate) started: Instant,
    pub(crate) milestones: Milestones,
    /// Whether to tell of what is waited for
    pub(crate) traces_sync_io: bool,
    /// What `process.exitCode` says.
    pub(crate) exit_code: Cell<Option<i32>>,
    /// What the script was ended with.
    end_code: Cell<Option<i32>>,
    pub(crate) hooks: Hooks,
    /// What the program may do, if that is limited
    pub(crate) permissions: Option<Permissions>,
    pub(crate) bindings: RefCell<HashMap<&'static str, Persistent>>,
    pub(crate) state: binding::States,
    pub(crate) stack: stack::State,
    pub(crate) waker: OnceCell<Waker>,
    /// Tasks of the engine whose time has not come on the tape that is played
    pub(crate) kept_tasks: RefCell<Vec<HostTask>>,
    /// Who writes down what the run does
    pub(crate) recorder: Option<Rc<Recorder>>,
    /// What stands in for chance, if the run is to be repeatable
    pub(crate) chance: Option<Rc<Chance>>,
    /// Who watches how the loop gets on, and counts
    pub(crate) health: OnceCell<Rc<Health>>,
    /// Who tells of what the loop does as trace events
    pub(crate) trace_watch: OnceCell<Rc<Watch>>,
}

/// A runtime and its end: it is torn down when this is dropped, on the thread it was made on. A process that
/// ends anyway is quicker without.
pub struct OwnedRuntime(Rc<Runtime>);

impl OwnedRuntime {
    /// Runs the program to its end and gives the exit code. So do `process.exit` and [`Terminator::terminate`].
    pub fn run(&self) -> i32 {
        self.0.run()
    }

    /// What ends the program from any thread.
    pub fn terminator(&self) -> Terminator {
        Terminator {
            interrupter: self.0.context.interrupter(),
            waker: self.0.waker.get().cloned(),
        }
    }

    /// What tells other threads how long the loop has slept.
    pub(crate) fn idle_clock(&self) -> IdleClock {
        self.0.event_loop.idle_clock()
    }

    /// Whether the program ended since its heap was full.
    pub fn heap_was_exhausted(&self) -> bool {
        self.0.context.heap_was_exhausted()
    }
}

impl Drop for OwnedRuntime {
    fn drop(&mut self) {
        self.0.context.clear_host();
    }
}

/// Ends a runtime's program from any thread.
#[derive(Clone)]
pub struct Terminator {
    interrupter: Interrupter,
    waker: Option<Waker>,
}

impl Terminator {
    /// Has `run` give exit code 1 as soon as may be: what the script does is not finished, handlers of
    /// 'exit' do not run.
    pub fn terminate(&self) {
        self.interrupter.terminate();
        if let Some(waker) = &self.waker {
            waker.wake();
        }
    }
}

/// When the parts of a run began, for `performance.nodeTiming`.
pub(crate) struct Milestones {
    pub(crate) runtime_start: Instant,
    pub(crate) engine_start: Instant,
    pub(crate) environment: Instant,
    pub(crate) bootstrap_complete: Cell<Option<Instant>>,
    pub(crate) loop_start: Cell<Option<Instant>>,
    pub(crate) loop_exit: Cell<Option<Instant>>,
}

/// A JavaScript function that Rust calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hook {
    /// Runs the next-tick queue until it is empty
    RunTicks,
    /// Reports rejections that nobody handled
    ProcessRejections,
    /// Gets an exception that nobody caught
    UncaughtException,
    /// Runs the timers that are due
    ProcessTimers,
    /// Runs the immediates
    ProcessImmediates,
    /// Emits 'beforeExit'
    BeforeExit,
    /// Emits 'exit'
    Exit,
    /// Makes the loader of ES modules ready
    StartModules,
    /// Makes the callback of a request known to async hooks
    TrackRequest,
    /// Gives the function of the last timer, immediate or tick
    LastBegun,
    /// Tells scripts what was said about the loop
    LoopWarning,
}

impl Hook {
    pub(crate) const ALL: [(Hook, &str); 11] = [
        (Hook::RunTicks, "runTicks"),
        (Hook::ProcessRejections, "processRejections"),
        (Hook::UncaughtException, "uncaughtException"),
        (Hook::ProcessTimers, "processTimers"),
        (Hook::ProcessImmediates, "processImmediates"),
        (Hook::BeforeExit, "beforeExit"),
        (Hook::Exit, "exit"),
        (Hook::StartModules, "startModules"),
        (Hook::TrackRequest, "trackRequest"),
        (Hook::LastBegun, "lastBegun"),
        (Hook::LoopWarning, "loopWarning"),
    ];
}

/// The hooks that the library has set.
#[derive(Default)]
pub(crate) struct Hooks([OnceCell<Persistent>; Hook::ALL.len()]);

impl Hooks {
    /// Sets a hook; only the first call counts.
    pub(crate) fn set(&self, hook: Hook, function: Persistent) {
        let _ = self.0[hook as usize].set(function);
    }

    pub(crate) fn get<'s>(&self, scope: &Scope<'s>, hook: Hook) -> Option<Local<'s>> {
        self.0[hook as usize]
            .get()
            .map(|function| function.get(scope))
    }
}

/// Does what concerns the whole process, before the first runtime: standard streams are open, signals that a
/// parent ignored arrive, and writing to a closed pipe or past a limit is an error instead of the end.
pub fn prepare_process() {
    STARTED.get_or_init(Instant::now);
    descriptor::open_standard();
    Signal::reset_inherited();
    rondo_loop::last_words::prepare();
}

/// Ends the process, in Node's words, when a script has filled the heap.
fn end_out_of_memory(_used: u64, _limit: u64) {
    let _ = writeln!(
        std::io::stderr(),
        "\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"
    );
    binding::process::abort_process();
}

impl Runtime {
    /// Starts a runtime; nothing of the script has run yet.
    pub fn start(settings: Settings) -> Result<OwnedRuntime, Box<dyn std::error::Error>> {
        Runtime::start_in(settings, Place::main(), None)
    }

    /// Starts a runtime whose world is a tape.
    pub(crate) fn start_replay(
        settings: Settings,
        replay: Rc<Replay>,
    ) -> Result<OwnedRuntime, Box<dyn std::error::Error>> {
        Runtime::start_in(settings, Place::main(), Some(replay))
    }

    /// Starts a runtime in a thread that has a place of its own.
    pub(crate) fn start_in(
        settings: Settings,
        mut place: Place,
        replay: Option<Rc<Replay>>,
    ) -> Result<OwnedRuntime, Box<dyn std::error::Error>> {
        // Of the process, for all threads.
        let started = *STARTED.get_or_init(Instant::now);
        let runtime_start = Instant::now();
        let code_cache = cache_file().map(|path| CodeCache::open(path, library::KEY));
        let engine_start = Instant::now();
        let context = Context::new(Options {
            code_cache,
            heap_limit: place
                .limits
                .heap()
                .or_else(|| options::heap_limit(&settings.options)),
            stack_size: match settings.role {
                Role::Worker if place.control.is_some() => Some(place.limits.stack()),
                _ => options::stack_limit(&settings.options),
            },
            heap_exhausted: Some(match settings.role {
                Role::Main => end_out_of_memory,
                Role::Worker => |_, _| {},
            }),
        })?;
        #[cfg(feature = "debugmozjs")]
        crate::zeal::begin(&context)?;
        let chance = Chance::of(&settings)?;
        let recorder = match (&replay, settings.role) {
            (Some(replay), _) => Some(Recorder::against(replay.clone())),
            (None, Role::Main) => Recorder::of(&settings)?,
            (None, Role::Worker) => Recorder::of_worker(&settings, &place)?,
        };
        let is_taped = seam::is_in_use();
        let event_loop = match &chance {
            Some(chance) => Loop::with_options(LoopOptions {
                chooser: Some(chance.chooser.clone()),
                faults: chance.faults,
                ..LoopOptions::default()
            })?,
            None if is_taped => Loop::with_options(LoopOptions {
                clock: Clock::real(),
                pool: POOL.clone(),
                uring: false,
                ..LoopOptions::default()
            })?,
            None => Loop::with(Clock::real(), POOL.clone())?,
        };
        if let Some(chance) = &chance {
            chance.take_over(&event_loop);
        }
        if let Some(recorder) = &recorder {
            recorder.watch(&event_loop);
        }
        if is_taped {
            tape::take_over(chance.is_some());
            place.environment = place.environment.taped();
        }
        if settings.role == Role::Main {
            trace_events::start(&settings.options);
        }
        let health = OnceCell::new();
        if let Some(asked) = Health::of(&settings, place.id, &event_loop) {
            seam::cannot_play("--watch-loop or --loop-summary");
            asked.watch(&event_loop, &context);
            let _ = health.set(asked);
        }
        let turns = context
            .enter(Turns::new)
            .map_err(|_| "no memory for the task queues")?;
        let state = binding::States {
            environment: place.environment,
            ..binding::States::default()
        };
        state.environment.add_missing(&settings.variables);
        let runtime = Rc::new(Runtime {
            context,
            event_loop,
            turns,
            order: Order::of(&settings.options),
            permissions: Permissions::of(&settings),
            traces_sync_io: sync_io::is_traced(&settings),
            settings,
            thread_id: place.id,
            thread_name: place.name,
            limits: place.limits,
            control: RefCell::new(place.control),
            mailbox: RefCell::new(place.mailbox),
            started,
            milestones: Milestones {
                runtime_start,
                engine_start,
                environment: Instant::now(),
                bootstrap_complete: Cell::default(),
                loop_start: Cell::default(),
                loop_exit: Cell::default(),
            },
            exit_code: Cell::new(None),
            end_code: Cell::new(None),
            hooks: Hooks::default(),
            bindings: RefCell::default(),
            state,
            stack: stack::State::default(),
            waker: OnceCell::new(),
            kept_tasks: RefCell::default(),
            recorder,
            chance,
            health,
            trace_watch: OnceCell::new(),
        });
        runtime.context.set_host(Rc::new(Host(runtime.clone())));
        if let (Some(recorder), None, Role::Worker) =
            (&runtime.recorder, &replay, runtime.settings.role)
        {
            recorder.set_worker(&runtime);
        }
        if let Some(replay) = &replay {
            replay.set_runtime(&runtime);
        }
        // The system's own environment has neither what is played nor what files say.
        let is_of_file = |(name, _): &(String, String)| name == binding::TIME_ZONE;
        if replay.is_some() || runtime.settings.variables.iter().any(is_of_file) {
            let zone = runtime.state.environment.get(binding::TIME_ZONE);
            let zone = zone
                .as_deref()
                .map(|zone| zone.strip_prefix(':').unwrap_or(zone));
            runtime.context.enter(|scope| scope.set_time_zone(zone));
        }
        runtime.serve_host_tasks();
        Ok(OwnedRuntime(runtime))
    }

    fn run(self: &Rc<Runtime>) -> i32 {
        // A worker counts as busy while it starts.
        let is_worker = self.settings.role == Role::Worker;
        let loop_start = is_worker.then(Instant::now);
        self.milestones.loop_start.set(loop_start);
        self.trace_start();
        self.enter_main(|scope| self.bootstrap(scope));
        let loop_start = loop_start.unwrap_or_else(Instant::now);
        self.milestones.loop_start.set(Some(loop_start));
        self.trace_milestone("loopStart", loop_start);
        while !self.has_ended() {
            self.event_loop.run(Mode::Default);
            self.traced("RunAndClearNativeImmediates", || self.finish_host_tasks());
            if self.event_loop.is_alive() {
                continue;
            }
            self.traced("BeforeExit", || {
                self.enter(|scope| self.call_hook(scope, Hook::BeforeExit, &[]).map(drop));
            });
            if !self.event_loop.is_alive() {
                break;
            }
        }
        let loop_exit = Instant::now();
        self.milestones.loop_exit.set(Some(loop_exit));
        self.trace_milestone("loopExit", loop_exit);
        self.exit()
    }

    /// Ends the script with this exit code, unless it has ended: what runs unwinds to `run`, and nothing
    /// more does.
    pub(crate) fn end(&self, code: i32) {
        if !self.has_ended() {
            self.end_code.set(Some(code));
            self.context.interrupter().terminate();
        }
    }

    /// Whether another thread has ended the script.
    pub(crate) fn was_terminated(&self) -> bool {
        self.has_ended() && self.end_code.get().is_none()
    }

    /// Whether the script has ended, by itself or from outside.
    #[inline]
    pub(crate) fn has_ended(&self) -> bool {
        self.context.is_terminated()
    }

    /// Runs the 'exit' handlers, unless the script has ended otherwise, and gives the exit code.
    fn exit(&self) -> i32 {
        if !self.has_ended() {
            self.context
                .enter(|scope| match self.call_hook(scope, Hook::Exit, &[]) {
                    Ok(_) => self.drain(scope),
                    Err(thrown) => self.uncaught(scope, thrown),
                });
        }
        let code = match self.has_ended() {
            true => self.end_code.get().unwrap_or(1),
            false => self.exit_code.get().unwrap_or(0),
        };
        self.traced("RunCleanup", || self.clean_up(code));
        if self.settings.role == Role::Main {
            self.traced("AtExit", || self.leave_process());
        }
        self.trace_end();
        if self.settings.role == Role::Main {
            trace_events::finish();
        }
        code
    }

    /// Ends what belongs to the runtime.
    fn clean_up(&self, code: i32) {
        if let Some(health) = self.health.get() {
            health.print_summary();
        }
        if let Some(recorder) = &self.recorder {
            recorder.end(code);
        }
        if let Some(chance) = &self.chance {
            chance.end(&self.event_loop);
        }
        match self.settings.role {
            Role::Main if seam::is_recorded() => {
                // What they have recorded is written.
                self.state.worker.end_all();
            }
            Role::Main => {}
            Role::Worker => {
                self.state.worker.end_all();
                self.state.fs.open_files.close_all();
            }
        }
    }

    /// The last things before the process ends.
    fn leave_process(&self) {
        rondo_loop::tty::reset();
        if let Some(cache) = self.context.code_cache()
            && cache.was_absent()
            && cache.can_be_saved()
        {
            self.context.enter(library::warm_cache);
            // If it fails after all, the next start is slower: nothing worse.
            if cache.save().is_ok() {
                remove_old_caches();
            }
        }
    }

    /// Builds the global object and the process object, then starts the program.
    fn bootstrap(&self, scope: &mut Scope<'_>) -> rondo_engine::JsResult<()> {
        stack::install(scope)?;
        scope.quicken_json()?;
        if self.chance.is_some() {
            Chance::install(scope)?;
        } else if seam::is_in_use() {
            tape::install(scope)?;
        }
        scope.set_module_host(modules::HOST);
        let compile = scope.function("compile", 1, binding::compile_library)?;
        let binding = scope.function("binding", 1, binding::get)?;
        let captured = library::capture(scope)?;
        let start = scope.eval_cached(library::BOOTSTRAP, "node:internal/bootstrap")?;
        let undefined = scope.undefined();
        scope.call(start, undefined, &[compile, binding, captured])?;
        Ok(())
    }

    /// Whether a replay is to see sources as they are now.
    pub(crate) fn reads_changed_sources(&self) -> bool {
        let recorder = self.recorder.as_deref();
        seam::is_played() && recorder.is_some_and(Recorder::reads_changed_sources)
    }

    /// Ends the process with that code, after a last look: at the line of the script that runs, if one does.
    pub(crate) fn end_process(&self, code: i32, look: impl FnOnce(Option<String>)) -> ! {
        let is_of_script = |file: &str| !file.starts_with("node:") && !file.is_empty();
        self.context.enter_last(code, |scope| {
            let frame = scope.and_then(|scope| scope.first_frame(64, is_of_script));
            look(frame.map(|frame| format!("{}:{}:{}", frame.file, frame.line, frame.column)));
        })
    }

    /// Calls a hook; `undefined` if it is not set.
    pub(crate) fn call_hook<'s>(
        &self,
        scope: &mut Scope<'s>,
        hook: Hook,
        arguments: &[Local<'_>],
    ) -> rondo_engine::JsResult<Local<'s>> {
        let undefined = scope.undefined();
        match self.hooks.get(scope, hook) {
            Some(function) => scope.call(function, undefined, arguments),
            None => Ok(undefined),
        }
    }
}

/// What natives reach through the scope.
struct Host(Rc<Runtime>);

/// The runtime that a native was called in.
pub(crate) fn runtime<'s>(scope: &Scope<'s>) -> &'s Rc<Runtime> {
    &scope.host::<Host>().0
}

/// Where the code cache is: the user's cache folder. None if there is no such folder.
fn cache_file() -> Option<PathBuf> {
    if cfg!(feature = "live-js") {
        return None;
    }
    let folder = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| std::env::home_dir().map(|home| home.join(".cache")))?;
    Some(
        folder
            .join("rondo")
            .join(CodeCache::file_name(library::KEY)),
    )
}

/// Code caches of builds that have not been used for a month: nobody else tidies up after them.
fn remove_old_caches() {
    const MONTH: Duration = Duration::from_secs(30 * 24 * 60 * 60);
    let Some(folder) = cache_file().and_then(|file| file.parent().map(PathBuf::from)) else {
        return;
    };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_cache = entry.file_name().to_string_lossy().starts_with("code-");
        let used = entry.metadata().and_then(|metadata| metadata.accessed());
        let is_old = used.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > MONTH));
        if is_cache && is_old {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
