//! How much native stack this thread has for scripts.

use std::ffi::{c_int, c_void};

use rustix::process::{Resource, getpid, getrlimit};
use rustix::thread::gettid;

/// Kept back from scripts, for native code that they call; and once more for trusted scripts and the engine itself.
pub(crate) const RESERVE: usize = 128 * 1024;

/// For what does not ask how much is left: the collector, natives that are deep in Rust.
const FOR_OTHERS: usize = 512 * 1024;

/// More than this scripts do not get, whatever there is: recursion without end is to stop soon.
const MOST: usize = 7 * 1024 * 1024;

/// Bytes of stack that scripts may use on this thread, from here downwards.
pub(crate) fn available() -> usize {
    let place = 0u8;
    let here = (&raw const place).addr();
    let left = if getpid() == gettid() {
        left_on_main_thread(here)
    } else {
        lowest_of_thread().map_or(MOST, |lowest| here.saturating_sub(lowest))
    };
    (left - FOR_OTHERS.min(left / 2)).min(MOST)
}

/// The main thread's stack grows until it meets the limit of the system. It begins with the program's name, which
/// lies above its arguments. (`pthread_getattr_np` would read a file to find this out.)
fn left_on_main_thread(here: usize) -> usize {
    let limit = getrlimit(Resource::Stack).current.unwrap_or(u64::MAX);
    let top = rustix::param::linux_execfn().as_ptr().addr();
    usize::try_from(limit)
        .unwrap_or(usize::MAX)
        .saturating_sub(top.saturating_sub(here))
}

/// Room for the C library's `pthread_attr_t`, of which 56 bytes are in use.
#[repr(C, align(16))]
struct Attributes([u8; 128]);

unsafe extern "C" {
    fn pthread_self() -> usize;
    fn pthread_getattr_np(thread: usize, attributes: *mut Attributes) -> c_int;
    fn pthread_attr_getstack(
        attributes: *const Attributes,
        lowest: *mut *mut c_void,
        size: *mut usize,
    ) -> c_int;
    fn pthread_attr_destroy(attributes: *mut Attributes) -> c_int;
}

/// The lowest address of this thread's stack.
fn lowest_of_thread() -> Option<usize> {
    let mut attributes = Attributes([0; 128]);
    let (mut lowest, mut size) = (std::ptr::null_mut(), 0);
    // SAFETY: the attributes are initialized by the first call if it succeeds, and destroyed after their use.
    unsafe {
        if pthread_getattr_np(pthread_self(), &mut attributes) != 0 {
            return None;
        }
        let known = pthread_attr_getstack(&attributes, &mut lowest, &mut size) == 0;
        pthread_attr_destroy(&mut attributes);
        known.then(|| lowest.addr())
    }
}
