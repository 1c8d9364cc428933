//! Sessions of HTTP/2. A session is given what the peer sent and tells in [`Event`]s what that means; what is submitted
//! to it becomes bytes for the peer. It knows no sockets, no loop and no JavaScript.
//!
//! Frames, header compression and flow control are nghttp2's; what is `unsafe` is in `sys`.
//!
//! ```
//! use rondo_http2::{Event, Field, Options, Session};
//!
//! let mut client = Session::client(&Options::default());
//! let mut server = Session::server(&Options::default());
//! client.submit_settings(&[])?;
//! server.submit_settings(&[])?;
//! let fields = [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "localhost")];
//! let fields = fields.map(|(name, value)| Field::new(name.as_bytes(), value.as_bytes()));
//! let stream = client.submit_request(&fields, false)?;
//!
//! let mut bytes = Vec::new();
//! client.take_output(&mut bytes)?;
//! server.receive(&bytes)?;
//! let events = std::iter::from_fn(|| server.next_event());
//! assert!(events.into_iter().any(|event| matches!(event, Event::Headers(head) if head.stream == stream)));
//! # Ok::<(), rondo_http2::Error>(())
//! ```

mod characters;
mod event;
mod field;
mod message;
mod options;
mod outbox;
mod shared;
mod sys;

pub use event::{Event, HeadersEvent, SettingsEvent};
pub use field::{Field, NEVER_INDEXED, PLAIN};
pub use options::{Options, Padding};
pub use sys::{Session, SessionState, StreamState};

/// What nghttp2 or this crate refuses, by a negative number of nghttp2's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A number of nghttp2's.
    Library(i32),
    /// More invalid frames came than [`Options::max_invalid_frames`] allows.
    TooManyInvalidFrames,
    /// More streams had to be rejected than [`Options::max_rejected_streams`] allows.
    TooManyRejectedStreams,
}

impl Error {
    /// The number, as nghttp2 has them.
    pub fn code(self) -> i32 {
        match self {
            Error::Library(code) => code,
            Error::TooManyInvalidFrames | Error::TooManyRejectedStreams => sys::CALLBACK_FAILURE,
        }
    }

    /// The library's words for it.
    pub fn message(self) -> &'static str {
        sys::message(self.code())
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.message())
    }
}

impl std::error::Error for Error {}

/// The library's words for a number of its own.
pub fn message_of(code: i32) -> &'static str {
    sys::message(code)
}
