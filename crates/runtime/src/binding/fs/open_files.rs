//! The files that a worker has opened by their numbers: those that it leaves open are closed when it ends.

use std::cell::RefCell;
use std::collections::HashSet;
use std::os::fd::RawFd;

use rondo_loop::work::fs;

use crate::descriptor;

/// The open files of a runtime, once they are counted.
#[derive(Default)]
pub(crate) struct OpenFiles(RefCell<Option<HashSet<RawFd>>>);

impl OpenFiles {
    /// From here on files are counted.
    pub(crate) fn track(&self) {
        *self.0.borrow_mut() = Some(HashSet::new());
    }

    pub(crate) fn add(&self, number: RawFd) {
        if let Some(files) = &mut *self.0.borrow_mut() {
            files.insert(number);
        }
    }

    pub(crate) fn remove(&self, number: RawFd) {
        if let Some(files) = &mut *self.0.borrow_mut() {
            files.remove(&number);
        }
    }

    /// Closes those that are left.
    pub(crate) fn close_all(&self) {
        for number in self.0.take().into_iter().flatten() {
            let _ = fs::close(descriptor::own(number));
        }
    }
}
