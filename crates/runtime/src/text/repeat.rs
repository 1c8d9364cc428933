//! Filling bytes with a pattern.

/// Fills bytes with the first `count` of them, over and over.
pub fn fill(bytes: &mut [u8], count: usize) {
    match count {
        0 => {}
        1 | 2 | 4 | 8 => fill_words(bytes, count),
        _ => double(bytes, count),
    }
}

/// For patterns that fit into a word some times.
fn fill_words(bytes: &mut [u8], count: usize) {
    const WORD: usize = size_of::<u64>();
    let Some(pattern) = bytes.get(..count) else {
        return;
    };
    let mut word = [0; WORD];
    for part in word.chunks_exact_mut(count) {
        part.copy_from_slice(pattern);
    }
    let (words, rest) = bytes.as_chunks_mut::<WORD>();
    words.fill(word);
    rest.copy_from_slice(&word[..rest.len()]);
}

/// What is there already is doubled, again and again.
fn double(bytes: &mut [u8], mut count: usize) {
    while count < bytes.len() {
        let (done, rest) = bytes.split_at_mut(count);
        let more = done.len().min(rest.len());
        rest[..more].copy_from_slice(&done[..more]);
        count += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lengths() {
        for count in 0..20 {
            for length in 0..100 {
                let mut bytes: Vec<u8> = (0..length).collect();
                let expected: Vec<u8> = match count {
                    0 => bytes.clone(),
                    _ => (0..length).map(|place| place % count).collect(),
                };
                fill(&mut bytes, count.into());
                assert_eq!(bytes, expected, "{count} of {length}");
            }
        }
    }
}
