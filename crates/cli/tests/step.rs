//! `rondo step`: walks through a run by commands from a pipe.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SCRIPT: &str = "\
let settle;
setImmediate(() => {
  console.log('immediate');
  setTimeout(() => console.log('timer'), 1);
  process.nextTick(() => console.log('tick'));
  settle('x');
});
async function wait() {
  await new Promise((resolve) => { settle = resolve; });
  console.log('awaited');
}
wait();
process.exitCode = 4;
";

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("rondo-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("app.js"), SCRIPT).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What comes of commands, without times.
fn walk(folder: &Path, arguments: &[&str], commands: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(commands.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let without_time = |line: &str| match line.find(", at ") {
        Some(place) => line[..place].to_string() + if line.ends_with(')') { ")" } else { "" },
        None => line.to_string(),
    };
    text.lines().map(|line| without_time(line) + "\n").collect()
}

#[test]
fn a_script_is_walked_through_and_back() {
    let folder = Folder::new("step");
    let text = walk(
        &folder.0,
        &["step", "app.js"],
        "n\nqueues\nn\n\nwhere\nc timer\nout\nn\nback 3\nlist 1\nno\nq\nn\n",
    );
    let expected = "\
app.js: 5 callbacks. help tells the commands.
[1/5] main script (before the loop)
[2/5] immediate of app.js:2 (turn 1, check)
  >     2 | setImmediate(() => {
  | immediate
when this callback has returned:
  ticks:       tick of app.js:5
  microtasks:  promise job of app.js:9
  timers:      timer of app.js:4 (1 ms)
  pending:     -
  poll:        -
  check:       -
  closing:     -
  not settled: -
[3/5] tick of app.js:5 (turn 1, check)
  >     5 |   process.nextTick(() => console.log('tick'));
  | tick
[4/5] promise job of app.js:9 (turn 1, check)
  >     9 |   await new Promise((resolve) => { settle = resolve; });
  | awaited
promise job of app.js:9
  app.js:9
        7 | });
        8 | async function wait() {
  >     9 |   await new Promise((resolve) => { settle = resolve; });
       10 |   console.log('awaited');
       11 | }
  promise job of app.js:9 was asked for by main script
    its promise was settled by immediate of app.js:2
[5/5] timer of app.js:4 (turn TURN, timers)
  >     4 |   setTimeout(() => console.log('timer'), 1);
  | timer
  | immediate
  | tick
  | awaited
  | timer
the program has ended, exit code 4
[2/5] immediate of app.js:2 (turn 1, check)
  >     2 | setImmediate(() => {
  | immediate
before the loop
     1  main script
turn 1, check
>    2  immediate of app.js:2
     3  tick of app.js:5
no? help tells the commands
";
    // How often the loop turns until the timer is due is not told beforehand.
    let turn = text
        .split_once("timer of app.js:4 (turn ")
        .and_then(|(_, rest)| rest.split_once(','));
    let turn = turn.map_or("", |(turn, _)| turn);
    assert_eq!(text, expected.replace("TURN", turn));
}

#[test]
fn a_recording_is_walked_through() {
    let folder = Folder::new("step-file");
    let status = Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(["--record=run.rondo", "app.js"])
        .current_dir(&folder.0)
        .stdout(Stdio::null())
        .status();
    assert_eq!(status.unwrap().code(), Some(4));
    let text = walk(&folder.0, &["step", "run.rondo"], "s\ns\nc 9\nn 9\nn\n");
    let steps: Vec<&str> = text.lines().filter(|line| line.starts_with('[')).collect();
    assert_eq!(steps[1], "[2/5] immediate of app.js:2 (turn 1, check)");
    assert!(steps[2].starts_with("[5/5] timer of app.js:4"));
    assert!(text.contains("no callback after this one has 9\n"));
    assert!(text.ends_with("the program has ended, exit code 4\n"));
}

#[test]
fn a_server_is_stopped_after_a_while() {
    let folder = Folder::new("step-server");
    std::fs::write(folder.0.join("server.js"), "setInterval(() => {}, 50);\n").unwrap();
    let text = walk(
        &folder.0,
        &["step", "--for", "3", "server.js"],
        "n\nn 9999\nn\n",
    );
    assert!(text.contains("[2/"), "{text}");
    assert!(text.ends_with("the recording ends here; the program did not\n"));
}

#[test]
fn timers_stand_in_the_order_in_which_they_are_due() {
    let folder = Folder::new("step-timers");
    let script = "\
const last = setTimeout(() => {}, 3000);
setTimeout(() => {}, 20);
const interval = setInterval(() => { clearInterval(interval); clearTimeout(last); }, 50);
";
    std::fs::write(folder.0.join("timers.js"), script).unwrap();
    let text = walk(&folder.0, &["step", "timers.js"], "queues\nc\nqueues\n");
    let queues: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("  timers:"))
        .collect();
    let all = "  timers:      timer of timers.js:2 (20 ms), timer of timers.js:3 (50 ms), timer of timers.js:1 (3000 ms)";
    assert_eq!(queues, [all, "  timers:      -"], "{text}");
}

#[test]
fn a_script_that_is_interrupted_is_walked_through() {
    let folder = Folder::new("step-interrupted");
    std::fs::write(folder.0.join("server.js"), "setInterval(() => {}, 50);\n").unwrap();
    let program = Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(["step", "--for", "60", "server.js"])
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let number = program.id().to_string();
    let sent = Command::new("kill").args(["-s", "INT", &number]).status();
    assert!(sent.unwrap().success());
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("server.js: ") && text.contains(" callbacks. "),
        "{text}"
    );
}
