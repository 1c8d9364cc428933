//! A runtime: one loop, one context, and what ties them together.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rondo_engine::{CodeCache, Context, Local, Options, Persistent, Scope};
use rondo_loop::{Loop, Mode, Signal};

use crate::binding;
use crate::library;
use crate::modules;
use crate::options::{self, GivenOption};
use crate::turn::Turns;

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
    /// The program's name as it was called
    pub argv0: String,
}

/// One JavaScript world: its loop, its heap, its state.
pub struct Runtime {
    pub(crate) context: Context,
    pub(crate) event_loop: Loop,
    pub(crate) turns: Turns,
    pub(crate) settings: Settings,
    pub(crate) started: Instant,
    pub(crate) milestones: Milestones,
    pub(crate) exit_code: Cell<Option<i32>>,
    pub(crate) hooks: Hooks,
    pub(crate) bindings: RefCell<HashMap<&'static str, Persistent>>,
    pub(crate) state: binding::States,
}

/// When the parts of a run began, for `performance.nodeTiming`.
pub(crate) struct Milestones {
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
}

impl Hook {
    pub(crate) const ALL: [(Hook, &str); 7] = [
        (Hook::RunTicks, "runTicks"),
        (Hook::ProcessRejections, "processRejections"),
        (Hook::UncaughtException, "uncaughtException"),
        (Hook::ProcessTimers, "processTimers"),
        (Hook::ProcessImmediates, "processImmediates"),
        (Hook::BeforeExit, "beforeExit"),
        (Hook::Exit, "exit"),
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

/// Does what concerns the whole process, before the first runtime: signals that a parent ignored arrive,
/// and writing to a closed pipe or past a limit is an error instead of the end.
pub fn prepare_process() {
    Signal::reset_inherited();
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
    pub fn new(settings: Settings) -> Result<Rc<Runtime>, Box<dyn std::error::Error>> {
        let started = Instant::now();
        let code_cache = cache_file().map(|path| CodeCache::open(path, library::KEY));
        let engine_start = Instant::now();
        let context = Context::new(Options {
            code_cache,
            heap_limit: options::heap_limit(&settings.options),
            heap_exhausted: Some(end_out_of_memory),
            ..Options::default()
        })?;
        let event_loop = Loop::new()?;
        let turns = context
            .enter(Turns::new)
            .map_err(|_| "no memory for the task queues")?;
        let runtime = Rc::new(Runtime {
            context,
            event_loop,
            turns,
            settings,
            started,
            milestones: Milestones {
                engine_start,
                environment: Instant::now(),
                bootstrap_complete: Cell::default(),
                loop_start: Cell::default(),
                loop_exit: Cell::default(),
            },
            exit_code: Cell::new(None),
            hooks: Hooks::default(),
            bindings: RefCell::default(),
            state: binding::States::default(),
        });
        runtime
            .context
            .set_host(Rc::new(Host(OnceCell::from(runtime.clone()))));
        runtime.serve_host_tasks();
        Ok(runtime)
    }

    /// Runs the program to its end and gives the exit code.
    pub fn run(self: &Rc<Runtime>) -> i32 {
        self.enter_main(|scope| self.bootstrap(scope));
        self.milestones.loop_start.set(Some(Instant::now()));
        loop {
            self.event_loop.run(Mode::Default);
            self.finish_host_tasks();
            if self.event_loop.is_alive() {
                continue;
            }
            self.enter(|scope| self.call_hook(scope, Hook::BeforeExit, &[]).map(drop));
            if !self.event_loop.is_alive() {
                break;
            }
        }
        self.milestones.loop_exit.set(Some(Instant::now()));
        self.exit()
    }

    /// Runs the 'exit' handlers and gives the exit code. Does not return to the script.
    pub(crate) fn exit(&self) -> i32 {
        self.context
            .enter(|scope| match self.call_hook(scope, Hook::Exit, &[]) {
                Ok(_) => self.drain(scope),
                Err(thrown) => self.uncaught(scope, thrown),
            });
        self.finish()
    }

    /// The last things before the process ends.
    pub(crate) fn finish(&self) -> i32 {
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
        self.exit_code.get().unwrap_or(0)
    }

    /// Builds the global object and the process object, then starts the program.
    fn bootstrap(&self, scope: &mut Scope<'_>) -> rondo_engine::JsResult<()> {
        scope.set_module_host(modules::HOST);
        let compile = scope.function("compile", 1, binding::compile_library)?;
        let binding = scope.function("binding", 1, binding::get)?;
        let captured = library::capture(scope)?;
        let start = scope.eval_cached(library::BOOTSTRAP, "node:internal/bootstrap")?;
        let undefined = scope.undefined();
        scope.call(start, undefined, &[compile, binding, captured])?;
        Ok(())
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
struct Host(OnceCell<Rc<Runtime>>);

/// The runtime that a native was called in.
pub(crate) fn runtime<'s>(scope: &Scope<'s>) -> &'s Rc<Runtime> {
    scope
        .host::<Host>()
        .0
        .get()
        .expect("the runtime is set before any script runs")
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
            .join(format!("code-{:016x}", library::KEY)),
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
