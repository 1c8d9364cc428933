//! The timers phase: every timer that is due at the loop's time runs, by due time, then start order.

use crate::Loop;
use crate::handle::timer;

#[inline]
pub(crate) fn run(lp: &Loop) {
    if !lp.core.wheel.borrow().is_quiet() {
        run_due(lp);
    }
}

#[inline(never)]
fn run_due(lp: &Loop) {
    // Taken first, run afterwards: a timer that a callback sets is not among them.
    let mut wheel = lp.core.wheel.borrow_mut();
    if !wheel.expire(lp.now()) {
        return;
    }
    drop(wheel);
    let schedule = lp.core.schedule.as_ref();
    let schedule = schedule.filter(|schedule| schedule.may_put_off());
    loop {
        if let Some(schedule) = schedule
            && lp.core.wheel.borrow().ready_due() == Some(lp.now())
            && schedule.puts_off()
        {
            return;
        }
        let next = lp.core.wheel.borrow_mut().pop_ready();
        let Some(slot) = next else { break };
        timer::fire(lp, slot);
    }
    // What ran may have taken long: the next poll phase must not sleep for that time once more.
    lp.core.clock.forget();
}
