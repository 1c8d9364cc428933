//! Memory of SharedArrayBuffers: other threads may read and write it at any time, so that no slice of it can be had.
//! What is done with it is done with a copy.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use crate::bytes::Bytes;

const WORD: usize = size_of::<usize>();

/// A copy of the bytes, each as it was at some moment.
pub(crate) fn copy(bytes: Bytes) -> Vec<u8> {
    let mut copied = Vec::new();
    if copied.try_reserve_exact(bytes.length).is_err() {
        panic!("no memory for a copy of shared memory");
    }
    let (head, words, tail) = parts(bytes);
    copied.extend(head.iter().map(|byte| byte.load(Relaxed)));
    for word in words {
        copied.extend_from_slice(&word.load(Relaxed).to_ne_bytes());
    }
    copied.extend(tail.iter().map(|byte| byte.load(Relaxed)));
    copied
}

/// Writes as many bytes as there are.
pub(crate) fn write(source: &[u8], target: Bytes) {
    assert_eq!(source.len(), target.length);
    let (head, words, tail) = parts(target);
    let (first, rest) = source.split_at(head.len());
    let (middle, last) = rest.split_at(words.len() * WORD);
    for (to, &from) in head.iter().zip(first).chain(tail.iter().zip(last)) {
        to.store(from, Relaxed);
    }
    for (to, from) in words.iter().zip(middle.as_chunks::<WORD>().0) {
        to.store(usize::from_ne_bytes(*from), Relaxed);
    }
}

/// A copy that is changed, and of which only what is different then is written: what others write beside that is not undone.
pub(crate) struct SharedCopy {
    bytes: Bytes,
    before: Vec<u8>,
    after: Vec<u8>,
}

impl SharedCopy {
    pub(crate) fn new(bytes: Bytes) -> SharedCopy {
        let before = copy(bytes);
        let after = before.clone();
        SharedCopy {
            bytes,
            before,
            after,
        }
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.after
    }

    pub(crate) fn write_changes(self) {
        let SharedCopy {
            bytes,
            before,
            after,
        } = self;
        let mut start = 0;
        while let Some(skipped) = before[start..]
            .iter()
            .zip(&after[start..])
            .position(|(a, b)| a != b)
        {
            start += skipped;
            let same = before[start..]
                .iter()
                .zip(&after[start..])
                .position(|(a, b)| a == b);
            let end = same.map_or(after.len(), |count| start + count);
            write(&after[start..end], bytes.part(start, end - start));
            start = end;
        }
    }
}

/// The bytes as cells that any thread may use, in words where they are aligned.
fn parts<'a>(bytes: Bytes) -> (&'a [AtomicU8], &'a [AtomicUsize], &'a [AtomicU8]) {
    if bytes.length == 0 {
        return (&[], &[], &[]);
    }
    // SAFETY: the memory is there while nothing runs in the engine that could let it go, which the callers see to.
    // Other threads of this process access it by atomic operations, or by the engine's own.
    unsafe {
        let cells = std::slice::from_raw_parts(bytes.data.cast::<AtomicU8>(), bytes.length);
        cells.align_to::<AtomicUsize>()
    }
}
