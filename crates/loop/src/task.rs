//! A bridge to futures: they run on the loop, which is told by their wakers when to go on with which.
//!
//! A future is polled in the poll phase, as callbacks of wake-ups are. Whatever wakes it, in whatever thread,
//! puts its number into a queue, and wakes the loop only if the queue was empty.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake};

use crate::handle::{Delay, Handle, Timer, Waker, Wakeup};
use crate::{Cancelled, Loop};

/// Numbers of tasks that are to go on, shared with their wakers.
struct Queue {
    numbers: Mutex<Vec<usize>>,
    waker: Waker,
}

impl Queue {
    fn push(&self, number: usize) {
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.push(number);
        drop(numbers);
        self.waker.wake();
    }

    fn take(&self) -> Vec<usize> {
        std::mem::take(&mut *self.numbers.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What wakes one task.
struct TaskWaker {
    number: usize,
    is_queued: AtomicBool,
    queue: Arc<Queue>,
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_queued.swap(true, Ordering::AcqRel) {
            self.queue.push(self.number);
        }
    }
}

type Body = Pin<Box<dyn Future<Output = ()>>>;

/// A task under way. Its body is out while it is polled.
struct Running {
    body: Option<Body>,
    waker: Arc<TaskWaker>,
}

/// The tasks of a loop.
pub(crate) struct Tasks {
    inlet: Wakeup,
    queue: Arc<Queue>,
    running: RefCell<Vec<Option<Running>>>,
    free: RefCell<Vec<usize>>,
    /// What is to go on in this phase, the last first; some are left if one panics.
    current: RefCell<Vec<usize>>,
}

impl Tasks {
    fn new(lp: &Loop) -> Rc<Tasks> {
        Rc::new_cyclic(|tasks: &Weak<Tasks>| {
            let tasks = tasks.clone();
            let (inlet, waker) = Wakeup::new(lp, move |lp, _| {
                if let Some(tasks) = tasks.upgrade() {
                    tasks.run(lp);
                }
            });
            inlet.unref(lp);
            // What they wait for is taken to be of the loop itself.
            inlet.set_outside(lp, false);
            let numbers = Mutex::default();
            Tasks {
                inlet,
                queue: Arc::new(Queue { numbers, waker }),
                running: RefCell::default(),
                free: RefCell::default(),
                current: RefCell::default(),
            }
        })
    }

    fn add(&self, lp: &Loop, body: Body) -> usize {
        let mut running = self.running.borrow_mut();
        let number = self.free.borrow_mut().pop().unwrap_or(running.len());
        if number == running.len() {
            running.push(None);
        }
        let waker = Arc::new(TaskWaker {
            number,
            is_queued: AtomicBool::new(false),
            queue: self.queue.clone(),
        });
        waker.wake_by_ref();
        running[number] = Some(Running {
            body: Some(body),
            waker,
        });
        self.inlet.ref_(lp);
        number
    }

    /// Forgets a task; gives what is left of it, to be dropped when nothing is borrowed.
    fn remove(&self, lp: &Loop, number: usize) -> Option<Running> {
        let gone = self.running.borrow_mut()[number].take()?;
        let mut free = self.free.borrow_mut();
        free.push(number);
        if free.len() == self.running.borrow().len() {
            self.inlet.unref(lp);
        }
        Some(gone)
    }

    fn run(&self, lp: &Loop) {
        let mut arrived = self.queue.take();
        arrived.reverse();
        // Those that a panic left go first.
        arrived.append(&mut self.current.borrow_mut());
        *self.current.borrow_mut() = arrived;
        loop {
            let next = self.current.borrow_mut().pop();
            let Some(number) = next else { return };
            self.poll(lp, number);
        }
    }

    fn poll(&self, lp: &Loop, number: usize) {
        let taken = self.running.borrow_mut().get_mut(number).and_then(|place| {
            let running = place.as_mut()?;
            Some((running.body.take()?, running.waker.clone()))
        });
        // None if it was cancelled meanwhile.
        let Some((mut body, waker)) = taken else {
            return;
        };
        waker.is_queued.store(false, Ordering::Release);
        let after = AfterPanic(self, lp, number);
        let polled = body
            .as_mut()
            .poll(&mut Context::from_waker(&waker.clone().into()));
        std::mem::forget(after);
        if polled.is_pending()
            && let Some(running) = &mut self.running.borrow_mut()[number]
            && Arc::ptr_eq(&running.waker, &waker)
        {
            running.body = Some(body);
            return;
        }
        if polled.is_ready() {
            drop(self.remove(lp, number));
        }
    }
}

/// A task that panics is over; the others go on in the next turn.
struct AfterPanic<'a>(&'a Tasks, &'a Loop, usize);

impl Drop for AfterPanic<'_> {
    fn drop(&mut self) {
        drop(self.0.remove(self.1, self.2));
        self.0.inlet.wake_again(self.1);
    }
}

/// What a loop keeps of tasks: nothing, until there is one.
pub(crate) type Slot = RefCell<Option<Rc<Tasks>>>;

impl Loop {
    /// Runs a future on the loop, from the next poll phase on. It need not be `Send`, its wakers may be used in
    /// any thread. The loop is alive until it has ended; a panic in it comes out of [`run`](Loop::run).
    ///
    /// A future that owns a clone of the loop keeps it until the future has ended. With a virtual clock it is
    /// taken to wait for what is of the loop: who waits for other threads keeps a [`Wakeup`].
    ///
    /// ```
    /// use rondo_loop::{Loop, Mode, completion};
    ///
    /// let lp = Loop::new()?;
    /// let lp2 = lp.clone();
    /// let task = lp.spawn(async move {
    ///     lp2.sleep(1).await;
    ///     let (complete, answer) = completion();
    ///     lp2.queue_work(|| 6 * 7, move |_, result| complete.set(result));
    ///     answer.await
    /// });
    /// lp.spawn(async move { assert_eq!(task.await, Ok(Ok(Ok(42)))) });
    /// lp.run(Mode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn spawn<T: 'static>(&self, future: impl Future<Output = T> + 'static) -> Task<T> {
        let tasks = self.tasks();
        let (complete, result) = completion();
        let number = tasks.add(self, Box::pin(async move { complete.set(future.await) }));
        let waker = tasks.running.borrow()[number]
            .as_ref()
            .map(|running| Arc::downgrade(&running.waker));
        Task {
            result,
            number,
            waker: waker.unwrap_or_default(),
        }
    }

    /// Its tasks; new ones if the program has closed all handles.
    fn tasks(&self) -> Rc<Tasks> {
        let mut slot = self.core.tasks.borrow_mut();
        let old = slot.take().filter(|tasks| !tasks.inlet.is_closing(self));
        slot.insert(old.unwrap_or_else(|| Tasks::new(self))).clone()
    }

    /// A future that ends when a timer of so many milliseconds, or a [`Duration`](std::time::Duration), is due.
    /// Its time begins now, not when it is first polled. Dropped, it closes the timer.
    pub fn sleep(&self, delay: impl Into<Delay>) -> Sleep {
        let (complete, due) = completion();
        let mut complete = Some(complete);
        let timer = Timer::new(self, move |_, _| {
            if let Some(complete) = complete.take() {
                complete.set(());
            }
        });
        timer.start(self, delay, 0);
        Sleep {
            due,
            timer,
            lp: self.downgrade(),
        }
    }
}

/// A future that runs on a loop: [`Loop::spawn`]. It is a future itself, of the other's result; dropped, it lets
/// the other go on.
pub struct Task<T> {
    result: Completion<T>,
    number: usize,
    waker: std::sync::Weak<TaskWaker>,
}

impl<T> Task<T> {
    /// Drops the future, unless it has ended or is the one that calls: says whether it did. Who awaits the task
    /// gets [`Cancelled`].
    pub fn cancel(&self, lp: &Loop) -> bool {
        let tasks = lp.tasks();
        let is_idle = tasks
            .running
            .borrow()
            .get(self.number)
            .and_then(Option::as_ref)
            .is_some_and(|running| {
                running.body.is_some()
                    && std::ptr::eq(Arc::as_ptr(&running.waker), self.waker.as_ptr())
            });
        is_idle && tasks.remove(lp, self.number).is_some()
    }
}

impl<T> Future for Task<T> {
    type Output = Result<T, Cancelled>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.result).poll(context)
    }
}

impl<T> fmt::Debug for Task<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").finish_non_exhaustive()
    }
}

/// See [`Loop::sleep`].
pub struct Sleep {
    due: Completion<()>,
    timer: Timer,
    lp: crate::WeakLoop,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.due).poll(context).map(|_| ())
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(lp) = self.lp.upgrade() {
            self.timer.close(&lp, |_| {});
        }
    }
}

impl fmt::Debug for Sleep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sleep").finish_non_exhaustive()
    }
}

/// What a [`Complete`] and its [`Completion`] share.
struct Shared<T> {
    value: Cell<Option<T>>,
    waiting: Cell<Option<std::task::Waker>>,
}

/// Turns a callback into a future: the callback sets the value, the future gives it. Both stay in their thread.
pub fn completion<T>() -> (Complete<T>, Completion<T>) {
    let shared = Rc::new(Shared {
        value: Cell::new(None),
        waiting: Cell::new(None),
    });
    (Complete(shared.clone()), Completion(shared))
}

/// The side of a [`completion`] that sets the value. Dropped without one, it cancels.
pub struct Complete<T>(Rc<Shared<T>>);

impl<T> Complete<T> {
    /// Sets the value, and wakes who waits for it.
    pub fn set(self, value: T) {
        self.0.value.set(Some(value));
    }
}

impl<T> Drop for Complete<T> {
    fn drop(&mut self) {
        if let Some(waker) = self.0.waiting.take() {
            waker.wake();
        }
    }
}

/// The side of a [`completion`] that waits for the value.
pub struct Completion<T>(Rc<Shared<T>>);

impl<T> Future for Completion<T> {
    type Output = Result<T, Cancelled>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Some(value) = self.0.value.take() {
            return Poll::Ready(Ok(value));
        }
        // Nobody is left to set it.
        if Rc::strong_count(&self.0) == 1 {
            return Poll::Ready(Err(Cancelled));
        }
        self.0.waiting.set(Some(context.waker().clone()));
        Poll::Pending
    }
}

impl<T> fmt::Debug for Complete<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Complete").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for Completion<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Completion").finish_non_exhaustive()
    }
}
