//! The pending phase: callbacks of requests that were over at once, and callbacks that were put off.

use crate::Loop;
use crate::observe::Kind;

/// How often callbacks that were put off in the poll phase are run at its end.
const ROUNDS_AFTER_POLL: u32 = 8;

#[inline]
pub(crate) fn is_empty(lp: &Loop) -> bool {
    !lp.core.has_waiting()
        || (lp.core.pending.borrow().is_empty() && lp.core.fed.borrow().is_empty())
}

/// Runs what waits now; what is added meanwhile waits for the next call.
#[inline]
pub(crate) fn run(lp: &Loop) {
    if lp.core.has_waiting() {
        run_all(lp);
    }
}

#[inline(never)]
fn run_all(lp: &Loop) {
    run_fed(lp);
    let end = lp.core.pending.borrow().end();
    loop {
        let next = lp.core.pending.borrow_mut().pop_before(end);
        let Some((callback, by)) = next else { return };
        lp.core.count_waiting(-1);
        lp.call(Kind::Pending, by, || callback(lp));
    }
}

/// Runs what handles have put off.
fn run_fed(lp: &Loop) {
    let count = lp.core.fed.borrow().len();
    for _ in 0..count {
        let next = lp.core.fed.borrow_mut().pop_front();
        let Some(key) = next else { return };
        lp.core.count_waiting(-1);
        // None if it is closed: then the closing phase ends its requests.
        if let Some(source) = lp.any_source(key) {
            source.fed(lp, key);
        }
    }
}

/// Runs what the poll phase put off, a bounded number of times over so that the rest gets its turn.
#[inline]
pub(crate) fn run_after_poll(lp: &Loop) {
    if lp.core.has_waiting() {
        run_rounds(lp);
    }
}

#[inline(never)]
fn run_rounds(lp: &Loop) {
    for _ in 0..ROUNDS_AFTER_POLL {
        if is_empty(lp) {
            return;
        }
        run(lp);
    }
}
