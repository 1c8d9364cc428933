//! Figures of a loop: where its time goes, by phase; how long it does not look at what has come; what the pool does.

use std::cell::{Cell, RefCell};

use rondo_loop::{JobReport, Kind, Observer, Phase, monotonic_nanos};

use super::histogram::Histogram;

/// The phases, in the order of a turn.
pub(crate) const PHASES: [(Phase, &str); 7] = [
    (Phase::Timers, "timers"),
    (Phase::Pending, "pending"),
    (Phase::Idle, "idle"),
    (Phase::Prepare, "prepare"),
    (Phase::Poll, "poll"),
    (Phase::Check, "check"),
    (Phase::Closing, "closing"),
];

/// The place of a phase in [`PHASES`].
fn place_of(phase: Phase) -> usize {
    let found = PHASES.iter().position(|(known, _)| *known == phase);
    found.unwrap_or_default()
}

/// What is known of a phase. Times are nanoseconds.
#[derive(Clone, Copy, Default)]
pub(crate) struct PhaseFigures {
    /// Without sleep
    pub(crate) time: u64,
    pub(crate) callbacks: u64,
    pub(crate) longest: u64,
}

/// What is known of the jobs of the pool.
#[derive(Default)]
pub(crate) struct PoolUse {
    pub(crate) wait: Histogram,
    pub(crate) run: Histogram,
    /// How many of them the loop's own thread did.
    pub(crate) by_loop: u64,
}

/// What is counted since somebody first asked.
pub(crate) struct Counts {
    pub(crate) since: u64,
    pub(crate) turns: u64,
    pub(crate) phases: [PhaseFigures; PHASES.len()],
    pub(crate) asleep: u64,
    /// Ticks, microtasks and rejections, which are a part of the phases in which they run
    pub(crate) queues: PhaseFigures,
    /// From one look at what has come to the next, sleep left out
    pub(crate) delay: Histogram,
    pub(crate) pool: PoolUse,
}

impl Counts {
    fn new() -> Counts {
        Counts {
            since: monotonic_nanos(),
            turns: 0,
            phases: Default::default(),
            asleep: 0,
            queues: PhaseFigures::default(),
            delay: Histogram::default(),
            pool: PoolUse::default(),
        }
    }

    /// The time in all phases.
    pub(crate) fn busy(&self) -> u64 {
        self.phases.iter().map(|phase| phase.time).sum()
    }
}

/// Watches a loop, and counts.
pub(crate) struct Figures {
    counts: RefCell<Counts>,
    /// The phase that runs.
    phase: Cell<Option<usize>>,
    /// Something has run in it. Most phases of most turns are empty, and not worth a look at the clock: their moment goes to
    /// the next that has something.
    has_run: Cell<bool>,
    /// Up to when time is counted.
    stamp: Cell<u64>,
    /// When the loop last looked at what has come, or woke up.
    looked: Cell<u64>,
    kind: Cell<Option<Kind>>,
    /// Time by phase since timers last ran, and how many callbacks.
    lately: RefCell<[u64; PHASES.len()]>,
    callbacks_lately: Cell<u64>,
    longest_lately: Cell<u64>,
    /// The last job that waited longer than it should have.
    waited: Cell<u64>,
}

impl Figures {
    pub(crate) fn new() -> Figures {
        Figures {
            counts: RefCell::new(Counts::new()),
            phase: Cell::new(None),
            has_run: Cell::new(false),
            stamp: Cell::new(0),
            looked: Cell::new(0),
            kind: Cell::new(None),
            lately: RefCell::default(),
            callbacks_lately: Cell::new(0),
            longest_lately: Cell::new(0),
            waited: Cell::new(0),
        }
    }

    /// Shows what was counted.
    pub(crate) fn with<R>(&self, see: impl FnOnce(&Counts) -> R) -> R {
        self.pass(monotonic_nanos());
        see(&self.counts.borrow())
    }

    /// Counts from 0 again.
    pub(crate) fn reset(&self) {
        *self.counts.borrow_mut() = Counts::new();
        self.stamp.set(monotonic_nanos());
    }

    /// What the loop calls for now, if it does.
    pub(crate) fn kind(&self) -> Option<Kind> {
        self.kind.get()
    }

    /// A callback of a script has run.
    pub(crate) fn count_callback(&self, nanos: u64) {
        self.has_run.set(true);
        self.callbacks_lately.set(self.callbacks_lately.get() + 1);
        self.longest_lately
            .set(self.longest_lately.get().max(nanos));
        if let Some(place) = self.phase.get() {
            let phase = &mut self.counts.borrow_mut().phases[place];
            phase.callbacks += 1;
            phase.longest = phase.longest.max(nanos);
        }
    }

    /// Ticks and microtasks have run.
    pub(crate) fn count_queues(&self, nanos: u64, callbacks: u64) {
        self.longest_lately
            .set(self.longest_lately.get().max(nanos));
        let queues = &mut self.counts.borrow_mut().queues;
        queues.time += nanos;
        queues.callbacks += callbacks;
        queues.longest = queues.longest.max(nanos);
    }

    /// Since timers last ran: how many callbacks, the time of all phases, and the phase that took most, with its time.
    pub(crate) fn lately(&self) -> (u64, u64, &'static str, u64) {
        self.pass(monotonic_nanos());
        let lately = self.lately.borrow();
        let most = lately.iter().zip(PHASES).max_by_key(|(time, _)| **time);
        let (most, name) = most.map_or((0, ""), |(time, (_, name))| (*time, name));
        (self.callbacks_lately.get(), lately.iter().sum(), name, most)
    }

    /// The longest callback since timers last ran.
    pub(crate) fn longest_lately(&self) -> u64 {
        self.longest_lately.get()
    }

    /// How long the job whose callback is next had waited for a thread, told once.
    pub(crate) fn take_waited(&self) -> u64 {
        self.waited.take()
    }

    /// Counts the time up to now for the phase that runs.
    fn pass(&self, now: u64) {
        let before = self.stamp.replace(now);
        if let Some(place) = self.phase.get() {
            let passed = now.saturating_sub(before);
            self.counts.borrow_mut().phases[place].time += passed;
            self.lately.borrow_mut()[place] += passed;
        }
    }
}

impl Observer for Figures {
    fn turn_begin(&self, _: u64) {
        self.counts.borrow_mut().turns += 1;
    }

    fn phase_begin(&self, phase: Phase) {
        if phase == Phase::Poll {
            let now = monotonic_nanos();
            self.stamp.set(now);
            let looked = self.looked.replace(now);
            if looked != 0 {
                let delay = now.saturating_sub(looked);
                self.counts.borrow_mut().delay.add(delay);
            }
        } else if self.looked.get() == 0 {
            // The first that is seen.
            let now = monotonic_nanos();
            self.stamp.set(now);
            self.looked.set(now);
        }
        self.phase.set(Some(place_of(phase)));
    }

    fn phase_end(&self, phase: Phase) {
        if self.has_run.replace(false) {
            self.pass(monotonic_nanos());
        }
        self.phase.set(None);
        if phase == Phase::Timers {
            self.lately.borrow_mut().fill(0);
            self.callbacks_lately.set(0);
            self.longest_lately.set(0);
        }
    }

    fn callback_begin(&self, kind: Kind, _: u64, _: u64) {
        self.kind.set(Some(kind));
        // Those behind immediates are called in every turn.
        if !matches!(kind, Kind::Idle | Kind::Check) {
            self.has_run.set(true);
        }
    }

    fn callback_end(&self, _: Kind, _: u64, _: u64) {
        self.kind.set(None);
    }

    fn sleep_begin(&self, _: Option<u64>) {
        self.pass(monotonic_nanos());
        self.has_run.set(true);
    }

    fn sleep_end(&self) {
        let now = monotonic_nanos();
        let before = self.stamp.replace(now);
        self.looked.set(now);
        self.counts.borrow_mut().asleep += now.saturating_sub(before);
    }

    fn job_done(&self, job: JobReport) {
        let wait = job.begin.saturating_sub(job.queued);
        self.waited.set(wait);
        let pool = &mut self.counts.borrow_mut().pool;
        pool.wait.add(wait);
        pool.run.add(job.end.saturating_sub(job.begin));
        pool.by_loop += u64::from(job.thread == 0);
    }
}
