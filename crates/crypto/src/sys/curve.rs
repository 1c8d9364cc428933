//! Elliptic curves by name.

use std::ffi::{c_char, c_int};

use openssl_sys::{OBJ_nid2sn, OBJ_sn2nid};

use super::md::text;
use super::{c_name, clear_errors};

#[repr(C)]
struct BuiltinCurve {
    nid: c_int,
    comment: *const c_char,
}

unsafe extern "C" {
    fn EC_get_builtin_curves(curves: *mut BuiltinCurve, most: usize) -> usize;
}

/// OpenSSL's number for a short name.
pub(crate) fn number(name: &str) -> Option<c_int> {
    let name = c_name(name)?;
    // SAFETY: the name ends in NUL.
    let nid = unsafe { OBJ_sn2nid(name.as_ptr()) };
    clear_errors();
    (nid != 0).then_some(nid)
}

/// The names of all curves.
pub(crate) fn all() -> Vec<String> {
    // SAFETY: as many are written as there is room for; names are C strings that live for ever.
    unsafe {
        let count = EC_get_builtin_curves(std::ptr::null_mut(), 0);
        let empty = || BuiltinCurve {
            nid: 0,
            comment: std::ptr::null(),
        };
        let mut curves: Vec<BuiltinCurve> = (0..count).map(|_| empty()).collect();
        EC_get_builtin_curves(curves.as_mut_ptr(), count);
        let names = curves.iter().map(|curve| text(OBJ_nid2sn(curve.nid)));
        names.collect()
    }
}
