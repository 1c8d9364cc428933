//! A short message goes to and fro between two UDP sockets, both in one loop.

use rondo_loop::{Handle, Loop, Mode, Udp};

use crate::{Case, Start, Took, laps, other};

const ROUNDS: u32 = 100_000;
const PING: &[u8] = b"PING\n";

pub const CASE: Case = Case {
    name: "udp-ping-pong",
    title: "UDP: 5 bytes to and fro, 100,000 times",
    rondo,
    libuv: other!(other::libuv),
};

fn rondo() -> Took {
    let lp = Loop::new().expect("a loop");
    let [echo, pinger] = [(); 2].map(|()| {
        let udp = Udp::new(&lp);
        udp.bind(&lp, "127.0.0.1:0".parse().expect("an address"))
            .expect("a port is free");
        udp
    });
    let target = echo.local_address(&lp).expect("it is bound");
    echo.recv_start(&lp, |lp, echo, received| {
        let message = received.expect("a message");
        if message.data == b"END" {
            return echo.close(lp, |_| {});
        }
        echo.send(lp, message.data, message.from, |_, sent| {
            sent.expect("a send")
        })
        .expect("it is open");
    })
    .expect("it can be read");

    let mut left = ROUNDS;
    let start = Start::now();
    pinger
        .recv_start(&lp, move |lp, pinger, received| {
            assert_eq!(received.expect("a message").data, PING);
            laps::lap();
            left -= 1;
            let next = if left == 0 { b"END" } else { PING };
            pinger
                .send(lp, next, Some(target), |_, sent| sent.expect("a send"))
                .expect("it is open");
            if left == 0 {
                pinger.close(lp, |_| {});
            }
        })
        .expect("it can be read");
    pinger
        .send(&lp, PING, Some(target), |_, sent| sent.expect("a send"))
        .expect("it is open");
    lp.run(Mode::Default);
    start.elapsed()
}

#[cfg(feature = "libuv")]
mod other {
    use std::net::UdpSocket;
    use std::os::fd::{IntoRawFd, OwnedFd};

    use super::*;
    use crate::uv::{self, *};

    struct Side {
        udp: uv_udp_t,
        request: uv_udp_send_t,
        data: [u8; 64],
        left: u32,
    }

    unsafe extern "C" fn on_send(_: *mut uv_udp_send_t, status: i32) {
        ok(status);
    }

    unsafe fn send(side: *mut Side, data: &[u8], to: *const sockaddr) {
        unsafe {
            // One message is under way at a time, so one request is enough.
            let copy = (&raw mut (*side).data).cast::<u8>();
            data.as_ptr().copy_to(copy, data.len());
            let buffer = uv_buf_init(copy.cast(), data.len() as u32);
            let (request, udp) = (&raw mut (*side).request, &raw mut (*side).udp);
            ok(uv_udp_send(request, udp, &buffer, 1, to, Some(on_send)));
        }
    }

    unsafe extern "C" fn on_echo(
        udp: *mut uv_udp_t,
        count: isize,
        buffer: *const uv_buf_t,
        from: *const sockaddr,
        _: u32,
    ) {
        unsafe {
            if from.is_null() {
                return ok(count as i32);
            }
            let data = std::slice::from_raw_parts((*buffer).base.cast::<u8>(), count as usize);
            if data == b"END" {
                return uv_close(udp.cast(), None);
            }
            send((*udp).data.cast(), data, from);
        }
    }

    unsafe extern "C" fn on_pong(
        udp: *mut uv_udp_t,
        count: isize,
        buffer: *const uv_buf_t,
        from: *const sockaddr,
        _: u32,
    ) {
        unsafe {
            if from.is_null() {
                return ok(count as i32);
            }
            let data = std::slice::from_raw_parts((*buffer).base.cast::<u8>(), count as usize);
            assert_eq!(data, PING);
            let side = (*udp).data.cast::<Side>();
            laps::lap();
            (*side).left -= 1;
            let next = if (*side).left == 0 { b"END" } else { PING };
            send(side, next, from);
            if (*side).left == 0 {
                uv_close(udp.cast(), None);
            }
        }
    }

    /// A socket with a handle, and its port.
    fn open(lp: *mut uv_loop_t) -> (*mut Side, u16) {
        let socket = UdpSocket::bind("127.0.0.1:0").expect("a port is free");
        let port = socket.local_addr().expect("it is bound").port();
        let side = uv::room::<Side>();
        unsafe {
            let udp = &raw mut (*side).udp;
            ok(uv_udp_init(lp, udp));
            ok(uv_udp_open(udp, OwnedFd::from(socket).into_raw_fd()));
            (*udp).data = side.cast();
            (*side).left = ROUNDS;
        }
        (side, port)
    }

    pub fn libuv() -> Took {
        let lp = uv::new_loop();
        let ((echo, port), (pinger, _)) = (open(lp), open(lp));
        unsafe {
            let mut target = std::mem::zeroed();
            ok(uv_ip4_addr(
                c"127.0.0.1".as_ptr(),
                i32::from(port),
                &mut target,
            ));
            let (echo, udp) = (&raw mut (*echo).udp, &raw mut (*pinger).udp);
            ok(uv_udp_recv_start(echo, Some(lend_buffer), Some(on_echo)));
            let start = Start::now();
            ok(uv_udp_recv_start(udp, Some(lend_buffer), Some(on_pong)));
            send(pinger, PING, (&raw const target).cast());
            uv::run(lp);
            start.elapsed()
        }
    }
}
