//! `--order`: puzzles about the order of callbacks, with the answers of Node, of Node 10 and of a browser. They are in
//! `tests/order/fixtures/profiles`; `tests/README.md` tells where the answers come from.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ORDERS: [&str; 3] = ["node", "node10", "html"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/order/fixtures/profiles")
}

fn run(script: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(options)
        .arg(script)
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks one puzzle under one order.
fn check(script: &Path, order: &str) -> Result<(), String> {
    let output = run(script, &[&format!("--order={order}")]);
    let read =
        |kind: &str| std::fs::read_to_string(script.with_extension(format!("{order}.{kind}")));
    let name = format!("{} under {order}", script.display());
    let expected = read("out").map_err(|error| format!("{name}: {error}"))?;
    let (printed, errors) = (text(&output.stdout), text(&output.stderr));
    if printed != expected {
        return Err(format!(
            "{name}: expected\n{expected}printed\n{printed}{errors}"
        ));
    }
    let is_well = match read("err") {
        Ok(error) => errors.contains(error.trim_end()) && output.status.code() == Some(1),
        Err(_) => errors.is_empty() && output.status.success(),
    };
    match is_well {
        true => Ok(()),
        false => Err(format!("{name}: {errors}{}", output.status)),
    }
}

#[test]
fn puzzles_have_three_answers() {
    let mut scripts = 0;
    let mut failures = Vec::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "js") {
            scripts += 1;
            failures.extend(ORDERS.iter().filter_map(|order| check(&path, order).err()));
        }
    }
    assert!(scripts > 10);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// In virtual time, where the clock cannot tick between two lines.
#[test]
fn timers_count_from_one_and_deep_ones_from_four() {
    let virtual_time = |name: &str, order: &str| {
        let script = folder().join("virtual").join(name);
        text(&run(&script, &["--seed=1", &format!("--order={order}")]).stdout)
    };
    let plain = "1 1 1 1 1 1 1 1 1\n";
    let deep = "1 1 1 1 1 1 4 4 4\n";
    for (order, line) in [("node", plain), ("node10", plain), ("html", deep)] {
        assert_eq!(virtual_time("delays.js", order), "1\n0\n2\n");
        assert_eq!(virtual_time("nested.js", order), line.repeat(2));
    }
}

#[test]
fn a_browsers_loop_leaves_the_library_its_ticks() {
    let script = "
        const { PassThrough } = require('stream');
        const { setImmediate: wait } = require('timers/promises');
        try { wait(); } catch (error) { console.log(error.code); }
        try { require('timers').setImmediate(() => {}); } catch (error) { console.log(error.code); }
        const stream = new PassThrough();
        stream.on('data', (data) => console.log(String(data))).on('end', () => console.log('end'));
        stream.end('text');
        const { port1, port2 } = new MessageChannel();
        port1.on('message', (message) => { console.log(message); port1.close(); });
        port2.postMessage('message');
    ";
    let output = Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(["--order=html", "-e", script])
        .output()
        .unwrap();
    assert_eq!(text(&output.stderr), "");
    let code = "ERR_UNAVAILABLE_IN_ORDER";
    let expected = format!("{code}\n{code}\ntext\nend\nmessage\n");
    assert_eq!(text(&output.stdout), expected);
}

#[test]
fn there_are_three_orders() {
    let output = Command::new(env!("CARGO_BIN_EXE_rondo"))
        .args(["--order=deno", "-e", "0"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(9));
    assert!(text(&output.stderr).contains("--order is node, node10 or html"));
}
