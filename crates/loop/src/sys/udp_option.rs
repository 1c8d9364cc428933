//! Options of UDP sockets that no safe crate offers, and the queue of errors that one of them opens.

use std::mem::size_of;
use std::net::{Ipv6Addr, SocketAddr, SocketAddrV6};
use std::os::fd::{AsRawFd, BorrowedFd};

use rustix::io::Errno;

use super::address::Name;
use super::last_errno;
use crate::seam::{Reader, Taped};

fn set<T>(fd: BorrowedFd<'_>, level: i32, option: i32, value: &T) -> Result<(), Errno> {
    // SAFETY: the pointer is to a value of the given length, which the system only reads.
    let result = unsafe {
        libc::setsockopt(
            fd.as_raw_fd(),
            level,
            option,
            (&raw const *value).cast(),
            size_of::<T>() as libc::socklen_t,
        )
    };
    if result == 0 {
        Ok(())
    } else {
        Err(last_errno())
    }
}

/// Has the system keep the errors that messages sent have met with, for [`take_error`].
pub(crate) fn keep_errors(fd: BorrowedFd<'_>, is_v6: bool) -> Result<(), Errno> {
    if is_v6 {
        set(fd, libc::IPPROTO_IPV6, libc::IPV6_RECVERR, &1i32)
    } else {
        set(fd, libc::IPPROTO_IP, libc::IP_RECVERR, &1i32)
    }
}

#[repr(C)]
struct GroupSource {
    interface: u32,
    _padding: u32,
    group: libc::sockaddr_storage,
    source: libc::sockaddr_storage,
}

const MCAST_JOIN_SOURCE_GROUP: i32 = 46;
const MCAST_LEAVE_SOURCE_GROUP: i32 = 47;

/// Joins or leaves a group of which only one source is listened to.
pub(crate) fn set_source_membership_v6(
    fd: BorrowedFd<'_>,
    group: Ipv6Addr,
    source: Ipv6Addr,
    interface: u32,
    join: bool,
) -> Result<(), Errno> {
    let storage = |ip: Ipv6Addr| {
        let mut name = Name::EMPTY;
        name.set(&SocketAddrV6::new(ip, 0, 0, 0).into());
        // SAFETY: zeroes are valid for the storage, which has room for any kind of address and the
        // alignment of all.
        unsafe {
            let mut storage: libc::sockaddr_storage = std::mem::zeroed();
            (&raw mut storage).cast::<Name>().write(name);
            storage
        }
    };
    let request = GroupSource {
        interface,
        _padding: 0,
        group: storage(group),
        source: storage(source),
    };
    let option = if join {
        MCAST_JOIN_SOURCE_GROUP
    } else {
        MCAST_LEAVE_SOURCE_GROUP
    };
    set(fd, libc::IPPROTO_IPV6, option, &request)
}

/// An error that a message sent has met with.
pub(crate) struct SendFailure {
    pub(crate) errno: Errno,
    /// Where the message went.
    pub(crate) to: Option<SocketAddr>,
    /// Who reported the error.
    pub(crate) reporter: Option<SocketAddr>,
}

impl Taped for SendFailure {
    fn put(&self, into: &mut Vec<u8>) {
        self.errno.put(into);
        (self.to, self.reporter).put(into);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let (errno, to, reporter) = Taped::take(from)?;
        Some(SendFailure {
            errno,
            to,
            reporter,
        })
    }
}

/// Room for what the system says of an error, aligned as it wants it.
type Control = [u64; 32];

/// Takes the next error out of the queue that [`keep_errors`] opened. `AGAIN` if there is none.
pub(crate) fn take_error(fd: BorrowedFd<'_>) -> Result<SendFailure, Errno> {
    let mut name = Name::EMPTY;
    let mut control: Control = [0; 32];
    let mut start = [0u8; 1];
    let mut part = libc::iovec {
        iov_base: start.as_mut_ptr().cast(),
        iov_len: start.len(),
    };
    // SAFETY: zeroes are valid for a header; then all its pointers are to locals with their lengths.
    let header = unsafe {
        let mut header: libc::msghdr = std::mem::zeroed();
        header.msg_name = (&raw mut name).cast();
        header.msg_namelen = size_of::<Name>() as libc::socklen_t;
        header.msg_iov = &raw mut part;
        header.msg_iovlen = 1;
        header.msg_control = (&raw mut control).cast();
        header.msg_controllen = size_of::<Control>() as _;
        let flags = libc::MSG_ERRQUEUE | libc::MSG_DONTWAIT;
        if libc::recvmsg(fd.as_raw_fd(), &raw mut header, flags) < 0 {
            return Err(last_errno());
        }
        header
    };
    let to = name.address(header.msg_namelen);
    let (errno, reporter) = read_error(&header).ok_or(Errno::AGAIN)?;
    Ok(SendFailure {
        errno,
        to,
        reporter,
    })
}

/// Finds the error among what the system has written to a header's control room.
fn read_error(header: &libc::msghdr) -> Option<(Errno, Option<SocketAddr>)> {
    const FIXED: usize = size_of::<libc::sock_extended_err>();
    // SAFETY: the header was filled in by recvmsg: these walk its control room, inside of the length
    // that it gives, and each item is as long as it says. The reads need no alignment.
    unsafe {
        let mut item = libc::CMSG_FIRSTHDR(header);
        while !item.is_null() {
            let is_error = matches!(
                ((*item).cmsg_level, (*item).cmsg_type),
                (libc::SOL_IP, libc::IP_RECVERR) | (libc::SOL_IPV6, libc::IPV6_RECVERR)
            );
            let len = ((*item).cmsg_len as usize).saturating_sub(libc::CMSG_LEN(0) as usize);
            if is_error && len >= FIXED {
                let data = libc::CMSG_DATA(item);
                let error: libc::sock_extended_err =
                    data.cast::<libc::sock_extended_err>().read_unaligned();
                let mut reporter = Name::EMPTY;
                let rest = (len - FIXED).min(size_of::<Name>());
                std::ptr::copy_nonoverlapping(data.add(FIXED), (&raw mut reporter).cast(), rest);
                let errno = Errno::from_raw_os_error(error.ee_errno as i32);
                return Some((errno, reporter.address(rest as libc::socklen_t)));
            }
            item = libc::CMSG_NXTHDR(header, item);
        }
    }
    None
}
