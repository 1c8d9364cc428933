//! The files that a worker has opened by their numbers: those that it leaves open are closed when it ends. A number that
//! comes as no surprise is in the list when it is closed, and not when it is opened; the library is told of all others.

use std::cell::RefCell;
use std::collections::HashSet;
use std::os::fd::RawFd;

use rondo_engine::{JsResult, Local, Persistent, Scope};
use rondo_loop::seam;
use rondo_loop::work::fs;

use crate::descriptor;
use crate::runtime::runtime;

/// The open files of a runtime, once they are counted.
#[derive(Default)]
pub(crate) struct OpenFiles(RefCell<Option<Tracked>>);

struct Tracked {
    files: HashSet<RawFd>,
    surprise: Persistent,
}

impl OpenFiles {
    /// From here on files are counted. `surprise(number, isOpening)` is called when one does not fit in.
    pub(crate) fn track(scope: &mut Scope<'_>, surprise: Local<'_>) {
        let surprise = Persistent::new(scope, surprise);
        let files = HashSet::new();
        runtime(scope)
            .state
            .fs
            .open_files
            .0
            .replace(Some(Tracked { files, surprise }));
    }

    /// A script has opened a file.
    pub(crate) fn opened(scope: &mut Scope<'_>, number: RawFd) -> JsResult<()> {
        match runtime(scope).state.fs.open_files.add(number) {
            true => Ok(()),
            false => OpenFiles::tell(scope, number, true),
        }
    }

    /// A script closes a file.
    pub(crate) fn closes(scope: &mut Scope<'_>, number: RawFd) -> JsResult<()> {
        match runtime(scope).state.fs.open_files.remove(number) {
            true => Ok(()),
            false => OpenFiles::tell(scope, number, false),
        }
    }

    fn tell(scope: &mut Scope<'_>, number: RawFd, is_opening: bool) -> JsResult<()> {
        let surprise = match &*runtime(scope).state.fs.open_files.0.borrow() {
            Some(tracked) => tracked.surprise.get(scope),
            None => return Ok(()),
        };
        let undefined = scope.undefined();
        let arguments = [scope.number(number.into()), scope.boolean(is_opening)];
        scope.call(surprise, undefined, &arguments).map(drop)
    }

    /// Counts a file. False if it was in the list before.
    pub(crate) fn add(&self, number: RawFd) -> bool {
        let mut tracked = self.0.borrow_mut();
        tracked
            .as_mut()
            .is_none_or(|tracked| tracked.files.insert(number))
    }

    /// Counts a file no longer. False if it was not in the list.
    pub(crate) fn remove(&self, number: RawFd) -> bool {
        let mut tracked = self.0.borrow_mut();
        tracked
            .as_mut()
            .is_none_or(|tracked| tracked.files.remove(&number))
    }

    /// Closes those that are left: after the end of the run, so that it is no part of a recording.
    pub(crate) fn close_all(&self) {
        let tracked = self.0.take();
        for number in tracked.into_iter().flat_map(|tracked| tracked.files) {
            let _ = seam::untaped(|| fs::close(descriptor::own(number)));
        }
    }
}
