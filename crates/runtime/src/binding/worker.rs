//! `binding('worker')`: threads with runtimes of their own, and what a thread knows of itself.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::CStr;
use std::rc::{Rc, Weak};

use rondo_engine::{Args, HostObject, JsResult, Local, Scope};
use rondo_loop::{Handle, Wakeup};

use super::messaging::transport;
use super::permission::check;
use super::{define, keeps_alive};
use crate::binding::env::Environment;
use crate::binding::fs::OpenFiles;
use crate::options::of_workers;
use crate::permission::Permission;
use crate::runtime::{Program, Role, Runtime, Settings, runtime};
use crate::turn::Callback;
use crate::worker::{Ending, Limits, Place, Thread};

/// The workers that a runtime has made and that are not gone, by their numbers; and how objects for them are made.
#[derive(Default)]
pub(crate) struct State {
    threads: RefCell<HashMap<u64, Rc<Thread>>>,
    prototype: std::cell::OnceCell<rondo_engine::Persistent>,
}

impl State {
    /// Ends all workers, and waits until they are gone.
    pub(crate) fn end_all(&self) {
        let threads = self.threads.take();
        threads.values().for_each(|thread| thread.terminate());
        threads.values().for_each(|thread| thread.join());
    }
}

/// What stands behind a worker in JavaScript.
struct WorkerObject {
    thread: Rc<Thread>,
    handle: Rc<Cell<Option<Wakeup>>>,
}

impl HostObject for WorkerObject {
    const NAME: &'static CStr = c"Worker";
}

impl keeps_alive::KeepsAlive for WorkerObject {
    type Handle = Wakeup;

    fn handle(&self) -> Option<Wakeup> {
        self.handle.get()
    }
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    let prototype = scope.object()?;
    keeps_alive::methods::<WorkerObject>(scope, prototype)?;
    define(scope, prototype, "terminate", terminate)?;
    define(scope, prototype, "idleTime", idle_time)?;
    define(scope, prototype, "task", task)?;
    define(scope, prototype, "getThreadId", id_of)?;
    let kept = rondo_engine::Persistent::new(scope, prototype);
    let _ = runtime(scope).state.worker.prototype.set(kept);
    let owner = runtime(scope);
    let id = scope.number(owner.thread_id as f64);
    object.set_property(scope, "threadId", id)?;
    let is_main = scope.boolean(owner.thread_id == 0);
    object.set_property(scope, "isMainThread", is_main)?;
    let name = scope.string(&owner.thread_name)?;
    object.set_property(scope, "threadName", name)?;
    define(scope, object, "limits", limits)?;
    define(scope, object, "takeControl", take_control)?;
    define(scope, object, "trackFiles", track_files)?;
    define(scope, object, "takeMailbox", take_mailbox)?;
    define(scope, object, "refusedArguments", refused_arguments)?;
    define(scope, object, "refusedVariable", refused_variable)?;
    define(scope, object, "start", start)
}

/// `limits()`: the four numbers of this thread.
fn limits<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let Limits(numbers) = runtime(scope).limits;
    scope.float64_array(&numbers)
}

/// `takeControl()`: a worker's end of the channel to the thread that made it, once.
fn take_control<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let end = runtime(scope).control.take();
    end.map(|end| transport::wrap(scope, end)).transpose()
}

/// `trackFiles(surprise)`: files that this thread opens from here on are closed when it ends. `surprise(fd, isOpening)` is
/// called when one is opened that should be open, or closed that should not be.
fn track_files<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let surprise = args.get(scope, 0);
    OpenFiles::track(scope, surprise);
    Ok(())
}

/// `takeMailbox()`: the end at which a worker hears other threads, once.
fn take_mailbox<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let end = runtime(scope).mailbox.take();
    end.map(|end| transport::wrap(scope, end)).transpose()
}

fn texts(scope: &mut Scope<'_>, list: Local<'_>) -> JsResult<Vec<String>> {
    let mut texts = Vec::new();
    let count = match list.is_object() {
        true => list.array_length(scope)?.unwrap_or(0),
        false => 0,
    };
    for index in 0..count {
        let text = scope.nested(|scope| {
            let item = list.get_index(scope, index)?;
            item.as_string(scope)
        })?;
        texts.push(text.unwrap_or_default());
    }
    Ok(texts)
}

/// `refusedArguments(list)`: those that no worker can have.
fn refused_arguments<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let list = texts(scope, args.get(scope, 0))?;
    super::process::strings(scope, &of_workers::refused(&list))
}

/// `refusedVariable(text)`: what is wrong with a `NODE_OPTIONS`, if anything is.
fn refused_variable<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let text = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let refused = of_workers::refused_variable(&text);
    refused.map(|text| scope.string(&text)).transpose()
}

/// The environment of a new worker: a list of names and values, or none for the same as here, or null for this one.
fn environment(scope: &mut Scope<'_>, given: Local<'_>) -> JsResult<Environment> {
    let here = &runtime(scope).state.environment;
    if given.is_null() {
        return Ok(here.clone());
    }
    if given.is_undefined() {
        return Ok(here.copied());
    }
    let list = texts(scope, given)?;
    let pairs = list.chunks_exact(2);
    let pairs = pairs.map(|pair| (pair[0].clone(), pair[1].clone()));
    Ok(Environment::from_variables(pairs.collect()))
}

fn four_numbers(scope: &mut Scope<'_>, list: Local<'_>) -> JsResult<[f64; 4]> {
    let mut numbers = [0.0; 4];
    if !list.is_object() {
        return Ok(numbers);
    }
    for (index, number) in numbers.iter_mut().enumerate() {
        *number = list
            .get_index(scope, index as u32)?
            .as_number()
            .unwrap_or(0.0);
    }
    Ok(numbers)
}

/// `start(name, file, argv, execArgv, env, limits, control, onexit)`: an object for a new worker; undefined if the
/// system has no thread for it. `onexit(code, reason)` is called when it is gone: `reason` is 1 if its heap was full, 2 if
/// it did not start.
fn start<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    check(scope, Permission::WorkerThreads, "")?;
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let file = args.get(scope, 1).as_string(scope)?.unwrap_or_default();
    let arguments = texts(scope, args.get(scope, 2))?;
    let environment = environment(scope, args.get(scope, 4))?;
    let limits = Limits(four_numbers(scope, args.get(scope, 5))?);
    let control = transport::take_end(scope, args.get(scope, 6));
    let onexit = Callback::new(scope, args.get(scope, 7));
    let owner = runtime(scope);
    owner.event_loop.lets_in("worker threads");
    let exec_arguments = match args.get(scope, 3) {
        given if given.is_undefined() => owner.settings.exec_arguments.clone(),
        given => texts(scope, given)?,
    };
    let variable = environment.get("NODE_OPTIONS").unwrap_or_default();
    let options = of_workers::read_all(&owner.settings.options, &exec_arguments, &variable);
    let settings = Settings {
        program: Program::Worker(file),
        arguments,
        exec_arguments,
        options,
        variables: Vec::new(),
        argv0: owner.settings.argv0.clone(),
        role: Role::Worker,
    };
    let place = Place {
        id: 0,
        name,
        control,
        mailbox: None,
        environment,
        limits,
        taping: owner.recorder.as_ref().and_then(|it| it.taping()),
    };
    make(scope, settings, place, onexit)
}

fn make<'s>(
    scope: &mut Scope<'s>,
    settings: Settings,
    place: Place,
    onexit: Callback,
) -> JsResult<Option<Local<'s>>> {
    let owner = runtime(scope);
    let known = Rc::new(Cell::new(0));
    let handle = Rc::new(Cell::new(None));
    let (weak, id, cell) = (Rc::downgrade(owner), known.clone(), handle.clone());
    let (wakeup, waker) = Wakeup::new(&owner.event_loop, move |_, _| {
        gone(&weak, id.get(), &cell, &onexit);
    });
    let Ok(thread) = Thread::start(settings, place, waker) else {
        wakeup.close(&owner.event_loop, |_| {});
        return Ok(None);
    };
    let thread = Rc::new(thread);
    known.set(thread.id);
    handle.set(Some(wakeup));
    let threads = &owner.state.worker.threads;
    threads.borrow_mut().insert(thread.id, thread.clone());
    let prototype = owner.state.worker.prototype.get();
    let prototype = prototype.map(|kept| kept.get(scope));
    let object = WorkerObject { thread, handle };
    scope.host_object(object, prototype).map(Some)
}

/// A worker is gone: the library hears of it, and the loop is kept alive by it no longer.
fn gone(owner: &Weak<Runtime>, id: u64, handle: &Cell<Option<Wakeup>>, onexit: &Callback) {
    let Some(owner) = owner.upgrade() else { return };
    let thread = owner.state.worker.threads.borrow_mut().remove(&id);
    let Some(thread) = thread else { return };
    thread.join();
    let (code, reason) = match thread.known_ending() {
        Ending::Exit(code) => (code, 0),
        Ending::OutOfMemory => (1, 1),
        Ending::NotStarted => (1, 2),
    };
    onexit.call(|scope| {
        let arguments = [code, reason].map(|number| scope.number(f64::from(number)));
        Ok(arguments.into())
    });
    if let Some(wakeup) = handle.take() {
        wakeup.close(&owner.event_loop, |_| {});
    }
}

fn this<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<&'s WorkerObject> {
    args.this().host_data(scope)
}

/// `terminate()`: ends it as soon as may be.
fn terminate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(worker) = this(scope, &args) {
        worker.thread.terminate();
    }
    Ok(())
}

/// `idleTime()`: milliseconds that its loop has slept; -1 if it does not run.
fn idle_time<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let nanos = this(scope, &args).and_then(|worker| worker.thread.idle_nanos());
    Ok(nanos.map_or(-1.0, |nanos| nanos as f64 / 1e6))
}

/// `task()`: the system's number of the thread; -1 if it does not run.
fn task<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    Ok(this(scope, &args)
        .and_then(|worker| worker.thread.task())
        .unwrap_or(-1))
}

/// `getThreadId()`
fn id_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    Ok(this(scope, &args).map_or(-1.0, |worker| worker.thread.id as f64))
}
