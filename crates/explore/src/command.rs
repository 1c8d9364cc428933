//! The command line of `rondo explore`.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rondo_command::{Interrupt, Words};

use crate::report::report;
use crate::runner::{Outcome, Runner};
use crate::search::{Limits, search};

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    runs: u64,
    seconds: Option<u64>,
    seed: u64,
    expect: Option<PathBuf>,
    ok: Option<i32>,
    is_first_enough: bool,
    faults: Option<String>,
    /// Options, the script, its arguments
    rest: Vec<String>,
}

/// How it is used.
pub const USAGE: &str = "\
Usage: rondo explore [--runs N] [--for SECONDS] [--seed N] [--expect FILE | --ok CODE] [--first] [--faults LIST]
                     script.js [arguments]

Runs the script under many schedules, and tells which outcomes there are and what makes them.
  --runs N       try so many schedules (1000)
  --for SECONDS  stop after so long
  --seed N       other draws
  --expect FILE  what the script must print; another outcome is a fault
  --ok CODE      the exit code that it must have; any other is a fault
  --first        stop at the first fault
  --faults LIST  have things fail, too: reset (a TCP connection breaks), emfile (a file cannot be opened), enospc (the disk is
                 full), slow (a slow disk), or all of them
Without --expect and --ok an outcome other than that of the plain run is a fault. Exit code 1 if there are faults.
";

/// Reads the words after `explore`. Gives none if they ask how it is used.
pub fn parse(arguments: &[String]) -> Result<Option<Request>, String> {
    let mut request = Request {
        runs: 1000,
        seconds: None,
        seed: 1,
        expect: None,
        ok: None,
        is_first_enough: false,
        faults: None,
        rest: Vec::new(),
    };
    let mut words = Words::new(arguments, USAGE);
    let number = "a whole number";
    while let Some(name) = words.next_name() {
        match name {
            "--runs" => request.runs = words.parsed::<u64>(number)?.max(1),
            "--for" => request.seconds = Some(words.parsed(number)?),
            "--seed" => request.seed = words.parsed(number)?,
            "--expect" => request.expect = Some(words.value()?.into()),
            "--ok" => request.ok = Some(words.parsed("an exit code")?),
            "-h" | "--help" => return Ok(None),
            "--first" => request.is_first_enough = true,
            "--faults" => request.faults = Some(words.value()?.into()),
            _ => {
                request.rest = words.rest();
                break;
            }
        }
    }
    if request.rest.is_empty() {
        return Err(USAGE.into());
    }
    Ok(Some(request))
}

/// Explores, writes the report to standard output, and gives the exit code. A signal ends the search, not the report.
pub fn explore(request: &Request, rondo: PathBuf, interrupt: &Interrupt) -> io::Result<i32> {
    let folder = std::env::temp_dir().join(format!("rondo-explore-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut arguments = request.rest.clone();
    if let Some(faults) = &request.faults {
        arguments.insert(0, format!("--faults={faults}"));
    }
    let runner = Runner::new(rondo, arguments, request.seed, folder.clone(), interrupt);
    let result = interrupt.during(|| explore_in(request, &runner));
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn explore_in(request: &Request, runner: &Runner<'_>) -> io::Result<i32> {
    let expected = request.expect.as_deref();
    let expected = expected.map(rondo_command::read).transpose()?;
    let limits = Limits {
        runs: request.runs,
        until: request
            .seconds
            .map(|seconds| Instant::now() + Duration::from_secs(seconds)),
    };
    let is_fault = |outcome: &Outcome, plain: Option<&Outcome>| {
        let is_printed = expected.as_ref().is_none_or(|text| *text == outcome.stdout);
        let is_ok = request.ok.is_none_or(|code| outcome.code == Some(code));
        match expected.is_none() && request.ok.is_none() {
            true => plain.is_some_and(|plain| plain != outcome),
            false => !is_printed || !is_ok,
        }
    };
    let start = Instant::now();
    let is_enough = |outcome: &Outcome, plain: &Outcome| {
        request.is_first_enough && is_fault(outcome, Some(plain))
    };
    let found = search(runner, &limits, request.seed, is_enough)?;
    let plain = found
        .findings
        .first()
        .map(|finding| finding.outcome.clone());
    let faults = |outcome: &Outcome| is_fault(outcome, plain.as_ref());
    let text = report(runner, &found, &faults, start.elapsed())?;
    io::stdout().write_all(text.as_bytes())?;
    let has_faults = found
        .findings
        .iter()
        .any(|finding| faults(&finding.outcome));
    Ok(i32::from(has_faults))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    #[test]
    fn options_stand_before_the_script() {
        let request = parse(&words("--runs 5 --for=3 --faults all --ok 2 a.js --runs 7"))
            .unwrap()
            .unwrap();
        assert_eq!(request.faults.as_deref(), Some("all"));
        assert_eq!(
            (request.runs, request.seconds, request.ok),
            (5, Some(3), Some(2))
        );
        assert_eq!(request.rest, ["a.js", "--runs", "7"]);
        assert!(parse(&words("--runs five a.js")).is_err());
        assert!(parse(&words("--runs 5")).is_err());
        assert_eq!(parse(&words("--runs 5 --help")), Ok(None));
    }
}
