//! Many doubly linked lists over one range of small numbers.
//!
//! Items are slot numbers; an item is in one list at most. Adding, removing and joining cost a few
//! writes into one array, whatever the lengths, and never allocate once the array has grown.

/// Marks an item that is in no list.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Link {
    next: u32,
    prev: u32,
}

/// A fixed number of lists and the items in them.
pub(crate) struct Lists {
    /// The first `lists` links are the heads, each a ring of its own; item `i` is at `lists + i`.
    links: Vec<Link>,
    lists: u32,
}

impl Lists {
    pub(crate) fn new(lists: u32) -> Self {
        let links = (0..lists)
            .map(|head| Link {
                next: head,
                prev: head,
            })
            .collect();
        Lists { links, lists }
    }

    pub(crate) fn is_empty(&self, list: u32) -> bool {
        self.links[list as usize].next == list
    }

    /// The first item of a list.
    pub(crate) fn front(&self, list: u32) -> Option<u32> {
        let first = self.links[list as usize].next;
        (first != list).then(|| first - self.lists)
    }

    pub(crate) fn contains(&self, item: u32) -> bool {
        self.links
            .get((self.lists + item) as usize)
            .is_some_and(|link| link.next != NONE)
    }

    /// Adds an item, which must be in no list, at the end of one.
    pub(crate) fn push_back(&mut self, list: u32, item: u32) {
        let at = self.lists + item;
        if at as usize >= self.links.len() {
            self.links.resize(
                at as usize + 1,
                Link {
                    next: NONE,
                    prev: NONE,
                },
            );
        }
        debug_assert!(!self.contains(item));
        let last = self.links[list as usize].prev;
        self.links[at as usize] = Link {
            next: list,
            prev: last,
        };
        self.links[last as usize].next = at;
        self.links[list as usize].prev = at;
    }

    /// Takes an item out of whatever list it is in; says whether it was in one.
    pub(crate) fn remove(&mut self, item: u32) -> bool {
        let at = (self.lists + item) as usize;
        let Some(&Link { next, prev }) = self.links.get(at) else {
            return false;
        };
        if next == NONE {
            return false;
        }
        self.links[prev as usize].next = next;
        self.links[next as usize].prev = prev;
        self.links[at] = Link {
            next: NONE,
            prev: NONE,
        };
        true
    }

    pub(crate) fn pop_front(&mut self, list: u32) -> Option<u32> {
        let item = self.front(list)?;
        self.remove(item);
        Some(item)
    }

    /// Moves all items of one list, in their order, behind those of another.
    pub(crate) fn append(&mut self, from: u32, to: u32) {
        if self.is_empty(from) {
            return;
        }
        let Link {
            next: first,
            prev: last,
        } = self.links[from as usize];
        let end = self.links[to as usize].prev;
        self.links[end as usize].next = first;
        self.links[first as usize].prev = end;
        self.links[last as usize].next = to;
        self.links[to as usize].prev = last;
        self.links[from as usize] = Link {
            next: from,
            prev: from,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Lists;

    fn drain(lists: &mut Lists, list: u32) -> Vec<u32> {
        std::iter::from_fn(|| lists.pop_front(list)).collect()
    }

    #[test]
    fn items_keep_their_order() {
        let mut lists = Lists::new(2);
        for item in [5, 0, 3] {
            lists.push_back(0, item);
        }
        assert!(lists.contains(3) && !lists.contains(4) && !lists.contains(99));
        assert!(lists.remove(0) && !lists.remove(0));
        lists.push_back(1, 0);
        lists.append(0, 1);
        assert!(lists.is_empty(0));
        assert_eq!(drain(&mut lists, 1), [0, 5, 3]);
        lists.append(0, 1);
        assert!(lists.is_empty(1));
    }
}
