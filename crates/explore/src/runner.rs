//! One run of the program: a process of its own.

use std::io::{self, Read};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rondo_command::Interrupt;

use crate::choice::{Note, Schedule};

/// After so long a run counts as one that hangs.
const PATIENCE: Duration = Duration::from_secs(10);
/// More than this is not kept of what a run prints.
const MOST_OUTPUT: u64 = 1 << 20;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// What it printed
    pub stdout: Vec<u8>,
    /// What it complained of
    pub stderr: Vec<u8>,
    /// The exit code; none if it was killed by a signal, or by us since it hung
    pub code: Option<i32>,
    /// It did not end by itself
    pub hangs: bool,
}

/// A run and what it asked.
#[derive(Clone, Debug)]
pub struct Trial {
    /// How it ended
    pub outcome: Outcome,
    /// Every question, and the answer
    pub notes: Vec<Note>,
    /// The script was begun: options may be refused before
    has_begun: bool,
}

impl Trial {
    /// Refuses the plain run of a program that cannot be explored: one that did not begin, or does not end.
    pub(crate) fn is_of_use(&self) -> io::Result<()> {
        if self.outcome.hangs {
            return Err(io::Error::other(format!(
                "the program has not ended after {} s: explore takes one that ends by itself",
                PATIENCE.as_secs()
            )));
        }
        if !self.has_begun && self.outcome.code.is_some() {
            let told = String::from_utf8_lossy(&self.outcome.stderr);
            let told = told.trim_end().trim_start_matches("rondo: ");
            return Err(io::Error::other(told.to_string()));
        }
        Ok(())
    }
}

/// Who makes the choices of a run.
#[derive(Clone, Debug)]
pub(crate) enum Choices<'a> {
    /// A list
    Listed(&'a Schedule),
    /// Draws: a seed, and how seldom
    Wild(u64, u64),
}

/// Runs the program.
pub struct Runner<'a> {
    /// The rondo program
    pub rondo: PathBuf,
    /// Options, the script and its arguments
    pub arguments: Vec<String>,
    /// The seed of random numbers
    pub seed: u64,
    /// A folder for notes and recordings
    pub folder: PathBuf,
    /// Once a signal has come, runs are given up
    pub interrupt: &'a Interrupt,
    count: AtomicU64,
}

impl<'a> Runner<'a> {
    /// Runs a script with that rondo.
    pub fn new(
        rondo: PathBuf,
        arguments: Vec<String>,
        seed: u64,
        folder: PathBuf,
        interrupt: &'a Interrupt,
    ) -> Runner<'a> {
        Runner {
            rondo,
            arguments,
            seed,
            folder,
            interrupt,
            count: AtomicU64::new(0),
        }
    }

    /// How many runs there were.
    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// Runs once; with a file, the run is recorded there.
    pub(crate) fn run(&self, choices: &Choices<'_>, record: Option<&Path>) -> io::Result<Trial> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let log = self.folder.join(format!("notes-{number}"));
        let mut command = Command::new(&self.rondo);
        command.arg(format!("--seed={}", self.seed));
        match choices {
            // A list may be empty, a value may not.
            Choices::Listed(schedule) => command.arg(format!("--choices= {schedule}")),
            Choices::Wild(seed, one_in) => command.arg(format!("--wild={seed}:{one_in}")),
        };
        command.arg(format!("--choices-log={}", log.display()));
        if let Some(record) = record {
            command.arg(format!("--record={}", record.display()));
        }
        command.args(&self.arguments);
        command.stdin(Stdio::null());
        // In a group of its own: a Ctrl+C is for us, and would look like an outcome.
        command.process_group(0);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let outcome = wait(&mut command, self.interrupt)?;
        let notes = std::fs::read_to_string(&log);
        let _ = std::fs::remove_file(&log);
        Ok(Trial {
            outcome,
            has_begun: notes.is_ok(),
            notes: notes
                .unwrap_or_default()
                .lines()
                .filter_map(Note::parse)
                .collect(),
        })
    }
}

fn wait(command: &mut Command, interrupt: &Interrupt) -> io::Result<Outcome> {
    let mut child = command.spawn()?;
    let streams = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        let stdout = scope.spawn(|| read(streams.0));
        let stderr = scope.spawn(|| read(streams.1));
        let start = Instant::now();
        let mut pause = Duration::from_micros(500);
        let (status, hangs) = loop {
            if let Some(status) = child.try_wait()? {
                break (status, false);
            }
            let is_given_up = interrupt.has_come();
            if start.elapsed() > PATIENCE || is_given_up {
                child.kill()?;
                let status = child.wait()?;
                if is_given_up {
                    return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted"));
                }
                break (status, true);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(4));
        };
        Ok(Outcome {
            stdout: stdout.join().unwrap_or_default(),
            stderr: stderr.join().unwrap_or_default(),
            code: status.code(),
            hangs,
        })
    })
}

fn read(stream: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        let _ = stream.by_ref().take(MOST_OUTPUT).read_to_end(&mut bytes);
        // The program must not wait for somebody to read the rest.
        let _ = io::copy(&mut stream, &mut io::sink());
    }
    bytes
}
