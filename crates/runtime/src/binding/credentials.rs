//! `binding('credentials')`: whose process this is, and what program it runs. Errors are negative numbers.

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::system::{self, Identity};

use super::permission::check_argument;
use super::stream::status;
use crate::asked::define_asking;
use crate::permission::Permission;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define_asking(scope, object, "userId", user_id)?;
    define_asking(scope, object, "groupId", group_id)?;
    define_asking(scope, object, "userName", user_name)?;
    define_asking(scope, object, "setIdentity", set_identity)?;
    define_asking(scope, object, "setGroups", set_groups)?;
    define_asking(scope, object, "initGroups", init_groups)?;
    define_asking(scope, object, "execve", execve)
}

/// `userId(name)`: the number of a user, -1 if there is none.
fn user_id<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    Ok(system::user_id(name).map_or(-1.0, f64::from))
}

/// `groupId(name)`: the number of a group, -1 if there is none.
fn group_id<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    Ok(system::group_id(name).map_or(-1.0, f64::from))
}

/// `userName(uid)`: undefined if there is no such user.
fn user_name<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let uid = args.get(scope, 0).as_u32().unwrap_or(u32::MAX);
    match system::user(uid) {
        Ok(user) => scope.string(&user.name.to_string_lossy()).map(Some),
        Err(_) => Ok(None),
    }
}

/// `setIdentity(which, id)`: 0 is the user, 1 the effective user, 2 the group, 3 the effective group.
fn set_identity<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let which = match args.get(scope, 0).as_i32() {
        Some(0) => Identity::User,
        Some(1) => Identity::EffectiveUser,
        Some(2) => Identity::Group,
        _ => Identity::EffectiveGroup,
    };
    let id = args.get(scope, 1).as_u32().unwrap_or(u32::MAX);
    Ok(status(system::set_identity(which, id)))
}

/// `setGroups(ids)`
fn set_groups<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let list = args.get(scope, 0);
    let mut ids = Vec::new();
    for index in 0..list.array_length(scope)?.unwrap_or(0) {
        ids.extend(list.get_index(scope, index)?.as_u32());
    }
    Ok(status(system::set_groups(&ids)))
}

/// `initGroups(userName, groupId)`
fn init_groups<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let user = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let group = args.get(scope, 1).as_u32().unwrap_or(u32::MAX);
    Ok(status(system::init_groups(user, group)))
}

/// `execve(path, args, env)`: comes back only if it failed.
fn execve<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    check_argument(scope, Permission::ChildProcess, &args, 0)?;
    let path = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let list = args.get(scope, 1);
    let arguments = super::child::texts(scope, list)?;
    let list = args.get(scope, 2);
    let env = super::child::texts(scope, list)?;
    let error = system::replace_program(path, &arguments, &env);
    Ok(status(Err(error)))
}
