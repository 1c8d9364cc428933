//! Numbers of a model for what a recording numbers otherwise.

use std::collections::HashMap;
use std::hash::Hash;

/// Finds the place in a row by a number: those of a recording are dense but for handles.
#[derive(Default)]
pub(crate) struct Numbers {
    /// The number that the row begins with: of what was kept of a long recording it is large
    base: Option<u64>,
    dense: Vec<u32>,
    sparse: HashMap<u64, u32>,
}

/// The row does not grow by more than so much at once.
const STEP: usize = 1 << 10;

impl Numbers {
    pub(crate) fn get(&self, number: u64) -> Option<u32> {
        let dense = self
            .row_place(number)
            .and_then(|place| self.dense.get(place))
            .and_then(|place| place.checked_sub(1));
        dense.or_else(|| self.sparse.get(&number).copied())
    }

    fn row_place(&self, number: u64) -> Option<usize> {
        let base = self.base?;
        usize::try_from(number.checked_sub(base)?).ok()
    }

    pub(crate) fn set(&mut self, number: u64, place: u32) {
        self.base.get_or_insert(number.saturating_sub(1));
        match self.row_place(number) {
            Some(at) if at < self.dense.len() + STEP => {
                if at >= self.dense.len() {
                    self.dense.resize(at + 1, 0);
                }
                self.dense[at] = place + 1;
            }
            _ => {
                self.sparse.insert(number, place);
            }
        }
    }
}

/// Keeps each thing once.
pub(crate) struct Once<T> {
    known: HashMap<T, u32>,
}

impl<T: Eq + Hash> Once<T> {
    pub(crate) fn new() -> Once<T> {
        Once {
            known: HashMap::new(),
        }
    }

    /// The number of a thing; a new one is handed on with `add`.
    pub(crate) fn number(&mut self, thing: T, add: impl FnOnce()) -> u32 {
        let next = self.known.len() as u32;
        *self.known.entry(thing).or_insert_with(|| {
            add();
            next
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_huge_numbers_are_found() {
        let mut numbers = Numbers::default();
        for (place, number) in [(0, 3), (1, 1 << 40), (2, 70_000), (3, 4)] {
            numbers.set(number, place);
        }
        numbers.set(1, 4);
        let found = [3, 1 << 40, 70_000, 4, 5, 0, 1].map(|number| numbers.get(number));
        assert_eq!(found[..4], [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(found[4..], [None, None, Some(4)]);
    }
}
