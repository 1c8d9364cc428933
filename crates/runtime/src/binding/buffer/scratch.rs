//! Memory that is kept for characters on their way to a string, and bytes on their way from one.

use std::cell::RefCell;

use rondo_engine::{JsResult, Local, Scope};

use crate::text::Short;

/// Up to this many, characters on their way to a string are put into memory that is kept for it: the
/// engine copies them. More of them get memory of their own, which the string takes over.
pub(super) const SMALL: usize = 32 * 1024;
/// The same for units of UTF-16.
pub(super) const SMALL_IN_UNITS: usize = SMALL / 2;

thread_local! {
    static SCRATCH: RefCell<Scratch> = const { RefCell::new(Scratch { latin1: Vec::new(), utf16: Vec::new() }) };
}

/// Memory for characters that become a string soon. Empty until there is need for it.
pub(super) struct Scratch {
    pub(super) latin1: Vec<u8>,
    pub(super) utf16: Vec<u16>,
}

/// Lends the scratch memory to `body`.
#[inline]
pub(super) fn with_scratch<R>(body: impl FnOnce(&mut Scratch) -> R) -> R {
    SCRATCH.with_borrow_mut(|scratch| {
        if scratch.latin1.is_empty() {
            scratch.make_room();
        }
        body(scratch)
    })
}

impl Scratch {
    #[cold]
    fn make_room(&mut self) {
        self.latin1 = vec![0; SMALL];
        self.utf16 = vec![0; SMALL_IN_UNITS];
    }

    /// The bytes as they are. None if there is no room for so many.
    #[inline]
    pub(super) fn latin1(&mut self, bytes: &[u8]) -> Option<Short> {
        self.encoded(bytes.len(), |room| room.copy_from_slice(bytes))
    }

    /// Characters that `encode` makes, `length` of them. None if there is no room for so many.
    #[inline]
    pub(super) fn encoded(
        &mut self,
        length: usize,
        encode: impl FnOnce(&mut [u8]),
    ) -> Option<Short> {
        encode(self.latin1.get_mut(..length)?);
        Some(Short::Latin1(length))
    }

    /// The string of the characters at its beginning.
    #[inline]
    pub(super) fn string<'s>(&self, scope: &mut Scope<'s>, short: Short) -> JsResult<Local<'s>> {
        match short {
            Short::Latin1(count) => scope.string_latin1(&self.latin1[..count]),
            Short::Utf16(count) => scope.string_utf16(&self.utf16[..count]),
        }
    }
}
