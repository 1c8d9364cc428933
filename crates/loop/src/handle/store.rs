//! Where a loop keeps its handles, and those that are closing.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::{AnyHandle, Callback, HandleInfo};
use crate::Loop;
use crate::observe::Kind;
use crate::seam;

/// Names a slot, and which of its users in turn, and the loop that it is of. As small as a pointer: programs
/// keep many, and callbacks capture theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) slot: u32,
    pub(crate) tag: Tag,
}

impl Key {
    /// A number that no other handle of the process has.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.tag.number()) << 32 | u64::from(self.slot)
    }
}

/// The number of a loop, and which of the users of a slot is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Tag(u32);

/// So many bits of a tag count the users of a slot. A slot that had as many is not used again, and no tag
/// ever comes back.
const GENERATION_BITS: u32 = 20;

impl Tag {
    /// No loop gives this one to a slot.
    pub(crate) const RESERVED: Tag = Tag(u32::MAX);

    /// The tag of a slot's next user; none if there can be no more.
    pub(crate) fn next(self) -> Option<Tag> {
        let next = Tag(self.0.wrapping_add(1));
        (next.0 & ((1 << GENERATION_BITS) - 1) != 0).then_some(next)
    }

    /// The tag as a number, and back: for tables outside of the loop.
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn of_number(number: u32) -> Tag {
        Tag(number)
    }
}

/// The number of a loop. None of the last four thousand before it has the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Owner(u32);

impl Owner {
    /// A number for a new loop. Loops of several threads draw in any order: so it passes the seam.
    pub(crate) fn draw() -> Owner {
        /// All ones is in no tag but the reserved one.
        const COUNT: u32 = u32::MAX >> GENERATION_BITS;
        static LAST: AtomicU32 = AtomicU32::new(0);
        let draw = || LAST.fetch_add(1, Ordering::Relaxed) % COUNT;
        Owner(seam::ask("loop.number", draw))
    }

    /// The tag of a slot's first user.
    pub(crate) fn first_tag(self) -> Tag {
        Tag(self.0 << GENERATION_BITS)
    }

    /// Makes sure that a name which stands for nothing did so in this loop. Only then it is looked at: a name
    /// of another loop never stands for something here.
    #[cold]
    #[track_caller]
    pub(crate) fn check_tag(self, tag: Tag) {
        self.check(Owner(tag.0 >> GENERATION_BITS));
    }

    /// Makes sure that something is of this loop.
    #[inline]
    #[track_caller]
    pub(crate) fn check(self, other: Owner) {
        if self != other {
            refuse();
        }
    }
}

#[cold]
#[track_caller]
fn refuse() -> ! {
    panic!("it belongs to another loop");
}

/// What a kind of handle keeps beyond what all keep.
pub(crate) enum Detail {
    None,
    Timer {
        repeat: u64,
    },
    /// In a box of its own: a larger variant would make all of them larger, or lend them places for their tag
    /// which are slow to write.
    Io(Box<super::io::Watch>),
    Signal(super::signal::Watch),
    Wakeup {
        woken: Arc<AtomicBool>,
    },
    /// The state of a kind that has a descriptor of its own.
    Source(Rc<dyn super::Source>),
}

const ACTIVE: u8 = 1;
const REF: u8 = 2;
const CLOSING: u8 = 4;
const FREE: u8 = 8;
const OUTSIDE: u8 = 16;

pub(crate) struct Entry {
    tag: Tag,
    pub(crate) kind: Kind,
    flags: u8,
    /// None once the handle is gone, and for kinds that keep their callbacks themselves.
    pub(crate) callback: Option<Callback>,
    /// The id of the callback in which the handle was started last.
    pub(crate) scheduled_by: u64,
    pub(crate) detail: Detail,
}

impl Entry {
    pub(crate) fn is_active(&self) -> bool {
        self.flags & ACTIVE != 0
    }

    pub(crate) fn has_ref(&self) -> bool {
        self.flags & REF != 0
    }

    pub(crate) fn keeps_alive(&self) -> bool {
        self.flags & (ACTIVE | REF) == ACTIVE | REF
    }

    /// Whether something outside of the loop is waited for: see [`Clock`](crate::Clock).
    pub(crate) fn awaits_outside(&self) -> bool {
        self.flags & (ACTIVE | REF | OUTSIDE) == ACTIVE | REF | OUTSIDE
    }

    pub(crate) fn is_outside(&self) -> bool {
        self.flags & OUTSIDE != 0
    }

    pub(crate) fn set_outside(&mut self, outside: bool) {
        self.set(OUTSIDE, outside);
    }

    pub(crate) fn set_active(&mut self, active: bool) {
        self.set(ACTIVE, active);
    }

    pub(crate) fn set_ref(&mut self, has_ref: bool) {
        self.set(REF, has_ref);
    }

    pub(crate) fn set_closing(&mut self) {
        self.set(CLOSING, true);
    }

    fn set(&mut self, flag: u8, on: bool) {
        self.flags = if on {
            self.flags | flag
        } else {
            self.flags & !flag
        };
    }
}

/// All handles of a loop, by slot. Slots of handles that went away are used again.
pub(crate) struct Handles {
    entries: Vec<Entry>,
    free: Vec<u32>,
    owner: Owner,
}

impl Handles {
    pub(crate) fn new(owner: Owner) -> Handles {
        Handles {
            entries: Vec::new(),
            free: Vec::new(),
            owner,
        }
    }

    /// Makes a handle. Its callback is made last because it may want to know its handle.
    pub(crate) fn add(
        &mut self,
        kind: Kind,
        detail: Detail,
        callback: impl FnOnce(Key) -> Callback,
    ) -> Key {
        let key = self.add_without_callback(kind, detail);
        self.entries[key.slot as usize].callback = Some(callback(key));
        key
    }

    /// Makes a handle of a kind that keeps its callbacks itself.
    pub(crate) fn add_without_callback(&mut self, kind: Kind, detail: Detail) -> Key {
        if let Some(slot) = self.free.pop() {
            let entry = &mut self.entries[slot as usize];
            let tag = entry.tag;
            *entry = Entry::new(kind, detail, tag);
            return Key { slot, tag };
        }
        let slot = u32::try_from(self.entries.len()).expect("fewer than four billion handles");
        let tag = self.owner.first_tag();
        self.entries.push(Entry::new(kind, detail, tag));
        Key { slot, tag }
    }

    /// An open handle.
    #[inline]
    #[track_caller]
    pub(crate) fn get(&self, key: Key) -> Option<&Entry> {
        match self.entries.get(key.slot as usize) {
            Some(entry) if entry.tag == key.tag => {
                (entry.flags & (CLOSING | FREE) == 0).then_some(entry)
            }
            _ => {
                self.owner.check_tag(key.tag);
                None
            }
        }
    }

    /// An open handle, to change.
    #[inline]
    #[track_caller]
    pub(crate) fn get_mut(&mut self, key: Key) -> Option<&mut Entry> {
        let entry = self.get_even_closing(key)?;
        (entry.flags & CLOSING == 0).then_some(entry)
    }

    #[inline]
    #[track_caller]
    pub(crate) fn get_even_closing(&mut self, key: Key) -> Option<&mut Entry> {
        match self.entries.get_mut(key.slot as usize) {
            Some(entry) if entry.tag == key.tag => (entry.flags & FREE == 0).then_some(entry),
            _ => {
                self.owner.check_tag(key.tag);
                None
            }
        }
    }

    /// The full name of the handle in a slot that is in use.
    #[inline]
    pub(crate) fn key(&self, slot: u32) -> Key {
        let tag = self.entries[slot as usize].tag;
        Key { slot, tag }
    }

    /// Frees the slot and gives what was in it, to be dropped when nothing is borrowed.
    pub(crate) fn free(&mut self, key: Key) -> Option<(Option<Callback>, Detail)> {
        let entry = self.get_even_closing(key)?;
        entry.flags = FREE;
        let callback = entry.callback.take();
        let detail = std::mem::replace(&mut entry.detail, Detail::None);
        if let Some(tag) = entry.tag.next() {
            entry.tag = tag;
            self.free.push(key.slot);
        }
        Some((callback, detail))
    }

    /// Shows every handle that is open.
    pub(crate) fn each(&self, mut show: impl FnMut(Key, &Detail)) {
        for (slot, entry) in (0..).zip(&self.entries) {
            if entry.flags & (CLOSING | FREE) == 0 {
                show(self.key(slot), &entry.detail);
            }
        }
    }

    pub(crate) fn describe(&self) -> Vec<HandleInfo> {
        let entries = (0..).zip(&self.entries);
        entries
            .filter(|(_, entry)| entry.flags & FREE == 0)
            .map(|(slot, entry)| HandleInfo {
                handle: AnyHandle(Key {
                    slot,
                    tag: entry.tag,
                }),
                kind: entry.kind,
                is_active: entry.is_active(),
                has_ref: entry.has_ref(),
                is_closing: entry.flags & CLOSING != 0,
            })
            .collect()
    }
}

impl Entry {
    fn new(kind: Kind, detail: Detail, tag: Tag) -> Self {
        Entry {
            tag,
            kind,
            flags: match kind {
                Kind::Process | Kind::Wakeup => REF | OUTSIDE,
                _ => REF,
            },
            callback: None,
            scheduled_by: 0,
            detail,
        }
    }
}

/// A handle that waits for the closing phase.
pub(crate) struct Closed {
    pub(crate) key: Key,
    pub(crate) callback: Box<dyn FnOnce(&Loop)>,
    pub(crate) scheduled_by: u64,
}

/// The handles that wait for the closing phase.
#[derive(Default)]
pub(crate) struct Closing {
    waiting: Vec<Closed>,
    /// Those that the current closing phase is about; the last goes first.
    current: Vec<Closed>,
}

impl Closing {
    pub(crate) fn push(&mut self, key: Key, callback: Box<dyn FnOnce(&Loop)>, by: u64) {
        self.waiting.push(Closed {
            key,
            callback,
            scheduled_by: by,
        });
    }

    /// Begins a closing phase with all that wait. What a panic left over goes first.
    pub(crate) fn begin(&mut self) {
        self.waiting.append(&mut self.current);
        std::mem::swap(&mut self.waiting, &mut self.current);
    }

    /// Who is next, without taking it.
    pub(crate) fn peek(&self) -> Option<Key> {
        self.current.last().map(|closed| closed.key)
    }

    pub(crate) fn next(&mut self) -> Option<Closed> {
        self.current.pop()
    }
}
