//! The machine as a whole: its name, its system, its clocks.

use std::ffi::CStr;
use std::fs::read_to_string;

use crate::sys::clock;
use crate::work::fs::Time;

/// What system it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SystemName {
    /// Its name, such as `Linux`.
    pub sysname: String,
    /// The name of the machine.
    pub nodename: String,
    /// Its release, such as `6.1.0`.
    pub release: String,
    /// Which build of the release.
    pub version: String,
    /// The kind of machine, such as `x86_64`.
    pub machine: String,
}

/// What system it is, in the words of uname.
pub fn uname() -> SystemName {
    let name = rustix::system::uname();
    let text = |part: &CStr| part.to_string_lossy().into_owned();
    SystemName {
        sysname: text(name.sysname()),
        nodename: text(name.nodename()),
        release: text(name.release()),
        version: text(name.version()),
        machine: text(name.machine()),
    }
}

/// The name of the machine.
pub fn hostname() -> String {
    uname().nodename
}

/// The seconds since the system was started.
pub fn uptime() -> f64 {
    // In a container this is the container's, which the clock does not know.
    let text = read_to_string("/proc/uptime").unwrap_or_default();
    let seconds = text.split(' ').next().and_then(|text| text.parse().ok());
    seconds.unwrap_or_else(|| clock(libc::CLOCK_BOOTTIME).0 as f64)
}

/// The clocks of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClockKind {
    /// Counts from an arbitrary point, and never goes back.
    Monotonic,
    /// Counts from the beginning of 1970, and can be set.
    Realtime,
}

/// Reads a clock.
pub fn clock_time(kind: ClockKind) -> Time {
    let (sec, nsec) = clock(match kind {
        ClockKind::Monotonic => libc::CLOCK_MONOTONIC,
        ClockKind::Realtime => libc::CLOCK_REALTIME,
    });
    Time { sec, nsec }
}
