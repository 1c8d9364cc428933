//! Random bytes.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc;

use rondo_loop::work::entropy;
use rondo_loop::{Clock, Loop, Mode, Pool};

/// Whether bytes look random: of so many, each value is there, and none far too often.
fn looks_random(bytes: &[u8]) -> bool {
    let mut counts = [0; 256];
    bytes
        .iter()
        .for_each(|&byte| counts[usize::from(byte)] += 1);
    let expected = bytes.len() / 256;
    counts
        .iter()
        .all(|&count| count > expected / 2 && count < expected * 2)
}

#[test]
fn a_buffer_is_filled_to_its_end() {
    // More than the system gives uninterrupted.
    let mut bytes = vec![0; 1 << 20];
    entropy::fill(&mut bytes).unwrap();
    assert!(looks_random(&bytes));
    assert!(looks_random(&bytes[(1 << 20) - (1 << 18)..]));
    entropy::fill(&mut []).unwrap();
}

#[test]
fn the_pool_fills_buffers_too() {
    let lp = Loop::new().unwrap();
    let results = Rc::new(RefCell::new(Vec::new()));
    for _ in 0..2 {
        let all = results.clone();
        lp.random(vec![0; 1 << 17], move |_, result| {
            all.borrow_mut().push(result.unwrap());
        });
    }
    assert!(!lp.run(Mode::Default));
    let results = results.take();
    assert!(results.iter().all(|bytes| looks_random(bytes)));
    assert_ne!(results[0], results[1]);
}

#[test]
fn a_request_that_waits_can_be_cancelled() {
    let lp = Loop::with(Clock::real(), Pool::new(1)).unwrap();
    let (release, wait) = mpsc::channel::<()>();
    lp.queue_work(move || wait.recv(), |_, _| {});
    let seen = Rc::new(RefCell::new(None));
    let code = seen.clone();
    let request = lp.random(vec![0; 8], move |_, result| {
        *code.borrow_mut() = result.unwrap_err().raw_os_error();
    });
    // It is behind the one that waits, if that has begun at all.
    assert!(lp.cancel(request));
    drop(release);
    lp.run(Mode::Default);
    assert_eq!(*seen.borrow(), Some(libc::ECANCELED));
}
