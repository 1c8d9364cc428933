//! Datagrams many at a time, which no safe crate offers: recvmmsg and sendmmsg.

use std::mem::{offset_of, size_of};
use std::net::SocketAddr;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::ptr::NonNull;

use rustix::io::Errno;

use super::address::Name;
use super::last_errno;
use crate::seam::Bytes;

/// How many messages go through one call.
pub(crate) const BATCH: usize = 32;
/// The room for one message: more than any datagram of the internet has.
pub(crate) const ROOM: usize = 65536;

/// A datagram as it came.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Message<'a> {
    /// What is in it; may be empty.
    pub data: &'a [u8],
    /// Who sent it; none if the sender has no internet address, as with Unix sockets.
    pub from: Option<SocketAddr>,
    /// Whether it was longer than what there was room for; the rest is lost.
    pub is_truncated: bool,
}

/// A datagram to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Outgoing<'a> {
    /// What is in it; may be empty.
    pub data: &'a [u8],
    /// Where it goes; none from a connected socket.
    pub to: Option<SocketAddr>,
}

/// What recvmmsg writes to, in one piece: the headers point to the rest.
#[repr(C)]
struct Frame {
    headers: [libc::mmsghdr; BATCH],
    parts: [libc::iovec; BATCH],
    names: [Name; BATCH],
    data: [[u8; ROOM]; BATCH],
}

/// The place where a loop receives datagrams. Its memory is taken from the system as it is first used,
/// page by page.
pub(crate) struct Inbox {
    frame: NonNull<Frame>,
    /// How many headers the last call has written to.
    used: usize,
    /// How much of each message there is room for.
    limit: usize,
}

impl Inbox {
    pub(crate) fn new() -> Inbox {
        // SAFETY: everything in a frame is numbers and pointers that may be null: zeroes are valid.
        let frame = unsafe { Box::<Frame>::new_zeroed().assume_init() };
        let frame = NonNull::from(Box::leak(frame));
        let mut inbox = Inbox {
            frame,
            used: 0,
            limit: 0,
        };
        let base = frame.as_ptr().cast::<u8>();
        for index in 0..BATCH {
            // SAFETY: all offsets are inside of the frame, which is ours alone, and right for the type.
            unsafe {
                let header = inbox.header(index);
                let part = base.add(offset_of!(Frame, parts)).cast::<libc::iovec>();
                let name = base.add(offset_of!(Frame, names)).cast::<Name>();
                let data = base.add(offset_of!(Frame, data) + index * ROOM);
                (*part.add(index)).iov_base = data.cast();
                (*header).msg_hdr.msg_iov = part.add(index);
                (*header).msg_hdr.msg_iovlen = 1;
                (*header).msg_hdr.msg_name = name.add(index).cast();
                (*header).msg_hdr.msg_namelen = size_of::<Name>() as libc::socklen_t;
            }
        }
        inbox.set_limit(ROOM);
        inbox
    }

    /// Sets how much of each message there is room for.
    pub(crate) fn set_limit(&mut self, limit: usize) {
        let limit = limit.min(ROOM);
        if limit == self.limit {
            return;
        }
        self.limit = limit;
        for index in 0..BATCH {
            // SAFETY: the header is ours and points to its part, see `new`.
            unsafe { (*(*self.header(index)).msg_hdr.msg_iov).iov_len = limit };
        }
    }

    fn header(&self, index: usize) -> *mut libc::mmsghdr {
        assert!(index < BATCH);
        // SAFETY: the index was checked, and the headers are the first in the frame.
        unsafe { self.frame.as_ptr().cast::<libc::mmsghdr>().add(index) }
    }

    /// Receives what has come, up to `most` messages, which is a whole batch at most; says how many. Fewer than `most`
    /// means that there are no more now.
    pub(crate) fn receive(&mut self, fd: BorrowedFd<'_>, most: usize) -> Result<usize, Errno> {
        for index in 0..self.used {
            // SAFETY: the header is ours, see `new`. The system has changed this field.
            unsafe { (*self.header(index)).msg_hdr.msg_namelen = size_of::<Name>() as u32 };
        }
        self.used = 0;
        // SAFETY: the headers, and what they point to with its lengths, are inside of the frame, of
        // which nobody else holds a reference: messages borrow `self`.
        let count = unsafe {
            libc::recvmmsg(
                fd.as_raw_fd(),
                self.header(0),
                most.min(BATCH) as u32,
                libc::MSG_DONTWAIT as _,
                std::ptr::null_mut(),
            )
        };
        self.used = usize::try_from(count).map_err(|_| last_errno())?;
        Ok(self.used)
    }

    /// Takes messages over as if they had just been received: data, sender, whether there was more. Says how many.
    pub(crate) fn load(&mut self, messages: &[(Bytes, Option<SocketAddr>, bool)]) -> usize {
        self.used = messages.len().min(BATCH);
        for (index, (Bytes(data), from, is_truncated)) in messages.iter().enumerate().take(BATCH) {
            let len = data.len().min(self.limit);
            // SAFETY: the header is ours and points to its part and its name, see `new`, and nobody else holds a reference
            // to these; the part has room for the limit.
            unsafe {
                let header = &mut *self.header(index);
                let room = (*header.msg_hdr.msg_iov).iov_base.cast::<u8>();
                std::ptr::copy_nonoverlapping(data.as_ptr(), room, len);
                header.msg_len = len as u32;
                let name = &mut *header.msg_hdr.msg_name.cast::<Name>();
                header.msg_hdr.msg_namelen = from.as_ref().map_or(0, |from| name.set(from));
                header.msg_hdr.msg_flags = if *is_truncated { libc::MSG_TRUNC } else { 0 };
            }
        }
        self.used
    }

    /// A message of those received last.
    pub(crate) fn message(&self, index: usize) -> Message<'_> {
        assert!(index < self.used);
        // SAFETY: the system has filled in this header. Its message is in the frame and has as many
        // bytes as it says, but not more than there was room for; all bytes are initialized.
        unsafe {
            let header = &*self.header(index);
            let data = (*header.msg_hdr.msg_iov).iov_base.cast::<u8>();
            let len = (header.msg_len as usize).min(self.limit);
            let name = &*header.msg_hdr.msg_name.cast::<Name>();
            Message {
                data: std::slice::from_raw_parts(data, len),
                from: name.address(header.msg_hdr.msg_namelen),
                is_truncated: header.msg_hdr.msg_flags & libc::MSG_TRUNC != 0,
            }
        }
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        // SAFETY: the frame came from a box, and nothing points to it any more.
        drop(unsafe { Box::from_raw(self.frame.as_ptr()) });
    }
}

/// Sends messages, the first [`BATCH`] at most, in one call; says how many were sent. An error is of
/// the first: those after it were not tried.
pub(crate) fn send_many(fd: BorrowedFd<'_>, messages: &[Outgoing<'_>]) -> Result<usize, Errno> {
    let count = messages.len().min(BATCH);
    let mut names = [Name::EMPTY; BATCH];
    let mut parts = [libc::iovec {
        iov_base: std::ptr::null_mut(),
        iov_len: 0,
    }; BATCH];
    // SAFETY: headers are numbers and pointers that may be null: zeroes are valid.
    let mut headers: [libc::mmsghdr; BATCH] = unsafe { std::mem::zeroed() };
    for (index, message) in messages.iter().take(count).enumerate() {
        parts[index].iov_base = message.data.as_ptr().cast_mut().cast();
        parts[index].iov_len = message.data.len();
        let header = &mut headers[index].msg_hdr;
        header.msg_iov = &raw mut parts[index];
        header.msg_iovlen = 1;
        if let Some(to) = &message.to {
            let len = names[index].set(to);
            header.msg_name = (&raw mut names[index]).cast();
            header.msg_namelen = len;
        }
    }
    // SAFETY: `count` headers are filled in, what they point to lives until the end of this function or
    // longer, and the system only reads the data and the names.
    let sent = unsafe {
        libc::sendmmsg(
            fd.as_raw_fd(),
            headers.as_mut_ptr(),
            count as u32,
            libc::MSG_DONTWAIT as _,
        )
    };
    usize::try_from(sent).map_err(|_| last_errno())
}
