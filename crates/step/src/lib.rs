//! `rondo step`: walks through a run, phase by phase and callback by callback, forward and back.
//!
//! The script is recorded first, to its end or for some seconds, and the walk is through the recording: so going back is exact, and what is shown
//! of the queues is what was there. Commands come by lines, plain text goes out, in a terminal with some colour.
#![forbid(unsafe_code)]

mod command;
mod session;
mod show;
mod words;

pub use command::{Request, USAGE, parse, step};
pub use session::Session;
