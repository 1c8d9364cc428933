//! Sockets for tests of UDP.
#![allow(dead_code, reason = "each test program uses what it needs")]

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;

use rondo_loop::{Loop, Message, RecvError, Udp, UdpOptions};

pub const PLAIN: UdpOptions = UdpOptions {
    reuse_addr: false,
    reuse_port: false,
    ipv6_only: false,
    report_errors: false,
};

pub fn here(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// This machine's addresses, with any port: one of each family that it has.
pub fn here_in_all_families() -> Vec<SocketAddr> {
    let v6: SocketAddr = "[::1]:0".parse().unwrap();
    if UdpSocket::bind(v6).is_err() {
        eprintln!("this machine has no IPv6: only IPv4 is tested");
        return vec![here(0)];
    }
    vec![here(0), v6]
}

/// A socket that is bound to this machine.
pub fn bound(lp: &Loop) -> (Udp, SocketAddr) {
    let udp = Udp::new(lp);
    udp.bind(lp, here(0)).unwrap();
    let address = udp.local_address(lp).unwrap();
    (udp, address)
}

/// An address at which nobody listens.
pub fn nobody() -> SocketAddr {
    let socket = UdpSocket::bind(here(0)).unwrap();
    socket.local_addr().unwrap()
}

/// A handle with one end of a pair of sockets, for which the system keeps only some messages.
pub fn pair(lp: &Loop) -> (Udp, UnixDatagram) {
    let (one, other) = UnixDatagram::pair().unwrap();
    let udp = Udp::open(lp, OwnedFd::from(one)).unwrap();
    (udp, other)
}

/// Sends messages until the system takes no more, so that the rest waits; gives how many were sent.
pub fn fill(lp: &Loop, udp: Udp) -> usize {
    (0..10_000)
        .take_while(|_| udp.try_send(lp, b"full", None).is_ok())
        .count()
}

pub fn code<T: std::fmt::Debug>(result: std::io::Result<T>) -> i32 {
    result.unwrap_err().raw_os_error().unwrap()
}

pub fn text(received: Result<Message<'_>, RecvError>) -> String {
    match received {
        Ok(message) => String::from_utf8_lossy(message.data).into_owned(),
        Err(error) => format!("error {}", error.error.raw_os_error().unwrap()),
    }
}
