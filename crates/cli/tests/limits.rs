//! The program where the system gives it little: a small stack, a full disk, no room for what is asked for.

use std::process::{Command, Output};

/// Runs a shell command; `$RONDO` is the program.
fn shell(command: &str) -> Output {
    Command::new("sh")
        .args(["-c", command])
        .env("RONDO", env!("CARGO_BIN_EXE_rondo"))
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    format!("{}{errors}", String::from_utf8_lossy(&output.stdout))
}

#[test]
fn recursion_on_a_small_stack() {
    for size in [256, 320, 512, 1024, 4096] {
        let script =
            "function f() { return [1].map(f) } try { f() } catch (e) { console.log(e.name) }";
        let output = shell(&format!("ulimit -s {size}; exec \"$RONDO\" -e '{script}'"));
        assert_eq!(said(&output), "RangeError\n", "{}", output.status);
    }
}

#[test]
fn nobody_can_be_told() {
    for words in ["--help", "--version", "--no-such-option"] {
        let output = shell(&format!("exec \"$RONDO\" {words} >/dev/full 2>/dev/full"));
        assert_ne!(output.status.code(), Some(101), "{words}");
        assert!(output.status.code().is_some(), "{words}");
    }
}

#[test]
fn vectors_of_terabytes() {
    let script = "const fs = require(\"fs\");
        const file = fs.openSync(process.execPath);
        const views = new Array(1000).fill(new Uint8Array(2 ** 32));
        fs.readvSync(file, views.concat(views, views), fs.fstatSync(file).size - 10);
        console.log(views[0].subarray(0, 10).some((byte) => byte !== 0) || \"zeros\");";
    let output = shell(&format!(
        "ulimit -v 12000000; exec \"$RONDO\" -e '{script}'"
    ));
    assert!(
        output.status.success(),
        "{}: {}",
        output.status,
        said(&output)
    );
}

#[test]
fn files_read_as_text_do_not_add_up() {
    let script = "const fs = require(\"fs\");
        const file = require(\"os\").tmpdir() + \"/rondo-text-\" + process.pid;
        fs.writeFileSync(file, \"x\".repeat(2048));
        const read = () => { for (let i = 0; i < 120000; i++) fs.readFileSync(file, \"utf8\"); };
        read();
        gc();
        const before = process.memoryUsage.rss();
        read();
        read();
        gc();
        fs.unlinkSync(file);
        console.log(Math.max(0, process.memoryUsage.rss() - before) / 240000);";
    let output = shell(&format!("exec \"$RONDO\" --expose-gc -e '{script}'"));
    let bytes_each: f64 = said(&output).trim().parse().unwrap();
    // The object that frees the text of one takes 56.
    assert!(bytes_each < 25.0, "{bytes_each} bytes are left of each");
}
