//! TCP sockets.

use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::rc::Rc;
use std::time::Duration;

use rustix::io::{Errno, ioctl_fionbio, retry_on_intr};
use rustix::net::{
    AddressFamily, SocketFlags, SocketType, getpeername, getsockname, socket_with, sockopt,
};

use super::stream::{Done, FromKey, Stream, StreamState, flag, state};
use super::{Family, Handle, Key, handle, inside};
use crate::Loop;
use crate::observe::Kind;
use crate::seam;

/// A TCP socket: one that listens, or one end of a connection.
///
/// ```
/// use rondo_loop::{Handle, Loop, Mode, Read, Stream, Tcp};
///
/// let lp = Loop::new()?;
/// let server = Tcp::new(&lp);
/// server.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
/// server.listen(&lp, 128, |lp, server, connection| {
///     let connection = connection.unwrap();
///     connection.write(lp, "welcome", |_, result| result.unwrap()).unwrap();
///     connection.close(lp, |_| {});
///     server.close(lp, |_| {});
/// })?;
///
/// let client = Tcp::new(&lp);
/// client.connect(&lp, server.local_address(&lp)?, move |lp, result| {
///     result.unwrap();
///     client.read_start(lp, |lp, client, read| match read {
///         Read::Data(bytes) => assert_eq!(bytes, b"welcome"),
///         Read::End => client.close(lp, |_| {}),
///         Read::Failed(error) => panic!("{error}"),
///     }).unwrap();
/// })?;
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tcp(Key);

handle!(Tcp);

/// How [`Tcp::bind_with`] binds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BindOptions {
    /// An IPv6 socket takes no IPv4 connections. `EINVAL` with an IPv4 address.
    pub ipv6_only: bool,
    /// Several sockets, also of other processes, may be bound to the address; the system spreads
    /// connections over them.
    pub reuse_port: bool,
}

/// When the system probes a silent connection: [`Tcp::set_keep_alive`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeepAlive {
    /// Seconds of silence before the first probe.
    pub idle: u32,
    /// Seconds between probes.
    pub interval: u32,
    /// Probes without an answer after which the connection counts as lost.
    pub count: u32,
}

impl KeepAlive {
    /// Probes after so many seconds of silence, then ten times, a second apart.
    pub fn after(idle: u32) -> KeepAlive {
        KeepAlive {
            idle,
            interval: 1,
            count: 10,
        }
    }
}

impl Tcp {
    /// Makes a handle. Its socket is made when it is bound or connected.
    pub fn new(lp: &Loop) -> Tcp {
        let stream = StreamState::new(Kind::Tcp, flag::SOCKET);
        Tcp(lp.add_source(Kind::Tcp, Rc::new(stream)))
    }

    /// Makes a handle with a socket for IPv4, or for IPv6.
    pub fn with_socket(lp: &Loop, family: Family) -> io::Result<Tcp> {
        let family = match family {
            Family::V4 => AddressFamily::INET,
            Family::V6 => AddressFamily::INET6,
        };
        let stream = StreamState::with_fd(Kind::Tcp, flag::SOCKET, new_socket(family)?);
        Ok(Tcp(lp.add_source(Kind::Tcp, Rc::new(stream))))
    }

    /// Makes a handle of a socket that exists, connected or not.
    pub fn open(lp: &Loop, socket: impl Into<OwnedFd>) -> io::Result<Tcp> {
        let fd = socket.into();
        seam::ask("tcp.open", || ioctl_fionbio(&fd, true))?;
        let flags = flag::SOCKET | flag::SHARED | flag::READABLE | flag::WRITABLE;
        let stream = StreamState::with_fd(Kind::Tcp, flags, fd);
        Ok(Tcp(lp.add_source(Kind::Tcp, Rc::new(stream))))
    }

    /// Binds to an address; port 0 stands for one that is free.
    ///
    /// That the address is in use is told by [`listen`](Stream::listen) or [`connect`](Tcp::connect).
    pub fn bind(self, lp: &Loop, address: SocketAddr) -> io::Result<()> {
        self.bind_with(lp, address, BindOptions::default())
    }

    /// Binds to an address, with options.
    pub fn bind_with(self, lp: &Loop, address: SocketAddr, options: BindOptions) -> io::Result<()> {
        if options.ipv6_only && !address.is_ipv6() {
            return Err(Errno::INVAL.into());
        }
        let stream = state(lp, self).ok_or(Errno::INVAL)?;
        ensure_socket(&stream, family(address))?;
        let bound = stream.ask("tcp.bind", |fd| {
            sockopt::set_socket_reuseaddr(fd, true)?;
            if options.reuse_port {
                sockopt::set_socket_reuseport(fd, true)?;
            }
            if address.is_ipv6() {
                sockopt::set_ipv6_v6only(fd, options.ipv6_only)?;
            }
            rustix::net::bind(fd, &address)
        });
        match bound {
            Err(Errno::ADDRINUSE) => stream.extra().bind_error = Some(Errno::ADDRINUSE),
            Err(Errno::AFNOSUPPORT) => return Err(Errno::INVAL.into()),
            Err(error) => return Err(error.into()),
            Ok(()) => {
                stream.look(|extra| extra.bind_error.take());
            }
        }
        Ok(())
    }

    /// Connects, and calls back when that is done or has failed.
    ///
    /// `EALREADY` if the socket is connecting.
    pub fn connect(
        self,
        lp: &Loop,
        address: SocketAddr,
        done: impl FnOnce(&Loop, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::INVAL)?;
        if stream.has(flag::CONNECTING) {
            return Err(Errno::ALREADY.into());
        }
        let begun = match stream.look(|extra| extra.bind_error) {
            Some(error) => Err(error),
            None if let Some(begun) = inside::connect(lp, &stream, address) => Err(begun),
            None => {
                ensure_socket(&stream, family(address))?;
                lp.lets_in("connections");
                stream.ask("tcp.connect", |fd| {
                    retry_on_intr(|| rustix::net::connect(fd, &address))
                })
            }
        };
        match begun {
            Ok(()) | Err(Errno::INPROGRESS | Errno::CONNREFUSED | Errno::ADDRINUSE) => {}
            Err(error) => return Err(error.into()),
        }
        stream.set(flag::READABLE | flag::WRITABLE, true);
        stream.connecting(lp, self.0, begun, Done::new(lp, done));
        Ok(())
    }

    /// The address that the socket is bound to.
    pub fn local_address(self, lp: &Loop) -> io::Result<SocketAddr> {
        let stream = bound(lp, self)?;
        if let Some(ends) = stream.ends() {
            return Ok(ends.own);
        }
        let address = stream.ask("tcp.address", |fd| SocketAddr::try_from(getsockname(fd)?));
        Ok(address?)
    }

    /// The address that the socket is connected to.
    pub fn peer_address(self, lp: &Loop) -> io::Result<SocketAddr> {
        let stream = bound(lp, self)?;
        if let Some(ends) = stream.ends() {
            return Ok(ends.other);
        }
        let address = stream.ask("tcp.peer", |fd| {
            SocketAddr::try_from(getpeername(fd)?.ok_or(Errno::NOTCONN)?)
        });
        Ok(address?)
    }

    /// Whether small writes are sent at once instead of being collected while an answer is awaited. Can
    /// be set before there is a socket.
    pub fn set_no_delay(self, lp: &Loop, on: bool) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        if stream.has_fd() && stream.ends().is_none() {
            stream.ask("tcp.nodelay", |fd| sockopt::set_tcp_nodelay(fd, on))?;
        }
        stream.set(flag::NO_DELAY, on);
        Ok(())
    }

    /// Whether and when the system probes a silent connection. Can be set before there is a socket.
    /// `EINVAL` if one of the numbers is 0: then it probes when the system is set up to.
    pub fn set_keep_alive(self, lp: &Loop, probes: Option<KeepAlive>) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        if stream.has_fd() && stream.ends().is_none() {
            stream.ask("tcp.keepalive", |fd| keep_alive(fd, probes))?;
        } else {
            stream.extra().keep_alive = probes;
        }
        Ok(())
    }

    /// The type of service that packets of the socket ask for: `IP_TOS`, or for IPv6 the traffic class.
    pub fn type_of_service(self, lp: &Loop) -> io::Result<u8> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        if stream.ends().is_some() {
            return Ok(0);
        }
        Ok(
            stream.ask("tcp.option", |fd| match getsockname(fd)?.address_family() {
                AddressFamily::INET6 => Ok(sockopt::ipv6_tclass(fd)? as u8),
                _ => sockopt::ip_tos(fd),
            })?,
        )
    }

    /// Sets what [`type_of_service`](Tcp::type_of_service) tells.
    pub fn set_type_of_service(self, lp: &Loop, value: u8) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        if stream.ends().is_some() {
            return Ok(());
        }
        Ok(
            stream.ask("tcp.option", |fd| match getsockname(fd)?.address_family() {
                AddressFamily::INET6 => sockopt::set_ipv6_tclass(fd, value.into()),
                _ => sockopt::set_ip_tos(fd, value),
            })?,
        )
    }

    /// Whether all connections that wait are accepted in a turn, as at first, or one.
    pub fn set_simultaneous_accepts(self, lp: &Loop, on: bool) {
        if let Some(stream) = state(lp, self) {
            stream.set(flag::ONE_ACCEPT, !on);
        }
    }

    /// Closes the socket such that the other side sees a reset, and what was not sent is dropped. `EINVAL`
    /// while a [`shutdown`](Stream::shutdown) is under way.
    pub fn close_reset(self, lp: &Loop, closed: impl FnOnce(&Loop) + 'static) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        if stream.has(flag::SHUTTING) {
            return Err(Errno::INVAL.into());
        }
        match stream.ends() {
            Some(ends) => ends.reset.set(true),
            None => stream.ask("tcp.linger", |fd| {
                sockopt::set_socket_linger(fd, Some(Duration::ZERO))
            })?,
        }
        self.close(lp, closed);
        Ok(())
    }
}

impl Stream for Tcp {}

impl FromKey for Tcp {
    fn from_key(key: Key) -> Tcp {
        Tcp(key)
    }

    fn prepare_to_listen(self, stream: &StreamState) -> Result<(), Errno> {
        match stream.look(|extra| extra.bind_error) {
            Some(error) => Err(error),
            None => ensure_socket(stream, AddressFamily::INET),
        }
    }
}

fn family(address: SocketAddr) -> AddressFamily {
    match address {
        SocketAddr::V4(_) => AddressFamily::INET,
        SocketAddr::V6(_) => AddressFamily::INET6,
    }
}

fn new_socket(family: AddressFamily) -> Result<OwnedFd, Errno> {
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    seam::ask("tcp.socket", || {
        socket_with(family, SocketType::STREAM, flags, None)
    })
}

/// Makes the socket if there is none, with the options that were set before.
fn ensure_socket(stream: &StreamState, family: AddressFamily) -> Result<(), Errno> {
    if stream.has_fd() {
        return Ok(());
    }
    let fd = new_socket(family)?;
    if stream.has(flag::NO_DELAY) {
        seam::ask("tcp.nodelay", || sockopt::set_tcp_nodelay(&fd, true))?;
    }
    if let Some(probes) = stream.look(|extra| extra.keep_alive) {
        seam::ask("tcp.keepalive", || keep_alive(fd.as_fd(), Some(probes)))?;
    }
    stream.set_fd(fd);
    Ok(())
}

/// A stream whose bind has not failed.
fn bound(lp: &Loop, tcp: Tcp) -> io::Result<Rc<StreamState>> {
    let stream = state(lp, tcp).ok_or(Errno::BADF)?;
    match stream.look(|extra| extra.bind_error) {
        Some(error) => Err(error.into()),
        None => Ok(stream),
    }
}

fn keep_alive(fd: BorrowedFd<'_>, probes: Option<KeepAlive>) -> Result<(), Errno> {
    let Some(probes) = probes else {
        return sockopt::set_socket_keepalive(fd, false);
    };
    sockopt::set_socket_keepalive(fd, true)?;
    if probes.idle == 0 || probes.interval == 0 || probes.count == 0 {
        return Err(Errno::INVAL);
    }
    sockopt::set_tcp_keepidle(fd, Duration::from_secs(probes.idle.into()))?;
    sockopt::set_tcp_keepintvl(fd, Duration::from_secs(probes.interval.into()))?;
    sockopt::set_tcp_keepcnt(fd, probes.count)
}
