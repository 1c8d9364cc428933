//! Channels between threads: two ends, each with a queue of what was posted at the other.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rondo_engine::Serialized;
use rondo_loop::{Waker, seam};

/// What another thread that is replayed is about to bring, which it did in the recorded run.
fn wait_for<T>(look: impl Fn() -> Option<T>) -> T {
    const LONGEST: Duration = Duration::from_secs(20);
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        if start.elapsed() > LONGEST {
            seam::depart("something of another thread", "that, which does not come");
        }
        std::thread::sleep(Duration::from_micros(100));
    }
}

/// Where a runtime hears of its ends: their numbers, and what wakes its loop.
pub(crate) struct Inbox {
    arrived: Mutex<Vec<u32>>,
    waker: Waker,
}

impl Inbox {
    pub(crate) fn new(waker: Waker) -> Inbox {
        Inbox {
            arrived: Mutex::default(),
            waker,
        }
    }

    /// The numbers of ends that got something since the last call.
    pub(crate) fn take(&self) -> Vec<u32> {
        let arrived = std::mem::take(&mut *lock(&self.arrived));
        seam::ask("message.arrived", || arrived)
    }

    fn tell(&self, id: u32) {
        lock(&self.arrived).push(id);
        self.waker.wake();
    }
}

/// A lock that a panic elsewhere does not spoil: no state here is half written.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Default)]
struct Side {
    queue: VecDeque<Serialized>,
    /// Who is told of messages here, and the number that the end has there.
    listener: Option<(Arc<Inbox>, u32)>,
    is_gone: bool,
}

#[derive(Default)]
struct Channel {
    sides: Mutex<[Side; 2]>,
}

/// An end of a channel. The other end learns that this one is gone when it is dropped, after all messages.
pub(crate) struct End {
    channel: Arc<Channel>,
    side: usize,
}

/// What is to be had at an end.
pub(crate) enum Taken {
    Nothing,
    Message(Serialized),
    /// There are no more messages, and there will be none.
    Closed,
}

impl End {
    /// Both ends of a new channel.
    pub(crate) fn pair() -> [Arc<End>; 2] {
        let channel = Arc::new(Channel::default());
        [0, 1].map(|side| {
            let channel = channel.clone();
            Arc::new(End { channel, side })
        })
    }

    fn sides(&self) -> MutexGuard<'_, [Side; 2]> {
        lock(&self.channel.sides)
    }

    /// Posts a message to the other end. False if that is gone: then nobody will get it.
    pub(crate) fn post(&self, message: Serialized) -> bool {
        let mut sides = self.sides();
        let other = &mut sides[1 - self.side];
        if other.is_gone {
            // What it carries may be ends, of this channel even: it goes when the lock is free.
            drop(sides);
            return false;
        }
        other.queue.push_back(message);
        let listener = other.listener.clone();
        drop(sides);
        if let Some((inbox, id)) = listener {
            inbox.tell(id);
        }
        true
    }

    /// Takes the next message; only that there are no more, if that is all that is wanted.
    pub(crate) fn take(&self, wants_messages: bool) -> Taken {
        let mut sides = self.sides();
        let is_last = sides[1 - self.side].is_gone;
        let queue = &mut sides[self.side].queue;
        match queue.is_empty() {
            true if is_last => Taken::Closed,
            false if wants_messages => queue.pop_front().map_or(Taken::Nothing, Taken::Message),
            _ => Taken::Nothing,
        }
    }

    /// Takes the next message by way of the seam. Messages themselves are not on the tape: when it is played, who sent one does so
    /// again, and is waited for.
    pub(crate) fn take_taped(&self, wants_messages: bool) -> Taken {
        let mut taken = Taken::Nothing;
        let kind = seam::ask("message", || {
            taken = self.take(wants_messages);
            match taken {
                Taken::Nothing => 0,
                Taken::Closed => 1,
                Taken::Message(_) => 2,
            }
        });
        match kind {
            1 => Taken::Closed,
            2 if seam::is_played() => Taken::Message(wait_for(|| match self.take(true) {
                Taken::Message(message) => Some(message),
                _ => None,
            })),
            _ => taken,
        }
    }

    /// How often [`take`](End::take) would give something.
    pub(crate) fn count(&self) -> usize {
        seam::ask("message.count", || {
            let sides = self.sides();
            sides[self.side].queue.len() + usize::from(sides[1 - self.side].is_gone)
        })
    }

    /// Has this inbox told of what comes, under that number; of what is there already, at once. `None`: nobody.
    pub(crate) fn listen(&self, listener: Option<(Arc<Inbox>, u32)>) {
        let mut sides = self.sides();
        let has_some = !sides[self.side].queue.is_empty() || sides[1 - self.side].is_gone;
        sides[self.side].listener.clone_from(&listener);
        drop(sides);
        if let (true, Some((inbox, id))) = (has_some, listener) {
            inbox.tell(id);
        }
    }

    /// Whether the other end is gone.
    fn is_alone(&self) -> bool {
        self.sides()[1 - self.side].is_gone
    }

    /// Whether these are the two ends of one channel.
    pub(crate) fn is_peer_of(&self, other: &End) -> bool {
        Arc::ptr_eq(&self.channel, &other.channel) && self.side != other.side
    }
}

impl Drop for End {
    fn drop(&mut self) {
        let mut sides = self.sides();
        sides[self.side].is_gone = true;
        sides[self.side].listener = None;
        let lost = std::mem::take(&mut sides[self.side].queue);
        let listener = sides[1 - self.side].listener.clone();
        drop(sides);
        drop(lost);
        if let Some((inbox, id)) = listener {
            inbox.tell(id);
        }
    }
}

/// Somebody who can be reached by whoever knows a name.
struct Member {
    thread: u64,
    /// Which of that thread it is
    nth: u64,
    end: Arc<End>,
}

type Groups = HashMap<String, Vec<Member>>;

thread_local! {
    /// How many members of groups this thread has made.
    static JOINED: Cell<u64> = const { Cell::new(0) };
}

/// The groups of BroadcastChannels of all threads.
static GROUPS: LazyLock<Mutex<Groups>> = LazyLock::new(Mutex::default);

/// Makes a member of a group, and gives the end at which it hears the others. It leaves when that is dropped.
pub(crate) fn join(name: &str, thread: u64) -> Arc<End> {
    let [here, there] = End::pair();
    let mut groups = lock(&GROUPS);
    let members = groups.entry(name.to_owned()).or_default();
    forget_gone(members);
    let nth = JOINED.get() + 1;
    JOINED.set(nth);
    members.push(Member {
        thread,
        nth,
        end: there,
    });
    here
}

/// Forgets members that have left; not while a tape is played, where one may leave before others are done with it.
fn forget_gone(members: &mut Vec<Member>) {
    if !seam::is_played() {
        members.retain(|member| !member.end.is_alone());
    }
}

/// The ends by which the members in other threads are reached.
pub(crate) fn others(name: &str, thread: u64) -> Vec<Arc<End>> {
    let mut ends = Vec::new();
    let members = seam::ask("message.others", || {
        let found = others_now(name, thread);
        ends = found.iter().map(|(_, end)| end.clone()).collect();
        found.into_iter().map(|(who, _)| who).collect::<Vec<_>>()
    });
    if seam::is_played() {
        ends = members
            .into_iter()
            .map(|who| wait_for(|| member(name, who)))
            .collect();
    }
    ends
}

/// A member, by its thread and which of that it is.
fn member(name: &str, who: (u64, u64)) -> Option<Arc<End>> {
    let groups = lock(&GROUPS);
    let mut members = groups.get(name)?.iter();
    let found = members.find(|member| (member.thread, member.nth) == who);
    found.map(|member| member.end.clone())
}

fn others_now(name: &str, thread: u64) -> Vec<((u64, u64), Arc<End>)> {
    let mut groups = lock(&GROUPS);
    let Some(members) = groups.get_mut(name) else {
        return Vec::new();
    };
    forget_gone(members);
    let elsewhere = members.iter().filter(|member| member.thread != thread);
    let ends = elsewhere
        .map(|member| ((member.thread, member.nth), member.end.clone()))
        .collect();
    if members.is_empty() {
        groups.remove(name);
    }
    ends
}

/// The ends by which threads can be spoken to, by their numbers.
static THREADS: LazyLock<Mutex<HashMap<u64, Arc<End>>>> = LazyLock::new(Mutex::default);

/// Makes a thread known under its number, and gives the end at which it hears the others.
pub(crate) fn register_thread(thread: u64) -> Arc<End> {
    let [here, there] = End::pair();
    lock(&THREADS).insert(thread, there);
    here
}

/// A thread has ended.
pub(crate) fn forget_thread(thread: u64) {
    if seam::is_played() {
        return;
    }
    let end = lock(&THREADS).remove(&thread);
    drop(end);
}

/// The end by which a thread is spoken to, if there is such a thread.
pub(crate) fn thread(thread: u64) -> Option<Arc<End>> {
    let mut found = None;
    let is_there = seam::ask("message.thread", || {
        found = thread_now(thread);
        found.is_some()
    });
    match is_there && seam::is_played() {
        true => Some(wait_for(|| lock(&THREADS).get(&thread).cloned())),
        false => found,
    }
}

fn thread_now(thread: u64) -> Option<Arc<End>> {
    let mut threads = lock(&THREADS);
    let end = threads.get(&thread)?.clone();
    if end.is_alone() {
        threads.remove(&thread);
        return None;
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::{End, Taken, join, others, register_thread, thread};

    #[test]
    fn an_end_that_goes_is_noticed() {
        let [one, other] = End::pair();
        assert!(matches!(one.take(true), Taken::Nothing));
        assert!(one.is_peer_of(&other) && !one.is_peer_of(&one));
        drop(other);
        assert!(matches!(one.take(false), Taken::Closed));
        assert_eq!(one.count(), 1);
    }

    #[test]
    fn groups_know_their_members_in_other_threads() {
        let one = join("a group", 1);
        let other = join("a group", 2);
        assert_eq!(others("a group", 1).len(), 1);
        assert_eq!(others("a group", 3).len(), 2);
        drop(other);
        assert_eq!(others("a group", 1).len(), 0);
        assert_eq!(others("a group", 2).len(), 1);
        drop(one);
        assert_eq!(others("a group", 2).len(), 0);
    }

    #[test]
    fn a_thread_is_known_while_it_lives() {
        let end = register_thread(1 << 40);
        assert!(thread(1 << 40).is_some());
        drop(end);
        assert!(thread(1 << 40).is_none());
    }
}
