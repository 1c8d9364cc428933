//! Watching: what the system tells of a file or folder, and what asking for a file's state again and again does.

use std::ffi::CStr;
use std::os::unix::ffi::OsStrExt;

use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};
use rondo_loop::work::fs::{FsResult, Stat};
use rondo_loop::{AnyHandle, Change, Handle, StatPoll, Watch, WatchOptions, errors};
use rustix::io::Errno;

use super::arguments::{Use, path};
use super::define;
use super::stat::numbers;
use super::value::Encoding;
use crate::binding::keeps_alive::{self, KeepsAlive};
use crate::binding::permission::check_tree;
use crate::permission::Permission;
use crate::runtime::runtime;
use crate::turn::{Arguments, Callback};

/// What has changed, in numbers that JavaScript knows; what is negative is an error.
const RENAMED: i32 = 0;
const CHANGED: i32 = 1;

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    let prototype = scope.object()?;
    keeps_alive::methods::<WatchObject>(scope, prototype)?;
    define(scope, prototype, "close", close)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.fs.watch_prototype.set(kept);
    define(scope, object, "watch", watch)?;
    define(scope, object, "watchStat", watch_stat)
}

/// What stands behind a watch in JavaScript. It goes on until it is closed, whether or not the script keeps it.
struct WatchObject(AnyHandle);

impl HostObject for WatchObject {
    const NAME: &'static CStr = c"Watch";
}

impl KeepsAlive for WatchObject {
    type Handle = AnyHandle;

    fn handle(&self) -> Option<AnyHandle> {
        Some(self.0)
    }
}

fn watch_object<'s>(scope: &mut Scope<'s>, handle: AnyHandle) -> JsResult<Local<'s>> {
    let prototype = runtime(scope).state.fs.watch_prototype.get();
    let prototype = prototype.map(|kept| kept.get(scope));
    scope.host_object(WatchObject(handle), prototype)
}

/// `watch(path, recursive, encoding, onchange)`: an object with ref(), unref(), hasRef() and close(), or a negative
/// error number. `onchange(what, name)` is called with 0 for what came, went or has another name, with 1 for what
/// has other content, with a negative error number and no name for an error.
fn watch<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let path = path(scope, args.get(scope, 0), Use::Read)?;
    let options = WatchOptions {
        recursive: args.get(scope, 1).truthy(),
    };
    if options.recursive {
        check_tree(scope, Permission::FileSystemRead, &path)?;
    }
    let encoding = Encoding::of(args.get(scope, 2));
    let callback = Callback::new(scope, args.get(scope, 3));
    let owner = runtime(scope);
    let watch = Watch::new(&owner.event_loop, move |_, _, change| {
        if !is_overflow(&change) {
            callback.call(|scope| change_arguments(scope, change, encoding));
        }
    });
    if let Err(error) = watch.start(&owner.event_loop, &path, options) {
        watch.close(&owner.event_loop, |_| {});
        return Ok(scope.number(f64::from(error_number(&error))));
    }
    watch_object(scope, watch.any())
}

/// The system dropped events. Node's watchers do not hear of that.
fn is_overflow(change: &std::io::Result<Change<'_>>) -> bool {
    let code = Errno::OVERFLOW.raw_os_error();
    matches!(change, Err(error) if error.raw_os_error() == Some(code))
}

fn error_number(error: &std::io::Error) -> i32 {
    let unknown = errors::code("UNKNOWN").unwrap_or(-1);
    error.raw_os_error().map_or(unknown, |code| -code)
}

fn change_arguments<'s>(
    scope: &mut Scope<'s>,
    change: std::io::Result<Change<'_>>,
    encoding: Encoding,
) -> JsResult<Arguments<'s>> {
    match change {
        Ok(change) => {
            let what = if change.renamed { RENAMED } else { CHANGED };
            let what = scope.number(f64::from(what));
            let name = change.name.as_os_str().as_bytes().to_vec();
            let name = encoding.decode(scope, name)?;
            Ok([what, name].into())
        }
        Err(error) => {
            let error = scope.number(f64::from(error_number(&error)));
            Ok([error].into())
        }
    }
}

/// `watchStat(path, interval, bigint, onchange)`: an object as `watch` gives. `onchange(status, now, before)` is called
/// when a file's state has changed, with the numbers of what is known now, all zero if `status` is an error, and of
/// what was known before.
fn watch_stat<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let path = path(scope, args.get(scope, 0), Use::Read)?;
    let interval = args.get(scope, 1).as_number().unwrap_or(0.0) as u64;
    let bigint = args.get(scope, 2).truthy();
    let callback = Callback::new(scope, args.get(scope, 3));
    let owner = runtime(scope);
    let poll = StatPoll::new(&owner.event_loop, move |_, _, before, now| {
        callback.call(|scope| stat_arguments(scope, now, before, bigint));
    });
    poll.start(&owner.event_loop, &path, interval);
    watch_object(scope, poll.any())
}

fn stat_arguments<'s>(
    scope: &mut Scope<'s>,
    now: FsResult<&Stat>,
    before: &Stat,
    bigint: bool,
) -> JsResult<Arguments<'s>> {
    let nothing = Stat::default();
    let (status, now) = match now {
        Ok(now) => (0, now),
        Err(error) => (-error.code, &nothing),
    };
    let status = scope.number(f64::from(status));
    let now = numbers(scope, now, bigint)?;
    let before = numbers(scope, before, bigint)?;
    Ok([status, now, before].into())
}

/// `close()`: ends it for good; nothing is called after that.
fn close<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let handle = args
        .this()
        .host_data::<WatchObject>(scope)
        .map(|object| object.0);
    if let Some(handle) = handle {
        handle.close(&runtime(scope).event_loop, |_| {});
    }
    Ok(())
}
