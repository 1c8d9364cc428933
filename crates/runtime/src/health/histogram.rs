//! A histogram of times, of a fixed size: each power of two of nanoseconds has eight places, so that a figure is told to within
//! an eighth.

const PLACES: usize = 8;
const BITS: u32 = PLACES.trailing_zeros();
const SIZE: usize = PLACES * 62;

/// Counts times.
pub(crate) struct Histogram {
    counts: Box<[u64; SIZE]>,
    count: u64,
    sum: u64,
    most: u64,
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram {
            counts: Box::new([0; SIZE]),
            count: 0,
            sum: 0,
            most: 0,
        }
    }
}

fn place_of(nanos: u64) -> usize {
    if nanos < PLACES as u64 {
        return nanos as usize;
    }
    let shift = nanos.ilog2() - BITS;
    let within = (nanos >> shift) as usize - PLACES;
    ((shift as usize + 1) * PLACES + within).min(SIZE - 1)
}

/// The largest time that counts at a place.
fn last_at(place: usize) -> u64 {
    if place < PLACES {
        return place as u64;
    }
    let shift = place / PLACES - 1;
    ((PLACES + place % PLACES + 1) as u64)
        .checked_shl(shift as u32)
        .unwrap_or(u64::MAX)
        - 1
}

impl Histogram {
    pub(crate) fn add(&mut self, nanos: u64) {
        self.counts[place_of(nanos)] += 1;
        self.count += 1;
        self.sum += nanos;
        self.most = self.most.max(nanos);
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    pub(crate) fn mean(&self) -> u64 {
        self.sum.checked_div(self.count).unwrap_or(0)
    }

    /// The time that so many of a hundred do not exceed.
    pub(crate) fn percentile(&self, percent: f64) -> u64 {
        let wanted = (self.count as f64 * percent / 100.0).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (place, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return last_at(place).min(self.most);
            }
        }
        self.most
    }
}

#[cfg(test)]
mod tests {
    use super::{Histogram, last_at, place_of};

    #[test]
    fn places_follow_one_another() {
        let mut last = 0;
        for nanos in (0..100_000).chain([1 << 40, (1 << 40) + 1, u64::MAX >> 4]) {
            let place = place_of(nanos);
            assert!(place == last || place == last + 1 || nanos >= 100_000);
            assert!(last_at(place) >= nanos, "{nanos}");
            assert!(last_at(place) <= nanos + nanos / 8, "{nanos}");
            last = place;
        }
        assert!(place_of(u64::MAX) >= place_of(u64::MAX >> 4));
    }

    #[test]
    fn percentiles_are_within_an_eighth() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.percentile(50.0), 0);
        (1..=1000).for_each(|number| histogram.add(number * 1000));
        assert_eq!(histogram.count(), 1000);
        assert_eq!(histogram.mean(), 500_500);
        assert_eq!(histogram.most(), 1_000_000);
        for percent in [1.0, 50.0, 90.0, 99.0, 100.0] {
            let exact = percent * 10_000.0;
            let told = histogram.percentile(percent) as f64;
            assert!(told >= exact && told <= exact * 1.126, "{percent}: {told}");
        }
    }
}
