//! `--seed`: the same run each time, to the last callback, for programs that talk only to themselves.

use std::path::Path;
use std::process::Command;

use rondo_record::{Event, Recording};

/// What a run does, in words and without times.
fn trace(script: &Path, seed: &str, file: &Path) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(["--seed", seed, &format!("--record={}", file.display())])
        .arg(script)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let bytes = std::fs::read(file).unwrap();
    let recording = Recording::parse(&bytes).unwrap();
    let events = recording.events().filter_map(|(_, event)| match event {
        Event::CallBegin { id, kind, by } => Some(format!("{} {id} {by}", recording.text(kind))),
        Event::Made { id, kind, by, .. } => Some(format!("{} {id} {by}", recording.text(kind))),
        Event::Choice {
            point, nth, chosen, ..
        } => Some(format!("{} {nth} {chosen}", recording.text(point))),
        Event::Detail { .. } | Event::RunBegin { .. } | Event::Settled { .. } => {
            Some(format!("{event:?}"))
        }
        Event::Output { bytes, .. } => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    });
    events.collect()
}

/// Three echoes of 400 KB, and a server with clients, all in one process.
const SCRIPT: &str = r"
const net = require('net'), http = require('http'), fs = require('fs');
const echo = net.createServer((socket) => socket.pipe(socket)).listen(0, () => {
  let left = 3;
  for (let i = 0; i < 3; i++) {
    const client = net.connect(echo.address().port);
    let count = 0;
    client.on('data', (data) => { count += data.length; console.log(i, data.length); });
    client.on('end', () => { console.log('end', i, count, client.remoteFamily); if (--left === 0) echo.close(); });
    client.end(Buffer.alloc(400 * 1024, i));
  }
});
const server = http.createServer((request, response) => {
  fs.stat(__filename, () => response.end(`${request.url} ${Math.random()}`));
}).listen(0, () => {
  let left = 3;
  for (let i = 0; i < 3; i++) {
    http.get({ port: server.address().port, path: `/${i}` }, (response) => {
      response.on('data', (data) => console.log(String(data), Date.now(), response.headers.date));
      response.on('end', () => { if (--left === 0) server.close(); });
    });
  }
});
";

#[test]
fn a_program_that_talks_to_itself_runs_the_same_each_time() {
    let folder = std::env::temp_dir().join(format!("rondo-seeded-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let script = folder.join("app.js");
    std::fs::write(&script, SCRIPT).unwrap();
    let first = trace(&script, "5", &folder.join("first"));
    for _ in 0..5 {
        assert_eq!(trace(&script, "5", &folder.join("again")), first);
    }
    let others = ["6", "7", "8"].map(|seed| trace(&script, seed, &folder.join("other")));
    assert!(others.iter().any(|other| *other != first));
    std::fs::remove_dir_all(&folder).unwrap();
}
