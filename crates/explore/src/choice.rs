//! Choices and schedules, as the command line of a run has them.

use std::fmt;

/// A choice that is not what would be taken anyway.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Choice {
    /// The choice point
    pub point: String,
    /// Which question of that point
    pub nth: u64,
    /// The candidate
    pub chosen: u32,
}

/// A question that a run asked, and what was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The choice point
    pub point: String,
    /// Which question of that point
    pub nth: u64,
    /// How many candidates there were
    pub of: u32,
    /// Which it was
    pub chosen: u32,
}

impl Note {
    /// A line of a log: `job.start 3 5 0`.
    pub fn parse(line: &str) -> Option<Note> {
        let mut words = line.split_ascii_whitespace();
        Some(Note {
            point: words.next()?.into(),
            nth: words.next()?.parse().ok()?,
            of: words.next()?.parse().ok()?,
            chosen: words.next()?.parse().ok()?,
        })
    }
}

/// The choices of a run; all others are as they come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Schedule(pub Vec<Choice>);

impl Schedule {
    /// What differs, in the notes of a run.
    pub fn of(notes: &[Note]) -> Schedule {
        let differs = notes.iter().filter(|note| note.chosen != 0);
        let choices = differs.map(|note| Choice {
            point: note.point.clone(),
            nth: note.nth,
            chosen: note.chosen,
        });
        Schedule(choices.collect())
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, choice) in self.0.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(
                f,
                "{space}{}:{}={}",
                choice.point, choice.nth, choice.chosen
            )?;
        }
        Ok(())
    }
}

/// What a candidate of a choice point means.
pub(crate) fn in_words(choice: &Choice) -> String {
    let nth = ordinal(choice.nth + 1);
    let late = match choice.chosen {
        1 => "a turn later",
        2 => "2 ms later",
        3 => "50 ms later",
        _ => "500 ms later",
    };
    match choice.point.as_str() {
        "job.start" => format!("the {nth} job of the pool does its work {late}"),
        "job.finish" => format!("the end of the {nth} job of the pool is told {late}"),
        "ready.late" => format!("the {nth} report that a descriptor is ready comes {late}"),
        "ready.first" => format!("at the {nth} choice another ready descriptor comes first"),
        "letter.first" => {
            format!("at the {nth} choice another finished job or wake-up comes first")
        }
        "timer.late" => "a timer that is due this very millisecond is seen a turn later".into(),
        "loop.stall" => {
            let millis = [2, 50, 500][(choice.chosen as usize).clamp(1, 3) - 1];
            format!("before the {nth} poll with a timer the loop stands still for {millis} ms")
        }
        "read.part" => {
            let part = if choice.chosen == 1 {
                "half"
            } else {
                "one byte"
            };
            format!("the {nth} read gives {part} of what has come, the next turn the rest")
        }
        "write.part" => {
            let part = if choice.chosen == 1 {
                "half"
            } else {
                "one byte"
            };
            format!("the {nth} write sends {part} at first, two turns later the rest")
        }
        "signal.first" => format!("at the {nth} choice another signal comes first"),
        "signal.late" => format!("the {nth} time signals have arrived they are told a turn later"),
        "fault.reset" => {
            format!("the {nth} time a connection is read or written it breaks (ECONNRESET)")
        }
        "fault.emfile" => format!("the {nth} file that is opened by the pool fails (EMFILE)"),
        "fault.enospc" => format!("the {nth} write of the pool to a file fails (ENOSPC)"),
        "fault.slow" => format!("the {nth} job of the pool takes five seconds"),
        other => format!("{other}: the {nth} time {}", choice.chosen),
    }
}

/// `1st`, `2nd`, ...
pub(crate) fn ordinal(number: u64) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_is_what_differs() {
        let notes: Vec<Note> = ["job.start 0 5 0", "ready.late 2 5 3", "broken"]
            .iter()
            .filter_map(|line| Note::parse(line))
            .collect();
        let schedule = Schedule::of(&notes);
        assert_eq!(schedule.to_string(), "ready.late:2=3");
        assert_eq!(
            in_words(&schedule.0[0]),
            "the 3rd report that a descriptor is ready comes 50 ms later"
        );
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 21].map(ordinal).join(" "),
            "1st 2nd 3rd 4th 11th 12th 21st"
        );
    }
}
