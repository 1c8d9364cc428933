//! The threads on which the engine compiles and collects in the background. They are started when the
//! engine first has something for them: most short scripts never do.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::thread::{gettid, sched_getaffinity};

use crate::allocator;

/// Bytes of stack that a thread has; the engine keeps to its own share of it.
const STACK_SIZE: usize = 2 * 1024 * 1024;

/// How long it is before memory is given back, and again: twice as long each time, as most is compiled in the beginning.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// The engine's `JS::HelperThreadTask`.
#[repr(C)]
struct OpaqueTask {
    _private: [u8; 0],
}

unsafe extern "C" {
    /// `JS::SetHelperThreadTaskCallback`, which the bindings leave out.
    #[link_name = "_ZN2JS27SetHelperThreadTaskCallbackEPFvPNS_16HelperThreadTaskEEmm"]
    fn SetHelperThreadTaskCallback(
        callback: unsafe extern "C" fn(*mut OpaqueTask),
        thread_count: usize,
        stack_size: usize,
    );
    /// `JS::RunHelperThreadTask`, likewise.
    #[link_name = "_ZN2JS19RunHelperThreadTaskEPNS_16HelperThreadTaskE"]
    fn RunHelperThreadTask(task: *mut OpaqueTask);
}

/// A task of the engine's, to be run once by any thread.
struct Task(*mut OpaqueTask);

// SAFETY: the engine hands tasks out in order that another thread runs them.
unsafe impl Send for Task {}

struct Queue {
    tasks: VecDeque<Task>,
    /// Threads that wait for a task.
    idle: usize,
    threads: usize,
    /// The system's numbers of those that have begun.
    numbers: Vec<i32>,
    /// The most threads there may be; the engine never has more tasks under way than that.
    limit: usize,
    /// When memory was given back, and how long it is until the next time.
    gave_back: Option<Instant>,
    pause: Duration,
}

static QUEUE: Mutex<Queue> = Mutex::new(Queue {
    tasks: VecDeque::new(),
    idle: 0,
    threads: 0,
    numbers: Vec::new(),
    limit: 0,
    gave_back: None,
    pause: FIRST_PAUSE,
});
static ARRIVED: Condvar = Condvar::new();
/// Told when the last thread that was busy has nothing to do, and when one has begun.
static IDLE: Condvar = Condvar::new();

fn queue() -> MutexGuard<'static, Queue> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells the engine to give its tasks to our threads.
///
/// # Safety
/// The engine is initialized and has no context yet.
pub(crate) unsafe fn install() {
    // The engine needs two, for tasks that wait for others. (`available_parallelism` would read what a control
    // group allows from four files, at every start.)
    let limit = sched_getaffinity(None).map_or(2, |cores| cores.count().max(2) as usize);
    queue().limit = limit;
    // SAFETY: the callback may be called from any thread, and each task given to it is run once.
    unsafe { SetHelperThreadTaskCallback(dispatch, limit, STACK_SIZE) };
}

unsafe extern "C" fn dispatch(task: *mut OpaqueTask) {
    let mut queue = queue();
    queue.tasks.push_back(Task(task));
    if queue.tasks.len() <= queue.idle {
        ARRIVED.notify_one();
    } else if queue.threads < queue.limit && start_thread() {
        queue.threads += 1;
    } else if queue.threads == 0 {
        // Without any thread the engine would wait for ever: this one does it.
        drop(queue);
        run_waiting();
    }
}

fn start_thread() -> bool {
    let builder = thread::Builder::new()
        .name("rondo-engine".into())
        .stack_size(STACK_SIZE);
    builder.spawn(serve).is_ok()
}

/// What a thread does.
fn serve() {
    let mut held = queue();
    held.numbers.push(gettid().as_raw_nonzero().get());
    IDLE.notify_all();
    loop {
        if let Some(task) = held.tasks.pop_front() {
            drop(held);
            // SAFETY: taken from the queue, so nobody else runs it.
            unsafe { RunHelperThreadTask(task.0) };
            held = queue();
        } else {
            held = wait_for_task(held);
        }
    }
}

/// Waits for something to do. The last of the threads that has nothing gives memory back, if it is time to.
fn wait_for_task(mut held: MutexGuard<'static, Queue>) -> MutexGuard<'static, Queue> {
    held.idle += 1;
    if held.idle == held.threads {
        IDLE.notify_all();
        held = wait_to_give_back(held);
    }
    while held.tasks.is_empty() {
        held = ARRIVED.wait(held).unwrap_or_else(PoisonError::into_inner);
    }
    held.idle -= 1;
    held
}

/// Waits until memory is to be given back, and does it, unless a task comes before.
fn wait_to_give_back(held: MutexGuard<'static, Queue>) -> MutexGuard<'static, Queue> {
    let pause = held.pause;
    let rest = held
        .gave_back
        .map_or(pause, |last| pause.saturating_sub(last.elapsed()));
    let (mut held, _) = ARRIVED
        .wait_timeout_while(held, rest, |queue| queue.tasks.is_empty())
        .unwrap_or_else(PoisonError::into_inner);
    if !held.tasks.is_empty() {
        return held;
    }
    held.gave_back = Some(Instant::now());
    held.pause = (pause * 2).min(LONGEST_PAUSE);
    drop(held);
    allocator::give_back();
    queue()
}

/// Waits until no thread has anything to do. (When the engine gives a thread its next task, that is still at
/// the one before.)
pub(crate) fn wait_until_idle() {
    let mut held = queue();
    while held.idle < held.threads || !held.tasks.is_empty() {
        held = IDLE.wait(held).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Starts all threads that there may be, without waiting for work, and gives the system's numbers of them.
pub fn start_helper_threads() -> Vec<i32> {
    let mut held = queue();
    while held.threads < held.limit && start_thread() {
        held.threads += 1;
    }
    while held.numbers.len() < held.threads {
        held = IDLE.wait(held).unwrap_or_else(PoisonError::into_inner);
    }
    held.numbers.clone()
}

fn run_waiting() {
    loop {
        let next = queue().tasks.pop_front();
        let Some(task) = next else { return };
        // SAFETY: as in `serve`.
        unsafe { RunHelperThreadTask(task.0) };
    }
}
