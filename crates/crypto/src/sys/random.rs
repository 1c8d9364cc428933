//! Another source of random bytes for all of OpenSSL, also for what it draws by itself: keys, nonces, handshakes.

use std::ffi::{c_double, c_int, c_uchar, c_void};
use std::sync::Once;

/// OpenSSL's table of functions for random bytes; what is not given is not called.
#[repr(C)]
struct RandMethod {
    seed: Option<extern "C" fn(*const c_void, c_int) -> c_int>,
    bytes: Option<extern "C" fn(*mut c_uchar, c_int) -> c_int>,
    cleanup: Option<extern "C" fn()>,
    add: Option<extern "C" fn(*const c_void, c_int, c_double) -> c_int>,
    pseudo_bytes: Option<extern "C" fn(*mut c_uchar, c_int) -> c_int>,
    status: Option<extern "C" fn() -> c_int>,
}

unsafe extern "C" {
    fn RAND_set_rand_method(method: *const RandMethod) -> c_int;
    fn RAND_OpenSSL() -> *const RandMethod;
}

static METHOD: RandMethod = RandMethod {
    seed: None,
    bytes: Some(bytes),
    cleanup: None,
    add: None,
    pseudo_bytes: Some(bytes),
    status: Some(status),
};

extern "C" fn status() -> c_int {
    1
}

extern "C" fn bytes(buffer: *mut c_uchar, length: c_int) -> c_int {
    let Ok(length) = usize::try_from(length) else {
        return 0;
    };
    if length == 0 {
        return 1;
    }
    // SAFETY: OpenSSL gives room for so many bytes; it may not have been written to, so it is first.
    let buffer = unsafe {
        std::ptr::write_bytes(buffer, 0, length);
        std::slice::from_raw_parts_mut(buffer, length)
    };
    c_int::from(crate::random::supply(buffer))
}

/// Has OpenSSL ask [`crate::random::supply`] for random bytes from now on, for the life of the process.
pub(crate) fn take_over() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        super::init();
        // SAFETY: the table lives for ever, and its functions may be called from any thread.
        unsafe { RAND_set_rand_method(&METHOD) };
    });
}

/// Fills a buffer by OpenSSL's own generator; says whether it could.
pub(crate) fn generate(buffer: &mut [u8]) -> bool {
    // OpenSSL counts in the int of C.
    buffer.chunks_mut(1 << 30).all(|part| {
        // SAFETY: the table is OpenSSL's own, which lives for ever; there is room for so many bytes.
        unsafe {
            (*RAND_OpenSSL())
                .bytes
                .is_some_and(|bytes| bytes(part.as_mut_ptr(), part.len() as c_int) == 1)
        }
    })
}
