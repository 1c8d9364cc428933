//! Trace events: what `--trace-event-categories` and `node:trace_events` ask for, in Chrome's format.
//!
//! One tracer serves all threads; there is none until the first category is on. What scripts do is told by the library
//! (`js/internal/tracing`), which then puts itself between bindings and their callers; what the loop and the engine do, by their
//! observers; how a runtime begins and ends, by itself.

mod lifecycle;
mod log;
mod observers;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rondo_loop::{monotonic_nanos, seam};
use rustix::thread::gettid;
use rustix::time::{ClockId, clock_gettime};

use crate::options::{self, GivenOption};
use log::Log;
pub(crate) use observers::Watch;

/// What is traced if `--trace-events-enabled` alone is given.
const USUAL: &str = "v8,node,node.async_hooks";
/// Where events go, unless `--trace-event-file-pattern` says otherwise.
const PATTERN: &str = "node_trace.${rotation}.log";
/// The category of what is always told.
const METADATA: &str = "__metadata";

/// Whether any category is on.
static IS_ON: AtomicBool = AtomicBool::new(false);
static TRACER: Mutex<Option<Tracer>> = Mutex::new(None);

struct Tracer {
    log: Log,
    /// Stands at the end of every file.
    metadata: Vec<String>,
    categories: Vec<String>,
}

/// When something happened.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    /// Microseconds of the clock that only goes forward
    time: u64,
    /// Microseconds that the thread has worked
    work: u64,
}

impl Moment {
    pub(crate) fn now() -> Moment {
        let work = clock_gettime(ClockId::ThreadCPUTime);
        Moment {
            time: monotonic_nanos() / 1000,
            work: work.tv_sec as u64 * 1_000_000 + work.tv_nsec as u64 / 1000,
        }
    }

    /// A moment that is past.
    fn of(instant: Instant) -> Moment {
        let now = Moment::now();
        let ago = instant.elapsed().as_micros() as u64;
        Moment {
            time: now.time.saturating_sub(ago),
            work: now.work.saturating_sub(ago),
        }
    }
}

/// What happened.
pub(crate) struct Event<'a> {
    /// Chrome's letter for its kind
    pub(crate) phase: char,
    /// Its categories, with commas
    pub(crate) category: &'a str,
    pub(crate) name: &'a str,
    /// What ties the events of something together that other events come between
    pub(crate) id: Option<u64>,
    pub(crate) thread: i32,
    pub(crate) at: Moment,
    /// Of what is told when it has ended: microseconds, and those of them that the thread has worked
    pub(crate) lasted: (u64, u64),
    /// An object in JSON; nothing for an empty one
    pub(crate) args: &'a str,
}

impl<'a> Event<'a> {
    /// Something that happens in this thread, now.
    pub(crate) fn now(phase: char, category: &'a str, name: &'a str) -> Event<'a> {
        Event {
            phase,
            category,
            name,
            id: None,
            thread: gettid().as_raw_nonzero().get(),
            at: Moment::now(),
            lasted: (0, 0),
            args: "",
        }
    }

    /// Something that has lasted until now.
    pub(crate) fn since(begin: Moment, category: &'a str, name: &'a str) -> Event<'a> {
        let event = Event::now('X', category, name);
        let (end, at) = (event.at, begin);
        let lasted = (
            end.time.saturating_sub(begin.time),
            end.work.saturating_sub(begin.work),
        );
        Event {
            at,
            lasted,
            ..event
        }
    }

    fn to_json(&self) -> String {
        use std::fmt::Write as _;
        let mut json = String::with_capacity(200);
        let (pid, at, lasted) = (std::process::id(), self.at, self.lasted);
        let _ = write!(
            json,
            "{{\"pid\":{pid},\"tid\":{},\"ts\":{},\"tts\":{},\"ph\":\"{}\",\"cat\":",
            self.thread, at.time, at.work, self.phase
        );
        rondo_record::quote(&mut json, self.category);
        json.push_str(",\"name\":");
        rondo_record::quote(&mut json, self.name);
        let _ = write!(json, ",\"dur\":{},\"tdur\":{}", lasted.0, lasted.1);
        if let Some(id) = self.id {
            let _ = write!(json, ",\"id\":\"0x{id:x}\"");
        }
        json.push_str(",\"args\":");
        json.push_str(if self.args.is_empty() {
            "{}"
        } else {
            self.args
        });
        json.push('}');
        json
    }
}

fn tracer() -> MutexGuard<'static, Option<Tracer>> {
    TRACER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether any category is on.
#[inline]
pub(crate) fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// Begins to trace if the options ask for it.
pub(crate) fn start(given: &[GivenOption]) {
    let categories = match options::text(given, "--trace-event-categories") {
        Some(categories) => categories,
        None if given.iter().any(|it| it.name == "--trace-events-enabled") => USUAL,
        None => return,
    };
    let categories = categories.split(',').filter(|name| !name.is_empty());
    set_categories(given, categories.map(String::from).collect());
}

/// Sets what is traced from now on.
pub(crate) fn set_categories(given: &[GivenOption], categories: Vec<String>) {
    let mut tracer = tracer();
    IS_ON.store(!categories.is_empty(), Ordering::Relaxed);
    match &mut *tracer {
        Some(tracer) => {
            tracer.categories = categories;
            tracer.log.flush();
        }
        none => {
            *none = Some(Tracer {
                // What a replay does was traced when it was recorded.
                log: Log::new(pattern(given).into(), seam::is_played()),
                metadata: Vec::new(),
                categories,
            });
        }
    }
}

fn pattern(given: &[GivenOption]) -> &str {
    options::text(given, "--trace-event-file-pattern").unwrap_or(PATTERN)
}

/// The first file that events go to.
pub(crate) fn first_file(given: &[GivenOption]) -> String {
    log::file_name(pattern(given), 1)
}

/// What is traced.
pub(crate) fn categories() -> Vec<String> {
    match &*tracer() {
        Some(tracer) => tracer.categories.clone(),
        None => Vec::new(),
    }
}

/// Whether one of these categories is on; they have commas between them.
pub(crate) fn is_enabled(category: &str) -> bool {
    is_on()
        && tracer()
            .as_ref()
            .is_some_and(|tracer| tracer.is_enabled(category))
}

/// Tells of an event, if its category is on.
pub(crate) fn tell(event: &Event<'_>) {
    if let Some(tracer) = &mut *tracer()
        && tracer.is_enabled(event.category)
    {
        tracer.add(&event.to_json(), event.at.time);
    }
}

/// Tells of an event, whatever is on: the library has looked.
pub(crate) fn tell_known(event: &Event<'_>) {
    if let Some(tracer) = &mut *tracer() {
        tracer.add(&event.to_json(), event.at.time);
    }
}

/// Tells of what is so: names of threads, versions.
pub(crate) fn tell_metadata(name: &str, thread: Option<i32>, args: &str) {
    let event = Event::now('M', METADATA, name);
    let thread = thread.unwrap_or(event.thread);
    let event = Event {
        thread,
        args,
        ..event
    };
    if let Some(tracer) = &mut *tracer() {
        tracer.metadata.push(event.to_json());
    }
}

/// Tells what something is called: a thread, the process.
pub(crate) fn tell_name(what: &str, thread: Option<i32>, name: &str) {
    let mut args = String::from("{\"name\":");
    rondo_record::quote(&mut args, name);
    args.push('}');
    tell_metadata(what, thread, &args);
}

/// The process ends: what was told is written.
pub(crate) fn finish() {
    if let Some(mut tracer) = tracer().take() {
        IS_ON.store(false, Ordering::Relaxed);
        tracer.log.close(&tracer.metadata);
    }
}

impl Tracer {
    fn is_enabled(&self, category: &str) -> bool {
        let mut names = category.split(',');
        names.any(|name| self.categories.iter().any(|known| known == name))
    }

    fn add(&mut self, event: &str, now: u64) {
        self.log.add(event, now);
        if self.log.is_full() {
            self.log.close(&self.metadata);
        }
    }
}
