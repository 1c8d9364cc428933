//! The check phase: check handles, then the immediates that were set before it.

use crate::Loop;
use crate::handle::{Hook, hook};
use crate::observe::Kind;

#[inline]
pub(crate) fn run(lp: &Loop) {
    if lp.core.has_waiting() {
        run_all(lp);
    } else {
        // What they set waits for the next turn.
        hook::run(lp, Hook::Check);
    }
}

#[inline(never)]
fn run_all(lp: &Loop) {
    // Taken down first: what the hooks add waits for the next turn.
    let end = lp.core.immediates.borrow().end();
    hook::run(lp, Hook::Check);
    loop {
        let next = lp.core.immediates.borrow_mut().pop_before(end);
        let Some((callback, by)) = next else { return };
        lp.core.count_waiting(-1);
        lp.call(Kind::Immediate, by, || callback(lp));
    }
}
