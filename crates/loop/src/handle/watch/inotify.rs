//! What the system reports: one descriptor a loop, and who is interested in what it tells of.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::{Errno, retry_on_intr};

use super::{WatchState, event, tree};
use crate::Loop;
use crate::handle::{Key, Ready};
use crate::phase::poll::WATCHES;
use crate::seam;
use crate::sys;

/// How many times the system is asked for more before others get their turn.
const ROUNDS: usize = 16;
/// The room for events.
const ROOM: usize = 16 * 1024;
/// The length of an event without its name: number, mask, cookie, length of the name.
const FIXED: usize = 16;

/// A watch that is interested in a file or folder.
pub(super) struct Member {
    pub(super) key: Key,
    /// The path from what it watches.
    pub(super) relative: PathBuf,
    pub(super) is_recursive: bool,
    /// It was told of what is in the folder, for that was new.
    is_reported: bool,
    /// Names that it was told of before their events came.
    pub(super) told: HashSet<OsString>,
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
    pub(super) fn is_root(&self) -> bool {
        self.relative.as_os_str().is_empty()
    }
}

/// A callback that is to run.
pub(super) struct Report {
    pub(super) key: Key,
    pub(super) epoch: u32,
    pub(super) what: Result<(PathBuf, ReadFlags), Errno>,
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
            let fd = seam::ask("watch.open", || {
                inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)
            })?;
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
            let poller = &lp.core.poller;
            let registered = poller.register(fd.as_raw_fd(), WATCHES, interest, false);
            registered.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
        }
        let added = seam::ask("watch.add", || inotify::add_watch(fd, path, flags));
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

    /// After a fork: the queue is shared with the parent. Watches what was watched with one of its own; what is
    /// no longer there has no more to tell.
    pub(crate) fn renew(&self, lp: &Loop) -> io::Result<()> {
        let Some(fd) = self.fd.get() else {
            return Ok(());
        };
        let before = self.members.take();
        let anew = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)?;
        sys::replace_fd(fd.as_fd(), anew)?;
        self.unread.take();
        self.reports.take();
        if !before.is_empty() {
            lp.core.poller.forget();
        }
        let members = before.into_values().flatten();
        for root in members.filter(|member| member.relative.as_os_str().is_empty()) {
            if let Some(state) = lp.source::<WatchState>(root.key) {
                state.nodes.take();
                let _ = tree::watch_root(lp, root.key, &state, root.is_recursive);
            }
        }
        Ok(())
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
            let _ = seam::ask("watch.remove", || inotify::remove_watch(fd, wd));
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

    /// Who is interested in something, if it is one that was asked to watch just that; and whether it
    /// watches what is below, too.
    pub(super) fn only_root(&self, wd: i32) -> Option<(Key, bool)> {
        match self.members.borrow().get(&wd).map(Vec::as_slice) {
            Some([only]) if only.is_root() => Some((only.key, only.is_recursive)),
            _ => None,
        }
    }

    /// Calls a function, which may not change who is interested, for all who are.
    pub(super) fn for_each_member(&self, wd: i32, visit: impl FnMut(&mut Member)) {
        let mut all = self.members.borrow_mut();
        all.get_mut(&wd).into_iter().flatten().for_each(visit);
    }

    /// Forgets something that the system no longer watches; gives who was interested.
    pub(super) fn remove_all(&self, lp: &Loop, wd: i32) -> Vec<Member> {
        let mut all = self.members.borrow_mut();
        let members = all.remove(&wd).unwrap_or_default();
        if all.is_empty()
            && !members.is_empty()
            && let Some(fd) = self.fd.get()
        {
            lp.core.poller.deregister(fd.as_raw_fd());
        }
        members
    }

    /// All watches, and whether they watch what is below.
    pub(super) fn watching(&self) -> HashMap<Key, bool> {
        let all = self.members.borrow();
        let members = all.values().flatten();
        members
            .map(|member| (member.key, member.is_recursive))
            .collect()
    }

    /// Takes the first callback that is to run.
    pub(super) fn next_report(&self) -> Option<Report> {
        self.reports.borrow_mut().pop_front()
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
            let poller = &self.lp.core.poller;
            poller.tell_again(WATCHES, Ready::READABLE);
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
    event::run_reports(lp);
    for _ in 0..ROUNDS {
        run_events(lp, unread);
        unread.start = 0;
        unread.end = 0;
        let read = seam::ask_into("watch.read", &mut unread.buffer, |buffer| {
            retry_on_intr(|| rustix::io::read(fd.as_fd(), &mut *buffer))
        });
        match read {
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
        let bytes = &unread.buffer[unread.start..unread.end];
        let number = |at: usize| {
            let number = bytes.get(at..at + 4).and_then(|bytes| bytes.first_chunk());
            u32::from_ne_bytes(number.copied().unwrap_or_default())
        };
        let (wd, mask, len) = (number(0).cast_signed(), number(4), number(12) as usize);
        let name = bytes.get(FIXED..FIXED + len).unwrap_or_default();
        // The name is padded with zeroes.
        let end = name.iter().position(|&byte| byte == 0);
        let name = OsStr::from_bytes(&name[..end.unwrap_or(name.len())]);
        unread.start += FIXED + len;
        event::handle(lp, wd, ReadFlags::from_bits_retain(mask), name);
        event::run_reports(lp);
    }
}
