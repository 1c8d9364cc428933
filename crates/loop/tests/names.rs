//! Handles' names: small, and never those of another handle.

use rondo_loop::{Handle, Loop, Mode, Timer};

#[test]
fn a_handle_is_as_small_as_a_pointer() {
    assert_eq!(size_of::<Timer>(), 8);
}

#[test]
fn a_slot_that_was_used_a_million_times_does_not_get_its_first_name_again() {
    let lp = Loop::new().unwrap();
    let first = Timer::new(&lp, |_, _| {});
    first.close(&lp, |_| {});
    lp.run(Mode::Default);
    for _ in 0..(1 << 20) + 10 {
        let next = Timer::new(&lp, |_, _| {});
        assert!(first.is_closing(&lp) && first != next);
        next.close(&lp, |_| {});
        lp.run(Mode::Default);
    }
}

#[test]
fn requests_of_another_loop_are_refused() {
    let (one, other) = (Loop::new().unwrap(), Loop::new().unwrap());
    let id = one.queue_work(|| (), |_, _| {});
    let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| other.cancel(id)));
    assert!(refused.is_err());
    one.run(Mode::Default);
}
