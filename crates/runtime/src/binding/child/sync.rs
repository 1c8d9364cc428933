//! A child that is waited for: nothing else happens in this process until it has ended.
//!
//! It runs on a loop of its own, which knows of nothing but the child, its pipes and the time it is given.

use std::cell::{Cell, RefCell};
use std::io;
use std::process::ExitStatus;
use std::rc::Rc;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::process::{Child, Command};
use rondo_loop::{Handle, Loop, Mode, Pipe, Process, Read, Stream, Timer};
use rustix::io::Errno;

use super::{ended, plan};
use crate::runtime::runtime;
use crate::sync_io;

/// What the child may use, and what becomes of it if it uses more.
struct Limits {
    timeout: Option<u64>,
    /// Of each of its pipes, in bytes.
    max_buffer: f64,
    kill_signal: i32,
}

/// `spawnSync(plan, inputs, timeout, maxBuffer, killSignal)`: starts what the [plan] says and waits for its end.
/// `inputs` has the bytes to write for those descriptors that are fed, which are not read from. Gives
/// `[errno, pid, status, signal, output]`: `errno` is 0 or the negative number of what went wrong; status or signal
/// is null; `output` is null if the child was not started, else it has bytes or null for each descriptor.
pub(super) fn spawn_sync<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let command = plan::command(scope, args.get(scope, 0))?;
    let inputs = inputs(scope, args.get(scope, 1))?;
    let limits = Limits {
        timeout: args.get(scope, 2).as_number().map(|millis| millis as u64),
        max_buffer: args.get(scope, 3).as_number().unwrap_or(f64::INFINITY),
        kill_signal: args.get(scope, 4).as_i32().unwrap_or(0),
    };
    super::process::keep_inherited();
    runtime(scope).event_loop.lets_in("child processes");
    let outcome = run(&command, inputs, limits);
    sync_io::noticed(scope);
    report(scope, outcome)
}

/// One for each descriptor: none for those that are not written to.
type Inputs = Vec<Option<Vec<u8>>>;

fn inputs(scope: &mut Scope<'_>, list: Local<'_>) -> JsResult<Inputs> {
    let count = list.array_length(scope)?.unwrap_or(0);
    let mut inputs = Vec::with_capacity(count as usize);
    for index in 0..count {
        let bytes = list.get_index(scope, index)?;
        inputs.push(bytes.to_bytes(scope));
    }
    Ok(inputs)
}

/// What became of the child.
struct Outcome {
    pid: i32,
    status: Option<ExitStatus>,
    error: Option<i32>,
    /// What it wrote to its pipes.
    output: Vec<Option<Vec<u8>>>,
}

fn report<'s>(scope: &mut Scope<'s>, outcome: io::Result<Outcome>) -> JsResult<Local<'s>> {
    let null = scope.null();
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            let errno = scope.number(-f64::from(error.raw_os_error().unwrap_or(1)));
            let none = scope.number(0.0);
            return scope.array(&[errno, none, null, null, null]);
        }
    };
    let mut output = Vec::with_capacity(outcome.output.len());
    for bytes in outcome.output {
        output.push(match bytes {
            Some(bytes) => scope.uint8_array_owned(bytes)?,
            None => null,
        });
    }
    let (status, signal) = outcome.status.map_or((None, None), ended);
    let errno = scope.number(-f64::from(outcome.error.unwrap_or(0)));
    let pid = scope.number(f64::from(outcome.pid));
    let status = status.map_or(null, |code| scope.number(f64::from(code)));
    let signal = signal.map_or(null, |signal| scope.number(f64::from(signal)));
    let output = scope.array(&output)?;
    scope.array(&[errno, pid, status, signal, output])
}

/// A child while it runs.
struct Running {
    process: Cell<Option<Process>>,
    timer: Cell<Option<Timer>>,
    pipes: RefCell<Vec<Option<Pipe>>>,
    output: RefCell<Vec<Option<Vec<u8>>>>,
    limits: Limits,
    status: Cell<Option<ExitStatus>>,
    /// The first thing that went wrong.
    error: Cell<Option<i32>>,
    /// The first error of a pipe, which counts if nothing else went wrong.
    pipe_error: Cell<Option<i32>>,
    was_killed: Cell<bool>,
}

fn run(command: &Command<'_>, inputs: Inputs, limits: Limits) -> io::Result<Outcome> {
    let lp = Loop::new()?;
    let running = Rc::new(Running {
        process: Cell::new(None),
        timer: Cell::new(None),
        pipes: RefCell::default(),
        output: RefCell::default(),
        limits,
        status: Cell::new(None),
        error: Cell::new(None),
        pipe_error: Cell::new(None),
        was_killed: Cell::new(false),
    });
    let watcher = running.clone();
    let child = command.spawn(&lp, move |lp, process, status| {
        process.close(lp, |_| {});
        watcher.has_ended(lp, status);
    })?;
    let pid = child.process.pid(&lp).unwrap_or(0);
    running.process.set(Some(child.process));
    running.connect(&lp, child, inputs);
    running.start_timer(&lp);
    lp.run(Mode::Default);
    Ok(Outcome {
        pid,
        status: running.status.get(),
        error: running.error.get().or(running.pipe_error.get()),
        output: running.output.take(),
    })
}

impl Running {
    /// Feeds and reads the child's pipes.
    fn connect(self: &Rc<Running>, lp: &Loop, mut child: Child, mut inputs: Inputs) {
        let count = child.stdio.len();
        inputs.resize(count, None);
        self.output.borrow_mut().resize(count, None);
        for (place, input) in inputs.into_iter().enumerate() {
            let pipe = child.pipe(lp, place);
            self.pipes.borrow_mut().push(pipe);
            let Some(pipe) = pipe else { continue };
            let begun = match input {
                Some(bytes) => self.feed(lp, pipe, bytes),
                None => self.collect(lp, pipe, place),
            };
            self.note_failure(begun);
        }
    }

    /// Writes all there is, and then lets the child read the end.
    fn feed(self: &Rc<Running>, lp: &Loop, pipe: Pipe, bytes: Vec<u8>) -> io::Result<()> {
        if !bytes.is_empty() {
            let running = self.clone();
            pipe.write(lp, bytes, move |_, result| running.note_failure(result))?;
        }
        let running = self.clone();
        pipe.shutdown(lp, move |lp, result| {
            running.note_failure(result);
            pipe.close(lp, |_| {});
        })
    }

    fn collect(self: &Rc<Running>, lp: &Loop, pipe: Pipe, place: usize) -> io::Result<()> {
        let running = self.clone();
        running.output.borrow_mut()[place] = Some(Vec::new());
        pipe.read_start(lp, move |lp, pipe, read| match read {
            Read::Data(bytes) => running.take(lp, place, bytes),
            Read::End => pipe.close(lp, |_| {}),
            Read::Failed(error) => {
                running.note_failure(Err(error));
                pipe.close(lp, |_| {});
            }
        })
    }

    fn take(&self, lp: &Loop, place: usize, bytes: &[u8]) {
        let mut output = self.output.borrow_mut();
        let Some(Some(so_far)) = output.get_mut(place) else {
            return;
        };
        so_far.extend_from_slice(bytes);
        let length = so_far.len();
        drop(output);
        if length as f64 > self.limits.max_buffer {
            self.give_up(lp, Errno::NOBUFS);
        }
    }

    fn note_failure(&self, result: io::Result<()>) {
        // What was closed here, because the child is given up, did not fail.
        if let Err(error) = result
            && !self.was_killed.get()
            && self.pipe_error.get().is_none()
        {
            self.pipe_error.set(error.raw_os_error());
        }
    }

    fn start_timer(self: &Rc<Running>, lp: &Loop) {
        let Some(timeout) = self.limits.timeout else {
            return;
        };
        let running = self.clone();
        let timer = Timer::new(lp, move |lp, _| running.give_up(lp, Errno::TIMEDOUT));
        timer.start(lp, timeout, 0);
        self.timer.set(Some(timer));
    }

    /// Ends the child and cares no more for what it writes.
    fn give_up(&self, lp: &Loop, why: Errno) {
        if self.error.get().is_none() {
            self.error.set(Some(why.raw_os_error()));
        }
        if self.was_killed.replace(true) {
            return;
        }
        if let Some(process) = self.process.get()
            && let Err(error) = process.kill(lp, self.limits.kill_signal)
            && error.raw_os_error() != Some(Errno::SRCH.raw_os_error())
        {
            // It must end, whatever was asked for. This cannot fail for a child of ours.
            let _ = process.kill(lp, rustix::process::Signal::KILL.as_raw());
        }
        for pipe in self.pipes.borrow().iter().flatten() {
            pipe.close(lp, |_| {});
        }
        self.stop_timer(lp);
    }

    fn stop_timer(&self, lp: &Loop) {
        if let Some(timer) = self.timer.take() {
            timer.close(lp, |_| {});
        }
    }

    fn has_ended(&self, lp: &Loop, status: io::Result<ExitStatus>) {
        // As in Node: other programs that have the pipes are still waited for, for any time.
        self.stop_timer(lp);
        match status {
            Ok(status) => self.status.set(Some(status)),
            Err(error) => self.error.set(error.raw_os_error()),
        }
    }
}
