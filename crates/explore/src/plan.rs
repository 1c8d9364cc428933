//! Which schedules to try, and in which order.
//!
//! Three ways take turns. *Wild*: every question is answered at random, more or less often. *A few delays*: the idea of PCT
//! (Burckhardt and others, 2010) for a loop: most faults need only d particular choices, so d of the n questions that the plain run asked are
//! drawn and answered otherwise, nothing else; see [`chance`]. *One by one*: every single other answer to every question, in
//! order, and from then on pairs with what made a difference.

use crate::choice::{Choice, Note, Schedule};

/// One thing to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Try {
    Listed(Schedule),
    Wild(u64, u64),
}

/// Numbers that depend on a seed alone (an xorshift).
struct Draws(u64);

impl Draws {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit.max(1)
    }
}

/// Gives one schedule after the other.
pub struct Plan {
    /// The questions of the plain run.
    notes: Vec<Note>,
    draws: Draws,
    wild: u64,
    /// How many single answers were tried.
    single: usize,
    /// Choices that made a difference, to be tried with others.
    telling: Vec<Choice>,
    turn: usize,
}

impl Plan {
    /// A plan for a program whose plain run asked so.
    pub fn new(notes: Vec<Note>, seed: u64) -> Plan {
        Plan {
            notes,
            draws: Draws(seed.wrapping_mul(2) | 1),
            wild: seed,
            single: 0,
            telling: Vec::new(),
            turn: 0,
        }
    }

    /// Has choices that made a difference tried together with others.
    pub fn tell(&mut self, schedule: &Schedule) {
        for choice in &schedule.0 {
            if !self.telling.contains(choice) {
                self.telling.push(choice.clone());
            }
        }
    }

    /// What to try next.
    pub(crate) fn next(&mut self) -> Try {
        self.turn += 1;
        let way = match self.turn % 4 {
            0 | 2 => self.one_by_one(),
            1 => self.few_delays(),
            _ => None,
        };
        way.map_or_else(|| self.wild(), Try::Listed)
    }

    fn wild(&mut self) -> Try {
        self.wild += 1;
        let one_in = [2, 4, 8, 16, 32][self.wild as usize % 5];
        Try::Wild(self.wild, one_in)
    }

    /// A question of the plain run, answered otherwise.
    fn other_answer(&mut self) -> Option<Choice> {
        let note = self.notes.get(self.draws.below(self.notes.len()))?;
        let chosen = 1 + self.draws.below(note.of as usize - 1) as u32;
        Some(Choice {
            point: note.point.clone(),
            nth: note.nth,
            chosen,
        })
    }

    fn few_delays(&mut self) -> Option<Schedule> {
        let depth = 1 + self.draws.below(DEPTH);
        let choices: Option<Vec<Choice>> = (0..depth).map(|_| self.other_answer()).collect();
        choices.map(Schedule)
    }

    /// The next single answer that was not tried; then pairs.
    fn one_by_one(&mut self) -> Option<Schedule> {
        let mut left = self.single;
        self.single += 1;
        for note in &self.notes {
            let others = note.of as usize - 1;
            if left < others {
                let choice = Choice {
                    point: note.point.clone(),
                    nth: note.nth,
                    // The longest delay shows most.
                    chosen: (others - left) as u32,
                };
                return Some(Schedule(vec![choice]));
            }
            left -= others;
        }
        let telling = self
            .telling
            .get(self.draws.below(self.telling.len()))?
            .clone();
        Some(Schedule(vec![telling, self.other_answer()?]))
    }
}

/// The most choices that are drawn together.
const DEPTH: usize = 3;

/// The chance, at least, that one run with a few delays meets a fault which needs `depth` particular answers, of `n` questions with
/// `answers` others each: the depth must be drawn, and each answer.
pub(crate) fn chance(n: usize, answers: usize, depth: u32) -> f64 {
    let each = (n * answers).max(1) as f64;
    let orders = f64::from((1..=depth).product::<u32>());
    orders / (DEPTH as f64 * each.powi(depth as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes() -> Vec<Note> {
        ["job.start 0 5 0", "timer.late 0 2 0"]
            .iter()
            .filter_map(|line| Note::parse(line))
            .collect()
    }

    #[test]
    fn every_single_answer_is_tried() {
        let mut plan = Plan::new(notes(), 1);
        let tried: std::collections::HashSet<String> = (0..40)
            .filter_map(|_| match plan.next() {
                Try::Listed(schedule) if schedule.0.len() == 1 => Some(schedule.to_string()),
                _ => None,
            })
            .collect();
        for wanted in ["job.start:0=4", "job.start:0=1", "timer.late:0=1"] {
            assert!(tried.contains(wanted), "{tried:?}");
        }
    }

    #[test]
    fn a_program_without_choices_can_be_explored() {
        let mut plan = Plan::new(Vec::new(), 1);
        assert!((0..10).all(|_| matches!(plan.next(), Try::Wild(..))));
    }

    #[test]
    fn the_bound_falls_with_depth() {
        assert!(chance(10, 4, 1) > chance(10, 4, 2) && chance(10, 4, 2) > 0.0);
        assert!(chance(0, 1, 1) <= 1.0);
    }
}
