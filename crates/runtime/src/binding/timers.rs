//! `binding('timers')`: the one loop timer behind all timers of JavaScript, and the check phase
//! behind its immediates. The lists themselves are in `js/internal/timers.js`.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use rondo_engine::{Args, JsResult, Local, Scope, SharedCells};
use rondo_loop::{Check, Handle, Idle, Loop, Timer};

use super::define;
use crate::order::Order;
use crate::runtime::{Hook, Runtime, runtime};

/// The shared cells by which the library says which immediates wait.
mod immediate {
    /// How many immediates wait
    pub(super) const COUNT: usize = 0;
    /// How many of them keep the loop alive
    pub(super) const REFED: usize = 1;
    /// 1 while the check phase has more to run: one of its callbacks threw
    pub(super) const OUTSTANDING: usize = 2;
    /// How many cells
    pub(super) const CELLS: usize = 3;
}

/// The shared cells by which it says which timers do.
mod timer {
    /// When the first is due, in milliseconds of `now()`; infinite if there is none
    pub(super) const NEXT_EXPIRY: usize = 0;
    /// How many timers keep the loop alive
    pub(super) const REFED: usize = 1;
    /// How deep the timer that runs is nested in others; for `--order=html`
    pub(super) const NESTING: usize = 2;
    /// How many cells
    pub(super) const CELLS: usize = 3;
}

/// The loop's side of timers and immediates: there once the library has asked for it.
pub(crate) type State = OnceCell<Handles>;

/// Something that a binding does in JavaScript that was entered for more than that.
type Act = Box<dyn for<'s> FnOnce(&mut Scope<'s>) -> JsResult<()>>;

/// One timer for all timers; check and idle for the immediates.
pub(crate) struct Handles {
    timer: Timer,
    idle: Idle,
    timers: SharedCells<f64>,
    immediates: SharedCells<i32>,
    /// The loop's time when it all began
    base: u64,
    /// When the loop's timer is due
    scheduled: Cell<f64>,
    timer_refed: Cell<bool>,
    idle_started: Cell<bool>,
    /// What bindings have done in the check phase, before the script's immediates
    before: RefCell<Vec<Act>>,
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    let (immediates, immediate_view) = scope.shared_int32(immediate::CELLS)?;
    let (timers, timer_view) = scope.shared_float64(timer::CELLS)?;
    timers.set(timer::NEXT_EXPIRY, f64::INFINITY);
    let owner = runtime(scope);
    let weak = Rc::downgrade(owner);
    let timer = Timer::new(&owner.event_loop, move |_, _| {
        if let Some(owner) = weak.upgrade() {
            run_timers(&owner);
        }
    });
    let weak = Rc::downgrade(owner);
    let check = Check::new(&owner.event_loop, move |_, _| {
        if let Some(owner) = weak.upgrade() {
            run_immediates(&owner);
        }
    });
    // What keeps the loop alive, and awake, is the idle handle. An immediate that does not is run all
    // the same by a turn that there is for other reasons.
    check.unref(&owner.event_loop);
    check.start(&owner.event_loop);
    let idle = Idle::new(&owner.event_loop, |_, _| {});
    let _ = owner.state.timers.set(Handles {
        timer,
        idle,
        timers,
        immediates,
        base: owner.event_loop.now(),
        scheduled: Cell::new(f64::INFINITY),
        timer_refed: Cell::new(true),
        idle_started: Cell::new(false),
        before: RefCell::default(),
    });
    object.set_property(scope, "immediateInfo", immediate_view)?;
    object.set_property(scope, "timerInfo", timer_view)?;
    let order = runtime(scope).order;
    for (name, profile) in [("isNode10", Order::Node10), ("isHtml", Order::Html)] {
        let value = scope.boolean(order == profile);
        object.set_property(scope, name, value)?;
    }
    define(scope, object, "isCalledByLibrary", is_called_by_library)?;
    define(scope, object, "now", now)
}

impl Runtime {
    /// Brings the loop's handles in line with what the script has set and cleared meanwhile. Done
    /// whenever JavaScript is left.
    pub(crate) fn sync_timers(&self) {
        let Some(handles) = self.state.timers.get() else {
            return;
        };
        handles.schedule(&self.event_loop, 0.0);
        let refed = handles.timers.get(timer::REFED) > 0.0;
        if refed != handles.timer_refed.replace(refed) {
            if refed {
                handles.timer.ref_(&self.event_loop);
            } else {
                handles.timer.unref(&self.event_loop);
            }
        }
        let busy =
            handles.immediates.get(immediate::REFED) > 0 || !handles.before.borrow().is_empty();
        if busy != handles.idle_started.replace(busy) {
            if busy {
                handles.idle.start(&self.event_loop);
            } else {
                handles.idle.stop(&self.event_loop);
            }
        }
    }
}

impl Runtime {
    /// Has `act` done in the next check phase, before the script's immediates; at once, if it is asked for there. Ticks and
    /// microtasks wait until all of these are done. That is when and how Node tells the answers of name servers.
    pub(crate) fn before_immediates<F>(&self, act: F)
    where
        F: for<'s> FnOnce(&mut Scope<'s>) -> JsResult<()> + 'static,
    {
        if let Some(handles) = self.state.timers.get() {
            handles.before.borrow_mut().push(Box::new(act));
            self.sync_timers();
        }
    }

    fn run_before_immediates(&self, handles: &Handles) {
        if handles.before.borrow().is_empty() {
            return;
        }
        self.enter(|scope| {
            loop {
                let acts = std::mem::take(&mut *handles.before.borrow_mut());
                if acts.is_empty() {
                    return Ok(());
                }
                for act in acts {
                    if let Err(thrown) = scope.nested(|scope| act(scope)) {
                        self.uncaught(scope, thrown);
                    }
                    if self.has_ended() {
                        return Ok(());
                    }
                    scope.clear_async_context();
                }
            }
        });
    }
}

impl Handles {
    /// Has the loop's timer run when the first list is due, but no sooner than in `least` milliseconds.
    fn schedule(&self, event_loop: &Loop, least: f64) {
        let next = self.timers.get(timer::NEXT_EXPIRY);
        if next != self.scheduled.get() {
            self.scheduled.set(next);
            if next.is_finite() {
                let delay = (next - self.now(event_loop)).max(least);
                self.timer.start(event_loop, delay as u64, 0);
            }
        }
    }

    fn now(&self, event_loop: &Loop) -> f64 {
        (event_loop.now() - self.base) as f64
    }
}

/// `now()`: the loop's time in milliseconds, read afresh.
fn now<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    let owner = runtime(scope);
    owner.event_loop.update_time();
    Ok(owner
        .state
        .timers
        .get()
        .map_or(0.0, |handles| handles.now(&owner.event_loop)))
}

/// Runs the due timers. When a callback throws the rest still runs, now.
fn run_timers(owner: &Rc<Runtime>) {
    let Some(handles) = owner.state.timers.get() else {
        return;
    };
    let due = handles.scheduled.replace(f64::INFINITY);
    let now = handles.now(&owner.event_loop);
    if let Some(health) = owner.health.get() {
        health.timers_run(now - due);
    }
    let is_html = owner.order == Order::Html;
    let process = |scope: &mut Scope<'_>| {
        let now = scope.number(now);
        owner.call_hook(scope, Hook::ProcessTimers, &[now])?;
        // Before the ticks of the last callback run: time may pass in them. A list that came due
        // meanwhile is for the next turn, by the time that callbacks have last asked for: it is due then.
        handles.schedule(&owner.event_loop, if is_html { 0.0 } else { 1.0 });
        // Callbacks may have taken long: what their ticks ask of the loop counts from now.
        owner.event_loop.update_time();
        Ok(())
    };
    if is_html {
        // One has run; its microtasks belong to it, even if it threw. The next is for the next turn.
        owner.enter_main(process);
        handles.timers.set(timer::NESTING, 0.0);
    } else {
        owner.enter_until_done(process);
    }
}

/// `isCalledByLibrary()`: whether the function that asks was called by a file of the library.
fn is_called_by_library<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<bool> {
    let frames = scope.current_frames(2);
    let caller = frames.get(1);
    Ok(caller.is_some_and(|frame| frame.file.starts_with("node:")))
}

/// Runs the immediates that wait. When a callback throws the rest still runs, now.
fn run_immediates(owner: &Rc<Runtime>) {
    let Some(handles) = owner.state.timers.get() else {
        return;
    };
    owner.run_before_immediates(handles);
    if handles.immediates.get(immediate::COUNT) == 0 {
        return;
    }
    loop {
        owner.enter(|scope| {
            owner
                .call_hook(scope, Hook::ProcessImmediates, &[])
                .map(drop)
        });
        if handles.immediates.get(immediate::OUTSTANDING) == 0 || owner.has_ended() {
            break;
        }
    }
}
