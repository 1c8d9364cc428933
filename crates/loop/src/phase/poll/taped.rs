//! What the poll phase learns, written down or played: which descriptors are ready, in which order, and what time it is then.
//!
//! A phase that learned nothing leaves nothing. All that is known of one is by its number: phases are counted, so that those
//! without anything are told from each other when the tape is played.

use super::{Answer, has_work, learn as learn_now};
use crate::Loop;
use crate::handle::{Key, Ready, Tag};
use crate::seam::{self, Reader, Taped};

/// The name of the place.
const PLACE: &str = "poll";

/// What a phase has learned.
struct Learned {
    phase: u64,
    /// The loop's time afterwards, and whether it is to be read anew.
    clock: (u64, bool),
    /// Timers were looked at, before the loop slept or afterwards.
    has_waited: bool,
    has_signals: bool,
    is_full: bool,
    is_any: bool,
    ready: Vec<(u64, u8)>,
}

impl Taped for Learned {
    fn put(&self, into: &mut Vec<u8>) {
        (self.phase, self.clock).put(into);
        (self.has_waited, self.has_signals, self.is_full, self.is_any).put(into);
        self.ready.put(into);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let (phase, clock) = Taped::take(from)?;
        let (has_waited, has_signals, is_full, is_any) = Taped::take(from)?;
        let ready = Taped::take(from)?;
        Some(Learned {
            phase,
            clock,
            has_waited,
            has_signals,
            is_full,
            is_any,
            ready,
        })
    }
}

impl Learned {
    fn answer(&self) -> Answer {
        match (self.is_full, self.is_any) {
            (true, _) => Answer::Full,
            (false, true) => Answer::Some,
            (false, false) => Answer::Nothing,
        }
    }
}

/// What the phase is about to do, as [`learn`](super::learn) finds it out.
pub(super) fn learn(lp: &Loop, may_sleep: bool) -> (Answer, bool) {
    if seam::is_played() {
        return play(lp, may_sleep);
    }
    let may_wait = may_sleep && !has_work(lp);
    record(lp, may_wait, || learn_now(lp, may_sleep))
}

/// Asks the system again in the same phase.
pub(super) fn look(lp: &Loop) -> Answer {
    if seam::is_played() {
        return play(lp, false).0;
    }
    record(lp, false, || (lp.core.poller.look(), false)).0
}

fn record(lp: &Loop, may_wait: bool, learn: impl FnOnce() -> (Answer, bool)) -> (Answer, bool) {
    let poller = &lp.core.poller;
    poller.has_waited.set(false);
    let (clock, count) = (lp.core.clock.cached(), poller.ready.borrow().len());
    let (answer, has_signals) = seam::untaped(learn);
    let learned = Learned {
        phase: poller.arrivals.phase(),
        clock: lp.core.clock.cached(),
        has_waited: poller.has_waited.get(),
        has_signals,
        is_full: answer == Answer::Full,
        is_any: answer != Answer::Nothing,
        ready: poller
            .ready
            .borrow()
            .iter()
            .skip(count)
            .map(written)
            .collect(),
    };
    let is_nothing = clock == learned.clock && !learned.is_any && learned.ready.is_empty();
    if may_wait || has_signals || !is_nothing {
        let mut answer = Vec::new();
        learned.put(&mut answer);
        seam::note(PLACE, &answer);
    }
    (answer, has_signals)
}

fn play(lp: &Loop, may_sleep: bool) -> (Answer, bool) {
    let poller = &lp.core.poller;
    let phase = poller.arrivals.phase();
    let is_meant = |answer: &[u8]| Reader::new(answer).number() == Some(phase);
    let Some(answer) = seam::next_if(PLACE, is_meant) else {
        if may_sleep && !has_work(lp) && is_lost(lp) {
            seam::depart(PLACE, "something else, while the loop waits");
        }
        return (Answer::Nothing, false);
    };
    lp.core.busy_turns.set(0);
    let learned: Learned = seam::decoded(PLACE, &answer);
    lp.core.clock.set_cached(learned.clock);
    if learned.has_waited {
        lp.core.wheel.borrow_mut().expire(learned.clock.0);
    }
    let ready = learned.ready.iter().map(read);
    poller.ready.borrow_mut().extend(ready);
    (learned.answer(), learned.has_signals)
}

/// Whether nothing will come any more: the tape tells of something else than that the loop has woken. A chooser may have kept
/// the loop awake for some turns.
fn is_lost(lp: &Loop) -> bool {
    const MOST: u64 = 100_000;
    let turns = &lp.core.busy_turns;
    turns.set(turns.get() + 1);
    lp.core.schedule.is_none() || turns.get() > MOST
}

fn written(&(key, ready): &(Key, Ready)) -> (u64, u8) {
    let number = u64::from(key.tag.number()) << 32 | u64::from(key.slot);
    (number, ready.0)
}

fn read(&(number, ready): &(u64, u8)) -> (Key, Ready) {
    let key = Key {
        slot: number as u32,
        tag: Tag::of_number((number >> 32) as u32),
    };
    (key, Ready(ready))
}
