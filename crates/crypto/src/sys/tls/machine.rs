//! A connection that is driven by hand: bytes go in and come out, nothing waits.

use std::ffi::{c_int, c_long, c_void};
use std::ptr::{NonNull, null_mut};

use foreign_types_shared::ForeignTypeRef;
use openssl::error::ErrorStack;
use openssl::ssl::{Ssl, SslContextRef, SslRef, SslSessionRef};
use openssl_sys::{
    SSL, SSL_ERROR_NONE, SSL_ERROR_WANT_CLIENT_HELLO_CB, SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE,
    SSL_ERROR_WANT_X509_LOOKUP, SSL_ERROR_ZERO_RETURN, SSL_ctrl, SSL_do_handshake, SSL_get_error,
    SSL_get_shutdown, SSL_is_init_finished, SSL_read, SSL_set_bio, SSL_shutdown, SSL_write,
};

use super::hooks;
use super::wire::{self, Wire};
use crate::Result;
use crate::sys::{check, clear_errors};

unsafe extern "C" {
    fn SSL_renegotiate(ssl: *mut SSL) -> c_int;
}

const SSL_CTRL_SET_MAX_SEND_FRAGMENT: c_int = 52;
const SSL_SENT_SHUTDOWN: c_int = 1;
const SSL_RECEIVED_SHUTDOWN: c_int = 2;

/// How far an operation came.
pub(crate) enum Step<T> {
    /// It is through.
    Done(T),
    /// Bytes, or an answer, have to come first.
    Waits,
    /// The other side has said that it sends no more.
    Closed,
    /// It is over with the connection.
    Failed(ErrorStack),
}

/// One side of a connection, and the bytes between it and the other.
pub(crate) struct Machine {
    ssl: Ssl,
    wire: NonNull<Wire>,
}

impl Drop for Machine {
    fn drop(&mut self) {
        // SAFETY: it was made by `Box`. The BIO that has the pointer as well is freed with `ssl`, right after this, and
        // does not look at it then.
        drop(unsafe { Box::from_raw(self.wire.as_ptr()) });
    }
}

impl Machine {
    pub(crate) fn new(context: &SslContextRef, is_server: bool) -> Result<Machine> {
        let mut ssl = Ssl::new(context)?;
        let wire = NonNull::from(Box::leak(Box::<Wire>::default()));
        // From here on the wire is freed with the machine.
        let machine_of = |ssl| Machine { ssl, wire };
        // A BIO for each direction, as one that has been written to forgets that it had nothing to be read.
        // SAFETY: the wire lives as long as the connection, and is referred to only between calls, or by a BIO.
        let bios = match unsafe { wire::bio_pair(wire) } {
            Ok(bios) => bios,
            Err(error) => {
                drop(machine_of(ssl));
                return Err(error);
            }
        };
        // SAFETY: the connection takes both over.
        unsafe { SSL_set_bio(ssl_pointer(&ssl), bios.0.as_ptr(), bios.1.as_ptr()) };
        match is_server {
            true => ssl.set_accept_state(),
            false => ssl.set_connect_state(),
        }
        hooks::watch_progress(&ssl);
        Ok(machine_of(ssl))
    }

    /// What the crate `openssl` can tell of it.
    pub(crate) fn ssl(&self) -> &SslRef {
        &self.ssl
    }

    /// What the crate `openssl` can set.
    pub(crate) fn ssl_mut(&mut self) -> &mut SslRef {
        &mut self.ssl
    }

    /// Bytes that have come.
    pub(crate) fn receive(&mut self, bytes: &[u8]) {
        // SAFETY: OpenSSL is not at work, as in what follows.
        unsafe { self.wire.as_mut() }.input.extend_from_slice(bytes);
    }

    /// How much of what came was not read yet.
    pub(crate) fn input_length(&self) -> usize {
        // SAFETY: as above.
        let wire = unsafe { self.wire.as_ref() };
        wire.input.len() - wire.at
    }

    /// How much waits to be sent.
    pub(crate) fn output_length(&self) -> usize {
        // SAFETY: as above.
        unsafe { self.wire.as_ref() }.output.len()
    }

    /// What is to be sent; the memory can be given back by `return_output`.
    pub(crate) fn take_output(&mut self) -> Vec<u8> {
        // SAFETY: as above.
        std::mem::take(&mut unsafe { self.wire.as_mut() }.output)
    }

    /// Memory for what is to be sent next.
    pub(crate) fn return_output(&mut self, mut memory: Vec<u8>) {
        // SAFETY: as above.
        let wire = unsafe { self.wire.as_mut() };
        const MOST_KEPT: usize = 64 * 1024;
        if wire.output.capacity() == 0 && memory.capacity() <= MOST_KEPT {
            memory.clear();
            wire.output = memory;
        }
    }

    pub(crate) fn handshake(&mut self) -> Step<()> {
        clear_errors();
        // SAFETY: the connection is ours, as in what follows.
        let returned = unsafe { SSL_do_handshake(self.pointer()) };
        self.step(returned, |_| ())
    }

    /// Reads up to `most` bytes to the end of `room`.
    pub(crate) fn read(&mut self, room: &mut Vec<u8>, most: usize) -> Step<usize> {
        room.reserve(most);
        let length = room.len();
        clear_errors();
        // SAFETY: there is room for `most` bytes, and as many as were written are there.
        unsafe {
            let end = room.as_mut_ptr().add(length).cast::<c_void>();
            let returned = SSL_read(self.pointer(), end, clamped(most));
            if returned > 0 {
                room.set_len(length + returned as usize);
            }
            self.step(returned, |count| count)
        }
    }

    /// Encrypts bytes, or the first of them.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Step<usize> {
        clear_errors();
        // SAFETY: pointer and length belong together.
        let returned =
            unsafe { SSL_write(self.pointer(), bytes.as_ptr().cast(), clamped(bytes.len())) };
        self.step(returned, |count| count)
    }

    /// Says that no more is sent.
    pub(crate) fn shut_down(&mut self) {
        clear_errors();
        // SAFETY: as above.
        let returned = unsafe { SSL_shutdown(self.pointer()) };
        if returned == 0 {
            // Once more, to look whether the other side has said so, too.
            // SAFETY: as above.
            unsafe { SSL_shutdown(self.pointer()) };
        }
        clear_errors();
    }

    pub(crate) fn has_received_shutdown(&self) -> bool {
        // SAFETY: as above.
        unsafe { SSL_get_shutdown(self.pointer()) & SSL_RECEIVED_SHUTDOWN != 0 }
    }

    /// Whether nothing can be sent any more.
    pub(crate) fn has_sent_shutdown(&self) -> bool {
        // SAFETY: as above.
        unsafe { SSL_get_shutdown(self.pointer()) & SSL_SENT_SHUTDOWN != 0 }
    }

    /// Whether no handshake is under way.
    pub(crate) fn is_established(&self) -> bool {
        // SAFETY: as above.
        unsafe { SSL_is_init_finished(self.pointer()) == 1 }
    }

    pub(crate) fn renegotiate(&mut self) -> Result<()> {
        clear_errors();
        // SAFETY: as above.
        check(unsafe { SSL_renegotiate(self.pointer()) })
    }

    /// How many bytes a record has at most; false if that is not possible.
    pub(crate) fn set_max_send_fragment(&mut self, size: i64) -> bool {
        let command = SSL_CTRL_SET_MAX_SEND_FRAGMENT;
        // SAFETY: as above; the command takes a number.
        unsafe { SSL_ctrl(self.pointer(), command, size as c_long, null_mut()) == 1 }
    }

    /// Uses a session that was had before; false if it does not fit.
    pub(crate) fn set_session(&mut self, session: &SslSessionRef) -> bool {
        clear_errors();
        // SAFETY: the session is of this process's OpenSSL; its context is not looked at but for its id.
        let done = unsafe { self.ssl.set_session(session) }.is_ok();
        clear_errors();
        done
    }

    fn pointer(&self) -> *mut SSL {
        ssl_pointer(&self.ssl)
    }

    fn step<T>(&self, returned: c_int, done: impl FnOnce(usize) -> T) -> Step<T> {
        if returned > 0 {
            return Step::Done(done(returned as usize));
        }
        // SAFETY: `returned` is what the last call on it gave.
        match unsafe { SSL_get_error(self.pointer(), returned) } {
            SSL_ERROR_NONE => Step::Done(done(0)),
            SSL_ERROR_WANT_READ
            | SSL_ERROR_WANT_WRITE
            | SSL_ERROR_WANT_X509_LOOKUP
            | SSL_ERROR_WANT_CLIENT_HELLO_CB => {
                clear_errors();
                Step::Waits
            }
            SSL_ERROR_ZERO_RETURN => Step::Closed,
            _ => {
                let stack = ErrorStack::get();
                match stack.errors().is_empty() {
                    // The memory that is read from does not fail: it has no more.
                    true => Step::Waits,
                    false => Step::Failed(stack),
                }
            }
        }
    }
}

fn ssl_pointer(ssl: &SslRef) -> *mut SSL {
    ssl.as_ptr()
}

fn clamped(length: usize) -> c_int {
    c_int::try_from(length).unwrap_or(c_int::MAX)
}
