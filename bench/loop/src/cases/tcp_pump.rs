//! Connections over which one end sends as fast as it can, 8 KiB a write, and the other reads.

use std::cell::Cell;
use std::rc::Rc;

use rondo_loop::{Loop, Mode, Read, Stream, Tcp};

use super::sockets::tcp_pair;
use crate::{Case, Start, Took, other};

const BYTES: usize = 512 << 20;
const PIECE: usize = 8 << 10;
static DATA: [u8; PIECE] = [b'x'; PIECE];

pub const ONE: Case = Case {
    name: "tcp-pump-1",
    title: "TCP: 512 MiB over a connection, 8 KiB a write",
    rondo: || rondo(1),
    libuv: other!(|| other::libuv(1)),
};

pub const MANY: Case = Case {
    name: "tcp-pump-100",
    title: "TCP: 512 MiB over a hundred connections, 8 KiB a write",
    rondo: || rondo(100),
    libuv: other!(|| other::libuv(100)),
};

fn rondo(connections: usize) -> Took {
    let lp = Loop::new().expect("a loop");
    let received = Rc::new(Cell::new(0));
    let mut senders = Vec::new();
    for _ in 0..connections {
        let (sender, receiver) = tcp_pair();
        senders.push(Tcp::open(&lp, sender).expect("a socket"));
        let received = received.clone();
        let receiver = Tcp::open(&lp, receiver).expect("a socket");
        receiver
            .read_start(&lp, move |lp, _, read| {
                let Read::Data(bytes) = read else {
                    panic!("nobody closes");
                };
                received.set(received.get() + bytes.len());
                if received.get() >= BYTES {
                    lp.stop();
                }
            })
            .expect("it can be read");
    }
    let start = Start::now();
    senders.iter().for_each(|sender| send(&lp, *sender));
    lp.run(Mode::Default);
    start.elapsed()
}

fn send(lp: &Loop, sender: Tcp) {
    let sent = move |lp: &Loop, result: std::io::Result<()>| {
        result.expect("a write");
        send(lp, sender);
    };
    sender.write(lp, &DATA[..], sent).expect("it is open");
}

#[cfg(feature = "libuv")]
mod other {
    use super::*;
    use crate::uv::{self, *};

    static mut RECEIVED: usize = 0;

    unsafe extern "C" fn on_read(stream: *mut uv_stream_t, count: isize, _: *const uv_buf_t) {
        unsafe {
            assert!(count >= 0, "nobody closes");
            RECEIVED += count as usize;
            if RECEIVED >= BYTES {
                uv_stop((*stream).loop_);
            }
        }
    }

    unsafe extern "C" fn on_write(request: *mut uv_write_t, status: i32) {
        unsafe {
            ok(status);
            write((*request).handle, request);
        }
    }

    unsafe fn write(stream: *mut uv_stream_t, request: *mut uv_write_t) {
        unsafe {
            let data = uv_buf_init(DATA.as_ptr().cast_mut().cast(), PIECE as u32);
            ok(uv_write(request, stream, &data, 1, Some(on_write)));
        }
    }

    pub fn libuv(connections: usize) -> Took {
        let lp = uv::new_loop();
        let mut senders = Vec::new();
        for _ in 0..connections {
            let (sender, receiver) = tcp_pair();
            senders.push(uv::tcp_of(lp, sender));
            let receiver = uv::tcp_of(lp, receiver);
            ok(unsafe { uv_read_start(receiver.cast(), Some(lend_buffer), Some(on_read)) });
        }
        let start = Start::now();
        for sender in senders {
            unsafe { write(sender.cast(), uv::room()) };
        }
        // It is stopped while handles are active, and says so.
        unsafe { uv_run(lp, uv_run_mode_UV_RUN_DEFAULT) };
        start.elapsed()
    }
}
