//! Names of files: links, renaming, copying, removing.

use std::path::{Path, PathBuf};

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::work::fs::{self, FsResult, RemoveOptions};
use rustix::io::Errno;

use super::arguments::{path, unsigned};
use super::define;
use super::failure::{Failure, at, between};
use super::request::perform;
use super::value::{Encoding, boolean, nothing};

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    define(scope, object, "link", link)?;
    define(scope, object, "symlink", symlink)?;
    define(scope, object, "readlink", readlink)?;
    define(scope, object, "realpath", realpath)?;
    define(scope, object, "rename", rename)?;
    define(scope, object, "copyFile", copy_file)?;
    define(scope, object, "unlink", unlink)?;
    define(scope, object, "rm", rm)
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

/// `link(existing, path, callback)`
fn link<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_two(scope, args, fs::link)
}

/// `symlink(target, path, callback)`
fn symlink<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_two(scope, args, fs::symlink)
}

/// `rename(from, to, callback)`
fn rename<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_two(scope, args, fs::rename)
}

fn with_two<'s>(
    scope: &mut Scope<'s>,
    args: Args<'s>,
    call: fn(&Path, &Path) -> FsResult<()>,
) -> Returned<'s> {
    let from = path(scope, args.get(scope, 0))?;
    let to = path(scope, args.get(scope, 1))?;
    let callback = args.get(scope, 2);
    perform(scope, callback, move || between(from, to, call), nothing)
}

/// `copyFile(from, to, mode, callback)`
fn copy_file<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let from = path(scope, args.get(scope, 0))?;
    let to = path(scope, args.get(scope, 1))?;
    let mode = unsigned(args.get(scope, 2));
    let callback = args.get(scope, 3);
    let job = move || between(from, to, |from, to| fs::copy_file(from, to, mode));
    perform(scope, callback, job, nothing)
}

/// `readlink(path, encoding, callback)`: what the link says
fn readlink<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    find(scope, args, fs::readlink)
}

/// `realpath(path, encoding, callback)`
fn realpath<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    find(scope, args, fs::realpath)
}

fn find<'s>(
    scope: &mut Scope<'s>,
    args: Args<'s>,
    call: fn(&Path) -> FsResult<PathBuf>,
) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0))?;
    let encoding = Encoding::of(args.get(scope, 1));
    let callback = args.get(scope, 2);
    perform(
        scope,
        callback,
        move || at(path, call),
        move |scope, found| encoding.path(scope, found).map(Some),
    )
}

/// `unlink(path, callback)`
fn unlink<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0))?;
    let callback = args.get(scope, 1);
    perform(scope, callback, move || at(path, fs::unlink), nothing)
}

/// `rm(path, recursive, force, maxRetries, retryDelay, callback)`: true if it is a folder, which
/// only a recursive call removes
fn rm<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0))?;
    let options = RemoveOptions {
        recursive: args.get(scope, 1).truthy(),
        force: args.get(scope, 2).truthy(),
        max_retries: unsigned(args.get(scope, 3)),
        retry_delay: u64::from(unsigned(args.get(scope, 4))),
    };
    let callback = args.get(scope, 5);
    let job = move || match fs::remove(&path, options) {
        Ok(()) => Ok(false),
        Err(error) if !options.recursive && error.code == Errno::ISDIR.raw_os_error() => Ok(true),
        Err(error) => Err(Failure::from(error).at(path)),
    };
    perform(scope, callback, job, boolean)
}
