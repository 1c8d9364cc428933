//! The seam: what a run gives to the world, and what was left open in it, passes here; what it has from the world is to come.
//!
//! A [`Tape`] that is put in for a thread hears of it. Nothing is asked and nothing kept as long as there is none: a look at
//! a flag of the thread.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::choose::Question;

/// Who writes down what passes.
pub trait Tape {
    /// The program wrote to its standard output (1) or error (2).
    fn wrote(&self, _to: i32, _bytes: &[u8]) {}
    /// An order was open, and one was chosen.
    fn chose(&self, _question: &Question, _chosen: usize) {}
    /// The process is about to end without more ado.
    fn ending(&self) {}
}

thread_local! {
    static IS_TAPED: Cell<bool> = const { Cell::new(false) };
    static TAPE: RefCell<Option<Rc<dyn Tape>>> = const { RefCell::new(None) };
}

/// Puts in the tape of the calling thread, or takes it out.
pub fn set_tape(tape: Option<Rc<dyn Tape>>) {
    IS_TAPED.set(tape.is_some());
    let before = TAPE.replace(tape);
    drop(before);
}

fn tape() -> Option<Rc<dyn Tape>> {
    TAPE.with_borrow(Clone::clone)
}

/// Tells that bytes were written to a descriptor; of interest are standard output and error.
#[inline]
pub fn wrote(to: i32, bytes: &[u8]) {
    if IS_TAPED.get()
        && (to == 1 || to == 2)
        && let Some(tape) = tape()
    {
        tape.wrote(to, bytes);
    }
}

/// Tells what was chosen.
pub(crate) fn chose(question: &Question, chosen: usize) {
    if IS_TAPED.get()
        && let Some(tape) = tape()
    {
        tape.chose(question, chosen);
    }
}

/// Tells that the process is about to end, from wherever.
pub fn ending() {
    if let Some(tape) = tape() {
        tape.ending();
    }
}
