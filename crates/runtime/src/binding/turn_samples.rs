//! A sample for each turn of the loop: how long it took, without sleep. For `monitorEventLoopDelay({ samplePerIteration })`.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::seam;
use rondo_loop::{Check, Handle, Loop, monotonic_nanos};

use super::define;
use crate::runtime::runtime;
use crate::turn::{Arguments, Callback};

/// How many samples wait at most until the script is given them.
const MOST: usize = 1024;

/// Those who take samples, by their numbers.
#[derive(Default)]
pub(crate) struct State {
    samplers: RefCell<HashMap<u32, (Check, Rc<Sampler>)>>,
    last: Cell<u32>,
}

/// Takes samples.
struct Sampler {
    samples: RefCell<Vec<f64>>,
    /// When the last was taken, and how long the loop had slept before; not known of the first, which has its sleep in it.
    last: Cell<u64>,
    slept: Cell<Option<u64>>,
    full: Callback,
}

pub(super) fn add_to<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "sampleTurns", sample_turns)?;
    define(scope, object, "takeSamples", take_samples)?;
    define(scope, object, "stopSampling", stop_sampling)
}

impl Sampler {
    fn take(&self, event_loop: &Loop) {
        let (now, slept) = seam::ask("loop.sample", || {
            (monotonic_nanos(), event_loop.metrics().idle_nanos)
        });
        let passed = now.saturating_sub(self.last.replace(now));
        let before = self.slept.replace(Some(slept)).unwrap_or(slept);
        let busy = passed.saturating_sub(slept - before);
        self.samples.borrow_mut().push(busy.max(1) as f64);
        if self.samples.borrow().len() >= MOST {
            self.full.call(|_| Ok(Arguments::None));
        }
    }
}

/// `sampleTurns(full)`: takes a sample in every turn from now on; `full` is called when there are many. Gives a number.
fn sample_turns<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let full = args.get(scope, 0);
    let sampler = Rc::new(Sampler {
        samples: RefCell::default(),
        last: Cell::new(seam::ask("loop.sample", monotonic_nanos)),
        slept: Cell::new(None),
        full: Callback::new(scope, full),
    });
    let owner = runtime(scope);
    let taker = sampler.clone();
    let check = Check::new(&owner.event_loop, move |lp, _| taker.take(lp));
    check.unref(&owner.event_loop);
    check.start(&owner.event_loop);
    let state = &owner.state.turn_samples;
    let number = state.last.get() + 1;
    state.last.set(number);
    state.samplers.borrow_mut().insert(number, (check, sampler));
    Ok(f64::from(number))
}

fn number<'s>(scope: &mut Scope<'s>, args: &Args<'s>) -> u32 {
    args.get(scope, 0).as_u32().unwrap_or_default()
}

/// `takeSamples(number)`: nanoseconds, each once.
fn take_samples<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let number = number(scope, &args);
    let samplers = runtime(scope).state.turn_samples.samplers.borrow();
    let taken = match samplers.get(&number) {
        Some((_, sampler)) => sampler.samples.take(),
        None => Vec::new(),
    };
    let values: Vec<_> = taken.into_iter().map(|nanos| scope.number(nanos)).collect();
    scope.array(&values)
}

/// `stopSampling(number)`
fn stop_sampling<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let number = number(scope, &args);
    let owner = runtime(scope);
    let removed = owner
        .state
        .turn_samples
        .samplers
        .borrow_mut()
        .remove(&number);
    if let Some((check, _)) = removed {
        check.close(&owner.event_loop, |_| {});
    }
    Ok(())
}
