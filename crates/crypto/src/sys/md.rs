//! Digests: names, flags, contexts that are copied.

use std::ffi::{CStr, c_char, c_int, c_ulong, c_void};

use foreign_types_shared::{ForeignType, ForeignTypeRef};
use openssl::md::{Md, MdRef};
use openssl::md_ctx::{MdCtx, MdCtxRef};
use openssl_sys::{EVP_MD, EVP_MD_CTX_copy_ex, EVP_get_digestbyname, OSSL_LIB_CTX};

use super::{c_name, check};
use crate::Result;

unsafe extern "C" {
    fn EVP_MD_get_flags(md: *const EVP_MD) -> c_ulong;
    fn EVP_MD_get0_name(md: *const EVP_MD) -> *const c_char;
    fn EVP_MD_do_all_sorted(
        each: unsafe extern "C" fn(*const EVP_MD, *const c_char, *const c_char, *mut c_void),
        names: *mut c_void,
    );
    fn EVP_MD_do_all_provided(
        library: *mut OSSL_LIB_CTX,
        each: unsafe extern "C" fn(*mut EVP_MD, *mut c_void),
        names: *mut c_void,
    );
    fn EVP_MD_names_do_all(
        md: *const EVP_MD,
        each: unsafe extern "C" fn(*const c_char, *mut c_void),
        names: *mut c_void,
    ) -> c_int;
}

/// Whether its output can be of any length.
pub(crate) fn is_xof(md: &MdRef) -> bool {
    const EVP_MD_FLAG_XOF: c_ulong = 2;
    // SAFETY: the digest is alive.
    unsafe { EVP_MD_get_flags(md.as_ptr()) & EVP_MD_FLAG_XOF != 0 }
}

/// A digest by any name that OpenSSL ever had for it, whether or not there is an implementation.
pub(crate) fn by_any_name(name: &str) -> Option<&'static MdRef> {
    let name = c_name(name)?;
    // SAFETY: the name ends in NUL; what is found lives for ever.
    unsafe {
        let md = EVP_get_digestbyname(name.as_ptr());
        (!md.is_null()).then(|| MdRef::from_ptr(md.cast_mut()))
    }
}

/// Its chief name.
pub(crate) fn name(md: &MdRef) -> String {
    // SAFETY: the digest is alive, and its name is a C string or absent.
    unsafe { text(EVP_MD_get0_name(md.as_ptr())) }
}

/// A copy of all that a context has taken in.
pub(crate) fn copy(context: &MdCtxRef) -> Result<MdCtx> {
    let copy = MdCtx::new()?;
    // SAFETY: both contexts are alive, and not in use elsewhere: nobody else has a reference that could change them.
    check(unsafe { EVP_MD_CTX_copy_ex(copy.as_ptr(), context.as_ptr()) })?;
    Ok(copy)
}

/// The names of all digests that OpenSSL ever had, and of all that a provider has now, in no order.
pub(crate) fn all_names() -> (Vec<String>, Vec<String>) {
    let (mut known, mut provided) = (Vec::<String>::new(), Vec::<String>::new());
    // SAFETY: the functions are called with what they are for, before these return; names are C strings.
    unsafe {
        EVP_MD_do_all_sorted(add_known, (&raw mut known).cast());
        EVP_MD_do_all_provided(
            std::ptr::null_mut(),
            add_provided,
            (&raw mut provided).cast(),
        );
    }
    (known, provided)
}

unsafe extern "C" fn add_known(
    _: *const EVP_MD,
    from: *const c_char,
    _: *const c_char,
    names: *mut c_void,
) {
    // SAFETY: as `all_names` has it.
    unsafe { add_name(from, names) };
}

unsafe extern "C" fn add_provided(md: *mut EVP_MD, names: *mut c_void) {
    // SAFETY: as `all_names` has it.
    unsafe { EVP_MD_names_do_all(md, add_name, names) };
}

pub(super) unsafe extern "C" fn add_name(name: *const c_char, names: *mut c_void) {
    // SAFETY: who calls has a vector there, and a C string.
    unsafe { (*names.cast::<Vec<String>>()).push(text(name)) };
}

/// # Safety
/// It is a C string, or null.
pub(super) unsafe fn text(chars: *const c_char) -> String {
    if chars.is_null() {
        return String::new();
    }
    // SAFETY: as promised.
    unsafe { CStr::from_ptr(chars) }
        .to_string_lossy()
        .into_owned()
}

/// A digest that is kept by nobody else.
pub(crate) fn fetch(name: &str) -> Option<Md> {
    // A name with a NUL in it would end the program there.
    c_name(name)?;
    let found = Md::fetch(None, name, None).ok();
    super::clear_errors();
    found
}
