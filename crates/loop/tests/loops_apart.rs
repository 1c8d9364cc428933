//! Several loops: what belongs to one is refused by the others, and nothing keeps a loop but its owner.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use rondo_loop::{Handle, Loop, Mode, Pipe, Stream, Timer};

fn is_refused(call: impl FnOnce()) -> bool {
    let Err(panic) = catch_unwind(AssertUnwindSafe(call)) else {
        return false;
    };
    panic
        .downcast_ref::<&str>()
        .is_some_and(|text| text.contains("another loop"))
}

#[test]
fn a_handle_of_another_loop_is_refused_and_harms_nobody() {
    let (one, other) = (Loop::new().unwrap(), Loop::new().unwrap());
    let has_run = Rc::new(Cell::new(false));
    let runs = has_run.clone();
    // Both are the first handle of their loop.
    let timer = Timer::new(&one, |_, _| {});
    Timer::new(&other, move |_, _| runs.set(true)).start(&other, 1, 0);
    assert!(is_refused(|| timer.stop(&other)));
    assert!(is_refused(|| timer.start(&other, 0, 0)));
    assert!(is_refused(|| timer.close(&other, |_| {})));
    assert!(is_refused(|| timer.unref(&other)));
    assert!(is_refused(|| _ = timer.is_active(&other)));
    other.run(Mode::Default);
    assert!(has_run.get());
}

#[test]
fn streams_requests_and_immediates_of_another_loop_are_refused() {
    let (one, other) = (Loop::new().unwrap(), Loop::new().unwrap());
    let (left, _right) = Pipe::pair(&one).unwrap();
    Pipe::pair(&other).unwrap();
    assert!(is_refused(|| drop(left.write(&other, "x", |_, _| {}))));
    let immediate = one.set_immediate(|_| {});
    other.set_immediate(|_| {});
    assert!(is_refused(|| _ = other.clear_immediate(immediate)));
    assert!(one.clear_immediate(immediate));
    let work = one.queue_work(|| {}, |_, _| {});
    other.queue_work(|| {}, |_, result| result.unwrap());
    assert!(is_refused(|| _ = other.cancel(work)));
    other.run(Mode::Default);
}

#[test]
fn a_weak_loop_in_a_callback_does_not_keep_the_loop() {
    let lp = Loop::new().unwrap();
    let weak = lp.downgrade();
    let inside = weak.clone();
    let stays = Rc::new(());
    let held = stays.clone();
    Timer::new(&lp, move |_, _| drop((inside.upgrade(), held.clone()))).start(&lp, 1, 0);
    lp.run(Mode::Default);
    assert!(weak.upgrade().is_some());
    drop(lp);
    assert!(weak.upgrade().is_none());
    assert_eq!(Rc::strong_count(&stays), 1, "the callback is dropped");
}
