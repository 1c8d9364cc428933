//! What jobs of the pool ask the world: kept with the job, and played when the loop takes its result.

use std::cell::RefCell;

use super::{MODE, Mode, Reader, depart, put_bytes};

thread_local! {
    /// What the job has asked so far that this thread does.
    static NOTES: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
    /// What the job of which the answers are played has left of them.
    static ANSWERS: RefCell<Option<(Vec<u8>, usize)>> = const { RefCell::new(None) };
}

/// Puts things back when a job is through, or has panicked.
struct Restore {
    mode: Mode,
    notes: Option<Vec<u8>>,
    answers: Option<(Vec<u8>, usize)>,
}

impl Restore {
    fn begin(mode: Mode, notes: Option<Vec<u8>>, answers: Option<(Vec<u8>, usize)>) -> Restore {
        Restore {
            mode: MODE.replace(mode),
            notes: NOTES.replace(notes),
            answers: ANSWERS.replace(answers),
        }
    }
}

impl Drop for Restore {
    fn drop(&mut self) {
        MODE.set(self.mode);
        NOTES.replace(self.notes.take());
        ANSWERS.replace(self.answers.take());
    }
}

/// Does a job; gives what it asked, too.
pub(crate) fn record_job<T>(run: impl FnOnce() -> T) -> (T, Vec<u8>) {
    let _restore = Restore::begin(Mode::Noted, Some(Vec::new()), None);
    let value = run();
    (value, NOTES.take().unwrap_or_default())
}

/// Does a job whose questions are answered by what it asked when it was recorded.
pub(crate) fn play_job<T>(answers: Vec<u8>, run: impl FnOnce() -> T) -> T {
    let _restore = Restore::begin(Mode::Played, None, Some((answers, 0)));
    let value = run();
    if ANSWERS.with_borrow(|answers| matches!(answers, Some((all, at)) if *at < all.len())) {
        depart("the end of a job", "more questions of it");
    }
    value
}

/// Keeps an answer with the job that asked.
pub(super) fn note(place: &str, put: impl FnOnce(&mut Vec<u8>)) {
    let mut answer = Vec::new();
    put(&mut answer);
    NOTES.with_borrow_mut(|notes| {
        if let Some(notes) = notes {
            put_bytes(notes, place.as_bytes());
            put_bytes(notes, &answer);
        }
    });
}

/// The next answer for the job that runs; none if no job does.
pub(super) fn next(place: &'static str) -> Option<Vec<u8>> {
    let found = ANSWERS.with_borrow_mut(|answers| {
        let (all, at) = answers.as_mut()?;
        let mut reader = Reader::new(&all[*at..]);
        let found = reader.bytes().zip(reader.bytes());
        let found = found.map(|(place, answer)| (place.to_vec(), answer.to_vec()));
        *at = all.len() - reader.rest();
        Some(found)
    })?;
    match found {
        Some((known, answer)) if known == place.as_bytes() => Some(answer),
        Some((known, _)) => depart(place, &String::from_utf8_lossy(&known)),
        None => depart(place, "the end of the job"),
    }
}
