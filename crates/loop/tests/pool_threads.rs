//! How the system treats the pool's threads.

use std::cell::RefCell;
use std::rc::Rc;

use rondo_loop::{Loop, LoopOptions, Mode, Pool, system};

#[test]
fn threads_have_the_priority_and_the_processors_of_their_pool() {
    let own = system::thread_affinity().unwrap();
    let last = *own.last().unwrap();
    let lp = Loop::with_options(LoopOptions {
        pool: Pool::with_threads(1, 7, &[last]),
        ..LoopOptions::default()
    })
    .unwrap();
    let seen = Rc::new(RefCell::new(None));
    let found = seen.clone();
    lp.queue_work(
        || {
            (
                system::thread_priority().unwrap(),
                system::thread_affinity().unwrap(),
            )
        },
        move |_, result| *found.borrow_mut() = result.ok(),
    );
    lp.run(Mode::Default);
    assert_eq!(seen.take(), Some((7, vec![last])));
    assert_eq!(
        system::thread_affinity().unwrap(),
        own,
        "the loop's thread is left alone"
    );
}

#[test]
fn processors_that_do_not_exist_are_refused() {
    assert!(system::set_thread_affinity(&[]).is_err());
    assert!(system::set_thread_affinity(&[1 << 20]).is_err());
}
