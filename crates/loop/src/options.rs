//! How a loop is made.

use std::rc::Rc;
use std::{fmt, io};

use crate::choose::Chooser;
use crate::fault::Faults;
use crate::{Clock, Loop, Pool};

/// What kind of loop to make: [`Loop::with_options`].
///
/// ```
/// use rondo_loop::{Loop, LoopOptions, Pool};
///
/// let lp = Loop::with_options(LoopOptions {
///     pool: Pool::new(2),
///     ..LoopOptions::default()
/// })?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct LoopOptions {
    /// Where the loop takes its time from: the system's clock, if nothing else is said.
    pub clock: Clock,
    /// Who does the work. Several loops can share a pool.
    pub pool: Pool,
    /// A seed makes a run repeatable: see [`Loop::seeded`]. The clock is then virtual.
    pub seed: Option<u64>,
    /// Who decides what the system leaves open, in place of a seed. The clock is then virtual, and jobs are done in the
    /// loop's own thread.
    pub chooser: Option<Rc<dyn Chooser>>,
    /// The faults among which the chooser may choose. None at first.
    pub faults: Faults,
    /// Whether small reads of files ([`FileRequests::read`](crate::work::fs::FileRequests::read)) are
    /// done by io_uring if the kernel has it, with the same results; otherwise the pool does them. At
    /// first they are, unless the environment variable `UV_USE_IO_URING` is 0.
    pub uring: bool,
    /// Whether the loop may look around for up to 20 microseconds before it sleeps, if its last sleeps were
    /// that short: quicker answers for some processor time. At first it may. Threads of the pool go by what
    /// [`Pool::without_spinning`] says.
    pub spin: bool,
    /// Signals that are blocked while the loop sleeps, such as the `SIGPROF` of a profiler, which would wake
    /// it again and again. None at first.
    pub blocked_signals: Vec<i32>,
}

impl fmt::Debug for LoopOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoopOptions")
            .field("clock", &self.clock)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

impl Default for LoopOptions {
    fn default() -> Self {
        LoopOptions {
            clock: Clock::real(),
            pool: Pool::from_env(),
            seed: None,
            chooser: None,
            faults: Faults::default(),
            uring: std::env::var_os("UV_USE_IO_URING").is_none_or(|value| value != "0"),
            spin: true,
            blocked_signals: Vec::new(),
        }
    }
}

impl Loop {
    /// A loop whose runs can be repeated. Its clock is virtual and starts at 0, and every choice that
    /// the system leaves open is drawn from the seed:
    ///
    /// - the order of descriptors that are ready at the same time, and whether some of them come a turn
    ///   later;
    /// - the order of wake-ups that came at the same time;
    /// - which of the jobs that a thread could begin is done next, in what order and in which turn their
    ///   results come back;
    /// - whether timers that are due right now, and not earlier, run now or a turn later.
    ///
    /// The same seed gives the same run, another seed may give another, and each could have happened
    /// without a seed. So a test can go through many orders, and one that fails can be run again.
    ///
    /// Jobs are done one at a time in the loop's own thread, in the poll phase: a job must not wait for
    /// something that the loop is to do. What other threads and processes do, when signals arrive, and
    /// how fast data travels outside of this process, no seed governs.
    ///
    /// ```
    /// use std::{cell::RefCell, rc::Rc};
    /// use rondo_loop::{Loop, Mode};
    ///
    /// let run = |seed| {
    ///     let lp = Loop::seeded(seed).unwrap();
    ///     let order = Rc::new(RefCell::new(Vec::new()));
    ///     for job in 0..4 {
    ///         let order = order.clone();
    ///         lp.queue_work(move || job, move |_, job| order.borrow_mut().push(job.unwrap()));
    ///     }
    ///     lp.run(Mode::Default);
    ///     order.take()
    /// };
    /// assert_eq!(run(1), run(1));
    /// assert!((2..50).any(|seed| run(seed) != run(1)));
    /// ```
    pub fn seeded(seed: u64) -> io::Result<Loop> {
        Loop::with_options(LoopOptions {
            seed: Some(seed),
            ..LoopOptions::default()
        })
    }
}
