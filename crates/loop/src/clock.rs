//! The loop's time: read from the system, or virtual.
//!
//! The loop works with a cached time in whole milliseconds, read at most once a turn, after timers have run and when a sleep
//! ends, so that everything that happens in a phase happens at one time. Nobody who asks, no reading:
//! a turn can cost less than a look at the system's clock. [`Clock`] tells how virtual time passes.

use std::cell::Cell;

use crate::seam;
use crate::sys::monotonic_nanos;

const NANOS_PER_MILLI: u64 = 1_000_000;

/// Where a loop takes its time from: the system, or nowhere.
///
/// Virtual time stands still while callbacks run, unless one asks for it again and again: a callback that waits until
/// it is later would wait for ever. From the thousandth look on without time passing otherwise, each takes a microsecond.
/// When the loop would sleep, or turns without sleep, it passes by what the loop waits for:
///
/// | what there is | time |
/// | --- | --- |
/// | work of the pool, or reads by the kernel | stands still until that is done: it ends by itself, and a job must not wait for a timer |
/// | something that comes from outside of the loop: a request to connect, write, send or shut down; a [`Process`](crate::Process) or [`Wakeup`](crate::Wakeup), active and referenced; any other handle of which the program [says so](crate::Handle::set_outside) | passes as it does outside, while the loop sleeps |
/// | idle handles, immediates, runs that may not sleep | a microsecond a turn, and a thousandth of that more for each such turn in a row before: chains of immediates are quick, and one that waits for a timer sees it |
/// | timers alone, or with handles that are fed from inside, such as both ends of a connection | jumps to the first timer |
///
/// Nothing that has come already is passed over: before time passes the system is asked. Time ends after
/// 584 years; a timer that is due later never is.
#[derive(Debug)]
pub struct Clock {
    /// The cached time in milliseconds.
    now: Cell<u64>,
    /// The cached time is of an earlier turn.
    is_stale: Cell<bool>,
    /// The virtual time in nanoseconds; none if the time is the system's.
    virtual_nanos: Option<Cell<u64>>,
    /// How often that was looked at since it passed by itself.
    looks: Cell<u64>,
}

/// So many looks at virtual time take none.
const FREE_LOOKS: u64 = 1000;

impl Clock {
    /// The system's monotonic clock.
    pub fn real() -> Self {
        let clock = Clock {
            now: Cell::new(0),
            is_stale: Cell::new(true),
            virtual_nanos: None,
            looks: Cell::new(0),
        };
        clock.update();
        clock
    }

    /// A clock that starts at the given number of milliseconds and moves only when the loop would
    /// otherwise wait for a timer.
    pub fn virtual_at(millis: u64) -> Self {
        let nanos = millis.saturating_mul(NANOS_PER_MILLI);
        let now = Cell::new(millis);
        Clock {
            now,
            is_stale: Cell::new(false),
            virtual_nanos: Some(Cell::new(nanos)),
            looks: Cell::new(0),
        }
    }

    /// Whether this is a virtual clock.
    pub fn is_virtual(&self) -> bool {
        self.virtual_nanos.is_some()
    }

    /// The cached time in milliseconds, counted from an arbitrary point.
    #[inline]
    pub fn now(&self) -> u64 {
        if self.is_stale.get() {
            self.update();
        }
        self.now.get()
    }

    /// The exact time in nanoseconds, counted from the same point.
    #[inline]
    pub fn nanos(&self) -> u64 {
        seam::ask("clock", || match &self.virtual_nanos {
            Some(nanos) => nanos.get(),
            None => monotonic_nanos(),
        })
    }

    /// The same for whoever may wait for it to pass: what runs in a callback.
    #[inline]
    pub(crate) fn look(&self) -> u64 {
        if let Some(nanos) = &self.virtual_nanos {
            let looks = self.looks.get() + 1;
            self.looks.set(looks);
            if looks > FREE_LOOKS {
                nanos.set(nanos.get().saturating_add(1000));
            }
        }
        self.nanos()
    }

    /// What is cached, and whether that is of an earlier turn: for a tape.
    pub(crate) fn cached(&self) -> (u64, bool) {
        (self.now.get(), self.is_stale.get())
    }

    /// Puts that back.
    pub(crate) fn set_cached(&self, (now, is_stale): (u64, bool)) {
        self.now.set(now);
        self.is_stale.set(is_stale);
    }

    /// Reads the time into the cache.
    #[inline]
    pub fn update(&self) {
        self.now.set(self.nanos() / NANOS_PER_MILLI);
        self.is_stale.set(false);
    }

    /// Puts the system's time, which was just read, into the cache. A virtual clock is left alone.
    #[inline]
    pub(crate) fn woke_at(&self, nanos: u64) {
        if self.virtual_nanos.is_none() {
            self.now.set(nanos / NANOS_PER_MILLI);
            self.is_stale.set(false);
        }
    }

    /// Has the time read again when it is next asked for.
    #[inline]
    pub(crate) fn forget(&self) {
        self.is_stale.set(true);
    }

    /// The last millisecond of virtual time.
    pub(crate) const LAST_MILLI: u64 = u64::MAX / NANOS_PER_MILLI;

    /// Moves a virtual clock forward by so many nanoseconds, but not beyond the given milliseconds. A real
    /// clock is left alone.
    pub(crate) fn pass(&self, nanos: u64, until: Option<u64>) {
        if let Some(time) = &self.virtual_nanos {
            let limit = until.map_or(u64::MAX, |millis| millis.saturating_mul(NANOS_PER_MILLI));
            let limit = limit.max(time.get());
            time.set(time.get().saturating_add(nanos).min(limit));
            self.looks.set(0);
            self.update();
        }
    }

    /// Moves a virtual clock forward to the given milliseconds. A real clock is left alone.
    pub fn advance_to(&self, millis: u64) {
        if let Some(nanos) = &self.virtual_nanos {
            nanos.set(nanos.get().max(millis.saturating_mul(NANOS_PER_MILLI)));
            self.looks.set(0);
            self.update();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;

    #[test]
    fn a_virtual_clock_stands_still_and_never_goes_back() {
        let clock = Clock::virtual_at(10);
        clock.update();
        assert_eq!((clock.now(), clock.nanos()), (10, 10_000_000));
        clock.advance_to(25);
        clock.advance_to(20);
        assert_eq!(clock.now(), 25);
    }

    #[test]
    fn who_waits_for_virtual_time_sees_it_pass() {
        let clock = Clock::virtual_at(10);
        assert!((0..1000).all(|_| clock.look() == 10_000_000));
        assert_eq!([clock.look(), clock.look()], [10_001_000, 10_002_000]);
        // Within the callback the loop's own time is the same as before.
        assert_eq!(clock.now(), 10);
        clock.advance_to(20);
        assert_eq!(clock.look(), 20_000_000);
    }

    #[test]
    fn a_real_clock_is_cached() {
        let clock = Clock::real();
        let before = clock.now();
        assert!(clock.nanos() / 1_000_000 >= before);
        clock.advance_to(u64::MAX);
        assert_eq!(clock.now(), before);
    }
}
