//! A BIO over memory: what OpenSSL reads of a connection, and what it writes to it.

use std::ffi::{c_char, c_int, c_long, c_void};
use std::ptr::NonNull;
use std::slice::{from_raw_parts, from_raw_parts_mut};
use std::sync::OnceLock;

use openssl_sys::{
    BIO, BIO_METHOD, BIO_clear_retry_flags, BIO_free_all, BIO_get_data, BIO_meth_new,
    BIO_meth_set_ctrl__fixed_rust, BIO_meth_set_read__fixed_rust, BIO_meth_set_write__fixed_rust,
    BIO_new, BIO_set_data, BIO_set_init, BIO_set_retry_read,
};

use crate::{Error, Result};

const BIO_TYPE_SOURCE_SINK: c_int = 0x0400;
const BIO_CTRL_FLUSH: c_int = 11;

/// The bytes of a connection.
#[derive(Default)]
pub(super) struct Wire {
    /// What has come, and how much of it was read.
    pub(super) input: Vec<u8>,
    pub(super) at: usize,
    /// What is to be sent.
    pub(super) output: Vec<u8>,
}

struct Method(NonNull<BIO_METHOD>);

// SAFETY: it is made once, and only read from then on.
unsafe impl Send for Method {}
// SAFETY: as above.
unsafe impl Sync for Method {}

fn method() -> Result<&'static Method> {
    static METHOD: OnceLock<Option<Method>> = OnceLock::new();
    let method = METHOD.get_or_init(|| {
        // SAFETY: the functions have the types that OpenSSL expects.
        unsafe {
            let method = NonNull::new(BIO_meth_new(BIO_TYPE_SOURCE_SINK, c"wire".as_ptr()))?;
            let done = BIO_meth_set_read__fixed_rust(method.as_ptr(), Some(read))
                & BIO_meth_set_write__fixed_rust(method.as_ptr(), Some(write))
                & BIO_meth_set_ctrl__fixed_rust(method.as_ptr(), Some(control));
            (done == 1).then_some(Method(method))
        }
    });
    method.as_ref().ok_or_else(Error::queued)
}

/// Two BIOs for a wire, which has to outlive them.
///
/// # Safety
/// The pointer is valid as long as the BIOs are, and nobody has a reference to the wire while OpenSSL is at work.
pub(super) unsafe fn bio_pair(wire: NonNull<Wire>) -> Result<(NonNull<BIO>, NonNull<BIO>)> {
    let method = method()?;
    let make = || {
        // SAFETY: the method is whole, and a new BIO takes any data.
        unsafe {
            let bio = NonNull::new(BIO_new(method.0.as_ptr())).ok_or_else(Error::queued)?;
            BIO_set_data(bio.as_ptr(), wire.as_ptr().cast());
            BIO_set_init(bio.as_ptr(), 1);
            Ok(bio)
        }
    };
    let first = make()?;
    match make() {
        Ok(second) => Ok((first, second)),
        Err(error) => {
            // SAFETY: nobody else has it.
            unsafe { BIO_free_all(first.as_ptr()) };
            Err(error)
        }
    }
}

unsafe extern "C" fn read(bio: *mut BIO, buffer: *mut c_char, length: c_int) -> c_int {
    let length = usize::try_from(length).unwrap_or(0);
    // SAFETY: `bio` was made above; buffer and length belong together.
    unsafe {
        BIO_clear_retry_flags(bio);
        let wire = &mut *BIO_get_data(bio).cast::<Wire>();
        let left = &wire.input[wire.at..];
        let count = left.len().min(length);
        if count == 0 {
            BIO_set_retry_read(bio);
            return -1;
        }
        from_raw_parts_mut(buffer.cast::<u8>(), count).copy_from_slice(&left[..count]);
        wire.at += count;
        if wire.at == wire.input.len() {
            wire.input.clear();
            wire.at = 0;
        }
        count as c_int
    }
}

unsafe extern "C" fn write(bio: *mut BIO, bytes: *const c_char, length: c_int) -> c_int {
    let count = usize::try_from(length).unwrap_or(0);
    // SAFETY: as above.
    unsafe {
        BIO_clear_retry_flags(bio);
        let wire = &mut *BIO_get_data(bio).cast::<Wire>();
        if count > 0 {
            wire.output
                .extend_from_slice(from_raw_parts(bytes.cast::<u8>(), count));
        }
    }
    length
}

unsafe extern "C" fn control(_: *mut BIO, command: c_int, _: c_long, _: *mut c_void) -> c_long {
    c_long::from(command == BIO_CTRL_FLUSH)
}
