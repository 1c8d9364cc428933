//! Two loops in two threads accept connections on one socket and close them. A third loop connects,
//! waits for the end and connects again, 16 connections at a time.

use std::cell::Cell;
use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;
use std::sync::mpsc;
use std::thread;

use rondo_loop::{Handle, Loop, Mode, Read, Stream, Tcp, Wakeup};

use crate::{Case, Start, Took, other};

const CONNECTIONS: u32 = 10_000;
const AT_A_TIME: u32 = 16;
const SERVERS: usize = 2;
const BACKLOG: i32 = 128;

pub const CASE: Case = Case {
    name: "multi-accept",
    title: "TCP: 10,000 connections made, accepted by two loops in threads, closed",
    rondo,
    libuv: other!(other::libuv),
};

fn rondo() -> Took {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    let servers: Vec<_> = (0..SERVERS)
        .map(|_| {
            let socket = listener.try_clone().expect("a descriptor");
            let (tell, told) = mpsc::channel();
            let thread = thread::spawn(move || {
                let lp = Loop::new().expect("a loop");
                let server = Tcp::open(&lp, socket).expect("a socket");
                server
                    .listen(&lp, BACKLOG, |lp, _, connection| {
                        connection.expect("a connection").close(lp, |_| {});
                    })
                    .expect("it can listen");
                let (_, waker) = Wakeup::new(&lp, move |lp, wakeup| {
                    wakeup.close(lp, |_| {});
                    server.close(lp, |_| {});
                });
                tell.send(waker).expect("the main thread waits");
                lp.run(Mode::Default);
            });
            (thread, told.recv().expect("the server starts"))
        })
        .collect();

    let lp = Loop::new().expect("a loop");
    let left = Rc::new(Cell::new(CONNECTIONS));
    let start = Start::now();
    for _ in 0..AT_A_TIME {
        connect(&lp, address, left.clone());
    }
    lp.run(Mode::Default);
    let took = start.elapsed();
    for (thread, waker) in servers {
        waker.wake();
        thread.join().expect("the server ends");
    }
    took
}

fn connect(lp: &Loop, address: SocketAddr, left: Rc<Cell<u32>>) {
    if left.get() == 0 {
        return;
    }
    left.set(left.get() - 1);
    let client = Tcp::new(lp);
    let connected = move |lp: &Loop, result: std::io::Result<()>| {
        result.expect("a connection");
        client
            .read_start(lp, move |lp, client, read| {
                assert!(matches!(read, Read::End));
                let left = left.clone();
                client.close(lp, move |lp| connect(lp, address, left));
            })
            .expect("it can be read");
    };
    client
        .connect(lp, address, connected)
        .expect("a connection begins");
}

#[cfg(feature = "libuv")]
mod other {
    use std::sync::atomic::{AtomicPtr, Ordering};

    use super::*;
    use crate::uv::{self, *};

    static mut LEFT: u32 = CONNECTIONS;
    static mut ADDRESS: Option<sockaddr_in> = None;

    struct Client {
        tcp: uv_tcp_t,
        request: uv_connect_t,
    }

    unsafe extern "C" fn on_close(handle: *mut uv_handle_t) {
        unsafe { uv_connect((*handle).loop_, (*handle).data.cast()) };
    }

    unsafe extern "C" fn on_read(stream: *mut uv_stream_t, count: isize, _: *const uv_buf_t) {
        assert_eq!(count, uv_errno_t_UV_EOF as isize);
        unsafe { uv_close(stream.cast(), Some(on_close)) };
    }

    unsafe extern "C" fn on_connect(request: *mut uv_connect_t, status: i32) {
        ok(status);
        unsafe {
            let stream = (*request).handle;
            ok(uv_read_start(stream, Some(lend_buffer), Some(on_read)));
        }
    }

    unsafe fn uv_connect(lp: *mut uv_loop_t, client: *mut Client) {
        unsafe {
            if LEFT == 0 {
                return;
            }
            LEFT -= 1;
            let (tcp, request) = (&raw mut (*client).tcp, &raw mut (*client).request);
            ok(uv_tcp_init(lp, tcp));
            (*tcp).data = client.cast();
            let address = (&raw const ADDRESS).read().expect("it is set");
            let address = (&raw const address).cast();
            ok(uv_tcp_connect(request, tcp, address, Some(on_connect)));
        }
    }

    unsafe extern "C" fn on_accepted_close(handle: *mut uv_handle_t) {
        drop(unsafe { Box::from_raw(handle.cast::<uv_tcp_t>()) });
    }

    unsafe extern "C" fn on_connection(server: *mut uv_stream_t, status: i32) {
        ok(status);
        unsafe {
            let connection = uv::room::<uv_tcp_t>();
            ok(uv_tcp_init((*server).loop_, connection));
            ok(uv_accept(server, connection.cast()));
            uv_close(connection.cast(), Some(on_accepted_close));
        }
    }

    unsafe extern "C" fn on_end(handle: *mut uv_async_t) {
        unsafe {
            uv_close((*handle).data.cast(), None);
            uv_close(handle.cast(), None);
        }
    }

    /// Runs a server in a thread and gives what ends it.
    fn serve(listener: &TcpListener) -> (thread::JoinHandle<()>, *mut uv_async_t) {
        let (lp, end) = (uv::new_loop(), uv::room::<uv_async_t>());
        let server = uv::tcp_of(lp, listener.try_clone().expect("a descriptor"));
        unsafe {
            ok(uv_listen(server.cast(), BACKLOG, Some(on_connection)));
            ok(uv_async_init(lp, end, Some(on_end)));
            (*end).data = server.cast();
        }
        let lp = AtomicPtr::new(lp);
        let run = move || uv::run(lp.load(Ordering::Acquire));
        (thread::spawn(run), end)
    }

    pub fn libuv() -> Took {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("it is bound").port();
        unsafe {
            let mut address = std::mem::zeroed();
            let host = c"127.0.0.1".as_ptr();
            ok(uv_ip4_addr(host, i32::from(port), &mut address));
            (&raw mut ADDRESS).write(Some(address));
        }
        let servers: Vec<_> = (0..SERVERS).map(|_| serve(&listener)).collect();

        let lp = uv::new_loop();
        let start = Start::now();
        for _ in 0..AT_A_TIME {
            unsafe { uv_connect(lp, uv::room()) };
        }
        uv::run(lp);
        let took = start.elapsed();
        for (thread, end) in servers {
            ok(unsafe { uv_async_send(end) });
            thread.join().expect("the server ends");
        }
        took
    }
}
