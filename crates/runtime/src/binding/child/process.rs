//! Children that are not waited for: handles that tell when theirs has ended.

use std::cell::OnceCell;
use std::ffi::CStr;
use std::io;
use std::sync::Once;

use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};
use rondo_loop::process::{Child, Stdio};
use rondo_loop::{Handle, Loop, Pipe, Process};

use super::{ended, plan};
use crate::binding::define;
use crate::binding::keeps_alive::{self, KeepsAlive};
use crate::binding::stream::{Behind, StreamHandle, status};
use crate::runtime::runtime;
use crate::turn::Callback;

/// The prototype of handles.
pub(crate) type State = OnceCell<Persistent>;

/// What stands behind a handle of a child.
struct ProcessObject(Process);

impl HostObject for ProcessObject {
    const NAME: &'static CStr = c"Process";
}

impl KeepsAlive for ProcessObject {
    type Handle = Process;

    fn handle(&self) -> Option<Process> {
        Some(self.0)
    }
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    let prototype = scope.object()?;
    define(scope, prototype, "kill", kill)?;
    keeps_alive::methods::<ProcessObject>(scope, prototype)?;
    define(scope, prototype, "close", close)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.child.set(kept);
    object.set_property(scope, "handlePrototype", prototype)?;
    define(scope, object, "spawn", spawn)
}

/// `spawn(plan, onExit)`: starts what the [plan] says. Gives `[status, pipes, handle, pid]`: `status` is 0 or a negative
/// error number, with which there is no handle; `pipes` has one for each descriptor of the child that is one, their
/// other ends closed if there is no child. `onExit(code, signal)` is called when the child has ended, one of the
/// two null.
fn spawn<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let plan = args.get(scope, 0);
    let callback = Callback::new(scope, args.get(scope, 1));
    let command = plan::command(scope, plan)?;
    let stdio = plan::stdio(scope, plan)?;
    let owner = runtime(scope);
    let lp = &owner.event_loop;
    keep_inherited();
    let started = command.spawn(lp, move |lp, process, status| {
        process.close(lp, |_| {});
        let (code, signal) = status.map_or((None, None), ended);
        callback.call(|scope| {
            let number = |of: Option<i32>| match of {
                Some(number) => scope.number(f64::from(number)),
                None => scope.null(),
            };
            Ok([number(code), number(signal)].into())
        });
    });
    match started {
        Ok(mut child) => {
            let mut pipes = (0..stdio.len())
                .map(|place| child.pipe(lp, place))
                .collect();
            let pipes = adopt_all(scope, &mut pipes, plan)?;
            report_child(scope, &child, pipes)
        }
        Err(error) => {
            let mut pipes = stdio.iter().map(|kind| dead_pipe(lp, kind)).collect();
            let pipes = adopt_all(scope, &mut pipes, plan)?;
            let failed = scope.number(f64::from(status(Err(error))));
            scope.array(&[failed, pipes])
        }
    }
}

/// What this process was given by its parent is not for its children, unless they are to have it.
pub(super) fn keep_inherited() {
    static ONCE: Once = Once::new();
    ONCE.call_once(rondo_loop::process::disable_stdio_inheritance);
}

fn report_child<'s>(scope: &mut Scope<'s>, child: &Child, pipes: Local<'s>) -> JsResult<Local<'s>> {
    let owner = runtime(scope);
    let pid = child.process.pid(&owner.event_loop).unwrap_or(0);
    let prototype = owner.state.child.get().map(|kept| kept.get(scope));
    let handle = scope.host_object(ProcessObject(child.process), prototype)?;
    let ok = scope.number(0.0);
    let pid = scope.number(f64::from(pid));
    scope.array(&[ok, pipes, handle, pid])
}

/// A pipe whose other end is closed, where there was to be one.
fn dead_pipe(lp: &Loop, kind: &Stdio<'_>) -> Option<Pipe> {
    if !matches!(kind, Stdio::Pipe | Stdio::NonblockingPipe) {
        return None;
    }
    let (ours, theirs) = Pipe::pair(lp).ok()?;
    theirs.close(lp, |_| {});
    Some(ours)
}

/// Handles for a script of pipes; undefined where there is none. Over one of them, at `plan.channel`, handles can be
/// passed.
fn adopt_all<'s>(
    scope: &mut Scope<'s>,
    pipes: &mut Vec<Option<Pipe>>,
    plan: Local<'s>,
) -> JsResult<Local<'s>> {
    let channel = plan.get_property(scope, "channel")?.as_i32();
    let mut handles = Vec::with_capacity(pipes.len());
    for (place, pipe) in pipes.drain(..).enumerate() {
        handles.push(match pipe {
            Some(pipe) => {
                if channel == Some(place as i32) {
                    pipe.set_passing(&runtime(scope).event_loop, true);
                }
                StreamHandle::adopt(scope, Behind::Pipe(pipe))?
            }
            None => scope.undefined(),
        });
    }
    scope.array(&handles)
}

fn this<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<Process> {
    let object = args.this().host_data::<ProcessObject>(scope)?;
    Some(object.0)
}

/// `kill(signal)`: 0 or a negative error number.
fn kill<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let signal = args.get(scope, 0).as_i32().unwrap_or(0);
    let lp = &runtime(scope).event_loop;
    let none = || io::Error::from(rustix::io::Errno::SRCH);
    let process = this(scope, &args).ok_or_else(none);
    Ok(status(process.and_then(|process| process.kill(lp, signal))))
}

/// `close()`: nobody is told of the child's end any more.
fn close<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(process) = this(scope, &args) {
        process.close(&runtime(scope).event_loop, |_| {});
    }
    Ok(())
}
