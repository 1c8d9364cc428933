//! How the C library's allocator is set.
//!
//! It gives memory at the top of its heap back to the system as soon as 128 KiB of it are free, and takes larger
//! blocks from the system one by one. A collection frees thousands of blocks at once, and the script goes on
//! to fill as many: the pages then go to and fro, and each has to be cleared again. So some are kept. The figures are
//! those that the allocator itself comes to in a program that once had a block of 32 MiB.

/// Blocks of this size and larger are taken from the system one by one. It is the most that can be set.
#[cfg(target_env = "gnu")]
const MAPPED_FROM: i32 = 32 * 1024 * 1024;
/// How much memory may be free at the top of the heap before it is given back.
#[cfg(target_env = "gnu")]
const KEPT_FREE: i32 = 2 * MAPPED_FROM;
/// A process of as many pages (128 MiB) or fewer gives back what is free in the middle, which takes a millisecond. In a larger one
/// it takes longer, and the loop would wait where it needs memory meanwhile.
#[cfg(target_env = "gnu")]
const SMALL_PROCESS: usize = 32 * 1024;
/// How much of the top of a heap is kept then.
#[cfg(target_env = "gnu")]
const KEPT_AT_TOP: usize = 1024 * 1024;

/// Has the allocator keep more of what is freed, unless the user has set it.
#[cfg(target_env = "gnu")]
pub(crate) fn configure() {
    const M_TRIM_THRESHOLD: i32 = -1;
    const M_MMAP_THRESHOLD: i32 = -3;
    const OF_THE_USER: [&str; 3] = [
        "GLIBC_TUNABLES",
        "MALLOC_TRIM_THRESHOLD_",
        "MALLOC_MMAP_THRESHOLD_",
    ];
    unsafe extern "C" {
        fn mallopt(parameter: i32, value: i32) -> i32;
    }
    if OF_THE_USER
        .iter()
        .any(|name| std::env::var_os(name).is_some())
    {
        return;
    }
    // SAFETY: these set numbers, under the allocator's own lock. One that is refused stays as it was.
    unsafe {
        mallopt(M_MMAP_THRESHOLD, MAPPED_FROM);
        mallopt(M_TRIM_THRESHOLD, KEPT_FREE);
    }
}

/// Gives pages that are free in the middle of the heaps back to the system, if the process is small. A compilation takes
/// megabytes for a moment, in the heap of its thread, and a collection frees as many.
#[cfg(target_env = "gnu")]
pub(crate) fn give_back() {
    unsafe extern "C" {
        fn malloc_trim(kept_at_top: usize) -> i32;
    }
    if resident_pages().is_some_and(|pages| pages <= SMALL_PROCESS) {
        // SAFETY: it takes the allocator's own locks, and moves nothing that is in use.
        unsafe { malloc_trim(KEPT_AT_TOP) };
    }
}

/// How many pages of the process are in memory.
#[cfg(target_env = "gnu")]
fn resident_pages() -> Option<usize> {
    let sizes = std::fs::read_to_string("/proc/self/statm").ok()?;
    sizes.split(' ').nth(1)?.parse().ok()
}

/// Other C libraries have nothing of the kind.
#[cfg(not(target_env = "gnu"))]
pub(crate) fn configure() {}

/// Nor of this.
#[cfg(not(target_env = "gnu"))]
pub(crate) fn give_back() {}
