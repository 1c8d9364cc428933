//! Finding bytes within bytes.

use memchr::memmem;

/// In so few bytes a needle is found sooner than a search for it is prepared.
const SHORT: usize = 128;

/// Where `needle` first starts at `start` or later, at a multiple of `step`.
pub fn find(haystack: &[u8], needle: &[u8], start: usize, step: usize) -> Option<usize> {
    let from = start - start % step;
    match haystack.len() <= SHORT {
        true => first(haystack, from, step, |rest| find_in_short(rest, needle)),
        false => {
            let finder = memmem::Finder::new(needle);
            first(haystack, from, step, |rest| finder.find(rest))
        }
    }
}

fn first(
    haystack: &[u8],
    mut from: usize,
    step: usize,
    find: impl Fn(&[u8]) -> Option<usize>,
) -> Option<usize> {
    loop {
        let found = from + find(haystack.get(from..)?)?;
        if found.is_multiple_of(step) {
            return Some(found);
        }
        from = found + 1;
    }
}

fn find_in_short(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let (&begin, rest) = needle.split_first()?;
    let last = haystack.len().checked_sub(needle.len())?;
    memchr::memchr_iter(begin, &haystack[..=last])
        .find(|&found| haystack[found + 1..].starts_with(rest))
}

/// Where `needle` last starts at `start` or before, at a multiple of `step`.
pub fn find_last(haystack: &[u8], needle: &[u8], start: usize, step: usize) -> Option<usize> {
    let end = haystack.len().min(start.saturating_add(needle.len()));
    match haystack.len() <= SHORT {
        true => last(haystack, end, needle.len(), step, |part| {
            find_last_in_short(part, needle)
        }),
        false => {
            let finder = memmem::FinderRev::new(needle);
            last(haystack, end, needle.len(), step, |part| finder.rfind(part))
        }
    }
}

fn last(
    haystack: &[u8],
    mut end: usize,
    length: usize,
    step: usize,
    find: impl Fn(&[u8]) -> Option<usize>,
) -> Option<usize> {
    loop {
        let found = find(&haystack[..end])?;
        if found.is_multiple_of(step) {
            return Some(found);
        }
        end = found + length - 1;
    }
}

fn find_last_in_short(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let (&begin, rest) = needle.split_first()?;
    let last = haystack.len().checked_sub(needle.len())?;
    memchr::memrchr_iter(begin, &haystack[..=last])
        .find(|&found| haystack[found + 1..].starts_with(rest))
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
    fn short_and_long_alike() {
        let haystack = b"aabaabaaab".repeat(2 * SHORT / 10);
        for length in [
            0,
            1,
            2,
            3,
            10,
            11,
            SHORT - 1,
            SHORT,
            SHORT + 1,
            haystack.len(),
        ] {
            for needle in [&b"ab"[..], b"aaab", b"b", b"baabaabaaaba", b"c"] {
                let part = &haystack[..length];
                assert_eq!(find(part, needle, 0, 1), memmem::find(part, needle));
                assert_eq!(
                    find_last(part, needle, usize::MAX, 1),
                    memmem::rfind(part, needle)
                );
            }
        }
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
