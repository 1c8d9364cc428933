//! Threads with runtimes of their own. The thread that made one sees it as a [`Thread`]; it hears of it by messages,
//! and, when it is gone, by a wake-up.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use rondo_loop::{IdleClock, Waker, seam};

use crate::binding::Environment;
use crate::channel::{self, End};
use crate::replay::Replay;
use crate::runtime::{Role, Runtime, Settings, Terminator};

/// The numbers of threads; 0 is the main one.
static LAST_ID: AtomicU64 = AtomicU64::new(0);

/// The recording of the program that a worker belongs to: its own is beside it.
#[derive(Clone)]
pub(crate) enum Taping {
    /// It is being made
    Recorded(PathBuf),
    /// It is replayed, perhaps with sources as they are now
    Played { file: PathBuf, is_changed: bool },
}

impl Taping {
    /// The recording of a worker: `app.3.rondo` beside `app.rondo`.
    pub(crate) fn file_of(path: &Path, id: u64) -> PathBuf {
        let ending = path.extension().unwrap_or("rondo".as_ref());
        path.with_extension(format!("{id}.{}", ending.to_string_lossy()))
    }
}

/// What a runtime gets that is not the program itself.
pub(crate) struct Place {
    /// The number of its thread
    pub(crate) id: u64,
    /// What it is called
    pub(crate) name: String,
    /// Its end of the channel to the thread that made it
    pub(crate) control: Option<Arc<End>>,
    /// Where other threads reach it
    pub(crate) mailbox: Option<Arc<End>>,
    /// Its environment
    pub(crate) environment: Environment,
    /// How large it may grow
    pub(crate) limits: Limits,
    /// What becomes of what it asks the world
    pub(crate) taping: Option<Taping>,
}

impl Place {
    /// The place of the program itself.
    pub(crate) fn main() -> Place {
        Place {
            id: 0,
            name: String::new(),
            control: None,
            mailbox: None,
            environment: Environment::default(),
            limits: Limits([0.0; 4]),
            taping: None,
        }
    }
}

/// How large a worker may grow, in megabytes: young and old generation, code, stack. What is not positive is not limited.
#[derive(Clone, Copy)]
pub(crate) struct Limits(pub(crate) [f64; 4]);

impl Limits {
    /// The largest stack that can be asked for, in megabytes.
    const MOST_STACK: f64 = 1024.0;

    /// Bytes of the heap.
    pub(crate) fn heap(self) -> Option<u32> {
        let [young, old, ..] = self.0;
        let bytes = (old + young.max(0.0)) * f64::from(1 << 20);
        // With less the library alone would not fit.
        (old > 0.0).then(|| (bytes as u32).max(8 << 20))
    }

    /// Whether nothing could run: as little as that is all that Node leaves to who asks for none.
    fn is_nothing(self) -> bool {
        self.0[1] > 0.0 && self.0[1] <= 2.0
    }

    /// Bytes of stack for scripts. The frames of this engine are twice as large as Node's.
    pub(crate) fn stack(self) -> usize {
        let given = self.0[3];
        let megabytes = match given.is_nan() {
            true => 0.5,
            false => given.clamp(0.5, Limits::MOST_STACK),
        };
        (megabytes * 2.0 * f64::from(1 << 20)) as usize
    }
}

/// Bytes of stack for what scripts call.
const STACK_FOR_NATIVES: usize = 1 << 20;

/// How a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With this exit code
    Exit(i32),
    /// Its heap was full
    OutOfMemory,
    /// It did not start
    NotStarted,
}

/// How far a worker is.
enum Stage {
    Starting { is_unwanted: bool },
    Running(Terminator, IdleClock),
    Ended(Ending),
}

struct Shared {
    stage: Mutex<Stage>,
    /// The system's number of the thread; 0 while it is not known.
    task: AtomicI32,
}

impl Shared {
    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A worker as the thread sees it that made it.
pub(crate) struct Thread {
    pub(crate) id: u64,
    shared: Arc<Shared>,
    join: Mutex<Option<JoinHandle<()>>>,
}

impl Thread {
    /// Starts a thread with a runtime of its own. `waker` is used when it is gone.
    pub(crate) fn start(
        settings: Settings,
        mut place: Place,
        waker: Waker,
    ) -> std::io::Result<Thread> {
        let id = seam::ask("worker.number", || {
            LAST_ID.fetch_add(1, Ordering::Relaxed) + 1
        });
        place.id = id;
        place.mailbox = Some(channel::register_thread(id));
        let shared = Arc::new(Shared {
            stage: Mutex::new(Stage::Starting { is_unwanted: false }),
            task: AtomicI32::new(0),
        });
        let seen = shared.clone();
        let thread = std::thread::Builder::new()
            .name(place.name.replace('\0', " "))
            .stack_size(place.limits.stack() + STACK_FOR_NATIVES);
        let join = thread.spawn(move || {
            seen.task.store(
                rustix::thread::gettid().as_raw_nonzero().get(),
                Ordering::Relaxed,
            );
            let run = AssertUnwindSafe(|| run(settings, place, &seen));
            // Who panicked has said so.
            let ending = catch_unwind(run).unwrap_or(Ending::Exit(1));
            channel::forget_thread(id);
            *seen.stage() = Stage::Ended(ending);
            waker.wake();
        })?;
        Ok(Thread {
            id,
            shared,
            join: Mutex::new(Some(join)),
        })
    }

    /// Ends the worker's program as soon as may be. One that is replayed ends where its recording does.
    pub(crate) fn terminate(&self) {
        if seam::is_played() {
            return;
        }
        match &mut *self.shared.stage() {
            Stage::Starting { is_unwanted } => *is_unwanted = true,
            Stage::Running(terminator, _) => terminator.terminate(),
            Stage::Ended(_) => {}
        }
    }

    /// How it ended, for whoever has heard that it has: by way of the seam.
    pub(crate) fn known_ending(&self) -> Ending {
        let (kind, code) = seam::ask("worker.ending", || match self.ending() {
            Some(Ending::Exit(code)) => (0, code),
            Some(Ending::OutOfMemory) => (1, 0),
            Some(Ending::NotStarted) | None => (2, 0),
        });
        match kind {
            0 => Ending::Exit(code),
            1 => Ending::OutOfMemory,
            _ => Ending::NotStarted,
        }
    }

    /// How it ended, if it did.
    pub(crate) fn ending(&self) -> Option<Ending> {
        match *self.shared.stage() {
            Stage::Ended(ending) => Some(ending),
            _ => None,
        }
    }

    /// Nanoseconds that its loop has slept, while it runs.
    pub(crate) fn idle_nanos(&self) -> Option<u64> {
        seam::ask("worker.idle", || match &*self.shared.stage() {
            Stage::Running(_, idle) => Some(idle.idle_nanos()),
            _ => None,
        })
    }

    /// The system's number of the thread, while it runs.
    pub(crate) fn task(&self) -> Option<i32> {
        seam::ask("worker.task", || {
            let task = self.shared.task.load(Ordering::Relaxed);
            (task != 0 && self.ending().is_none()).then_some(task)
        })
    }

    /// Waits until the thread is gone. One that is replayed may have come to the end of its recording without being at its own.
    pub(crate) fn join(&self) {
        if seam::is_played() {
            return;
        }
        let join = self
            .join
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(join) = join {
            let _ = join.join();
        }
    }
}

fn run(settings: Settings, place: Place, shared: &Shared) -> Ending {
    debug_assert_eq!(settings.role, Role::Worker);
    if place.limits.is_nothing() {
        return Ending::OutOfMemory;
    }
    let replay = match &place.taping {
        Some(Taping::Played { file, is_changed }) => {
            Some(Replay::of_worker(file, place.id, *is_changed))
        }
        _ => None,
    };
    let Ok(runtime) = Runtime::start_in(settings, place, replay) else {
        return Ending::NotStarted;
    };
    {
        let mut stage = shared.stage();
        if matches!(*stage, Stage::Starting { is_unwanted: true }) {
            return Ending::Exit(1);
        }
        *stage = Stage::Running(runtime.terminator(), runtime.idle_clock());
    }
    let code = runtime.run();
    match runtime.heap_was_exhausted() {
        true => Ending::OutOfMemory,
        false => Ending::Exit(code),
    }
}
