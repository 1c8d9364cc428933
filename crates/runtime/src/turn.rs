//! The one way into JavaScript, and out of it again.
//!
//! After every callback that enters JavaScript, before anything else happens: the next-tick queue,
//! whole, then the microtask queue, whole, until both are empty; then rejections that nobody
//! handled. It is done here and nowhere else, so the order of a program is decided here.

use std::io::Write as _;
use std::rc::{Rc, Weak};

use rondo_engine::{JsResult, Local, Persistent, Scope, SharedCells, SourcePosition, Thrown};

use crate::binding::errors;
use crate::runtime::{Hook, Runtime, runtime};

/// The shared cells by which the library says what waits.
mod cell {
    /// 1 while the next-tick queue is not empty
    pub(super) const TICKS: usize = 0;
    /// 1 while rejections wait to be reported
    pub(super) const REJECTIONS: usize = 1;
    /// How many
    /// What waits is told to a tracker of the library's. The two before are for JavaScript alone.
    pub(super) const TRACKED: usize = 4;
    /// How many ticks were begun, counted while the loop is watched
    pub(super) const TICKS_BEGUN: usize = 5;
    /// How many functions of queueMicrotask were begun, counted likewise
    pub(super) const MICROTASKS_BEGUN: usize = 6;
    pub(super) const COUNT: usize = 7;
}

/// What is needed to leave JavaScript properly.
pub(crate) struct Turns {
    cells: SharedCells<i32>,
    /// The same cells as JavaScript sees them.
    pub(crate) view: Persistent,
}

impl Turns {
    pub(crate) fn new(scope: &mut Scope<'_>) -> JsResult<Turns> {
        let (cells, view) = scope.shared_int32(cell::COUNT)?;
        Ok(Turns {
            cells,
            view: Persistent::new(scope, view),
        })
    }

    /// How many ticks were begun, counted while the loop is watched.
    pub(crate) fn ticks_begun(&self) -> u64 {
        u64::from(self.cells.get(cell::TICKS_BEGUN) as u32)
    }

    /// How many functions of a script were begun of which the library knows which is the last, counted while the loop is watched.
    pub(crate) fn known_begun(&self) -> u64 {
        self.ticks_begun() + u64::from(self.cells.get(cell::MICROTASKS_BEGUN) as u32)
    }
}

/// A function that the loop is to call, once or often, in the async context in which it was given.
pub(crate) struct Callback {
    owner: Weak<Runtime>,
    function: Persistent,
    context: Option<Persistent>,
}

impl Callback {
    pub(crate) fn new(scope: &Scope<'_>, function: Local<'_>) -> Callback {
        let context = scope.async_context();
        Callback {
            owner: Rc::downgrade(runtime(scope)),
            function: Persistent::new(scope, function),
            context: context.is_object().then(|| Persistent::new(scope, context)),
        }
    }

    /// The callback of a request, which is a resource of async hooks of that type, if there are any.
    pub(crate) fn of_request(
        scope: &mut Scope<'_>,
        function: Local<'_>,
        resource: &str,
    ) -> Callback {
        let runtime = runtime(scope);
        if let Some(health) = runtime.health.get() {
            health.asks_for_work(scope);
        }
        if runtime.turns.cells.get(cell::TRACKED) == 0 {
            return Callback::new(scope, function);
        }
        scope.nested(|scope| match track_request(scope, function, resource) {
            Ok(tracked) => Callback::new(scope, tracked.unwrap_or(function)),
            // There is no memory for more than the callback itself.
            Err(thrown) => {
                scope.catch(thrown);
                Callback::new(scope, function)
            }
        })
    }

    /// Enters JavaScript and calls the function with what `arguments` gives. If these cannot be made,
    /// for lack of memory say, that error is the one argument.
    pub(crate) fn call<F>(&self, arguments: F)
    where
        F: for<'s> FnOnce(&mut Scope<'s>) -> JsResult<Arguments<'s>>,
    {
        let Some(owner) = self.owner.upgrade() else {
            return;
        };
        owner.enter(|scope| self.call_within(scope, arguments));
    }

    /// Calls the function as [`call`](Callback::call) does, from within JavaScript that was entered for more than that.
    pub(crate) fn call_within<'s, F>(&self, scope: &mut Scope<'s>, arguments: F) -> JsResult<()>
    where
        F: FnOnce(&mut Scope<'s>) -> JsResult<Arguments<'s>>,
    {
        let function = self.function.get(scope);
        if let Some(context) = &self.context {
            scope.set_async_context(context.get(scope));
        }
        let undefined = scope.undefined();
        let result = match arguments(scope) {
            Ok(arguments) => scope.call(function, undefined, arguments.as_ref()),
            Err(thrown) => {
                let error = scope.catch(thrown).unwrap_or(undefined);
                scope.call(function, undefined, &[error])
            }
        };
        if let Some(health) = runtime(scope).health.get() {
            health.ran(scope, function);
        }
        result.map(drop)
    }
}

/// A function that calls another, and tells hooks of what it does.
fn track_request<'s>(
    scope: &mut Scope<'s>,
    function: Local<'_>,
    resource: &str,
) -> JsResult<Option<Local<'s>>> {
    let Some(track) = runtime(scope).hooks.get(scope, Hook::TrackRequest) else {
        return Ok(None);
    };
    let (undefined, resource) = (scope.undefined(), scope.string(resource)?);
    scope
        .call(track, undefined, &[function, resource])
        .map(Some)
}

/// The arguments of a callback, as many as there are: made of an array or a vector. A few take no memory of their own.
pub(crate) enum Arguments<'s> {
    None,
    One([Local<'s>; 1]),
    Two([Local<'s>; 2]),
    Three([Local<'s>; 3]),
    Many(Vec<Local<'s>>),
}

impl<'s> AsRef<[Local<'s>]> for Arguments<'s> {
    fn as_ref(&self) -> &[Local<'s>] {
        match self {
            Arguments::None => &[],
            Arguments::One(values) => values,
            Arguments::Two(values) => values,
            Arguments::Three(values) => values,
            Arguments::Many(values) => values,
        }
    }
}

impl<'s, const N: usize> From<[Local<'s>; N]> for Arguments<'s> {
    fn from(values: [Local<'s>; N]) -> Arguments<'s> {
        match values[..] {
            [] => Arguments::None,
            [a] => Arguments::One([a]),
            [a, b] => Arguments::Two([a, b]),
            [a, b, c] => Arguments::Three([a, b, c]),
            _ => Arguments::Many(values.to_vec()),
        }
    }
}

impl Runtime {
    /// Enters JavaScript from the loop. What `body` throws goes to `uncaughtException`; ticks and
    /// microtasks then wait for the next callback, as in Node.
    pub(crate) fn enter<F>(&self, body: F)
    where
        F: for<'s> FnOnce(&mut Scope<'s>) -> JsResult<()>,
    {
        self.enter_well(body);
    }

    /// As [`enter`](Runtime::enter), and says whether neither `body` nor a tick threw.
    pub(crate) fn enter_well<F>(&self, body: F) -> bool
    where
        F: for<'s> FnOnce(&mut Scope<'s>) -> JsResult<()>,
    {
        let mut well = true;
        self.enter_scope(|scope| {
            if let Err(thrown) = body(scope).and_then(|()| self.try_drain(scope)) {
                well = false;
                self.uncaught(scope, thrown);
            }
        });
        well
    }

    /// Enters JavaScript for something that comes back where it was after an exception: it is called
    /// again at once, before ticks and microtasks, until it gives a result.
    pub(crate) fn enter_until_done<F>(&self, mut body: F)
    where
        F: for<'s> FnMut(&mut Scope<'s>) -> JsResult<()>,
    {
        self.enter_scope(|scope| {
            while let Err(thrown) = scope.nested(|scope| body(scope)) {
                self.uncaught(scope, thrown);
                if self.has_ended() {
                    return;
                }
            }
            self.drain(scope);
        });
    }

    /// Runs the script itself, outside of the loop. Its ticks run even if it threw.
    pub(crate) fn enter_main<F>(&self, body: F)
    where
        F: for<'s> FnOnce(&mut Scope<'s>) -> JsResult<()>,
    {
        self.enter_scope(|scope| {
            if let Err(thrown) = body(scope) {
                self.uncaught(scope, thrown);
            }
            self.drain(scope);
        });
    }

    /// Whatever async context the callback was in or went into, the next one starts without. Nothing runs
    /// once the script has ended; the loop then stops, too.
    fn enter_scope(&self, body: impl for<'s> FnOnce(&mut Scope<'s>)) {
        if !self.has_ended() {
            self.context.enter(|scope| {
                let before = self.health.get().map(|health| (health, health.begin()));
                body(scope);
                if let Some((health, before)) = before {
                    health.end(scope, before);
                }
                scope.clear_async_context();
            });
        }
        if self.has_ended() {
            self.event_loop.stop();
        } else {
            self.sync_timers();
        }
    }

    /// Empties the queues. What a tick throws goes to `uncaughtException`.
    pub(crate) fn drain(&self, scope: &mut Scope<'_>) {
        if let Err(thrown) = self.try_drain(scope) {
            self.uncaught(scope, thrown);
        }
    }

    /// Ticks, then microtasks, until both are empty; then rejections; again while there is something.
    /// A tick that throws ends it: what is left waits for the next callback.
    pub(crate) fn try_drain(&self, scope: &mut Scope<'_>) -> JsResult<()> {
        let outcome = match self.health.get() {
            None => self.drain_queues(scope),
            Some(health) => {
                let before = health.queues_begin(scope);
                let outcome = self.drain_queues(scope);
                health.queues_end(scope, before);
                outcome
            }
        };
        scope.clear_kept_objects();
        outcome
    }

    fn drain_queues(&self, scope: &mut Scope<'_>) -> JsResult<()> {
        let cells = &self.turns.cells;
        loop {
            if cells.get(cell::TICKS) != 0 {
                self.run_hook(scope, Hook::RunTicks)?;
            }
            self.run_microtasks(scope);
            if self.has_ended() {
                return Ok(());
            }
            if cells.get(cell::TICKS) != 0 {
                continue;
            }
            if cells.get(cell::REJECTIONS) == 0 {
                return Ok(());
            }
            self.run_hook(scope, Hook::ProcessRejections)?;
        }
    }

    /// Runs microtasks until none waits. One that throws does not keep the others from running.
    pub(crate) fn run_microtasks(&self, scope: &mut Scope<'_>) {
        if scope.has_microtasks() {
            scope.run_microtasks(&mut |scope: &mut Scope<'_>, thrown: Thrown| {
                // As in Node, what is told of it then is where the error was made.
                match scope.catch(thrown) {
                    Some(error) => self.hand_over(scope, error, None),
                    None => self.end(1),
                }
                !self.has_ended()
            });
        }
    }

    fn run_hook(&self, scope: &mut Scope<'_>, hook: Hook) -> JsResult<()> {
        scope.nested(|scope| self.call_hook(scope, hook, &[]).map(drop))
    }

    /// Hands an exception that nobody caught to the process; ends it if that has no handler.
    pub(crate) fn uncaught(&self, scope: &mut Scope<'_>, thrown: Thrown) {
        match scope.catch_with_position(thrown) {
            Some((error, position)) => self.hand_over(scope, error, position),
            // The script was stopped.
            None => self.end(1),
        }
    }

    /// Hands an error to the process.
    pub(crate) fn hand_over(
        &self,
        scope: &mut Scope<'_>,
        error: Local<'_>,
        at: Option<SourcePosition>,
    ) {
        let Some(hook) = self.hooks.get(scope, Hook::UncaughtException) else {
            fatal_before_start(scope, error);
            return self.end(1);
        };
        let place = at.and_then(|at| errors::position(scope, &at).ok());
        let place = place.unwrap_or_else(|| scope.undefined());
        let undefined = scope.undefined();
        if let Err(thrown) = scope.call(hook, undefined, &[error, place]) {
            // The hook catches what handlers throw, so this is past help.
            if let Some(error) = scope.catch(thrown) {
                fatal_before_start(scope, error);
            }
            self.end(7);
        }
    }
}

/// An error so early, or so deep, that no JavaScript can print it.
fn fatal_before_start(scope: &mut Scope<'_>, error: Local<'_>) {
    let stack = if error.is_object() {
        error.get_property(scope, "stack").ok()
    } else {
        None
    };
    let text = match stack.filter(|stack| stack.is_string()) {
        Some(stack) => stack.to_text(scope),
        None => error.to_text(scope),
    };
    let _ = writeln!(
        std::io::stderr(),
        "{}",
        text.unwrap_or_else(|_| "an error that cannot be shown".into())
    );
}
