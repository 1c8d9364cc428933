//! `rondo see`: the page of a recording and of a run, and the server of `--live`. What is on the page is tested in a
//! browser (`tools/see_page.py`).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("rondo-see-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn rondo(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rondo"));
        command.args(arguments).current_dir(&self.0);
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_script_is_run_and_shown() {
    let folder = Folder::new("script");
    folder.write(
        "app.js",
        "console.log(process.argv[2]); process.exitCode = 3;",
    );
    let output = folder.rondo(&["see", "--seed", "5", "app.js", "x"]);
    assert_eq!(output.stdout, b"x\n");
    assert!(folder.read("app.rondo.html").contains("<title>app.js"));
    let output = folder.rondo(&["see", "-o", "page.html", "app.js", "-o"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(output.stdout, b"-o\n");
    assert!(errors(&output).contains("exit status: 3"));
    assert!(errors(&output).contains("page.html"));
    let page = folder.read("page.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("<title>app.js"));
}

#[test]
fn a_recording_is_shown_beside_where_one_is() {
    let folder = Folder::new("recording");
    folder.write("app.js", "setTimeout(() => {}, 1)");
    folder.rondo(&["--record", "app.js"]);
    let output = folder.rondo(&["see", "app.rondo"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert!(folder.read("app.rondo.html").contains("<title>app.rondo"));
}

#[test]
fn what_cannot_be_shown_is_told() {
    let folder = Folder::new("refused");
    assert_eq!(folder.rondo(&["see"]).status.code(), Some(9));
    let output = folder.rondo(&["see", "--port", "x", "app.js"]);
    assert!(errors(&output).contains("--port takes a port"));
    folder.write("app.js", "");
    folder.write("other.rondo", "rondo\u{1a}\0\u{9}");
    let output = folder.rondo(&["see", "other.rondo"]);
    assert_eq!(output.status.code(), Some(70));
    assert!(errors(&output).contains("not a recording that this version"));
    for (arguments, told) in [
        (&["see", "missing.rondo"][..], "cannot read missing.rondo: "),
        (
            &["see", "-o", "no/page.html", "app.js"],
            "cannot write no/page.html: ",
        ),
    ] {
        let output = folder.rondo(arguments);
        assert_eq!(output.status.code(), Some(70));
        assert!(errors(&output).contains(told), "{}", errors(&output));
    }
    // What rondo refuses is told by rondo alone.
    let output = folder.rondo(&["see", "--unknown", "app.js"]);
    assert_eq!(output.status.code(), Some(9));
    assert_eq!(errors(&output).lines().count(), 1);
    let help = folder.rondo(&["see", "--help"]);
    assert!(help.status.success() && help.stdout.starts_with(b"Usage: rondo see"));
    let help = folder.rondo(&["--help"]).stdout;
    assert!(String::from_utf8_lossy(&help).contains("rondo see"));
}

/// What a server says to a request.
fn ask(port: &str, host: &str, target: &str) -> String {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    write!(stream, "GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_running_program_is_shown_to_this_machine_alone() {
    let folder = Folder::new("live");
    folder.write(
        "app.js",
        "process.stdin.once('data', () => process.stdin.destroy());",
    );
    let mut command = folder.command(&["see", "--live", "app.js"]);
    let mut program = command
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(program.stderr.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let address = line.trim().strip_suffix('/').unwrap();
    let (_, port) = address.rsplit_once(':').unwrap();
    let own = format!("127.0.0.1:{port}");

    let page = ask(port, &own, "/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("data-live"));
    assert!(ask(port, "example.org", "/").starts_with("HTTP/1.1 403"));
    assert!(ask(port, &own, "/other").starts_with("HTTP/1.1 404"));
    let run = ask(port, &own, "/run?have=0");
    assert!(run.starts_with("HTTP/1.1 200") && run.contains("x-state: runs"));

    program.stdin.take().unwrap().write_all(b"end\n").unwrap();
    let rest = ask(port, &own, "/run?have=100000000");
    assert!(rest.contains("x-state: over"));
    assert_eq!(program.wait().unwrap().code(), Some(0));
}

#[test]
fn a_server_that_is_interrupted_is_shown() {
    use std::os::unix::process::CommandExt as _;

    let folder = Folder::new("interrupted");
    folder.write("app.js", "setInterval(() => {}, 1000); console.log('up');");
    let mut command = folder.command(&["see", "app.js"]);
    // As from a terminal: the signal is for both.
    let mut program = command
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(program.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!(line, "up\n");
    let group = format!("-{}", program.id());
    let killed = Command::new("kill")
        .args(["-s", "INT", "--", &group])
        .status();
    assert!(killed.unwrap().success());
    assert_eq!(program.wait().unwrap().code(), Some(0));
    assert!(folder.read("app.rondo.html").contains("<title>app.js"));
}

/// Starts a program that looks at a script which never ends, sends it alone a signal, and waits for both to end.
fn end_by(folder: &Folder, arguments: &[&str], signal: &str) -> Output {
    folder.write(
        "app.js",
        "setInterval(() => {}, 1000); console.log('up', process.pid);",
    );
    let mut program = folder
        .command(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(program.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    let script = line.trim().strip_prefix("up ").unwrap().to_string();
    let killed = Command::new("kill")
        .args(["-s", signal, &program.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let output = program.wait_with_output().unwrap();
    let is_there = Command::new("kill").args(["-0", &script]).output().unwrap();
    assert!(!is_there.status.success(), "the script goes on");
    output
}

#[test]
fn a_signal_for_the_viewer_ends_the_program() {
    let folder = Folder::new("ended");
    for signal in ["TERM", "INT", "HUP"] {
        let output = end_by(&folder, &["see", "-o", "page.html", "app.js"], signal);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        assert!(folder.read("page.html").contains("<title>app.js"));
        std::fs::remove_file(folder.0.join("page.html")).unwrap();
        let output = end_by(&folder, &["see", "--live", "app.js"], signal);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    }
}
