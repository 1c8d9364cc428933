//! Memory: of the machine, of the group of processes that this one belongs to, and of this one.

use std::fs::read_to_string;
use std::io;
use std::path::{Path, PathBuf};

use rustix::process::{Resource, getrlimit};

use crate::sys::page_size;

/// The memory of the machine, in bytes.
pub fn total_memory() -> u64 {
    meminfo("MemTotal:").unwrap_or_else(|| {
        let info = rustix::system::sysinfo();
        info.totalram * u64::from(info.mem_unit)
    })
}

/// The memory of the machine that programs can still have, in bytes; what the system keeps of files
/// counts as free.
pub fn free_memory() -> u64 {
    meminfo("MemAvailable:").unwrap_or_else(|| {
        let info = rustix::system::sysinfo();
        info.freeram * u64::from(info.mem_unit)
    })
}

fn meminfo(name: &str) -> Option<u64> {
    let text = read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The memory that this process may use, in bytes, together with those it shares a limit with; none if
/// there is no limit, or none that the system tells of. The limit may be above what the machine has.
pub fn constrained_memory() -> Option<u64> {
    let own = getrlimit(Resource::As).current;
    let group = MemoryGroup::of_this_process().and_then(|group| group.limit());
    match (group, own) {
        (Some(group), Some(own)) => Some(group.min(own)),
        (group, own) => group.or(own),
    }
}

/// The memory that this process can still have, in bytes.
pub fn available_memory() -> u64 {
    let free = free_memory();
    let Some(group) = MemoryGroup::of_this_process() else {
        return free;
    };
    match (group.limit(), group.used()) {
        // It can use more than it may, for a moment.
        (Some(limit), Some(used)) if limit <= total_memory() => limit.saturating_sub(used),
        _ => free,
    }
}

/// The memory that this process takes up, in bytes.
pub fn resident_memory() -> io::Result<u64> {
    let text = read_to_string("/proc/self/statm")?;
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    let pages: u64 = pages.ok_or(io::ErrorKind::InvalidData)?;
    Ok(pages * page_size())
}

/// The control group that limits the memory of this process, of either version.
struct MemoryGroup {
    folder: PathBuf,
    is_first_version: bool,
}

impl MemoryGroup {
    fn of_this_process() -> Option<MemoryGroup> {
        Self::parse(&read_to_string("/proc/self/cgroup").ok()?)
    }

    /// Reads lines such as `4:memory:/a/b`, or `0::/a/b` of the second version.
    fn parse(text: &str) -> Option<MemoryGroup> {
        let find = |controller: &str| {
            text.lines().find_map(|line| {
                let (_, rest) = line.split_once(':')?;
                let (controllers, path) = rest.split_once(':')?;
                let is_it = controllers.split(',').any(|name| name == controller);
                is_it.then(|| path.trim_start_matches('/'))
            })
        };
        let (root, path, is_first_version) = match find("memory") {
            Some(path) => ("/sys/fs/cgroup/memory", path, true),
            None => ("/sys/fs/cgroup", find("")?, false),
        };
        let own = Path::new(root).join(path);
        // Inside of a container the group may be known by another name than outside.
        let folder = if own.exists() { own } else { root.into() };
        Some(MemoryGroup {
            folder,
            is_first_version,
        })
    }

    fn read(&self, name: &str) -> Option<u64> {
        let text = read_to_string(self.folder.join(name)).ok()?;
        text.trim().parse().ok()
    }

    fn limit(&self) -> Option<u64> {
        let names = if self.is_first_version {
            ["memory.soft_limit_in_bytes", "memory.limit_in_bytes"]
        } else {
            ["memory.high", "memory.max"]
        };
        // In the first version a very large number, in the second the word `max` stands for no limit.
        let none = i64::MAX as u64 & !(page_size() - 1);
        let limits = names.into_iter().filter_map(|name| self.read(name));
        limits.filter(|&limit| limit < none).min()
    }

    fn used(&self) -> Option<u64> {
        self.read(if self.is_first_version {
            "memory.usage_in_bytes"
        } else {
            "memory.current"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::MemoryGroup;

    #[test]
    fn the_group_is_found_in_either_version() {
        let first = MemoryGroup::parse("2:cpu,cpuacct:/x\n1:memory:/no/such\n0::/\n").unwrap();
        assert!(first.is_first_version && first.folder.ends_with("memory"));
        let second = MemoryGroup::parse("0::/no/such\n").unwrap();
        assert!(!second.is_first_version && second.folder.ends_with("cgroup"));
        assert!(MemoryGroup::parse("").is_none());
    }
}
