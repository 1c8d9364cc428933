//! What tests of streams have in common.
#![allow(dead_code, reason = "each test program uses what it needs")]

use std::cell::RefCell;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::rc::Rc;

use rondo_loop::{Loop, Read, Stream, Tcp};

/// Collects all that is read, and closes at the end.
pub fn collect(lp: &Loop, stream: impl Stream) -> Rc<RefCell<Vec<u8>>> {
    let all = Rc::new(RefCell::new(Vec::new()));
    let into = all.clone();
    stream
        .read_start(lp, move |lp, stream, read| match read {
            Read::Data(bytes) => into.borrow_mut().extend_from_slice(bytes),
            Read::End => stream.close(lp, |_| {}),
            Read::Failed(error) => panic!("{error}"),
        })
        .unwrap();
    all
}

/// The number of the error that must have come.
pub fn code<T: std::fmt::Debug>(result: io::Result<T>) -> i32 {
    result.unwrap_err().raw_os_error().unwrap()
}

pub fn any_port() -> SocketAddr {
    "127.0.0.1:0".parse().unwrap()
}

/// A connection between a handle and a socket of the standard library.
pub fn connected(lp: &Loop) -> (Tcp, TcpStream) {
    let listener = TcpListener::bind(any_port()).unwrap();
    let peer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (accepted, _) = listener.accept().unwrap();
    (Tcp::open(lp, accepted).unwrap(), peer)
}
