//! Watching whole trees: every folder has a watch of its own, and new ones are followed as they appear.
//!
//! A new folder may have got files before it is watched. So it is watched first and then looked through,
//! and what is found is reported as new. A file made in between is found, and has an event too: that
//! event is not reported.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustix::fs::inotify::ReadFlags;
use rustix::io::Errno;

use super::WatchState;
use super::inotify::Member;
use crate::Loop;
use crate::handle::Key;
use crate::seam;

/// Which folders' contents are reported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reported {
    /// None: it was all there at the start.
    None,
    /// Those that were not watched; they are reported themselves too.
    Unknown,
    /// Those that were not reported: the folder at the top is known to be new, though it may have been
    /// watched since the start if it was made right then.
    New,
}

/// Begins to watch what a watch is about, with all that is below if it is to.
pub(super) fn watch_root(
    lp: &Loop,
    key: Key,
    state: &WatchState,
    is_recursive: bool,
) -> Result<(), Errno> {
    let root = state.root().ok_or(Errno::INVAL)?;
    let member = Member::new(key, PathBuf::new(), is_recursive);
    let (wd, _) = lp.core.watches.add(lp, &root, false, member)?;
    state.nodes.borrow_mut().insert(PathBuf::new(), wd);
    if is_recursive {
        let tree = Tree {
            lp,
            key,
            state,
            root,
        };
        tree.walk(tree.top_folders(), Reported::None)?;
    }
    Ok(())
}

/// Watches a folder that has appeared in a tree, given by its path from there, with all folders below,
/// and reports what is in them.
pub(super) fn follow(lp: &Loop, key: Key, folder: PathBuf) {
    with_tree(lp, key, |tree| tree.walk(vec![folder], Reported::New));
}

/// Looks through a whole tree for folders that are not watched, and reports what is in them.
pub(super) fn search(lp: &Loop, key: Key) {
    with_tree(lp, key, |tree| {
        tree.walk(tree.top_folders(), Reported::Unknown)
    });
}

/// Does something with the tree of a watch, if it is started, and reports the error.
fn with_tree(lp: &Loop, key: Key, work: impl FnOnce(&Tree<'_>) -> Result<(), Errno>) {
    if let Some(state) = lp.source::<WatchState>(key)
        && let Some(root) = state.root()
    {
        let state = &*state;
        let tree = Tree {
            lp,
            key,
            state,
            root,
        };
        if let Err(errno) = work(&tree) {
            lp.core.watches.report(key, state.epoch.get(), Err(errno));
        }
    }
}

/// The tree that a watch is about.
struct Tree<'a> {
    lp: &'a Loop,
    key: Key,
    state: &'a WatchState,
    root: Rc<Path>,
}

impl Tree<'_> {
    fn top_folders(&self) -> Vec<PathBuf> {
        let folders = entries(&self.root).filter(|(_, is_folder)| *is_folder);
        folders.map(|(name, _)| name.into()).collect()
    }

    /// Tells of something that has appeared.
    fn report(&self, path: &Path, is_folder: bool) {
        let mut flags = ReadFlags::CREATE;
        flags.set(ReadFlags::ISDIR, is_folder);
        let (watches, epoch) = (&self.lp.core.watches, self.state.epoch.get());
        watches.report(self.key, epoch, Ok((path.to_path_buf(), flags)));
    }

    /// Watches folders and all folders below.
    fn walk(&self, mut folders: Vec<PathBuf>, reported: Reported) -> Result<(), Errno> {
        let Tree { lp, key, state, .. } = *self;
        let watches = &lp.core.watches;
        while let Some(folder) = folders.pop() {
            let path = self.root.join(&folder);
            let member = Member::new(key, folder.clone(), true);
            let (wd, is_unknown) = match watches.add(lp, &path, true, member) {
                Ok(added) => added,
                // It has gone again, is something else now, or is not for this user to see.
                Err(Errno::NOENT | Errno::NOTDIR | Errno::ACCESS | Errno::LOOP) => continue,
                Err(errno) => return Err(errno),
            };
            state.nodes.borrow_mut().insert(folder.clone(), wd);
            let reports = match reported {
                Reported::None => false,
                Reported::Unknown => is_unknown && !watches.set_reported(wd, key),
                Reported::New => !watches.set_reported(wd, key),
            };
            if reports && reported == Reported::Unknown {
                self.report(&folder, true);
            }
            let mut told = HashSet::new();
            for (name, is_folder) in entries(&path) {
                let entry = folder.join(&name);
                if reports {
                    if !is_folder || reported == Reported::New {
                        self.report(&entry, is_folder);
                    }
                    told.insert(name);
                }
                if is_folder {
                    folders.push(entry);
                }
            }
            if !told.is_empty() {
                watches.set_told(wd, key, told);
            }
        }
        Ok(())
    }
}

/// No longer watches a folder that has left a tree, nor what is below.
pub(super) fn forget(lp: &Loop, key: Key, folder: &Path) {
    let Some(state) = lp.source::<WatchState>(key) else {
        return;
    };
    let mut gone = Vec::new();
    state.nodes.borrow_mut().retain(|path, wd| {
        let is_gone = path.starts_with(folder);
        if is_gone {
            gone.push(*wd);
        }
        !is_gone
    });
    for wd in gone {
        lp.core.watches.remove_member(lp, wd, key);
    }
}

/// The names in a folder, and which of them are folders; none if it cannot be read.
fn entries(folder: &Path) -> impl Iterator<Item = (OsString, bool)> {
    let entries: Vec<(OsString, bool)> = seam::ask("watch.entries", || {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let entries = entries.map(|entry| {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            (entry.file_name(), is_folder)
        });
        entries.collect()
    });
    entries.into_iter()
}
