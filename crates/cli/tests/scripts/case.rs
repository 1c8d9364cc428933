//! A case: its files, how it is run, and what came of it.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(30);

/// The variables a script may see, besides those of its `.env` file: others could change what it prints.
const KEPT_VARIABLES: [&str; 4] = ["PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME"];

/// A script or a command line, with its expected output in the files beside it.
pub struct Case {
    /// `group/name`, as in `order/als-run`.
    pub name: String,
    folder: PathBuf,
    stem: String,
}

/// What a run printed, and how it ended.
pub struct Outcome {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

/// All cases: a group is a folder in `tests`, a case a `.js` or `.args` file in it. An expected output
/// that belongs to no case is listed too, and fails when it is run.
pub fn find_all(tests: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    for folder in entries(tests).into_iter().filter(|path| path.is_dir()) {
        let group = file_name(&folder);
        let stems: BTreeSet<String> = entries(&folder)
            .iter()
            .filter(|path| matches!(extension(path), Some("js" | "args" | "out")) && path.is_file())
            .map(|path| {
                path.file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        cases.extend(stems.into_iter().map(|stem| Case {
            name: format!("{group}/{stem}"),
            folder: folder.clone(),
            stem,
        }));
    }
    cases
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let listing =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = listing
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    paths.sort();
    paths
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(OsStr::to_str)
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

impl Case {
    /// What the files beside the case say that it prints.
    pub fn expected(&self) -> Result<Outcome, String> {
        let Some(stdout) = self.read("out") else {
            return Err(format!(
                "{}.out is missing: tests/record.py writes it",
                self.name
            ));
        };
        let code = self.read("code").unwrap_or_else(|| "0".into());
        Ok(Outcome {
            stdout,
            stderr: self.read("err").unwrap_or_default(),
            code: code
                .trim()
                .parse()
                .map_err(|error| format!("{}.code: {error}", self.name))?,
        })
    }

    /// Runs the case, and gives back what it printed in the form in which outputs are compared.
    pub fn run(&self, program: &Path) -> Result<Outcome, String> {
        let mut child = self
            .command(program)
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let input = fs::read(self.file("in")).unwrap_or_default();
        let mut stdin = child.stdin.take().expect("piped");
        // A program that ends without reading its input is no failure: the write may fail.
        thread::spawn(move || stdin.write_all(&input));
        let stdout = read_in_background(child.stdout.take().expect("piped"));
        let stderr = read_in_background(child.stderr.take().expect("piped"));
        let status = wait(&mut child);
        let neutral = |reader: JoinHandle<Vec<u8>>| {
            self.neutral(&reader.join().expect("reads to the end"), program)
        };
        let (stdout, stderr) = (neutral(stdout), neutral(stderr));
        match status.map_err(|error| error.to_string())? {
            Some(status) => Ok(Outcome {
                stdout,
                stderr,
                code: code_of(status),
            }),
            None => Err(format!(
                "still running after {TIMEOUT:?}\nstdout:\n{stdout}stderr:\n{stderr}"
            )),
        }
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        match self.lines("args") {
            Some(args) => command.args(args),
            None => command.arg(format!("{}.js", self.stem)),
        };
        command.env_clear().envs(
            KEPT_VARIABLES
                .iter()
                .filter_map(|name| Some((name, env::var_os(name)?))),
        );
        for line in self.lines("env").unwrap_or_default() {
            if let Some((name, value)) = line.split_once('=') {
                command.env(name, value);
            }
        }
        command
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// The lines of a settings file of the case, without its comments.
    fn lines(&self, kind: &str) -> Option<Vec<String>> {
        let text = self.read(kind)?;
        Some(
            text.lines()
                .filter(|line| !line.starts_with("# "))
                .map(str::to_owned)
                .collect(),
        )
    }

    fn read(&self, kind: &str) -> Option<String> {
        fs::read_to_string(self.file(kind)).ok()
    }

    fn file(&self, kind: &str) -> PathBuf {
        self.folder.join(format!("{}.{kind}", self.stem))
    }

    /// Takes out of an output what differs between machines.
    fn neutral(&self, output: &[u8], program: &Path) -> String {
        String::from_utf8_lossy(output)
            .replace(&*self.folder.to_string_lossy(), "[DIR]")
            .replace(&*program.to_string_lossy(), "[PROGRAM]")
    }
}

fn read_in_background(mut stream: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before an error is what there is to compare.
        let _ = stream.read_to_end(&mut bytes);
        bytes
    })
}

/// Waits for the program to end; ends it, and gives `None`, when its time is up.
fn wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() > deadline {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The exit code as a shell shows it: 128 and the signal's number for a program that a signal ended.
fn code_of(status: ExitStatus) -> i32 {
    status
        .code()
        .unwrap_or_else(|| 128 + status.signal().unwrap_or_default())
}
