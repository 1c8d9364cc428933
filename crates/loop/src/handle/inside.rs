//! TCP connections of a loop to itself, when its choices are made by a [`Chooser`](crate::choose::Chooser).
//!
//! How much of a write the system's TCP takes, and when it arrives in how many pieces, depends on the machine: of the same seed no two
//! runs would be the same. So both ends get a pair of Unix sockets, between which what is written is there at once. The sockets that
//! listen are real: whoever connects from outside comes in as ever.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::OwnedFd;
use std::rc::Rc;

use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, getsockname, socketpair};

use super::stream::{StreamState, flag};
use super::{Key, Ready};
use crate::Loop;
use crate::seam;

/// The first port that such clients have; the system gives these to nobody by itself before others.
const FIRST_PORT: u16 = 49152;

/// What one end of such a connection knows, which the system does not.
#[derive(Clone)]
pub(crate) struct Ends {
    /// Its own address.
    pub(crate) own: SocketAddr,
    /// That of the other end.
    pub(crate) other: SocketAddr,
    /// Whether one of the two closed with a reset, of which the other is to hear once. Both share it.
    pub(crate) reset: Rc<Cell<bool>>,
}

impl Ends {
    /// The same connection as the other end sees it.
    fn turned(&self) -> Ends {
        Ends {
            own: self.other,
            other: self.own,
            reset: self.reset.clone(),
        }
    }
}

/// Connections that a listener has not accepted yet.
pub(crate) type Waiting = VecDeque<(OwnedFd, Ends)>;

/// What a loop knows of its own listeners.
#[derive(Default)]
pub(crate) struct Inside {
    listeners: RefCell<Vec<(SocketAddr, Key)>>,
    /// Those to which somebody has connected since the last poll phase.
    ready: RefCell<Vec<(Key, Ready)>>,
    clients: Cell<u16>,
}

impl Inside {
    /// The listeners that are to be told of connections.
    pub(crate) fn take_ready(&self) -> Vec<(Key, Ready)> {
        self.ready.take()
    }
}

/// Notes that a socket listens.
pub(crate) fn listens(lp: &Loop, key: Key, stream: &StreamState) {
    let address = stream.ask("tcp.address", |fd| SocketAddr::try_from(getsockname(fd)?));
    if let Ok(address) = address {
        let mut listeners = lp.core.inside.listeners.borrow_mut();
        listeners.retain(|(_, other)| *other != key);
        listeners.push((address, key));
    }
}

/// Whether a connection to that address comes to a listener at the other.
fn reaches(to: SocketAddr, listener: SocketAddr) -> bool {
    let is_here = match to.ip() {
        ip if ip.is_loopback() || ip.is_unspecified() => true,
        ip => ip == listener.ip(),
    };
    let is_for = match (to.ip(), listener.ip()) {
        (IpAddr::V6(_), IpAddr::V4(_)) => false,
        (IpAddr::V4(_), IpAddr::V6(ip)) => ip.is_unspecified(),
        (to, ip) => ip.is_unspecified() || to.is_unspecified() || to == ip,
    };
    to.port() == listener.port() && is_here && is_for
}

/// The listener of the loop's own that a connection to that address comes to.
fn find(lp: &Loop, to: SocketAddr) -> Option<(Key, Rc<StreamState>)> {
    let listeners = lp.core.inside.listeners.borrow();
    let mut found = listeners
        .iter()
        .filter(|(address, _)| reaches(to, *address));
    found.find_map(|&(_, key)| {
        let listener = lp.source::<StreamState>(key)?;
        listener.has(flag::LISTENING).then_some((key, listener))
    })
}

/// Connects a stream without a socket, if the address is one at which the loop itself listens. Connecting has then begun.
pub(crate) fn connect(lp: &Loop, stream: &StreamState, to: SocketAddr) -> Option<Errno> {
    lp.core.schedule.as_ref()?;
    if stream.has_fd() {
        return None;
    }
    let (key, listener) = find(lp, to)?;
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let pair = seam::ask("tcp.inside", || {
        socketpair(AddressFamily::UNIX, SocketType::STREAM, flags, None)
    });
    let (ours, theirs) = pair.ok()?;
    let ip: IpAddr = match to.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let clients = &lp.core.inside.clients;
    let port = FIRST_PORT + clients.get() % (u16::MAX - FIRST_PORT);
    clients.set(clients.get().wrapping_add(1));
    let client = Ends {
        own: SocketAddr::new(ip, port),
        other: SocketAddr::new(ip, to.port()),
        reset: Rc::default(),
    };
    let server = client.turned();
    stream.set_fd(ours);
    stream.extra().ends = Some(client);
    listener.extra().waiting.push_back((theirs, server));
    let mut ready = lp.core.inside.ready.borrow_mut();
    if ready.iter().all(|(other, _)| *other != key) {
        ready.push((key, Ready::READABLE));
    }
    Some(Errno::INPROGRESS)
}

#[cfg(test)]
mod tests {
    use super::reaches;

    #[test]
    fn a_listener_is_known_by_its_address() {
        let is = |to: &str, listener: &str| reaches(to.parse().unwrap(), listener.parse().unwrap());
        assert!(is("127.0.0.1:80", "0.0.0.0:80") && is("127.0.0.1:80", "[::]:80"));
        assert!(is("[::1]:80", "[::1]:80") && is("0.0.0.0:80", "127.0.0.1:80"));
        assert!(!is("127.0.0.1:80", "0.0.0.0:81") && !is("[::1]:80", "0.0.0.0:80"));
        assert!(!is("10.0.0.1:80", "0.0.0.0:80") && is("10.0.0.1:80", "10.0.0.1:80"));
        assert!(!is("127.0.0.1:80", "[::1]:80"));
    }
}
