//! `--watch-loop`: what is said, and when.

use rondo_engine::{Frame, Scope};
use rondo_loop::{Kind, monotonic_nanos};

use super::teller::Report;
use super::words::{self, grouped, time};
use super::{FRAMES, Health, Stretch, What, begun, is_start};
use crate::runtime::runtime;

/// Something held the loop.
const HELD: &str = "RONDO_LOOP_HELD";
/// Ticks or microtasks kept it from its phases.
const STARVED: &str = "RONDO_LOOP_STARVED";
/// Jobs waited for the pool.
const POOL: &str = "RONDO_POOL_WAIT";
/// Timers came late.
const LATE: &str = "RONDO_TIMERS_LATE";
/// A promise was rejected, and nobody minds.
pub(crate) const REJECTED: &str = "RONDO_REJECTION";

/// The main script may take longer: nothing waits for it yet.
const MAIN: u64 = 1_000_000_000;
/// A look that comes so much later than it was asked for was kept off by native code.
const KEPT_OFF: u64 = 20_000_000;
/// How many frames are looked at for one of the script.
const NEAR: u32 = 24;
/// How many ticks and microtasks are many, where it is not known whether they got on.
const MANY: u64 = 10;

/// How many places are remembered that ask for work.
const PLACES: usize = 64;
/// How often a look is taken again when it has seen nothing of the script.
const TRIES: u32 = 10;

/// What was said of a stretch that still runs.
pub(super) struct Said {
    code: &'static str,
    /// False if it was said of that place a short time ago, and not again.
    is_said: bool,
    stack: String,
    /// How long it had taken
    held: u64,
}

/// Looks at what runs: it is on the stack. Called by the engine, on behalf of the watchdog.
pub(super) fn look(scope: &mut Scope<'_>) {
    let Some(health) = runtime(scope).health.get() else {
        return;
    };
    let mut stretch = health.stretch.get();
    let now = monotonic_nanos();
    let held = now.saturating_sub(stretch.since);
    // What it was asked for may be over.
    if stretch.since == 0 || held < health.least.min(health.half()) {
        return;
    }
    let mut frames = scope.current_frames(FRAMES);
    // The library between two ticks, say: in a moment the script runs again.
    if !frames.iter().any(words::is_of_script) {
        if health.may_look_again() {
            return scope.interrupter().look();
        }
        // Compiled code can have the script's function within that of the library, out of sight.
        frames = health.last_begun(scope).unwrap_or(frames);
    }
    let begun = begun(scope);
    let is_long = health
        .limit_for(stretch.what)
        .is_some_and(|limit| held >= limit);
    if is_long && !is_start(stretch, &frames) {
        health.say_still(stretch, &frames, held, begun);
    }
    stretch.looked = begun;
    health.stretch.set(stretch);
    health.keep_found(frames);
}

impl Health {
    fn may_look_again(&self) -> bool {
        let tries = self.tries.get() + 1;
        self.tries.set(tries);
        tries < TRIES
    }

    fn limit_for(&self, what: What) -> Option<u64> {
        let limit = self.limit?;
        Some(if what == What::Main {
            limit.max(MAIN)
        } else {
            limit
        })
    }

    fn half(&self) -> u64 {
        self.limit.unwrap_or(u64::MAX) / 2
    }

    /// Whether ticks and microtasks get on, but leave nobody else a chance.
    fn is_starved(stretch: Stretch, begun: u64) -> bool {
        stretch.what == What::Queues
            && match stretch.looked {
                0 => begun.saturating_sub(stretch.begun) >= MANY,
                looked => begun > looked,
            }
    }

    /// Says what still holds the loop.
    fn say_still(&self, stretch: Stretch, frames: &[Frame], held: u64, begun: u64) {
        let now = stretch.since + held;
        let is_starved = Health::is_starved(stretch, begun);
        let code = if is_starved { STARVED } else { HELD };
        let place = words::place(frames);
        let mut said = self.said.borrow_mut();
        let permit = match &*said {
            // Said before, of this very stretch: it goes on and on.
            Some(said) => said.is_said.then_some(0),
            None => self.teller.permit(code, &place, now),
        };
        let stack = words::lines(frames);
        let what = self.name_of(stretch.what);
        let unserved = self.unserved(stretch, held);
        let message = if is_starved {
            let known = if stack.is_empty() {
                ""
            } else {
                "; one of them is at"
            };
            format!(
                "{} ticks and microtasks in a row have kept the loop from its phases for {}, and still do{known}",
                grouped(begun.saturating_sub(stretch.begun)),
                time(held)
            )
        } else if unserved.is_empty() && now.saturating_sub(self.pulse.asked()) > KEPT_OFF {
            format!(
                "{what} has held the loop for {}, most of it in native code, from which it is back at",
                time(held)
            )
        } else {
            format!(
                "{what} has held the loop for {}{unserved}, and still does",
                time(held)
            )
        };
        if let Some(unsaid) = permit {
            self.teller.say(&message, unsaid, &stack);
        }
        *said = Some(Said {
            code,
            is_said: permit.is_some(),
            stack,
            held,
        });
    }

    /// A stretch is over that was long.
    pub(super) fn told_at_end(&self, stretch: Stretch, nanos: u64, frames: &[Frame], begun: u64) {
        let limit = self.limit_for(stretch.what);
        if limit.is_none_or(|limit| nanos < limit) {
            return;
        }
        let what = self.name_of(stretch.what);
        let said = self.said.take();
        let is_starved = match &said {
            Some(said) => said.code == STARVED,
            None => Health::is_starved(stretch, begun),
        };
        let code = if is_starved { STARVED } else { HELD };
        let message = match is_starved {
            true => format!(
                "{} ticks and microtasks in a row kept the loop from its phases for {}",
                grouped(begun.saturating_sub(stretch.begun)),
                time(nanos)
            ),
            false => format!("{what} held the loop for {}", time(nanos)),
        };
        let stack = match said {
            Some(said) if !said.is_said => return,
            Some(said) => {
                // Where it was said at the very end there is nothing to add.
                if nanos > said.held + said.held / 10 {
                    self.teller.say(&format!("{message} in all"), 0, "");
                }
                said.stack
            }
            None => {
                let place = words::place(frames);
                let now = stretch.since + nanos;
                let Some(unsaid) = self.teller.permit(code, &place, now) else {
                    return;
                };
                let stack = words::lines(frames);
                let unserved = self.unserved(stretch, nanos);
                let unseen = match (is_starved, stack.is_empty()) {
                    (true, _) => message.clone(),
                    _ if !unserved.is_empty() => format!("{message}{unserved}"),
                    (false, true) => format!("{message} in native code"),
                    (false, false) => format!("{message} in native code; its function is"),
                };
                self.teller.say(&unseen, unsaid, &stack);
                stack
            }
        };
        self.keep(code, message, stack, nanos);
    }

    /// Words for a stretch that was long since the system ran something else; none if it was not.
    fn unserved(&self, stretch: Stretch, held: u64) -> String {
        let unserved = self.pulse.unserved(stretch.since);
        match unserved > held / 2 {
            true => format!(
                " (in {} of which the system ran something else)",
                time(unserved)
            ),
            false => String::new(),
        }
    }

    fn keep(&self, code: &'static str, message: String, stack: String, nanos: u64) {
        self.teller.keep(Report {
            code,
            message,
            stack,
            nanos,
        });
    }

    /// Says something once in a while of one place, on standard error and to scripts.
    pub(crate) fn tell(
        &self,
        code: &'static str,
        place: &str,
        message: String,
        stack: String,
        nanos: u64,
    ) {
        if let Some(unsaid) = self.teller.permit(code, place, monotonic_nanos()) {
            self.teller.say(&message, unsaid, &stack);
            self.keep(code, message, stack, nanos);
        }
    }

    /// Work is asked for: where, if it has to wait for a thread.
    pub(crate) fn asks_for_work(&self, scope: &mut Scope<'_>) {
        if self.limit.is_none() {
            return;
        }
        let mut askers = self.askers.borrow_mut();
        if self.pool.figures().queued == 0 {
            return askers.clear();
        }
        let frame = scope.first_frame(NEAR, |file| !file.starts_with("node:") && !file.is_empty());
        let place = frame.map(|frame| words::lines(&[frame]));
        if askers.len() < PLACES || askers.contains_key(&place) {
            *askers.entry(place).or_default() += 1;
        }
    }

    /// The callback of a job is next: says so if the job had to wait for long.
    pub(super) fn look_at_wait(&self) {
        let Some(limit) = self.limit else { return };
        if self.figures.kind() != Some(Kind::Work) {
            return;
        }
        let waited = self.figures.take_waited();
        if waited < limit {
            return;
        }
        let pool = self.pool.figures();
        let askers = self.askers.take();
        let most = askers.into_iter().max_by_key(|(_, count)| *count);
        let place = most.and_then(|(place, _)| place).unwrap_or_default();
        let asked = match place.is_empty() {
            true => "",
            false => "; most of what waits was asked for at",
        };
        let message = format!(
            "a job waited {} for a thread of the pool, which has {} (UV_THREADPOOL_SIZE), and {} more wait{asked}",
            time(waited),
            grouped(pool.size as u64),
            grouped(pool.queued as u64),
        );
        self.tell(POOL, "", message, place, waited);
    }

    /// Timers are about to run, so many milliseconds after the first was due.
    pub(crate) fn timers_run(&self, late: f64) {
        let Some(limit) = self.limit else { return };
        let late = (late.max(0.0) * 1e6) as u64;
        // Before the first turn it was the main script.
        if late < limit || self.figures.with(|counts| counts.turns) == 0 {
            return;
        }
        let (callbacks, busy, phase, most) = self.figures.lately();
        if self.figures.longest_lately() >= limit {
            // Told already.
            return;
        }
        let message = if busy < late / 2 {
            format!(
                "timers are {} late, though the loop had nothing to do: the system gave it no time",
                time(late)
            )
        } else {
            format!(
                "timers are {} late: {} callbacks came before them, and no single one took long; the {phase} phase had {}",
                time(late),
                grouped(callbacks),
                time(most)
            )
        };
        self.tell(LATE, "", message, String::new(), late);
    }
}
