//! Readiness of a descriptor: a pipe, a terminal, a socket.

use std::io;
use std::ops::BitOr;
use std::os::fd::{AsFd, AsRawFd};
use std::rc::Rc;

use super::{Detail, Key, handle, shared};
use crate::Loop;
use crate::observe::Kind;

/// What a descriptor is ready for, or what one waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ready(pub(crate) u8);

impl Ready {
    /// Reading, accepting, or learning of an error or of the other side's end.
    pub const READABLE: Ready = Ready(1);
    /// Writing, or learning of an error.
    pub const WRITABLE: Ready = Ready(2);
    /// Urgent data.
    pub const PRIORITY: Ready = Ready(4);
    /// The other side will send no more. Reported along with the others whether or not it was asked for;
    /// who asks for nothing else is told of it alone, and not of what comes before.
    pub const READ_CLOSED: Ready = Ready(8);
    /// The other side will take no more. Reported whether or not it was asked for.
    pub const WRITE_CLOSED: Ready = Ready(16);
    /// An error is to be fetched by a read or write. Reported whether or not it was asked for.
    pub const ERROR: Ready = Ready(32);

    const ASKED: u8 = 1 | 2 | 4;

    /// Whether any of the given is set.
    pub fn has(self, any: Ready) -> bool {
        self.0 & any.0 != 0
    }

    /// Both together.
    pub(crate) fn with(self, more: Ready) -> Ready {
        Ready(self.0 | more.0)
    }

    pub(crate) fn interest(self) -> Option<mio::Interest> {
        if self == Ready::default() {
            return None;
        }
        let all = [
            // The system tells of the end only together with the data before it.
            (Ready::READ_CLOSED, mio::Interest::READABLE),
            (Ready::READABLE, mio::Interest::READABLE),
            (Ready::WRITABLE, mio::Interest::WRITABLE),
            (Ready::PRIORITY, mio::Interest::PRIORITY),
        ];
        let asked = all
            .into_iter()
            .filter(|(ready, _)| self.has(*ready))
            .map(|(_, one)| one);
        // Of errors, and of a side that takes no more, the system tells in any case.
        let asked = asked.reduce(|some, one| some | one);
        Some(asked.unwrap_or(mio::Interest::PRIORITY))
    }

    pub(crate) fn of(event: &mio::event::Event) -> Ready {
        let failed = event.is_error();
        let can_read = event.is_readable() || event.is_read_closed() || failed;
        let can_write = event.is_writable() || event.is_write_closed() || failed;
        [
            (can_read, Ready::READABLE),
            (can_write, Ready::WRITABLE),
            (event.is_priority(), Ready::PRIORITY),
            (event.is_read_closed(), Ready::READ_CLOSED),
            (event.is_write_closed(), Ready::WRITE_CLOSED),
            (failed, Ready::ERROR),
        ]
        .into_iter()
        .filter(|(is_set, _)| *is_set)
        .fold(Ready::default(), |some, (_, one)| some | one)
    }
}

impl BitOr for Ready {
    type Output = Ready;

    fn bitor(self, other: Ready) -> Ready {
        Ready(self.0 | other.0)
    }
}

/// What an [`Io`] handle keeps.
pub(crate) struct Watch {
    source: Rc<dyn AsFd>,
    pub(crate) interest: Ready,
    edge: bool,
    pub(crate) registered: bool,
}

/// Calls back in the poll phase when a descriptor is ready. The handle keeps what has the descriptor until
/// it is gone: a program that goes on to use it passes an `Rc` or `Arc` of it.
///
/// Ordinary files cannot be watched (they are always ready): starting gives `EPERM`. Neither can a
/// descriptor be watched by two handles of a loop at a time: `EEXIST`.
///
/// ```
/// use std::io::Write;
/// use rondo_loop::{Handle, Io, Loop, Mode, Ready};
///
/// let (reader, mut writer) = std::io::pipe()?;
/// let lp = Loop::new()?;
/// let io = Io::new(&lp, reader, |lp, io, ready| {
///     assert!(ready.has(Ready::READABLE));
///     io.close(lp, |_| {});
/// });
/// io.start(&lp, Ready::READABLE)?;
/// writer.write_all(b"x")?;
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Io(Key);

impl Io {
    /// Makes a handle for a descriptor with the callback that it will run. It is not started yet.
    pub fn new(
        lp: &Loop,
        source: impl AsFd + 'static,
        mut callback: impl FnMut(&Loop, Io, Ready) + 'static,
    ) -> Io {
        let watch = Watch {
            source: Rc::new(source),
            interest: Ready::default(),
            edge: false,
            registered: false,
        };
        Io(lp
            .core
            .handles
            .borrow_mut()
            .add(Kind::Io, Detail::Io(Box::new(watch)), |key| {
                shared(move |lp, what| callback(lp, Io(key), Ready(what as u8)))
            }))
    }

    /// Starts the handle, or changes what it waits for: its callback runs every turn in which the
    /// descriptor is ready. Waiting for nothing is the same as stopping.
    pub fn start(self, lp: &Loop, interest: Ready) -> io::Result<()> {
        start(lp, self.0, interest, false)
    }

    /// Starts the handle such that its callback runs only when the descriptor *becomes* ready: cheaper,
    /// for those who read or write until it is no longer. Starting again brings a call if it is ready.
    pub fn start_edge(self, lp: &Loop, interest: Ready) -> io::Result<()> {
        start(lp, self.0, interest, true)
    }

    /// Stops the handle; it can be started again.
    pub fn stop(self, lp: &Loop) {
        stop(lp, self.0);
    }
}

handle!(Io);

fn start(lp: &Loop, key: Key, interest: Ready, edge: bool) -> io::Result<()> {
    let Some(wanted) = interest.interest() else {
        stop(lp, key);
        return Ok(());
    };
    {
        let mut handles = lp.core.handles.borrow_mut();
        let Some(Detail::Io(watch)) = handles.get_mut(key).map(|entry| &mut entry.detail) else {
            return Ok(());
        };
        lp.core.poller.register(
            watch.source.as_fd().as_raw_fd(),
            key,
            wanted,
            watch.registered,
        )?;
        watch.interest = interest;
        watch.edge = edge;
        watch.registered = true;
    }
    lp.set_active(key, true);
    Ok(())
}

pub(crate) fn stop(lp: &Loop, key: Key) {
    if let Some(entry) = lp.core.handles.borrow_mut().get_mut(key)
        && let Detail::Io(watch) = &mut entry.detail
        && std::mem::take(&mut watch.registered)
    {
        lp.core.poller.deregister(watch.source.as_fd().as_raw_fd());
    }
    lp.set_active(key, false);
}

/// Runs the callback of a descriptor that is ready, if that is still of interest.
pub(crate) fn fire(lp: &Loop, key: Key, interest: Ready, ready: Ready) {
    let ready = Ready(ready.0 & (interest.0 | !Ready::ASKED));
    if !ready.has(interest | Ready::ERROR) {
        return;
    }
    let mut after = AfterCall {
        lp,
        key,
        ready,
        panicked: true,
    };
    lp.fire(key, Kind::Io, u32::from(ready.0));
    after.panicked = false;
}

/// Sees to it that the handle is told again of what its callback has left, also by a panic.
struct AfterCall<'a> {
    lp: &'a Loop,
    key: Key,
    ready: Ready,
    panicked: bool,
}

impl Drop for AfterCall<'_> {
    fn drop(&mut self) {
        let is_watched_anew = rearm(self.lp, self.key);
        if self.panicked && !is_watched_anew {
            self.lp.core.poller.tell_again(self.key, self.ready);
        }
    }
}

/// The system tells only of changes. Registering anew makes it tell again if the descriptor is still
/// ready, which is what callers of `start` want. Says whether it does.
fn rearm(lp: &Loop, key: Key) -> bool {
    let handles = lp.core.handles.borrow();
    if let Some(Detail::Io(watch)) = handles.get(key).map(|entry| &entry.detail)
        && watch.registered
        && !watch.edge
        && let Some(wanted) = watch.interest.interest()
    {
        // Fails only if the program has closed the descriptor: then there is nothing to wait for.
        let fd = watch.source.as_fd().as_raw_fd();
        let _ = lp.core.poller.register(fd, key, wanted, true);
        return true;
    }
    false
}
