//! The network interfaces of the machine.

use std::io;
use std::net::IpAddr;
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, netdevice};

use crate::sys::interfaces;

/// An address of an interface. One with several addresses comes several times.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InterfaceAddress {
    /// The interface's name, such as `eth0`.
    pub name: String,
    /// The number by which its hardware is known, all zero if it has none.
    pub mac: [u8; 6],
    /// Whether it reaches only this machine.
    pub is_internal: bool,
    /// The address.
    pub ip: IpAddr,
    /// Which bits of the address are those of the network.
    pub netmask: IpAddr,
    /// For addresses of version 6 that hold only nearby: the number of the interface. Else 0.
    pub scope_id: u32,
}

/// The addresses of all interfaces that are up and running.
pub fn interface_addresses() -> io::Result<Vec<InterfaceAddress>> {
    interfaces::list()
}

fn any_socket() -> Result<OwnedFd, Errno> {
    let flags = SocketFlags::CLOEXEC;
    rustix::net::socket_with(AddressFamily::UNIX, SocketType::DGRAM, flags, None)
}

/// The name of an interface, from its number. `ENXIO` if there is none.
pub fn interface_name(index: u32) -> io::Result<String> {
    netdevice::index_to_name(any_socket()?, index).map_err(|errno| match errno {
        Errno::NODEV => Errno::NXIO.into(),
        other => other.into(),
    })
}

/// The number of an interface, from its name. `ENODEV` if there is none.
pub fn interface_index(name: &str) -> io::Result<u32> {
    Ok(netdevice::name_to_index(any_socket()?, name)?)
}
