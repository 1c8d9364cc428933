//! Numbers of names that the program itself has: places of the seam, details. They lie where they lie, so that no letter of them has to
//! be looked at.

use std::cell::Cell;

use rondo_record::TextId;

/// So many are known at once; a power of two.
const PLACES: usize = 64;

/// The names that were asked for last, by where they lie.
pub(super) struct Names([Cell<(usize, usize, TextId)>; PLACES]);

impl Default for Names {
    fn default() -> Names {
        Names([const { Cell::new((0, 0, TextId(0))) }; PLACES])
    }
}

impl Names {
    /// The number of a name; `find` knows those that are not known here.
    #[inline]
    pub(super) fn number(&self, name: &'static str, find: impl FnOnce() -> TextId) -> TextId {
        let (address, length) = (name.as_ptr() as usize, name.len());
        // The sum tells neighbours apart, of which one may begin where another ends.
        let known = &self.0[(address ^ (address >> 6)).wrapping_add(length) % PLACES];
        let (known_address, known_length, id) = known.get();
        if (known_address, known_length) == (address, length) {
            return id;
        }
        let id = find();
        known.set((address, length, id));
        id
    }
}
