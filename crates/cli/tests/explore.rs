//! `--seed` and `rondo explore`: runs that repeat, and orders that are found.

use std::path::Path;
use std::process::{Command, Output, Stdio};

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
fn who_waits_for_virtual_time_sees_it_pass() {
    let wait = "\
for (const clock of [() => performance.now(), Date.now, () => Number(process.hrtime.bigint()) / 1e6]) {
  const until = clock() + 50;
  while (clock() < until);
}
setTimeout(() => console.log(Math.floor(performance.now())), 10);
";
    assert_eq!(stdout(&["--seed=1", "-e", wait]), "160\n");
}

#[test]
fn what_a_seed_does_not_govern_is_told() {
    let inside = "\
const server = require('net').createServer((socket) => socket.end()).listen(0, () => {
  require('net').connect(server.address().port).resume().on('close', () => server.close());
});
";
    assert_eq!(stdout(&["--seed=1", "-e", inside]), "");
    let script = "\
require('child_process').spawn('true');
require('net').connect('/nowhere').on('error', () => {});
";
    let output = rondo(&["--seed=1", "-e", script]);
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "rondo: not governed by the seed, since it comes from outside: child processes, connections\n"
    );
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
    let output = rondo(&["explore"]);
    assert_eq!(output.status.code(), Some(9));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Usage: rondo explore"));
    for command in ["explore", "see", "step", "replay"] {
        let output = rondo(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(output.stderr, b"");
        let usage = format!("Usage: rondo {command}");
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(&usage));
    }
}

#[test]
fn what_cannot_be_explored_is_told_at_once() {
    let output = rondo(&["explore", "--faults", "flood", "-e", ""]);
    assert_eq!(output.status.code(), Some(70));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("rondo: not a fault: flood"), "{told}");
    let output = rondo(&["explore", "-e", "for (;;);"]);
    assert_eq!(output.status.code(), Some(70));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("has not ended after 10 s"), "{told}");
}

#[test]
fn a_program_that_leaves_nothing_open_is_run_no_more_than_it_takes_to_know() {
    let (found, text) = explore("no/such/script.js", "1000");
    assert!(!found && text.starts_with("1 run in"), "{text}");
    assert!(text.contains("Cannot find module"), "{text}");
}

#[test]
fn a_signal_ends_the_search_but_not_the_report() {
    let script = "setTimeout(() => {}, 5); process.nextTick(() => {});";
    let program = Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(["explore", "--runs", "1000000", "-e", script])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let number = program.id().to_string();
    let sent = Command::new("kill").args(["-s", "INT", &number]).status();
    assert!(sent.unwrap().success());
    let output = program.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("A signal ended the search.\n"), "{text}");
    assert!(text.contains("1 outcome, 0 of them a fault"), "{text}");
    assert_eq!(output.status.code(), Some(0));
}

/// Explores a script of a few lines.
fn explore_text(name: &str, text: &str, options: &[&str]) -> String {
    let file = std::env::temp_dir().join(format!("rondo-{name}-{}.js", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let mut arguments = vec!["explore", "--runs", "30"];
    arguments.extend(options);
    arguments.push(file.to_str().unwrap());
    let output = rondo(&arguments);
    std::fs::remove_file(&file).unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn signals_come_in_another_order() {
    let text = explore_text(
        "signals",
        "\
const order = [];
process.on('SIGUSR1', () => order.push('usr1'));
process.on('SIGHUP', () => order.push('hup'));
process.kill(process.pid, 'SIGUSR1');
process.kill(process.pid, 'SIGHUP');
const wait = setInterval(() => {
  if (order.length < 2) return;
  clearInterval(wait);
  console.log(order.join());
}, 5);
",
        &[],
    );
    assert!(
        text.contains("| usr1,hup") && text.contains("| hup,usr1"),
        "{text}"
    );
    assert!(text.contains("another signal comes first"), "{text}");
}

#[test]
fn output_of_a_child_comes_after_its_end() {
    let text = explore_text(
        "child",
        "\
const child = require('child_process').spawn('echo', ['hello']);
let text = '';
child.stdout.on('data', (data) => { text += data; });
child.on('exit', () => console.log('so far', text.trim()));
",
        &[],
    );
    assert!(
        text.contains("| so far hello\n") && text.contains("| so far \n"),
        "{text}"
    );
}

const CONNECTION: &str = "\
const net = require('net');
const server = net.createServer((socket) => {
  socket.on('data', (data) => console.log('got', String(data)));
  socket.on('end', () => socket.end());
  socket.on('error', (error) => console.log(error.code));
  socket.on('close', () => server.close());
}).listen(0, () => {
  const client = net.connect(server.address().port, () => client.end('hello'));
  client.on('error', () => {});
  client.resume();
});
";

#[test]
fn writes_are_cut_and_connections_break_on_wish() {
    let choose = |choices: &str| {
        let choices = format!("--choices= {choices}");
        stdout(&["--seed=1", "--faults=reset", &choices, "-e", CONNECTION])
    };
    assert_eq!(choose(""), "got hello\n");
    assert_eq!(choose("write.part:0=1"), "got he\ngot llo\n");
    assert_eq!(choose("fault.reset:1=1"), "ECONNRESET\n");
}

#[test]
fn files_fail_on_wish() {
    const FILE: &str = "\
const fs = require('fs');
const file = require('path').join(require('os').tmpdir(), 'rondo-fault-' + process.ppid);
fs.writeFile(file, 'text', (error) => {
  console.log(error?.code);
  fs.rm(file, { force: true }, () => {});
});
setTimeout(() => console.log('a second'), 1000);
";
    let choose = |faults: &str, choices: &str| {
        let (faults, choices) = (
            format!("--faults={faults}"),
            format!("--choices= {choices}"),
        );
        stdout(&["--seed=1", &faults, &choices, "-e", FILE])
    };
    assert_eq!(choose("all", ""), "undefined\na second\n");
    assert_eq!(choose("emfile", "fault.emfile:0=1"), "EMFILE\na second\n");
    assert_eq!(choose("enospc", "fault.enospc:0=1"), "ENOSPC\na second\n");
    assert_eq!(choose("slow", "fault.slow:0=1"), "a second\nundefined\n");
    let refused = rondo(&["--seed=1", "--faults=fire", "-e", "0"]);
    assert!(!refused.status.success());
}
