//! How the system treats the calling thread.

use std::io;

use rustix::io::Errno;
use rustix::process::{getpriority_process, setpriority_process};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The priority of the calling thread: from 19 (lowest) to -20.
pub fn thread_priority() -> io::Result<i32> {
    Ok(getpriority_process(None)?)
}

/// Sets the priority of the calling thread. A program without rights can only lower it.
pub fn set_thread_priority(priority: i32) -> io::Result<()> {
    Ok(setpriority_process(None, priority)?)
}

/// The processors that the calling thread may run on, counted from 0.
pub fn thread_affinity() -> io::Result<Vec<usize>> {
    let set = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU)
        .filter(|&number| set.is_set(number))
        .collect())
}

/// Has the calling thread run on these processors only. `EINVAL` if there is none of them.
pub fn set_thread_affinity(processors: &[usize]) -> io::Result<()> {
    let mut set = CpuSet::new();
    for &number in processors {
        if number >= CpuSet::MAX_CPU {
            return Err(Errno::INVAL.into());
        }
        set.set(number);
    }
    Ok(sched_setaffinity(None, &set)?)
}
