//! What a session and its streams are like now.

use libnghttp2_sys as ng;

use super::Session;

/// The settings that the library keeps, by their numbers. It ends the process if it is asked for others.
const KNOWN_SETTINGS: [u16; 8] = [1, 2, 3, 4, 5, 6, 8, 9];

/// The windows and tables of a session, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct SessionState {
    /// How much the peer may send, as it was last told.
    pub effective_local_window: i32,
    /// How much was received since.
    pub effective_received: i32,
    /// The number of the next stream of this side.
    pub next_stream: i32,
    /// How much the peer may send now.
    pub local_window: i32,
    /// The last stream of the peer's that was looked at.
    pub last_processed: i32,
    /// How much may be sent now.
    pub remote_window: i32,
    /// Frames that wait to be sent.
    pub outbound_queue: usize,
    /// The table of the compressor.
    pub deflate_table: usize,
    /// The table of the decompressor.
    pub inflate_table: usize,
}

/// A stream's state and windows.
#[derive(Clone, Copy, Debug)]
pub struct StreamState {
    /// As the library numbers them: 2 is open, 7 closed.
    pub state: i32,
    /// Its weight among others, which nobody heeds any more.
    pub weight: i32,
    /// Whether this side has ended it: 1 or 0.
    pub local_close: i32,
    /// Whether the peer has ended it: 1 or 0.
    pub remote_close: i32,
    /// How much the peer may send.
    pub local_window: i32,
}

impl Session {
    /// What the session is like now.
    pub fn state(&self) -> SessionState {
        let raw = self.raw();
        // SAFETY: the session is valid, and nothing is changed.
        unsafe {
            SessionState {
                effective_local_window: ng::nghttp2_session_get_effective_local_window_size(raw),
                effective_received: ng::nghttp2_session_get_effective_recv_data_length(raw),
                next_stream: ng::nghttp2_session_get_next_stream_id(raw) as i32,
                local_window: ng::nghttp2_session_get_local_window_size(raw),
                last_processed: ng::nghttp2_session_get_last_proc_stream_id(raw),
                remote_window: ng::nghttp2_session_get_remote_window_size(raw),
                outbound_queue: ng::nghttp2_session_get_outbound_queue_size(raw),
                deflate_table: ng::nghttp2_session_get_hd_deflate_dynamic_table_size(raw),
                inflate_table: ng::nghttp2_session_get_hd_inflate_dynamic_table_size(raw),
            }
        }
    }

    /// What a stream is like now; `None` if there is none of that number.
    pub fn stream_state(&self, stream: i32) -> Option<StreamState> {
        let raw = self.raw();
        // SAFETY: the session is valid, and so is a stream that it finds; nothing is changed.
        unsafe {
            let found = ng::nghttp2_session_find_stream(raw, stream);
            if found.is_null() {
                return None;
            }
            Some(StreamState {
                state: ng::nghttp2_stream_get_state(found) as i32,
                weight: ng::nghttp2_stream_get_weight(found),
                local_close: ng::nghttp2_session_get_stream_local_close(raw, stream),
                remote_close: ng::nghttp2_session_get_stream_remote_close(raw, stream),
                local_window: ng::nghttp2_session_get_stream_local_window_size(raw, stream),
            })
        }
    }

    /// The value of one of this side's settings that the peer has taken; 0 for one that the library does not know.
    pub fn local_setting(&self, id: u16) -> u32 {
        if !KNOWN_SETTINGS.contains(&id) {
            return 0;
        }
        // SAFETY: the session is valid, and the library knows the number.
        unsafe { ng::nghttp2_session_get_local_settings(self.raw(), id.into()) }
    }

    /// The value of one of the peer's settings; 0 for one that the library does not know.
    pub fn remote_setting(&self, id: u16) -> u32 {
        if !KNOWN_SETTINGS.contains(&id) {
            return 0;
        }
        // SAFETY: as above.
        unsafe { ng::nghttp2_session_get_remote_settings(self.raw(), id.into()) }
    }
}
