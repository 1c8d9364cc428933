//! The loop itself: what it is made of, and the parts of its interface that are about the whole.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::rc::{Rc, Weak};

use crate::choose::{Chooser, Seeded};
use crate::clock::Clock;
use crate::handle::inside::Inside;
use crate::handle::{Closing, HandleInfo, Handles, Hooks, Key, Owner, Streams, Watches};
use crate::idle::IdleClock;
use crate::observe::Observer;
use crate::options::LoopOptions;
use crate::phase::poll::Poller;
use crate::queue::Queue;
use crate::schedule::Schedule;
use crate::sys::{self, datagram::Inbox};
use crate::task;
use crate::wheel::Wheel;
use crate::work::uring::Uring;
use crate::work::{Pool, Requests};

/// An event loop. A clone is the same loop; it stays in the thread that made it.
///
/// Callbacks get a `&Loop` and may do anything with it: start, stop and close handles, their own
/// included, submit work, stop the loop. They may not run it: a loop does not run inside itself.
///
/// A callback is kept by the loop. One that captures a clone of its loop keeps it for ever, with all its
/// handles and descriptors: use the `&Loop` that each callback gets, or, where there is none (in a struct of
/// the program's own, in a `Drop`), capture a [`WeakLoop`].
#[derive(Clone)]
pub struct Loop {
    pub(crate) core: Rc<Core>,
}

/// Names a loop without keeping it: [`Loop::downgrade`].
///
/// ```
/// use rondo_loop::{Handle, Loop, Timer};
///
/// /// Stops a timer when it is dropped; may be owned by a callback of the same loop.
/// struct Stops(Timer, rondo_loop::WeakLoop);
///
/// impl Drop for Stops {
///     fn drop(&mut self) {
///         if let Some(lp) = self.1.upgrade() {
///             self.0.close(&lp, |_| {});
///         }
///     }
/// }
///
/// let lp = Loop::new()?;
/// let timer = Timer::new(&lp, |_, _| {});
/// let stops = Stops(timer, lp.downgrade());
/// lp.defer(move |_| drop(stops));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct WeakLoop(Weak<Core>);

impl WeakLoop {
    /// The loop, if it is still there.
    pub fn upgrade(&self) -> Option<Loop> {
        self.0.upgrade().map(|core| Loop { core })
    }
}

/// The parts of a loop. No part stays borrowed while a callback runs.
pub(crate) struct Core {
    /// What tells the loop's handles from those of others.
    pub(crate) owner: Owner,
    pub(crate) clock: Clock,
    pub(crate) handles: RefCell<Handles>,
    pub(crate) wheel: RefCell<Wheel>,
    pub(crate) hooks: RefCell<Hooks>,
    pub(crate) pending: RefCell<Queue>,
    /// Handles that have put something off to the pending phase.
    pub(crate) fed: RefCell<VecDeque<Key>>,
    pub(crate) immediates: RefCell<Queue>,
    pub(crate) closing: RefCell<Closing>,
    pub(crate) poller: Poller,
    pub(crate) streams: Streams,
    pub(crate) watches: Watches,
    /// Connections of the loop to itself, if it has a chooser.
    pub(crate) inside: Inside,
    /// Where datagrams are received; none until it is needed, and while it is in use.
    pub(crate) inbox: RefCell<Option<Inbox>>,
    pub(crate) requests: RefCell<Requests>,
    pub(crate) pool: RefCell<Pool>,
    pub(crate) uring: Uring,
    pub(crate) tasks: task::Slot,
    /// What a loop with a chooser asks, and holds back.
    pub(crate) schedule: Option<Schedule>,

    /// How many handles are active and referenced.
    pub(crate) active: Cell<usize>,
    /// How many callbacks wait in `pending`, `fed`, `immediates` and `closing`: most turns there is none, and
    /// one look tells.
    waiting: Cell<usize>,
    /// How many requests are under way.
    pub(crate) open_requests: Cell<usize>,
    /// How many of them the pool or the kernel does by itself: these end without anybody's doing.
    pub(crate) open_work: Cell<usize>,
    /// How many handles that are active and referenced are fed from outside of the loop.
    pub(crate) outside: Cell<usize>,
    /// What came in from there though time is virtual, in words.
    let_in: RefCell<BTreeSet<&'static str>>,
    /// How many turns in a row did not sleep, and nothing came.
    pub(crate) busy_turns: Cell<u64>,
    pub(crate) running: Cell<bool>,
    pub(crate) stopping: Cell<bool>,

    pub(crate) turns: Cell<u64>,
    pub(crate) events: Cell<u64>,
    pub(crate) idle: IdleClock,

    pub(crate) observer: RefCell<Option<Rc<dyn Observer>>>,
    pub(crate) observed: Cell<bool>,
    pub(crate) current_id: Cell<u64>,
    pub(crate) last_id: Cell<u64>,
}

impl Core {
    /// Notes that a request began or ended.
    pub(crate) fn count_request(&self, change: isize) {
        let count = self.open_requests.get();
        self.open_requests.set(count.wrapping_add_signed(change));
    }

    /// Notes that a request which ends by itself began or ended.
    pub(crate) fn count_work(&self, change: isize) {
        self.count_request(change);
        let count = self.open_work.get();
        self.open_work.set(count.wrapping_add_signed(change));
    }

    /// Notes that callbacks were added to or taken from those that wait.
    #[inline]
    pub(crate) fn count_waiting(&self, change: isize) {
        self.waiting
            .set(self.waiting.get().wrapping_add_signed(change));
    }

    /// Whether callbacks wait.
    #[inline]
    pub(crate) fn has_waiting(&self) -> bool {
        self.waiting.get() > 0
    }
}

/// What a loop has done since it was made.
///
/// ```compile_fail,E0639
/// // It will have more fields.
/// rondo_loop::Metrics { turns: 0, events: 0, events_waiting: 0, idle_nanos: 0 };
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metrics {
    /// Turns begun.
    pub turns: u64,
    /// Callbacks run.
    pub events: u64,
    /// What the poll phase found there already when it did not mean to wait, or need not: descriptors
    /// that were ready, wake-ups, work that was done. Where this is most of all events, the loop is
    /// behind.
    pub events_waiting: u64,
    /// Nanoseconds spent asleep in the poll phase.
    pub idle_nanos: u64,
}

impl Loop {
    /// A loop with the system's clock and a pool of its own.
    pub fn new() -> io::Result<Loop> {
        Loop::with_options(LoopOptions::default())
    }

    /// A loop whose time is virtual: it starts at 0 and jumps to the next timer when nothing else
    /// can happen. The [`Clock`] has the rule.
    ///
    /// ```
    /// use rondo_loop::{Loop, Mode, Timer};
    ///
    /// let lp = Loop::with_virtual_clock()?;
    /// Timer::new(&lp, |lp, _| assert_eq!(lp.now(), 3_600_000)).start(&lp, 3_600_000, 0);
    /// lp.run(Mode::Default); // does not take an hour
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn with_virtual_clock() -> io::Result<Loop> {
        Loop::with(Clock::virtual_at(0), Pool::from_env())
    }

    /// A loop with a clock and a pool of the caller's choice. Several loops can share a pool.
    pub fn with(clock: Clock, pool: Pool) -> io::Result<Loop> {
        Loop::with_options(LoopOptions {
            clock,
            pool,
            ..LoopOptions::default()
        })
    }

    /// A loop with options of the caller's choice.
    pub fn with_options(options: LoopOptions) -> io::Result<Loop> {
        let LoopOptions {
            clock,
            pool,
            seed,
            chooser,
            faults,
            uring,
            spin,
            blocked_signals,
        } = options;
        let blocked = sys::SignalSet::new(&blocked_signals)?;
        let seeded = || seed.map(|seed| Rc::new(Seeded(seed)) as Rc<dyn Chooser>);
        let chooser = chooser.or_else(seeded);
        let clock = if chooser.is_some() && !clock.is_virtual() {
            Clock::virtual_at(0)
        } else {
            clock
        };
        let owner = Owner::draw();
        let core = Core {
            owner,
            handles: RefCell::new(Handles::new(owner)),
            wheel: RefCell::new(Wheel::new(clock.now())),
            hooks: RefCell::default(),
            pending: RefCell::default(),
            fed: RefCell::default(),
            immediates: RefCell::default(),
            closing: RefCell::default(),
            poller: Poller::new(spin, blocked)?,
            streams: Streams::default(),
            watches: Watches::default(),
            inside: Inside::default(),
            inbox: RefCell::default(),
            requests: RefCell::new(Requests::new(owner)),
            schedule: chooser.map(|chooser| Schedule::new(chooser, faults, pool.size())),
            pool: RefCell::new(pool),
            uring: Uring::new(uring),
            tasks: task::Slot::default(),
            active: Cell::new(0),
            waiting: Cell::new(0),
            open_requests: Cell::new(0),
            open_work: Cell::new(0),
            outside: Cell::new(0),
            let_in: RefCell::default(),
            busy_turns: Cell::new(0),
            running: Cell::new(false),
            stopping: Cell::new(false),
            turns: Cell::new(0),
            events: Cell::new(0),
            idle: IdleClock::default(),
            observer: RefCell::new(None),
            observed: Cell::new(false),
            current_id: Cell::new(0),
            last_id: Cell::new(0),
            clock,
        };
        Ok(Loop {
            core: Rc::new(core),
        })
    }

    /// Names the loop without keeping it: for callbacks and what they own.
    pub fn downgrade(&self) -> WeakLoop {
        WeakLoop(Rc::downgrade(&self.core))
    }

    /// The loop's time in milliseconds, from an arbitrary point: the same until a turn ends or the loop
    /// wakes from sleep.
    #[inline]
    pub fn now(&self) -> u64 {
        self.core.clock.now()
    }

    /// Reads the clock into [`now`](Loop::now), for a callback that takes long.
    #[inline]
    pub fn update_time(&self) {
        self.core.clock.update();
    }

    /// The exact time in nanoseconds, from the same point as [`now`](Loop::now).
    #[inline]
    pub fn hrtime(&self) -> u64 {
        self.core.clock.look()
    }

    /// Whether the loop's time is virtual.
    pub fn has_virtual_clock(&self) -> bool {
        self.core.clock.is_virtual()
    }

    /// Notes that something of a virtual run is up to the world, in words of people: `child processes`.
    pub fn lets_in(&self, what: &'static str) {
        if self.has_virtual_clock() {
            self.core.let_in.borrow_mut().insert(what);
        }
    }

    /// What was noted so, each once.
    pub fn let_in(&self) -> Vec<&'static str> {
        self.core.let_in.borrow().iter().copied().collect()
    }

    /// Whether there is a reason to go on: an active handle that is referenced, a request, a callback
    /// that waits, or a handle that is closing.
    #[inline]
    pub fn is_alive(&self) -> bool {
        let core = &*self.core;
        core.active.get() > 0 || core.open_requests.get() > 0 || core.has_waiting()
    }

    /// Makes [`run`](Loop::run) return when the current turn ends, or, if the loop is not running, the
    /// next call of it return at once.
    pub fn stop(&self) {
        self.core.stopping.set(true);
    }

    /// Whether [`stop`](Loop::stop) was called and not yet obeyed.
    pub fn is_stopping(&self) -> bool {
        self.core.stopping.get()
    }

    /// Puts a callback off to the next pending phase: the next turn's, or the end of the poll phase
    /// if it is called there.
    pub fn defer(&self, callback: impl FnOnce(&Loop) + 'static) {
        let by = self.current_id();
        self.core.pending.borrow_mut().push(Box::new(callback), by);
        self.core.count_waiting(1);
    }

    /// Runs a callback in the check phase, after the poll phase that comes next or is under way. One
    /// that is set in the check phase waits for the next turn's.
    pub fn set_immediate(&self, callback: impl FnOnce(&Loop) + 'static) -> Immediate {
        let by = self.current_id();
        let mut immediates = self.core.immediates.borrow_mut();
        let number = immediates.push(Box::new(callback), by);
        self.core.count_waiting(1);
        Immediate(number, self.core.owner)
    }

    /// Takes an immediate back; says whether it still waited. Panics if it is of another loop.
    pub fn clear_immediate(&self, immediate: Immediate) -> bool {
        self.core.owner.check(immediate.1);
        let removed = self.core.immediates.borrow_mut().remove(immediate.0);
        if removed.is_some() {
            self.core.count_waiting(-1);
        }
        removed.is_some()
    }

    /// Calls a function with every handle that is open or closing, in no particular order.
    ///
    /// ```
    /// use rondo_loop::{Handle, Loop, Mode, Timer, Wakeup};
    ///
    /// let lp = Loop::new()?;
    /// Timer::new(&lp, |_, _| {}).start(&lp, 3_600_000, 0);
    /// Wakeup::new(&lp, |_, _| {});
    /// lp.walk(|info| info.handle.close(&lp, |_| {}));
    /// assert!(!lp.run(Mode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn walk(&self, mut visit: impl FnMut(HandleInfo)) {
        let all = self.core.handles.borrow().describe();
        all.into_iter().for_each(&mut visit);
    }

    /// How many requests are under way.
    pub fn active_requests(&self) -> usize {
        self.core.open_requests.get()
    }

    /// Who does its work: the pool, which other loops may share.
    pub fn pool(&self) -> Pool {
        self.core.pool.borrow().clone()
    }

    /// What the loop has done so far.
    pub fn metrics(&self) -> Metrics {
        let core = &*self.core;
        Metrics {
            turns: core.turns.get(),
            events: core.events.get(),
            events_waiting: core.poller.events_waiting.get(),
            idle_nanos: core.idle.slept(),
        }
    }

    /// What tells other threads how long the loop has slept.
    pub fn idle_clock(&self) -> IdleClock {
        self.core.idle.clone()
    }
}

/// Names a callback given to [`Loop::set_immediate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Immediate(u64, Owner);
