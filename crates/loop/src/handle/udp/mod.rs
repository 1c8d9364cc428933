//! UDP sockets. The socket itself is here; what it receives, sends, and its options have a file each.

mod option;
mod recv;
mod send;

use std::cell::{Cell, RefCell};
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::rc::Rc;

use rustix::io::{Errno, fcntl_dupfd_cloexec, retry_on_intr};
use rustix::net::{AddressFamily, SocketFlags, SocketType, sockopt};

use super::{Key, Ready, Source, handle};
use crate::Loop;
use crate::observe::Kind;
use crate::seam::{self, Taped};
use crate::sys::udp_option;
use recv::Receiving;
use send::Sending;

pub use crate::sys::datagram::{Message, Outgoing};
pub use option::Interface;
pub use recv::RecvError;

/// The versions of internet addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Version 4.
    V4,
    /// Version 6.
    V6,
}

impl Family {
    fn of(address: &SocketAddr) -> Family {
        match address {
            SocketAddr::V4(_) => Family::V4,
            SocketAddr::V6(_) => Family::V6,
        }
    }

    /// Any address, and any port.
    fn anywhere(self) -> SocketAddr {
        match self {
            Family::V4 => (Ipv4Addr::UNSPECIFIED, 0).into(),
            Family::V6 => (Ipv6Addr::UNSPECIFIED, 0).into(),
        }
    }
}

/// How to bind a UDP socket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UdpOptions {
    /// Lets several sockets bind to the same address; the one bound last gets the messages, and all get
    /// those of a group.
    pub reuse_addr: bool,
    /// Lets several sockets, that all ask for it, bind to the same address; messages are spread over
    /// them.
    pub reuse_port: bool,
    /// Keeps a socket that is bound to any address of version 6 from taking version 4 too.
    pub ipv6_only: bool,
    /// Has every error that a message sent has met with reported as a [`RecvError`]. Without, only a
    /// connected socket hears of errors.
    pub report_errors: bool,
}

/// A UDP socket: it sends messages, and calls back in the poll phase when messages have come.
///
/// Messages are handed over where the system has put them, with no copy in between: what is to last
/// longer than the callback must be copied. They come from the system, and go to it, many at a time if
/// there are many.
///
/// ```
/// use rondo_loop::{Handle, Loop, Mode, Udp};
///
/// let lp = Loop::new()?;
/// let echo = Udp::new(&lp);
/// echo.bind(&lp, "127.0.0.1:0".parse().unwrap())?;
/// echo.recv_start(&lp, |lp, echo, received| {
///     let message = received.unwrap();
///     echo.send(lp, message.data, message.from, |_, result| result.unwrap()).unwrap();
///     echo.close(lp, |_| {});
/// })?;
///
/// let client = Udp::new(&lp);
/// client.connect(&lp, echo.local_address(&lp)?)?;
/// client.try_send(&lp, b"hello", None)?;
/// client.recv_start(&lp, |lp, client, received| {
///     assert_eq!(received.unwrap().data, b"hello");
///     client.close(lp, |_| {});
/// })?;
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Udp(Key);

handle!(Udp);

/// What a [`Udp`] handle keeps.
struct Socket {
    fd: RefCell<Option<OwnedFd>>,
    is_v6: Cell<bool>,
    is_connected: Cell<bool>,
    is_active: Cell<bool>,
    /// What the system was asked to report; none if it was not asked.
    watched: Cell<Option<Ready>>,
    receiving: Receiving,
    sending: Sending,
}

impl Udp {
    /// Makes a handle. Its socket is made when it is first needed, for the kind of address in question.
    pub fn new(lp: &Loop) -> Udp {
        let socket = Socket {
            fd: RefCell::new(None),
            is_v6: Cell::new(false),
            is_connected: Cell::new(false),
            is_active: Cell::new(false),
            watched: Cell::new(None),
            receiving: Receiving::default(),
            sending: Sending::default(),
        };
        lp.lets_in("datagrams");
        Udp(lp.add_source(Kind::Udp, Rc::new(socket)))
    }

    /// Makes a handle with a socket, whose options can be set before it is bound.
    pub fn with_family(lp: &Loop, family: Family) -> io::Result<Udp> {
        let fd = make(family)?;
        let udp = Udp::new(lp);
        udp.socket(lp)?.take_over(fd, family == Family::V6, false);
        Ok(udp)
    }

    fn socket(self, lp: &Loop) -> io::Result<Rc<Socket>> {
        lp.source(self.0).ok_or_else(|| Errno::BADF.into())
    }

    /// Makes a handle of a datagram socket that exists, also one of another kind such as a Unix socket. It
    /// is no longer blocking; if this fails it is closed. `EINVAL` if it is a stream.
    pub fn open(lp: &Loop, socket: impl Into<OwnedFd>) -> io::Result<Udp> {
        let fd = socket.into();
        let (is_v6, is_connected) = seam::ask("udp.open", || {
            if sockopt::socket_type(&fd)? == SocketType::STREAM {
                return Err(Errno::INVAL);
            }
            rustix::io::ioctl_fionbio(&fd, true)?;
            let is_v6 = sockopt::socket_domain(&fd)? == AddressFamily::INET6;
            Ok((is_v6, rustix::net::getpeername(&fd).is_ok()))
        })?;
        let udp = Udp::new(lp);
        let taken = udp.socket(lp)?;
        taken.take_over(fd, is_v6, is_connected);
        taken.receiving.share();
        Ok(udp)
    }

    /// Binds the socket to an address. If the port is 0 the system chooses one.
    pub fn bind(self, lp: &Loop, address: SocketAddr) -> io::Result<()> {
        self.bind_with(lp, address, UdpOptions::default())
    }

    /// Binds the socket to an address, with options.
    pub fn bind_with(self, lp: &Loop, address: SocketAddr, options: UdpOptions) -> io::Result<()> {
        Ok(self.socket(lp)?.bind(address, options)?)
    }

    /// Connects the socket to an address: all it sends goes there, and only what comes from there is
    /// received. `EISCONN` if it is connected already.
    pub fn connect(self, lp: &Loop, address: SocketAddr) -> io::Result<()> {
        let socket = self.socket(lp)?;
        if socket.is_connected.get() {
            return Err(Errno::ISCONN.into());
        }
        socket.ensure_bound(Family::of(&address), UdpOptions::default())?;
        socket.with_fd("udp.connect", |fd| {
            retry_on_intr(|| rustix::net::connect(fd, &address))
        })?;
        socket.is_connected.set(true);
        Ok(())
    }

    /// Undoes [`connect`](Udp::connect). `ENOTCONN` if the socket is not connected.
    pub fn disconnect(self, lp: &Loop) -> io::Result<()> {
        let socket = self.socket(lp)?;
        if !socket.is_connected.get() {
            return Err(Errno::NOTCONN.into());
        }
        socket.with_fd("udp.disconnect", |fd| {
            retry_on_intr(|| rustix::net::connect_unspec(fd))
        })?;
        socket.is_connected.set(false);
        Ok(())
    }

    /// The address of the socket.
    pub fn local_address(self, lp: &Loop) -> io::Result<SocketAddr> {
        let address = self.socket(lp)?.with_fd("udp.address", |fd| {
            SocketAddr::try_from(rustix::net::getsockname(fd)?)
        });
        Ok(address?)
    }

    /// The address to which the socket is connected.
    pub fn peer_address(self, lp: &Loop) -> io::Result<SocketAddr> {
        let address = self.socket(lp)?.with_fd("udp.peer", |fd| {
            let name = rustix::net::getpeername(fd)?;
            SocketAddr::try_from(name.ok_or(Errno::NOTCONN)?)
        });
        Ok(address?)
    }

    /// The number of the descriptor, which stays the handle's own. `EBADF` if there is no socket.
    pub fn fileno(self, lp: &Loop) -> io::Result<RawFd> {
        let socket = self.socket(lp)?;
        let fd = socket.fd.borrow();
        Ok(fd.as_ref().ok_or(Errno::BADF)?.as_raw_fd())
    }

    /// A descriptor of the caller's own for the same socket, to be given to others.
    pub fn duplicate(self, lp: &Loop) -> io::Result<OwnedFd> {
        let socket = self.socket(lp)?;
        let fd = socket.fd.borrow();
        let fd = fd.as_ref().ok_or(Errno::BADF)?;
        Ok(seam::ask("udp.duplicate", || fcntl_dupfd_cloexec(fd, 3))?)
    }
}

fn make(family: Family) -> Result<OwnedFd, Errno> {
    let domain = match family {
        Family::V4 => AddressFamily::INET,
        Family::V6 => AddressFamily::INET6,
    };
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    seam::ask("udp.socket", || {
        rustix::net::socket_with(domain, SocketType::DGRAM, flags, None)
    })
}

impl Socket {
    fn take_over(&self, fd: OwnedFd, is_v6: bool, is_connected: bool) {
        self.is_v6.set(is_v6);
        self.is_connected.set(is_connected);
        self.fd.replace(Some(fd));
    }

    /// Makes a call with the descriptor, if there is one.
    #[inline]
    fn with_fd<T: Taped>(
        &self,
        place: &'static str,
        call: impl FnOnce(BorrowedFd<'_>) -> Result<T, Errno>,
    ) -> Result<T, Errno> {
        seam::ask(place, || match &*self.fd.borrow() {
            Some(fd) => call(fd.as_fd()),
            None => Err(Errno::BADF),
        })
    }

    fn bind(&self, address: SocketAddr, options: UdpOptions) -> Result<(), Errno> {
        let family = Family::of(&address);
        if options.ipv6_only && family == Family::V4 {
            return Err(Errno::INVAL);
        }
        if self.fd.borrow().is_none() {
            self.take_over(make(family)?, family == Family::V6, false);
        }
        self.with_fd("udp.bind", |fd| {
            if options.report_errors {
                udp_option::keep_errors(fd, self.is_v6.get())?;
            }
            if options.reuse_addr {
                sockopt::set_socket_reuseaddr(fd, true)?;
            }
            if options.reuse_port {
                sockopt::set_socket_reuseport(fd, true)?;
            }
            if options.ipv6_only {
                sockopt::set_ipv6_v6only(fd, true)?;
            }
            rustix::net::bind(fd, &address).map_err(|errno| match errno {
                Errno::AFNOSUPPORT => Errno::INVAL,
                other => other,
            })
        })
    }

    /// Makes a socket that is bound to any address, if there is none yet.
    #[inline]
    fn ensure_bound(&self, family: Family, options: UdpOptions) -> Result<(), Errno> {
        if self.fd.borrow().is_some() {
            return Ok(());
        }
        self.bind(family.anywhere(), options)
    }

    /// Has the system report what is of interest now. To ask for what was asked for already makes it
    /// report again what is ready.
    ///
    /// Writing is of interest only while a message cannot be sent: the system would else report, after
    /// each message sent, that there is room for another.
    fn watch(&self, lp: &Loop, key: Key) -> io::Result<()> {
        let mut wanted = Ready::default();
        if self.receiving.is_on() {
            wanted = wanted | Ready::READABLE;
        }
        if self.sending.is_blocked() {
            wanted = wanted | Ready::WRITABLE;
        }
        let fd = self.fd.borrow();
        let Some(fd) = fd.as_ref().map(|fd| fd.as_raw_fd()) else {
            return Ok(());
        };
        match wanted.interest() {
            Some(interest) => {
                let is_registered = self.watched.get().is_some();
                lp.core.poller.register(fd, key, interest, is_registered)?;
                self.watched.set(Some(wanted));
            }
            None if self.watched.take().is_some() => lp.core.poller.deregister(fd),
            None => {}
        }
        Ok(())
    }

    /// Keeps the handle active as long as it has something to do.
    #[inline]
    fn update_active(&self, lp: &Loop, key: Key) {
        let is_active = self.receiving.is_on() || self.sending.count() > 0;
        if self.is_active.replace(is_active) != is_active {
            lp.set_active(key, is_active);
        }
    }
}

impl Source for Socket {
    fn ready(self: Rc<Self>, lp: &Loop, key: Key, ready: Ready) {
        if self.receiving.is_on() {
            if ready.has(Ready::READABLE | Ready::ERROR) {
                self.receive(lp, key, ready);
            }
        } else if self
            .watched
            .get()
            .is_some_and(|watched| watched.has(Ready::READABLE))
        {
            // Nobody wants to know any more. Fails only if the descriptor is gone.
            let _ = self.watch(lp, key);
        }
        if self.sending.is_blocked() && ready.has(Ready::WRITABLE) {
            self.send_queued(lp, key);
        }
    }

    fn fed(self: Rc<Self>, lp: &Loop, key: Key) {
        self.sending.begin_fed();
        self.send_queued(lp, key);
    }

    fn close(&self, lp: &Loop, _key: Key) {
        if let Some(fd) = self.fd.take()
            && self.watched.take().is_some()
        {
            lp.core.poller.deregister(fd.as_raw_fd());
        }
        // Dropped by the closing phase, not here: its callback may be the one that is running.
        self.receiving.end();
    }

    fn closed(self: Rc<Self>, lp: &Loop, key: Key) {
        self.sending.cancel_queued();
        self.run_sent(lp, key);
    }
}
