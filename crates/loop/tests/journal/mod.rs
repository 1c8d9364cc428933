//! A list of what happened, which callbacks can write to.
#![allow(dead_code, reason = "each test program uses what it needs")]

use std::cell::RefCell;
use std::rc::Rc;

use rondo_loop::{Handle, Kind, Loop, Observer};

#[derive(Clone, Default)]
pub struct Journal(Rc<RefCell<Vec<String>>>);

impl Journal {
    pub fn add(&self, line: impl Into<String>) {
        self.0.borrow_mut().push(line.into());
    }

    /// Whether nothing was written since the last call of [`take`](Journal::take).
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// What was written since the last call.
    pub fn take(&self) -> Vec<String> {
        self.0.take()
    }

    /// A callback that writes a line, once.
    pub fn once(&self, line: &'static str) -> impl FnOnce(&Loop) + 'static {
        let journal = self.clone();
        move |_| journal.add(line)
    }

    /// A handle's callback that writes a line.
    pub fn note<H: Handle>(&self, line: &'static str) -> impl FnMut(&Loop, H) + 'static {
        let journal = self.clone();
        move |_, _| journal.add(line)
    }

    /// A handle's callback that writes a line and closes the handle.
    pub fn note_and_close<H: Handle>(&self, line: &'static str) -> impl FnMut(&Loop, H) + 'static {
        let journal = self.clone();
        move |lp, handle| {
            journal.add(line);
            handle.close(lp, |_| {});
        }
    }
}

/// Callbacks that a loop has run: kind, id, and the id of the one that scheduled it.
#[derive(Default)]
pub struct Callbacks(RefCell<Vec<(Kind, u64, u64)>>);

impl Callbacks {
    /// Watches a loop from now on.
    pub fn watch(lp: &Loop) -> Rc<Callbacks> {
        let callbacks = Rc::new(Callbacks::default());
        lp.set_observer(Some(callbacks.clone()));
        callbacks
    }

    /// Those that have run since the last call.
    pub fn take(&self) -> Vec<(Kind, u64, u64)> {
        self.0.take()
    }
}

impl Observer for Callbacks {
    fn callback_begin(&self, kind: Kind, id: u64, scheduled_by: u64) {
        self.0.borrow_mut().push((kind, id, scheduled_by));
    }
}
