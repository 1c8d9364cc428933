//! One case on one side: prints how many milliseconds it took.
//!
//! `run.py` starts this program again and again, the two sides in turn, and keeps the best of each.

mod cases;
mod uv;

use std::process::ExitCode;
use std::time::Duration;

/// A workload, written once for each side.
pub struct Case {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it does, for the table.
    pub title: &'static str,
    /// Runs it on rondo-loop and says how long that took.
    pub rondo: fn() -> Duration,
    /// Runs it on libuv and says how long that took.
    pub libuv: fn() -> Duration,
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
        ["version"] => println!("{}", uv::version()),
        [side @ ("rondo" | "libuv"), name] => {
            let Some(case) = cases::ALL.iter().find(|case| case.name == name) else {
                eprintln!("there is no case {name:?}");
                return ExitCode::from(2);
            };
            let run = if side == "rondo" {
                case.rondo
            } else {
                case.libuv
            };
            println!("{}", run().as_secs_f64() * 1000.0);
        }
        _ => {
            eprintln!("usage: rondo-loop-bench list | version | rondo CASE | libuv CASE");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
