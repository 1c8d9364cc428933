//! Internet addresses as the system has them.

use std::mem::size_of;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

/// Room for an address of either version. Every bit pattern is valid for all of its forms.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) union Name {
    family: libc::sa_family_t,
    v4: libc::sockaddr_in,
    v6: libc::sockaddr_in6,
}

impl Name {
    pub(crate) const EMPTY: Name = Name {
        v6: libc::sockaddr_in6 {
            sin6_family: libc::AF_UNSPEC as libc::sa_family_t,
            sin6_port: 0,
            sin6_flowinfo: 0,
            sin6_addr: libc::in6_addr { s6_addr: [0; 16] },
            sin6_scope_id: 0,
        },
    };

    /// Writes an address; gives its length.
    pub(crate) fn set(&mut self, address: &SocketAddr) -> libc::socklen_t {
        let len = match address {
            SocketAddr::V4(address) => {
                self.v4 = libc::sockaddr_in {
                    sin_family: libc::AF_INET as libc::sa_family_t,
                    sin_port: address.port().to_be(),
                    sin_addr: libc::in_addr {
                        s_addr: u32::from_ne_bytes(address.ip().octets()),
                    },
                    sin_zero: [0; 8],
                };
                size_of::<libc::sockaddr_in>()
            }
            SocketAddr::V6(address) => {
                self.v6 = libc::sockaddr_in6 {
                    sin6_family: libc::AF_INET6 as libc::sa_family_t,
                    sin6_port: address.port().to_be(),
                    sin6_flowinfo: address.flowinfo(),
                    sin6_addr: libc::in6_addr {
                        s6_addr: address.ip().octets(),
                    },
                    sin6_scope_id: address.scope_id(),
                };
                size_of::<libc::sockaddr_in6>()
            }
        };
        len as libc::socklen_t
    }

    /// Reads the address that the system wrote, of which it says the length; none if it is of another
    /// family.
    pub(crate) fn address(&self, len: libc::socklen_t) -> Option<SocketAddr> {
        let len = len as usize;
        if len < size_of::<libc::sa_family_t>() {
            return None;
        }
        // SAFETY: all forms are plain numbers, for which any bits are valid.
        let (family, v4, v6) = unsafe { (self.family, self.v4, self.v6) };
        match i32::from(family) {
            libc::AF_INET if len >= size_of::<libc::sockaddr_in>() => {
                let ip = Ipv4Addr::from(v4.sin_addr.s_addr.to_ne_bytes());
                Some(SocketAddrV4::new(ip, u16::from_be(v4.sin_port)).into())
            }
            libc::AF_INET6 if len >= size_of::<libc::sockaddr_in6>() => {
                let ip = Ipv6Addr::from(v6.sin6_addr.s6_addr);
                let port = u16::from_be(v6.sin6_port);
                Some(SocketAddrV6::new(ip, port, v6.sin6_flowinfo, v6.sin6_scope_id).into())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Name;
    use std::net::SocketAddr;

    #[test]
    fn addresses_come_back_as_they_were() {
        for text in ["1.2.3.4:5", "[::1]:65535", "[fe80::1%7]:80"] {
            let address: SocketAddr = text.parse().unwrap();
            let mut name = Name::EMPTY;
            let len = name.set(&address);
            assert_eq!(name.address(len), Some(address));
            assert_eq!(name.address(len - 1), None);
        }
        assert_eq!(Name::EMPTY.address(28), None);
        assert_eq!(Name::EMPTY.address(0), None);
    }
}
