//! Diffie-Hellman over prime fields. (The old form of it: the new one takes no keys apart from their pairs.)

use std::ffi::c_int;
use std::ptr::{NonNull, null, null_mut};

use foreign_types_shared::ForeignTypeRef;
use openssl::bn::{BigNum, BigNumRef};
use openssl_sys::{
    BIGNUM, DH, DH_check, DH_free, DH_generate_key, DH_generate_parameters_ex, DH_get0_key,
    DH_get0_pqg, DH_new, DH_set0_key, DH_set0_pqg, DH_size,
};

use super::check;
use crate::{Error, Result};

unsafe extern "C" {
    fn DH_check_pub_key(dh: *const DH, key: *const BIGNUM, codes: *mut c_int) -> c_int;
    fn DH_compute_key_padded(secret: *mut u8, key: *const BIGNUM, dh: *mut DH) -> c_int;
}

/// A group, and maybe keys in it.
pub(crate) struct Dh(NonNull<DH>);

// SAFETY: nothing in it belongs to a thread.
unsafe impl Send for Dh {}

impl Drop for Dh {
    fn drop(&mut self) {
        // SAFETY: it is freed once.
        unsafe { DH_free(self.0.as_ptr()) };
    }
}

/// Gives a number away.
fn given(number: BigNum) -> *mut BIGNUM {
    let pointer = number.as_ptr();
    std::mem::forget(number);
    pointer
}

impl Dh {
    fn empty() -> Result<Dh> {
        // SAFETY: it has no conditions.
        NonNull::new(unsafe { DH_new() })
            .map(Dh)
            .ok_or_else(Error::queued)
    }

    /// The group of a prime and a generator.
    pub(crate) fn new(prime: BigNum, generator: BigNum) -> Result<Dh> {
        let dh = Dh::empty()?;
        // SAFETY: the group takes the numbers over.
        check(unsafe { DH_set0_pqg(dh.0.as_ptr(), given(prime), null_mut(), given(generator)) })?;
        Ok(dh)
    }

    /// A group of a new prime.
    pub(crate) fn generate(bits: i32, generator: i32) -> Result<Dh> {
        let dh = Dh::empty()?;
        // SAFETY: nobody is to be told of progress.
        check(unsafe { DH_generate_parameters_ex(dh.0.as_ptr(), bits, generator, null_mut()) })?;
        Ok(dh)
    }

    /// What is wrong with the group, in bits (`DH_CHECK_...`); `None` if it cannot be found out.
    pub(crate) fn faults(&self) -> Option<i32> {
        let mut codes = 0;
        // SAFETY: the group is valid, as in what follows.
        let done = unsafe { DH_check(self.0.as_ptr(), &mut codes) };
        super::clear_errors();
        (done == 1).then_some(codes)
    }

    /// What is wrong with somebody's public key, in bits.
    pub(crate) fn key_faults(&self, key: &BigNumRef) -> i32 {
        let mut codes = 0;
        // SAFETY: as above.
        let done = unsafe { DH_check_pub_key(self.0.as_ptr(), key.as_ptr(), &mut codes) };
        super::clear_errors();
        if done == 1 { codes } else { 0 }
    }

    /// Makes the keys that are missing, and the public one anew.
    pub(crate) fn generate_keys(&mut self) -> Result<()> {
        // SAFETY: as above.
        check(unsafe { DH_generate_key(self.0.as_ptr()) })
    }

    pub(crate) fn set_public(&mut self, key: BigNum) -> Result<()> {
        // SAFETY: the group takes the number over.
        check(unsafe { DH_set0_key(self.0.as_ptr(), given(key), null_mut()) })
    }

    pub(crate) fn set_private(&mut self, key: BigNum) -> Result<()> {
        // SAFETY: the group takes the number over.
        check(unsafe { DH_set0_key(self.0.as_ptr(), null_mut(), given(key)) })
    }

    /// The secret that goes with somebody's public key, as long as the prime.
    pub(crate) fn secret(&self, key: &BigNumRef) -> Result<Vec<u8>> {
        // SAFETY: there is room for as many bytes as the prime has.
        unsafe {
            let size = usize::try_from(DH_size(self.0.as_ptr())).unwrap_or(0);
            let mut secret = vec![0; size];
            let count = DH_compute_key_padded(secret.as_mut_ptr(), key.as_ptr(), self.0.as_ptr());
            check(count)?;
            Ok(secret)
        }
    }

    pub(crate) fn prime(&self) -> Option<Vec<u8>> {
        self.parameters().0
    }

    pub(crate) fn generator(&self) -> Option<Vec<u8>> {
        self.parameters().1
    }

    fn parameters(&self) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
        let (mut p, mut q, mut g) = (null(), null(), null());
        // SAFETY: the numbers are the group's, and read before anything can change them.
        unsafe {
            DH_get0_pqg(self.0.as_ptr(), &mut p, &mut q, &mut g);
            (bytes(p), bytes(g))
        }
    }

    pub(crate) fn public(&self) -> Option<Vec<u8>> {
        self.keys().0
    }

    pub(crate) fn private(&self) -> Option<Vec<u8>> {
        self.keys().1
    }

    fn keys(&self) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
        let (mut public, mut private) = (null(), null());
        // SAFETY: as above.
        unsafe {
            DH_get0_key(self.0.as_ptr(), &mut public, &mut private);
            (bytes(public), bytes(private))
        }
    }
}

/// # Safety
/// It is a number, or null.
unsafe fn bytes(number: *const BIGNUM) -> Option<Vec<u8>> {
    // SAFETY: as promised.
    (!number.is_null()).then(|| unsafe { BigNumRef::from_ptr(number.cast_mut()) }.to_vec())
}
