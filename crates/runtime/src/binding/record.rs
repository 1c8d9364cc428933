//! `binding('record')`: what scripts make and run, for the recorder.

use rondo_engine::{Args, JsResult, Local, Scope};

use super::define;
use crate::runtime::runtime;

/// How many frames are looked at for one of the script.
const FRAMES: u32 = 24;
/// Where the things that are made keep their function.
const CALLBACKS: [&str; 4] = ["_onTimeout", "_onImmediate", "callback", "oncomplete"];

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "made", made)?;
    define(scope, object, "before", before)?;
    define(scope, object, "after", after)?;
    define(scope, object, "settled", settled)?;
    define(scope, object, "released", released)
}

fn is_of_script(file: &str) -> bool {
    !file.starts_with("node:") && !file.is_empty()
}

fn id<'s>(scope: &mut Scope<'s>, args: &Args<'s>, place: usize) -> u64 {
    args.get(scope, place).as_number().unwrap_or(0.0) as u64
}

/// Tells the recorder, if there is one, of a handle that a script has made; gives its number, 0 if nobody records.
pub(super) fn note_handle(scope: &mut Scope<'_>, kind: &str, by: u64) -> u64 {
    if runtime(scope).recorder.is_none() {
        return 0;
    }
    let at = scope.first_frame(FRAMES, is_of_script);
    let Some(recorder) = &runtime(scope).recorder else {
        return 0;
    };
    let id = recorder.handle_id();
    recorder.made(id, kind, by, at, None);
    id
}

/// `made(id, kind, by, resource)`
fn made<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let (number, by) = (id(scope, &args, 0), id(scope, &args, 2));
    let kind = args.get(scope, 1).as_string(scope)?.unwrap_or_default();
    let resource = args.get(scope, 3);
    let at = scope.first_frame(FRAMES, is_of_script);
    let mut runs = None;
    if kind != "PROMISE" && resource.is_object() {
        for name in CALLBACKS {
            let function = resource.get_property(scope, name)?;
            if function.is_function() {
                runs = scope.function_position(function);
                break;
            }
        }
    }
    let runs = runs.filter(|position| is_of_script(&position.file));
    if let Some(recorder) = &runtime(scope).recorder {
        recorder.made(number, &kind, by, at, runs);
    }
    Ok(())
}

/// `before(id)`
fn before<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let number = id(scope, &args, 0);
    if let Some(recorder) = &runtime(scope).recorder {
        recorder.run_begin(number);
    }
    Ok(())
}

/// `after(id)`
fn after<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let number = id(scope, &args, 0);
    if let Some(recorder) = &runtime(scope).recorder {
        recorder.run_end(number);
    }
    Ok(())
}

/// `settled(id)`
fn settled<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let number = id(scope, &args, 0);
    if let Some(recorder) = &runtime(scope).recorder {
        recorder.settled(number);
    }
    Ok(())
}

/// `released(id)`
fn released<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let number = id(scope, &args, 0);
    if let Some(recorder) = &runtime(scope).recorder {
        recorder.dropped(number);
    }
    Ok(())
}
