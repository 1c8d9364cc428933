//! Ranges within ranges, and how many of them are worth telling.

use super::Range;

/// A range and those within it, in their order.
pub(super) struct Node {
    start: u32,
    end: u32,
    count: u32,
    children: Vec<Node>,
}

impl Node {
    pub(super) fn new(start: u32, end: u32, count: u32) -> Node {
        Node {
            start,
            end,
            count,
            children: Vec::new(),
        }
    }

    /// Leaves out what ran as often as the range around it; neighbours that ran equally often become one.
    pub(super) fn simplify(&mut self) {
        let mut kept: Vec<Node> = Vec::new();
        for mut child in std::mem::take(&mut self.children) {
            child.simplify();
            let shown = match child.count == self.count {
                true => std::mem::take(&mut child.children),
                false => vec![child],
            };
            for node in shown {
                match kept.last_mut() {
                    Some(last) if last.end == node.start && last.count == node.count => {
                        last.end = node.end;
                        last.children.extend(node.children);
                    }
                    _ if node.start == node.end => {}
                    _ => kept.push(node),
                }
            }
        }
        self.children = kept;
    }

    /// Adds this range and those within it to a list.
    pub(super) fn list(&self, ranges: &mut Vec<Range>) {
        ranges.push(Range {
            start: self.start,
            end: self.end,
            count: self.count,
        });
        self.children.iter().for_each(|child| child.list(ranges));
    }
}

/// Puts parts into a function: start, end and count. A part without an end goes on to the next that begins, or to the end of
/// the part that it is in; the last `closing` units of the function belong to none of these.
pub(super) fn tree(root: Node, mut parts: Vec<(u32, Option<u32>, u32)>, closing: u32) -> Node {
    parts.sort_by_key(|(start, end, _)| (*start, end.is_none(), u32::MAX - end.unwrap_or(0)));
    // Those that are open, the function first.
    let mut open = vec![root];
    let mut last_start = None;
    for (start, end, count) in parts {
        if end.is_none() && last_start == Some(start) {
            continue;
        }
        last_start = Some(start);
        while open.len() > 1 && open.last().is_some_and(|top| top.end <= start) {
            close(&mut open);
        }
        let is_function = open.len() == 1;
        let Some(top) = open.last_mut() else { break };
        cut(top, start);
        match end {
            Some(end) => {
                let end = end.min(top.end);
                open.push(Node::new(start, end, count));
            }
            None => {
                let end = top.end - if is_function { closing } else { 0 };
                top.children.push(Node::new(start, end.max(start), count));
            }
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().unwrap_or_else(|| Node::new(0, 0, 0))
}

fn close(open: &mut Vec<Node>) {
    if let Some(done) = open.pop()
        && let Some(top) = open.last_mut()
    {
        top.children.push(done);
    }
}

/// What goes on to the next part ends where that begins.
fn cut(top: &mut Node, start: u32) {
    if let Some(last) = top.children.last_mut() {
        last.end = last.end.min(start);
    }
}
