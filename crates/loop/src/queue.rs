//! A queue of callbacks that run once, in the order in which they were added.

use std::collections::VecDeque;

use crate::Loop;

type Callback = Box<dyn FnOnce(&Loop)>;

struct Entry {
    callback: Callback,
    scheduled_by: u64,
}

/// Adding, taking and removing by number cost the same however long the queue is.
#[derive(Default)]
pub(crate) struct Queue {
    /// Removed entries leave a hole, so that an entry's number gives its place.
    entries: VecDeque<Option<Entry>>,
    /// The number of the entry at the front.
    front: u64,
    /// Entries that are not holes.
    len: usize,
}

impl Queue {
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a callback and gives its number.
    pub(crate) fn push(&mut self, callback: Callback, scheduled_by: u64) -> u64 {
        self.entries.push_back(Some(Entry {
            callback,
            scheduled_by,
        }));
        self.len += 1;
        self.end() - 1
    }

    /// The number that the next entry will have.
    pub(crate) fn end(&self) -> u64 {
        self.front + self.entries.len() as u64
    }

    /// Takes the first entry whose number is below `end`.
    pub(crate) fn pop_before(&mut self, end: u64) -> Option<(Callback, u64)> {
        while self.front < end {
            let entry = self.entries.pop_front()?;
            self.front += 1;
            if let Some(Entry {
                callback,
                scheduled_by,
            }) = entry
            {
                self.len -= 1;
                return Some((callback, scheduled_by));
            }
        }
        None
    }

    /// Takes an entry out by its number, if it still waits.
    pub(crate) fn remove(&mut self, number: u64) -> Option<Callback> {
        let index = usize::try_from(number.checked_sub(self.front)?).ok()?;
        let entry = self.entries.get_mut(index)?.take()?;
        self.len -= 1;
        if self.len == 0 {
            // Only holes are left.
            self.front = self.end();
            self.entries.clear();
        }
        Some(entry.callback)
    }
}

#[cfg(test)]
mod tests {
    use super::Queue;

    #[test]
    fn numbers_stay_valid_as_entries_come_and_go() {
        let mut queue = Queue::default();
        let numbers: Vec<u64> = (0..4).map(|by| queue.push(Box::new(|_| {}), by)).collect();
        assert!(queue.remove(numbers[1]).is_some() && queue.remove(numbers[1]).is_none());
        let end = queue.end();
        queue.push(Box::new(|_| {}), 9);
        let order: Vec<u64> = std::iter::from_fn(|| queue.pop_before(end))
            .map(|(_, by)| by)
            .collect();
        assert_eq!(order, [0, 2, 3]);
        assert!(queue.remove(numbers[0]).is_none() && !queue.is_empty());
        assert!(queue.remove(end).is_some() && queue.is_empty() && queue.entries.is_empty());
        assert_eq!(queue.push(Box::new(|_| {}), 0), end + 1);
        assert!(queue.remove(end).is_none());
    }
}
