//! Half a million small writes to a TCP connection, all asked for at once.

use std::cell::Cell;
use std::rc::Rc;

use rondo_loop::{Handle, Loop, Mode, Read, Stream, Tcp};

use super::sockets::tcp_pair;
use crate::{Case, Start, Took, other};

const WRITES: usize = 500_000;
const DATA: &str = "Hello, world.";

pub const CASE: Case = Case {
    name: "tcp-small-writes",
    title: "TCP: 500,000 writes of 13 bytes, asked for at once",
    rondo,
    libuv: other!(other::libuv),
};

fn rondo() -> Took {
    let lp = Loop::new().expect("a loop");
    let (sender, receiver) = tcp_pair();
    let sender = Tcp::open(&lp, sender).expect("a socket");
    let receiver = Tcp::open(&lp, receiver).expect("a socket");
    let received = Rc::new(Cell::new(0));
    let count = received.clone();
    receiver
        .read_start(&lp, move |lp, receiver, read| match read {
            Read::Data(bytes) => count.set(count.get() + bytes.len()),
            Read::End => receiver.close(lp, |_| {}),
            Read::Failed(error) => panic!("{error}"),
        })
        .expect("it can be read");

    let written = Rc::new(Cell::new(0));
    let start = Start::now();
    for _ in 0..WRITES {
        let written = written.clone();
        let done = move |_: &Loop, result: std::io::Result<()>| {
            result.expect("a write");
            written.set(written.get() + 1);
        };
        sender.write(&lp, DATA, done).expect("it is open");
    }
    sender
        .shutdown(&lp, move |lp, _| sender.close(lp, |_| {}))
        .expect("it is open");
    lp.run(Mode::Default);
    let took = start.elapsed();

    let all = (WRITES, WRITES * DATA.len());
    assert_eq!((written.get(), received.get()), all);
    took
}

#[cfg(feature = "libuv")]
mod other {
    use super::*;
    use crate::uv::{self, *};

    pub fn libuv() -> Took {
        static mut WRITTEN: usize = 0;
        static mut RECEIVED: usize = 0;
        unsafe extern "C" fn on_read(stream: *mut uv_stream_t, count: isize, _: *const uv_buf_t) {
            unsafe {
                if count < 0 {
                    return uv_close(stream.cast(), None);
                }
                RECEIVED += count as usize;
            }
        }
        unsafe extern "C" fn on_write(_: *mut uv_write_t, status: i32) {
            ok(status);
            unsafe { WRITTEN += 1 };
        }
        unsafe extern "C" fn on_shutdown(request: *mut uv_shutdown_t, _: i32) {
            unsafe { uv_close((*request).handle.cast(), None) };
        }

        let lp = uv::new_loop();
        let (sender, receiver) = tcp_pair();
        let sender = uv::tcp_of(lp, sender).cast();
        let receiver = uv::tcp_of(lp, receiver).cast();
        unsafe {
            ok(uv_read_start(receiver, Some(lend_buffer), Some(on_read)));
            let start = Start::now();
            let requests = uv::rooms::<uv_write_t>(WRITES);
            for index in 0..WRITES {
                let data = uv_buf_init(DATA.as_ptr().cast_mut().cast(), DATA.len() as u32);
                let request = requests.add(index);
                ok(uv_write(request, sender, &data, 1, Some(on_write)));
            }
            ok(uv_shutdown(uv::room(), sender, Some(on_shutdown)));
            uv::run(lp);
            let took = start.elapsed();

            assert_eq!((WRITTEN, RECEIVED), (WRITES, WRITES * DATA.len()));
            took
        }
    }
}
