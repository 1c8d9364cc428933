//! `--watch-loop`, `--loop-summary` and `rondo:loop`: what is said of whole programs. Nothing here depends on how long things
//! take, but that what blocks for half a second takes longer than a tenth.

use std::path::PathBuf;
use std::process::{Command, Output};

/// Blocks for so many milliseconds; this is line 1 of all scripts.
const BUSY: &str = "function busy(ms) { const end = Date.now() + ms; while (Date.now() < end); }\n";

/// A script of its own, gone at the end.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, text: &str) -> Script {
        let file = format!("rondo-health-{}-{name}.js", std::process::id());
        let path = std::env::temp_dir().join(file);
        std::fs::write(&path, format!("{BUSY}{text}")).unwrap();
        Script(path)
    }

    fn run(&self, options: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_rondo"))
            .args(options)
            .arg(&self.0)
            .output()
            .unwrap()
    }

    /// What it says with these options, and what it prints.
    fn said(&self, options: &[&str]) -> (String, String) {
        let output = self.run(options);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (text(output.stderr), text(output.stdout))
    }

    /// `(FILE:LINE:`, as it stands in a stack.
    fn at(&self, line: u32) -> String {
        format!("{}:{line}:", self.0.display())
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[track_caller]
fn contains(text: &str, wanted: &str) {
    assert!(text.contains(wanted), "no {wanted:?} in\n{text}");
}

#[test]
fn a_timer_that_blocks_is_shown_while_it_does() {
    let script = Script::new(
        "timer",
        "setTimeout(function onTimer() {\n  busy(600);\n}, 1);",
    );
    let (said, _) = script.said(&["--watch-loop"]);
    contains(&said, "rondo: a timer has held the loop for ");
    contains(&said, ", and still does:\n    at busy (");
    contains(&said, &format!("at busy ({}", script.at(1)));
    contains(&said, &format!("at onTimer ({}", script.at(3)));
    contains(&said, "rondo: a timer held the loop for ");
    assert!(!said.contains("node:internal"), "{said}");
}

#[test]
fn what_never_ends_is_shown_too() {
    let script = Script::new("endless", "setImmediate(() => { for (;;); });");
    let mut child = Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(["--watch-loop=50", script.0.to_str().unwrap()])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stderr.take().unwrap()));
    let first = lines.next().unwrap().unwrap();
    contains(&first, "rondo: an immediate has held the loop for ");
    contains(&lines.next().unwrap().unwrap(), &script.at(2));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn native_code_is_told_of_when_it_is_over() {
    let script = Script::new(
        "native",
        "setTimeout(() => {\n  require('child_process').execSync('sleep 0.6');\n}, 1);",
    );
    let (said, _) = script.said(&["--watch-loop"]);
    contains(&said, "rondo: a timer has held the loop for ");
    contains(
        &said,
        "most of it in native code, from which it is back at:",
    );
    contains(&said, &script.at(3));
    // Here no JavaScript runs after it in the same callback, or next to none.
    let script = Script::new(
        "unseen",
        "const { performance } = require('perf_hooks');\n\
         const wait = Atomics.wait.bind(undefined, new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);\n\
         setTimeout(wait, 1);",
    );
    let (said, _) = script.said(&["--watch-loop"]);
    contains(&said, "rondo: a timer ");
    contains(&said, " held the loop for ");
}

#[test]
fn ticks_and_promises_that_starve_the_loop() {
    let text = "let end;
function tick() { if (Date.now() < end) process.nextTick(tick); }
function job() { if (Date.now() < end) Promise.resolve().then(job); }
function task() { if (Date.now() < end) queueMicrotask(task); }
setTimeout(() => { end = Date.now() + 600; ({ tick, job, task })[process.argv[2]](); }, 1);";
    let script = Script::new("starved", text);
    for (what, line) in [("tick", 3), ("job", 4), ("task", 5)] {
        let output = Command::new(env!("CARGO_BIN_EXE_rondo"))
            .arg("--watch-loop")
            .arg(&script.0)
            .arg(what)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        contains(
            &said,
            "ticks and microtasks in a row have kept the loop from its phases for ",
        );
        contains(&said, &script.at(line));
    }
}

#[test]
fn jobs_that_wait_for_the_pool() {
    // So many that most of what waits is of one line, also if a busy machine lets the program look late.
    let text = "const { pbkdf2 } = require('crypto');
for (let i = 0; i < 8; i++) {
  pbkdf2('a', 'b', 5e5, 64, 'sha512', () => {});
}
require('fs').readdir('.', () => {});";
    let script = Script::new("pool", text);
    let output = Command::new(env!("CARGO_BIN_EXE_rondo"))
        .arg("--watch-loop=20")
        .arg(&script.0)
        .env("UV_THREADPOOL_SIZE", "1")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    contains(&said, "rondo: a job waited ");
    contains(
        &said,
        "for a thread of the pool, which has 1 (UV_THREADPOOL_SIZE), and ",
    );
    contains(&said, "most of what waits was asked for at:");
    contains(&said, &script.at(4));
}

#[test]
fn timers_that_come_late() {
    // Many callbacks of one poll phase, none of them long.
    let text = "const { port1, port2 } = new MessageChannel();
setImmediate(() => {
  setTimeout(() => port1.close(), 1000);
  for (let i = 0; i < 150; i++) require('fs').stat(__filename, () => busy(20));
  // The pool has done them all by then.
  busy(200);
});";
    let script = Script::new("late", text);
    let (said, _) = script.said(&["--watch-loop=1000"]);
    contains(&said, "rondo: timers are ");
    contains(&said, "and no single one took long; the poll phase had ");
}

#[test]
fn rejections_that_nobody_minds() {
    let text = "if (process.argv[2]) process.on('unhandledRejection', () => {});
setTimeout(() => { Promise.reject(new Error('lost')); }, 1);";
    let script = Script::new("rejected", text);
    let path = script.0.to_str().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rondo"));
        let output = command.args(arguments).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let said = run(&["--watch-loop", path, "listen"]);
    contains(
        &said,
        "a promise was rejected with Error: lost, and nobody handles it",
    );
    contains(&said, "a listener of 'unhandledRejection' was told");
    contains(&said, &script.at(3));
    let said = run(&["--watch-loop", "--unhandled-rejections=none", path]);
    contains(&said, "--unhandled-rejections=none has nothing come of it");
    let said = run(&["--watch-loop=5000", path]);
    assert!(!said.contains("rondo:"), "{said}");
}

#[test]
fn programs_hear_of_it() {
    let text = "process.on('warning', (warning) => {
  console.log(warning.name, warning.code, warning.milliseconds > 500, /busy/.test(warning.stack));
});
require('diagnostics_channel').subscribe('rondo.loop', ({ code, message, stack, milliseconds }) => {
  console.log(code, /^a timer held the loop for /.test(message), /busy/.test(stack), milliseconds > 500);
});
setTimeout(() => busy(600), 1);";
    let script = Script::new("heard", text);
    let (said, printed) = script.said(&["--watch-loop"]);
    assert_eq!(
        printed,
        "RONDO_LOOP_HELD true true true\nLoopWarning RONDO_LOOP_HELD true true\n"
    );
    // Once, and not as a warning beside.
    assert!(!said.contains("LoopWarning"), "{said}");
}

#[test]
fn the_same_place_is_named_once() {
    let text = "let left = 4;
const interval = setInterval(() => { busy(250); if (--left === 0) clearInterval(interval); }, 1);";
    let script = Script::new("often", text);
    let (said, _) = script.said(&["--watch-loop"]);
    let times = said.matches("has held the loop").count();
    assert_eq!(times, 1, "{said}");
}

#[test]
fn a_healthy_program_hears_nothing() {
    let text = "setTimeout(() => {}, 20);
require('fs').readFile(__filename, () => setImmediate(() => {}));
(async () => { for (let i = 0; i < 100; i++) await null; })();";
    let script = Script::new("healthy", text);
    let (said, _) = script.said(&["--watch-loop=2000"]);
    assert_eq!(said, "");
}

#[test]
fn a_worker_is_watched_as_well() {
    let text = "const { Worker, isMainThread } = require('worker_threads');
if (isMainThread) new Worker(__filename);
else setTimeout(() => busy(600), 1);";
    let script = Script::new("worker", text);
    let (said, _) = script.said(&["--watch-loop"]);
    contains(&said, "rondo (worker 1): a timer has held the loop for ");
}

#[test]
fn the_summary_has_phases_lines_and_the_pool() {
    let text = "setTimeout(function onTimer() { busy(300); }, 1);
require('fs').readdir('.', () => {});
process.exitCode = 3;";
    let script = Script::new("summary", text);
    let output = script.run(&["--loop-summary"]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stderr).unwrap();
    contains(&said, "rondo: the loop, ");
    for row in [
        "timers ",
        "poll ",
        "check ",
        "closing ",
        "ticks and microtasks ",
    ] {
        contains(&said, &format!("\n  {row}"));
    }
    contains(&said, "  longest callbacks\n");
    contains(&said, &format!("a timer: busy ({}:1)", script.0.display()));
    contains(
        &said,
        "delay from one look at what has come to the next: half ",
    );
    contains(&said, "  pool: 1 job, ");
    // A signal asks for it in between.
    let script = Script::new(
        "asked",
        "setTimeout(() => process.kill(process.pid, 'SIGUSR2'), 1);\nsetTimeout(() => {}, 500);",
    );
    let (said, _) = script.said(&["--loop-summary"]);
    assert_eq!(said.matches("rondo: the loop, ").count(), 2, "{said}");
    // It is there however the program ends.
    let script = Script::new("exits", "process.exit(4);");
    let output = script.run(&["--loop-summary"]);
    assert_eq!(output.status.code(), Some(4));
    contains(
        &String::from_utf8(output.stderr).unwrap(),
        "rondo: the loop, 0 turns in ",
    );
}

#[test]
fn a_program_can_ask_for_figures() {
    let text = "const { figures, reset } = require('rondo:loop');
const first = figures();
console.log(first.turns, first.phases.timers.callbacks, Object.keys(first.phases).join());
setTimeout(() => {
  busy(60);
  setImmediate(() => require('fs').readdir('.', () => setTimeout(check, 1)));
}, 1);
async function check() {
  const { turns, busy, idle, phases, queues, delay, pool, measured } = figures();
  console.log(turns >= 3, busy >= 50, idle >= 0, measured >= busy);
  console.log(phases.timers.callbacks, phases.check.callbacks, phases.poll.callbacks);
  console.log(phases.timers.time >= 50, phases.timers.longest >= 50, queues.time > 0);
  console.log(delay.max >= 50, delay.p50 <= delay.p99, pool.jobs, pool.size >= 1, pool.queued, pool.wait.max >= 0);
  reset();
  console.log(figures().phases.timers.longest);
  const module = await import('rondo:loop');
  console.log(module.figures === figures);
  try { require('rondo:other'); } catch (error) { console.log(error.code); }
}";
    let script = Script::new("figures", text);
    let (said, printed) = script.said(&[]);
    assert_eq!(said, "");
    let expected = "0 0 timers,pending,idle,prepare,poll,check,closing
true true true true
1 1 1
true true true
true true 1 true 0 true
0
true
MODULE_NOT_FOUND
";
    assert_eq!(printed, expected);
}
