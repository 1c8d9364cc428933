//! Tells of each message of a connection, for people who look for a fault.

use std::ffi::{CStr, c_char, c_int, c_void};

use foreign_types_shared::ForeignTypeRef;
use openssl::ssl::SslRef;
use openssl_sys::SSL;

use super::watch::ask;

type Callback =
    unsafe extern "C" fn(c_int, c_int, c_int, *const c_void, usize, *mut SSL, *mut c_void);

unsafe extern "C" {
    fn SSL_set_msg_callback(ssl: *mut SSL, callback: Option<Callback>);
    fn SSL_alert_type_string_long(value: c_int) -> *const c_char;
    fn SSL_alert_desc_string_long(value: c_int) -> *const c_char;
}

/// Has the watcher get a text for each record and message.
pub(crate) fn start(ssl: &SslRef) {
    // SAFETY: the function has the type that OpenSSL expects.
    unsafe { SSL_set_msg_callback(ssl.as_ptr(), Some(message)) };
}

/// The words for an alert: how bad it is, and what.
pub(crate) fn alert_words(level: u8, description: u8) -> (&'static str, &'static str) {
    let value = c_int::from(level) << 8 | c_int::from(description);
    // SAFETY: both give C strings that are always there, whatever the value.
    let [level, description] = unsafe {
        [
            SSL_alert_type_string_long(value),
            SSL_alert_desc_string_long(value),
        ]
        .map(|text| CStr::from_ptr(text))
    };
    (
        level.to_str().unwrap_or_default(),
        description.to_str().unwrap_or_default(),
    )
}

unsafe extern "C" fn message(
    is_sent: c_int,
    _: c_int,
    kind: c_int,
    data: *const c_void,
    length: usize,
    _: *mut SSL,
    _: *mut c_void,
) {
    if data.is_null() {
        return;
    }
    // SAFETY: pointer and length belong together.
    let data = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) };
    ask(|watcher| watcher.trace(is_sent != 0, kind, data));
}
