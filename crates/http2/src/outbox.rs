//! What streams have left to be sent, until there is room for it.

use std::collections::VecDeque;

/// The body that a stream sends.
#[derive(Default)]
pub(crate) struct Outbox {
    chunks: VecDeque<Vec<u8>>,
    /// How much of the first was sent.
    sent: usize,
    length: usize,
    ended: bool,
    wants_trailers: bool,
}

/// What there is of a body now.
pub(crate) struct Share {
    pub(crate) length: usize,
    pub(crate) is_last: bool,
    pub(crate) has_trailers: bool,
}

impl Outbox {
    pub(crate) fn push(&mut self, chunk: Vec<u8>) {
        self.length += chunk.len();
        if !chunk.is_empty() {
            self.chunks.push_back(chunk);
        }
    }

    pub(crate) fn end(&mut self, wants_trailers: bool) {
        self.ended = true;
        self.wants_trailers = wants_trailers;
    }

    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// What a frame of at most `room` bytes can take; `None` if that is to be asked again later.
    pub(crate) fn share(&self, room: usize) -> Option<Share> {
        if self.length == 0 && !self.ended {
            return None;
        }
        let length = self.length.min(room);
        let is_last = self.ended && length == self.length;
        Some(Share {
            length,
            is_last,
            has_trailers: is_last && self.wants_trailers,
        })
    }

    /// Moves so many bytes to the end of `output`.
    pub(crate) fn take(&mut self, mut count: usize, output: &mut Vec<u8>) {
        while let Some(first) = self.chunks.front().filter(|_| count > 0) {
            let part = count.min(first.len() - self.sent);
            output.extend_from_slice(&first[self.sent..self.sent + part]);
            count -= part;
            self.length -= part;
            self.sent += part;
            if self.sent == first.len() {
                self.chunks.pop_front();
                self.sent = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_cut_and_joined() {
        let mut outbox = Outbox::default();
        assert!(outbox.share(10).is_none());
        outbox.push(b"hello ".to_vec());
        outbox.push(Vec::new());
        outbox.push(b"world".to_vec());
        let mut output = Vec::new();
        let share = outbox.share(8).unwrap();
        assert_eq!((share.length, share.is_last), (8, false));
        outbox.take(8, &mut output);
        outbox.end(true);
        let share = outbox.share(8).unwrap();
        assert_eq!(
            (share.length, share.is_last, share.has_trailers),
            (3, true, true)
        );
        outbox.take(3, &mut output);
        assert_eq!(output, b"hello world");
        assert_eq!(outbox.length(), 0);
    }
}
