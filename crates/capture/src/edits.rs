//! Changes of a text at byte offsets, made all at once.

/// Changes that wait to be made.
#[derive(Default)]
pub(crate) struct Edits(Vec<Edit>);

struct Edit {
    start: usize,
    end: usize,
    place: Place,
    text: String,
}

/// What comes first where several edits meet: what closes an inner expression, then what opens or
/// replaces an outer one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Close,
    Open,
    Replace,
}

impl Edits {
    /// Puts `text` before the expression that starts at `offset`. Outer expressions come first.
    pub(crate) fn open(&mut self, offset: u32, text: impl Into<String>) {
        self.add(offset, offset, Place::Open, text.into());
    }

    /// Puts `text` after the expression that ends at `offset`. Outer expressions come first here too:
    /// the texts then stand in the opposite order.
    pub(crate) fn close(&mut self, offset: u32, text: impl Into<String>) {
        self.add(offset, offset, Place::Close, text.into());
    }

    /// Puts `text` in place of what is between the offsets.
    pub(crate) fn replace(&mut self, start: u32, end: u32, text: impl Into<String>) {
        self.add(start, end, Place::Replace, text.into());
    }

    fn add(&mut self, start: u32, end: u32, place: Place, text: String) {
        let (start, end) = (start as usize, end as usize);
        self.0.push(Edit {
            start,
            end,
            place,
            text,
        });
    }

    /// The text with all changes made.
    pub(crate) fn apply(self, source: &str) -> String {
        let mut edits: Vec<(usize, Edit)> = self.0.into_iter().enumerate().collect();
        edits.sort_by(|(a_index, a), (b_index, b)| {
            let order = (a.start, &a.place).cmp(&(b.start, &b.place));
            order.then_with(|| match a.place {
                Place::Close => b_index.cmp(a_index),
                _ => a_index.cmp(b_index),
            })
        });
        let mut result = String::with_capacity(source.len() + source.len() / 4);
        let mut done = 0;
        for (_, edit) in edits {
            assert!(
                edit.start >= done,
                "two edits overlap at {:?}",
                &source[edit.start..edit.end]
            );
            result.push_str(&source[done..edit.start]);
            result.push_str(&edit.text);
            done = edit.end;
        }
        result.push_str(&source[done..]);
        result
    }
}
