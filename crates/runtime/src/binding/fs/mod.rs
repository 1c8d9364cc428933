//! `binding('fs')`: files. A subject, a file.
//!
//! Every operation takes a callback as its last argument. Without one it is done at once: it
//! returns its result or throws. With one the pool does it, and the callback is called in the poll
//! phase: `callback(error)` or `callback(null, result)`, `callback(null)` where there is no result.

mod arguments;
mod attribute;
mod directory;
mod failure;
mod name;
mod open;
mod open_directory;
mod open_files;
mod read_write;
mod request;
mod stat;
mod value;
mod watch;
mod whole;

use std::cell::OnceCell;

use rondo_engine::{JsResult, Local, Persistent, Scope, SharedCells};
use rustix::fs::OFlags;

pub(crate) use open_files::OpenFiles;

use super::define;
use crate::runtime::runtime;

/// What the binding keeps between calls.
#[derive(Default)]
pub(crate) struct State {
    /// Where a stat leaves its numbers for JavaScript.
    numbers: OnceCell<SharedCells<f64>>,
    /// What the script can do with something that watches.
    watch_prototype: OnceCell<Persistent>,
    /// What a worker has opened.
    pub(crate) open_files: OpenFiles,
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    let (cells, view) = scope.shared_float64(stat::FIELDS)?;
    let _ = runtime(scope).state.fs.numbers.set(cells);
    object.set_property(scope, "statNumbers", view)?;
    let flags = open_flags(scope)?;
    object.set_property(scope, "openFlags", flags)?;
    attribute::define_all(scope, object)?;
    open_directory::define_all(scope, object)?;
    directory::define_all(scope, object)?;
    name::define_all(scope, object)?;
    open::define_all(scope, object)?;
    stat::define_all(scope, object)?;
    read_write::define_all(scope, object)?;
    watch::define_all(scope, object)?;
    whole::define_all(scope, object)
}

/// The flags of `open` that differ from system to system, in Node's order.
fn open_flags<'s>(scope: &mut Scope<'s>) -> JsResult<Local<'s>> {
    const NAMES: [(&str, OFlags); 12] = [
        ("O_CREAT", OFlags::CREATE),
        ("O_EXCL", OFlags::EXCL),
        ("O_NOCTTY", OFlags::NOCTTY),
        ("O_TRUNC", OFlags::TRUNC),
        ("O_APPEND", OFlags::APPEND),
        ("O_DIRECTORY", OFlags::DIRECTORY),
        ("O_NOATIME", OFlags::NOATIME),
        ("O_NOFOLLOW", OFlags::NOFOLLOW),
        ("O_SYNC", OFlags::SYNC),
        // rustix has the bits of O_SYNC under this name.
        ("O_DSYNC", OFlags::from_bits_retain(0o10000)),
        ("O_DIRECT", OFlags::DIRECT),
        ("O_NONBLOCK", OFlags::NONBLOCK),
    ];
    let object = scope.object()?;
    for (name, flag) in NAMES {
        let bits = scope.number(f64::from(flag.bits()));
        object.set_property(scope, name, bits)?;
    }
    Ok(object)
}
