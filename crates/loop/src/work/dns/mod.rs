//! Names to addresses and back, as the system finds them: files, DNS, whatever it is set up for. The
//! calls block; the loop's forms of them are done by the pool.

mod idna;

use std::net::{IpAddr, SocketAddr};
use std::{fmt, io};

use super::WorkId;
use crate::seam::{self, Reader, Taped};
use crate::sys::resolve;
use crate::{Error, Family, Loop, errors};

/// For [`Hints::flags`]: addresses to listen at, if no host is given.
pub const AI_PASSIVE: i32 = libc::AI_PASSIVE;
/// For [`Hints::flags`]: the host's full name too.
pub const AI_CANONNAME: i32 = libc::AI_CANONNAME;
/// For [`Hints::flags`]: the host is an address, not a name.
pub const AI_NUMERICHOST: i32 = libc::AI_NUMERICHOST;
/// For [`Hints::flags`]: the service is a number.
pub const AI_NUMERICSERV: i32 = libc::AI_NUMERICSERV;
/// For [`Hints::flags`]: version 4 in the form of version 6, if there is no version 6.
pub const AI_V4MAPPED: i32 = libc::AI_V4MAPPED;
/// For [`Hints::flags`]: with [`AI_V4MAPPED`], version 4 even if there is version 6.
pub const AI_ALL: i32 = libc::AI_ALL;
/// For [`Hints::flags`]: only of versions of which the machine has an address itself.
pub const AI_ADDRCONFIG: i32 = libc::AI_ADDRCONFIG;

/// For [`Hints::socktype`]: streams only, so that no address is found twice.
pub const SOCK_STREAM: i32 = libc::SOCK_STREAM;

/// For [`name_of`]: the host as a number.
pub const NI_NUMERICHOST: i32 = libc::NI_NUMERICHOST;
/// For [`name_of`]: the service as a number.
pub const NI_NUMERICSERV: i32 = libc::NI_NUMERICSERV;
/// For [`name_of`]: only the first part of the names of hosts nearby.
pub const NI_NOFQDN: i32 = libc::NI_NOFQDN;
/// For [`name_of`]: a host without a name is an error.
pub const NI_NAMEREQD: i32 = libc::NI_NAMEREQD;
/// For [`name_of`]: the service that uses UDP.
pub const NI_DGRAM: i32 = libc::NI_DGRAM;

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hints {
    /// Addresses of one version only.
    pub family: Option<Family>,
    /// The kind of socket, such as `libc::SOCK_STREAM`; 0 for any.
    pub socktype: i32,
    /// The protocol, such as `libc::IPPROTO_TCP`; 0 for any.
    pub protocol: i32,
    /// Any of the constants of this module whose names begin with `AI_`.
    pub flags: i32,
}

impl Default for Hints {
    /// What the system does if it is told nothing.
    fn default() -> Self {
        Hints {
            family: None,
            socktype: 0,
            protocol: 0,
            flags: AI_V4MAPPED | AI_ADDRCONFIG,
        }
    }
}

/// An address that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The address; the port is the service's, 0 if none was asked for.
    pub address: SocketAddr,
    /// The kind of socket to use.
    pub socktype: i32,
    /// The protocol to use.
    pub protocol: i32,
    /// The host's full name, in the first address found, if [`AI_CANONNAME`] was given.
    pub canonical_name: Option<String>,
}

/// Why nothing was found, with libuv's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DnsError {
    /// The number: `EAI_NONAME` is -3008. An error of the system has its own, negated.
    pub code: i32,
}

impl Taped for Found {
    fn put(&self, into: &mut Vec<u8>) {
        (self.address, self.socktype, self.protocol).put(into);
        self.canonical_name.put(into);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let (address, socktype, protocol, canonical_name) = Taped::take(from)?;
        Some(Found {
            address,
            socktype,
            protocol,
            canonical_name,
        })
    }
}

impl Taped for DnsError {
    fn put(&self, into: &mut Vec<u8>) {
        self.code.put(into);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        i32::take(from).map(|code| DnsError { code })
    }
}

impl DnsError {
    /// The request was cancelled before it was begun: `EAI_CANCELED`.
    pub const CANCELED: DnsError = DnsError { code: -3003 };

    /// What was asked for cannot be a name: `EINVAL`.
    pub const INVALID: DnsError = DnsError {
        code: -libc::EINVAL,
    };

    /// The name of the error, such as `EAI_NONAME`.
    pub fn name(self) -> &'static str {
        errors::name(self.code)
    }
}

impl fmt::Display for DnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name(), errors::message(self.code))
    }
}

impl std::error::Error for DnsError {}

/// Keeps the error inside, unless it is one of the system's.
impl From<DnsError> for io::Error {
    fn from(error: DnsError) -> io::Error {
        Error::from(error).into()
    }
}

/// The addresses of a host, of a service, or of a service of a host. One of the two must be given.
///
/// A host's name may have letters of any script.
///
/// ```
/// use rondo_loop::work::dns::{self, Hints};
///
/// let found = dns::resolve(Some("127.0.0.1"), Some("80"), Hints::default()).unwrap();
/// assert_eq!(found[0].address, "127.0.0.1:80".parse().unwrap());
/// ```
pub fn resolve(
    host: Option<&str>,
    service: Option<&str>,
    hints: Hints,
) -> Result<Vec<Found>, DnsError> {
    if host.is_none() && service.is_none() {
        return Err(DnsError::INVALID);
    }
    let host = host.map(ascii_name).transpose()?;
    seam::ask("names.resolve", || {
        resolve::find_addresses(host.as_deref(), service, &hints)
    })
}

/// The name of a host as it is asked for: in ASCII. `EINVAL` if nothing can be asked with it.
///
/// ```
/// # use rondo_loop::work::dns;
/// assert_eq!(dns::ascii_name("b\u{fc}cher.de").unwrap(), "xn--bcher-kva.de");
/// ```
pub fn ascii_name(name: &str) -> Result<String, DnsError> {
    idna::to_ascii(name).ok_or(DnsError::INVALID)
}

/// The names of an address: of the host, and of the service at its port. What has no name is given as a
/// number. The flags are any of the constants of this module whose names begin with `NI_`.
///
/// ```
/// use rondo_loop::work::dns;
///
/// let address = "127.0.0.1:80".parse().unwrap();
/// let flags = dns::NI_NUMERICHOST | dns::NI_NUMERICSERV;
/// let (host, service) = dns::name_of(&address, flags).unwrap();
/// assert_eq!((&*host, &*service), ("127.0.0.1", "80"));
/// ```
pub fn name_of(address: &SocketAddr, flags: i32) -> Result<(String, String), DnsError> {
    seam::ask("names.reverse", || resolve::find_names(address, flags))
}

impl Loop {
    /// Has [`dns::resolve`](resolve) done by the pool, and `done` called with its result. Can be
    /// [cancelled](Loop::cancel): then the result is [`DnsError::CANCELED`].
    ///
    /// Such requests take up half of the pool's threads at most: if they hang, other work goes on.
    ///
    /// ```
    /// use rondo_loop::{Loop, Mode, work::dns::Hints};
    ///
    /// let lp = Loop::new()?;
    /// lp.resolve(Some("localhost"), None, Hints::default(), |_, result| {
    ///     assert!(result.unwrap()[0].address.ip().is_loopback());
    /// });
    /// lp.run(Mode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn resolve(
        &self,
        host: Option<&str>,
        service: Option<&str>,
        hints: Hints,
        done: impl FnOnce(&Loop, Result<Vec<Found>, DnsError>) + 'static,
    ) -> WorkId {
        let is_name = |host: &str| host != "localhost" && host.parse::<IpAddr>().is_err();
        if host.is_some_and(is_name) {
            self.lets_in("names of machines");
        }
        let (host, service) = (host.map(str::to_string), service.map(str::to_string));
        self.queue_slow_work(
            move || resolve(host.as_deref(), service.as_deref(), hints),
            |lp, result| done(lp, result.unwrap_or(Err(DnsError::CANCELED))),
        )
    }

    /// Has [`dns::name_of`](name_of) done by the pool, and `done` called with its result. Can be
    /// [cancelled](Loop::cancel): then the result is [`DnsError::CANCELED`].
    pub fn name_of(
        &self,
        address: SocketAddr,
        flags: i32,
        done: impl FnOnce(&Loop, Result<(String, String), DnsError>) + 'static,
    ) -> WorkId {
        self.lets_in("names of machines");
        self.queue_slow_work(
            move || name_of(&address, flags),
            |lp, result| done(lp, result.unwrap_or(Err(DnsError::CANCELED))),
        )
    }
}
