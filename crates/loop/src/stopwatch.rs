//! A clock for whoever looks at it a million times a second.
//!
//! The system's own waits until everything before it is done, which takes longer than to count. Where the system keeps its time by the
//! processor's counter, so does this: it goes by the counter for two milliseconds, at the rate of the last ones, and looks at the system's
//! clock again.

use std::cell::Cell;

use crate::sys::{cycles, monotonic_nanos};

/// For so many nanoseconds the counter is good; and so many have to pass before its rate can be told.
const GOOD_FOR: u64 = 2_000_000;
const LEAST: u64 = 1_000_000;
/// The system tells by which clock it keeps its time.
const SOURCE: &str = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
/// How often both clocks are read for the pair of times that are nearest to each other.
const TRIES: u32 = 3;

/// Nanoseconds since it was started.
pub struct Stopwatch {
    started: u64,
    is_steady: bool,
    /// When both clocks were read last: the counter, and the system's.
    count: Cell<u64>,
    nanos: Cell<u64>,
    /// Nanoseconds for each count, in parts of 2^32; 0 if that is not known.
    rate: Cell<u64>,
    /// So many counts later the system's clock is read again.
    good_for: Cell<u64>,
}

impl Stopwatch {
    /// Starts one.
    pub fn start() -> Stopwatch {
        let source = std::fs::read_to_string(SOURCE).unwrap_or_default();
        Stopwatch {
            started: monotonic_nanos(),
            is_steady: source.trim_end() == "tsc",
            count: Cell::new(cycles()),
            nanos: Cell::new(0),
            rate: Cell::new(0),
            good_for: Cell::new(0),
        }
    }

    /// When it was started, by [`monotonic_nanos`].
    pub fn started(&self) -> u64 {
        self.started
    }

    /// How long ago that was. It may be off by a microsecond, and go back by as much.
    #[inline]
    pub fn nanos(&self) -> u64 {
        let since = cycles().wrapping_sub(self.count.get());
        if since < self.good_for.get() {
            return self.nanos.get() + ((since * self.rate.get()) >> 32);
        }
        self.look()
    }

    /// Asks the system, and finds out how fast the counter counts.
    #[cold]
    fn look(&self) -> u64 {
        let (count, nanos) = self.read_both();
        let since = nanos.saturating_sub(self.nanos.get());
        if !self.is_steady || since < LEAST {
            return nanos;
        }
        let counts = u128::from(count.wrapping_sub(self.count.get()).max(1));
        let rate = u64::try_from((u128::from(since) << 32) / counts).unwrap_or(0);
        let before = self.rate.replace(rate);
        self.count.set(count);
        self.nanos.set(nanos);
        // Rates that differ, or that no counter has, are those of a machine that was stopped meanwhile.
        let is_known = rate.abs_diff(before) < before >> 10 && (1 << 24..1 << 34).contains(&rate);
        let good_for = u128::from(GOOD_FOR << 32) / u128::from(rate.max(1));
        self.good_for.set(match is_known {
            true => good_for as u64,
            false => 0,
        });
        nanos
    }

    /// Both clocks at nearly the same time.
    fn read_both(&self) -> (u64, u64) {
        let pair = |_| {
            let count = cycles();
            let nanos = monotonic_nanos();
            (cycles().wrapping_sub(count), count, nanos)
        };
        let tries = if self.is_steady { TRIES } else { 1 };
        let nearest = (0..tries).map(pair).min().unwrap_or_default();
        (nearest.1, nearest.2.saturating_sub(self.started))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_up_with_the_clock() {
        let watch = Stopwatch::start();
        // Whoever is interrupted between two looks looks again.
        let is_near = || {
            let before = monotonic_nanos() - watch.started();
            let nanos = watch.nanos();
            let after = monotonic_nanos() - watch.started();
            nanos + 20_000 >= before && nanos <= after + 20_000
        };
        for _ in 0..20 {
            let until = watch.nanos() + 1_000_000;
            while watch.nanos() < until {}
            assert!((0..100).any(|_| is_near()), "{}", watch.nanos());
        }
        std::thread::sleep(std::time::Duration::from_millis(30));
        assert!((0..100).any(|_| is_near()));
    }
}
