//! `rondo explore`: runs a program under many schedules, counts its outcomes, and says what makes the rare ones.
//!
//! | part | what |
//! | --- | --- |
//! | [`Runner`] | one run: a process of its own, with a schedule |
//! | [`Plan`] | which schedules to try, in which order |
//! | `shrink` | the shortest schedule with the same outcome |
//! | `words` | two recordings compared, in words |
//!
//! A [`Schedule`] is a list of choices that differ from what would be taken anyway (`docs/recording.md` has the choice points). The
//! loop keeps its rules whatever is chosen, so every run is one that the program could have had.
#![forbid(unsafe_code)]

mod choice;
mod command;
mod plan;
mod report;
mod runner;
mod search;
mod shrink;
mod words;

pub use choice::{Choice, Note, Schedule};
pub use command::{Request, USAGE, explore, parse};
pub use plan::Plan;
pub use runner::{Outcome, Runner, Trial};
