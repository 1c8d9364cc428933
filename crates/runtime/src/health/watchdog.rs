//! The thread that looks whether the loop's thread gets on, and has a look taken at what runs there when it does not.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use rondo_engine::Interrupter;
use rondo_loop::monotonic_nanos;

/// The longest time between two looks.
const SELDOM: u64 = 25_000_000;
/// The shortest.
const OFTEN: u64 = 1_000_000;

/// Where the system tells of the thread that reads it.
const THREAD_SELF: &str = "/proc/thread-self/schedstat";

/// What the loop's thread shows of itself.
#[derive(Default)]
pub(crate) struct Pulse {
    /// When what runs began; 0 if nothing does.
    since: AtomicU64,
    /// When a look was last asked for.
    asked: AtomicU64,
    /// How long the thread had waited for a processor when what runs was first seen.
    waited: AtomicU64,
    is_over: AtomicBool,
}

impl Pulse {
    /// Something runs since then; 0 for nothing.
    #[inline]
    pub(crate) fn set(&self, since: u64) {
        self.since.store(since, Ordering::Relaxed);
    }

    /// For how many nanoseconds the calling thread, which is the loop's, was ready to run and did not while the present
    /// stretch ran; as far as the watchdog has seen it.
    pub(crate) fn unserved(&self, since: u64) -> u64 {
        if self.since.load(Ordering::Relaxed) != since || self.asked() < since {
            return 0;
        }
        let waited = wait_for_processor(THREAD_SELF).unwrap_or_default();
        waited.saturating_sub(self.waited.load(Ordering::Relaxed))
    }

    /// When a look was last asked for.
    pub(crate) fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }
}

/// The thread, which ends some time after this is dropped.
pub(crate) struct Watchdog(Arc<Pulse>);

impl Watchdog {
    /// Starts it. Of what runs longer than one of these times a look is taken; beyond the last, whenever it has taken ten
    /// times as long. Does without where the system gives no thread: then what is long is told when it is over.
    pub(crate) fn start(
        pulse: Arc<Pulse>,
        interrupter: Interrupter,
        limits: Vec<u64>,
    ) -> Option<Watchdog> {
        let shared = pulse.clone();
        let link = std::fs::read_link("/proc/thread-self").unwrap_or_default();
        let waits = format!("/proc/{}/schedstat", link.display());
        let started = thread::Builder::new()
            .name("rondo-watch".into())
            .spawn(move || watch(&shared, &interrupter, &limits, &waits));
        started.is_ok().then(|| Watchdog(pulse))
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

/// How many nanoseconds a thread has waited for a processor, by the system's file about it.
fn wait_for_processor(file: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    text.split_whitespace().nth(1)?.parse().ok()
}

fn watch(pulse: &Pulse, interrupter: &Interrupter, limits: &[u64], waits: &str) {
    let first = limits.first().copied().unwrap_or(u64::MAX);
    let pause = Duration::from_nanos((first / 4).clamp(OFTEN, SELDOM));
    let mut known = 0;
    let mut next = first;
    while !pulse.is_over.load(Ordering::Relaxed) {
        thread::sleep(pause);
        let since = pulse.since.load(Ordering::Relaxed);
        if since == 0 {
            continue;
        }
        if since != known {
            known = since;
            next = first;
            let waited = wait_for_processor(waits).unwrap_or_default();
            pulse.waited.store(waited, Ordering::Relaxed);
        }
        let now = monotonic_nanos();
        let held = now.saturating_sub(since);
        if held >= next {
            pulse.asked.store(now, Ordering::Relaxed);
            interrupter.look();
            next = after(limits, held);
        }
    }
}

/// The next time after which to look at what has run for so long.
fn after(limits: &[u64], held: u64) -> u64 {
    let next = limits.iter().copied().find(|limit| *limit > held);
    next.unwrap_or(held.saturating_mul(10))
}
