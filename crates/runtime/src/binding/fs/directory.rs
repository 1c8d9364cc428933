//! Directories: listing, making, removing.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::work::fs::{self, FileKind};

use super::arguments::{Use, path, unchecked_path, unsigned};
use super::define;
use super::failure::{Failure, Outcome, at};
use super::request::perform;
use super::value::{Encoding, nothing};
use crate::binding::permission::{check_tree, define_guarded};
use crate::permission::Permission;

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    define_guarded(scope, object, "readdir", readdir)?;
    define(scope, object, "mkdir", mkdir)?;
    define_guarded(scope, object, "mkdtemp", mkdtemp)?;
    define(scope, object, "rmdir", rmdir)
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

/// A name, the folder it is in as seen from the one that was listed, and the kind of file.
struct Entry {
    folder: PathBuf,
    name: OsString,
    kind: FileKind,
}

/// `readdir(path, encoding, withTypes, recursive, callback)`: the names, of a whole tree with the
/// way to them; with types `[names, types]`, of a whole tree `[names, types, folders]`
fn readdir<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Read)?;
    let encoding = Encoding::of(args.get(scope, 1));
    let with_types = args.get(scope, 2).truthy();
    let recursive = args.get(scope, 3).truthy();
    if recursive {
        check_tree(scope, Permission::FileSystemRead, &path)?;
    }
    let callback = args.get(scope, 4);
    let job = move || {
        if recursive {
            list_tree(&path)
        } else {
            list(&path, PathBuf::new())
        }
    };
    perform(scope, callback, job, move |scope, entries| {
        let result = if with_types {
            typed_entries(scope, entries, encoding, recursive)
        } else {
            names(
                scope,
                entries
                    .into_iter()
                    .map(|entry| entry.folder.join(entry.name)),
                encoding,
            )
        };
        result.map(Some)
    })
}

/// What is in the folder `folder` of `root`.
fn list(root: &Path, folder: PathBuf) -> Outcome<Vec<Entry>> {
    let path = if folder.as_os_str().is_empty() {
        root.to_path_buf()
    } else {
        root.join(&folder)
    };
    let found = at(path, fs::read_dir)?;
    Ok(found
        .into_iter()
        .map(|entry| Entry {
            folder: folder.clone(),
            name: entry.name,
            kind: entry.kind,
        })
        .collect())
}

/// What is in a folder and below it, the nearest first. Links to folders are followed; where they
/// lead round in a circle the system ends it.
fn list_tree(root: &Path) -> Outcome<Vec<Entry>> {
    let mut all = Vec::new();
    let mut folders = VecDeque::from([PathBuf::new()]);
    while let Some(folder) = folders.pop_front() {
        for entry in list(root, folder)? {
            let way = entry.folder.join(&entry.name);
            let leads_on = match entry.kind {
                FileKind::Dir => true,
                FileKind::Link => fs::kind(&root.join(&way)) == Some(FileKind::Dir),
                _ => false,
            };
            if leads_on {
                folders.push_back(way);
            }
            all.push(entry);
        }
    }
    Ok(all)
}

fn names<'s>(
    scope: &mut Scope<'s>,
    names: impl Iterator<Item = PathBuf>,
    encoding: Encoding,
) -> JsResult<Local<'s>> {
    let mut list = Vec::with_capacity(names.size_hint().0);
    for name in names {
        list.push(encoding.path(scope, name)?);
    }
    scope.array(&list)
}

fn typed_entries<'s>(
    scope: &mut Scope<'s>,
    entries: Vec<Entry>,
    encoding: Encoding,
    recursive: bool,
) -> JsResult<Local<'s>> {
    let kinds: Vec<_> = entries
        .iter()
        .map(|entry| scope.number(f64::from(entry.kind as u8)))
        .collect();
    let kinds = scope.array(&kinds)?;
    let mut folders = Vec::new();
    if recursive {
        folders.extend(entries.iter().map(|entry| entry.folder.clone()));
    }
    let names_list = names(
        scope,
        entries.into_iter().map(|entry| entry.name.into()),
        encoding,
    )?;
    if !recursive {
        return scope.array(&[names_list, kinds]);
    }
    let folders = names(scope, folders.into_iter(), encoding)?;
    scope.array(&[names_list, kinds, folders])
}

/// `mkdir(path, mode, recursive, callback)`: if recursive, the first folder that was made
fn mkdir<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Write)?;
    let mode = unsigned(args.get(scope, 1));
    let recursive = args.get(scope, 2).truthy();
    let callback = args.get(scope, 3);
    let job = move || {
        at(path, |path| {
            if recursive {
                fs::mkdir_all(path, mode)
            } else {
                fs::mkdir(path, mode).map(|()| None)
            }
        })
    };
    perform(scope, callback, job, |scope, first| {
        first
            .map(|path| Encoding::Utf8.path(scope, path))
            .transpose()
    })
}

/// `mkdtemp(prefix, encoding, callback)`: the path of the new folder
fn mkdtemp<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let prefix = unchecked_path(scope, args.get(scope, 0))?;
    let template = [prefix.as_os_str().as_bytes(), b"XXXXXX"].concat();
    let template = PathBuf::from(OsString::from_vec(template));
    Use::Write.check(scope, &template)?;
    let encoding = Encoding::of(args.get(scope, 1));
    let callback = args.get(scope, 2);
    let job = move || fs::mkdtemp(&prefix).map_err(|error| Failure::from(error).at(template));
    perform(scope, callback, job, move |scope, path| {
        encoding.path(scope, path).map(Some)
    })
}

/// `rmdir(path, callback)`
fn rmdir<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Write)?;
    let callback = args.get(scope, 1);
    perform(scope, callback, move || at(path, fs::rmdir), nothing)
}
