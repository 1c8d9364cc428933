//! The async contexts of jobs.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use mozjs::glue::CallValueRootTracer;
use mozjs::jsapi::{GetRegularMicroTaskCount, JSContext, JSTracer, Value};
use mozjs::jsval::UndefinedValue;

/// Numbers of jobs, and their contexts.
type Kept = VecDeque<(u64, Value)>;

/// The contexts of jobs that the engine gives no place for one: those it queues as it makes them. They
/// are found again by their numbers in the queue.
#[derive(Default)]
pub(crate) struct JobContexts {
    /// Whether there ever was a context. Until then nobody asks a job for its own.
    used: Cell<bool>,
    /// How many jobs have been taken from the queue.
    taken: Cell<u64>,
    /// Those of the queue.
    kept: RefCell<Kept>,
    /// Those of queues that are set aside, with the number of the first job.
    aside: RefCell<Vec<(u64, Kept)>>,
}

impl JobContexts {
    /// From now on jobs may have contexts.
    pub(crate) fn will_be_used(&self) {
        self.used.set(true);
    }

    /// Whether a job may have a context.
    #[inline]
    pub(crate) fn are_used(&self) -> bool {
        self.used.get()
    }

    /// A job is taken from the queue.
    #[inline]
    pub(crate) fn take(&self) {
        self.taken.set(self.taken.get() + 1);
    }

    /// How many were taken.
    pub(crate) fn taken(&self) -> u64 {
        self.taken.get()
    }

    /// Keeps the context of the job that is queued next.
    ///
    /// # Safety
    /// `cx` is the context that these belong to.
    pub(crate) unsafe fn keep(&self, cx: *mut JSContext, context: Value) {
        // SAFETY: the context is valid; the call does not collect.
        let waiting = unsafe { GetRegularMicroTaskCount(cx) } as u64;
        self.kept
            .borrow_mut()
            .push_back((self.taken.get() + waiting, context));
    }

    /// The context of the job that was taken last. What is left of jobs that were not made after all,
    /// for lack of memory say, goes away.
    pub(crate) fn find(&self) -> Value {
        let number = self.taken.get() - 1;
        let mut kept = self.kept.borrow_mut();
        let mut found = UndefinedValue();
        while let Some(&(other, context)) = kept.front()
            && other <= number
        {
            if other == number {
                found = context;
            }
            kept.pop_front();
        }
        found
    }

    /// All jobs in the queue are set aside.
    pub(crate) fn set_aside(&self) {
        let kept = self.kept.take();
        self.aside.borrow_mut().push((self.taken.get(), kept));
    }

    /// The jobs that were set aside last are queued again; the queue is empty.
    pub(crate) fn put_back(&self) {
        let Some((first, mut kept)) = self.aside.borrow_mut().pop() else {
            return;
        };
        let passed = self.taken.get() - first;
        kept.iter_mut().for_each(|(number, _)| *number += passed);
        self.kept.replace(kept);
    }

    /// # Safety
    /// Called by the collector.
    pub(crate) unsafe fn trace(&self, tracer: *mut JSTracer) {
        let mut aside = self.aside.borrow_mut();
        let aside = aside.iter_mut().flat_map(|(_, kept)| kept);
        for (_, context) in self.kept.borrow_mut().iter_mut().chain(aside) {
            // SAFETY: the place is valid for the call, and the collector runs on this thread.
            unsafe { CallValueRootTracer(tracer, context, c"job context".as_ptr()) };
        }
    }
}
