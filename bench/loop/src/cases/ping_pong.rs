//! A short message goes to and fro between the two ends of a connection, both in one loop.

use rondo_loop::{Loop, Mode, Pipe, Read, Stream, Tcp};

use super::sockets::tcp_pair;
use crate::{Case, Start, Took, laps, other};

const ROUNDS: u32 = 100_000;
const PING: &str = "PING\n";

pub const TCP: Case = Case {
    name: "tcp-ping-pong",
    title: "TCP: 5 bytes to and fro, 100,000 times",
    rondo: || {
        let lp = Loop::new().expect("a loop");
        let (one, other) = tcp_pair();
        let one = Tcp::open(&lp, one).expect("a socket");
        rondo(&lp, one, Tcp::open(&lp, other).expect("a socket"))
    },
    libuv: other!(other::tcp),
};

pub const PIPE: Case = Case {
    name: "pipe-ping-pong",
    title: "pipe: 5 bytes to and fro, 100,000 times",
    rondo: || {
        let lp = Loop::new().expect("a loop");
        let (one, other) = Pipe::pair(&lp).expect("a pair");
        rondo(&lp, one, other)
    },
    libuv: other!(other::pipe),
};

fn rondo<S: Stream>(lp: &Loop, pinger: S, echo: S) -> Took {
    echo.read_start(lp, |lp, echo, read| match read {
        Read::Data(bytes) => {
            let answer = bytes.to_vec();
            echo.write(lp, answer, |_, result| result.expect("a write"))
                .expect("it is open");
        }
        Read::End => echo.close(lp, |_| {}),
        Read::Failed(error) => panic!("{error}"),
    })
    .expect("it can be read");

    let mut left = ROUNDS;
    let mut received = 0;
    let start = Start::now();
    pinger
        .read_start(lp, move |lp, pinger, read| {
            let Read::Data(bytes) = read else {
                panic!("the echo ends last");
            };
            received += bytes.len();
            if received < PING.len() {
                return;
            }
            received = 0;
            laps::lap();
            left -= 1;
            if left == 0 {
                return pinger.close(lp, |_| {});
            }
            pinger
                .write(lp, PING, |_, result| result.expect("a write"))
                .expect("it is open");
        })
        .expect("it can be read");
    pinger
        .write(lp, PING, |_, result| result.expect("a write"))
        .expect("it is open");
    lp.run(Mode::Default);
    start.elapsed()
}

#[cfg(feature = "libuv")]
mod other {
    use super::*;
    use std::os::unix::net::UnixStream;

    use crate::uv::{self, *};

    struct Echo {
        request: uv_write_t,
        answer: [u8; 64],
    }

    unsafe extern "C" fn on_write(_: *mut uv_write_t, status: i32) {
        ok(status);
    }

    unsafe extern "C" fn on_echo(stream: *mut uv_stream_t, count: isize, buffer: *const uv_buf_t) {
        unsafe {
            if count < 0 {
                return uv_close(stream.cast(), None);
            }
            // One message is under way at a time, so one request is enough.
            let echo = (*stream).data.cast::<Echo>();
            let answer = (&raw mut (*echo).answer).cast();
            (*buffer).base.copy_to(answer, count as usize);
            let answer = uv_buf_init(answer, count as u32);
            let request = &raw mut (*echo).request;
            ok(uv_write(request, stream, &answer, 1, Some(on_write)));
        }
    }

    static mut LEFT: u32 = ROUNDS;
    static mut RECEIVED: usize = 0;

    unsafe extern "C" fn on_pong(stream: *mut uv_stream_t, count: isize, _: *const uv_buf_t) {
        unsafe {
            assert!(count >= 0, "the echo ends last");
            RECEIVED += count as usize;
            if RECEIVED < PING.len() {
                return;
            }
            RECEIVED = 0;
            laps::lap();
            LEFT -= 1;
            if LEFT == 0 {
                return uv_close(stream.cast(), None);
            }
            ping(stream);
        }
    }

    unsafe fn ping(stream: *mut uv_stream_t) {
        unsafe {
            let request = (*stream).data.cast();
            let ping = uv_buf_init(PING.as_ptr().cast_mut().cast(), PING.len() as u32);
            ok(uv_write(request, stream, &ping, 1, Some(on_write)));
        }
    }

    fn libuv(lp: *mut uv_loop_t, pinger: *mut uv_stream_t, echo: *mut uv_stream_t) -> Took {
        unsafe {
            (*echo).data = uv::room::<Echo>().cast();
            ok(uv_read_start(echo, Some(lend_buffer), Some(on_echo)));
            (*pinger).data = uv::room::<uv_write_t>().cast();
            let start = Start::now();
            ok(uv_read_start(pinger, Some(lend_buffer), Some(on_pong)));
            ping(pinger);
            uv::run(lp);
            start.elapsed()
        }
    }

    pub fn tcp() -> Took {
        let lp = uv::new_loop();
        let (one, other) = tcp_pair();
        libuv(lp, uv::tcp_of(lp, one).cast(), uv::tcp_of(lp, other).cast())
    }

    pub fn pipe() -> Took {
        let lp = uv::new_loop();
        let (one, other) = UnixStream::pair().expect("a pair");
        libuv(
            lp,
            uv::pipe_of(lp, one).cast(),
            uv::pipe_of(lp, other).cast(),
        )
    }
}
