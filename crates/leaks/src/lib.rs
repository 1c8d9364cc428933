//! Finds memory that work loses. The same work is done again and again: what it keeps for later (caches, tables, idle
//! contexts) is there after some rounds, so that what the process holds goes up and down from then on. It grows in each
//! round only if something is lost in each.
//!
//! What is counted is what `malloc` has given and not got back, so libraries in C are seen as well. Nothing else may
//! run in the process meanwhile: a test that calls [`check`] is the only one of its file.

pub mod left;
pub mod random;

/// Rounds in which work may put aside what it will use again.
const WARM: usize = 4;
/// Rounds of which one without growth shows that nothing is lost. There are many, as the allocator counts as held what it
/// keeps at hand for each thread, and fills that up slowly.
const WATCHED: usize = 30;

/// Bytes that the process has got from `malloc` and not given back.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn held() -> Option<usize> {
    // SAFETY: it only reads the allocator's own numbers, under its locks.
    let numbers = unsafe { libc::mallinfo2() };
    Some(numbers.uordblks + numbers.hblkhd)
}

/// Bytes that the process has got from `malloc` and not given back: nobody counts them here.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn held() -> Option<usize> {
    None
}

/// The bytes that each round of some work loses; 0 if there is a round that loses none.
pub fn lost(mut work: impl FnMut()) -> usize {
    for _ in 0..WARM {
        work();
    }
    let mut least = usize::MAX;
    for _ in 0..WATCHED {
        let before = held().unwrap_or(0);
        work();
        least = least.min(held().unwrap_or(0).saturating_sub(before));
        if least == 0 {
            break;
        }
    }
    least
}

/// Has several kinds of work done, each for its rounds.
///
/// # Panics
///
/// If one of them loses memory, or if the check itself would not find that.
pub fn check(works: &[(&str, &dyn Fn())]) {
    if held().is_none() {
        println!("memory is not counted on this system");
        return;
    }
    assert_eq!(lost(|| drop(std::hint::black_box(vec![1_u8; 100]))), 0);
    assert!(lost(|| std::mem::forget(std::hint::black_box(vec![1_u8; 100]))) >= 100);
    for (name, work) in works {
        let bytes = lost(work);
        assert_eq!(bytes, 0, "{name}: each round loses {bytes} bytes");
    }
}
