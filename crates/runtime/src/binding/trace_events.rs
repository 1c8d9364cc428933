//! `binding('trace_events')`: what the library tells of, for files of trace events.

use std::path::Path;

use rondo_engine::{Args, JsResult, Local, Scope};

use super::define;
use super::permission::{Wording, check_path};
use crate::permission::Permission;
use crate::runtime::runtime;
use crate::trace_events::{self, Event, Moment};

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "categories", categories)?;
    define(scope, object, "setCategories", set_categories)?;
    define(scope, object, "watch", watch)?;
    define(scope, object, "nameThreads", name_threads)?;
    define(scope, object, "metadata", metadata)?;
    define(scope, object, "emit", emit)?;
    define(scope, object, "begin", begin)?;
    define(scope, object, "end", end)?;
    define(scope, object, "job", job)
}

fn text<'s>(scope: &mut Scope<'s>, args: &Args<'s>, place: usize) -> JsResult<String> {
    Ok(args.get(scope, place).as_string(scope)?.unwrap_or_default())
}

/// `categories()`: those that are on.
fn categories<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let mut names = Vec::new();
    for name in trace_events::categories() {
        names.push(scope.string(&name)?);
    }
    scope.array(&names)
}

/// `setCategories(names)`: with zeros between them. Throws if the program may not write the file.
fn set_categories<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let names = text(scope, &args, 0)?;
    let names: Vec<_> = names.split('\0').filter(|name| !name.is_empty()).collect();
    let given = &runtime(scope).settings.options;
    if !names.is_empty() && !trace_events::is_on() {
        let file = trace_events::first_file(given);
        let permission = Permission::FileSystemWrite;
        check_path(scope, permission, Path::new(&file), Wording::Option)?;
    }
    trace_events::set_categories(given, names.into_iter().map(String::from).collect());
    Ok(())
}

/// `watch()`: has the loop and the engine watched for what is on.
fn watch<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    let runtime = runtime(scope);
    if trace_events::is_on() {
        runtime.trace_watch();
    }
    runtime.trace_collections();
    Ok(())
}

/// `nameThreads()`
fn name_threads<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    runtime(scope).trace_threads();
    Ok(())
}

/// `metadata(name, args)`: `args` is JSON.
fn metadata<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let (name, given) = (text(scope, &args, 0)?, text(scope, &args, 1)?);
    trace_events::tell_metadata(&name, None, &given);
    Ok(())
}

/// `emit(phase, category, name, id, args)`: `args` is JSON, without a number as `id` there is none.
fn emit<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let phase = text(scope, &args, 0)?.chars().next().unwrap_or('I');
    let (category, name) = (text(scope, &args, 1)?, text(scope, &args, 2)?);
    let id = args.get(scope, 3).as_number().map(|id| id as u64);
    let given = text(scope, &args, 4)?;
    trace_events::tell_known(&Event {
        id,
        args: &given,
        ..Event::now(phase, &category, &name)
    });
    Ok(())
}

/// `begin()`: something begins that `end` tells of.
fn begin<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    let watch = runtime(scope).trace_watch();
    watch.spans.borrow_mut().push(Moment::now());
    Ok(())
}

/// `end(category, name)`: what was begun last has ended.
fn end<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let (category, name) = (text(scope, &args, 0)?, text(scope, &args, 1)?);
    let begun = runtime(scope).trace_watch().spans.borrow_mut().pop();
    if let Some(begun) = begun {
        trace_events::tell_known(&Event::since(begun, &category, &name));
    }
    Ok(())
}

/// `job(name)`: the job whose callback runs was one of these.
fn job<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let name = text(scope, &args, 0)?;
    runtime(scope).trace_watch().tell_job(&name);
    Ok(())
}
