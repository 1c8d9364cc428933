//! An event loop in phases, for programs of any kind.
//!
//! A [`Loop`] runs callbacks, one after the other, in the thread that made it. Each turn goes through
//! the same phases:
//!
//! | phase | what runs |
//! | --- | --- |
//! | pending | callbacks of writes that were done at once, and those that were put off: [`Loop::defer`] |
//! | idle, prepare | [`Idle`] and [`Prepare`] handles, every turn |
//! | poll | what comes from outside: data and connections of streams ([`Tcp`], [`Pipe`], [`Tty`]), other descriptors ([`Io`]), messages ([`Udp`]), signals ([`Signal`]), changes of files ([`Watch`], [`StatPoll`]), the end of child processes ([`Process`]), wake-ups by other threads ([`Wakeup`]), results of work in the thread pool ([`Loop::queue_work`], [`Loop::fs`], [`Loop::resolve`]); here the loop sleeps |
//! | check | [`Check`] handles and immediates: [`Loop::set_immediate`] |
//! | closing | callbacks of [`Handle::close`] |
//! | timers | every [`Timer`] that is due, by due time, then by start |
//!
//! Timers that are due when the loop starts run before the first turn. The loop goes on as long as it is
//! alive: while a handle is active and referenced, work is under way, or a callback waits.
//!
//! ```
//! use rondo_loop::{Handle, Loop, Mode, Timer};
//!
//! let lp = Loop::new()?;
//!
//! // Handles are small and can be copied; they live in the loop until they are closed.
//! let ticks = Timer::new(&lp, |_, _| println!("tick"));
//! ticks.start(&lp, 0, 2);
//!
//! // Blocking work goes to the thread pool, its result comes back here.
//! lp.queue_work(
//!     || std::fs::read_to_string("/proc/loadavg"),
//!     move |lp, result| {
//!         println!("{:?}", result);
//!         ticks.close(lp, |_| println!("no more ticks"));
//!     },
//! );
//!
//! lp.run(Mode::Default);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! With a virtual clock ([`Loop::with_virtual_clock`]) time jumps to the next timer when nothing else can
//! happen; with a seed ([`Loop::seeded`]) a run can be repeated, whatever it does, and a [`Chooser`](choose::Chooser) decides what the system leaves open. An [`Observer`] sees phases and callbacks, and what was scheduled by what.
//!
//! # What may come
//!
//! Enums to which something may be added say so. Structs of options have a default and may grow: write
//! `..Default::default()` at their end.
//!
//! # What it costs
//!
//! A turn in which nothing happens costs some tens of nanoseconds: the system is asked only if the loop
//! has to sleep or watches a descriptor, and the clock is read only if somebody wants the time. Timers
//! are started and stopped in constant time. No event allocates. Another thread that has news writes to
//! memory, and makes a system call only if the loop really sleeps.
#![deny(unsafe_code)]

mod arrivals;
pub mod choose;
mod clock;
mod embed;
pub mod errors;
mod event_loop;
mod fault;
mod fork;
#[doc = include_str!("../docs/from-libuv.md")]
pub mod from_libuv {}
mod handle;
mod idle;
pub mod last_words;
mod list;
mod mailbox;
mod observe;
mod observers;
mod options;
mod phase;
mod queue;
mod run;
mod schedule;
pub mod seam;
mod signal_inbox;
mod spin;
mod stopwatch;
mod sys;
pub mod system;
mod task;
pub mod tty;
mod wheel;
pub mod work;

pub use clock::Clock;
pub use errors::Error;
pub use event_loop::{Immediate, Loop, Metrics, WeakLoop};
pub use fault::Faults;
pub use fork::Fork;
pub use handle::{
    AnyHandle, AnyStream, BindOptions, Change, Check, Chunk, Delay, Family, Handle, HandleInfo,
    Idle, Interface, Io, KeepAlive, Message, Outgoing, Owned, Pipe, Prepare, Process, Read,
    ReadInto, ReadTake, Reader, Ready, RecvError, Remote, Signal, StandardStream, StatPoll, Stream,
    Tcp, Timer, Tty, Udp, UdpOptions, Waker, Wakeup, Watch, WatchOptions, process,
};
pub use idle::IdleClock;
pub use observe::{Change as HandleChange, JobReport, Kind, Observer, Phase, WokenBy};
pub use options::LoopOptions;
pub use run::Mode;
pub use stopwatch::Stopwatch;
pub use sys::monotonic_nanos;
pub use task::{Complete, Completion, Sleep, Task, completion};
pub use work::{Cancelled, Pool, PoolFigures, WorkId};
