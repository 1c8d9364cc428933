//! What can happen, and how each event is written.

use crate::number::{Few, Reader};

/// The number of a text that the recording defines; 0 is the empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextId(pub u32);

/// The number of a place in a source; 0 stands for none that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlaceId(pub u32);

/// The phases of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Timers that are due
    Timers,
    /// Callbacks that were put off
    Pending,
    /// Idle handles
    Idle,
    /// Prepare handles
    Prepare,
    /// Waiting, and callbacks of what came
    Poll,
    /// Immediates
    Check,
    /// Callbacks of closed handles
    Closing,
}

impl Phase {
    /// All of them, by their numbers in a file.
    pub const ALL: [Phase; 7] = [
        Phase::Timers,
        Phase::Pending,
        Phase::Idle,
        Phase::Prepare,
        Phase::Poll,
        Phase::Check,
        Phase::Closing,
    ];

    /// What people call it.
    pub fn name(self) -> &'static str {
        [
            "timers", "pending", "idle", "prepare", "poll", "check", "closing",
        ][self as usize]
    }
}

/// Something that happened. `id`s of calls are the loop's, `id`s of resources are async ids: the two are counted apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A turn begins.
    TurnBegin(u64),
    /// The turn has ended.
    TurnEnd,
    /// A phase begins. Phases and turns in which nothing happened are left out.
    PhaseBegin(Phase),
    /// The phase has ended.
    PhaseEnd(Phase),
    /// The loop calls back.
    CallBegin {
        /// The call
        id: u64,
        /// What calls: `Timer`, `Tcp`, `Work`, ...
        kind: TextId,
        /// The call in which it was asked for; 0 outside of calls
        by: u64,
    },
    /// The callback has returned.
    CallEnd {
        /// The call
        id: u64,
    },
    /// What is known of the call that runs: `bytes` 512, `error` 104, `status` 0.
    Detail {
        /// What of it
        what: TextId,
        /// How much
        value: i64,
    },
    /// The loop is about to sleep, so many milliseconds at most.
    SleepBegin {
        /// None: for ever
        limit: Option<u64>,
    },
    /// It is awake again.
    SleepEnd,
    /// A script made something that will call back: a timer, a tick, a promise, a request.
    Made {
        /// The resource
        id: u64,
        /// What async hooks call it: `Timeout`, `TickObject`, `PROMISE`, `FSREQCALLBACK`, ...
        kind: TextId,
        /// The resource for which the script ran, or of which this is a consequence
        by: u64,
        /// Where the script made it
        place: PlaceId,
        /// Where the function is that it will call, if that is known
        runs: PlaceId,
    },
    /// A callback of a resource begins.
    RunBegin {
        /// The resource
        id: u64,
    },
    /// That callback has returned.
    RunEnd {
        /// The resource
        id: u64,
    },
    /// A promise was settled.
    Settled {
        /// The resource
        id: u64,
    },
    /// A resource has come to its end: one that never ran was dropped.
    Dropped {
        /// The resource
        id: u64,
    },
    /// A thread of the pool did a job. It stands where the loop learned of it; its times are its own.
    Job {
        /// The call in which it was asked for
        by: u64,
        /// Which thread, counted from 1; 0 is the loop's own
        thread: u32,
        /// When it was asked for
        queued: u64,
        /// When the thread began
        begin: u64,
        /// When it was done
        end: u64,
    },
    /// A handle was made (`created`), `started`, `stopped`, or is `closing`.
    Handle {
        /// Which
        handle: u64,
        /// Its kind
        kind: TextId,
        /// What became of it
        what: TextId,
        /// The call in which that happened
        by: u64,
    },
    /// The script printed something.
    Output {
        /// The descriptor: 1 or 2
        to: u32,
        /// What
        bytes: &'a [u8],
    },
    /// Virtual time jumped.
    Jump {
        /// To so many nanoseconds
        to: u64,
    },
    /// An order was open, and one was chosen.
    Choice {
        /// Where: a name of `docs/recording.md`
        point: TextId,
        /// Which one of that name and those candidates, counted from 0
        nth: u64,
        /// How many candidates there were
        of: u32,
        /// Which it was; 0 is the one that would be taken by itself
        chosen: u32,
    },
    /// Something came through the seam from outside.
    Input {
        /// Where: a name of `docs/recording.md`
        place: TextId,
        /// What, as that place writes it
        bytes: &'a [u8],
    },
    /// The program has ended.
    End {
        /// With this exit code
        code: i32,
    },
}

/// The numbers of events in a file. What is not known any more keeps its number.
mod tag {
    pub(super) const TURN_BEGIN: u8 = 1;
    pub(super) const TURN_END: u8 = 2;
    pub(super) const PHASE_BEGIN: u8 = 3;
    pub(super) const PHASE_END: u8 = 4;
    pub(super) const CALL_BEGIN: u8 = 5;
    pub(super) const CALL_END: u8 = 6;
    pub(super) const DETAIL: u8 = 7;
    pub(super) const SLEEP_BEGIN: u8 = 8;
    pub(super) const SLEEP_END: u8 = 9;
    pub(super) const MADE: u8 = 10;
    pub(super) const RUN_BEGIN: u8 = 11;
    pub(super) const RUN_END: u8 = 12;
    pub(super) const SETTLED: u8 = 13;
    pub(super) const DROPPED: u8 = 14;
    pub(super) const JOB: u8 = 15;
    pub(super) const HANDLE: u8 = 16;
    pub(super) const OUTPUT: u8 = 17;
    pub(super) const JUMP: u8 = 18;
    pub(super) const CHOICE: u8 = 19;
    pub(super) const INPUT: u8 = 20;
    pub(super) const END: u8 = 21;
}

impl Event<'_> {
    /// Puts the event, without its time and without the bytes that it carries.
    #[inline]
    pub(crate) fn put(&self, few: &mut Few<'_>) {
        match *self {
            Event::TurnBegin(turn) => few.byte(tag::TURN_BEGIN).number(turn),
            Event::TurnEnd => few.byte(tag::TURN_END),
            Event::PhaseBegin(phase) => few.byte(tag::PHASE_BEGIN).byte(phase as u8),
            Event::PhaseEnd(phase) => few.byte(tag::PHASE_END).byte(phase as u8),
            Event::CallBegin { id, kind, by } => few
                .byte(tag::CALL_BEGIN)
                .number(id)
                .number(kind.0)
                .number(by),
            Event::CallEnd { id } => few.byte(tag::CALL_END).number(id),
            Event::Detail { what, value } => few.byte(tag::DETAIL).number(what.0).signed(value),
            // None is 0, so that for ever takes a byte.
            Event::SleepBegin { limit } => few
                .byte(tag::SLEEP_BEGIN)
                .number(limit.map_or(0, |limit| limit.saturating_add(1))),
            Event::SleepEnd => few.byte(tag::SLEEP_END),
            Event::Made {
                id,
                kind,
                by,
                place,
                runs,
            } => few
                .byte(tag::MADE)
                .number(id)
                .number(kind.0)
                .number(by)
                .number(place.0)
                .number(runs.0),
            Event::RunBegin { id } => few.byte(tag::RUN_BEGIN).number(id),
            Event::RunEnd { id } => few.byte(tag::RUN_END).number(id),
            Event::Settled { id } => few.byte(tag::SETTLED).number(id),
            Event::Dropped { id } => few.byte(tag::DROPPED).number(id),
            Event::Job {
                by,
                thread,
                queued,
                begin,
                end,
            } => few
                .byte(tag::JOB)
                .number(by)
                .number(thread)
                .number(queued)
                .number(begin.saturating_sub(queued))
                .number(end.saturating_sub(begin)),
            Event::Handle {
                handle,
                kind,
                what,
                by,
            } => few
                .byte(tag::HANDLE)
                .number(handle)
                .number(kind.0)
                .number(what.0)
                .number(by),
            Event::Output { to, bytes } => {
                few.byte(tag::OUTPUT).number(to).number(bytes.len() as u64)
            }
            Event::Jump { to } => few.byte(tag::JUMP).number(to),
            Event::Choice {
                point,
                nth,
                of,
                chosen,
            } => few
                .byte(tag::CHOICE)
                .number(point.0)
                .number(nth)
                .number(of)
                .number(chosen),
            Event::Input { place, bytes } => {
                Event::put_input(few, place).number(bytes.len() as u64)
            }
            Event::End { code } => few.byte(tag::END).signed(code.into()),
        };
    }

    /// Puts what an `Input` has before its bytes and their count.
    #[inline]
    pub(crate) fn put_input<'f, 'r>(few: &'f mut Few<'r>, place: TextId) -> &'f mut Few<'r> {
        few.byte(tag::INPUT).number(place.0)
    }

    /// The bytes that it carries, which stand at its end.
    #[inline]
    pub(crate) fn carried(&self) -> Option<&[u8]> {
        match self {
            Event::Output { bytes, .. } | Event::Input { bytes, .. } => Some(bytes),
            _ => None,
        }
    }
}

impl<'a> Event<'a> {
    /// Reads the next event; none at the end, or if it cannot be understood.
    pub(crate) fn read(from: &mut Reader<'a>) -> Option<Event<'a>> {
        let tag = from.byte()?;
        let mut number = || from.number();
        Some(match tag {
            tag::TURN_BEGIN => Event::TurnBegin(number()?),
            tag::TURN_END => Event::TurnEnd,
            tag::PHASE_BEGIN => Event::PhaseBegin(phase(number()?)?),
            tag::PHASE_END => Event::PhaseEnd(phase(number()?)?),
            tag::CALL_BEGIN => Event::CallBegin {
                id: number()?,
                kind: text(number()?)?,
                by: number()?,
            },
            tag::CALL_END => Event::CallEnd { id: number()? },
            tag::DETAIL => Event::Detail {
                what: text(number()?)?,
                value: from.signed()?,
            },
            tag::SLEEP_BEGIN => Event::SleepBegin {
                limit: number()?.checked_sub(1),
            },
            tag::SLEEP_END => Event::SleepEnd,
            tag::MADE => Event::Made {
                id: number()?,
                kind: text(number()?)?,
                by: number()?,
                place: place(number()?)?,
                runs: place(number()?)?,
            },
            tag::RUN_BEGIN => Event::RunBegin { id: number()? },
            tag::RUN_END => Event::RunEnd { id: number()? },
            tag::SETTLED => Event::Settled { id: number()? },
            tag::DROPPED => Event::Dropped { id: number()? },
            tag::JOB => {
                let (by, thread, queued) = (number()?, small(number()?)?, number()?);
                let begin = queued.checked_add(number()?)?;
                let end = begin.checked_add(number()?)?;
                Event::Job {
                    by,
                    thread,
                    queued,
                    begin,
                    end,
                }
            }
            tag::HANDLE => Event::Handle {
                handle: number()?,
                kind: text(number()?)?,
                what: text(number()?)?,
                by: number()?,
            },
            tag::OUTPUT => Event::Output {
                to: small(number()?)?,
                bytes: from.bytes()?,
            },
            tag::JUMP => Event::Jump { to: number()? },
            tag::CHOICE => Event::Choice {
                point: text(number()?)?,
                nth: number()?,
                of: small(number()?)?,
                chosen: small(number()?)?,
            },
            tag::INPUT => Event::Input {
                place: text(number()?)?,
                bytes: from.bytes()?,
            },
            tag::END => Event::End {
                code: i32::try_from(from.signed()?).ok()?,
            },
            _ => return None,
        })
    }
}

fn small(number: u64) -> Option<u32> {
    u32::try_from(number).ok()
}

fn text(number: u64) -> Option<TextId> {
    small(number).map(TextId)
}

fn place(number: u64) -> Option<PlaceId> {
    small(number).map(PlaceId)
}

fn phase(number: u64) -> Option<Phase> {
    Phase::ALL.get(usize::try_from(number).ok()?).copied()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// One of each kind.
    pub(crate) fn one_of_each() -> Vec<Event<'static>> {
        let (kind, place) = (TextId(3), PlaceId(200));
        vec![
            Event::TurnBegin(1),
            Event::PhaseBegin(Phase::Closing),
            Event::CallBegin {
                id: 300,
                kind,
                by: 0,
            },
            Event::Detail {
                what: kind,
                value: -104,
            },
            Event::Made {
                id: 9,
                kind,
                by: 1,
                place,
                runs: PlaceId(0),
            },
            Event::RunBegin { id: 9 },
            Event::Output {
                to: 1,
                bytes: b"hello\n",
            },
            Event::RunEnd { id: 9 },
            Event::Settled { id: 9 },
            Event::Dropped { id: 9 },
            Event::CallEnd { id: 300 },
            Event::Job {
                by: 3,
                thread: 2,
                queued: 100,
                begin: 150,
                end: 1_000_000,
            },
            Event::Handle {
                handle: 5,
                kind,
                what: TextId(1),
                by: 0,
            },
            Event::Choice {
                point: kind,
                nth: 4,
                of: 3,
                chosen: 2,
            },
            Event::Input {
                place: kind,
                bytes: &[0, 255],
            },
            Event::PhaseEnd(Phase::Closing),
            Event::TurnEnd,
            Event::SleepBegin { limit: None },
            Event::SleepEnd,
            Event::SleepBegin { limit: Some(0) },
            Event::SleepEnd,
            Event::Jump { to: u64::MAX },
            Event::End { code: -1 },
        ]
    }

    #[test]
    fn every_kind_comes_back() {
        let mut bytes = Vec::new();
        for event in one_of_each() {
            Few::append(&mut bytes, |few| event.put(few));
            bytes.extend_from_slice(event.carried().unwrap_or_default());
        }
        let mut reader = Reader::new(&bytes);
        for event in one_of_each() {
            assert_eq!(Event::read(&mut reader), Some(event));
        }
        assert_eq!(Event::read(&mut reader), None);
    }
}
