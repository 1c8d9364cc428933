//! Reads by io_uring: the kernel is handed many at a time, and writes into the buffers when it likes.

use std::any::Any;
use std::io;
use std::os::fd::{AsRawFd, RawFd};

use io_uring::squeue::Entry;
use io_uring::{IoUring, opcode, types};
use rustix::io::{Errno, retry_on_intr};

/// How many reads fit into a call.
const ENTRIES: u32 = 128;
/// How many reads can be under way. The kernel has room for so many results.
const MOST: usize = 2 * ENTRIES as usize;

/// A buffer that the kernel may write into. It is nobody's but the ring's until the kernel is done with
/// it; if the ring goes before that, the memory is never freed.
pub(crate) struct Lent {
    buffer: *mut dyn Any,
    bytes: *mut u8,
    len: u32,
}

impl Lent {
    pub(crate) fn new<B: AsMut<[u8]> + 'static>(buffer: B) -> Lent {
        let buffer = Box::into_raw(Box::new(buffer));
        // SAFETY: the pointer came from a box, and nothing else refers to what it points to.
        let bytes = unsafe { &mut *buffer }.as_mut();
        Lent {
            bytes: bytes.as_mut_ptr(),
            len: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
            buffer,
        }
    }
}

/// A read that was asked for.
struct Reading {
    fd: RawFd,
    lent: Lent,
    position: Option<u64>,
}

impl Reading {
    /// What the kernel is told.
    fn entry(&self, slot: usize) -> Entry {
        // Minus one stands for where the file stands.
        opcode::Read::new(types::Fd(self.fd), self.lent.bytes, self.lent.len)
            .offset(self.position.unwrap_or(u64::MAX))
            .build()
            .user_data(slot as u64)
    }
}

/// A queue of reads to the kernel and one of results from it.
pub(crate) struct Ring {
    ring: IoUring,
    /// Reads that the kernel has not been told of.
    queued: Vec<usize>,
    /// Reads by slot; none where the slot is free.
    slots: Vec<Option<Reading>>,
    free: Vec<usize>,
}

impl Drop for Ring {
    fn drop(&mut self) {
        // The kernel does not know of these.
        for slot in std::mem::take(&mut self.queued) {
            drop(self.take_back(slot));
        }
    }
}

/// A read that is over: its slot, what came of it, and its buffer.
pub(crate) type Ended = (usize, Result<usize, Errno>, Box<dyn Any>);

impl Ring {
    pub(crate) fn new() -> io::Result<Ring> {
        Ok(Ring {
            ring: IoUring::builder()
                .setup_cqsize(MOST as u32)
                .build(ENTRIES)?,
            queued: Vec::new(),
            slots: Vec::new(),
            free: Vec::new(),
        })
    }

    /// Becomes readable when a read is over.
    pub(crate) fn fd(&self) -> RawFd {
        self.ring.as_raw_fd()
    }

    /// How many reads are under way.
    fn under_way(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether all reads are over.
    pub(crate) fn is_idle(&self) -> bool {
        self.under_way() == 0
    }

    /// Whether no more reads can be queued for now.
    pub(crate) fn is_full(&self) -> bool {
        self.under_way() >= MOST
    }

    /// Queues a read into a buffer, at a position or where the file stands; gives its slot.
    pub(crate) fn read(&mut self, fd: RawFd, lent: Lent, position: Option<u64>) -> usize {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() - 1
        });
        self.slots[slot] = Some(Reading { fd, lent, position });
        self.queued.push(slot);
        slot
    }

    /// Takes back a read that the kernel has not been told of.
    pub(crate) fn cancel(&mut self, slot: usize) -> Option<Box<dyn Any>> {
        let place = self.queued.iter().position(|other| *other == slot)?;
        self.queued.remove(place);
        self.take_back(slot)
    }

    /// The buffer of a slot, which the kernel must not know or be done with.
    fn take_back(&mut self, slot: usize) -> Option<Box<dyn Any>> {
        let reading = self.slots.get_mut(slot)?.take()?;
        self.free.push(slot);
        // SAFETY: the pointer came from a box and is taken out of its slot, so that this happens once.
        // The kernel does not write there: it was not told of it, or has reported its end.
        Some(unsafe { Box::from_raw(reading.lent.buffer) })
    }

    /// Hands queued reads to the kernel, which does at once those whose data is in memory. What an
    /// error leaves is handed over by the next call.
    pub(crate) fn submit(&mut self) -> Result<(), Errno> {
        loop {
            let mut submission = self.ring.submission();
            let room = submission.capacity() - submission.len();
            let count = room.min(self.queued.len());
            for slot in self.queued.drain(..count) {
                let Some(reading) = &self.slots[slot] else {
                    continue;
                };
                // SAFETY: the buffer is valid for writes of the length in the entry, and stays so until
                // the kernel reports the end of this read: only then is its slot emptied. Nothing else
                // reads or writes it meanwhile.
                let pushed = unsafe { submission.push(&reading.entry(slot)) };
                debug_assert!(pushed.is_ok(), "there is room");
            }
            if submission.is_empty() {
                return Ok(());
            }
            drop(submission);
            retry_on_intr(|| {
                let submitted = self.ring.submit();
                submitted.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))
            })?;
        }
    }

    /// The next read that is over. One that a signal interrupted is queued again.
    pub(crate) fn next_ended(&mut self) -> Option<Ended> {
        loop {
            let ended = self.ring.completion().next()?;
            let slot = ended.user_data() as usize;
            let result = match ended.result() {
                count @ 0.. => Ok(count as usize),
                error => Err(Errno::from_raw_os_error(-error)),
            };
            if result == Err(Errno::INTR) {
                self.queued.push(slot);
                continue;
            }
            return Some((slot, result, self.take_back(slot)?));
        }
    }

    /// Whether there are reads that the kernel has not been told of.
    pub(crate) fn has_queued(&self) -> bool {
        !self.queued.is_empty()
    }
}
