//! What an event is about, who is interested in it, and what they are told.

use std::ffi::OsStr;
use std::path::Path;

use rustix::fs::inotify::ReadFlags;
use rustix::io::Errno;

use super::inotify::Member;
use super::{Change, Watch, WatchState, own_name, tree};
use crate::Loop;
use crate::handle::Key;
use crate::observe::Kind;

/// Finds out who is interested in an event, and tells them, or has them told.
pub(super) fn handle(lp: &Loop, wd: i32, flags: ReadFlags, name: &OsStr) {
    if flags.contains(ReadFlags::QUEUE_OVERFLOW) {
        return handle_overflow(lp);
    }
    if flags.contains(ReadFlags::IGNORED) {
        let members = lp.core.watches.remove_all(lp, wd);
        return handle_gone(lp, wd, members, flags);
    }
    // Most often it is one, about its own folder: then the name need not be copied.
    let only = lp.core.watches.only_root(wd);
    match only {
        Some((key, is_recursive)) if !(is_recursive && flags.contains(ReadFlags::ISDIR)) => {
            tell(lp, key, flags, name);
        }
        _ => report(lp, wd, flags, name),
    }
}

/// Tells a watch of an event in the folder that it is about, or of that itself.
fn tell(lp: &Loop, key: Key, flags: ReadFlags, name: &OsStr) {
    if let Some(state) = lp.source::<WatchState>(key)
        && let Some(root) = state.root()
    {
        let name = if name.is_empty() {
            own_name(&root)
        } else {
            Path::new(name)
        };
        call(lp, key, &state, Ok(change(name, flags)));
    }
}

/// Has all who are interested told of an event, and follows folders that come and go.
fn report(lp: &Loop, wd: i32, flags: ReadFlags, name: &OsStr) {
    let appeared = flags.intersects(ReadFlags::CREATE | ReadFlags::MOVED_TO);
    let mut folders = Vec::new();
    lp.core.watches.for_each_member(wd, |member| {
        if (name.is_empty() && !member.is_root()) || (member.told.remove(name) && appeared) {
            // What is below is reported by the folder that it is in; or it was reported already.
            return;
        }
        let state = lp.source::<WatchState>(member.key);
        let Some((state, root)) = state.and_then(|state| state.root().map(|root| (state, root)))
        else {
            return;
        };
        let path = if name.is_empty() {
            own_name(&root).to_path_buf()
        } else {
            member.relative.join(name)
        };
        if member.is_recursive && flags.contains(ReadFlags::ISDIR) && !name.is_empty() {
            folders.push((member.key, path.clone()));
        }
        let what = Ok((path, flags));
        lp.core.watches.report(member.key, state.epoch.get(), what);
    });
    for (key, path) in folders {
        if appeared {
            tree::follow(lp, key, path);
        } else if flags.contains(ReadFlags::MOVED_FROM) {
            tree::forget(lp, key, &path);
        }
    }
}

/// The system has dropped events: all watches hear of it, and trees are searched for new folders.
fn handle_overflow(lp: &Loop) {
    for (key, is_recursive) in lp.core.watches.watching() {
        if let Some(state) = lp.source::<WatchState>(key) {
            let epoch = state.epoch.get();
            lp.core.watches.report(key, epoch, Err(Errno::OVERFLOW));
        }
        if is_recursive {
            tree::search(lp, key);
        }
    }
}

/// What was watched is gone, and with it the system's number for it.
fn handle_gone(lp: &Loop, wd: i32, members: Vec<Member>, flags: ReadFlags) {
    for member in members {
        let Some(state) = lp.source::<WatchState>(member.key) else {
            continue;
        };
        let mut nodes = state.nodes.borrow_mut();
        if nodes.get(&member.relative) == Some(&wd) {
            nodes.remove(&member.relative);
        }
        if member.is_root()
            && let Some(root) = state.root()
        {
            let what = Ok((own_name(&root).to_path_buf(), flags));
            lp.core.watches.report(member.key, state.epoch.get(), what);
        }
    }
}

/// What libuv says of an event.
fn change(name: &Path, flags: ReadFlags) -> Change<'_> {
    let content = ReadFlags::ATTRIB | ReadFlags::MODIFY;
    Change {
        name,
        renamed: !flags.difference(content).is_empty(),
        changed: flags.intersects(content),
    }
}

/// Runs the callbacks that wait.
pub(super) fn run_reports(lp: &Loop) {
    loop {
        let next = lp.core.watches.next_report();
        let Some(report) = next else { return };
        let Some(state) = lp.source::<WatchState>(report.key) else {
            continue;
        };
        if state.epoch.get() != report.epoch || state.path.borrow().is_none() {
            continue;
        }
        let what = match &report.what {
            Ok((name, flags)) => Ok(change(name, *flags)),
            Err(errno) => Err(*errno),
        };
        call(lp, report.key, &state, what);
    }
}

fn call(lp: &Loop, key: Key, state: &WatchState, what: Result<Change<'_>, Errno>) {
    let callback = state.callback.clone();
    // It is free: a loop does not run inside itself.
    let mut callback = callback.borrow_mut();
    let by = lp.scheduled_by(key);
    lp.call(Kind::Watch, by, || {
        callback(lp, Watch(key), what.map_err(Into::into));
    });
}
