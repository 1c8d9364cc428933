//! What is known of files and file systems.

use std::path::Path;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::Loop;
use rondo_loop::work::fs::{self, FileRequests, FsResult, Stat, StatFs};
use rustix::io::Errno;

use super::arguments::{Use, fd, path};
use super::define;
use super::failure::{Failure, at};
use super::request::perform;
use crate::binding::permission::define_guarded;
use crate::request::{answer, give};
use crate::runtime::runtime;

/// How many numbers a stat gives.
pub(super) const FIELDS: usize = 18;

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    define_guarded(scope, object, "stat", stat)?;
    define_guarded(scope, object, "lstat", lstat)?;
    define(scope, object, "fstat", fstat)?;
    define_guarded(scope, object, "statfs", statfs)
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

/// `stat(path, bigint, throwIfNoEntry, callback)`: the numbers, or false if nothing is there and
/// that is no error
fn stat<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    stat_path(scope, args, Use::Read, fs::stat, |requests, path, done| {
        requests.stat(path, done);
    })
}

/// `lstat(path, bigint, throwIfNoEntry, callback)`
fn lstat<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    stat_path(scope, args, Use::Look, fs::lstat, |requests, path, done| {
        requests.lstat(path, done);
    })
}

/// Called with what was found.
type Done = Box<dyn FnOnce(&Loop, FsResult<Stat>)>;

fn stat_path<'s>(
    scope: &mut Scope<'s>,
    args: Args<'s>,
    usage: Use,
    look: fn(&Path) -> FsResult<Stat>,
    request: fn(FileRequests<'_>, &Path, Done),
) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), usage)?;
    let bigint = args.get(scope, 1).truthy();
    let necessary = args.get(scope, 2).truthy();
    let callback = args.get(scope, 3);
    let name = path.clone();
    let outcome = move |found: FsResult<Stat>| match found {
        Ok(stat) => Ok(Some(stat)),
        Err(error) if !necessary && is_absence(error.code) => Ok(None),
        Err(error) => Err(Failure::from(error).at(name)),
    };
    if callback.is_undefined() {
        let found = outcome(look(&path));
        return give(scope, found, |scope, found| show_stat(scope, found, bigint));
    }
    let answer = answer(scope, callback, move |scope, found| {
        show_stat(scope, found, bigint)
    });
    let done = move |_: &Loop, found| answer(outcome(found));
    request(runtime(scope).event_loop.fs(), &path, Box::new(done));
    Ok(None)
}

fn is_absence(code: i32) -> bool {
    code == Errno::NOENT.raw_os_error() || code == Errno::NOTDIR.raw_os_error()
}

/// `fstat(fd, bigint, callback)`
fn fstat<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let fd = fd(args.get(scope, 0));
    let bigint = args.get(scope, 1).truthy();
    let callback = args.get(scope, 2);
    let outcome = |found: FsResult<Stat>| found.map(Some).map_err(Failure::from);
    if callback.is_undefined() {
        let found = outcome(fs::fstat(fd));
        return give(scope, found, |scope, found| show_stat(scope, found, bigint));
    }
    let answer = answer(scope, callback, move |scope, found| {
        show_stat(scope, found, bigint)
    });
    let done = move |_: &Loop, found| answer(outcome(found));
    runtime(scope).event_loop.fs().fstat(fd, done);
    Ok(None)
}

/// `statfs(path, bigint, callback)`: eight numbers
fn statfs<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Read)?;
    let bigint = args.get(scope, 1).truthy();
    let callback = args.get(scope, 2);
    perform(
        scope,
        callback,
        move || at(path, fs::statfs),
        move |scope, found| show(scope, system_fields(&found), bigint),
    )
}

fn show_stat<'s>(scope: &mut Scope<'s>, found: Option<Stat>, bigint: bool) -> Returned<'s> {
    match found {
        Some(stat) => show(scope, fields(&stat), bigint),
        None => Ok(Some(scope.boolean(false))),
    }
}

/// In the order of Node's stats: the times are pairs of seconds and nanoseconds.
fn fields(stat: &Stat) -> [i64; FIELDS] {
    [
        stat.dev as i64,
        i64::from(stat.mode),
        stat.nlink as i64,
        i64::from(stat.uid),
        i64::from(stat.gid),
        stat.rdev as i64,
        stat.blksize as i64,
        stat.ino as i64,
        stat.size as i64,
        stat.blocks as i64,
        stat.atime.sec,
        i64::from(stat.atime.nsec),
        stat.mtime.sec,
        i64::from(stat.mtime.nsec),
        stat.ctime.sec,
        i64::from(stat.ctime.nsec),
        stat.birthtime.sec,
        i64::from(stat.birthtime.nsec),
    ]
}

fn system_fields(found: &StatFs) -> [i64; 8] {
    [
        found.kind as i64,
        found.bsize as i64,
        found.frsize as i64,
        found.blocks as i64,
        found.bfree as i64,
        found.bavail as i64,
        found.files as i64,
        found.ffree as i64,
    ]
}

/// The numbers of a stat, in an array of their own.
pub(super) fn numbers<'s>(scope: &mut Scope<'s>, stat: &Stat, bigint: bool) -> JsResult<Local<'s>> {
    let fields = fields(stat);
    if bigint {
        return scope.bigint64_array(&fields);
    }
    let mut numbers = [0.0; FIELDS];
    for (index, &field) in fields.iter().enumerate() {
        numbers[index] = number(index, field);
    }
    scope.float64_array(&numbers)
}

/// A field as a number. The first ten are unsigned in the system's eyes; the times are small either way.
fn number(index: usize, field: i64) -> f64 {
    if index < 10 {
        field as u64 as f64
    } else {
        field as f64
    }
}

/// Numbers go to the shared cells, and true is the result; BigInts are an array of their own.
fn show<'s, const N: usize>(scope: &mut Scope<'s>, fields: [i64; N], bigint: bool) -> Returned<'s> {
    if bigint {
        return scope.bigint64_array(&fields).map(Some);
    }
    if let Some(cells) = runtime(scope).state.fs.numbers.get() {
        for (index, &field) in fields.iter().enumerate() {
            cells.set(index, number(index, field));
        }
    }
    Ok(Some(scope.boolean(true)))
}
