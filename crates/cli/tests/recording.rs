//! `--record`: what is in a recording of a whole program, and that being recorded changes nothing.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rondo_record::model::{Model, Queue, model_of};
use rondo_record::{Event, Phase, Recording};

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("rondo-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn rondo(folder: &Folder, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(arguments)
        .current_dir(&folder.0)
        .output()
        .unwrap()
}

const SCRIPT: &str = "\
const fs = require('fs');
console.log('main');
setTimeout(() => {
  console.log('timer');
  process.nextTick(() => console.log('tick'));
}, 1);
setImmediate(() => console.log('immediate'));
fs.readFile(__filename, () => console.log('read'));
Promise.resolve().then(() => console.log('then'));
clearTimeout(setTimeout(() => {}, 1000));
process.exitCode = 3;
";

/// The lines of the script that made and that run the callbacks of a kind.
fn lines_of(recording: &Recording<'_>, wanted: &str) -> Vec<(u32, u32)> {
    let line = |id| recording.place(id).map_or(0, |place| place.line);
    recording
        .events()
        .filter_map(|(_, event)| match event {
            Event::Made {
                kind, place, runs, ..
            } if recording.text(kind) == wanted => Some((line(place), line(runs))),
            _ => None,
        })
        .collect()
}

#[test]
fn a_program_is_recorded_with_its_places() {
    let folder = Folder::new("recording");
    let script = folder.write("app.js", SCRIPT);
    let plain = rondo(&folder, &["app.js"]);
    let recorded = rondo(&folder, &["--record", "app.js"]);
    assert_eq!(recorded.stderr, plain.stderr);
    let mut lines: [Vec<&str>; 2] = [&plain, &recorded].map(|output| {
        let text = std::str::from_utf8(&output.stdout).unwrap();
        text.lines().collect()
    });
    lines.iter_mut().for_each(|lines| lines.sort());
    assert_eq!(lines[0], lines[1]);
    assert_eq!(recorded.status.code(), Some(3));

    let bytes = std::fs::read(folder.0.join("app.rondo")).unwrap();
    let recording = Recording::parse(&bytes).unwrap();
    assert_eq!(recording.about("program"), Some("app.js"));
    let name = script.to_str().unwrap();
    assert_eq!(recording.source(name), Some(SCRIPT.as_bytes()));
    assert_eq!(lines_of(&recording, "Timeout"), [(3, 3), (10, 10)]);
    assert_eq!(lines_of(&recording, "TickObject"), [(5, 5)]);
    assert_eq!(lines_of(&recording, "Immediate"), [(7, 7)]);
    assert_eq!(lines_of(&recording, "FSREQCALLBACK"), [(8, 0)]);

    let mut printed = Vec::new();
    for (_, event) in recording.events() {
        if let Event::Output { to: 1, bytes } = event {
            printed.extend_from_slice(bytes);
        }
    }
    assert_eq!(printed, recorded.stdout);
    let last = recording.events().last().map(|(_, event)| event);
    assert_eq!(last, Some(Event::End { code: 3 }));
}

/// Begins and ends, as a stack; everything that runs was made before.
fn check_nesting(recording: &Recording<'_>) {
    let mut open: Vec<Event<'_>> = Vec::new();
    let mut made = std::collections::HashSet::new();
    let mut time = 0;
    for (at, event) in recording.events() {
        assert!(at >= time);
        time = at;
        match event {
            Event::Made { id, .. } => assert!(made.insert(id)),
            Event::RunBegin { id } => {
                assert!(made.contains(&id), "{id} runs and was not made");
                open.push(event);
            }
            Event::TurnBegin(_) | Event::PhaseBegin(_) | Event::CallBegin { .. } => {
                open.push(event);
            }
            Event::SleepBegin { .. } => {
                assert_eq!(open.last(), Some(&Event::PhaseBegin(Phase::Poll)));
                open.push(event);
            }
            Event::RunEnd { id } => assert_eq!(open.pop(), Some(Event::RunBegin { id })),
            Event::CallEnd { id } => match open.pop() {
                Some(Event::CallBegin { id: begun, .. }) => assert_eq!(begun, id),
                other => panic!("{other:?} where call {id} ends"),
            },
            Event::PhaseEnd(phase) => assert_eq!(open.pop(), Some(Event::PhaseBegin(phase))),
            Event::TurnEnd => assert!(matches!(open.pop(), Some(Event::TurnBegin(_)))),
            Event::SleepEnd => assert!(matches!(open.pop(), Some(Event::SleepBegin { .. }))),
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn everything_that_begins_ends() {
    let folder = Folder::new("nesting");
    folder.write(
        "app.js",
        "\
const net = require('net');
const { promisify } = require('util');
const server = net.createServer((socket) => socket.pipe(socket)).listen(0, async () => {
  const socket = net.connect(server.address().port);
  socket.write('x'.repeat(100000));
  let count = 0;
  for await (const chunk of socket) if ((count += chunk.length) === 100000) socket.end();
  server.close(() => console.log(count));
});
const interval = setInterval(() => {}, 1);
promisify(setTimeout)(5).then(() => clearInterval(interval));
queueMicrotask(() => {});
",
    );
    let output = rondo(&folder, &["--record=run.rondo", "app.js"]);
    assert_eq!(output.stdout, b"100000\n");
    let bytes = std::fs::read(folder.0.join("run.rondo")).unwrap();
    let recording = Recording::parse(&bytes).unwrap();
    check_nesting(&recording);
    let has_bytes = recording.events().any(
        |(_, event)| matches!(event, Event::Detail { what, .. } if recording.text(what) == "bytes"),
    );
    assert!(has_bytes);
}

/// Tests read the output from a pipe, for which `process.stdout` has a descriptor of its own.
#[test]
fn what_is_printed_is_recorded_whatever_the_stream_is() {
    let folder = Folder::new("printed");
    folder.write(
        "app.js",
        "process.stdout.write('a\\n'); console.log('b'); process.stderr.write('c\\n');",
    );
    let output = rondo(&folder, &["--record=run.rondo", "app.js"]);
    let bytes = std::fs::read(folder.0.join("run.rondo")).unwrap();
    let recording = Recording::parse(&bytes).unwrap();
    let mut printed: [Vec<u8>; 3] = Default::default();
    for (_, event) in recording.events() {
        if let Event::Output { to, bytes } = event {
            printed[to as usize].extend_from_slice(bytes);
        }
    }
    assert_eq!(printed[1], output.stdout);
    assert_eq!(printed[2], output.stderr);
    assert_eq!(output.stdout, b"a\nb\n");
}

#[test]
fn chromes_format_is_json() {
    let folder = Folder::new("chrome");
    folder.write("app.js", SCRIPT);
    rondo(&folder, &["--record=run.json", "app.js"]);
    let check =
        "console.log(JSON.parse(require('fs').readFileSync('run.json')).traceEvents.length > 10)";
    assert_eq!(rondo(&folder, &["-e", check]).stdout, b"true\n");
}

#[test]
fn the_last_seconds_are_written_at_the_end_and_when_asked_for() {
    let folder = Folder::new("last");
    folder.write(
        "app.js",
        "\
const fs = require('fs');
process.kill(process.pid, 'SIGUSR2');
const wait = setInterval(() => {
  if (!fs.existsSync('run.rondo')) return;
  clearInterval(wait);
  console.log('written');
}, 5);
",
    );
    let output = rondo(
        &folder,
        &["--record=run.rondo", "--record-last=5", "app.js"],
    );
    assert_eq!(output.stdout, b"written\n");
    let bytes = std::fs::read(folder.0.join("run.rondo")).unwrap();
    let recording = Recording::parse(&bytes).unwrap();
    check_nesting(&recording);
    assert!(matches!(
        recording.events().last(),
        Some((_, Event::End { code: 0 }))
    ));
}

/// Ends a program by a signal once it has said that it is ready; gives what is left of it.
fn end_by(folder: &Folder, options: &[&str], signal: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(options)
        .arg("app.js")
        .current_dir(&folder.0)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = [0; 6];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut line).unwrap();
    assert_eq!(&line, b"ready\n");
    let status = Command::new("kill")
        .args([format!("-{signal}"), child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
    child.wait_with_output().unwrap()
}

/// Whether the recording tells of the timer of the second line, which is the last thing before the end.
fn has_timer(folder: &Folder, file: &str) -> bool {
    let bytes = std::fs::read(folder.0.join(file)).unwrap();
    let recording = Recording::parse(&bytes).unwrap();
    assert!(!folder.0.join(format!("{file}.new")).exists());
    lines_of(&recording, "Timeout").contains(&(2, 2))
}

#[test]
fn a_signal_that_ends_the_program_does_not_take_the_recording_along() {
    use std::os::unix::process::ExitStatusExt as _;
    // One that waits, and one that is stuck in the script.
    let waits = "setTimeout(() => {
  setTimeout(() => {}, 100000);
  console.log('ready');
}, 1);
";
    let is_stuck = "setTimeout(() => {
  setTimeout(() => {}, 100000);
  require('fs').writeSync(1, 'ready\\n');
  for (;;);
}, 1);
";
    for (script, name) in [(waits, "waits"), (is_stuck, "stuck")] {
        for (signal, number) in [
            ("TERM", 15),
            ("INT", 2),
            ("HUP", 1),
            ("ABRT", 6),
            ("SEGV", 11),
            ("ILL", 4),
        ] {
            let folder = Folder::new(&format!("ended-{name}-{signal}"));
            folder.write("app.js", script);
            for options in [
                &["--record=run.rondo", "--record-last=5"][..],
                &["--record=run.rondo"],
            ] {
                let output = end_by(&folder, options, signal);
                assert_eq!(
                    output.status.signal(),
                    Some(number),
                    "{options:?} {output:?}"
                );
                assert!(
                    has_timer(&folder, "run.rondo"),
                    "{options:?} {name} {signal}"
                );
            }
        }
    }
    let folder = Folder::new("ended-json");
    folder.write("app.js", waits);
    let output = end_by(&folder, &["--record=run.json"], "TERM");
    assert_eq!(output.status.signal(), Some(15));
    let text = std::fs::read_to_string(folder.0.join("run.json")).unwrap();
    assert!(text.contains("\"Timeout\""), "{text}");
}

#[test]
fn a_fault_that_somebody_sends_ends_a_program_that_nobody_records() {
    use std::os::unix::process::ExitStatusExt as _;
    let folder = Folder::new("faults");
    folder.write(
        "app.js",
        "setInterval(() => {}, 10);\nconsole.log('ready');\n",
    );
    for (signal, number) in [("SEGV", 11), ("ILL", 4), ("BUS", 7)] {
        let output = end_by(&folder, &["--no-warnings"], signal);
        assert_eq!(output.status.signal(), Some(number));
    }
}

#[test]
fn a_script_that_watches_signals_hears_them_as_ever() {
    use std::os::unix::process::ExitStatusExt as _;
    let folder = Folder::new("heard");
    folder.write(
        "app.js",
        "\
process.once('SIGTERM', () => {
  console.log('heard');
  process.kill(process.pid, 'SIGTERM');
});
setTimeout(() => {}, 100000);
console.log('ready');
",
    );
    let output = end_by(&folder, &["--record=run.rondo", "--record-last=5"], "TERM");
    assert_eq!(output.stdout, b"heard\n");
    assert_eq!(output.status.signal(), Some(15));
    let bytes = std::fs::read(folder.0.join("run.rondo")).unwrap();
    let recording = Recording::parse(&bytes).unwrap();
    let heard = |event| {
        matches!(
            event,
            Event::Output {
                bytes: b"heard\n",
                ..
            }
        )
    };
    assert!(recording.events().any(|(_, event)| heard(event)));
}

#[test]
fn timers_tell_their_delays() {
    let folder = Folder::new("delays");
    folder.write(
        "app.js",
        "setTimeout(() => {}, 25);
const interval = setInterval(() => clearInterval(interval), 7.9);
setTimeout(() => {});
setImmediate(() => {});
",
    );
    rondo(&folder, &["--record", "app.js"]);
    let bytes = std::fs::read(folder.0.join("app.rondo")).unwrap();
    let recording = Recording::parse(&bytes).unwrap();
    let model = model_of(&recording);
    let made = (0..).zip(&model.resources);
    let mut made: Vec<_> = made
        .map(|(number, resource)| (line_of(&model, number), resource.delay))
        .collect();
    made.retain(|(line, _)| *line > 0);
    assert_eq!(made, [(1, Some(25)), (2, Some(7)), (3, Some(1)), (4, None)]);
}

#[test]
fn a_recording_that_cannot_be_written_is_refused() {
    let folder = Folder::new("refused");
    folder.write("app.js", "console.log('never')");
    let output = rondo(&folder, &["--record=missing/run.rondo", "app.js"]);
    assert!(output.stdout.is_empty() && !output.status.success());
    assert!(!Path::new("missing").exists());
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing/run.rondo"));
}

#[test]
fn a_recording_goes_into_a_folder_under_the_name_of_the_script() {
    let folder = Folder::new("into");
    folder.write("app.js", "");
    std::fs::create_dir_all(folder.0.join("runs")).unwrap();
    let output = rondo(&folder, &["--record=runs", "app.js"]);
    assert!(output.status.success());
    let bytes = std::fs::read(folder.0.join("runs/app.rondo")).unwrap();
    let recording = Recording::parse(&bytes).unwrap();
    let (_, last) = recording.events().last().unwrap();
    assert_eq!(last, Event::End { code: 0 });
}

#[test]
fn promise_jobs_are_recorded_where_they_were_asked_for() {
    let folder = Folder::new("jobs");
    folder.write(
        "app.js",
        "\
let settle;
const promise = new Promise((resolve) => { settle = resolve; });
promise.then(() => console.log('then'));
(async () => {
  await promise;
  console.log('awaited');
})();
setImmediate(() => settle());
",
    );
    let output = rondo(&folder, &["--record=run.rondo", "app.js"]);
    assert_eq!(output.stdout, b"then\nawaited\n");
    let bytes = std::fs::read(folder.0.join("run.rondo")).unwrap();
    let recording = Recording::parse(&bytes).unwrap();
    check_nesting(&recording);
    assert_eq!(lines_of(&recording, "PROMISE"), [(3, 0), (5, 0)]);
    let model = model_of(&recording);
    let mut spans = model.spans.iter();
    let immediate = spans.find(|span| line_of(&model, span.resource) == 8);
    let end = immediate.unwrap().end;
    assert_eq!(model.unsettled_at(end - 1).len(), 2);
    assert_eq!(model.queue_at(Queue::Microtasks, end).len(), 2);
}

fn line_of(model: &Model, resource: u32) -> u32 {
    model.spot_of(resource).map_or(0, |spot| spot.line)
}

#[test]
fn calls_tell_their_handle_sizes_and_errors() {
    let folder = Folder::new("details");
    folder.write(
        "app.js",
        "\
const net = require('net');
require('fs').readFile('missing', () => {});
const server = net.createServer((socket) => socket.end('x'.repeat(5000))).listen(0, () => {
  net.connect(server.address().port).on('close', () => server.close()).resume();
});
",
    );
    rondo(&folder, &["--record=run.rondo", "app.js"]);
    let bytes = std::fs::read(folder.0.join("run.rondo")).unwrap();
    let recording = Recording::parse(&bytes).unwrap();
    let details = |wanted: &str| -> Vec<i64> {
        let events = recording.events();
        let values = events.filter_map(|(_, event)| match event {
            Event::Detail { what, value } if recording.text(what) == wanted => Some(value),
            _ => None,
        });
        values.collect()
    };
    let handles: std::collections::HashSet<u64> = recording
        .events()
        .filter_map(|(_, event)| match event {
            Event::Handle { handle, .. } => Some(handle),
            _ => None,
        })
        .collect();
    let told = details("handle");
    assert!(
        !told.is_empty()
            && told
                .iter()
                .all(|&handle| handles.contains(&(handle as u64)))
    );
    assert_eq!(details("error"), [2]);
    assert_eq!(details("bytes").iter().sum::<i64>(), 5000);
}

#[test]
fn the_last_seconds_are_written_when_the_loop_was_blocked() {
    let folder = Folder::new("blocked");
    folder.write(
        "app.js",
        "\
const fs = require('fs');
setTimeout(() => {
  const start = Date.now();
  while (Date.now() - start < 60);
  console.log(fs.existsSync('run.rondo'));
  setImmediate(() => console.log(fs.existsSync('run.rondo')));
}, 1);
",
    );
    let output = rondo(
        &folder,
        &[
            "--record=run.rondo",
            "--record-last=5",
            "--record-blocked=50",
            "app.js",
        ],
    );
    assert_eq!(output.stdout, b"false\ntrue\n");
}
