//! What a stream still has to write, and the requests that wait for it.

use std::collections::VecDeque;
use std::io::IoSlice;
use std::os::fd::OwnedFd;

use rustix::io::Errno;

use super::Done;
use super::chunk::Chunk;

/// How many pieces are given to the system at a time.
pub(super) const PIECES: usize = 256;

/// The bytes of one request.
pub(super) enum Data {
    One(Chunk),
    Many(Vec<Chunk>),
}

impl Data {
    #[inline]
    fn pieces(&self) -> &[Chunk] {
        match self {
            Data::One(chunk) => std::slice::from_ref(chunk),
            Data::Many(chunks) => chunks,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.pieces()
            .iter()
            .map(|piece| piece.as_slice().len())
            .sum()
    }
}

/// A request to write.
pub(super) struct Request {
    data: Data,
    len: usize,
    /// Goes along with the first byte.
    passed: Option<OwnedFd>,
    done: Done,
}

/// A request that is over, but whose callback did not run yet. It keeps its bytes until then.
pub(super) struct Finished {
    pub(super) data: Data,
    pub(super) done: Done,
    pub(super) error: Option<Errno>,
}

/// The requests of a stream, in their order.
#[derive(Default)]
pub(super) struct WriteQueue {
    requests: VecDeque<Request>,
    /// Pieces of the first request that are written, and bytes of the piece after them.
    at: usize,
    offset: usize,
    /// Bytes of the first request that are written.
    sent: usize,
    /// Bytes of all requests.
    len: usize,
    pub(super) finished: VecDeque<Finished>,
    /// The request to shut down, when all is written.
    pub(super) shutdown: Option<Done>,
}

impl WriteQueue {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Bytes that are not written yet.
    pub(super) fn bytes(&self) -> usize {
        self.len.saturating_sub(self.sent)
    }

    pub(super) fn push(&mut self, data: Data, passed: Option<OwnedFd>, done: Done) {
        let len = data.len();
        self.len += len;
        self.requests.push_back(Request {
            data,
            len,
            passed,
            done,
        });
    }

    /// The descriptor that has to go with what is written next.
    pub(super) fn passed(&self) -> Option<&OwnedFd> {
        self.requests.front()?.passed.as_ref()
    }

    /// What is left, if it is one piece.
    #[inline]
    pub(super) fn single(&self) -> Option<&[u8]> {
        if self.requests.len() != 1 {
            return None;
        }
        match &self.requests.front()?.data {
            Data::One(chunk) => Some(chunk.after(self.offset)),
            Data::Many(_) => None,
        }
    }

    /// Takes what is left into `slices`, up to the next request that passes a descriptor. Gives how
    /// many there are, and their length together.
    pub(super) fn gather<'a>(&'a self, slices: &mut [IoSlice<'a>; PIECES]) -> (usize, usize) {
        let (mut count, mut len) = (0, 0);
        let (mut at, mut offset) = (self.at, self.offset);
        for (index, request) in self.requests.iter().enumerate() {
            if index > 0 && request.passed.is_some() {
                break;
            }
            for piece in &request.data.pieces()[std::mem::take(&mut at)..] {
                if count == PIECES {
                    return (count, len);
                }
                let rest = piece.after(std::mem::take(&mut offset));
                slices[count] = IoSlice::new(rest);
                count += 1;
                len += rest.len();
            }
        }
        (count, len)
    }

    /// Notes that so many bytes were written, and what is finished thereby.
    pub(super) fn advance(&mut self, mut written: usize) {
        while let Some(front) = self.requests.front_mut() {
            if written > 0 {
                front.passed = None;
            }
            while let Some(piece) = front.data.pieces().get(self.at) {
                let left = piece.after(self.offset).len();
                if written < left {
                    self.offset += written;
                    self.sent += written;
                    return;
                }
                written -= left;
                self.sent += left;
                self.at += 1;
                self.offset = 0;
            }
            self.finish_first(None);
        }
    }

    /// Ends all requests with an error.
    pub(super) fn fail(&mut self, error: Errno) {
        while !self.requests.is_empty() {
            self.finish_first(Some(error));
        }
    }

    fn finish_first(&mut self, error: Option<Errno>) {
        (self.at, self.offset, self.sent) = (0, 0, 0);
        if let Some(request) = self.requests.pop_front() {
            self.len -= request.len;
            self.finished.push_back(Finished {
                data: request.data,
                done: request.done,
                error,
            });
        }
    }
}
