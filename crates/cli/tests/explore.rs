//! `--seed` and `rondo explore`: runs that repeat, and orders that are found.

use std::path::Path;
use std::process::{Command, Output};

fn rondo(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(arguments)
        .current_dir(root)
        .output()
        .unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = rondo(arguments);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(complaints.is_empty(), "{arguments:?}: {complaints}");
    String::from_utf8(output.stdout).unwrap()
}

const CHANCE: &str = "\
const { randomUUID, randomBytes, randomInt } = require('crypto');
const fs = require('fs');
console.log(Math.random(), Date.now(), new Date(), process.pid, performance.now(), process.hrtime());
console.log(randomUUID(), randomInt(1e9), randomBytes(4));
for (let i = 0; i < 6; i++) fs.stat('.', () => console.log('stat', i));
setImmediate(() => console.log('immediate'));
setTimeout(() => console.log('an hour later', new Date()), 3600e3);
randomBytes(4, (error, bytes) => console.log(bytes));
";

#[test]
fn a_seed_gives_the_same_run_each_time() {
    let first = stdout(&["--seed=7", "-e", CHANCE]);
    assert!(
        first.contains("an hour later") && first.contains("2026-01-01T01:00:0"),
        "{first}"
    );
    for _ in 0..4 {
        assert_eq!(stdout(&["--seed=7", "-e", CHANCE]), first);
    }
    assert!((0..6).any(|seed| {
        let other = stdout(&[&format!("--seed={seed}"), "-e", CHANCE]);
        let order = |text: &str| {
            let lines = text.lines().filter(|line| line.starts_with("stat"));
            lines.collect::<String>()
        };
        order(&other) != order(&first)
    }));
}

#[test]
fn bad_seeds_and_choices_are_refused() {
    for option in ["--seed=x", "--choices=nowhere:0=1", "--wild=1"] {
        let output = rondo(&[option, "-e", "console.log('never')"]);
        assert!(
            !output.status.success() && output.stdout.is_empty(),
            "{option}"
        );
    }
}

/// Whether a search finds a fault, and what it says.
fn explore(script: &str, runs: &str) -> (bool, String) {
    let output = rondo(&["explore", "--runs", runs, script]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    (output.status.code() == Some(1), text)
}

#[test]
fn a_race_is_found_and_told_with_its_lines() {
    let (found, text) = explore("examples/races/08-timers-as-order.js", "40");
    assert!(found, "{text}");
    assert!(text.contains("no configuration"), "{text}");
    assert!(
        text.contains("the timer of line 5 (08-timers-as-order.js) came before the answer to the file request of line 4"),
        "{text}"
    );
    let again = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("again: rondo "));
    let again = again.expect("how to have it again");
    let (options, script) = again.rsplit_once(' ').unwrap();
    let (seed, choices) = options.split_once(' ').unwrap();
    let choices = choices.replace('"', "");
    assert_eq!(stdout(&[seed, &choices, script]), "no configuration\n");
}

#[test]
fn bytes_come_in_parts() {
    let (found, text) = explore("examples/races/04-split-message.js", "40");
    assert!(found && text.contains("bad order"), "{text}");
}

#[test]
fn nothing_is_found_where_nothing_is() {
    for script in ["08-timers-as-order", "04-split-message", "02-lost-update"] {
        let (found, text) = explore(&format!("examples/races/{script}.fixed.js"), "60");
        assert!(!found, "{text}");
    }
}

#[test]
fn what_is_expected_can_be_said() {
    let output = rondo(&[
        "explore",
        "--runs",
        "5",
        "--ok",
        "3",
        "-e",
        "process.exit(3)",
    ]);
    assert_eq!(output.status.code(), Some(0));
    let output = rondo(&[
        "explore",
        "--runs",
        "5",
        "--ok",
        "0",
        "-e",
        "process.exit(3)",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let output = rondo(&["explore", "--help"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("Usage: rondo explore"));
}
