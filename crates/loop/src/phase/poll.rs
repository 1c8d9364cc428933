//! The poll phase: waits for descriptors, signals, wake-ups and finished work, and runs their
//! callbacks.
//!
//! The system is asked only if it may know something that the loop does not: as long as the loop need
//! not sleep and watches no descriptor, looking at a flag in memory is enough.

mod taped;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use mio::unix::SourceFd;
use mio::{Events, Interest, Poll, Token};
use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::io::Errno;

use super::{idle, pending};
use crate::Loop;
use crate::arrivals::{self, Arrivals};
use crate::clock::Clock;
use crate::handle::signal::Signals;
use crate::handle::watch::inotify;
use crate::handle::{Detail, Key, Ready, Tag, io as io_handle, signal};
use crate::mailbox::Mailbox;
use crate::observe::WokenBy;
use crate::schedule::Schedule;
use crate::seam;
use crate::spin::{self, Spin};
use crate::sys::{SignalSet, borrow_fd, monotonic_nanos};
use crate::work::trial::{self, Trial};
use crate::work::uring;

/// How many events are taken from the system at a time.
const BATCH: usize = 1024;
/// How many full batches are run in one phase, so that a flood of them cannot starve the rest.
const ROUNDS: u32 = 48;

const WAKE: Token = Token(usize::MAX);
const SIGNAL: Token = Token(usize::MAX - 1);
const RING: Token = Token(usize::MAX - 3);

/// Stands for the descriptor that all watches of files share: no handle has this name.
pub(crate) const WATCHES: Key = Key {
    slot: u32::MAX - 2,
    tag: Tag::RESERVED,
};

/// What the poll phase works with.
pub(crate) struct Poller {
    poll: RefCell<Poll>,
    events: RefCell<Events>,
    /// Descriptors that handles watch.
    sources: Cell<usize>,
    /// What the system reported and is still to be run.
    ready: RefCell<VecDeque<(Key, Ready)>>,
    /// What handles want to be told in the next phase, though the system has nothing new to report.
    again: RefCell<Vec<(Key, Ready)>>,
    pub(crate) mailbox: Arc<Mailbox>,
    pub(crate) arrivals: Arrivals,
    pub(crate) signals: Signals,
    /// Whether to look around for letters before the loop sleeps, and whether for an answer on a channel when it is about to.
    letters: Spin,
    answers: Spin,
    /// Something was written to a channel since the last sleep: whoever reads it may answer soon.
    expects_answer: Cell<bool>,
    /// Signals that do not arrive while the loop sleeps.
    blocked: Option<SignalSet>,
    trial: Trial,
    /// The phase that is under way has waited for something.
    has_slept: Cell<bool>,
    pub(crate) events_waiting: Cell<u64>,
    /// The program waits elsewhere for the loop's descriptor.
    is_awaited: Cell<bool>,
    /// The loop has looked at its timers, to wait for them.
    has_waited: Cell<bool>,
}

/// How the system knows a handle.
fn token(key: Key) -> Token {
    Token((key.tag.number() as usize) << 32 | key.slot as usize)
}

/// A line of the kernel's description of an epoll, if it is of a descriptor that is watched.
fn parse_watched(line: &str) -> Option<(RawFd, u32, u64)> {
    let mut words = line.split_ascii_whitespace();
    let mut after = |label| words.by_ref().find(|word| *word == label).and(words.next());
    let fd = after("tfd:")?.parse().ok()?;
    let flags = u32::from_str_radix(after("events:")?, 16).ok()?;
    let name = u64::from_str_radix(after("data:")?, 16).ok()?;
    Some((fd, flags, name))
}

/// What came of asking the system.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Nothing,
    Some,
    /// As much as fits: there may be more.
    Full,
}

impl Poller {
    pub(crate) fn new(spin: bool, blocked: Option<SignalSet>) -> io::Result<Self> {
        let poll = Poll::new()?;
        let mailbox = Mailbox::new()?;
        let bell = mailbox.bell().as_raw_fd();
        let registry = poll.registry();
        registry.register(&mut SourceFd(&bell), WAKE, Interest::READABLE)?;
        Ok(Poller {
            poll: RefCell::new(poll),
            events: RefCell::new(Events::with_capacity(BATCH)),
            sources: Cell::new(0),
            ready: RefCell::default(),
            again: RefCell::default(),
            mailbox: Arc::new(mailbox),
            arrivals: Arrivals::default(),
            signals: Signals::default(),
            letters: Spin::new(spin, spin::THREADS),
            answers: Spin::new(spin, spin::PROCESSES),
            expects_answer: Cell::new(false),
            blocked,
            trial: Trial::new(),
            has_slept: Cell::new(false),
            events_waiting: Cell::new(0),
            is_awaited: Cell::new(false),
            has_waited: Cell::new(false),
        })
    }

    /// The descriptor that becomes readable when the system has something to report.
    pub(crate) fn as_raw_fd(&self) -> RawFd {
        self.poll.borrow().as_raw_fd()
    }

    /// Has other threads make the descriptor readable, until the loop runs; false if they have news now.
    pub(crate) fn wait_outside(&self) -> bool {
        let may_wait = self.mailbox.fall_asleep();
        self.is_awaited.set(may_wait);
        may_wait
    }

    /// The program no longer waits elsewhere.
    #[inline]
    pub(crate) fn run_begins(&self) {
        if self.is_awaited.take() {
            self.mailbox.awake();
        }
    }

    /// Watches a descriptor, or watches it anew.
    pub(crate) fn register(
        &self,
        fd: RawFd,
        key: Key,
        interest: Interest,
        is_registered: bool,
    ) -> io::Result<()> {
        seam::ask("poll.watch", || {
            let token = token(key);
            let poll = self.poll.borrow();
            if is_registered {
                return poll
                    .registry()
                    .reregister(&mut SourceFd(&fd), token, interest);
            }
            poll.registry()
                .register(&mut SourceFd(&fd), token, interest)?;
            self.sources.set(self.sources.get() + 1);
            Ok(())
        })
    }

    /// Watches a descriptor for reading, and tells again and again as long as there is something to read.
    pub(crate) fn register_level(&self, fd: BorrowedFd<'_>, key: Key) -> Result<(), Errno> {
        seam::ask("poll.watch", || {
            let poll = self.poll.borrow();
            let epoll = borrow_fd(poll.registry().as_raw_fd())?;
            let token = EventData::new_u64(token(key).0 as u64);
            epoll::add(epoll, fd, token, EventFlags::IN | EventFlags::RDHUP)?;
            self.sources.set(self.sources.get() + 1);
            Ok(())
        })
    }

    /// Watches a descriptor no more.
    pub(crate) fn deregister(&self, fd: RawFd) {
        if seam::is_played() {
            return;
        }
        // Fails only if the program has closed it already, by which the system forgot it.
        let _ = self.poll.borrow().registry().deregister(&mut SourceFd(&fd));
        self.sources.set(self.sources.get() - 1);
    }

    /// Notes that a descriptor that was watched is closed, and thereby forgotten by the system.
    pub(crate) fn forget(&self) {
        if seam::is_played() {
            return;
        }
        self.sources.set(self.sources.get() - 1);
    }

    /// Tells a handle in the next phase what it is ready for: it has left work for then, which the system
    /// will not report again.
    pub(crate) fn tell_again(&self, key: Key, ready: Ready) {
        self.again.borrow_mut().push((key, ready));
    }

    /// Takes over what handles want to be told.
    fn collect_again(&self) {
        let mut again = self.again.borrow_mut();
        if !again.is_empty() {
            self.ready.borrow_mut().extend(again.drain(..));
        }
    }

    /// Watches the pipe through which signals arrive, for as long as the loop lives.
    pub(crate) fn register_signals(&self, fd: RawFd) -> io::Result<()> {
        self.poll
            .borrow()
            .registry()
            .register(&mut SourceFd(&fd), SIGNAL, Interest::READABLE)
    }

    /// Watches the ring through which the kernel reports reads that are over, for as long as the loop
    /// lives.
    pub(crate) fn register_ring(&self, fd: RawFd) -> io::Result<()> {
        self.poll
            .borrow()
            .registry()
            .register(&mut SourceFd(&fd), RING, Interest::READABLE)
    }

    /// The descriptor of the system's table of what is watched.
    pub(crate) fn epoll(&self) -> Result<BorrowedFd<'static>, Errno> {
        borrow_fd(self.as_raw_fd())
    }

    /// What the system watches for the loop: each descriptor, for what, and under which name.
    pub(crate) fn watched(&self) -> io::Result<Vec<(RawFd, u32, u64)>> {
        let table = fs::read_to_string(format!("/proc/self/fdinfo/{}", self.as_raw_fd()))?;
        Ok(table.lines().filter_map(parse_watched).collect())
    }

    /// Has the system watch all this again, in a table that is empty. Not the ring and files, which are seen to
    /// by those who know how.
    pub(crate) fn watch_again(&self, watched: &[(RawFd, u32, u64)]) -> io::Result<()> {
        let others = [RING, token(WATCHES)].map(|token| token.0 as u64);
        for &(fd, flags, name) in watched.iter().filter(|(_, _, name)| !others.contains(name)) {
            let (fd, flags) = (borrow_fd(fd)?, EventFlags::from_bits_retain(flags));
            match epoll::add(self.epoll()?, fd, EventData::new_u64(name), flags) {
                // Closed in this process, and kept open elsewhere: nobody asks for it.
                Ok(()) | Err(Errno::BADF | Errno::EXIST | Errno::PERM) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Takes what the system has to report, waiting for it at most so long; none is for ever.
    fn ask(&self, limit: Option<Duration>) -> Answer {
        let mut events = self.events.borrow_mut();
        match self.poll.borrow_mut().poll(&mut events, limit) {
            Ok(()) => {}
            // A signal: if it is one of ours, its pipe will say so.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Answer::Nothing,
            Err(error) => panic!("cannot wait for events: {error}"),
        }
        let mut ready = self.ready.borrow_mut();
        let before = ready.len();
        let mut count = 0;
        for event in &*events {
            count += 1;
            match event.token() {
                // The letters themselves are in the mailbox, the reads in the ring.
                WAKE | RING => {}
                SIGNAL => self.signals.announce(),
                Token(number) => {
                    let slot = number as u32;
                    let tag = Tag::of_number((number >> 32) as u32);
                    let key = Key { slot, tag };
                    ready.push_back((key, Ready::of(event)));
                }
            }
        }
        self.count_waiting(ready.len() - before);
        match count {
            0 => Answer::Nothing,
            BATCH => Answer::Full,
            _ => Answer::Some,
        }
    }

    /// Asks again and again for a moment, if that promises to be shorter than to sleep. Other threads take the loop for asleep
    /// meanwhile, and their bell is among what is asked about.
    fn look_around(&self) -> Option<Answer> {
        let mut answer = Answer::Nothing;
        let has_news = || {
            answer = self.ask(Some(Duration::ZERO));
            answer != Answer::Nothing
        };
        (self.sources.get() > 0 && self.answers.look(has_news)).then_some(answer)
    }

    /// Another program was sent something that it may answer at once.
    pub(crate) fn expect_answer(&self) {
        self.expects_answer.set(true);
    }

    /// Notes that so many events have come, if nobody waited for them.
    pub(crate) fn count_waiting(&self, events: usize) {
        if !self.has_slept.get() {
            let count = &self.events_waiting;
            count.set(count.get() + events as u64);
        }
    }

    /// Asks the system without waiting, if there is something to ask about.
    fn look(&self) -> Answer {
        if self.sources.get() == 0 {
            Answer::Nothing
        } else {
            self.ask(Some(Duration::ZERO))
        }
    }
}

/// Runs the phase. Without leave to sleep it runs only what is there.
#[inline(never)]
pub(crate) fn run(lp: &Loop, may_sleep: bool) {
    let poller = &lp.core.poller;
    poller.arrivals.begin_phase();
    poller.has_slept.set(false);
    poller.collect_again();
    uring::run(lp);
    let (answer, has_signals) = if seam::is_in_use() {
        taped::learn(lp, may_sleep)
    } else {
        learn(lp, may_sleep)
    };
    uring::run(lp);
    arrivals::run(lp);
    if has_signals {
        signal::run(lp);
    }
    run_ready(lp, answer);
    pending::run_after_poll(lp);
}

/// Finds out what has come, and waits for it if it may. Says whether there are signals, too.
fn learn(lp: &Loop, may_sleep: bool) -> (Answer, bool) {
    let poller = &lp.core.poller;
    let schedule = lp.core.schedule.as_ref();
    let before = schedule.map_or(0, |schedule| begin_scheduled(lp, schedule));
    let answer = if !may_sleep || has_work(lp) {
        trial::leave(lp);
        let answer = look_scheduled(lp);
        if lp.has_virtual_clock() {
            pass_busy_turn(lp, answer);
        }
        answer
    } else {
        lp.core.busy_turns.set(0);
        wait(lp)
    };
    if let Some(schedule) = schedule {
        schedule.order_ready(&mut poller.ready.borrow_mut().make_contiguous()[before..]);
    }
    // Signals that the phase's callbacks send to the process itself wait for the next phase.
    (answer, poller.signals.has_arrived())
}

/// What comes first in a poll phase if somebody chooses. Gives how many descriptors had to be told of before.
fn begin_scheduled(lp: &Loop, schedule: &Schedule) -> usize {
    let poller = &lp.core.poller;
    if !lp.core.wheel.borrow().is_quiet() {
        let stall = schedule.stall();
        if stall > 0 {
            lp.core.clock.advance_to(lp.now().saturating_add(stall));
            lp.notify(|observer| observer.clock_jumped(lp.core.clock.nanos()));
        }
    }
    let released = schedule.begin_phase(lp.now(), &poller.mailbox);
    let mut ready = poller.ready.borrow_mut();
    let before = ready.len();
    ready.extend(released);
    before
}

/// Whether the turn has something to do other than to wait.
#[inline]
pub(crate) fn has_work(lp: &Loop) -> bool {
    let core = &*lp.core;
    core.stopping.get()
        || (core.active.get() == 0 && core.open_requests.get() == 0)
        || core.has_waiting()
        || !idle::is_empty(lp)
        || core.poller.arrivals.has_waiting()
        || core.poller.signals.has_arrived()
        || core.uring.has_queued()
        || core.schedule.as_ref().is_some_and(Schedule::has_work)
        || !core.poller.ready.borrow().is_empty()
        || !core.poller.again.borrow().is_empty()
}

/// Lends the pool a hand, or waits until something happens or a timer is due.
#[inline(never)]
fn wait(lp: &Loop) -> Answer {
    if lp.core.poller.trial.run(lp) {
        return lp.core.poller.look();
    }
    trial::leave(lp);
    sleep(lp)
}

/// Waits until something happens or a timer is due.
fn sleep(lp: &Loop) -> Answer {
    let poller = &lp.core.poller;
    poller.has_waited.set(true);
    loop {
        let Some(mut limit) = time_to_sleep(lp) else {
            return look_scheduled(lp);
        };
        if lp.has_virtual_clock() {
            let answer = look_scheduled(lp);
            if answer != Answer::Nothing || poller.mailbox.has_letters() {
                return answer;
            }
            // What the chooser holds back comes at its own time.
            if let Some(release) = lp.core.schedule.as_ref().and_then(Schedule::next_release) {
                let left = release.saturating_sub(lp.now());
                if left == 0 {
                    return Answer::Nothing;
                }
                limit = Some(limit.map_or(left, |limit| limit.min(left)));
            }
            match passing(lp, limit) {
                Passing::Jump(to) => {
                    lp.core.clock.advance_to(to);
                    lp.notify(|observer| observer.clock_jumped(lp.core.clock.nanos()));
                    continue;
                }
                Passing::AsOutside => {}
                Passing::Not => limit = None,
            }
        }
        if poller.letters.look(|| poller.mailbox.has_letters()) || !poller.mailbox.fall_asleep() {
            return look_scheduled(lp);
        }
        // Again: from here on nobody leaves anything to a loop that sleeps.
        trial::leave(lp);
        let answer = sleep_once(lp, limit);
        poller.mailbox.awake();
        let is_due = lp.core.wheel.borrow_mut().expire(lp.now());
        if answer != Answer::Nothing || is_due || poller.signals.has_arrived() {
            return answer;
        }
    }
}

/// Asks the system without waiting, and lets the chooser keep back what it reports.
fn look_scheduled(lp: &Loop) -> Answer {
    let before = lp.core.poller.ready.borrow().len();
    let answer = lp.core.poller.look();
    keep_back(lp, before, answer)
}

/// Lets the chooser, if there is one, keep back some of what the system reported.
fn keep_back(lp: &Loop, before: usize, answer: Answer) -> Answer {
    let Some(schedule) = &lp.core.schedule else {
        return answer;
    };
    let mut ready = lp.core.poller.ready.borrow_mut();
    let mut reported: Vec<_> = ready.drain(before..).collect();
    reported.extend(lp.core.inside.take_ready());
    let had_any = !reported.is_empty();
    schedule.report(&mut reported);
    let answer = match (had_any, reported.is_empty()) {
        (true, true) => Answer::Nothing,
        (true, false) if answer == Answer::Nothing => Answer::Some,
        _ => answer,
    };
    ready.extend(reported);
    answer
}

/// How many milliseconds remain until a timer may be due, none inside if there is no timer; nothing if
/// one is due now.
pub(crate) fn time_to_sleep(lp: &Loop) -> Option<Option<u64>> {
    let mut wheel = lp.core.wheel.borrow_mut();
    if wheel.is_quiet() {
        return Some(None);
    }
    if wheel.expire(lp.now()) {
        return None;
    }
    Some(wheel.look_again_at().map(|at| at.saturating_sub(lp.now())))
}

/// How virtual time passes for a loop that would sleep.
enum Passing {
    Jump(u64),
    AsOutside,
    Not,
}

/// See [`Clock`](crate::Clock).
fn passing(lp: &Loop, limit: Option<u64>) -> Passing {
    let core = &*lp.core;
    let due = limit.map(|limit| lp.now().saturating_add(limit));
    match due.filter(|due| *due <= Clock::LAST_MILLI) {
        _ if core.open_work.get() > 0 && core.schedule.is_none() => Passing::Not,
        None => Passing::Not,
        _ if core.outside.get() > 0 || core.open_requests.get() > core.open_work.get() => {
            Passing::AsOutside
        }
        Some(due) => Passing::Jump(due),
    }
}

/// Has virtual time pass in a turn that does not sleep.
#[cold]
fn pass_busy_turn(lp: &Loop, answer: Answer) {
    let core = &*lp.core;
    let works = core.open_work.get() > 0 && core.schedule.is_none();
    if answer != Answer::Nothing || core.poller.mailbox.has_letters() || works {
        core.busy_turns.set(0);
        return;
    }
    let before = core.busy_turns.replace(core.busy_turns.get() + 1);
    core.clock.pass(1000 + before, None);
}

fn sleep_once(lp: &Loop, limit: Option<u64>) -> Answer {
    lp.notify(|observer| observer.sleep_begin(limit));
    lp.core.poller.has_slept.set(true);
    let start = monotonic_nanos();
    lp.core.idle.falls_asleep(start);
    let poller = &lp.core.poller;
    let blocked = poller.blocked.as_ref().map(SignalSet::block);
    let before = poller.ready.borrow().len();
    let expects_answer = poller.expects_answer.take();
    let found = expects_answer.then(|| poller.look_around()).flatten();
    let answer = found.unwrap_or_else(|| poller.ask(limit.map(Duration::from_millis)));
    drop(blocked);
    let answer = keep_back(lp, before, answer);
    let end = monotonic_nanos();
    lp.core.clock.woke_at(end);
    let slept = end - start;
    if lp.has_virtual_clock()
        && let Some(limit) = limit
    {
        // Woken early or late: what is due is due at its own time.
        lp.core
            .clock
            .pass(slept, Some(lp.now().saturating_add(limit)));
    }
    // Only what other threads send can be seen without asking the system: so there are two ways to look around.
    if poller.mailbox.has_letters() {
        poller.letters.slept(slept);
    } else if expects_answer && found.is_none() && poller.ready.borrow().len() > before {
        poller.answers.slept(slept);
    }
    lp.core.idle.wakes(slept);
    lp.notify(|observer| {
        observer.sleep_end();
        observer.woken(who_woke(lp, before));
    });
    answer
}

fn who_woke(lp: &Loop, ready_before: usize) -> WokenBy {
    let poller = &lp.core.poller;
    match poller.ready.borrow().len().saturating_sub(ready_before) {
        0 if poller.mailbox.has_letters() => WokenBy::Thread,
        0 => WokenBy::Time,
        count => WokenBy::Descriptors(count),
    }
}

/// Runs the callbacks of descriptors that are ready, batch after batch while they come full.
fn run_ready(lp: &Loop, mut answer: Answer) {
    let poller = &lp.core.poller;
    if answer == Answer::Nothing && poller.ready.borrow().is_empty() {
        return;
    }
    if lp.core.schedule.is_some() {
        let count = poller.ready.borrow().len();
        return run_batch(lp, count);
    }
    for _ in 0..ROUNDS {
        run_batch(lp, usize::MAX);
        if answer != Answer::Full {
            return;
        }
        answer = match seam::is_in_use() {
            true => taped::look(lp),
            false => poller.look(),
        };
    }
}

/// Runs the callbacks of so many of them.
fn run_batch(lp: &Loop, count: usize) {
    for _ in 0..count {
        let next = lp.core.poller.ready.borrow_mut().pop_front();
        let Some((key, ready)) = next else { return };
        fire(lp, key, ready);
    }
}

/// Tells a handle that its descriptor is ready, if it is still there.
fn fire(lp: &Loop, key: Key, ready: Ready) {
    if key == WATCHES {
        return inotify::run(lp);
    }
    let handles = lp.core.handles.borrow();
    match handles.get(key).map(|entry| &entry.detail) {
        Some(Detail::Source(source)) => {
            let source = source.clone();
            drop(handles);
            lp.notify(|observer| observer.ready(key.number()));
            source.ready(lp, key, ready);
        }
        Some(Detail::Io(watch)) if watch.registered => {
            let interest = watch.interest;
            drop(handles);
            io_handle::fire(lp, key, interest, ready);
        }
        _ => {}
    }
}
