//! The closing phase: handles that were closed go away, and their close callbacks run.

use crate::Loop;
use crate::observe::Kind;

/// Closes what waits now, the last one first, as libuv does. What is closed meanwhile waits for the
/// next turn.
#[inline]
pub(crate) fn run(lp: &Loop) {
    if lp.core.has_waiting() {
        run_all(lp);
    }
}

#[inline(never)]
fn run_all(lp: &Loop) {
    lp.core.closing.borrow_mut().begin();
    loop {
        let next = lp.core.closing.borrow().peek();
        let Some(key) = next else { return };
        // Before it is taken: if a callback panics, the next closing phase goes on from there.
        if let Some(source) = lp.closing_source(key) {
            source.closed(lp, key);
        }
        let next = lp.core.closing.borrow_mut().next();
        let Some(closed) = next else { return };
        lp.core.count_waiting(-1);
        let freed = lp.core.handles.borrow_mut().free(closed.key);
        // Dropped first, and with nothing borrowed: what it owns may well use the loop.
        drop(freed);
        lp.call(Kind::Close, closed.scheduled_by, || (closed.callback)(lp));
    }
}
