//! The cases, a file each.

mod fs_read;
mod fs_stat;
mod loop_turns;
mod million_timers;
mod million_wakeups;
mod multi_accept;
mod ping_pong;
mod pool;
mod sockets;
mod spawn;
mod tcp_pump;
mod tcp_writes;
mod udp_ping_pong;
mod udp_pump;
mod wakeups;

use crate::Case;

pub const ALL: &[Case] = &[
    million_timers::CASE,
    loop_turns::CASE,
    ping_pong::TCP,
    ping_pong::PIPE,
    udp_ping_pong::CASE,
    udp_pump::CASE,
    tcp_pump::ONE,
    tcp_pump::MANY,
    tcp_writes::CASE,
    multi_accept::CASE,
    wakeups::PING_PONG,
    wakeups::PING_PONG_ASLEEP,
    wakeups::PUMMEL,
    million_wakeups::CASE,
    pool::CHAIN,
    pool::CHAIN_ASLEEP,
    pool::MANY,
    fs_stat::CASE,
    fs_read::CASE,
    spawn::CASE,
];
