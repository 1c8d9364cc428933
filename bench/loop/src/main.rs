//! One case on one side: prints how many milliseconds it took, of the clock and of the processors; and, if it
//! measures them, microseconds within which half, 99 % and 99.9 % of its rounds were over.
//!
//! `run.py` starts this program again and again, the two sides in turn.

mod cases;
mod measure;
#[cfg(feature = "libuv")]
mod uv;

use std::process::ExitCode;

pub use measure::{Start, Took, laps};

/// The other side of a case, if there is one.
#[cfg(feature = "libuv")]
macro_rules! other {
    ($run:expr) => {
        Some($run)
    };
}
#[cfg(not(feature = "libuv"))]
macro_rules! other {
    ($run:expr) => {
        None
    };
}
pub(crate) use other;

/// A workload, written once for each side.
pub struct Case {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it does, for the table.
    pub title: &'static str,
    /// Runs it on rondo-loop and says how long that took.
    pub rondo: fn() -> Took,
    /// Runs it on libuv and says how long that took.
    pub libuv: Option<fn() -> Took>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["list"] => {
            for case in cases::ALL {
                println!("{}\t{}", case.name, case.title);
            }
        }
        #[cfg(feature = "libuv")]
        ["version"] => println!("{}", uv::version()),
        [side @ ("rondo" | "libuv"), name] => {
            let case = cases::ALL.iter().find(|case| case.name == name);
            let run = case.and_then(|case| match side {
                "rondo" => Some(case.rondo),
                _ => case.libuv,
            });
            let Some(run) = run else {
                eprintln!("there is no case {name:?} on this side");
                return ExitCode::from(2);
            };
            print!("{}", run());
            println!("{}", laps::summary());
        }
        _ => {
            eprintln!("usage: rondo-loop-bench list | version | rondo CASE | libuv CASE");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
