//! Reads by io_uring instead of the pool, where the kernel has it.
//!
//! Small reads of what is in memory, the most common ones, are done by one call for all that were asked
//! for in a turn: no thread is woken, and none wakes the loop. Larger ones go to the pool all the same,
//! for the copying would keep the loop from its callbacks. So does everything else, for the kernel does
//! it in threads of its own, which is no faster.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::os::fd::{BorrowedFd, RawFd};

use rustix::fs::{SeekFrom, seek};
use rustix::io::Errno;

use super::request::WorkId;
use crate::Loop;
use crate::sys;
use crate::sys::uring::{Lent, Ring};

/// The largest read that the loop's own thread may have to copy.
const MAX_READ: usize = 16 * 1024;

/// What came of a read, and its buffer; none if it was cancelled.
pub(crate) type Outcome = Option<(Result<usize, Errno>, Box<dyn Any>)>;

enum State {
    /// Nobody has read anything.
    Untried,
    /// The kernel has none, does not allow it, or it is not wanted.
    Off,
    On(Box<Ring>),
}

/// A loop's ring, made when it is first needed.
pub(crate) struct Uring {
    state: RefCell<State>,
    /// Requests by the ring's slots.
    requests: RefCell<Vec<WorkId>>,
    /// No read is under way.
    is_idle: Cell<bool>,
    /// There are reads that the kernel has not been told of.
    has_queued: Cell<bool>,
}

impl Uring {
    pub(crate) fn new(is_wanted: bool) -> Self {
        let state = if is_wanted {
            State::Untried
        } else {
            State::Off
        };
        Uring {
            state: RefCell::new(state),
            requests: RefCell::default(),
            is_idle: Cell::new(true),
            has_queued: Cell::new(false),
        }
    }

    /// Whether the loop must not sleep because there are reads that the kernel has not been told of.
    #[inline]
    pub(crate) fn has_queued(&self) -> bool {
        self.has_queued.get()
    }

    /// Whether such a read is for the ring.
    pub(crate) fn takes(
        &self,
        lp: &Loop,
        fd: BorrowedFd<'_>,
        len: usize,
        position: Option<u64>,
    ) -> bool {
        if !(1..=MAX_READ).contains(&len) || lp.core.schedule.is_some() {
            return false;
        }
        let mut state = self.state.borrow_mut();
        if let State::Untried = *state {
            *state = match Ring::new() {
                Ok(ring) if lp.core.poller.register_ring(ring.fd()).is_ok() => {
                    State::On(Box::new(ring))
                }
                _ => State::Off,
            };
        }
        matches!(&*state, State::On(ring) if !ring.is_full())
            && position.is_none_or(|position| has_position(fd, position))
    }

    /// Queues a read, which the next poll phase submits; none if there is no ring.
    pub(crate) fn read(
        &self,
        lp: &Loop,
        fd: RawFd,
        buffer: Lent,
        position: Option<u64>,
        done: impl FnOnce(&Loop, Outcome) + 'static,
    ) -> Option<WorkId> {
        let State::On(ring) = &mut *self.state.borrow_mut() else {
            return None;
        };
        let slot = ring.read(fd, buffer, position);
        let id = lp.add_ring_request(slot, Box::new(done));
        let mut requests = self.requests.borrow_mut();
        if slot == requests.len() {
            requests.push(id);
        }
        requests[slot] = id;
        self.is_idle.set(false);
        self.has_queued.set(true);
        Some(id)
    }

    /// After a fork: the ring is the parent's.
    pub(crate) fn renew(&self, lp: &Loop) {
        let before = std::mem::replace(&mut *self.state.borrow_mut(), State::Untried);
        match before {
            State::On(ring) => {
                let fd = ring.fd();
                // Its memory is not in this process: it cannot be looked at, nor given back.
                std::mem::forget(ring);
                let _ = sys::close_fd(fd);
            }
            other => *self.state.borrow_mut() = other,
        }
        self.is_idle.set(true);
        self.has_queued.set(false);
        for id in self.requests.take() {
            lp.end_ring_request(id, None);
        }
    }

    /// Takes back a read that was not submitted; gives its buffer, or nothing if it was.
    pub(crate) fn cancel(&self, slot: usize) -> Option<Box<dyn Any>> {
        match &mut *self.state.borrow_mut() {
            State::On(ring) => ring.cancel(slot),
            _ => None,
        }
    }
}

/// Whether a descriptor can be read at a position. Of one that cannot the ring would read all the same.
fn has_position(fd: BorrowedFd<'_>, position: u64) -> bool {
    let here = seek(fd, SeekFrom::Current(0));
    here.is_ok() && position < i64::MAX as u64
}

/// Submits what is queued, and takes what is over to the callbacks that the poll phase is about to run.
#[inline]
pub(crate) fn run(lp: &Loop) {
    if !lp.core.uring.is_idle.get() {
        exchange(lp);
    }
}

fn exchange(lp: &Loop) {
    let uring = &lp.core.uring;
    let State::On(ring) = &mut *uring.state.borrow_mut() else {
        return;
    };
    // Fails if the kernel is short of memory: nothing but patience helps.
    let submitted = ring.submit();
    while let Some((slot, result, buffer)) = ring.next_ended() {
        let id = uring.requests.borrow()[slot];
        lp.end_ring_request(id, Some((result, buffer)));
    }
    uring
        .has_queued
        .set(submitted.is_err() || ring.has_queued());
    uring.is_idle.set(ring.is_idle());
}
