//! What tests of child processes have in common.
#![allow(dead_code, reason = "each test program uses what it needs")]

use std::cell::Cell;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::rc::Rc;

use rondo_loop::process::{Child, Command, Stdio};
use rondo_loop::{Handle, Loop, Mode, Process, work::fs};
use rustix::process::{Pid, Signal, kill_process};

/// A directory that goes with the test.
pub struct Dir(pub PathBuf);

impl Dir {
    pub fn new() -> Self {
        Dir(fs::mkdtemp(&std::env::temp_dir().join("rondo-loop-")).unwrap())
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Makes a file that is no program.
    pub fn file(&self, name: &str, mode: u32) {
        self.write(name, "no program", mode);
    }

    /// Makes a program.
    pub fn script(&self, name: &str, text: &str) {
        self.write(name, &format!("#!/bin/sh\n{text}"), 0o755);
    }

    /// Has another process write a file: while this one has it open for writing, a child that another
    /// thread starts could have it open too, and then it cannot be run.
    fn write(&self, name: &str, text: &str, mode: u32) {
        let path = self.at(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let written = std::process::Command::new("sh")
            .args(["-c", "printf '%s\n' \"$1\" >\"$0\""])
            .arg(&path)
            .arg(text)
            .status();
        assert!(written.unwrap().success());
        std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

/// A shell that runs a script.
pub fn sh(script: &str) -> Command<'static> {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

/// A callback that closes its handle.
pub fn exited(lp: &Loop, process: Process, _status: io::Result<ExitStatus>) {
    process.close(lp, |_| {});
}

/// The parent's end of a pipe, made to block.
pub fn stream(child: &mut Child, place: usize) -> UnixStream {
    let stream = UnixStream::from(child.stdio[place].take().unwrap());
    stream.set_nonblocking(false).unwrap();
    stream
}

/// Runs a program to its end, and gives how it ended and what it wrote.
pub fn output(command: &mut Command) -> (ExitStatus, String) {
    let lp = Loop::new().unwrap();
    let status = Rc::new(Cell::new(None));
    let seen = status.clone();
    let mut child = command
        .stdio([Stdio::Ignore, Stdio::Pipe, Stdio::error()])
        .spawn(&lp, move |lp, process, status| {
            seen.set(Some(status.unwrap()));
            process.close(lp, |_| {});
        })
        .unwrap();
    let mut text = String::new();
    stream(&mut child, 1).read_to_string(&mut text).unwrap();
    assert!(!lp.run(Mode::Default));
    (status.get().unwrap(), text)
}

/// Why a program cannot be started. Nothing must be left of the attempt.
pub fn errno(command: &mut Command) -> i32 {
    let lp = Loop::new().unwrap();
    let error = command
        .spawn(&lp, |_, _, _| panic!("was not started"))
        .unwrap_err();
    assert!(!lp.is_alive());
    lp.walk(|handle| panic!("{handle:?} is left"));
    error.raw_os_error().unwrap()
}

/// The letter by which the system tells a process's state; none if there is no such process.
pub fn state_of(pid: i32) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // After the name, which is in parentheses.
    stat.rsplit_once(") ")?.1.chars().next()
}

/// Whether a process is there and has not ended.
pub fn is_running(pid: i32) -> bool {
    !matches!(state_of(pid), None | Some('Z' | 'X'))
}

/// Waits until nothing is left of a process, not even a zombie.
pub fn assert_gone(pid: i32) {
    let start = std::time::Instant::now();
    while let Some(state) = state_of(pid) {
        assert!(
            start.elapsed().as_secs() < 20,
            "{pid} is still there: {state}"
        );
        std::thread::yield_now();
    }
}

/// Ends a process and its children.
pub fn kill_tree(pid: Pid) {
    let list = format!("/proc/{0}/task/{0}/children", pid.as_raw_pid());
    let children = std::fs::read_to_string(list).unwrap();
    for child in children.split_whitespace() {
        let child = Pid::from_raw(child.parse().unwrap()).unwrap();
        kill_process(child, Signal::KILL).unwrap();
    }
    // It may have ended with its children.
    let _ = kill_process(pid, Signal::KILL);
}
