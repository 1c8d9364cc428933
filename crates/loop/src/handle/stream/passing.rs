//! Descriptors that go along with data through a Unix socket.

use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};

use rustix::io::{Errno, retry_on_intr};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags,
};

use super::chunk::Chunk;
use super::queue::Data;
use super::state::{Done, StreamState, flag};
use crate::Loop;
use crate::handle::Key;

/// How many descriptors are taken from one message; the system allows no more.
const MOST_PASSED: usize = 253;

impl StreamState {
    /// Whether a descriptor can be sent.
    pub(crate) fn check_passing(&self) -> Result<(), Errno> {
        self.check_writable()?;
        if self.has(flag::PASSES) {
            Ok(())
        } else {
            Err(Errno::INVAL)
        }
    }

    pub(crate) fn write_passing(
        &self,
        lp: &Loop,
        key: Key,
        data: Chunk,
        descriptor: OwnedFd,
        done: Done,
    ) {
        self.write(lp, key, Data::One(data), Some(descriptor), done);
    }

    pub(crate) fn try_write_passing(
        &self,
        bytes: &[u8],
        descriptor: BorrowedFd<'_>,
    ) -> Result<usize, Errno> {
        if self.has(flag::CONNECTING) || self.has_queue() {
            return Err(Errno::AGAIN);
        }
        self.ask("stream.pass", |fd| {
            send_with_descriptor(fd, &[IoSlice::new(bytes)], descriptor)
        })
    }

    /// Reads once, and keeps the descriptors that come along.
    pub(super) fn receive_with_descriptors(
        &self,
        fd: BorrowedFd<'_>,
        buffer: &mut [u8],
    ) -> Result<usize, Errno> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_PASSED))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let message = retry_on_intr(|| {
            let mut room = [IoSliceMut::new(buffer)];
            rustix::net::recvmsg(fd, &mut room, &mut control, RecvFlags::CMSG_CLOEXEC)
        })?;
        let mut is_piece = message.flags.contains(ReturnFlags::CTRUNC);
        for part in control.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = part {
                self.extra().received.extend(descriptors);
                is_piece = true;
            }
        }
        // Such a read ends early, although there may be more to read.
        self.set(flag::PIECEMEAL, is_piece);
        Ok(message.bytes)
    }
}

pub(super) fn send_with_descriptor(
    fd: BorrowedFd<'_>,
    slices: &[IoSlice<'_>],
    passed: BorrowedFd<'_>,
) -> Result<usize, Errno> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    let passed = [passed];
    control.push(SendAncillaryMessage::ScmRights(&passed));
    retry_on_intr(|| rustix::net::sendmsg(fd, slices, &mut control, SendFlags::NOSIGNAL))
}
