//! Numbers of names that the program itself has: places of the seam, details. They lie where they lie, so that no letter of them has to
//! be looked at.

use std::cell::Cell;

use rondo_record::TextId;

/// So many places there are; a power of two, and several times as many as names.
const PLACES: usize = 512;
/// So many places in a row are looked at for a name.
const ROW: usize = 8;

/// The names that were asked for, by where they lie.
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
        // Neighbours are told apart, and so are two of which one begins where the other ends.
        let mixed = (address + length).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48;
        for step in 0..ROW {
            let known = &self.0[(mixed + step) % PLACES];
            let (known_address, known_length, id) = known.get();
            if (known_address, known_length) == (address, length) {
                return id;
            }
            if known_address == 0 {
                let id = find();
                known.set((address, length, id));
                return id;
            }
        }
        find()
    }
}
