//! The timer store: a hierarchical wheel, eleven levels of 64 slots, a slot a list.
//!
//! A timer's level is that of the highest 6-bit digit in which its due time differs from the wheel's
//! own time; its slot is that digit. So level 0 holds exact milliseconds and each level above spans 64
//! times more. When the wheel's time reaches a slot of a higher level, its timers move to lower ones.
//! Start and stop cost a few writes however many timers there are.
//!
//! Two timers of equal due time are always in the same slot, and lists keep their order when they
//! move, so equal timers run in the order in which they were started.

use crate::list::Lists;

const DIGIT: u32 = 6;
const SLOTS: u32 = 1 << DIGIT;
const LEVELS: u32 = u64::BITS.div_ceil(DIGIT);
/// The list of timers that are due and wait for their callbacks to be run.
const READY: u32 = LEVELS * SLOTS;

pub(crate) struct Wheel {
    lists: Lists,
    /// Due time by timer; of use only while the timer is in a list.
    due: Vec<u64>,
    /// A bit for every slot that may have timers. Cleared when a search finds the slot empty.
    occupied: [u64; LEVELS as usize],
    /// The wheel's own time: every timer due at or before it is in the ready list, or was set after
    /// it was reached.
    time: u64,
    /// Every occupied slot starts at this time or later.
    quiet_until: u64,
}

impl Wheel {
    pub(crate) fn new(time: u64) -> Self {
        Wheel {
            lists: Lists::new(READY + 1),
            due: Vec::new(),
            occupied: [0; LEVELS as usize],
            time,
            quiet_until: u64::MAX,
        }
    }

    /// Adds a timer, which must not be in the wheel.
    pub(crate) fn insert(&mut self, timer: u32, due: u64) {
        if timer as usize >= self.due.len() {
            self.due.resize(timer as usize + 1, 0);
        }
        self.due[timer as usize] = due;
        let start = self.place(timer, due);
        self.quiet_until = self.quiet_until.min(start);
    }

    /// Puts a timer into its slot and gives the time at which that slot starts.
    fn place(&mut self, timer: u32, due: u64) -> u64 {
        let due = due.max(self.time);
        let level = (due ^ self.time | 1).ilog2() / DIGIT;
        let shift = level * DIGIT;
        let slot = (due >> shift) as u32 % SLOTS;
        self.occupied[level as usize] |= 1 << slot;
        self.lists.push_back(level * SLOTS + slot, timer);
        due >> shift << shift
    }

    /// Takes a timer out; says whether it was in.
    pub(crate) fn remove(&mut self, timer: u32) -> bool {
        self.lists.remove(timer)
    }

    /// When a timer that is in the wheel is due.
    pub(crate) fn due(&self, timer: u32) -> Option<u64> {
        self.lists.contains(timer).then(|| self.due[timer as usize])
    }

    /// Whether no timer can be due, whatever the time.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet_until == u64::MAX && self.lists.is_empty(READY)
    }

    /// Moves the wheel's time to `now` and every timer that is due by then into the ready list. Says
    /// whether that list has any.
    pub(crate) fn expire(&mut self, now: u64) -> bool {
        if now >= self.quiet_until {
            self.turn_to(now);
        }
        self.time = self.time.max(now);
        !self.lists.is_empty(READY)
    }

    fn turn_to(&mut self, now: u64) {
        while let Some((level, slot, start)) = self.first_slot() {
            if start > now {
                self.quiet_until = start;
                return;
            }
            self.time = start;
            self.occupied[level as usize] &= !(1 << slot);
            let list = level * SLOTS + slot;
            if level == 0 {
                self.lists.append(list, READY);
            } else {
                while let Some(timer) = self.lists.pop_front(list) {
                    self.place(timer, self.due[timer as usize]);
                }
            }
        }
        self.quiet_until = u64::MAX;
    }

    /// The occupied slot that comes first, as its level, its number and the time it starts at.
    fn first_slot(&mut self) -> Option<(u32, u32, u64)> {
        for level in 0..LEVELS {
            while self.occupied[level as usize] != 0 {
                let slot = self.occupied[level as usize].trailing_zeros();
                if self.lists.is_empty(level * SLOTS + slot) {
                    self.occupied[level as usize] &= !(1 << slot);
                    continue;
                }
                let above = u64::MAX.checked_shl((level + 1) * DIGIT).unwrap_or(0);
                let start = self.time & above | u64::from(slot) << (level * DIGIT);
                return Some((level, slot, start.max(self.time)));
            }
        }
        None
    }

    /// When the next timer of the ready list was due.
    pub(crate) fn ready_due(&self) -> Option<u64> {
        self.lists
            .front(READY)
            .map(|timer| self.due[timer as usize])
    }

    /// Takes the next timer out of the ready list.
    pub(crate) fn pop_ready(&mut self) -> Option<u32> {
        self.lists.pop_front(READY)
    }

    /// The time at which to look again: exact for timers that are near, otherwise a little before the
    /// first one is due (`expire` then brings it nearer). None if there are no timers.
    pub(crate) fn look_again_at(&mut self) -> Option<u64> {
        if !self.lists.is_empty(READY) {
            return Some(self.time);
        }
        self.first_slot().map(|(_, _, start)| start)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Wheel;

    /// The same store, as simple as can be.
    #[derive(Default)]
    struct Model {
        timers: Vec<(u64, u64, u32)>,
        started: u64,
    }

    impl Model {
        fn insert(&mut self, timer: u32, due: u64) {
            self.started += 1;
            self.timers.push((due, self.started, timer));
        }
        fn remove(&mut self, timer: u32) -> bool {
            let before = self.timers.len();
            self.timers.retain(|&(_, _, other)| other != timer);
            before != self.timers.len()
        }
        fn take_due(&mut self, now: u64) -> Vec<u32> {
            self.timers.sort();
            let count = self.timers.partition_point(|&(due, _, _)| due <= now);
            self.timers
                .drain(..count)
                .map(|(_, _, timer)| timer)
                .collect()
        }
        fn first_due(&self) -> Option<u64> {
            self.timers.iter().map(|&(due, _, _)| due).min()
        }
    }

    fn take_due(wheel: &mut Wheel, now: u64) -> Vec<u32> {
        wheel.expire(now);
        std::iter::from_fn(|| wheel.pop_ready()).collect()
    }

    #[derive(Clone, Debug)]
    enum Step {
        Start { timer: u32, delay: u64 },
        Stop { timer: u32 },
        Wait { millis: u64 },
    }

    /// A number that may have any length.
    fn any_span() -> impl Strategy<Value = u64> {
        (0..=u64::BITS).prop_flat_map(|bits| 0..=u64::MAX.checked_shr(bits).unwrap_or(0))
    }

    fn span() -> impl Strategy<Value = u64> {
        prop_oneof![4 => 0..100_u64, 4 => 0..100_000_u64, 1 => any_span()]
    }

    fn step() -> impl Strategy<Value = Step> {
        let timer = 0..60_u32;
        prop_oneof![
            5 => (timer.clone(), span()).prop_map(|(timer, delay)| Step::Start { timer, delay }),
            2 => timer.prop_map(|timer| Step::Stop { timer }),
            2 => span().prop_map(|millis| Step::Wait { millis }),
        ]
    }

    proptest! {
        #[test]
        fn agrees_with_a_sorted_vector(
            begin in prop_oneof![Just(0), any_span()],
            steps in prop::collection::vec(step(), 1..300),
        ) {
            let mut wheel = Wheel::new(begin);
            let mut model = Model::default();
            let mut now = begin;
            for step in steps {
                match step {
                    Step::Start { timer, delay } => {
                        prop_assert_eq!(wheel.remove(timer), model.remove(timer));
                        let due = now.saturating_add(delay);
                        wheel.insert(timer, due);
                        model.insert(timer, due);
                        prop_assert_eq!(wheel.due(timer), Some(due));
                    }
                    Step::Stop { timer } => {
                        prop_assert_eq!(wheel.remove(timer), model.remove(timer));
                        prop_assert_eq!(wheel.due(timer), None);
                    }
                    Step::Wait { millis } => {
                        now = now.saturating_add(millis);
                        prop_assert_eq!(take_due(&mut wheel, now), model.take_due(now));
                    }
                }
                match (wheel.look_again_at(), model.first_due()) {
                    (Some(bound), Some(due)) => prop_assert!(bound <= due),
                    (bound, due) => prop_assert_eq!(bound, due),
                }
            }
            prop_assert_eq!(take_due(&mut wheel, u64::MAX), model.take_due(u64::MAX));
        }
    }

    #[test]
    fn a_bound_gets_exact_as_it_is_followed() {
        let mut wheel = Wheel::new(17);
        wheel.insert(0, 1_000_003);
        let mut looks = 0;
        let due = loop {
            let at = wheel.look_again_at().expect("a timer is set");
            if wheel.expire(at) {
                break at;
            }
            looks += 1;
        };
        assert_eq!(due, 1_000_003);
        assert!(looks <= 3);
    }

    #[test]
    fn a_timer_set_for_now_waits_for_the_next_expiry() {
        let mut wheel = Wheel::new(5);
        wheel.insert(0, 5);
        assert!(wheel.expire(5));
        wheel.insert(1, 5);
        assert_eq!(wheel.pop_ready(), Some(0));
        assert_eq!(wheel.pop_ready(), None);
        assert_eq!(wheel.look_again_at(), Some(5));
        assert_eq!(take_due(&mut wheel, 5), [1]);
    }
}
