//! `binding('permission')`, and the guards of the other bindings: whether a program may do what it asks for.
//!
//! A program that is not limited pays for one look at an option.

use std::cell::OnceCell;
use std::ffi::OsStr;
use std::path::Path;

use rondo_engine::{Args, ErrorKind, JsResult, Local, Persistent, Scope, Thrown};

use super::define;
use crate::permission::{Permission, Permissions};
use crate::runtime::runtime;

/// What the binding keeps between calls.
#[derive(Default)]
pub(crate) struct State {
    /// Who tells scripts of what was refused
    teller: OnceCell<Persistent>,
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "state", state)?;
    define(scope, object, "setTeller", set_teller)?;
    define(scope, object, "check", check_scope)?;
    define(scope, object, "has", has)?;
    define(scope, object, "drop", take_back)
}

/// `state()`: 0 if the program is not limited, 1 if it is, 2 if that is only told.
fn state<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<i32> {
    Ok(match &runtime(scope).permissions {
        None => 0,
        Some(permissions) => 1 + i32::from(permissions.only_audits),
    })
}

/// `setTeller(function)`: is called with `(channel, permission, resource, isDrop)`.
fn set_teller<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let teller = Persistent::new(scope, args.get(scope, 0));
    let _ = runtime(scope).state.permission.teller.set(teller);
    Ok(())
}

/// The permission that the first argument names, and the path or name that the second one is.
fn asked<'s>(scope: &Scope<'s>, args: &Args<'s>) -> JsResult<(Option<Permission>, Option<String>)> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let resource = args.get(scope, 1).as_string(scope)?;
    Ok((Permission::of_scope(&name), resource))
}

/// `check(scope, resource)`: throws unless it is granted.
fn check_scope<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let (permission, resource) = asked(scope, &args)?;
    match permission {
        Some(permission) => check(scope, permission, &resource.unwrap_or_default()),
        None => Ok(()),
    }
}

/// `has(scope, resource)`: whether it is granted; with undefined for a file, whether all are.
fn has<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let (permission, resource) = asked(scope, &args)?;
    let (Some(permissions), Some(permission)) = (&runtime(scope).permissions, permission) else {
        return Ok(false);
    };
    let granted = permissions.has(permission, resource.as_deref().map(OsStr::new));
    if !granted {
        tell(scope, permission, &resource.unwrap_or_default(), false)?;
    }
    Ok(granted)
}

/// `drop(scope, resource)`: takes it back for good.
fn take_back<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let (permission, resource) = asked(scope, &args)?;
    if let (Some(permissions), Some(permission)) = (&runtime(scope).permissions, permission) {
        permissions.drop(permission, resource.as_deref().map(OsStr::new));
        tell(scope, permission, &resource.unwrap_or_default(), true)?;
    }
    Ok(())
}

fn tell(
    scope: &mut Scope<'_>,
    permission: Permission,
    resource: &str,
    is_drop: bool,
) -> JsResult<()> {
    let Some(teller) = runtime(scope).state.permission.teller.get() else {
        return Ok(());
    };
    let teller = teller.get(scope);
    let words = permission.words();
    let channel = scope.string(words.channel)?;
    let name = scope.string(words.name)?;
    let resource = scope.string(resource)?;
    let is_drop = scope.boolean(is_drop);
    let this = scope.undefined();
    scope.call(teller, this, &[channel, name, resource, is_drop])?;
    Ok(())
}

/// Throws unless the program may do something that is not about files.
#[inline]
pub(crate) fn check(scope: &mut Scope<'_>, permission: Permission, resource: &str) -> JsResult<()> {
    match &runtime(scope).permissions {
        None => Ok(()),
        Some(permissions) if permissions.has(permission, Some(OsStr::new(resource))) => Ok(()),
        Some(_) => refuse(scope, permission, resource, Wording::Option),
    }
}

/// Likewise; what it is about is the text that an argument is.
#[inline]
pub(crate) fn check_argument<'s>(
    scope: &mut Scope<'s>,
    permission: Permission,
    args: &Args<'s>,
    index: usize,
) -> JsResult<()> {
    if runtime(scope).permissions.is_none() {
        return Ok(());
    }
    let resource = args.get(scope, index).as_string(scope)?;
    check(scope, permission, &resource.unwrap_or_default())
}

/// What the error of a refusal says.
#[derive(Clone, Copy)]
pub(crate) enum Wording {
    /// With the option that grants it
    Option,
    /// Without
    Plain,
}

/// Throws unless the program may use a file.
#[inline]
pub(crate) fn check_path(
    scope: &mut Scope<'_>,
    permission: Permission,
    path: &Path,
    wording: Wording,
) -> JsResult<()> {
    match &runtime(scope).permissions {
        None => Ok(()),
        Some(permissions) if permissions.has(permission, Some(path.as_os_str())) => Ok(()),
        Some(_) => refuse(scope, permission, &path.to_string_lossy(), wording),
    }
}

/// Throws unless the program may use everything in a folder.
pub(crate) fn check_tree(
    scope: &mut Scope<'_>,
    permission: Permission,
    folder: &Path,
) -> JsResult<()> {
    match &runtime(scope).permissions {
        None => Ok(()),
        Some(permissions) if permissions.has_tree(permission, folder) => Ok(()),
        Some(_) => refuse(
            scope,
            permission,
            &folder.to_string_lossy(),
            Wording::Option,
        ),
    }
}

/// Throws, with these words, unless the program may use all files.
pub(crate) fn check_all_files(scope: &mut Scope<'_>, message: &str) -> JsResult<()> {
    let Some(permissions) = &runtime(scope).permissions else {
        return Ok(());
    };
    if permissions.has(Permission::FileSystem, None) {
        return Ok(());
    }
    tell(scope, Permission::FileSystem, "", false)?;
    match permissions.only_audits {
        true => Ok(()),
        false => Err(denied(scope, permissions, message, "", "")),
    }
}

/// Throws if the program is limited at all: what is done with a descriptor cannot be told to be granted.
pub(crate) fn check_unlimited(scope: &mut Scope<'_>, function: &str) -> JsResult<()> {
    let Some(permissions) = &runtime(scope).permissions else {
        return Ok(());
    };
    let message = format!("{function} API is disabled when Permission Model is enabled.");
    Err(denied(scope, permissions, &message, "", ""))
}

#[cold]
fn refuse(
    scope: &mut Scope<'_>,
    permission: Permission,
    resource: &str,
    wording: Wording,
) -> JsResult<()> {
    tell(scope, permission, resource, false)?;
    let Some(permissions) = &runtime(scope).permissions else {
        return Ok(());
    };
    if permissions.only_audits {
        return Ok(());
    }
    let words = permission.words();
    let mut message = "Access to this API has been restricted".to_owned();
    if let Wording::Option = wording {
        message += &format!(". Use {} to manage permissions.", words.option);
    }
    Err(denied(scope, permissions, &message, words.name, resource))
}

fn denied(
    scope: &mut Scope<'_>,
    permissions: &Permissions,
    message: &str,
    permission: &str,
    resource: &str,
) -> Thrown {
    match denial(scope, message, permission, resource) {
        Ok(error) => {
            permissions.has_refused.set(true);
            scope.throw(error)
        }
        Err(thrown) => thrown,
    }
}

fn denial<'s>(
    scope: &mut Scope<'s>,
    message: &str,
    permission: &str,
    resource: &str,
) -> JsResult<Local<'s>> {
    let error = scope.error(ErrorKind::Error, message)?;
    let properties = [
        ("code", "ERR_ACCESS_DENIED"),
        ("permission", permission),
        ("resource", resource),
    ];
    for (name, text) in properties {
        let text = scope.string(text)?;
        error.define_property(scope, name, text, true)?;
    }
    Ok(error)
}

/// Defines an operation whose last argument may be a callback: a refusal goes there at once, and else is thrown.
pub(super) fn define_guarded<F>(
    scope: &mut Scope<'_>,
    object: Local<'_>,
    name: &str,
    native: F,
) -> JsResult<()>
where
    F: for<'s> Fn(&mut Scope<'s>, Args<'s>) -> JsResult<Option<Local<'s>>> + Copy + 'static,
{
    fn typed<F>(function: F) -> F
    where
        F: for<'s> Fn(&mut Scope<'s>, Args<'s>) -> JsResult<Option<Local<'s>>> + Copy + 'static,
    {
        function
    }
    let guarded = typed(move |scope, args| match native(scope, args) {
        Err(thrown) => answer(scope, args, thrown),
        done => done,
    });
    define(scope, object, name, guarded)
}

#[cold]
fn answer<'s>(
    scope: &mut Scope<'s>,
    args: Args<'s>,
    thrown: Thrown,
) -> JsResult<Option<Local<'s>>> {
    let permissions = runtime(scope).permissions.as_ref();
    let is_refusal = permissions.is_some_and(|permissions| permissions.has_refused.take());
    let callback = args.get(scope, args.len().saturating_sub(1));
    if !is_refusal || !callback.is_function() {
        return Err(thrown);
    }
    if let Some(error) = scope.catch(thrown) {
        let this = scope.undefined();
        scope.call(callback, this, &[error])?;
    }
    Ok(None)
}
