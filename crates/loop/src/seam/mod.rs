//! The seam: what a run has from the world and what it gives to it passes here.
//!
//! Whoever asks the system for something does so by [`ask`], under the name of a place. A [`Tape`] that is put in for a thread
//! hears what was answered, and what the program prints; a [`Player`] answers instead of the system, which is then asked
//! nothing. As long as there is neither it is a look at a flag of the thread.
//!
//! What a job of the pool asks is kept with the job, and comes to the tape when the loop takes its result: in the order of the
//! loop, whichever thread was quicker. When the tape is played the job is done at that point, by the loop's own thread.

mod job;
mod taped;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::choose::Question;

pub(crate) use job::{play_job, record_job};
use taped::put_result;
pub use taped::{Bytes, Reader, Taped, put_bytes, put_number};

/// Who writes down what passes.
pub trait Tape {
    /// The program wrote to its standard output (1) or error (2).
    fn wrote(&self, _to: i32, _bytes: &[u8]) {}
    /// An order was open, and one was chosen.
    fn chose(&self, _question: &Question, _chosen: usize) {}
    /// The world has answered at a place; `put` appends the answer.
    fn heard(&self, _place: &'static str, _put: &mut dyn FnMut(&mut Vec<u8>)) {}
    /// Something is about to be used that cannot be played again.
    fn cannot_play(&self, _what: &str) {}
    /// The process is about to end without more ado.
    fn ending(&self) {}
    /// A signal ends the process ([`last_words`](crate::last_words)). What is in memory is to be written now, in a handler: nothing
    /// may be allocated or waited for. False if that cannot be; whoever changes the tape is told, then.
    fn last_words(&self) -> bool {
        true
    }
}

/// Who answers in place of the world.
pub trait Player {
    /// The next answer, which must be of that place. Does not return if it is not.
    fn next(&self, place: &str) -> Vec<u8>;
    /// The next answer if it is of that place and `is_meant`; it is taken then.
    fn next_if(&self, place: &str, is_meant: &dyn Fn(&[u8]) -> bool) -> Option<Vec<u8>>;
    /// Whether there is no more on the tape.
    fn is_at_end(&self) -> bool;
    /// The run does not follow the tape any more: it asks for something else than was asked.
    fn departs(&self, asked: &str, expected: &str) -> !;
}

/// What becomes of questions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The system answers
    Free,
    /// The system answers, and that is written down on the tape
    Recorded,
    /// A job of the pool is answered likewise, and keeps that with itself
    Noted,
    /// A player answers
    Played,
}

thread_local! {
    static MODE: Cell<Mode> = const { Cell::new(Mode::Free) };
    static IS_TAPED: Cell<bool> = const { Cell::new(false) };
    static TAPE: RefCell<Option<Rc<dyn Tape>>> = const { RefCell::new(None) };
    static PLAYER: RefCell<Option<Rc<dyn Player>>> = const { RefCell::new(None) };
}

/// Puts in the tape of the calling thread, or takes it out.
pub fn set_tape(tape: Option<Rc<dyn Tape>>) {
    IS_TAPED.set(tape.is_some());
    let before = TAPE.replace(tape);
    drop(before);
}

/// Has the tape of the calling thread hear what the world answers, too.
pub fn record_answers() {
    MODE.set(Mode::Recorded);
}

/// Has a player answer what the calling thread asks, from now on.
pub fn play(player: Rc<dyn Player>) {
    let before = PLAYER.replace(Some(player));
    drop(before);
    MODE.set(Mode::Played);
}

fn tape() -> Option<Rc<dyn Tape>> {
    TAPE.with_borrow(Clone::clone)
}

fn player() -> Option<Rc<dyn Player>> {
    PLAYER.with_borrow(Clone::clone)
}

/// Whether answers of this thread are written down or played.
#[inline]
pub fn is_in_use() -> bool {
    MODE.get() != Mode::Free
}

/// Whether answers of this thread are written down.
#[inline]
pub fn is_recorded() -> bool {
    matches!(MODE.get(), Mode::Recorded | Mode::Noted)
}

/// Whether a player answers in this thread.
#[inline]
pub fn is_played() -> bool {
    MODE.get() == Mode::Played
}

/// Whether there is a tape.
#[inline]
pub fn is_taped() -> bool {
    IS_TAPED.get()
}

/// Tells that bytes were written to a descriptor; of interest are standard output and error.
#[inline]
pub fn wrote(to: i32, bytes: &[u8]) {
    if IS_TAPED.get()
        && (to == 1 || to == 2)
        && let Some(tape) = tape()
    {
        tape.wrote(to, bytes);
    }
}

/// Tells what was chosen.
pub(crate) fn chose(question: &Question, chosen: usize) {
    if IS_TAPED.get()
        && let Some(tape) = tape()
    {
        tape.chose(question, chosen);
    }
}

/// Tells that the process is about to end, from wherever.
pub fn ending() {
    if let Some(tape) = tape() {
        tape.ending();
    }
}

/// Has the tape say what it has, in a handler of a signal; false if it cannot.
pub(crate) fn say_last_words() -> bool {
    // A thread that ends, or whose tape is just put in, has nothing to say.
    let said = TAPE.try_with(|tape| match tape.try_borrow() {
        Ok(tape) => tape.as_ref().is_none_or(|tape| tape.last_words()),
        Err(_) => true,
    });
    said.unwrap_or(true)
}

/// Tells that something is used whose answers are not written down.
pub fn cannot_play(what: &str) {
    if is_in_use()
        && let Some(tape) = tape()
    {
        tape.cannot_play(what);
    }
}

/// Asks the world, by `make`, at the place of that name. Questions within it are part of it.
#[inline]
pub fn ask<T: Taped>(place: &'static str, make: impl FnOnce() -> T) -> T {
    if MODE.get() == Mode::Free {
        return make();
    }
    ask_taped(place, make)
}

#[inline(never)]
fn ask_taped<T: Taped>(place: &'static str, make: impl FnOnce() -> T) -> T {
    if MODE.get() == Mode::Played {
        return decoded(place, &next(place));
    }
    let value = untaped(make);
    note_by(place, |answer| value.put(answer));
    value
}

/// Writes down an answer, which is put right where it belongs.
#[inline]
fn note_by(place: &'static str, mut put: impl FnMut(&mut Vec<u8>)) {
    if MODE.get() == Mode::Noted {
        return job::note(place, put);
    }
    TAPE.with_borrow(|tape| {
        if let Some(tape) = tape {
            tape.heard(place, &mut put);
        }
    });
}

/// Asks the world for bytes: `fill` puts them into a buffer and says how many they are.
#[inline]
pub fn ask_into<E: Taped>(
    place: &'static str,
    buffer: &mut [u8],
    fill: impl FnOnce(&mut [u8]) -> Result<usize, E>,
) -> Result<usize, E> {
    if MODE.get() == Mode::Free {
        return fill(buffer);
    }
    if is_recorded() {
        let result = untaped(|| fill(buffer));
        let count = |&count: &usize| count.min(buffer.len());
        note_by(place, |answer| {
            put_result(answer, &result, |count_read, answer| {
                put_bytes(answer, &buffer[..count(count_read)]);
            });
        });
        return result;
    }
    let Bytes(bytes) = decoded::<Result<Bytes, E>>(place, &next(place))?;
    match buffer.get_mut(..bytes.len()) {
        Some(room) => room.copy_from_slice(&bytes),
        None => depart(place, "more bytes at once"),
    }
    Ok(bytes.len())
}

/// Asks the world for bytes: `fill` adds them to a vector and says how many they are.
#[inline]
pub fn ask_onto<E: Taped>(
    place: &'static str,
    buffer: &mut Vec<u8>,
    fill: impl FnOnce(&mut Vec<u8>) -> Result<usize, E>,
) -> Result<usize, E> {
    if MODE.get() == Mode::Free {
        return fill(buffer);
    }
    if is_recorded() {
        let start = buffer.len();
        let result = untaped(|| fill(buffer));
        note_by(place, |answer| {
            put_result(answer, &result, |count, answer| {
                put_bytes(answer, &buffer[start..start + count]);
            });
        });
        return result;
    }
    let Bytes(bytes) = decoded::<Result<Bytes, E>>(place, &next(place))?;
    buffer.extend_from_slice(&bytes);
    Ok(bytes.len())
}

/// Runs something whose questions to the world are not written down.
pub fn untaped<T>(run: impl FnOnce() -> T) -> T {
    struct Back(Mode);
    impl Drop for Back {
        fn drop(&mut self) {
            MODE.set(self.0);
        }
    }
    let _back = Back(MODE.replace(Mode::Free));
    run()
}

/// Writes down an answer.
pub fn note(place: &'static str, answer: &[u8]) {
    note_by(place, |into| into.extend_from_slice(answer));
}

/// The next answer of a tape that is played.
pub fn next(place: &'static str) -> Vec<u8> {
    match (job::next(place), player()) {
        (Some(answer), _) => answer,
        (None, Some(player)) => player.next(place),
        (None, None) => Vec::new(),
    }
}

/// The next answer, if it is of that place and meant.
pub(crate) fn next_if(place: &'static str, is_meant: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    player()?.next_if(place, &is_meant)
}

/// Whether a tape is played, and at its end.
pub fn is_at_end() -> bool {
    is_played() && player().is_some_and(|player| player.is_at_end())
}

/// The answer as a value; the run departs if it is not one of that type.
pub(crate) fn decoded<T: Taped>(place: &'static str, answer: &[u8]) -> T {
    let mut reader = Reader::new(answer);
    match T::take(&mut reader) {
        Some(value) if reader.is_at_end() => value,
        _ => depart(place, "an answer of another kind"),
    }
}

/// Ends a run that does not follow its tape.
pub fn depart(asked: &str, expected: &str) -> ! {
    match player() {
        Some(player) => player.departs(asked, expected),
        None => panic!("{asked} is played, and nobody plays"),
    }
}
