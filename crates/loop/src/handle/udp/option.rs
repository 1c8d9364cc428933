//! Options of UDP sockets: groups, broadcast, how far messages go, how much the system keeps.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::os::fd::BorrowedFd;

use rustix::io::Errno;
use rustix::net::sockopt;

use super::{Family, Socket, Udp, UdpOptions};
use crate::Loop;
use crate::seam::Taped;
use crate::sys::udp_option::set_source_membership_v6;

/// Names one of the machine's network interfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interface {
    /// The one that the system chooses.
    #[default]
    Any,
    /// The one that has this address; for version 4 only.
    Address(Ipv4Addr),
    /// The one with this number.
    Index(u32),
}

impl Interface {
    /// The number, by which version 6 knows interfaces.
    fn index(self) -> Result<u32, Errno> {
        match self {
            Interface::Any => Ok(0),
            Interface::Index(index) => Ok(index),
            Interface::Address(_) => Err(Errno::INVAL),
        }
    }

    /// The address, by which version 4 most often knows interfaces.
    fn address(self) -> Result<Ipv4Addr, Errno> {
        match self {
            Interface::Any => Ok(Ipv4Addr::UNSPECIFIED),
            Interface::Address(address) => Ok(address),
            Interface::Index(_) => Err(Errno::INVAL),
        }
    }
}

impl Udp {
    /// Joins a group: what is sent to it is received from now on. The socket is bound to any address if
    /// it is not bound.
    pub fn join(self, lp: &Loop, group: IpAddr, interface: Interface) -> io::Result<()> {
        Ok(self.socket(lp)?.set_membership(group, interface, true)?)
    }

    /// Leaves a group.
    pub fn leave(self, lp: &Loop, group: IpAddr, interface: Interface) -> io::Result<()> {
        Ok(self.socket(lp)?.set_membership(group, interface, false)?)
    }

    /// Joins a group, but receives only what a given source sends to it. With version 4 the interface
    /// cannot be given by its number.
    pub fn join_source(
        self,
        lp: &Loop,
        group: IpAddr,
        source: IpAddr,
        interface: Interface,
    ) -> io::Result<()> {
        let socket = self.socket(lp)?;
        Ok(socket.set_source_membership(group, source, interface, true)?)
    }

    /// Leaves a group as joined with [`join_source`](Udp::join_source).
    pub fn leave_source(
        self,
        lp: &Loop,
        group: IpAddr,
        source: IpAddr,
        interface: Interface,
    ) -> io::Result<()> {
        let socket = self.socket(lp)?;
        Ok(socket.set_source_membership(group, source, interface, false)?)
    }

    /// Whether what this socket sends to a group also comes to members on this machine. At first it
    /// does.
    pub fn set_multicast_loop(self, lp: &Loop, on: bool) -> io::Result<()> {
        self.set(lp, |fd, is_v6| {
            if is_v6 {
                sockopt::set_ipv6_multicast_loop(fd, on)
            } else {
                sockopt::set_ip_multicast_loop(fd, on)
            }
        })
    }

    /// How many networks messages to a group may pass, 0 to 255. At first it is 1.
    pub fn set_multicast_ttl(self, lp: &Loop, ttl: u32) -> io::Result<()> {
        if ttl > 255 {
            return Err(Errno::INVAL.into());
        }
        self.set(lp, |fd, is_v6| {
            if is_v6 {
                sockopt::set_ipv6_multicast_hops(fd, ttl)
            } else {
                sockopt::set_ip_multicast_ttl(fd, ttl)
            }
        })
    }

    /// The interface through which messages to a group are sent.
    pub fn set_multicast_interface(self, lp: &Loop, interface: Interface) -> io::Result<()> {
        self.set(lp, |fd, is_v6| {
            if is_v6 {
                return sockopt::set_ipv6_multicast_if(fd, interface.index()?);
            }
            if let Interface::Index(index) = interface {
                let any = Ipv4Addr::UNSPECIFIED;
                return sockopt::set_ip_multicast_if_with_ifindex(fd, &any, &any, index);
            }
            sockopt::set_ip_multicast_if(fd, &interface.address()?)
        })
    }

    /// Whether messages may be sent to all machines of a network. At first they may not.
    pub fn set_broadcast(self, lp: &Loop, on: bool) -> io::Result<()> {
        self.set(lp, |fd, _| sockopt::set_socket_broadcast(fd, on))
    }

    /// How many networks messages may pass, 1 to 255.
    pub fn set_ttl(self, lp: &Loop, ttl: u32) -> io::Result<()> {
        let hops = u8::try_from(ttl).map_err(|_| Errno::INVAL)?;
        if hops == 0 {
            return Err(Errno::INVAL.into());
        }
        self.set(lp, |fd, is_v6| {
            if is_v6 {
                sockopt::set_ipv6_unicast_hops(fd, Some(hops))
            } else {
                sockopt::set_ip_ttl(fd, ttl)
            }
        })
    }

    /// The bytes that the system keeps of what has come, its own bookkeeping included.
    pub fn recv_buffer_size(self, lp: &Loop) -> io::Result<usize> {
        self.set(lp, |fd, _| sockopt::socket_recv_buffer_size(fd))
    }

    /// Sets the bytes that the system keeps of what has come. Linux takes twice as many.
    pub fn set_recv_buffer_size(self, lp: &Loop, bytes: usize) -> io::Result<()> {
        self.set(lp, |fd, _| sockopt::set_socket_recv_buffer_size(fd, bytes))
    }

    /// The bytes that the system keeps of what is to be sent, its own bookkeeping included.
    pub fn send_buffer_size(self, lp: &Loop) -> io::Result<usize> {
        self.set(lp, |fd, _| sockopt::socket_send_buffer_size(fd))
    }

    /// Sets the bytes that the system keeps of what is to be sent. Linux takes twice as many.
    pub fn set_send_buffer_size(self, lp: &Loop, bytes: usize) -> io::Result<()> {
        self.set(lp, |fd, _| sockopt::set_socket_send_buffer_size(fd, bytes))
    }

    /// Makes a call with the descriptor; the function is told whether the socket is of version 6.
    fn set<T: Taped>(
        self,
        lp: &Loop,
        call: impl FnOnce(BorrowedFd<'_>, bool) -> Result<T, Errno>,
    ) -> io::Result<T> {
        let socket = self.socket(lp)?;
        Ok(socket.with_fd("udp.option", |fd| call(fd, socket.is_v6.get()))?)
    }
}

/// How a socket is bound that joins a group before it was bound: others may join the same.
const SHARED: UdpOptions = UdpOptions {
    reuse_addr: true,
    reuse_port: false,
    ipv6_only: false,
    report_errors: false,
};

impl Socket {
    fn set_membership(&self, group: IpAddr, interface: Interface, join: bool) -> Result<(), Errno> {
        match group {
            IpAddr::V4(group) => {
                self.ensure_bound(Family::V4, SHARED)?;
                self.with_fd("udp.member", |fd| match interface {
                    Interface::Index(index) => {
                        let any = Ipv4Addr::UNSPECIFIED;
                        if join {
                            sockopt::set_ip_add_membership_with_ifindex(fd, &group, &any, index)
                        } else {
                            sockopt::set_ip_drop_membership_with_ifindex(fd, &group, &any, index)
                        }
                    }
                    _ if join => sockopt::set_ip_add_membership(fd, &group, &interface.address()?),
                    _ => sockopt::set_ip_drop_membership(fd, &group, &interface.address()?),
                })
            }
            IpAddr::V6(group) => {
                let index = interface.index()?;
                self.ensure_bound(Family::V6, SHARED)?;
                self.with_fd("udp.member", |fd| {
                    if join {
                        sockopt::set_ipv6_add_membership(fd, &group, index)
                    } else {
                        sockopt::set_ipv6_drop_membership(fd, &group, index)
                    }
                })
            }
        }
    }

    fn set_source_membership(
        &self,
        group: IpAddr,
        source: IpAddr,
        interface: Interface,
        join: bool,
    ) -> Result<(), Errno> {
        match (group, source) {
            (IpAddr::V4(group), IpAddr::V4(source)) => {
                let interface = interface.address()?;
                self.ensure_bound(Family::V4, SHARED)?;
                self.with_fd("udp.member", |fd| {
                    if join {
                        sockopt::set_ip_add_source_membership(fd, &group, &interface, &source)
                    } else {
                        sockopt::set_ip_drop_source_membership(fd, &group, &interface, &source)
                    }
                })
            }
            (IpAddr::V6(group), IpAddr::V6(source)) => {
                let index = interface.index()?;
                self.ensure_bound(Family::V6, SHARED)?;
                self.with_fd("udp.member", |fd| {
                    set_source_membership_v6(fd, group, source, index, join)
                })
            }
            _ => Err(Errno::INVAL),
        }
    }
}
