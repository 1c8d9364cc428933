//! `binding('health')`: figures of the loop, and what the library has to say about it.

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::monotonic_nanos;

use super::{define, turn_samples};
use crate::asked::define_asking;
use crate::health::{Counts, REJECTED};
use crate::runtime::runtime;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define_asking(scope, object, "figures", figures)?;
    define(scope, object, "reset", reset)?;
    define(scope, object, "rejected", rejected)?;
    turn_samples::add_to(scope, object)
}

/// `figures()`: numbers, in the order in which `js/internal/rondo/loop.js` names them. Times are milliseconds.
fn figures<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let runtime = runtime(scope);
    let numbers = runtime.figures().with(numbers_of);
    let pool = runtime.event_loop.pool().figures();
    let sizes = [pool.size, pool.threads, pool.busy, pool.queued];
    let sizes = sizes.into_iter().map(|size| size as f64);
    let all: Vec<_> = numbers
        .into_iter()
        .chain(sizes)
        .map(|number| scope.number(number))
        .collect();
    scope.array(&all)
}

fn numbers_of(counts: &Counts) -> Vec<f64> {
    let millis = |nanos: u64| nanos as f64 / 1e6;
    let mut numbers = vec![
        millis(monotonic_nanos().saturating_sub(counts.since)),
        counts.turns as f64,
        millis(counts.busy()),
        millis(counts.asleep),
    ];
    for phase in counts.phases.iter().chain([&counts.queues]) {
        numbers.extend([
            millis(phase.time),
            phase.callbacks as f64,
            millis(phase.longest),
        ]);
    }
    let (delay, pool) = (&counts.delay, &counts.pool);
    for percent in [50.0, 90.0, 99.0] {
        numbers.push(millis(delay.percentile(percent)));
    }
    numbers.push(millis(delay.most()));
    numbers.extend([pool.run.count() as f64, pool.by_loop as f64]);
    for histogram in [&pool.wait, &pool.run] {
        numbers.extend([millis(histogram.mean()), millis(histogram.most())]);
    }
    numbers
}

/// `reset()`: everything is counted from 0 again.
fn reset<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    runtime(scope).figures().reset();
    Ok(())
}

/// `rejected(message, stack)`: says that a promise was rejected, and that nobody handled it.
fn rejected<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let text = |place| -> JsResult<String> {
        let value = args.get(scope, place);
        Ok(value.as_string(scope)?.unwrap_or_default())
    };
    let (message, stack) = (text(0)?, text(1)?);
    if let Some(health) = runtime(scope).health.get() {
        let place = stack.clone();
        health.tell(REJECTED, &place, message, stack, 0);
    }
    Ok(())
}
