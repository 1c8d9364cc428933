//! UDP sockets that come and go leave no descriptors behind. Alone in its program, for it counts them.

use std::net::Ipv4Addr;

use rondo_loop::{Handle, Loop, Mode, Udp};

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

#[test]
fn ten_thousand_sockets_leave_no_descriptor() {
    let lp = Loop::new().unwrap();
    let before = descriptors();
    for round in 0..10_000 {
        let udp = Udp::new(&lp);
        let here = (Ipv4Addr::LOCALHOST, 0).into();
        udp.bind(&lp, here).unwrap();
        if round % 2 == 0 {
            udp.recv_start(&lp, |_, _, _| {}).unwrap();
        }
        udp.close(&lp, |_| {});
        lp.run(Mode::Default);
    }
    assert_eq!(descriptors(), before);
}
