//! Finding bytes within bytes.

use memchr::memmem;

/// Where `needle` first starts at `start` or later, at a multiple of `step`.
pub fn find(haystack: &[u8], needle: &[u8], start: usize, step: usize) -> Option<usize> {
    let mut from = start - start % step;
    let finder = memmem::Finder::new(needle);
    loop {
        let found = from + finder.find(haystack.get(from..)?)?;
        if found.is_multiple_of(step) {
            return Some(found);
        }
        from = found + 1;
    }
}

/// Where `needle` last starts at `start` or before, at a multiple of `step`.
pub fn find_last(haystack: &[u8], needle: &[u8], start: usize, step: usize) -> Option<usize> {
    let mut end = haystack.len().min(start.saturating_add(needle.len()));
    let finder = memmem::FinderRev::new(needle);
    loop {
        let found = finder.rfind(&haystack[..end])?;
        if found.is_multiple_of(step) {
            return Some(found);
        }
        end = found + needle.len() - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forwards() {
        assert_eq!(find(b"abcabc", b"bc", 0, 1), Some(1));
        assert_eq!(find(b"abcabc", b"bc", 2, 1), Some(4));
        assert_eq!(find(b"abcabc", b"bc", 5, 1), None);
        assert_eq!(find(b"abc", b"bc", 9, 1), None);
    }

    #[test]
    fn backwards() {
        assert_eq!(find_last(b"abcabc", b"bc", 6, 1), Some(4));
        assert_eq!(find_last(b"abcabc", b"bc", 3, 1), Some(1));
        assert_eq!(find_last(b"abcabc", b"bc", 0, 1), None);
        assert_eq!(find_last(b"aaa", b"a", usize::MAX, 1), Some(2));
    }

    #[test]
    fn aligned() {
        let haystack = [0, 97, 0, 97, 0, 97, 97, 0];
        assert_eq!(find(&haystack, &[97, 0], 0, 2), Some(6));
        assert_eq!(find(&haystack, &[0, 97], 3, 2), Some(2));
        assert_eq!(find_last(&haystack, &[97, 0], 5, 2), None);
        assert_eq!(find_last(&haystack, &[0, 97], 7, 2), Some(4));
        assert_eq!(find_last(&haystack, &[0, 97], 3, 2), Some(2));
    }
}
