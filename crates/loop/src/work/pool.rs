//! The thread pool: a queue of jobs and threads that are started when they are first needed.

use std::cell::Cell;
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::handle::Key;
use crate::mailbox::{Letter, Mailbox};
use crate::spin::{self, Spin, cores};
use crate::sys::monotonic_nanos;
use crate::system;

/// How many threads a pool has if nothing else is said.
const DEFAULT_SIZE: usize = 4;
/// A job that could be done without waiting took longer than so many nanoseconds: it did wait.
const QUICK: u64 = 50_000;
/// The most threads a pool can have.
const MAX_SIZE: usize = 1024;

thread_local! {
    static THREAD: Cell<u32> = const { Cell::new(0) };
}

/// The number of the pool's thread that calls, from 1; 0 for any other.
pub(crate) fn thread_number() -> u32 {
    THREAD.get()
}

/// Something to do.
pub(crate) trait Work: Send + Sync {
    /// Does it, unless it was cancelled; says whether it did.
    fn run(&self) -> bool;
    /// Does it if that takes no time worth mentioning; only if the job [can be tried](Job::can_be_tried).
    fn try_run(&self) -> Tried;
    /// Makes sure that it will not be done; says whether that was still possible.
    fn cancel(&self) -> bool;

    /// What it asked the world, if that was to be kept; it is given once.
    fn notes(&self) -> Vec<u8> {
        Vec::new()
    }
}

/// What came of a try.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tried {
    Done,
    Cancelled,
    TakesLonger,
}

/// Something to do, and whom to tell.
pub(crate) struct Job {
    pub(crate) work: Arc<dyn Work>,
    pub(crate) mailbox: Arc<Mailbox>,
    pub(crate) key: Key,
    /// It may wait for long, and for something outside of the machine.
    pub(crate) is_slow: bool,
    /// It may be possible to do without waiting for anything.
    pub(crate) can_be_tried: bool,
}

/// Threads that do the work given to [`Loop::queue_work`](crate::Loop::queue_work). A clone is the same
/// pool, so that several loops can share one.
#[derive(Clone)]
pub struct Pool {
    shared: Arc<Shared>,
    /// Its end, when the last clone goes, ends the threads.
    _owner: Arc<Owner>,
}

/// What a pool is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoolFigures {
    /// How many threads it may have
    pub size: usize,
    /// How many it has; they are started when they are first needed
    pub threads: usize,
    /// How many of them are at a job
    pub busy: usize,
    /// How many jobs wait for one
    pub queued: usize,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}

struct Shared {
    state: Mutex<State>,
    /// There are jobs, or the pool is over: for a thread that looks around without the lock.
    has_news: AtomicBool,
    /// A thread would have been called, but the loop may be quicker: it has to see to it.
    is_owed: AtomicBool,
    /// Sleeping threads wait for this.
    wake: Condvar,
    /// None: as the environment says when the first job comes.
    size: Option<usize>,
    /// Threads that run out of jobs sleep at once.
    no_spinning: AtomicBool,
    threads: Threads,
}

/// How the system is to treat a pool's threads.
#[derive(Clone, Default)]
struct Threads {
    priority: Option<i32>,
    /// Empty: all.
    processors: Box<[usize]>,
}

impl Threads {
    /// Has the calling thread treated so.
    fn apply(&self) {
        if let Some(priority) = self.priority {
            let _ = system::set_thread_priority(priority);
        }
        if !self.processors.is_empty() {
            let _ = system::set_thread_affinity(&self.processors);
        }
    }
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// Slow jobs whose turn has come, but of which enough are under way.
    held: VecDeque<Job>,
    /// How many slow jobs are under way.
    slow: usize,
    /// How many threads are at a job that could be tried.
    quick: usize,
    /// The last such job had to wait for something.
    quick_waits: bool,
    size: usize,
    threads: usize,
    sleeping: usize,
    /// A sleeping thread was called; whoever sees this first answers the call.
    is_called: bool,
    /// A thread was started and has not looked at the queue yet.
    is_starting: bool,
    /// A thread that ran out of jobs looks around for another one.
    is_looking: bool,
    is_over: bool,
}

struct Owner(Arc<Shared>);

impl Drop for Owner {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_over = true;
        let jobs = (
            std::mem::take(&mut state.jobs),
            std::mem::take(&mut state.held),
        );
        drop(state);
        drop(jobs);
        self.0.has_news.store(true, Ordering::Release);
        self.0.wake.notify_all();
    }
}

impl State {
    /// The next job. Slow ones get half of the threads at most, so that the others always get on.
    fn take_job(&mut self) -> Option<Job> {
        while let Some(job) = self.jobs.pop_front() {
            if !job.is_slow {
                return Some(job);
            }
            if self.slow < self.size.div_ceil(2) {
                self.slow += 1;
                return Some(job);
            }
            self.held.push_back(job);
        }
        None
    }

    /// Notes that a slow job is over.
    fn end_slow_job(&mut self) {
        self.slow -= 1;
        if let Some(job) = self.held.pop_front() {
            self.jobs.push_back(job);
        }
    }

    /// Whether another thread could be had and has something to do.
    fn wants_another(&self) -> bool {
        !(self.is_called || self.is_starting || self.is_looking || self.jobs.is_empty())
    }

    /// The loop that the next job is better left to, if it is awake. A job that need not wait for
    /// anything wants a core, and the loop that is about to try it has one of them.
    fn left_to(&self) -> Option<&Mailbox> {
        let job = self.jobs.front()?;
        let are_cores_taken = self.quick > 0 && self.quick + 1 >= cores();
        (job.can_be_tried && are_cores_taken && !self.quick_waits).then_some(&*job.mailbox)
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// A pool of so many threads, 1 to 1024.
    pub fn new(size: usize) -> Pool {
        Pool::make(Some(size.clamp(1, MAX_SIZE)), Threads::default())
    }

    /// A pool of 4 threads, or as many as the environment variable `UV_THREADPOOL_SIZE` says when the
    /// first job comes.
    pub fn from_env() -> Pool {
        Pool::make(None, Threads::default())
    }

    /// Has threads that are started from now on sleep as soon as they run out of jobs, without a look around
    /// for more.
    pub fn without_spinning(self) -> Pool {
        self.shared.no_spinning.store(true, Ordering::Relaxed);
        self
    }

    /// A pool of so many threads that run with this priority, from 19 (lowest) to -20, and only on these
    /// processors, counted from 0; on all if none is named. What the system refuses is left as it is.
    pub fn with_threads(size: usize, priority: i32, processors: &[usize]) -> Pool {
        let threads = Threads {
            priority: Some(priority),
            processors: processors.into(),
        };
        Pool::make(Some(size.clamp(1, MAX_SIZE)), threads)
    }

    fn make(size: Option<usize>, threads: Threads) -> Pool {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            has_news: AtomicBool::new(false),
            is_owed: AtomicBool::new(false),
            wake: Condvar::new(),
            size,
            threads,
            no_spinning: AtomicBool::new(false),
        });
        Pool {
            _owner: Arc::new(Owner(shared.clone())),
            shared,
        }
    }

    /// A pool of the same kind without any threads yet.
    pub(crate) fn anew(&self) -> Pool {
        let pool = Pool::make(self.shared.size, self.shared.threads.clone());
        let no_spinning = self.shared.no_spinning.load(Ordering::Relaxed);
        pool.shared
            .no_spinning
            .store(no_spinning, Ordering::Relaxed);
        pool
    }

    /// How many threads it may have.
    pub(crate) fn size(&self) -> usize {
        self.shared.size.unwrap_or_else(size_from_env)
    }

    /// What it is doing now.
    pub fn figures(&self) -> PoolFigures {
        let state = self.shared.state();
        let idle = state.sleeping + usize::from(state.is_looking);
        PoolFigures {
            // The first job sets it.
            size: match state.size {
                0 => self.size(),
                size => size,
            },
            threads: state.threads,
            busy: state.threads.saturating_sub(idle),
            queued: state.jobs.len() + state.held.len(),
        }
    }

    /// Does the next job in the calling thread, which is that of the mailbox's loop, if the job is for
    /// that loop and takes no time worth mentioning. None if there is no such job, or if the only
    /// thread is at one of its kind, which must end first: with one thread they end in the order they came.
    pub(crate) fn try_job(&self, mailbox: &Arc<Mailbox>) -> Option<Tried> {
        let mut state = self.shared.state();
        if state.size == 1 && state.quick > 0 {
            return None;
        }
        let job = state
            .jobs
            .pop_front_if(|job| job.can_be_tried && Arc::ptr_eq(&job.mailbox, mailbox))?;
        drop(state);
        let tried = job.work.try_run();
        match tried {
            Tried::Done => tell(job),
            Tried::Cancelled => {}
            Tried::TakesLonger => {
                let mut state = self.shared.state();
                state.jobs.push_front(Job {
                    can_be_tried: false,
                    ..job
                });
                self.shared.has_news.store(true, Ordering::Release);
                wake_another(&self.shared, state);
            }
        }
        Some(tried)
    }

    /// Calls a thread for jobs that were left to the loop, which has not done them. Where no thread can be
    /// had, the calling one does a job: late is better than never.
    pub(crate) fn settle(&self) {
        if !self.shared.is_owed.load(Ordering::SeqCst) {
            return;
        }
        self.shared.is_owed.store(false, Ordering::SeqCst);
        let state = self.shared.state();
        if state.wants_another() && !call_thread(&self.shared, state) {
            let job = self.shared.state().jobs.pop_front();
            if let Some(job) = job {
                do_job(job);
            }
            // There may be more, and one a turn is enough.
            self.shared.is_owed.store(true, Ordering::SeqCst);
        }
    }

    pub(crate) fn submit(&self, job: Job) {
        let mut state = self.shared.state();
        if state.size == 0 {
            state.size = self.size();
        }
        state.jobs.push_back(job);
        self.shared.has_news.store(true, Ordering::Release);
        wake_another(&self.shared, state);
    }
}

/// Sees to it that a job finds a thread, if there is one to be had. One thread is called at a time: it
/// calls the next one if it finds more than one job. So a burst of short jobs does not wake everybody
/// for nothing.
fn wake_another(shared: &Arc<Shared>, state: MutexGuard<'_, State>) {
    if !state.wants_another() {
        return;
    }
    if let Some(mailbox) = state.left_to() {
        // Of this and a loop that falls asleep, which then looks at what it owes, one sees the other.
        shared.is_owed.store(true, Ordering::SeqCst);
        if !mailbox.is_asleep() {
            return;
        }
    }
    if !call_thread(shared, state) {
        // The loop sees to it before it sleeps.
        shared.is_owed.store(true, Ordering::SeqCst);
    }
}

/// Wakes a thread, or starts one. False if there is none, and none can be made.
fn call_thread(shared: &Arc<Shared>, mut state: MutexGuard<'_, State>) -> bool {
    if state.sleeping > 0 {
        state.sleeping -= 1;
        state.is_called = true;
        drop(state);
        shared.wake.notify_one();
    } else if state.threads < state.size {
        state.threads += 1;
        state.is_starting = true;
        let shared = shared.clone();
        let number = state.threads as u32;
        let started = thread::Builder::new()
            .name("rondo-pool".into())
            .spawn(move || {
                THREAD.set(number);
                work(&shared);
            });
        if started.is_err() {
            state.threads -= 1;
            state.is_starting = false;
            return state.threads > 0;
        }
    }
    true
}

/// What a thread of the pool does.
fn work(shared: &Arc<Shared>) {
    shared.threads.apply();
    let spin = Spin::new(!shared.no_spinning.load(Ordering::Relaxed), spin::THREADS);
    let mut state = shared.state();
    state.is_starting = false;
    loop {
        if let Some(job) = state.take_job() {
            state = if job.can_be_tried {
                do_quick_job(shared, state, job)
            } else {
                do_other_job(shared, state, job)
            };
        } else {
            state = wait(shared, state, &spin);
        }
        if state.is_over {
            return;
        }
    }
}

fn do_quick_job<'a>(
    shared: &'a Arc<Shared>,
    mut state: MutexGuard<'a, State>,
    job: Job,
) -> MutexGuard<'a, State> {
    state.quick += 1;
    wake_another(shared, state);
    let start = monotonic_nanos();
    do_job(job);
    let took = monotonic_nanos() - start;
    state = shared.state();
    state.quick -= 1;
    state.quick_waits = took > QUICK;
    state
}

fn do_other_job<'a>(
    shared: &'a Arc<Shared>,
    state: MutexGuard<'a, State>,
    job: Job,
) -> MutexGuard<'a, State> {
    wake_another(shared, state);
    let is_slow = job.is_slow;
    do_job(job);
    let mut state = shared.state();
    if is_slow {
        state.end_slow_job();
    }
    state
}

fn do_job(job: Job) {
    if job.work.run() {
        tell(job);
    }
}

/// Tells the loop that a job is done.
fn tell(job: Job) {
    // Before the loop is told, which is about to use the same memory.
    drop(job.work);
    job.mailbox.post(Letter::Done(job.key));
}

/// Waits for a job, or until the pool is over. One thread at a time looks around first.
fn wait<'a>(
    shared: &'a Shared,
    mut state: MutexGuard<'a, State>,
    spin: &Spin,
) -> MutexGuard<'a, State> {
    if spin.is_worth_it() && !state.is_looking {
        state.is_looking = true;
        shared.has_news.store(false, Ordering::Release);
        drop(state);
        let found = spin.look(|| shared.has_news.load(Ordering::Acquire));
        state = shared.state();
        state.is_looking = false;
        if found || !state.jobs.is_empty() {
            return state;
        }
    }
    sleep(shared, state, spin)
}

/// Sleeps until called, or until the pool is over.
fn sleep<'a>(
    shared: &Shared,
    mut state: MutexGuard<'a, State>,
    spin: &Spin,
) -> MutexGuard<'a, State> {
    let start = monotonic_nanos();
    state.sleeping += 1;
    while !state.is_called && !state.is_over {
        state = shared
            .wake
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner);
    }
    state.is_called = false;
    spin.slept(monotonic_nanos() - start);
    state
}

/// Reads the variable as libuv does: what is not a number counts as 0, 0 as 1, a negative number as
/// very many.
fn size_from_env() -> usize {
    match std::env::var_os("UV_THREADPOOL_SIZE") {
        Some(value) => parse_size(&value.to_string_lossy()),
        None => DEFAULT_SIZE,
    }
}

fn parse_size(value: &str) -> usize {
    let value = value.trim_start();
    let (sign, digits) = match value.as_bytes().first() {
        Some(b'-') => (-1, &value[1..]),
        Some(b'+') => (1, &value[1..]),
        _ => (1, value),
    };
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    match digits[..end].parse::<u64>() {
        Ok(0) => 1,
        Ok(_) if sign < 0 => MAX_SIZE,
        Ok(size) => size.min(MAX_SIZE as u64) as usize,
        Err(_) if end > 0 => MAX_SIZE,
        Err(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use super::{Job, MAX_SIZE, Pool, Tried, Work, parse_size};
    use crate::Loop;
    use crate::handle::{Key, Owner};

    /// A job that could be tried, but turns out to wait: it says that it has begun, and ends when told.
    struct Waiting(Sender<()>, Mutex<Receiver<()>>);

    impl Work for Waiting {
        fn run(&self) -> bool {
            self.0.send(()).unwrap();
            let _ = self.1.lock().unwrap().recv();
            false
        }

        fn try_run(&self) -> Tried {
            Tried::TakesLonger
        }

        fn cancel(&self) -> bool {
            false
        }
    }

    #[test]
    fn nothing_is_left_to_a_loop_that_sleeps() {
        let lp = Loop::new().unwrap();
        let mailbox = lp.core.poller.mailbox.clone();
        assert!(mailbox.fall_asleep());
        let pool = Pool::new(2);
        let (begin, begun) = channel();
        let _ends = [0, 1].map(|slot| {
            let (end, ended) = channel();
            pool.submit(Job {
                work: Arc::new(Waiting(begin.clone(), Mutex::new(ended))),
                mailbox: mailbox.clone(),
                key: Key {
                    slot,
                    tag: Owner::draw().first_tag(),
                },
                is_slow: false,
                can_be_tried: true,
            });
            end
        });
        for _ in 0..2 {
            let limit = Duration::from_secs(60);
            begun.recv_timeout(limit).expect("each job has a thread");
        }
    }

    #[test]
    fn the_size_is_read_as_libuv_reads_it() {
        for (value, size) in [
            ("4", 4),
            (" 7", 7),
            ("+3", 3),
            ("12abc", 12),
            ("", 1),
            ("0", 1),
            ("abc", 1),
            ("-1", MAX_SIZE),
            ("1024", MAX_SIZE),
            ("5000", MAX_SIZE),
            ("99999999999999999999999", MAX_SIZE),
        ] {
            assert_eq!(parse_size(value), size, "{value:?}");
        }
    }
}
