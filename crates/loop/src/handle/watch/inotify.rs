//! What the system reports: one descriptor a loop, whose events are handed to the watches they are about.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::{Errno, retry_on_intr};

use super::{Change, Watch, WatchState, own_name, tree};
use crate::Loop;
use crate::handle::{Key, Ready};
use crate::observe::Kind;
use crate::phase::poll::WATCHES;

/// How many times the system is asked for more before others get their turn.
const ROUNDS: usize = 16;
/// The room for events.
const ROOM: usize = 16 * 1024;
/// The length of an event without its name: number, mask, cookie, length of the name.
const FIXED: usize = 16;

/// A watch that is interested in a file or folder.
pub(super) struct Member {
    key: Key,
    /// The path from what it watches.
    relative: PathBuf,
    is_recursive: bool,
    /// It was told of what is in the folder, for that was new.
    is_reported: bool,
    /// Names that it was told of before their events came.
    told: HashSet<OsString>,
}

impl Member {
    pub(super) fn new(key: Key, relative: PathBuf, is_recursive: bool) -> Self {
        Member {
            key,
            relative,
            is_recursive,
            is_reported: false,
            told: HashSet::new(),
        }
    }

    /// Whether it is what was asked to be watched, not something below.
    fn is_root(&self) -> bool {
        self.relative.as_os_str().is_empty()
    }
}

/// A callback that is to run.
struct Report {
    key: Key,
    epoch: u32,
    what: Result<(PathBuf, ReadFlags), Errno>,
}

/// Events that were read; those before `start` have been dealt with.
struct Unread {
    buffer: [u8; ROOM],
    start: usize,
    end: usize,
}

/// What a loop keeps of watches.
#[derive(Default)]
pub(crate) struct Watches {
    fd: OnceCell<OwnedFd>,
    /// By the system's number, who is interested.
    members: RefCell<HashMap<i32, Vec<Member>>>,
    unread: Cell<Option<Box<Unread>>>,
    reports: RefCell<VecDeque<Report>>,
    /// There are names in some member's `told`.
    has_told: Cell<bool>,
}

impl Watches {
    fn fd(&self) -> Result<&OwnedFd, Errno> {
        if self.fd.get().is_none() {
            let fd = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)?;
            return Ok(self.fd.get_or_init(|| fd));
        }
        self.fd.get().ok_or(Errno::BADF)
    }

    /// Watches a path for a member; gives the system's number of what is there, and whether it is new
    /// to the member's watch.
    pub(super) fn add(
        &self,
        lp: &Loop,
        path: &Path,
        is_below: bool,
        member: Member,
    ) -> Result<(i32, bool), Errno> {
        let mut flags = WatchFlags::ATTRIB
            | WatchFlags::CREATE
            | WatchFlags::MODIFY
            | WatchFlags::DELETE
            | WatchFlags::DELETE_SELF
            | WatchFlags::MOVE_SELF
            | WatchFlags::MOVED_FROM
            | WatchFlags::MOVED_TO;
        if is_below {
            flags |= WatchFlags::ONLYDIR | WatchFlags::DONT_FOLLOW;
        }
        let fd = self.fd()?;
        let mut all = self.members.borrow_mut();
        if all.is_empty() {
            let interest = mio::Interest::READABLE;
            let registered = lp
                .core
                .poller
                .register(fd.as_raw_fd(), WATCHES, interest, false);
            registered.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
        }
        let added = inotify::add_watch(fd, path, flags);
        if let Ok(wd) = added {
            let members = all.entry(wd).or_default();
            let is_same =
                |other: &Member| other.key == member.key && other.relative == member.relative;
            if members.iter().any(is_same) {
                return Ok((wd, false));
            }
            members.push(member);
        } else if all.is_empty() {
            lp.core.poller.deregister(fd.as_raw_fd());
        }
        Ok((added?, true))
    }

    /// Ends the interest of a watch.
    pub(super) fn remove_member(&self, lp: &Loop, wd: i32, key: Key) {
        let mut all = self.members.borrow_mut();
        let Some(members) = all.get_mut(&wd) else {
            return;
        };
        members.retain(|member| member.key != key);
        if !members.is_empty() {
            return;
        }
        all.remove(&wd);
        if let Some(fd) = self.fd.get() {
            // Fails only if the system has removed it by itself.
            let _ = inotify::remove_watch(fd, wd);
            if all.is_empty() {
                lp.core.poller.deregister(fd.as_raw_fd());
            }
        }
    }

    /// Has a watch told of something.
    pub(super) fn report(&self, key: Key, epoch: u32, what: Result<(PathBuf, ReadFlags), Errno>) {
        let report = Report { key, epoch, what };
        self.reports.borrow_mut().push_back(report);
    }

    /// Does something with a member.
    fn with_member<T>(
        &self,
        wd: i32,
        key: Key,
        change: impl FnOnce(&mut Member) -> T,
    ) -> Option<T> {
        let mut all = self.members.borrow_mut();
        let mut members = all.get_mut(&wd)?.iter_mut();
        members.find(|member| member.key == key).map(change)
    }

    /// Notes that a watch is told of what is in a folder; says whether it was already.
    pub(super) fn set_reported(&self, wd: i32, key: Key) -> bool {
        let set = |member: &mut Member| std::mem::replace(&mut member.is_reported, true);
        self.with_member(wd, key, set).unwrap_or(true)
    }

    /// Notes names that a watch is told of, though their events may still come.
    pub(super) fn set_told(&self, wd: i32, key: Key, names: HashSet<OsString>) {
        self.has_told.set(true);
        self.with_member(wd, key, |member| member.told = names);
    }

    /// All events have been read: those of names that were told of have come, if they ever do.
    fn forget_told(&self) {
        if self.has_told.replace(false) {
            for member in self.members.borrow_mut().values_mut().flatten() {
                member.told = HashSet::new();
            }
        }
    }
}

/// Puts back what was taken to be worked on, and has the work go on later unless it is done: also when
/// a callback panics.
struct Working<'a> {
    lp: &'a Loop,
    unread: Option<Box<Unread>>,
    is_done: bool,
}

impl Drop for Working<'_> {
    fn drop(&mut self) {
        self.lp.core.watches.unread.set(self.unread.take());
        if !self.is_done {
            self.lp.core.poller.tell_again(WATCHES, Ready::READABLE);
        }
    }
}

/// Runs the callbacks of what the system has to report.
pub(crate) fn run(lp: &Loop) {
    let watches = &lp.core.watches;
    let Some(fd) = watches.fd.get() else { return };
    let unread = watches.unread.take().unwrap_or_else(|| {
        Box::new(Unread {
            buffer: [0; ROOM],
            start: 0,
            end: 0,
        })
    });
    let mut working = Working {
        lp,
        unread: Some(unread),
        is_done: false,
    };
    let Some(unread) = &mut working.unread else {
        return;
    };
    run_reports(lp);
    for _ in 0..ROUNDS {
        run_events(lp, unread);
        unread.start = 0;
        unread.end = 0;
        match retry_on_intr(|| rustix::io::read(fd.as_fd(), &mut unread.buffer)) {
            Ok(count) => unread.end = count,
            Err(_) => {
                watches.forget_told();
                working.is_done = true;
                return;
            }
        }
    }
}

/// Runs the callbacks of events that were read.
fn run_events(lp: &Loop, unread: &mut Unread) {
    while unread.start < unread.end {
        let event = &unread.buffer[unread.start..unread.end];
        let number = |at: usize| {
            let bytes = event.get(at..at + 4).and_then(|bytes| bytes.first_chunk());
            u32::from_ne_bytes(bytes.copied().unwrap_or_default())
        };
        let (wd, mask, len) = (number(0).cast_signed(), number(4), number(12) as usize);
        let name = event.get(FIXED..FIXED + len).unwrap_or_default();
        // The name is padded with zeroes.
        let end = name.iter().position(|&byte| byte == 0);
        let name = OsStr::from_bytes(&name[..end.unwrap_or(name.len())]);
        unread.start += FIXED + len;
        handle_event(lp, wd, ReadFlags::from_bits_retain(mask), name);
        run_reports(lp);
    }
}

/// Finds out who is interested in an event, and tells them.
fn handle_event(lp: &Loop, wd: i32, flags: ReadFlags, name: &OsStr) {
    if flags.contains(ReadFlags::QUEUE_OVERFLOW) {
        return handle_overflow(lp);
    }
    let watches = &lp.core.watches;
    let mut all = watches.members.borrow_mut();
    let Some(members) = all.get_mut(&wd) else {
        return;
    };
    if flags.contains(ReadFlags::IGNORED) {
        let members = all.remove(&wd).unwrap_or_default();
        if all.is_empty()
            && let Some(fd) = watches.fd.get()
        {
            lp.core.poller.deregister(fd.as_raw_fd());
        }
        drop(all);
        return handle_gone(lp, wd, members, flags);
    }
    // Most often it is one, about its own folder: then the name need not be copied.
    if let [only] = &mut **members
        && only.is_root()
        && !(only.is_recursive && flags.contains(ReadFlags::ISDIR))
    {
        let key = only.key;
        drop(all);
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
        return;
    }
    let appeared = flags.intersects(ReadFlags::CREATE | ReadFlags::MOVED_TO);
    let mut folders = Vec::new();
    for member in members {
        if (name.is_empty() && !member.is_root()) || (member.told.remove(name) && appeared) {
            // What is below is reported by the folder that it is in; or it was reported already.
            continue;
        }
        let Some(state) = lp.source::<WatchState>(member.key) else {
            continue;
        };
        let path = if name.is_empty() {
            state
                .root()
                .as_deref()
                .map(own_name)
                .map(Path::to_path_buf)
                .unwrap_or_default()
        } else {
            member.relative.join(name)
        };
        if member.is_recursive && flags.contains(ReadFlags::ISDIR) && !name.is_empty() {
            folders.push((member.key, path.clone()));
        }
        watches.report(member.key, state.epoch.get(), Ok((path, flags)));
    }
    drop(all);
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
    let mut watching = HashMap::new();
    for member in lp.core.watches.members.borrow().values().flatten() {
        watching.insert(member.key, member.is_recursive);
    }
    for (key, is_recursive) in watching {
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
fn run_reports(lp: &Loop) {
    loop {
        let next = lp.core.watches.reports.borrow_mut().pop_front();
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
