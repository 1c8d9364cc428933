//! The command line of `rondo step`.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rondo_command::{Interrupt, SIGINT, Words};
use rondo_record::Recording;
use rondo_record::model::model_of;

use crate::session::Session;

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    seconds: u64,
    /// A recording; or options, the script, its arguments
    rest: Vec<String>,
}

/// A script that was asked to end has so long to do it.
const GRACE: Duration = Duration::from_secs(1);

/// How it is used.
pub const USAGE: &str = "\
Usage: rondo step [--for SECONDS] script.js [arguments]
       rondo step FILE.rondo

Records the script, or takes a recording, and walks through it callback by callback. Commands are read from standard input:
type help there.
  --for SECONDS  stop the script after so long (10)
";

/// Reads the words after `step`. Gives none if they ask how it is used.
pub fn parse(arguments: &[String]) -> Result<Option<Request>, String> {
    let mut request = Request {
        seconds: 10,
        rest: Vec::new(),
    };
    let mut words = Words::new(arguments, USAGE);
    while let Some(name) = words.next_name() {
        match name {
            "--for" => request.seconds = words.parsed("a whole number")?,
            "-h" | "--help" => return Ok(None),
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

/// Walks, and gives the exit code. Ctrl+C ends the script, and the walk is through what it did until then.
pub fn step(request: &Request, rondo: &Path, interrupt: &Interrupt) -> io::Result<i32> {
    let first = Path::new(&request.rest[0]);
    let bytes = match first.extension().is_some_and(|ending| ending == "rondo") {
        true => rondo_command::read(first)?,
        false => interrupt.during(|| record(request, rondo, interrupt))?,
    };
    if let Some(signal) = interrupt.take().filter(|&signal| signal != SIGINT) {
        return Ok(128 + signal);
    }
    let recording = Recording::parse(&bytes).map_err(io::Error::other)?;
    let model = model_of(&recording);
    if model.events == 0 {
        return Err(io::Error::other("there is nothing in the recording"));
    }
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let is_talk = stdin.is_terminal() && stdout.is_terminal();
    let has_colour =
        stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    let mut session = Session::new(model, has_colour);
    let say = |text: &str| {
        let mut stdout = io::stdout();
        stdout.write_all(text.as_bytes())?;
        stdout.flush()
    };
    if let Err(error) = say(&session.greeting()) {
        return no_listener(error);
    }
    let mut line = String::new();
    loop {
        if is_talk {
            say("step> ")?;
        }
        line.clear();
        if stdin.lock().read_line(&mut line)? == 0 {
            return Ok(0);
        }
        let Some(answer) = session.command(line.trim()) else {
            return Ok(0);
        };
        if let Err(error) = say(&answer) {
            return no_listener(error);
        }
    }
}

/// Somebody who has seen enough, `head` say, is no error.
fn no_listener(error: io::Error) -> io::Result<i32> {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(0),
        _ => Err(error),
    }
}

/// A file that goes away by itself.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Runs the script for a while; what it prints is in the recording.
fn record(request: &Request, rondo: &Path, interrupt: &Interrupt) -> io::Result<Vec<u8>> {
    let file = std::env::temp_dir().join(format!("rondo-step-{}.rondo", std::process::id()));
    let file = Temporary(file);
    let mut child = Command::new(rondo)
        .arg(format!("--record={}", file.0.display()))
        .args(&request.rest)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let stderr = child.stderr.take();
    let errors = thread::spawn(move || {
        let mut text = String::new();
        if let Some(mut stderr) = stderr {
            let _ = io::Read::read_to_string(&mut stderr, &mut text);
        }
        text
    });
    interrupt.pass_on_to(child.id());
    let mut until = Instant::now() + Duration::from_secs(request.seconds);
    while child.try_wait()?.is_none() {
        if interrupt.has_come() {
            until = until.min(Instant::now() + GRACE);
        }
        if Instant::now() >= until {
            child.kill()?;
            child.wait()?;
            break;
        }
        thread::sleep(Duration::from_millis(2));
    }
    std::fs::read(&file.0).map_err(|error| {
        let text = errors.join().unwrap_or_default();
        match text.is_empty() {
            true => io::Error::new(error.kind(), "the script was stopped before it began"),
            false => io::Error::other(text.trim_end().to_string()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_before_the_script() {
        let words = |text: &str| -> Vec<String> { text.split(' ').map(String::from).collect() };
        let request = parse(&words("--for 3 a.js --for 7")).unwrap().unwrap();
        assert_eq!(request.seconds, 3);
        assert_eq!(request.rest, ["a.js", "--for", "7"]);
        assert_eq!(parse(&words("--for=4 a.js")).unwrap().unwrap().seconds, 4);
        assert!(parse(&words("--for x a.js")).is_err() && parse(&words("--for 3")).is_err());
        assert_eq!(parse(&words("--for 3 -h")), Ok(None));
    }
}
