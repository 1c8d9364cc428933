//! Requests: work that a pool does for the loop, and the callback that takes the result.

use std::any::Any;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use super::pool::{self, Job, Tried, Work};
use super::uring::Outcome;
use crate::Loop;
use crate::handle::{Key, Owner, Tag};
use crate::mailbox::Letter;
use crate::observe::{JobReport, Kind};
use crate::seam;
use crate::sys::{self, monotonic_nanos};

/// Names a request, to cancel it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WorkId(Key);

/// The work was cancelled before it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("operation canceled")
    }
}

impl std::error::Error for Cancelled {}

impl From<Cancelled> for io::Error {
    fn from(_: Cancelled) -> io::Error {
        rustix::io::Errno::CANCELED.into()
    }
}

/// Something to do that gives a result.
pub(crate) trait Task: Send + 'static {
    /// What comes of it.
    type Output: Send + 'static;
    /// Whether it is worth a try by [`try_run`](Task::try_run).
    const CAN_BE_TRIED: bool = false;

    /// Does it, and may take long.
    fn run(self) -> Self::Output;

    /// Does it if that takes no time worth mentioning. If so it asks the same of the world as [`run`](Task::run) would.
    fn try_run(&mut self) -> Option<Self::Output> {
        None
    }
}

impl<T: Send + 'static, F: FnOnce() -> T + Send + 'static> Task for F {
    type Output = T;

    fn run(self) -> T {
        self()
    }
}

/// How far a task is.
enum Stage<J: Task> {
    Queued(J),
    Running,
    Done(J::Output),
    Panicked(Box<dyn Any + Send>),
    Cancelled,
}

/// A task, shared by the thread that does it and the loop that waits for it.
struct Shared<J: Task> {
    stage: Mutex<Stage<J>>,
    /// Where to write down when it was done; none if nobody watches.
    report: Option<Arc<Report>>,
    /// What it asked the world, if that is written down.
    notes: Option<Mutex<Vec<u8>>>,
}

/// When a job was done, and by whom: written by the thread that does it.
#[derive(Default)]
struct Report {
    queued: u64,
    thread: AtomicU32,
    task: AtomicI32,
    begin: AtomicU64,
    end: AtomicU64,
}

impl Report {
    /// Notes the times around what is done.
    fn watch<T>(report: Option<&Report>, run: impl FnOnce() -> T) -> T {
        let Some(report) = report else {
            return run();
        };
        report
            .thread
            .store(pool::thread_number(), Ordering::Relaxed);
        report.task.store(sys::thread_number(), Ordering::Relaxed);
        report.begin.store(monotonic_nanos(), Ordering::Relaxed);
        let result = run();
        report.end.store(monotonic_nanos(), Ordering::Relaxed);
        result
    }

    fn tell(&self, scheduled_by: u64) -> JobReport {
        let begin = self.begin.load(Ordering::Relaxed).max(self.queued);
        JobReport {
            scheduled_by,
            thread: self.thread.load(Ordering::Relaxed),
            task: self.task.load(Ordering::Relaxed),
            queued: self.queued,
            begin,
            end: self.end.load(Ordering::Relaxed).max(begin),
        }
    }
}

impl<J: Task> Shared<J> {
    fn stage(&self) -> MutexGuard<'_, Stage<J>> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The result of a task that is done or cancelled. Nobody holds the lock then, except after a fork a
    /// thread of the parent that was about to be done. Goes on with the panic of one that panicked.
    fn result(&self) -> Result<J::Output, Cancelled> {
        let mut stage = match self.stage.try_lock() {
            Ok(stage) => stage,
            Err(TryLockError::Poisoned(stage)) => stage.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(Cancelled),
        };
        let result = std::mem::replace(&mut *stage, Stage::Cancelled);
        drop(stage);
        match result {
            Stage::Done(value) => Ok(value),
            Stage::Panicked(payload) => resume_unwind(payload),
            Stage::Queued(_) | Stage::Running | Stage::Cancelled => Err(Cancelled),
        }
    }
}

impl<J: Task> Shared<J> {
    /// Does the job, and keeps what it asks the world if somebody wants to know.
    fn run_noted(&self, job: J) -> J::Output {
        let Some(notes) = &self.notes else {
            return job.run();
        };
        let (output, asked) = seam::record_job(|| job.run());
        *notes.lock().unwrap_or_else(PoisonError::into_inner) = asked;
        output
    }
}

impl<J: Task> Work for Shared<J> {
    fn run(&self) -> bool {
        let stage = {
            let mut stage = self.stage();
            if !matches!(*stage, Stage::Queued(_)) {
                return false;
            }
            std::mem::replace(&mut *stage, Stage::Running)
        };
        let Stage::Queued(job) = stage else {
            return false;
        };
        let run = || Report::watch(self.report.as_deref(), || self.run_noted(job));
        let after = match catch_unwind(AssertUnwindSafe(run)) {
            Ok(value) => Stage::Done(value),
            Err(payload) => Stage::Panicked(payload),
        };
        *self.stage() = after;
        true
    }

    fn try_run(&self) -> Tried {
        let mut stage = self.stage();
        let Stage::Queued(job) = &mut *stage else {
            return Tried::Cancelled;
        };
        let try_run = || match &self.notes {
            None => job.try_run(),
            Some(notes) => {
                let (output, asked) = seam::record_job(|| job.try_run());
                *notes.lock().unwrap_or_else(PoisonError::into_inner) = asked;
                output
            }
        };
        match Report::watch(self.report.as_deref(), try_run) {
            Some(value) => {
                *stage = Stage::Done(value);
                Tried::Done
            }
            None => Tried::TakesLonger,
        }
    }

    fn notes(&self) -> Vec<u8> {
        let notes = self.notes.as_ref().map(Mutex::lock);
        let notes = notes.map(|notes| notes.unwrap_or_else(PoisonError::into_inner));
        notes.map_or_else(Vec::new, |mut notes| std::mem::take(&mut *notes))
    }

    fn cancel(&self) -> bool {
        let mut stage = self.stage();
        if !matches!(*stage, Stage::Queued(_)) {
            return false;
        }
        let job = std::mem::replace(&mut *stage, Stage::Cancelled);
        drop(stage);
        drop(job);
        true
    }
}

/// Who does the work of a request.
enum Doer {
    Pool(Arc<dyn Work>),
    /// The kernel; this is the slot of its ring.
    Ring(usize),
    /// The kernel has done it, or will not.
    Nobody,
}

/// What is called when a request is over; it is told what came of it if the kernel did it.
type Finish = Box<dyn FnOnce(&Loop, Outcome)>;

struct Request {
    doer: Doer,
    done: Finish,
    outcome: Outcome,
    scheduled_by: u64,
    /// The first poll phase in which `done` may run.
    due_phase: u64,
    report: Option<Arc<Report>>,
}

struct Slot {
    tag: Tag,
    request: Option<Request>,
}

/// The requests under way.
pub(crate) struct Requests {
    slots: Vec<Slot>,
    free: Vec<u32>,
    owner: Owner,
}

impl Requests {
    pub(crate) fn new(owner: Owner) -> Requests {
        Requests {
            slots: Vec::new(),
            free: Vec::new(),
            owner,
        }
    }

    fn add(&mut self, request: Request) -> Key {
        if let Some(slot) = self.free.pop() {
            let place = &mut self.slots[slot as usize];
            place.request = Some(request);
            let tag = place.tag;
            return Key { slot, tag };
        }
        let slot = u32::try_from(self.slots.len()).expect("fewer than four billion requests");
        let (tag, request) = (self.owner.first_tag(), Some(request));
        self.slots.push(Slot { tag, request });
        Key { slot, tag }
    }

    /// What the pool does, due from now on.
    fn all_of_pool(&mut self) -> Vec<Key> {
        let mut keys = Vec::new();
        for (slot, place) in (0..).zip(&mut self.slots) {
            if let Some(request) = &mut place.request
                && matches!(request.doer, Doer::Pool(_))
            {
                request.due_phase = 0;
                let tag = place.tag;
                keys.push(Key { slot, tag });
            }
        }
        keys
    }

    fn get_mut(&mut self, key: Key) -> Option<&mut Request> {
        match self.slots.get_mut(key.slot as usize) {
            Some(place) if place.tag == key.tag => place.request.as_mut(),
            _ => {
                self.owner.check_tag(key.tag);
                None
            }
        }
    }

    fn remove(&mut self, key: Key) -> Option<Request> {
        self.get_mut(key)?;
        let place = &mut self.slots[key.slot as usize];
        if let Some(tag) = place.tag.next() {
            place.tag = tag;
            self.free.push(key.slot);
        }
        place.request.take()
    }
}

impl Loop {
    /// Has a job done by a thread of the pool, and `done` called with its result in the poll phase. The
    /// loop stays alive meanwhile. If the job panics, so does [`run`](Loop::run).
    ///
    /// ```
    /// use rondo_loop::{Loop, Mode};
    ///
    /// let lp = Loop::new()?;
    /// lp.queue_work(|| 6 * 7, |_, result| assert_eq!(result, Ok(42)));
    /// lp.run(Mode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn queue_work<T, J, D>(&self, job: J, done: D) -> WorkId
    where
        T: Send + 'static,
        J: FnOnce() -> T + Send + 'static,
        D: FnOnce(&Loop, Result<T, Cancelled>) + 'static,
    {
        self.queue_work_staged(1, job, done)
    }

    /// Does the same, but calls `done` no earlier than in the given poll phase from now: 1 is the next
    /// one. So a job that does at once what would take several requests in a row still calls back in
    /// the turn in which the last of these would have.
    pub fn queue_work_staged<T, J, D>(&self, rounds: u32, job: J, done: D) -> WorkId
    where
        T: Send + 'static,
        J: FnOnce() -> T + Send + 'static,
        D: FnOnce(&Loop, Result<T, Cancelled>) + 'static,
    {
        self.submit(rounds, false, job, done)
    }

    /// Does the same as [`queue_work`](Loop::queue_work) with a job that may wait for long, for something
    /// outside of the machine. Such jobs take up half of the pool's threads at most.
    pub fn queue_slow_work<T, J, D>(&self, job: J, done: D) -> WorkId
    where
        T: Send + 'static,
        J: FnOnce() -> T + Send + 'static,
        D: FnOnce(&Loop, Result<T, Cancelled>) + 'static,
    {
        self.submit(1, true, job, done)
    }

    pub(super) fn submit<J: Task>(
        &self,
        rounds: u32,
        is_slow: bool,
        job: J,
        done: impl FnOnce(&Loop, Result<J::Output, Cancelled>) + 'static,
    ) -> WorkId {
        let report = self.core.observed.get().then(|| {
            let queued = monotonic_nanos();
            Arc::new(Report {
                queued,
                ..Report::default()
            })
        });
        let task = Arc::new(Shared {
            stage: Mutex::new(Stage::Queued(job)),
            report: report.clone(),
            notes: seam::is_recorded().then(Mutex::default),
        });
        let work = task.clone();
        let key = self.core.requests.borrow_mut().add(Request {
            doer: Doer::Pool(work.clone()),
            done: Box::new(move |lp, _| done(lp, task.result())),
            outcome: None,
            scheduled_by: self.current_id(),
            due_phase: self.core.poller.arrivals.phase() + u64::from(rounds),
            report,
        });
        self.core.count_work(1);
        let mailbox = self.core.poller.mailbox.clone();
        let job = Job {
            work,
            mailbox,
            key,
            is_slow,
            can_be_tried: J::CAN_BE_TRIED,
        };
        match &self.core.schedule {
            // It is done when the tape tells of its end.
            _ if seam::is_played() => {}
            Some(schedule) => schedule.submit(job),
            None => self.core.pool.borrow().submit(job),
        }
        WorkId(key)
    }

    /// Cancels work that no thread has begun; its `done` then gets [`Cancelled`] in the next poll phase.
    /// Says whether it was cancelled: work that has begun goes on. Panics if it is of another loop.
    pub fn cancel(&self, id: WorkId) -> bool {
        let mut requests = self.core.requests.borrow_mut();
        let Some(request) = requests.get_mut(id.0) else {
            return false;
        };
        let work = match &request.doer {
            Doer::Pool(work) => work.clone(),
            Doer::Ring(slot) => {
                let buffer = self.core.uring.cancel(*slot);
                drop(requests);
                if buffer.is_some() {
                    self.end_ring_request(id, None);
                }
                return buffer.is_some();
            }
            Doer::Nobody => return false,
        };
        drop(requests);
        // Outside of the borrow, for it drops the job.
        let is_cancelled = seam::ask("job.cancel", || work.cancel());
        if !is_cancelled {
            return false;
        }
        if seam::is_played() {
            work.cancel();
        }
        if let Some(request) = self.core.requests.borrow_mut().get_mut(id.0) {
            request.due_phase = 0;
        }
        self.core.poller.mailbox.post(Letter::Done(id.0));
        true
    }
}

impl Loop {
    /// After a fork: ends everything that the pool has not done, which has no threads here.
    pub(crate) fn cancel_all(&self) {
        for key in self.core.requests.borrow_mut().all_of_pool() {
            self.core.poller.mailbox.post(Letter::Done(key));
        }
    }
}

/// Requests that the kernel does by its ring.
impl Loop {
    pub(super) fn add_ring_request(&self, slot: usize, done: Finish) -> WorkId {
        let key = self.core.requests.borrow_mut().add(Request {
            doer: Doer::Ring(slot),
            done,
            outcome: None,
            scheduled_by: self.current_id(),
            due_phase: 0,
            report: None,
        });
        self.core.count_work(1);
        WorkId(key)
    }

    /// Has the callback of a request run in this poll phase, or the next.
    pub(super) fn end_ring_request(&self, id: WorkId, outcome: Outcome) {
        if let Some(request) = self.core.requests.borrow_mut().get_mut(id.0)
            && matches!(request.doer, Doer::Ring(_))
        {
            request.outcome = outcome;
            request.doer = Doer::Nobody;
            self.core.poller.arrivals.add_due(id.0);
        }
    }
}

/// The first poll phase in which a request may call back.
pub(crate) fn due_phase(lp: &Loop, key: Key) -> Option<u64> {
    lp.core
        .requests
        .borrow_mut()
        .get_mut(key)
        .map(|request| request.due_phase)
}

/// Writes down what a job asked the world; or does the job, with what is written.
#[cold]
fn pass_seam(request: &Request) {
    const PLACE: &str = "job";
    let Doer::Pool(work) = &request.doer else {
        return;
    };
    if seam::is_played() {
        let answers = seam::next(PLACE);
        seam::play_job(answers, || work.run());
    } else {
        seam::note(PLACE, &work.notes());
    }
}

/// Ends a request whose work is done.
pub(crate) fn finish(lp: &Loop, key: Key) {
    let request = lp.core.requests.borrow_mut().remove(key);
    if let Some(request) = request {
        lp.core.count_work(-1);
        if seam::is_in_use() {
            pass_seam(&request);
        }
        if let Some(report) = &request.report {
            lp.notify(|observer| observer.job_done(report.tell(request.scheduled_by)));
        }
        lp.call(Kind::Work, request.scheduled_by, || {
            (request.done)(lp, request.outcome)
        });
    }
}
