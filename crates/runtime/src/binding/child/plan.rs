//! What is to be started, as the library tells it.
//!
//! A plan is an object with
//! - `file`, and `args`, of which the first is what the program is told that it is called by;
//! - `env`: a list of texts `name=value`; undefined for the environment of this process;
//! - `moreEnv`: more such texts, or undefined;
//! - `cwd`, `uid` and `gid`, or undefined;
//! - `detached`;
//! - `stdio`: a number for each descriptor of the child: one of [`kind`], or the descriptor here that it inherits.

use rondo_engine::{JsResult, Local, Scope};
use rondo_loop::process::{Command, Stdio};

use crate::binding::permission::check;
use crate::descriptor;
use crate::options::GivenOption;
use crate::permission::{self, Permission};
use crate::runtime::runtime;

/// What stands in `stdio` for other things than a descriptor.
mod kind {
    pub(super) const IGNORE: i32 = -1;
    pub(super) const PIPE: i32 = -2;
    pub(super) const NONBLOCKING_PIPE: i32 = -3;
}

/// The command that a plan describes.
pub(super) fn command(scope: &mut Scope<'_>, plan: Local<'_>) -> JsResult<Command<'static>> {
    let file = plan.get_property(scope, "file")?.as_string(scope)?;
    let file = file.unwrap_or_default();
    check(scope, Permission::ChildProcess, &file)?;
    let mut command = Command::new(file);
    set_arguments(scope, plan, &mut command)?;
    set_environment(scope, plan, &mut command)?;
    let cwd = plan.get_property(scope, "cwd")?.as_string(scope)?;
    if let Some(cwd) = cwd {
        command.current_dir(cwd);
    }
    // The system's numbers of users are unsigned; Node takes those from -2^31 on.
    let uid = plan.get_property(scope, "uid")?.as_i32();
    if let Some(uid) = uid {
        command.uid(uid as u32);
    }
    let gid = plan.get_property(scope, "gid")?.as_i32();
    if let Some(gid) = gid {
        command.gid(gid as u32);
    }
    command.detached(plan.get_property(scope, "detached")?.truthy());
    let stdio = stdio(scope, plan)?;
    command.stdio(stdio);
    Ok(command)
}

fn set_arguments(
    scope: &mut Scope<'_>,
    plan: Local<'_>,
    command: &mut Command<'static>,
) -> JsResult<()> {
    let list = plan.get_property(scope, "args")?;
    let mut args = texts(scope, list)?.into_iter();
    if let Some(name) = args.next() {
        command.arg0(name);
    }
    command.args(args);
    Ok(())
}

fn set_environment(
    scope: &mut Scope<'_>,
    plan: Local<'_>,
    command: &mut Command<'static>,
) -> JsResult<()> {
    let list = plan.get_property(scope, "env")?;
    let lines = texts(scope, list)?;
    let more = plan.get_property(scope, "moreEnv")?;
    let more = texts(scope, more)?;
    let split =
        |lines: &[String]| -> Vec<_> { lines.iter().map(|line| name_and_value(line)).collect() };
    let mut pairs = match list.is_undefined() {
        true => runtime(scope).state.environment.with(<[_]>::to_vec),
        false => split(&lines),
    };
    pairs.extend(split(&more));
    if runtime(scope).permissions.is_some() {
        let list = plan.get_property(scope, "args")?;
        let args = texts(scope, list)?;
        limit(&mut pairs, &args, &runtime(scope).settings.options);
    }
    command.env_exactly(pairs);
    Ok(())
}

/// Has a child limited as this program is, unless it is told its limits.
fn limit(pairs: &mut Vec<(String, String)>, args: &[String], options: &[GivenOption]) {
    const VARIABLE: &str = "NODE_OPTIONS";
    let given = pairs.iter().rposition(|(name, _)| name == VARIABLE);
    let text = given.map_or("", |place| pairs[place].1.as_str());
    if permission::limits(args.iter().map(String::as_str)) || permission::limits(text.split(' ')) {
        return;
    }
    let more = permission::for_children(options);
    let text = match text {
        "" => more,
        text => format!("{text} {more}"),
    };
    match given {
        Some(place) => pairs[place].1 = text,
        None => pairs.push((VARIABLE.into(), text)),
    }
}

fn name_and_value(line: &str) -> (String, String) {
    let (name, value) = line.split_once('=').unwrap_or((line, ""));
    (name.into(), value.into())
}

/// What the child gets as its descriptors.
pub(super) fn stdio(scope: &mut Scope<'_>, plan: Local<'_>) -> JsResult<Vec<Stdio<'static>>> {
    let list = plan.get_property(scope, "stdio")?;
    let count = list.array_length(scope)?.unwrap_or(0);
    let mut stdio = Vec::with_capacity(count as usize);
    for index in 0..count {
        let number = list.get_index(scope, index)?.as_i32();
        stdio.push(match number.unwrap_or(kind::IGNORE) {
            kind::IGNORE => Stdio::Ignore,
            kind::PIPE => Stdio::Pipe,
            kind::NONBLOCKING_PIPE => Stdio::NonblockingPipe,
            fd => Stdio::Inherit(descriptor::borrow(fd)),
        });
    }
    Ok(stdio)
}

/// The texts of a list.
pub(crate) fn texts(scope: &mut Scope<'_>, list: Local<'_>) -> JsResult<Vec<String>> {
    let count = list.array_length(scope)?.unwrap_or(0);
    let mut texts = Vec::with_capacity(count as usize);
    for index in 0..count {
        let text = scope.nested(|scope| list.get_index(scope, index)?.as_string(scope))?;
        texts.push(text.unwrap_or_default());
    }
    Ok(texts)
}
