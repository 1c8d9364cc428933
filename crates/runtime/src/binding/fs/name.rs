//! Names of files: links, renaming, copying, removing.

use std::path::{Path, PathBuf};

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::work::fs::{self, FsResult, RemoveOptions};
use rustix::io::Errno;

use super::arguments::{Use, path, unchecked_path, unsigned};
use super::define;
use super::failure::{Failure, at, between};
use super::request::perform;
use super::value::{Encoding, boolean, nothing};
use crate::binding::permission::{check_all_files, check_tree, define_guarded};
use crate::permission::Permission;

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    define_guarded(scope, object, "link", link)?;
    define_guarded(scope, object, "symlink", symlink)?;
    define(scope, object, "readlink", readlink)?;
    define_guarded(scope, object, "realpath", realpath)?;
    define_guarded(scope, object, "rename", rename)?;
    define_guarded(scope, object, "copyFile", copy_file)?;
    define_guarded(scope, object, "unlink", unlink)?;
    define_guarded(scope, object, "rm", rm)
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

/// `link(existing, path, callback)`
fn link<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_two(scope, args, Use::ReadAndWrite, fs::link)
}

/// `symlink(target, path, callback)`
fn symlink<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    check_all_files(
        scope,
        "fs.symlink API requires full fs.read and fs.write permissions.",
    )?;
    let target = unchecked_path(scope, args.get(scope, 0))?;
    let path = unchecked_path(scope, args.get(scope, 1))?;
    let callback = args.get(scope, 2);
    let job = move || between(target, path, fs::symlink);
    perform(scope, callback, job, nothing)
}

/// `rename(from, to, callback)`
fn rename<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    with_two(scope, args, Use::ReadAndWrite, fs::rename)
}

fn with_two<'s>(
    scope: &mut Scope<'s>,
    args: Args<'s>,
    usage: Use,
    call: fn(&Path, &Path) -> FsResult<()>,
) -> Returned<'s> {
    let from = path(scope, args.get(scope, 0), usage)?;
    let to = path(scope, args.get(scope, 1), Use::Write)?;
    let callback = args.get(scope, 2);
    perform(scope, callback, move || between(from, to, call), nothing)
}

/// `copyFile(from, to, mode, callback)`
fn copy_file<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let from = path(scope, args.get(scope, 0), Use::Read)?;
    let to = path(scope, args.get(scope, 1), Use::Write)?;
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
    let path = path(scope, args.get(scope, 0), Use::Read)?;
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
    let path = path(scope, args.get(scope, 0), Use::Write)?;
    let callback = args.get(scope, 1);
    perform(scope, callback, move || at(path, fs::unlink), nothing)
}

/// `rm(path, recursive, force, maxRetries, retryDelay, callback)`: true if it is a folder, which
/// only a recursive call removes
fn rm<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Look)?;
    Use::Write.check(scope, &path)?;
    let options = RemoveOptions {
        recursive: args.get(scope, 1).truthy(),
        force: args.get(scope, 2).truthy(),
        max_retries: unsigned(args.get(scope, 3)),
        retry_delay: u64::from(unsigned(args.get(scope, 4))),
    };
    if options.recursive {
        check_tree(scope, Permission::FileSystemWrite, &path)?;
    }
    let callback = args.get(scope, 5);
    let job = move || match fs::remove(&path, options) {
        Ok(()) => Ok(false),
        Err(error) if !options.recursive && error.code == Errno::ISDIR.raw_os_error() => Ok(true),
        Err(error) => Err(Failure::from(error).at(path)),
    };
    perform(scope, callback, job, boolean)
}
