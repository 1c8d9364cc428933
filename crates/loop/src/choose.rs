//! Choices that the system leaves open, and who makes them.
//!
//! A loop without a [`Chooser`] takes things as they come, and asks nobody. One with a chooser has virtual time and does the
//! work of the pool itself, one job at a time; wherever two programs that run as they should could differ, it asks. Whatever
//! the answers are, the rules hold: phases follow each other, queues keep their order, timers are never early, what one
//! descriptor tells comes in the order in which it was told.

use std::cell::RefCell;
use std::collections::HashMap;

/// Where something is open. The names do not change: schedules that people keep are made of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Point {
    /// When a job that has a thread does its work: its effect is seen so late
    JobStart,
    /// When the loop learns of a job that is done
    JobFinish,
    /// When the loop learns that a descriptor is ready
    ReadyLate,
    /// Which of the descriptors that are ready comes first
    ReadyFirst,
    /// Which of wake-ups and finished jobs that arrived together comes first
    LetterFirst,
    /// Whether timers that are due this very millisecond are seen a turn later
    TimerLate,
    /// Whether the loop stands still before it looks around, as behind a slow callback
    Stall,
    /// How much of what has come one read gives
    ReadPart,
    /// How much of what is to be written the system takes at first
    WritePart,
    /// Which of the signals that have arrived comes first
    SignalFirst,
    /// Whether the loop learns of signals a turn later
    SignalLate,
    /// Whether a connection breaks
    FaultReset,
    /// Whether a file cannot be opened
    FaultOpen,
    /// Whether the disk is full
    FaultSpace,
    /// Whether the disk is slow
    FaultSlow,
}

impl Point {
    /// All of them.
    pub const ALL: [Point; 15] = [
        Point::JobStart,
        Point::JobFinish,
        Point::ReadyLate,
        Point::ReadyFirst,
        Point::LetterFirst,
        Point::TimerLate,
        Point::Stall,
        Point::ReadPart,
        Point::WritePart,
        Point::SignalFirst,
        Point::SignalLate,
        Point::FaultReset,
        Point::FaultOpen,
        Point::FaultSpace,
        Point::FaultSlow,
    ];

    /// Its name in schedules and recordings.
    pub fn name(self) -> &'static str {
        [
            "job.start",
            "job.finish",
            "ready.late",
            "ready.first",
            "letter.first",
            "timer.late",
            "loop.stall",
            "read.part",
            "write.part",
            "signal.first",
            "signal.late",
            "fault.reset",
            "fault.emfile",
            "fault.enospc",
            "fault.slow",
        ][self as usize]
    }

    /// The point with that name.
    pub fn named(name: &str) -> Option<Point> {
        Point::ALL.into_iter().find(|point| point.name() == name)
    }

    /// Whether the candidates are delays, as [`DELAYS`] has them.
    pub fn is_delay(self) -> bool {
        matches!(
            self,
            Point::JobStart | Point::JobFinish | Point::ReadyLate | Point::Stall
        )
    }
}

/// What something can be late by: not at all, by a turn, or by so many milliseconds.
pub const DELAYS: [Option<u64>; 5] = [None, Some(0), Some(2), Some(50), Some(500)];

/// A question: one of so many candidates, of which the first is what would be taken anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// Where
    pub point: Point,
    /// Which one of that point, counted from 0: so one more question elsewhere changes no answer here
    pub nth: u64,
    /// How many candidates there are, at least two
    pub candidates: usize,
    /// The callback that asked for what waits; 0 if that is not known
    pub scheduled_by: u64,
}

/// Makes choices: [`LoopOptions::chooser`](crate::LoopOptions::chooser).
pub trait Chooser {
    /// The number of the candidate; one that does not exist counts as 0.
    fn choose(&self, question: &Question) -> usize;
}

/// Takes everything as it comes.
#[derive(Clone, Copy, Debug, Default)]
pub struct InOrder;

impl Chooser for InOrder {
    fn choose(&self, _: &Question) -> usize {
        0
    }
}

/// A number that depends on a seed and a question alone (SplitMix64 of each part).
fn draw(seed: u64, question: &Question) -> u64 {
    let mix = |number: u64| {
        let mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    mix(mix(mix(seed) ^ question.point as u64) ^ question.nth)
}

/// Draws orders from a seed. Delays are of a turn at most, and time passes by timers alone.
#[derive(Clone, Copy, Debug)]
pub struct Seeded(pub u64);

impl Chooser for Seeded {
    fn choose(&self, question: &Question) -> usize {
        let drawn = draw(self.0, question);
        match question.point {
            Point::Stall => 0,
            Point::JobStart | Point::JobFinish => usize::from(drawn.is_multiple_of(2)),
            Point::ReadyLate | Point::TimerLate => usize::from(drawn.is_multiple_of(4)),
            Point::ReadPart | Point::WritePart | Point::SignalLate => 0,
            Point::FaultReset | Point::FaultOpen | Point::FaultSpace | Point::FaultSlow => 0,
            _ => (drawn % question.candidates as u64) as usize,
        }
    }
}

/// Draws whatever can be drawn, once in so many questions: for a search.
#[derive(Clone, Copy, Debug)]
pub struct Wild {
    /// What the draws depend on
    pub seed: u64,
    /// One question in so many is not answered with 0; orders count as such questions, too
    pub one_in: u64,
}

impl Chooser for Wild {
    fn choose(&self, question: &Question) -> usize {
        let drawn = draw(self.seed, question);
        let one_in = match question.point {
            // There is a chance in every turn.
            Point::Stall => self.one_in * 8,
            _ => self.one_in,
        };
        if !drawn.is_multiple_of(one_in.max(1)) {
            return 0;
        }
        1 + (drawn / one_in.max(1) % (question.candidates as u64 - 1)) as usize
    }
}

/// Makes the choices of a list, and all others as they come.
#[derive(Clone, Debug, Default)]
pub struct Listed(pub HashMap<(Point, u64), usize>);

impl Listed {
    /// Reads a list such as `job.start:3=2 ready.late:0=1`; what stands before the name of a point it does not know is an
    /// error.
    pub fn parse(text: &str) -> Result<Listed, String> {
        let parse = |word: &str| {
            let (name, rest) = word.split_once(':')?;
            let (nth, chosen) = rest.split_once('=')?;
            let key = (Point::named(name)?, nth.parse().ok()?);
            Some((key, chosen.parse().ok()?))
        };
        let words = text.split_ascii_whitespace();
        words
            .map(|word| parse(word).ok_or_else(|| format!("not a choice: {word}")))
            .collect::<Result<_, _>>()
            .map(Listed)
    }
}

impl Chooser for Listed {
    fn choose(&self, question: &Question) -> usize {
        let known = self.0.get(&(question.point, question.nth));
        known.copied().unwrap_or(0)
    }
}

/// Keeps every question and its answer, of whoever answers.
pub struct Noted<C> {
    chooser: C,
    notes: RefCell<Vec<(Question, usize)>>,
}

impl<C> Noted<C> {
    /// Notes what a chooser answers.
    pub fn new(chooser: C) -> Self {
        Noted {
            chooser,
            notes: RefCell::default(),
        }
    }

    /// All questions so far, and the answers.
    pub fn notes(&self) -> Vec<(Question, usize)> {
        self.notes.borrow().clone()
    }
}

impl<C: Chooser> Chooser for Noted<C> {
    fn choose(&self, question: &Question) -> usize {
        let chosen = self.chooser.choose(question);
        let chosen = if chosen < question.candidates {
            chosen
        } else {
            0
        };
        self.notes.borrow_mut().push((*question, chosen));
        chosen
    }
}

impl Chooser for Box<dyn Chooser> {
    fn choose(&self, question: &Question) -> usize {
        (**self).choose(question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(point: Point, nth: u64, candidates: usize) -> Question {
        Question {
            point,
            nth,
            candidates,
            scheduled_by: 0,
        }
    }

    #[test]
    fn a_draw_depends_on_its_own_point_alone() {
        let first = Seeded(7).choose(&question(Point::LetterFirst, 3, 5));
        Seeded(7).choose(&question(Point::ReadyFirst, 0, 9));
        assert_eq!(Seeded(7).choose(&question(Point::LetterFirst, 3, 5)), first);
        let drawn: std::collections::HashSet<usize> = (0..100)
            .map(|nth| Seeded(7).choose(&question(Point::LetterFirst, nth, 5)))
            .collect();
        assert_eq!(drawn.len(), 5);
    }

    #[test]
    fn lists_are_read_and_others_are_refused() {
        let list = Listed::parse("job.start:3=2 ready.late:0=1").unwrap();
        assert_eq!(list.choose(&question(Point::JobStart, 3, 5)), 2);
        assert_eq!(list.choose(&question(Point::JobStart, 4, 5)), 0);
        assert!(Listed::parse("job:3=2").is_err() && Listed::parse("job.start:x=2").is_err());
        assert!(Listed::parse("").unwrap().0.is_empty());
    }

    #[test]
    fn a_wild_chooser_draws_every_candidate() {
        let wild = Wild { seed: 3, one_in: 4 };
        let drawn: std::collections::HashSet<usize> = (0..200)
            .map(|nth| wild.choose(&question(Point::JobStart, nth, 5)))
            .collect();
        assert_eq!(drawn.len(), 5);
    }
}
