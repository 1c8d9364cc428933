//! The cases, a file each.

mod fs_read;
mod fs_stat;
mod loop_turns;
mod million_timers;
mod million_wakeups;
mod pool;
mod wakeups;

use crate::Case;

pub const ALL: &[Case] = &[
    million_timers::CASE,
    loop_turns::CASE,
    wakeups::PING_PONG,
    wakeups::PUMMEL,
    million_wakeups::CASE,
    pool::CHAIN,
    pool::MANY,
    fs_stat::CASE,
    fs_read::CASE,
];
