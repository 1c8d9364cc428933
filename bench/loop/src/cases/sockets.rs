//! Sockets for both sides, made outside of the time that is measured.

use std::net::{TcpListener, TcpStream};

/// The two ends of a TCP connection.
pub fn tcp_pair() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    let client = TcpStream::connect(address).expect("it listens");
    let (server, _) = listener.accept().expect("somebody connects");
    for end in [&client, &server] {
        end.set_nodelay(true).expect("a socket is open");
    }
    (client, server)
}
