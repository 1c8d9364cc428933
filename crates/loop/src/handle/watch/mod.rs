//! Watching files and folders for changes. The handle is here; what comes from the system, and how whole
//! trees are watched, has a file each.

mod event;
pub(crate) mod inotify;
mod tree;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustix::io::Errno;

use super::{Key, Source, handle};
use crate::Loop;
use crate::observe::Kind;

/// How to watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WatchOptions {
    /// Watches a folder with all folders below it, those to come included. Links are not followed.
    pub recursive: bool,
}

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change<'a> {
    /// The file: its name in the watched folder, or, below that, its path from there. If the watched
    /// file or folder itself has changed, its own name.
    pub name: &'a Path,
    /// A file has come, gone or got another name. Set for every change of a folder, as libuv does.
    pub renamed: bool,
    /// The file's content has changed, or what is known of it.
    pub changed: bool,
}

type Callback = RefCell<dyn FnMut(&Loop, Watch, io::Result<Change<'_>>)>;

/// Calls back in the poll phase when a file changes, or a file in a folder.
///
/// If changes come faster than they are taken, the system drops some: the callback then gets the error
/// `EOVERFLOW`. If a folder to come cannot be watched because there are too many, it gets `ENOSPC`.
///
/// ```
/// use rondo_loop::{Handle, Loop, Mode, Watch, WatchOptions};
///
/// let folder = std::env::temp_dir().join(format!("watch-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// let lp = Loop::new()?;
/// let watch = Watch::new(&lp, |lp, watch, change| {
///     assert_eq!(change.unwrap().name.to_str(), Some("new"));
///     watch.close(lp, |_| {});
/// });
/// watch.start(&lp, &folder, WatchOptions::default())?;
/// std::fs::write(folder.join("new"), "x")?;
/// lp.run(Mode::Default);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Watch(Key);

handle!(Watch);

/// What a [`Watch`] handle keeps.
pub(crate) struct WatchState {
    callback: Rc<Callback>,
    /// Counts starts, so that what was found before a stop is not reported after it.
    epoch: Cell<u32>,
    /// As given; none while stopped.
    path: RefCell<Option<Rc<Path>>>,
    /// What it watches: paths from the watched one, with the system's numbers for them.
    nodes: RefCell<HashMap<PathBuf, i32>>,
}

impl Watch {
    /// Makes a handle with the callback that it will run. It is not started yet.
    pub fn new(
        lp: &Loop,
        callback: impl FnMut(&Loop, Watch, io::Result<Change<'_>>) + 'static,
    ) -> Watch {
        let state = WatchState {
            callback: Rc::new(RefCell::new(callback)),
            epoch: Cell::new(0),
            path: RefCell::new(None),
            nodes: RefCell::default(),
        };
        Watch(lp.add_source(Kind::Watch, Rc::new(state)))
    }

    /// Starts to watch a file or folder. `EINVAL` if the handle is started already.
    pub fn start(self, lp: &Loop, path: &Path, options: WatchOptions) -> io::Result<()> {
        let state = lp.source::<WatchState>(self.0).ok_or(Errno::BADF)?;
        if state.path.borrow().is_some() {
            return Err(Errno::INVAL.into());
        }
        lp.lets_in("changes of files");
        state.epoch.set(state.epoch.get() + 1);
        // Folders below are found by their paths, also if the current directory has changed.
        let root = if options.recursive {
            std::path::absolute(path)?
        } else {
            path.to_path_buf()
        };
        state.path.replace(Some(root.into()));
        let started = tree::watch_root(lp, self.0, &state, options.recursive);
        if let Err(errno) = started {
            state.stop(lp, self.0);
            return Err(errno.into());
        }
        lp.set_active(self.0, true);
        Ok(())
    }

    /// Stops the handle; it can be started again.
    pub fn stop(self, lp: &Loop) {
        if let Some(state) = lp.source::<WatchState>(self.0) {
            state.stop(lp, self.0);
        }
    }

    /// What is watched; none if the handle is stopped.
    pub fn path(self, lp: &Loop) -> Option<PathBuf> {
        let state = lp.source::<WatchState>(self.0)?;
        let path = state.path.borrow();
        path.as_deref().map(Path::to_path_buf)
    }
}

impl WatchState {
    fn stop(&self, lp: &Loop, key: Key) {
        if self.path.take().is_none() {
            return;
        }
        for wd in self.nodes.take().into_values() {
            lp.core.watches.remove_member(lp, wd, key);
        }
        lp.set_active(key, false);
    }

    /// What is watched.
    fn root(&self) -> Option<Rc<Path>> {
        self.path.borrow().clone()
    }
}

/// The name by which changes of what is watched itself are reported: the last part of its path.
fn own_name(path: &Path) -> &Path {
    Path::new(path.file_name().unwrap_or(path.as_os_str()))
}

impl Source for WatchState {
    fn close(&self, lp: &Loop, key: Key) {
        self.stop(lp, key);
    }
}
