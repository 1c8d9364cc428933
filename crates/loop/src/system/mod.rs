//! What the system knows of itself, its users and this process. A subject, a file; all calls are quick.
//!
//! ```
//! use rondo_loop::system;
//!
//! println!("{} processors", system::available_parallelism());
//! println!("{} of {} bytes free", system::free_memory(), system::total_memory());
//! println!("logged in as {:?}", system::current_user()?.name);
//! # Ok::<(), std::io::Error>(())
//! ```

mod cpu;
mod host;
mod identity;
mod memory;
mod network;
mod process;
mod thread;
mod user;

pub use cpu::{Cpu, CpuTimes, available_parallelism, cpus, load_average};
pub use host::{ClockKind, SystemName, clock_time, hostname, uname, uptime};
pub use identity::{
    Identity, group_id, init_groups, replace_program, set_groups, set_identity, user_id,
};
pub use memory::{
    available_memory, constrained_memory, free_memory, resident_memory, total_memory,
};
pub use network::{InterfaceAddress, interface_addresses, interface_index, interface_name};
pub use process::{
    ResourceUsage, chdir, cwd, exe_path, parent_pid, pid, priority, resource_usage, set_priority,
    thread_resource_usage,
};
pub use thread::{set_thread_affinity, set_thread_priority, thread_affinity, thread_priority};
pub use user::{Group, User, current_user, group, home_dir, temp_dir, user};
