//! Futures that run on the loop.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use rondo_loop::{Cancelled, Handle, Loop, Mode, completion};

#[test]
fn the_loop_lives_until_they_have_ended() {
    let lp = Loop::with_virtual_clock().unwrap();
    let (inside, order) = (lp.clone(), Rc::new(RefCell::new(Vec::new())));
    for number in [3, 1, 2] {
        let (lp2, order) = (inside.clone(), order.clone());
        lp.spawn(async move {
            lp2.sleep(Duration::from_secs(number)).await;
            order.borrow_mut().push((number, lp2.now()));
        });
    }
    drop(inside);
    assert!(!lp.run(Mode::Default));
    assert_eq!(order.take(), [(1, 1000), (2, 2000), (3, 3000)]);
    let weak = lp.downgrade();
    drop(lp);
    assert!(weak.upgrade().is_none(), "nothing keeps the loop");
}

/// Ends when another thread says so.
struct Gate(Arc<Mutex<(bool, Option<Waker>)>>);

impl Future for Gate {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.0.lock().unwrap();
        if state.0 {
            return Poll::Ready(());
        }
        state.1 = Some(context.waker().clone());
        Poll::Pending
    }
}

#[test]
fn wakers_work_in_other_threads() {
    let lp = Loop::new().unwrap();
    let state = Arc::new(Mutex::new((false, None::<Waker>)));
    let passed = Rc::new(Cell::new(false));
    let (gate, passed2) = (Gate(state.clone()), passed.clone());
    lp.spawn(async move {
        gate.await;
        passed2.set(true);
    });
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        let mut state = state.lock().unwrap();
        state.0 = true;
        let waker = state.1.take().expect("it was polled");
        waker.wake_by_ref();
        waker.wake();
    });
    lp.run(Mode::Default);
    thread.join().unwrap();
    assert!(passed.get());
}

#[test]
fn one_that_wakes_itself_lets_others_run() {
    let lp = Loop::new().unwrap();
    let stop = Rc::new(Cell::new(false));
    let stop2 = stop.clone();
    lp.spawn(poll_fn(move |context| {
        if stop2.get() {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }));
    let lp2 = lp.clone();
    lp.spawn(async move {
        lp2.sleep(5).await;
        stop.set(true);
    });
    assert!(!lp.run(Mode::Default));
}

#[test]
fn results_and_cancelled_ones() {
    let lp = Loop::new().unwrap();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let dropped = Rc::new(());
    let (kept, never) = (Rc::downgrade(&dropped), completion::<()>());
    let waits = lp.spawn(async move {
        let _owned = dropped;
        never.1.await
    });
    let ends = lp.spawn(async { 7 });
    let (lp2, seen2) = (lp.clone(), seen.clone());
    lp.spawn(async move {
        let ended = ends.await;
        seen2.borrow_mut().push(ended);
        assert!(waits.cancel(&lp2), "it waits");
        assert!(!waits.cancel(&lp2), "it is gone");
        let ended = waits.await.map(|_| 0);
        seen2.borrow_mut().push(ended);
    });
    lp.run(Mode::Default);
    assert_eq!(seen.take(), [Ok(7), Err(Cancelled)]);
    assert!(kept.upgrade().is_none());
    drop(never.0);
}

#[test]
fn a_panic_ends_one_and_the_others_go_on() {
    let lp = Loop::new().unwrap();
    let done = Rc::new(Cell::new(0));
    lp.spawn(async { panic!("on purpose") });
    for _ in 0..2 {
        let done = done.clone();
        lp.spawn(async move { done.set(done.get() + 1) });
    }
    catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).unwrap_err();
    assert!(!lp.run(Mode::Default));
    assert_eq!(done.get(), 2);
}

#[test]
fn tasks_begin_anew_when_all_handles_were_closed() {
    let lp = Loop::new().unwrap();
    lp.spawn(async {});
    lp.run(Mode::Default);
    lp.walk(|info| info.handle.close(&lp, |_| {}));
    lp.run(Mode::Default);
    let done = Rc::new(Cell::new(false));
    let done2 = done.clone();
    lp.spawn(async move { done2.set(true) });
    lp.run(Mode::Default);
    assert!(done.get());
}
