//! Watching a file by asking for its state again and again, which works on every file system.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::{Key, Source, handle};
use crate::Loop;
use crate::observe::Kind;
use crate::work::fs::{self, FsError, FsResult, Stat};

type Callback = RefCell<dyn FnMut(&Loop, StatPoll, &Stat, FsResult<&Stat>)>;

/// Calls back when what is known of a file has changed, or when it can no longer be found out. The pool
/// looks at the file, at intervals.
///
/// The callback gets what was known before, all zero at first, and what is known now or why nothing is.
/// An error is reported once, until there is another one or the file is back. That a file was accessed
/// or linked is no change.
///
/// ```no_run
/// use rondo_loop::{Loop, Mode, StatPoll};
///
/// let lp = Loop::new()?;
/// let poll = StatPoll::new(&lp, |_, _, before, now| match now {
///     Ok(now) => println!("from {} to {} bytes", before.size, now.size),
///     Err(error) => println!("{error}"),
/// });
/// poll.start(&lp, "/var/log/messages".as_ref(), 1000);
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StatPoll(Key);

handle!(StatPoll);

/// What was found the last time.
#[derive(Clone, Copy)]
enum Last {
    Nothing,
    Found,
    Failed(FsError),
}

/// What a [`StatPoll`] handle keeps.
struct Polling {
    callback: Rc<Callback>,
    /// None while stopped.
    path: RefCell<Option<Arc<Path>>>,
    interval: Cell<u64>,
    /// Counts starts, so that a result that comes after a stop is not taken for one of the next start.
    epoch: Cell<u32>,
    asked_at: Cell<u64>,
    last: Cell<Last>,
    stat: Cell<Stat>,
}

impl StatPoll {
    /// Makes a handle with the callback that it will run. It is not started yet.
    pub fn new(
        lp: &Loop,
        callback: impl FnMut(&Loop, StatPoll, &Stat, FsResult<&Stat>) + 'static,
    ) -> StatPoll {
        let polling = Polling {
            callback: Rc::new(RefCell::new(callback)),
            path: RefCell::new(None),
            interval: Cell::new(0),
            epoch: Cell::new(0),
            asked_at: Cell::new(0),
            last: Cell::new(Last::Nothing),
            stat: Cell::default(),
        };
        StatPoll(lp.add_source(Kind::StatPoll, Rc::new(polling)))
    }

    /// Starts to look at a file, now and every so many milliseconds, at least 1. Does nothing if the
    /// handle is started already.
    pub fn start(self, lp: &Loop, path: &Path, interval: u64) {
        let Some(polling) = lp.source::<Polling>(self.0) else {
            return;
        };
        if polling.path.borrow().is_some() {
            return;
        }
        polling.path.replace(Some(path.into()));
        polling.interval.set(interval.max(1));
        polling.epoch.set(polling.epoch.get() + 1);
        polling.last.set(Last::Nothing);
        polling.stat.set(Stat::default());
        lp.set_active(self.0, true);
        polling.ask(lp, self.0);
    }

    /// Stops the handle; it can be started again.
    pub fn stop(self, lp: &Loop) {
        if let Some(polling) = lp.source::<Polling>(self.0) {
            polling.stop(lp, self.0);
        }
    }

    /// What is looked at; none if the handle is stopped.
    pub fn path(self, lp: &Loop) -> Option<PathBuf> {
        let polling = lp.source::<Polling>(self.0)?;
        let path = polling.path.borrow();
        path.as_deref().map(Path::to_path_buf)
    }
}

impl Polling {
    fn stop(&self, lp: &Loop, key: Key) {
        if self.path.take().is_some() {
            lp.core.wheel.borrow_mut().remove(key.slot);
            lp.set_active(key, false);
        }
    }

    /// Has the pool look at the file.
    fn ask(&self, lp: &Loop, key: Key) {
        let Some(path) = self.path.borrow().clone() else {
            return;
        };
        self.asked_at.set(lp.now());
        let epoch = self.epoch.get();
        lp.queue_work(
            move || fs::stat(&path),
            move |lp, result| {
                if let Some(polling) = lp.source::<Polling>(key)
                    && let Ok(found) = result
                    && polling.epoch.get() == epoch
                    && polling.path.borrow().is_some()
                {
                    polling.answer(lp, key, found);
                }
            },
        );
    }

    /// Tells of what has changed, and arranges for the next look.
    fn answer(&self, lp: &Loop, key: Key, found: FsResult<Stat>) {
        // Such that looks are as far apart as asked for, however long each takes.
        let interval = self.interval.get();
        let late = (lp.now() - self.asked_at.get()) % interval;
        let due = lp.now().saturating_add(interval - late);
        lp.core.wheel.borrow_mut().insert(key.slot, due);

        let before = self.stat.get();
        let last = self.last.get();
        match found {
            Ok(now) => {
                self.last.set(Last::Found);
                self.stat.set(now);
                let is_news = match last {
                    Last::Nothing => false,
                    Last::Found => !is_same(&before, &now),
                    Last::Failed(_) => true,
                };
                if is_news {
                    self.call(lp, key, &before, Ok(&now));
                }
            }
            Err(error) => {
                self.last.set(Last::Failed(error));
                let is_known = matches!(last, Last::Failed(last) if last.code == error.code);
                if !is_known {
                    self.call(lp, key, &before, Err(error));
                }
            }
        }
    }

    fn call(&self, lp: &Loop, key: Key, before: &Stat, now: FsResult<&Stat>) {
        let callback = self.callback.clone();
        // It is free: a loop does not run inside itself.
        let mut callback = callback.borrow_mut();
        let by = lp.scheduled_by(key);
        lp.call(Kind::StatPoll, by, || {
            callback(lp, StatPoll(key), before, now);
        });
    }
}

/// Whether nothing has changed that counts.
fn is_same(before: &Stat, now: &Stat) -> bool {
    let ignored = Stat {
        atime: before.atime,
        nlink: before.nlink,
        rdev: before.rdev,
        blksize: before.blksize,
        blocks: before.blocks,
        ..*now
    };
    *before == ignored
}

impl Source for Polling {
    fn due(self: Rc<Self>, lp: &Loop, key: Key) {
        self.ask(lp, key);
    }

    fn close(&self, lp: &Loop, key: Key) {
        self.stop(lp, key);
    }
}
