//! The functions that OpenSSL calls while it is at work, which all go to who watches the connection.

use std::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_void};
use std::ptr::{null, null_mut};
use std::slice::{from_raw_parts, from_raw_parts_mut};

use foreign_types_shared::{ForeignType, ForeignTypeRef};
use openssl::ssl::{SslContextRef, SslRef, SslSessionRef};
use openssl_sys::{
    SSL, SSL_CLIENT_HELLO_RETRY, SSL_CLIENT_HELLO_SUCCESS, SSL_CTX_sess_set_get_cb,
    SSL_CTX_sess_set_new_cb, SSL_CTX_set_alpn_select_cb__fixed_rust, SSL_CTX_set_client_hello_cb,
    SSL_CTX_set_keylog_callback, SSL_CTX_set_tlsext_status_cb, SSL_SESSION, SSL_TLSEXT_ERR_NOACK,
    SSL_TLSEXT_ERR_OK, SSL_client_hello_get0_ext, SSL_client_hello_get0_session_id, SSL_is_server,
    SSL_set_verify, X509_STORE_CTX,
};

use super::watch::ask;
use crate::tls::{Hello, ProtocolChoice, Verdict};

const SSL_TLSEXT_ERR_ALERT_FATAL: c_int = 2;
const SSL_CB_HANDSHAKE_START: c_int = 0x10;
const SSL_CB_HANDSHAKE_DONE: c_int = 0x20;

/// Extensions of the first message of a client.
const STATUS_REQUEST: c_uint = 5;
const SERVER_NAME: c_uint = 0;
const SESSION_TICKET: c_uint = 35;

unsafe extern "C" {
    fn SSL_set_info_callback(
        ssl: *mut SSL,
        callback: Option<unsafe extern "C" fn(*const SSL, c_int, c_int)>,
    );
    fn SSL_set_cert_cb(
        ssl: *mut SSL,
        callback: Option<unsafe extern "C" fn(*mut SSL, *mut c_void) -> c_int>,
        argument: *mut c_void,
    );
    fn SSL_set_psk_client_callback(ssl: *mut SSL, callback: Option<PskClient>);
    fn SSL_set_psk_server_callback(ssl: *mut SSL, callback: Option<PskServer>);
}

type PskClient = unsafe extern "C" fn(
    *mut SSL,
    *const c_char,
    *mut c_char,
    c_uint,
    *mut c_uchar,
    c_uint,
) -> c_uint;
type PskServer = unsafe extern "C" fn(*mut SSL, *const c_char, *mut c_uchar, c_uint) -> c_uint;

/// Sets what all connections of a context have in common.
pub(crate) fn install(context: &SslContextRef) {
    let context = context.as_ptr();
    // SAFETY: the functions have the types that OpenSSL expects, and need no argument.
    unsafe {
        SSL_CTX_set_client_hello_cb(context, Some(client_hello), null_mut());
        SSL_CTX_sess_set_new_cb(context, Some(new_session));
        SSL_CTX_sess_set_get_cb(context, Some(session_for));
        SSL_CTX_set_alpn_select_cb__fixed_rust(context, Some(choose_protocol), null_mut());
        SSL_CTX_set_tlsext_status_cb(context, Some(status));
    }
}

/// Has secrets told, for programs that look into recorded connections.
pub(crate) fn log_keys(context: &SslContextRef) {
    // SAFETY: as above.
    unsafe { SSL_CTX_set_keylog_callback(context.as_ptr(), Some(key_log)) };
}

/// Has the beginning and the end of handshakes told.
pub(super) fn watch_progress(ssl: &SslRef) {
    // SAFETY: as above.
    unsafe { SSL_set_info_callback(ssl.as_ptr(), Some(progress)) };
}

/// Asks the other side for a certificate, or not. What comes is judged later, by who uses the connection.
pub(crate) fn set_verify(ssl: &SslRef, mode: c_int) {
    // SAFETY: as above.
    unsafe { SSL_set_verify(ssl.as_ptr(), mode, Some(accept_any)) };
}

/// Has a server ask for its certificate when it has heard the client.
pub(crate) fn ask_for_certificate(ssl: &SslRef) {
    // SAFETY: as above.
    unsafe { SSL_set_cert_cb(ssl.as_ptr(), Some(certificate), null_mut()) };
}

/// Has keys that both sides know asked for.
pub(crate) fn ask_for_psk(ssl: &SslRef) {
    // SAFETY: as above.
    unsafe {
        match SSL_is_server(ssl.as_ptr()) {
            0 => SSL_set_psk_client_callback(ssl.as_ptr(), Some(psk_of_client)),
            _ => SSL_set_psk_server_callback(ssl.as_ptr(), Some(psk_of_server)),
        }
    }
}

unsafe extern "C" fn progress(_: *const SSL, what: c_int, _: c_int) {
    if what & SSL_CB_HANDSHAKE_START != 0 {
        ask(|watcher| watcher.handshake_started());
    }
    if what & SSL_CB_HANDSHAKE_DONE != 0 {
        ask(|watcher| watcher.handshake_done());
    }
}

extern "C" fn accept_any(_: c_int, _: *mut X509_STORE_CTX) -> c_int {
    1
}

unsafe extern "C" fn key_log(_: *const SSL, line: *const c_char) {
    // SAFETY: it is a C string.
    let line = unsafe { CStr::from_ptr(line) }.to_bytes();
    ask(|watcher| watcher.key_log(line));
}

unsafe extern "C" fn client_hello(ssl: *mut SSL, _: *mut c_int, _: *mut c_void) -> c_int {
    // SAFETY: all of it is the connection's, and there as long as this function is not over.
    let hello = unsafe {
        let mut id = null();
        let length = SSL_client_hello_get0_session_id(ssl, &mut id);
        Hello {
            session_id: bytes(id, length),
            server_name: extension(ssl, SERVER_NAME).and_then(first_name),
            has_ticket: extension(ssl, SESSION_TICKET).is_some_and(|ticket| !ticket.is_empty()),
            wants_status: extension(ssl, STATUS_REQUEST).is_some(),
        }
    };
    match ask(|watcher| watcher.client_hello(&hello)) {
        Some(Verdict::Wait) => SSL_CLIENT_HELLO_RETRY,
        _ => SSL_CLIENT_HELLO_SUCCESS,
    }
}

/// # Safety
/// The connection is reading a client's first message.
unsafe fn extension<'a>(ssl: *mut SSL, kind: c_uint) -> Option<&'a [u8]> {
    let (mut data, mut length) = (null(), 0);
    // SAFETY: as promised.
    unsafe {
        let found = SSL_client_hello_get0_ext(ssl, kind, &mut data, &mut length);
        (found == 1).then(|| bytes(data, length))
    }
}

/// The name in the extension for it: lengths of two bytes, a type, and again a length.
fn first_name(extension: &[u8]) -> Option<&[u8]> {
    let name = extension.get(5..)?;
    let length = usize::from(u16::from_be_bytes([extension[3], extension[4]]));
    (extension[2] == 0).then(|| name.get(..length)).flatten()
}

/// # Safety
/// There are as many bytes at the pointer.
unsafe fn bytes<'a>(data: *const u8, length: usize) -> &'a [u8] {
    match data.is_null() || length == 0 {
        true => &[],
        // SAFETY: as promised.
        false => unsafe { from_raw_parts(data, length) },
    }
}

unsafe extern "C" fn certificate(ssl: *mut SSL, _: *mut c_void) -> c_int {
    // SAFETY: the connection is at work, and this is the only reference to it.
    let ssl = unsafe { SslRef::from_ptr_mut(ssl) };
    match ask(|watcher| watcher.certificate_wanted(ssl)) {
        Some(Verdict::Wait) => -1,
        Some(Verdict::Refuse) => 0,
        _ => 1,
    }
}

unsafe extern "C" fn new_session(ssl: *mut SSL, session: *mut SSL_SESSION) -> c_int {
    // SAFETY: both are valid as long as this function is not over.
    let (session, is_server) =
        unsafe { (SslSessionRef::from_ptr(session), SSL_is_server(ssl) != 0) };
    ask(|watcher| watcher.new_session(session, is_server));
    // It was not kept.
    0
}

unsafe extern "C" fn session_for(
    _: *mut SSL,
    _: *const c_uchar,
    _: c_int,
    copy: *mut c_int,
) -> *mut SSL_SESSION {
    // What is given is given away.
    // SAFETY: there is room for the number.
    unsafe { *copy = 0 };
    let session = ask(|watcher| watcher.session_to_resume()).flatten();
    session.map_or(null_mut(), |session| {
        let pointer = session.as_ptr();
        std::mem::forget(session);
        pointer
    })
}

unsafe extern "C" fn choose_protocol(
    ssl: *mut SSL,
    chosen: *mut *const c_uchar,
    chosen_length: *mut c_uchar,
    offered: *const c_uchar,
    offered_length: c_uint,
    _: *mut c_void,
) -> c_int {
    // SAFETY: pointer and length belong together.
    let offered = unsafe { bytes(offered, offered_length as usize) };
    // SAFETY: the connection is at work, and this is the only reference to it.
    let ssl = unsafe { SslRef::from_ptr_mut(ssl) };
    match ask(|watcher| watcher.choose_protocol(ssl, offered)) {
        Some(ProtocolChoice::Offered(range)) => {
            let Some(name) = offered.get(range) else {
                return SSL_TLSEXT_ERR_ALERT_FATAL;
            };
            // SAFETY: there is room for both; the name is in OpenSSL's own memory.
            unsafe {
                *chosen = name.as_ptr();
                *chosen_length = name.len() as c_uchar;
            }
            SSL_TLSEXT_ERR_OK
        }
        Some(ProtocolChoice::Refuse) => SSL_TLSEXT_ERR_ALERT_FATAL,
        Some(ProtocolChoice::None) | None => SSL_TLSEXT_ERR_NOACK,
    }
}

unsafe extern "C" fn status(ssl: *mut SSL, _: *mut c_void) -> c_int {
    // SAFETY: the connection is at work, and this is the only reference to it.
    let ssl = unsafe { SslRef::from_ptr_mut(ssl) };
    if !ssl.is_server() {
        ask(|watcher| watcher.status_response(ssl.ocsp_status()));
        // What it says is for the program to judge.
        return 1;
    }
    let response = ask(|watcher| watcher.status_to_send()).flatten();
    match response.map(|response| ssl.set_ocsp_status(&response)) {
        Some(Ok(())) => SSL_TLSEXT_ERR_OK,
        _ => SSL_TLSEXT_ERR_NOACK,
    }
}

unsafe extern "C" fn psk_of_client(
    _: *mut SSL,
    hint: *const c_char,
    identity: *mut c_char,
    most_identity: c_uint,
    key: *mut c_uchar,
    most_key: c_uint,
) -> c_uint {
    // SAFETY: it is a C string or null.
    let hint = (!hint.is_null()).then(|| unsafe { CStr::from_ptr(hint) }.to_bytes());
    let Some(Some((name, secret))) = ask(|watcher| watcher.client_psk(hint)) else {
        return 0;
    };
    // A NUL ends the identity, which has room for `most_identity` bytes and that.
    if name.len() > most_identity as usize || secret.len() > most_key as usize {
        return 0;
    }
    // SAFETY: there is room, as was checked.
    unsafe {
        let room = from_raw_parts_mut(identity.cast::<u8>(), name.len() + 1);
        room[..name.len()].copy_from_slice(&name);
        room[name.len()] = 0;
        from_raw_parts_mut(key, secret.len()).copy_from_slice(&secret);
    }
    secret.len() as c_uint
}

unsafe extern "C" fn psk_of_server(
    _: *mut SSL,
    identity: *const c_char,
    key: *mut c_uchar,
    most_key: c_uint,
) -> c_uint {
    if identity.is_null() {
        return 0;
    }
    // SAFETY: it is a C string.
    let identity = unsafe { CStr::from_ptr(identity) }.to_bytes();
    match ask(|watcher| watcher.server_psk(identity)) {
        Some(Some(secret)) if secret.len() <= most_key as usize => {
            // SAFETY: there is room, as was checked.
            unsafe { from_raw_parts_mut(key, secret.len()).copy_from_slice(&secret) };
            secret.len() as c_uint
        }
        _ => 0,
    }
}
