//! Permissions, owners and times.

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::work::fs;

use super::arguments::{Use, fd, path, unsigned};
use super::define;
use super::failure::at;
use super::request::perform;
use super::value::{boolean, nothing};
use crate::binding::permission::{check_unlimited, define_guarded};

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    define_guarded(scope, object, "access", access)?;
    define_guarded(scope, object, "exists", exists)?;
    define(scope, object, "chmod", chmod)?;
    define_guarded(scope, object, "fchmod", fchmod)?;
    define_guarded(scope, object, "chown", chown)?;
    define_guarded(scope, object, "lchown", lchown)?;
    define_guarded(scope, object, "fchown", fchown)?;
    define(scope, object, "utimes", utimes)?;
    define(scope, object, "lutimes", lutimes)?;
    define_guarded(scope, object, "futimes", futimes)
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

/// `access(path, mode, callback)`
fn access<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Read)?;
    let mode = unsigned(args.get(scope, 1));
    let callback = args.get(scope, 2);
    perform(
        scope,
        callback,
        move || at(path, |path| fs::access(path, mode)),
        nothing,
    )
}

/// `exists(path, callback)`: true or false
fn exists<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Read)?;
    let callback = args.get(scope, 1);
    perform(scope, callback, move || Ok(fs::exists(&path)), boolean)
}

/// `chmod(path, mode, callback)`
fn chmod<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Write)?;
    let mode = unsigned(args.get(scope, 1));
    let callback = args.get(scope, 2);
    perform(
        scope,
        callback,
        move || at(path, |path| fs::chmod(path, mode)),
        nothing,
    )
}

/// `fchmod(fd, mode, callback)`
fn fchmod<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    check_unlimited(scope, "fchmod")?;
    let fd = fd(args.get(scope, 0));
    let mode = unsigned(args.get(scope, 1));
    let callback = args.get(scope, 2);
    perform(scope, callback, move || Ok(fs::fchmod(fd, mode)?), nothing)
}

/// `chown(path, uid, gid, callback)`
fn chown<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Write)?;
    let (uid, gid) = owner(scope, args);
    let callback = args.get(scope, 3);
    perform(
        scope,
        callback,
        move || at(path, |path| fs::chown(path, uid, gid)),
        nothing,
    )
}

/// `lchown(path, uid, gid, callback)`
fn lchown<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Write)?;
    let (uid, gid) = owner(scope, args);
    let callback = args.get(scope, 3);
    perform(
        scope,
        callback,
        move || at(path, |path| fs::lchown(path, uid, gid)),
        nothing,
    )
}

/// `fchown(fd, uid, gid, callback)`
fn fchown<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    check_unlimited(scope, "fchown")?;
    let fd = fd(args.get(scope, 0));
    let (uid, gid) = owner(scope, args);
    let callback = args.get(scope, 3);
    perform(
        scope,
        callback,
        move || Ok(fs::fchown(fd, uid, gid)?),
        nothing,
    )
}

fn owner<'s>(scope: &Scope<'s>, args: Args<'s>) -> (u32, u32) {
    (unsigned(args.get(scope, 1)), unsigned(args.get(scope, 2)))
}

/// `utimes(path, atime, mtime, callback)`: times in seconds
fn utimes<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Write)?;
    let (atime, mtime) = times(scope, args);
    let callback = args.get(scope, 3);
    perform(
        scope,
        callback,
        move || at(path, |path| fs::utimes(path, atime, mtime)),
        nothing,
    )
}

/// `lutimes(path, atime, mtime, callback)`
fn lutimes<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Write)?;
    let (atime, mtime) = times(scope, args);
    let callback = args.get(scope, 3);
    perform(
        scope,
        callback,
        move || at(path, |path| fs::lutimes(path, atime, mtime)),
        nothing,
    )
}

/// `futimes(fd, atime, mtime, callback)`
fn futimes<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    check_unlimited(scope, "futimes")?;
    let fd = fd(args.get(scope, 0));
    let (atime, mtime) = times(scope, args);
    let callback = args.get(scope, 3);
    perform(
        scope,
        callback,
        move || Ok(fs::futimes(fd, atime, mtime)?),
        nothing,
    )
}

fn times<'s>(scope: &Scope<'s>, args: Args<'s>) -> (f64, f64) {
    let seconds = |index| args.get(scope, index).as_number().unwrap_or(0.0);
    (seconds(1), seconds(2))
}
