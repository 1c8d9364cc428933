//! nghttp2 itself, behind safe functions. All `unsafe` of this crate is here.
//!
//! A session of the library's has a pointer to a [`Shared`], which its callbacks write to. Nothing else refers to
//! that while a function of the library runs: methods of [`Session`] take `&mut self`, pass the raw pointer, and look at
//! `Shared` only before and after.

mod callbacks;
mod options;
mod sending;
mod state;
mod submit;

use std::ffi::{CStr, c_int, c_void};
use std::ptr::NonNull;

use libnghttp2_sys as ng;

use crate::event::Event;
use crate::options::Options;
use crate::shared::Shared;
use crate::{Error, Field};
pub use state::{SessionState, StreamState};

/// What a callback gives to have the session given up.
pub(crate) const CALLBACK_FAILURE: c_int = ng::NGHTTP2_ERR_CALLBACK_FAILURE;

/// So much is put together before it is given to the peer's socket.
const OUTPUT_AT_ONCE: usize = 256 * 1024;

/// One side of a connection.
pub struct Session {
    raw: NonNull<ng::nghttp2_session>,
    /// Made by `Box::into_raw`, freed after the session.
    shared: NonNull<Shared>,
}

impl Session {
    /// The side that answers.
    pub fn server(options: &Options) -> Session {
        Session::new(options, true)
    }

    /// The side that asks.
    pub fn client(options: &Options) -> Session {
        Session::new(options, false)
    }

    fn new(given: &Options, is_server: bool) -> Session {
        let shared = NonNull::from(Box::leak(Box::new(Shared::new(given, is_server))));
        let callbacks = callbacks::Callbacks::new();
        let option = options::RawOptions::new(given, is_server);
        let mut raw = std::ptr::null_mut();
        let make = if is_server {
            ng::nghttp2_session_server_new2
        } else {
            ng::nghttp2_session_client_new2
        };
        let data = shared.as_ptr().cast::<c_void>();
        // SAFETY: all pointers are valid; the library copies callbacks and options. `shared` outlives the session.
        let status = unsafe { make(&raw mut raw, callbacks.as_ptr(), data, option.as_ptr()) };
        assert_eq!(status, 0, "there is no memory for a session");
        let raw = NonNull::new(raw).expect("the library has made a session");
        Session { raw, shared }
    }

    fn shared(&mut self) -> &mut Shared {
        // SAFETY: it lives as long as `self`, and no function of the library runs while it is borrowed.
        unsafe { self.shared.as_mut() }
    }

    fn shared_ref(&self) -> &Shared {
        // SAFETY: as above; only methods with `&mut self` have the library write to it.
        unsafe { self.shared.as_ref() }
    }

    fn raw(&self) -> *mut ng::nghttp2_session {
        self.raw.as_ptr()
    }

    /// Takes what the peer has sent. What it means is in [`Session::next_event`] then, also if there is an error.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<(), Error> {
        // SAFETY: the session and the slice are valid; callbacks write to `shared`, which is not borrowed.
        let taken =
            unsafe { ng::nghttp2_session_mem_recv2(self.raw(), bytes.as_ptr(), bytes.len()) };
        if let Some(failure) = self.shared().failure {
            return Err(failure);
        }
        check(taken.try_into().unwrap_or(0)).map(drop)
    }

    /// What has happened, in its order.
    pub fn next_event(&mut self) -> Option<Event> {
        let shared = self.shared();
        let event = shared.events.pop_front();
        if let Some(Event::Closed { stream, .. }) = event {
            // Who did not know it yet may have left something to be sent.
            shared.forget(stream);
        }
        event
    }

    /// Appends what is to be sent now: all, or some hundred kilobytes of it. True if there may be more.
    pub fn take_output(&mut self, output: &mut Vec<u8>) -> Result<bool, Error> {
        let begin = output.len();
        loop {
            let mut data = std::ptr::null();
            // SAFETY: the session is valid; `data` stays so until the next call.
            let length = unsafe { ng::nghttp2_session_mem_send2(self.raw(), &raw mut data) };
            output.append(&mut self.shared().output);
            let length = check(length.try_into().unwrap_or(0))?;
            if length == 0 {
                return Ok(false);
            }
            // SAFETY: the library says that there are so many bytes.
            output.extend_from_slice(unsafe { std::slice::from_raw_parts(data, length as usize) });
            if output.len() - begin >= OUTPUT_AT_ONCE {
                return Ok(true);
            }
        }
    }

    /// Whether there is something to be sent.
    pub fn wants_write(&self) -> bool {
        // SAFETY: the session is valid.
        unsafe { ng::nghttp2_session_want_write(self.raw()) != 0 }
    }

    /// Whether anything more is expected of the peer.
    pub fn wants_read(&self) -> bool {
        // SAFETY: the session is valid.
        unsafe { ng::nghttp2_session_want_read(self.raw()) != 0 }
    }

    /// How many frames have come and gone.
    pub fn frame_counts(&self) -> (u64, u64) {
        let shared = self.shared_ref();
        (shared.frames_received, shared.frames_sent)
    }

    /// How many bytes of bodies wait to be sent.
    pub fn waiting(&self) -> usize {
        self.shared_ref().waiting()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: nobody has the session any more, and after it nobody has `shared`.
        unsafe {
            ng::nghttp2_session_del(self.raw());
            drop(Box::from_raw(self.shared.as_ptr()));
        }
    }
}

/// A number of the library's as an outcome.
fn check(status: i32) -> Result<i32, Error> {
    match status {
        ..0 => Err(Error::Library(status)),
        _ => Ok(status),
    }
}

/// The library's words for one of its numbers.
pub(crate) fn message(code: i32) -> &'static str {
    // SAFETY: the library gives a text that ends and stays, whatever the number.
    let text = unsafe { CStr::from_ptr(ng::nghttp2_strerror(code)) };
    text.to_str().unwrap_or("Unknown error code")
}

/// Fields in the form that the library takes, for the length of a call.
fn raw_fields(fields: &[Field<'_>]) -> Vec<ng::nghttp2_nv> {
    let raw = |field: &Field<'_>| ng::nghttp2_nv {
        name: field.name.as_ptr().cast_mut(),
        value: field.value.as_ptr().cast_mut(),
        namelen: field.name.len(),
        valuelen: field.value.len(),
        flags: match field.never_indexed {
            true => ng::NGHTTP2_NV_FLAG_NO_INDEX as u8,
            false => ng::NGHTTP2_NV_FLAG_NONE as u8,
        },
    };
    fields.iter().map(raw).collect()
}
