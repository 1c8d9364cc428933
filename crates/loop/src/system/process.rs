//! This process: its number, its folder, its priority, what it has used up.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, getpriority_process, setpriority_process};

use crate::sys::usage;

/// What a process or thread has used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceUsage {
    /// Processor time of its own.
    pub user_time: Duration,
    /// Processor time that the system spent on it.
    pub system_time: Duration,
    /// The most memory that it had at a time, in kilobytes.
    pub max_rss: u64,
    /// Pages of memory that were there when they were needed.
    pub minor_faults: u64,
    /// Pages of memory that had to be fetched.
    pub major_faults: u64,
    /// How often something was read for it from a disk.
    pub blocks_in: u64,
    /// How often something was written for it to a disk.
    pub blocks_out: u64,
    /// How often it gave up its processor by itself.
    pub voluntary_switches: u64,
    /// How often its processor was taken away.
    pub involuntary_switches: u64,
}

/// What this process has used up.
pub fn resource_usage() -> ResourceUsage {
    usage::of_process()
}

/// What the calling thread has used up.
pub fn thread_resource_usage() -> ResourceUsage {
    usage::of_thread()
}

/// The number of this process.
pub fn pid() -> i32 {
    rustix::process::getpid().as_raw_pid()
}

/// The number of the process that started this one; 0 if it cannot be seen from here.
pub fn parent_pid() -> i32 {
    rustix::process::getppid().map_or(0, Pid::as_raw_pid)
}

/// The current directory.
pub fn cwd() -> io::Result<PathBuf> {
    env::current_dir()
}

/// Changes the current directory.
pub fn chdir(path: &Path) -> io::Result<()> {
    Ok(rustix::process::chdir(path)?)
}

/// The program that this process runs.
pub fn exe_path() -> io::Result<PathBuf> {
    env::current_exe()
}

/// A process by its number; 0 is this one.
fn process(pid: i32) -> Result<Option<Pid>, Errno> {
    match pid {
        0 => Ok(None),
        1.. => Ok(Pid::from_raw(pid)),
        _ => Err(Errno::SRCH),
    }
}

/// The priority of a process, from -20, the highest, to 19, the lowest. Number 0 is this process,
/// on Linux the calling thread. `ESRCH` if there is no such process.
pub fn priority(pid: i32) -> io::Result<i32> {
    Ok(getpriority_process(process(pid)?)?)
}

/// Sets the priority of a process. `EINVAL` if it is not in the range; `EACCES` if the process may not
/// have a higher one.
pub fn set_priority(pid: i32, priority: i32) -> io::Result<()> {
    if !(-20..=19).contains(&priority) {
        return Err(Errno::INVAL.into());
    }
    Ok(setpriority_process(process(pid)?, priority)?)
}
