//! `binding('record')`: what scripts make and run, for the recorder.

use std::rc::Rc;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_record::TextId;

use super::define;
use crate::recorder::Recorder;
use crate::runtime::runtime;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "kind", kind)?;
    define(scope, object, "newId", new_id)?;
    define(scope, object, "made", made)?;
    define(scope, object, "before", before)?;
    define(scope, object, "after", after)?;
    define(scope, object, "finished", finished)?;
    define(scope, object, "settled", settled)?;
    define(scope, object, "released", released)?;
    define(scope, object, "watchJobs", watch_jobs)
}

#[inline]
fn number<'s>(scope: &mut Scope<'s>, args: &Args<'s>, place: usize) -> u64 {
    args.get(scope, place).as_number().unwrap_or(0.0) as u64
}

#[inline]
fn recorder<'s>(scope: &Scope<'s>) -> Option<&'s Rc<Recorder>> {
    runtime(scope).recorder.as_ref()
}

/// Tells the recorder, if there is one, of a handle that a script has made; gives its number, 0 if nobody records.
pub(super) fn note_handle(scope: &mut Scope<'_>, kind: &str, by: u64) -> u64 {
    match recorder(scope) {
        Some(recorder) => recorder.made_handle(scope, kind, by),
        None => 0,
    }
}

/// `kind(name)`: the number by which `made` knows the kind.
fn kind<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let id = recorder(scope).map_or(TextId(0), |recorder| recorder.text(&name));
    Ok(id.0.into())
}

/// `newId()`: a number for something that was made before anybody listened.
fn new_id<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(recorder(scope).map_or(0, |recorder| recorder.new_id()) as f64)
}

/// `made(kind, by, function, delay)`: gives the number of what was made; the delay of a timer is in milliseconds, others have -1.
fn made<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let (kind, by) = (number(scope, &args, 0), number(scope, &args, 1));
    let function = args.get(scope, 2);
    let delay = args.get(scope, 3).as_number().filter(|&delay| delay >= 0.0);
    let id = recorder(scope).map_or(0, |recorder| {
        let id = recorder.made(scope, TextId(kind as u32), by, function);
        if let Some(delay) = delay {
            recorder.has_delay(delay);
        }
        id
    });
    Ok(id as f64)
}

/// `before(id)`
fn before<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let id = number(scope, &args, 0);
    if let Some(recorder) = recorder(scope) {
        recorder.run_begin(scope, id);
    }
    Ok(())
}

/// `after(id)`
fn after<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let id = number(scope, &args, 0);
    if let Some(recorder) = recorder(scope) {
        recorder.run_end(scope, id);
    }
    Ok(())
}

/// `finished(id)`: `after` and `released` in one.
fn finished<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let id = number(scope, &args, 0);
    if let Some(recorder) = recorder(scope) {
        recorder.run_end(scope, id);
        recorder.dropped_after_run(id);
    }
    Ok(())
}

/// `settled(id)`
fn settled<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let id = number(scope, &args, 0);
    if let Some(recorder) = recorder(scope) {
        recorder.settled(id);
    }
    Ok(())
}

/// `released(id)`
fn released<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let id = number(scope, &args, 0);
    if let Some(recorder) = recorder(scope) {
        recorder.dropped(id);
    }
    Ok(())
}

/// `watchJobs()`: has the engine tell the recorder of jobs of promises.
fn watch_jobs<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    if let Some(recorder) = recorder(scope) {
        recorder.watches_jobs();
        scope.observe_jobs(recorder.clone());
    }
    Ok(())
}
