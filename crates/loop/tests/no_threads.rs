//! A pool that gets no thread from the system. Alone in its file, for it limits the whole process.

use rondo_loop::{Loop, Mode};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

#[test]
fn work_is_done_although_no_thread_can_be_made() {
    let lp = Loop::new().unwrap();
    let size = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = size.split(' ').next().unwrap().parse().unwrap();
    let before = getrlimit(Resource::As);
    // Room for what the test needs, not for the stack of a thread.
    let limit = Rlimit {
        current: Some(pages * 4096 + (1 << 20)),
        maximum: before.maximum,
    };
    setrlimit(Resource::As, limit).unwrap();
    let made = std::thread::Builder::new().spawn(|| {}).is_ok();
    let done = std::rc::Rc::new(std::cell::Cell::new(0));
    for number in 1..=3 {
        let done = done.clone();
        lp.queue_work(
            move || number,
            move |_, result| done.set(done.get() + result.unwrap()),
        );
    }
    lp.run(Mode::Default);
    setrlimit(Resource::As, before).unwrap();
    assert!(!made, "the limit holds");
    assert_eq!((done.get(), lp.active_requests()), (6, 0));
}
