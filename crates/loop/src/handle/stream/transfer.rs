//! The system calls that move bytes, by what kind of descriptor there is.

use std::io::{IoSlice, IoSliceMut};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::net::{RecvAncillaryBuffer, RecvFlags, ReturnFlags, SendAncillaryBuffer, SendFlags};

use super::passing::send_with_descriptor;
use super::queue::{PIECES, WriteQueue};
use super::state::{Extra, StreamState, flag};
use crate::Loop;
use crate::observe::Kind;
use crate::seam::{self, Bytes};
use crate::sys;

impl StreamState {
    /// Reads once.
    #[inline]
    pub(super) fn receive(&self, buffer: &mut [u8]) -> Result<usize, Errno> {
        if seam::is_in_use() {
            return self.receive_taped(buffer);
        }
        self.receive_now(buffer)
    }

    /// Reads once, at the seam: what was read, whether it may be less than there is, and the descriptors that came along.
    fn receive_taped(&self, buffer: &mut [u8]) -> Result<usize, Errno> {
        let count = |extra: &mut Extra| Some(extra.received.len());
        let (received, is_piecemeal, descriptors) = seam::ask("stream.read", || {
            let before = self.look(count).unwrap_or(0);
            let received = self.receive_now(buffer);
            let new = self.look(|extra| {
                let new = extra.received.range(before..);
                Some(new.map(AsRawFd::as_raw_fd).collect::<Vec<_>>())
            });
            let bytes = received.map(|count| Bytes(buffer[..count].to_vec()));
            (bytes, self.has(flag::PIECEMEAL), new.unwrap_or_default())
        });
        let Bytes(bytes) = received?;
        if seam::is_played() {
            self.set(flag::PIECEMEAL, is_piecemeal);
            for number in descriptors {
                self.extra().received.extend(sys::stand_in(number));
            }
            match buffer.get_mut(..bytes.len()) {
                Some(room) => room.copy_from_slice(&bytes),
                None => seam::depart("stream.read", "a read of more bytes"),
            }
        }
        Ok(bytes.len())
    }

    fn receive_now(&self, buffer: &mut [u8]) -> Result<usize, Errno> {
        self.with(|fd| {
            if self.has(flag::BLOCKING) && !can_read(fd)? {
                return Err(Errno::AGAIN);
            }
            if !self.has(flag::SOCKET) {
                let received = retry_on_intr(|| rustix::io::read(fd, &mut *buffer));
                return match received {
                    // So ends a pseudo-terminal whose other side is gone.
                    Err(Errno::IO) if self.kind == Kind::Tty && self.has(flag::ENDING) => Ok(0),
                    received => received,
                };
            }
            if self.kind == Kind::Tcp || (self.has(flag::LEVEL) && !self.has(flag::PASSES)) {
                let received =
                    retry_on_intr(|| rustix::net::recv(fd, &mut *buffer, RecvFlags::empty()));
                return received.map(|(_, count)| count);
            }
            if self.has(flag::PASSES) {
                return self.receive_with_descriptors(fd, buffer);
            }
            self.receive_message(fd, buffer)
        })
    }

    /// Reads once into the room of an empty buffer, which then holds what was read.
    #[inline]
    pub(super) fn receive_onto(&self, lp: &Loop, buffer: &mut Vec<u8>) -> Result<usize, Errno> {
        let is_socket = self.has(flag::SOCKET);
        let is_plain = match is_socket {
            true => self.kind == Kind::Tcp || (self.has(flag::LEVEL) && !self.has(flag::PASSES)),
            false => self.kind != Kind::Tty,
        };
        if is_plain {
            return seam::ask_onto("stream.read", buffer, |buffer| {
                self.with(|fd| {
                    if self.has(flag::BLOCKING) && !can_read(fd)? {
                        return Err(Errno::AGAIN);
                    }
                    retry_on_intr(|| {
                        let room = spare_capacity(buffer);
                        if is_socket {
                            let (count, _) = rustix::net::recv(fd, room, RecvFlags::empty())?;
                            Ok(count)
                        } else {
                            rustix::io::read(fd, room)
                        }
                    })
                })
            });
        }
        // Most of it stays unused: to zero it for every message would take longer than all the rest.
        let mut room = lp.core.streams.zeroed.borrow_mut();
        room.resize(buffer.capacity(), 0);
        let received = self.receive(&mut room);
        buffer.extend_from_slice(&room[..received.unwrap_or(0)]);
        received
    }

    /// Reads from a Unix socket. A read ends where descriptors were sent along, although there may be
    /// more to read: that the system has to drop them tells that it was so.
    fn receive_message(&self, fd: BorrowedFd<'_>, buffer: &mut [u8]) -> Result<usize, Errno> {
        let mut none = RecvAncillaryBuffer::default();
        let message = retry_on_intr(|| {
            let mut room = [IoSliceMut::new(buffer)];
            rustix::net::recvmsg(fd, &mut room, &mut none, RecvFlags::empty())
        })?;
        self.set(flag::PIECEMEAL, message.flags.contains(ReturnFlags::CTRUNC));
        Ok(message.bytes)
    }

    /// Writes once; gives how much was written, and of how much.
    #[inline]
    pub(super) fn send_some(&self, queue: &WriteQueue) -> Result<(usize, usize), Errno> {
        self.with(|fd| {
            if let Some(passed) = queue.passed() {
                let mut slices = [IoSlice::new(&[]); PIECES];
                let (count, len) = queue.gather(&mut slices);
                let sent = seam::ask("stream.pass", || {
                    send_with_descriptor(fd, &slices[..count], passed.as_fd())
                })?;
                return Ok((sent, len));
            }
            if let Some(bytes) = queue.single() {
                return Ok((self.send(fd, bytes)?, bytes.len()));
            }
            let mut slices = [IoSlice::new(&[]); PIECES];
            let (count, len) = queue.gather(&mut slices);
            Ok((self.send_vectored(fd, &slices[..count])?, len))
        })
    }

    /// Writes without a signal if the other side is gone.
    #[inline]
    pub(super) fn send(&self, fd: BorrowedFd<'_>, bytes: &[u8]) -> Result<usize, Errno> {
        let sent = seam::ask("stream.write", || {
            if self.has(flag::SOCKET) {
                retry_on_intr(|| rustix::net::send(fd, bytes, SendFlags::NOSIGNAL))
            } else {
                retry_on_intr(|| rustix::io::write(fd, bytes))
            }
        })?;
        let sent = fits("stream.write", sent, bytes.len());
        if seam::is_taped() {
            seam::wrote(self.written_to(fd), &bytes[..sent]);
        }
        Ok(sent)
    }

    /// The descriptor that the program knows the stream by.
    fn written_to(&self, fd: BorrowedFd<'_>) -> i32 {
        let standard = (1..=2).find(|&number| self.has(flag::standing_for(number)));
        standard.unwrap_or(fd.as_raw_fd())
    }

    pub(super) fn send_vectored(
        &self,
        fd: BorrowedFd<'_>,
        slices: &[IoSlice<'_>],
    ) -> Result<usize, Errno> {
        let sent = seam::ask("stream.write", || {
            if self.has(flag::SOCKET) {
                let mut none = SendAncillaryBuffer::default();
                retry_on_intr(|| rustix::net::sendmsg(fd, slices, &mut none, SendFlags::NOSIGNAL))
            } else {
                retry_on_intr(|| rustix::io::writev(fd, slices))
            }
        })?;
        let sent = fits(
            "stream.write",
            sent,
            slices.iter().map(|slice| slice.len()).sum(),
        );
        if seam::is_taped() {
            let (standard, mut left) = (self.written_to(fd), sent);
            for slice in slices {
                let count = left.min(slice.len());
                seam::wrote(standard, &slice[..count]);
                left -= count;
            }
        }
        Ok(sent)
    }
}

/// How many bytes were written; a tape that tells of more than there are is of another run.
#[inline]
fn fits(place: &'static str, sent: usize, of: usize) -> usize {
    if sent > of {
        seam::depart(place, "a write of more bytes");
    }
    sent
}

/// Whether a read would not have to wait.
fn can_read(fd: BorrowedFd<'_>) -> Result<bool, Errno> {
    let mut polled = [PollFd::new(&fd, PollFlags::IN)];
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    Ok(retry_on_intr(|| poll(&mut polled, Some(&now)))? > 0)
}
