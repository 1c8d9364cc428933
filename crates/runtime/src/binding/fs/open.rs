//! Opening, closing, syncing, truncating.

use std::os::fd::IntoRawFd;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::work::fs;

use super::arguments::{Use, fd, fd_number, path, unsigned};
use super::define;
use super::failure::{Failure, at};
use super::open_files::OpenFiles;
use super::request::perform;
use super::value::{nothing, number};
use crate::binding::permission::{check_unlimited, define_guarded};
use crate::descriptor;

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    define_guarded(scope, object, "open", open)?;
    define(scope, object, "close", close)?;
    define_guarded(scope, object, "fsync", fsync)?;
    define_guarded(scope, object, "fdatasync", fdatasync)?;
    define(scope, object, "ftruncate", ftruncate)?;
    define_guarded(scope, object, "truncate", truncate)
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

/// `open(path, flags, mode, callback)`: the descriptor
fn open<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let flags = args.get(scope, 1).as_i32().unwrap_or(0);
    let path = path(scope, args.get(scope, 0), Use::of_flags(flags))?;
    let mode = unsigned(args.get(scope, 2));
    let callback = args.get(scope, 3);
    perform(
        scope,
        callback,
        move || {
            at(path, |path| {
                fs::open(path, flags, mode).map(IntoRawFd::into_raw_fd)
            })
        },
        |scope, descriptor| {
            OpenFiles::opened(scope, descriptor)?;
            number(scope, descriptor)
        },
    )
}

/// `close(fd, callback)`
fn close<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let number = fd_number(args.get(scope, 0));
    let callback = args.get(scope, 1);
    OpenFiles::closes(scope, number)?;
    let job = move || Ok(fs::close(descriptor::own(number))?);
    perform(scope, callback, job, nothing)
}

/// `fsync(fd, callback)`
fn fsync<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    check_unlimited(scope, "fsync")?;
    let fd = fd(args.get(scope, 0));
    let callback = args.get(scope, 1);
    perform(scope, callback, move || Ok(fs::fsync(fd)?), nothing)
}

/// `fdatasync(fd, callback)`
fn fdatasync<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    check_unlimited(scope, "fdatasync")?;
    let fd = fd(args.get(scope, 0));
    let callback = args.get(scope, 1);
    perform(scope, callback, move || Ok(fs::fdatasync(fd)?), nothing)
}

/// `ftruncate(fd, length, callback)`
fn ftruncate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let fd = fd(args.get(scope, 0));
    let length = length(args.get(scope, 1));
    let callback = args.get(scope, 2);
    perform(
        scope,
        callback,
        move || Ok(fs::ftruncate(fd, length)?),
        nothing,
    )
}

/// `truncate(path, length, callback)`
fn truncate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::ReadAndWrite)?;
    let length = length(args.get(scope, 1));
    let callback = args.get(scope, 2);
    let job =
        move || fs::truncate(&path, length).map_err(|error| Failure::from(error).opening(path));
    perform(scope, callback, job, nothing)
}

fn length(value: Local<'_>) -> u64 {
    value.as_number().unwrap_or(0.0) as u64
}
