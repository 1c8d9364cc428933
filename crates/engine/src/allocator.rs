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

/// Other C libraries have nothing of the kind.
#[cfg(not(target_env = "gnu"))]
pub(crate) fn configure() {}
