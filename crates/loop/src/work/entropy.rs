//! Random bytes from the system, good enough for keys.

use std::io;

use rustix::io::{Errno, retry_on_intr};
use rustix::rand::{GetRandomFlags, getrandom};

use super::WorkId;
use crate::Loop;
use crate::seam;

/// The most bytes that can be asked for at a time, as with libuv.
const MAX_LEN: usize = i32::MAX as usize;

/// Fills a buffer with random bytes. Blocks only if the system has just been started and has not
/// gathered enough randomness yet. `E2BIG` if the buffer has 2 GiB or more.
///
/// ```
/// use rondo_loop::work::entropy;
///
/// let mut key = [0; 32];
/// entropy::fill(&mut key)?;
/// assert_ne!(key, [0; 32]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn fill(buffer: &mut [u8]) -> io::Result<()> {
    if buffer.len() > MAX_LEN {
        return Err(Errno::TOOBIG.into());
    }
    seam::ask_into("random", buffer, |buffer| {
        fill_now(buffer).map(|()| buffer.len())
    })
    .map(drop)
}

fn fill_now(buffer: &mut [u8]) -> io::Result<()> {
    let mut filled = 0;
    while filled < buffer.len() {
        let rest = &mut buffer[filled..];
        // Not all at once if it is much, and a signal comes in between.
        filled += retry_on_intr(|| getrandom(&mut *rest, GetRandomFlags::empty()))?;
    }
    Ok(())
}

impl Loop {
    /// Has a buffer [filled](fill) with random bytes by the pool, and `done` called with it. Can be
    /// [cancelled](Loop::cancel): then the result is `ECANCELED`.
    ///
    /// ```
    /// use rondo_loop::{Loop, Mode};
    ///
    /// let lp = Loop::new()?;
    /// lp.random(vec![0; 16], |_, result| println!("{:?}", result.unwrap()));
    /// lp.run(Mode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn random(
        &self,
        mut buffer: Vec<u8>,
        done: impl FnOnce(&Loop, io::Result<Vec<u8>>) + 'static,
    ) -> WorkId {
        self.queue_work(
            move || fill(&mut buffer).map(|()| buffer),
            |lp, result| done(lp, result.unwrap_or_else(|_| Err(Errno::CANCELED.into()))),
        )
    }
}
