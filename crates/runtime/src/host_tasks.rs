//! The engine's tasks in the loop: promises that other threads settle, registries that are cleaned up. They
//! run in the poll phase, and do not keep the loop alive; but what is under way in the engine's threads,
//! and what has arrived, is finished before 'beforeExit', as in Node.

use std::rc::Rc;
use std::time::Instant;

use rondo_engine::HostTask;
use rondo_loop::seam;
use rondo_loop::{Handle, Timer, Wakeup};

use crate::runtime::Runtime;

impl Runtime {
    /// Has the loop run the engine's tasks from here on.
    pub(crate) fn serve_host_tasks(self: &Rc<Runtime>) {
        let weak = Rc::downgrade(self);
        let (wakeup, waker) = Wakeup::new(&self.event_loop, move |_, _| {
            if let Some(owner) = weak.upgrade() {
                owner.run_host_tasks();
            }
        });
        wakeup.unref(&self.event_loop);
        let _ = self.waker.set(waker.clone());
        self.context.on_host_task(move || waker.wake());
    }

    /// Runs what has arrived, and says whether there was anything.
    fn run_host_tasks(self: &Rc<Runtime>) -> bool {
        if self.has_ended() {
            self.event_loop.stop();
            return false;
        }
        let mut tasks = match seam::is_in_use() {
            true => self.taped_host_tasks(),
            false => self.context.enter(|scope| scope.take_host_tasks()),
        };
        // Those that are due already, all of them, run as they would have in time.
        tasks.sort_by_key(HostTask::due);
        let found = !tasks.is_empty();
        for task in tasks {
            match task.due() {
                Some(due) => self.run_host_task_later(task, due),
                None => self.enter(|scope| task.run(scope)),
            }
        }
        found
    }

    /// What has arrived, by way of the seam. Which tasks there are is up to the engine's threads and its collector; when a tape
    /// is played there are as many as there were, and those that are not there by themselves are looked for.
    fn taped_host_tasks(&self) -> Vec<HostTask> {
        let take = || self.context.enter(|scope| scope.take_host_tasks());
        let mut kept = self.kept_tasks.borrow_mut();
        if !seam::is_played() {
            let tasks = take();
            seam::ask("engine.tasks", || tasks.len());
            return tasks;
        }
        let count = seam::ask("engine.tasks", || 0);
        if kept.len() < count {
            self.context.wait_for_background_work();
            kept.extend(take());
        }
        if kept.len() < count {
            self.context.enter(|scope| scope.collect_garbage());
            kept.extend(take());
        }
        let count = count.min(kept.len());
        kept.drain(..count).collect()
    }

    fn run_host_task_later(self: &Rc<Runtime>, task: HostTask, due: Instant) {
        let weak = Rc::downgrade(self);
        let mut task = Some(task);
        let timer = Timer::new(&self.event_loop, move |event_loop, timer| {
            if let (Some(owner), Some(task)) = (weak.upgrade(), task.take()) {
                owner.enter(|scope| task.run(scope));
            }
            timer.close(event_loop, |_| {});
        });
        self.event_loop.update_time();
        let millis = seam::ask("engine.due", || {
            let delay = due.saturating_duration_since(Instant::now());
            // A part of a millisecond counts as a whole one: a wait is never shorter than asked for.
            delay.as_nanos().div_ceil(1_000_000) as u64
        });
        timer.start(&self.event_loop, millis, 0);
        timer.unref(&self.event_loop);
    }

    /// The loop has nothing to do any more: finishes the engine's tasks, which may give it something.
    pub(crate) fn finish_host_tasks(self: &Rc<Runtime>) {
        loop {
            self.context.wait_for_background_work();
            if !self.run_host_tasks() {
                return;
            }
        }
    }
}
