//! Streams that nobody uses at the moment, for whoever needs one that is set up the same way: to make one takes longer than
//! to compress a kilobyte, for all the memory that has to be fetched from the system.

use std::sync::{Mutex, PoisonError};

/// Some idle streams with how they are set up.
pub(crate) struct Idle<K, S>(Mutex<Vec<(K, S)>>);

/// No more are kept. One for each thread of the pool would be enough.
const MOST_IDLE: usize = 4;

impl<K: PartialEq, S> Idle<K, S> {
    pub(crate) const fn new() -> Idle<K, S> {
        Idle(Mutex::new(Vec::new()))
    }

    /// One that is set up in that way.
    pub(crate) fn take(&self, key: &K) -> Option<S> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = idle.iter().rposition(|(known, _)| known == key)?;
        Some(idle.swap_remove(at).1)
    }

    /// Keeps one; the oldest goes if there are too many.
    pub(crate) fn put(&self, key: K, stream: S) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() == MOST_IDLE {
            idle.remove(0);
        }
        idle.push((key, stream));
    }
}
