//! What a side has to say.

use std::ptr;

use libnghttp2_sys as ng;

use super::{Session, check, raw_fields, sending};
use crate::{Error, Field};

/// The setting that lets requests name a protocol to be spoken over them.
const EXTENDED_CONNECT: u16 = 8;

/// Where the library gets the body of a stream.
fn body() -> ng::nghttp2_data_provider2 {
    ng::nghttp2_data_provider2 {
        source: ng::nghttp2_data_source {
            ptr: ptr::null_mut(),
        },
        read_callback: Some(sending::read_outbox),
    }
}

impl Session {
    /// Asks for something; gives the number of the new stream. A body is given by [`Session::write`].
    pub fn submit_request(&mut self, fields: &[Field<'_>], has_body: bool) -> Result<i32, Error> {
        let (raw, body) = (raw_fields(fields), body());
        let provider = if has_body {
            &raw const body
        } else {
            ptr::null()
        };
        // SAFETY: session, fields and provider are valid; the library copies them.
        let stream = unsafe {
            let (none, nobody) = (ptr::null(), ptr::null_mut());
            ng::nghttp2_submit_request2(self.raw(), none, raw.as_ptr(), raw.len(), provider, nobody)
        };
        let method = fields.iter().find(|field| field.name == b":method");
        if let Some(method) = method.filter(|_| stream > 0) {
            let most = self.local_setting(ng::NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE as u16);
            self.shared().asked(stream, &method.value, most as usize);
        }
        check(stream)
    }

    /// Answers a stream.
    pub fn submit_response(
        &mut self,
        stream: i32,
        fields: &[Field<'_>],
        has_body: bool,
    ) -> Result<(), Error> {
        let (raw, body) = (raw_fields(fields), body());
        let provider = if has_body {
            &raw const body
        } else {
            ptr::null()
        };
        // SAFETY: as above.
        let status = unsafe {
            ng::nghttp2_submit_response2(self.raw(), stream, raw.as_ptr(), raw.len(), provider)
        };
        check(status).map(drop)
    }

    /// Sends a block of fields that neither begins nor ends anything: an informational answer.
    pub fn submit_info(&mut self, stream: i32, fields: &[Field<'_>]) -> Result<(), Error> {
        let raw = raw_fields(fields);
        // SAFETY: as above.
        let status = unsafe {
            let (none, nobody) = (ptr::null(), ptr::null_mut());
            ng::nghttp2_submit_headers(self.raw(), 0, stream, none, raw.as_ptr(), raw.len(), nobody)
        };
        check(status).map(drop)
    }

    /// Ends a stream's body with fields.
    pub fn submit_trailers(&mut self, stream: i32, fields: &[Field<'_>]) -> Result<(), Error> {
        let raw = raw_fields(fields);
        // SAFETY: as above.
        let status =
            unsafe { ng::nghttp2_submit_trailer(self.raw(), stream, raw.as_ptr(), raw.len()) };
        check(status).map(drop)
    }

    /// Ends a stream's body without any, where trailers were announced.
    pub fn submit_empty_end(&mut self, stream: i32) -> Result<(), Error> {
        let body = body();
        let flags = ng::NGHTTP2_FLAG_END_STREAM as u8;
        self.shared().outbox(stream).end(false);
        // SAFETY: as above.
        check(unsafe { ng::nghttp2_submit_data2(self.raw(), flags, stream, &raw const body) })
            .map(drop)
    }

    /// Promises a stream; gives its number.
    pub fn submit_promise(&mut self, stream: i32, fields: &[Field<'_>]) -> Result<i32, Error> {
        let raw = raw_fields(fields);
        // SAFETY: as above.
        check(unsafe {
            let nobody = ptr::null_mut();
            ng::nghttp2_submit_push_promise(self.raw(), 0, stream, raw.as_ptr(), raw.len(), nobody)
        })
    }

    /// Leaves a part of a body to be sent.
    pub fn write(&mut self, stream: i32, chunk: Vec<u8>) {
        self.shared().push(stream, chunk);
        self.resume(stream);
    }

    /// Ends a body; trailers can follow it if they are announced here.
    pub fn end(&mut self, stream: i32, wants_trailers: bool) {
        self.shared().outbox(stream).end(wants_trailers);
        self.resume(stream);
    }

    fn resume(&mut self, stream: i32) {
        // A stream that was not waiting needs no waking, and one that is gone, or not there yet, cannot be woken.
        // SAFETY: the session is valid.
        unsafe { ng::nghttp2_session_resume_data(self.raw(), stream) };
    }

    /// Gives up a stream.
    pub fn submit_reset(&mut self, stream: i32, code: u32) -> Result<(), Error> {
        // SAFETY: the session is valid.
        check(unsafe { ng::nghttp2_submit_rst_stream(self.raw(), 0, stream, code) }).map(drop)
    }

    /// Tells settings, by their numbers.
    pub fn submit_settings(&mut self, settings: &[(u16, u32)]) -> Result<(), Error> {
        let entry = |&(id, value): &(u16, u32)| ng::nghttp2_settings_entry {
            settings_id: i32::from(id),
            value,
        };
        let raw: Vec<_> = settings.iter().map(entry).collect();
        if let Some((_, value)) = settings.iter().find(|(id, _)| *id == EXTENDED_CONNECT) {
            self.shared().may_extend = *value != 0;
        }
        // SAFETY: session and settings are valid; the library copies them.
        check(unsafe { ng::nghttp2_submit_settings(self.raw(), 0, raw.as_ptr(), raw.len()) })
            .map(drop)
    }

    /// Asks for a sign of life.
    pub fn submit_ping(&mut self, payload: &[u8; 8]) -> Result<(), Error> {
        // SAFETY: there are eight bytes, which the library copies.
        check(unsafe { ng::nghttp2_submit_ping(self.raw(), 0, payload.as_ptr()) }).map(drop)
    }

    /// Says that no more streams are taken. A last stream of 0 or less is the last that was looked at.
    pub fn submit_goaway(&mut self, code: u32, last_stream: i32, data: &[u8]) -> Result<(), Error> {
        // SAFETY: the session is valid.
        let known = unsafe { ng::nghttp2_session_get_last_proc_stream_id(self.raw()) };
        let last = if last_stream > 0 { last_stream } else { known };
        // SAFETY: session and data are valid; the library copies the data.
        check(unsafe {
            ng::nghttp2_submit_goaway(self.raw(), 0, last, code, data.as_ptr(), data.len())
        })
        .map(drop)
    }

    /// Says so and reads no more.
    pub fn terminate(&mut self, code: u32) -> Result<(), Error> {
        // SAFETY: the session is valid.
        check(unsafe { ng::nghttp2_session_terminate_session(self.raw(), code) }).map(drop)
    }

    /// Names another place where the same can be had.
    pub fn submit_altsvc(&mut self, stream: i32, origin: &[u8], value: &[u8]) -> Result<(), Error> {
        // SAFETY: session and slices are valid; the library copies them.
        check(unsafe {
            let (at, length) = (origin.as_ptr(), origin.len());
            ng::nghttp2_submit_altsvc(
                self.raw(),
                0,
                stream,
                at,
                length,
                value.as_ptr(),
                value.len(),
            )
        })
        .map(drop)
    }

    /// Names origins that this side answers for.
    pub fn submit_origins(&mut self, origins: &[&[u8]]) -> Result<(), Error> {
        let entry = |origin: &&[u8]| ng::nghttp2_origin_entry {
            origin: origin.as_ptr().cast_mut(),
            origin_len: origin.len(),
        };
        let raw: Vec<_> = origins.iter().map(entry).collect();
        // SAFETY: session and entries are valid; the library copies them.
        check(unsafe { ng::nghttp2_submit_origin(self.raw(), 0, raw.as_ptr(), raw.len()) })
            .map(drop)
    }

    /// Says that so many bytes of a stream were read, which lets the peer send as many more.
    pub fn consume(&mut self, stream: i32, count: usize) -> Result<(), Error> {
        // SAFETY: the session is valid.
        check(unsafe { ng::nghttp2_session_consume_stream(self.raw(), stream, count) }).map(drop)
    }

    /// Sets how much the peer may send on all streams together before we have read it.
    pub fn set_window(&mut self, size: i32) -> Result<(), Error> {
        // SAFETY: the session is valid; 0 stands for the connection.
        check(unsafe { ng::nghttp2_session_set_local_window_size(self.raw(), 0, 0, size) })
            .map(drop)
    }

    /// Sets the number of the next stream that this side begins.
    pub fn set_next_stream(&mut self, stream: i32) -> Result<(), Error> {
        // SAFETY: the session is valid.
        check(unsafe { ng::nghttp2_session_set_next_stream_id(self.raw(), stream) }).map(drop)
    }
}
