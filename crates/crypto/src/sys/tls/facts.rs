//! What can be asked of a connection beyond what the crate `openssl` tells.

use std::ffi::{CStr, c_int, c_long, c_uchar, c_void};
use std::ptr::null_mut;

use foreign_types_shared::ForeignTypeRef;
use openssl::nid::Nid;
use openssl::ssl::{SslRef, SslSessionRef};
use openssl_sys::{SSL, SSL_SESSION};

unsafe extern "C" {
    fn SSL_get_shared_sigalgs(
        ssl: *mut SSL,
        index: c_int,
        sign: *mut c_int,
        hash: *mut c_int,
        both: *mut c_int,
        raw_sign: *mut c_uchar,
        raw_hash: *mut c_uchar,
    ) -> c_int;
    fn SSL_SESSION_get0_ticket(
        session: *const SSL_SESSION,
        ticket: *mut *const c_uchar,
        length: *mut usize,
    );
    fn SSL_get_verify_result(ssl: *const SSL) -> c_long;
    fn X509_verify_cert_error_string(code: c_long) -> *const std::ffi::c_char;
}

/// A way to sign that both sides know: key, digest, and their numbers in messages.
pub(crate) struct Sigalg {
    pub(crate) sign: Nid,
    pub(crate) hash: Nid,
    pub(crate) raw: (u8, u8),
}

pub(crate) fn shared_sigalgs(ssl: &SslRef) -> Vec<Sigalg> {
    let ask = |index: c_int, out: Option<&mut (c_int, c_int, c_uchar, c_uchar)>| {
        let mut unused = (0, 0, 0, 0);
        let out = out.unwrap_or(&mut unused);
        // SAFETY: there is room for each number.
        unsafe {
            SSL_get_shared_sigalgs(
                ssl.as_ptr(),
                index,
                &mut out.0,
                &mut out.1,
                null_mut(),
                &mut out.2,
                &mut out.3,
            )
        }
    };
    let count = ask(0, None);
    (0..count)
        .map(|index| {
            let mut out = (0, 0, 0, 0);
            ask(index, Some(&mut out));
            Sigalg {
                sign: Nid::from_raw(out.0),
                hash: Nid::from_raw(out.1),
                raw: (out.2, out.3),
            }
        })
        .collect()
}

/// The ticket of a session, if it has one.
pub(crate) fn ticket(session: &SslSessionRef) -> Option<Vec<u8>> {
    let (mut ticket, mut length) = (std::ptr::null(), 0);
    // SAFETY: there is room for both; the ticket is the session's.
    unsafe {
        SSL_SESSION_get0_ticket(session.as_ptr(), &mut ticket, &mut length);
        (!ticket.is_null()).then(|| std::slice::from_raw_parts(ticket, length).to_vec())
    }
}

/// The verdict on the other side's certificate: 0 if it is good.
pub(crate) fn verify_result(ssl: &SslRef) -> i64 {
    // SAFETY: it is valid.
    unsafe { SSL_get_verify_result(ssl.as_ptr()) }
}

/// What a verdict means, in OpenSSL's words.
pub(crate) fn verdict_text(code: i64) -> &'static str {
    // SAFETY: it gives a C string that is always there.
    let text = unsafe { CStr::from_ptr(X509_verify_cert_error_string(code)) };
    text.to_str().unwrap_or_default()
}

/// Bytes of the last message of a handshake, of this side or the other.
pub(crate) fn finished(ssl: &SslRef, of_peer: bool) -> Option<Vec<u8>> {
    let ask = |buffer: *mut c_void, length: usize| {
        // SAFETY: pointer and length belong together.
        unsafe {
            match of_peer {
                true => openssl_sys::SSL_get_peer_finished(ssl.as_ptr(), buffer, length),
                false => openssl_sys::SSL_get_finished(ssl.as_ptr(), buffer, length),
            }
        }
    };
    let mut bytes = [0; 64];
    let length = ask(bytes.as_mut_ptr().cast(), bytes.len());
    (length > 0).then(|| bytes[..length.min(64)].to_vec())
}

/// The name of the group that keys were exchanged in.
pub(crate) fn group_name(ssl: &SslRef) -> Option<String> {
    // SAFETY: it gives a C string of the connection's, or null.
    unsafe {
        let name = openssl_sys::SSL_get0_group_name(ssl.as_ptr());
        (!name.is_null()).then(|| CStr::from_ptr(name).to_string_lossy().into_owned())
    }
}

/// Whether a client wants to know if the certificate is still good.
pub(crate) fn wants_status(ssl: &SslRef) -> bool {
    const SSL_CTRL_GET_TLSEXT_STATUS_REQ_TYPE: c_int = 127;
    const OCSP: c_long = 1;
    // SAFETY: the command only looks.
    let kind = unsafe {
        openssl_sys::SSL_ctrl(
            ssl.as_ptr(),
            SSL_CTRL_GET_TLSEXT_STATUS_REQ_TYPE,
            0,
            null_mut(),
        )
    };
    kind == OCSP
}
