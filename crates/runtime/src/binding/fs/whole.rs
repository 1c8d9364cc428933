//! Whole files at once.

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::work::fs;

use super::arguments::{File, bytes, file, unsigned};
use super::failure::Failure;
use super::request::perform;
use super::value::{Encoding, nothing};
use crate::binding::permission::define_guarded;

/// The most bytes that a script can read at once.
const MOST: u64 = i32::MAX as u64;

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    define_guarded(scope, object, "readFile", read_file)?;
    define_guarded(scope, object, "writeFile", write_file)
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

/// `readFile(file, flags, encoding, callback)`: an ArrayBuffer or a string
fn read_file<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let flags = args.get(scope, 1).as_i32().unwrap_or(0);
    let file = file(scope, args.get(scope, 0), flags)?;
    let encoding = Encoding::of(args.get(scope, 2));
    let callback = args.get(scope, 3);
    // What fails after the opening names the path only to a callback.
    let names_path = !callback.is_undefined();
    let job = move || match file {
        File::Open(fd) => Ok(fs::read_open_file(fd, MOST)?),
        File::At(path) => fs::read_file(&path, flags, MOST).map_err(|error| {
            let failure = Failure::from(error);
            if names_path {
                failure.at(path)
            } else {
                failure.opening(path)
            }
        }),
    };
    perform(scope, callback, job, move |scope, bytes| {
        encoding.decode(scope, bytes).map(Some)
    })
}

/// `writeFile(file, data, flags, mode, callback)`: a string is written as UTF-8
fn write_file<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let flags = args.get(scope, 2).as_i32().unwrap_or(0);
    let file = file(scope, args.get(scope, 0), flags)?;
    let data = bytes(scope, args.get(scope, 1))?;
    let mode = unsigned(args.get(scope, 3));
    let callback = args.get(scope, 4);
    let job = move || match file {
        File::Open(fd) => Ok(fs::write_open_file(fd, &data)?),
        File::At(path) => fs::write_file(&path, &data, flags, mode, false)
            .map_err(|error| Failure::from(error).opening(path)),
    };
    perform(scope, callback, job, nothing)
}
