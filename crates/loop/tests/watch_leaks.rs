//! Watches that come and go leave no descriptors behind. Alone in its program, for it counts them.

use rondo_loop::work::fs::mkdtemp;
use rondo_loop::{Handle, Loop, Mode, StatPoll, Watch, WatchOptions};

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

#[test]
fn ten_thousand_watches_leave_no_descriptor() {
    let folder = mkdtemp(&std::env::temp_dir().join("rondo-watch-")).unwrap();
    std::fs::create_dir(folder.join("sub")).unwrap();
    let lp = Loop::new().unwrap();
    let come_and_go = |recursive| {
        let watch = Watch::new(&lp, |_, _, _| {});
        watch
            .start(&lp, &folder, WatchOptions { recursive })
            .unwrap();
        watch.close(&lp, |_| {});
        let poll = StatPoll::new(&lp, |_, _, _, _| {});
        poll.start(&lp, &folder, 1000);
        poll.close(&lp, |_| {});
        lp.run(Mode::Default);
    };
    come_and_go(true);
    let before = descriptors();
    for round in 0..10_000 {
        come_and_go(round % 2 == 0);
    }
    assert_eq!(descriptors(), before);
    drop(lp);
    std::fs::remove_dir_all(folder).unwrap();
}
