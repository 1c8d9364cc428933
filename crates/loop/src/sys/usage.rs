//! What a process or thread has used up, which no safe crate tells.

use std::time::Duration;

use crate::system::ResourceUsage;

pub(crate) fn of_process() -> ResourceUsage {
    of(libc::RUSAGE_SELF)
}

pub(crate) fn of_thread() -> ResourceUsage {
    of(libc::RUSAGE_THREAD)
}

fn of(who: i32) -> ResourceUsage {
    // SAFETY: zeroes are valid for the record, which the call overwrites. It cannot fail for these.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &mut usage);
        usage
    };
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
    };
    ResourceUsage {
        user_time: time(usage.ru_utime),
        system_time: time(usage.ru_stime),
        max_rss: usage.ru_maxrss as u64,
        minor_faults: usage.ru_minflt as u64,
        major_faults: usage.ru_majflt as u64,
        blocks_in: usage.ru_inblock as u64,
        blocks_out: usage.ru_oublock as u64,
        voluntary_switches: usage.ru_nvcsw as u64,
        involuntary_switches: usage.ru_nivcsw as u64,
    }
}
