//! Messages of 1 KiB go from one UDP socket to another, both in one loop, as many as arrive. The sender always
//! has the same number under way: the system would throw away what does not fit into the receiver's buffer.

use std::cell::Cell;
use std::rc::Rc;

use rondo_loop::{Handle, Loop, Mode, Udp};

use crate::{Case, Start, Took, other};

const MESSAGES: u32 = 500_000;
const AT_A_TIME: u32 = 32;
static DATA: [u8; 1024] = [b'x'; 1024];

pub const CASE: Case = Case {
    name: "udp-pump",
    title: "UDP: 500,000 messages of 1 KiB, 32 at a time",
    rondo,
    libuv: other!(other::libuv),
};

fn rondo() -> Took {
    let lp = Loop::new().expect("a loop");
    let [sink, source] = [(); 2].map(|()| {
        let udp = Udp::new(&lp);
        udp.bind(&lp, "127.0.0.1:0".parse().expect("an address"))
            .expect("a port is free");
        udp
    });
    let target = sink.local_address(&lp).expect("it is bound");
    source.connect(&lp, target).expect("an address");
    let left = Rc::new(Cell::new(MESSAGES));
    let mut in_round = 0;
    let start = Start::now();
    let (rest, send) = (left.clone(), move |lp: &Loop| {
        for _ in 0..AT_A_TIME {
            source
                .send(lp, &DATA[..], None, |_, sent| sent.expect("a send"))
                .expect("it is open");
        }
    });
    sink.recv_start(&lp, move |lp, sink, received| {
        assert_eq!(received.expect("a message").data.len(), DATA.len());
        rest.set(rest.get() - 1);
        in_round += 1;
        if rest.get() == 0 {
            sink.close(lp, |_| {});
            source.close(lp, |_| {});
        } else if in_round == AT_A_TIME {
            in_round = 0;
            send(lp);
        }
    })
    .expect("it can be read");
    send(&lp);
    lp.run(Mode::Default);
    assert_eq!(left.get(), 0);
    start.elapsed()
}

#[cfg(feature = "libuv")]
mod other {
    use std::net::UdpSocket;
    use std::os::fd::{IntoRawFd, OwnedFd};

    use super::*;
    use crate::uv::{self, *};

    static mut LEFT: u32 = MESSAGES;
    static mut IN_ROUND: u32 = 0;
    static mut SOURCE: *mut uv_udp_t = std::ptr::null_mut();
    static mut REQUESTS: *mut uv_udp_send_t = std::ptr::null_mut();

    unsafe extern "C" fn on_send(_: *mut uv_udp_send_t, status: i32) {
        ok(status);
    }

    unsafe fn send_all() {
        unsafe {
            for index in 0..AT_A_TIME as usize {
                let buffer = uv_buf_init(DATA.as_ptr().cast_mut().cast(), DATA.len() as u32);
                let request = REQUESTS.add(index);
                ok(uv_udp_send(
                    request,
                    SOURCE,
                    &buffer,
                    1,
                    std::ptr::null(),
                    Some(on_send),
                ));
            }
        }
    }

    unsafe extern "C" fn on_message(
        sink: *mut uv_udp_t,
        count: isize,
        _: *const uv_buf_t,
        from: *const sockaddr,
        _: u32,
    ) {
        unsafe {
            if from.is_null() {
                return ok(count as i32);
            }
            assert_eq!(count as usize, DATA.len());
            LEFT -= 1;
            IN_ROUND += 1;
            if LEFT == 0 {
                uv_close(sink.cast(), None);
                uv_close(SOURCE.cast(), None);
            } else if IN_ROUND == AT_A_TIME {
                IN_ROUND = 0;
                send_all();
            }
        }
    }

    fn open(lp: *mut uv_loop_t, socket: UdpSocket) -> *mut uv_udp_t {
        let udp = uv::room();
        unsafe {
            ok(uv_udp_init(lp, udp));
            ok(uv_udp_open(udp, OwnedFd::from(socket).into_raw_fd()));
        }
        udp
    }

    pub fn libuv() -> Took {
        let lp = uv::new_loop();
        let [one, other] =
            [(); 2].map(|()| UdpSocket::bind("127.0.0.1:0").expect("a port is free"));
        other
            .connect(one.local_addr().expect("it is bound"))
            .expect("an address");
        let sink = open(lp, one);
        unsafe {
            SOURCE = open(lp, other);
            REQUESTS = uv::rooms(AT_A_TIME as usize);
            let start = Start::now();
            ok(uv_udp_recv_start(sink, Some(lend_buffer), Some(on_message)));
            send_all();
            uv::run(lp);
            start.elapsed()
        }
    }
}
