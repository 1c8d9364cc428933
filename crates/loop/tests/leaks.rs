//! Loops that come and go leave no descriptors behind. Alone in its program, for it counts them.

use rondo_loop::{Io, Loop, Mode, Ready, Signal, Wakeup};

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

fn come_and_go() {
    let lp = Loop::new().unwrap();
    let (reader, _writer) = std::io::pipe().unwrap();
    Io::new(&lp, &reader, |_, _, _| {})
        .start(&lp, Ready::READABLE)
        .unwrap();
    // By default this signal is ignored.
    Signal::new(&lp, |_, _, _| {}).start(&lp, 28).unwrap();
    Wakeup::new(&lp, |_, _| {}).1.wake();
    lp.run(Mode::NoWait);
}

#[test]
fn descriptors_are_closed_or_used_again() {
    come_and_go();
    let before = descriptors();
    for _ in 0..100 {
        come_and_go();
    }
    assert_eq!(descriptors(), before);
}
