//! A loop inside of another: the program waits somewhere else, for the loop's descriptor too, and runs
//! the loop when there is something to do.

use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::time::Duration;

use crate::Loop;
use crate::phase::poll;
use crate::sys::borrow_fd;
use crate::work::trial;

/// The descriptor that becomes readable when the loop has something to do: for those who wait with
/// `poll`, `epoll` or another loop. See [`Loop::time_to_wait`].
impl AsFd for Loop {
    fn as_fd(&self) -> BorrowedFd<'_> {
        borrow_fd(self.as_raw_fd()).expect("an open loop has a descriptor")
    }
}

impl AsRawFd for Loop {
    fn as_raw_fd(&self) -> RawFd {
        self.core.poller.as_raw_fd()
    }
}

impl Loop {
    /// How long a program that waits elsewhere may wait for the loop's descriptor to become readable
    /// before it runs the loop again; none is for ever. It is 0 if there is something to do now.
    ///
    /// From this call on until the loop is run, other threads make the descriptor readable when they
    /// have news: so it is to be called each time before waiting. Not for loops whose time is virtual: it
    /// passes only when the loop itself sleeps.
    ///
    /// ```
    /// use rustix::event::{PollFd, PollFlags, Timespec, poll};
    /// use rondo_loop::{Loop, Mode, Timer};
    ///
    /// let lp = Loop::new()?;
    /// lp.queue_work(|| 6 * 7, |lp, result| {
    ///     assert_eq!(result, Ok(42));
    ///     Timer::new(lp, |_, _| println!("a little later")).start(lp, 5, 0);
    /// });
    /// while lp.run(Mode::NoWait) {
    ///     let limit = lp.time_to_wait().map(|limit| Timespec::try_from(limit).unwrap());
    ///     poll(&mut [PollFd::new(&lp, PollFlags::IN)], limit.as_ref())?;
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn time_to_wait(&self) -> Option<Duration> {
        self.core.clock.update();
        if poll::has_work(self) {
            return Some(Duration::ZERO);
        }
        let Some(limit) = poll::time_to_sleep(self) else {
            return Some(Duration::ZERO);
        };
        if !self.core.poller.wait_outside() {
            return Some(Duration::ZERO);
        }
        trial::leave(self);
        limit.map(Duration::from_millis)
    }
}
