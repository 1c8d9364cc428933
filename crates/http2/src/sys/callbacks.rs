//! What the library calls while it reads. Each callback is given the [`Shared`] of its session.

use std::borrow::Cow;
use std::ffi::{c_int, c_void};

use libnghttp2_sys as ng;

use super::sending::{frame_sent, not_sent, padding, send_data};
use crate::Field;
use crate::event::{Event, SettingsEvent};
use crate::shared::{Outcome, Shared};

pub(super) struct Callbacks(*mut ng::nghttp2_session_callbacks);

impl Callbacks {
    pub(super) fn new() -> Callbacks {
        let mut raw = std::ptr::null_mut();
        // SAFETY: the pointer is valid for a write.
        let status = unsafe { ng::nghttp2_session_callbacks_new(&raw mut raw) };
        assert_eq!(status, 0, "there is no memory for callbacks");
        // SAFETY: `raw` was just made; each function has the type that the library calls.
        unsafe {
            ng::nghttp2_session_callbacks_set_on_begin_headers_callback(raw, Some(begin_headers));
            ng::nghttp2_session_callbacks_set_on_header_callback(raw, Some(header));
            ng::nghttp2_session_callbacks_set_on_frame_recv_callback(raw, Some(frame_received));
            ng::nghttp2_session_callbacks_set_on_data_chunk_recv_callback(raw, Some(data));
            ng::nghttp2_session_callbacks_set_on_stream_close_callback(raw, Some(closed));
            ng::nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(raw, Some(invalid));
            ng::nghttp2_session_callbacks_set_on_frame_send_callback(raw, Some(frame_sent));
            ng::nghttp2_session_callbacks_set_on_frame_not_send_callback(raw, Some(not_sent));
            ng::nghttp2_session_callbacks_set_send_data_callback(raw, Some(send_data));
            ng::nghttp2_session_callbacks_set_select_padding_callback2(raw, Some(padding));
        }
        Callbacks(raw)
    }

    pub(super) fn as_ptr(&self) -> *const ng::nghttp2_session_callbacks {
        self.0
    }
}

impl Drop for Callbacks {
    fn drop(&mut self) {
        // SAFETY: made by `new`; sessions have copies.
        unsafe { ng::nghttp2_session_callbacks_del(self.0) };
    }
}

/// What the callbacks of a session write to.
///
/// # Safety
/// `data` is what the session was made with, and the session runs: see the module above. What is given must not be used
/// after the callback.
pub(super) unsafe fn shared<'a>(data: *mut c_void) -> &'a mut Shared {
    // SAFETY: as the caller promises.
    unsafe { &mut *data.cast::<Shared>() }
}

/// A slice of memory that the library has.
///
/// # Safety
/// There are so many bytes for as long as the slice is used, unless the length is 0.
pub(super) unsafe fn bytes<'a>(start: *const u8, length: usize) -> &'a [u8] {
    if length == 0 {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(start, length) }
}

/// Does what is to be done about a block of fields; the rest of one whose stream is given up is not told of.
///
/// # Safety
/// The session is the one that calls.
unsafe fn settle(session: *mut ng::nghttp2_session, outcome: Outcome) -> c_int {
    match outcome {
        Outcome::GoOn => 0,
        Outcome::Reset(stream, code) => {
            // SAFETY: as the caller promises; the library allows this in callbacks.
            unsafe { ng::nghttp2_submit_rst_stream(session, 0, stream, code) };
            ng::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE
        }
        Outcome::GiveUp => super::CALLBACK_FAILURE,
    }
}

/// The same for a whole frame, after which the library has nothing to skip.
///
/// # Safety
/// As above.
unsafe fn settle_frame(session: *mut ng::nghttp2_session, outcome: Outcome) -> c_int {
    // SAFETY: as the caller promises.
    match unsafe { settle(session, outcome) } {
        ng::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE => 0,
        status => status,
    }
}

unsafe extern "C" fn begin_headers(
    session: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives a valid frame and what the session was made with; the type says which part is there.
    let (shared, frame) = unsafe { (shared(data), &*frame) };
    let header = unsafe { frame.hd };
    // SAFETY: the session is the one that calls.
    let limits = unsafe {
        let tables = ng::nghttp2_session_get_hd_deflate_dynamic_table_size(session)
            + ng::nghttp2_session_get_hd_inflate_dynamic_table_size(session);
        let setting = ng::NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE;
        let bytes = ng::nghttp2_session_get_local_settings(session, setting);
        (tables, bytes as usize)
    };
    let outcome = if u32::from(header.type_) == ng::NGHTTP2_PUSH_PROMISE {
        // SAFETY: it is a promise.
        let promised = unsafe { frame.push_promise.promised_stream_id };
        shared.begin_block(promised, Some(header.stream_id), 0, limits)
    } else {
        // SAFETY: it is a frame with fields.
        let category = unsafe { frame.headers.cat };
        shared.begin_block(header.stream_id, None, category, limits)
    };
    // SAFETY: as above.
    unsafe { settle(session, outcome) }
}

unsafe extern "C" fn header(
    session: *mut ng::nghttp2_session,
    _: *const ng::nghttp2_frame,
    name: *const u8,
    name_length: usize,
    value: *const u8,
    value_length: usize,
    flags: u8,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives valid memory and what the session was made with.
    let (shared, field) = unsafe {
        let field = Field {
            name: bytes(name, name_length),
            value: Cow::Borrowed(bytes(value, value_length)),
            never_indexed: u32::from(flags) & ng::NGHTTP2_NV_FLAG_NO_INDEX != 0,
        };
        (shared(data), field)
    };
    let outcome = shared.field(&field);
    // SAFETY: the session is the one that calls.
    unsafe { settle(session, outcome) }
}

unsafe extern "C" fn frame_received(
    session: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives a valid frame and what the session was made with.
    let (shared, frame) = unsafe { (shared(data), &*frame) };
    // SAFETY: every frame has a header.
    let header = unsafe { frame.hd };
    shared.frames_received += 1;
    let ends = u32::from(header.flags) & ng::NGHTTP2_FLAG_END_STREAM != 0;
    let ack = u32::from(header.flags) & ng::NGHTTP2_FLAG_ACK != 0;
    let outcome = match u32::from(header.type_) {
        ng::NGHTTP2_DATA => shared.data_frame(header.stream_id, header.length == 0, ends),
        ng::NGHTTP2_HEADERS => shared.end_block(header.flags, ends),
        ng::NGHTTP2_PUSH_PROMISE => shared.end_block(header.flags, false),
        _ => {
            // SAFETY: the type says which part is there.
            let event = unsafe { event_of(session, frame, ack) };
            shared.events.extend(event);
            Outcome::GoOn
        }
    };
    // SAFETY: the session is the one that calls.
    unsafe { settle_frame(session, outcome) }
}

/// What a frame tells that is not part of a message.
///
/// # Safety
/// The frame has come, and the session is the one that calls.
unsafe fn event_of(
    session: *mut ng::nghttp2_session,
    frame: &ng::nghttp2_frame,
    ack: bool,
) -> Option<Event> {
    // SAFETY: every frame has a header, and its type says which other part is there; the library has read extensions that
    // it was told to read.
    unsafe {
        match u32::from(frame.hd.type_) {
            ng::NGHTTP2_SETTINGS => Some(settings(session, frame, ack)),
            ng::NGHTTP2_PING => {
                let payload = frame.ping.opaque_data;
                Some(Event::Ping { ack, payload })
            }
            ng::NGHTTP2_GOAWAY => {
                let goaway = frame.goaway;
                Some(Event::GoAway {
                    code: goaway.error_code,
                    last_stream: goaway.last_stream_id,
                    data: bytes(goaway.opaque_data, goaway.opaque_data_len).to_vec(),
                })
            }
            ng::NGHTTP2_ALTSVC => Some(alternative(frame)),
            ng::NGHTTP2_ORIGIN => Some(origins(frame)),
            _ => None,
        }
    }
}

/// The settings of a side as they are now: further frames may change them before anybody is told.
///
/// # Safety
/// The frame is of type SETTINGS, and has come; the session is the one that calls.
unsafe fn settings(
    session: *mut ng::nghttp2_session,
    frame: &ng::nghttp2_frame,
    ack: bool,
) -> Event {
    let known = SettingsEvent::KNOWN.map(|id| {
        // SAFETY: the session is valid, and the library knows the number.
        unsafe {
            match ack {
                true => ng::nghttp2_session_get_local_settings(session, id.into()),
                false => ng::nghttp2_session_get_remote_settings(session, id.into()),
            }
        }
    });
    // SAFETY: as the caller promises; the library says how many entries there are.
    let entries = unsafe {
        let settings = frame.settings;
        (0..settings.niv).map(move |index| *settings.iv.add(index))
    };
    let other = entries
        .map(|entry| (entry.settings_id as u16, entry.value))
        .filter(|(id, _)| !SettingsEvent::KNOWN.contains(id))
        .collect();
    Event::Settings(SettingsEvent { ack, known, other })
}

/// # Safety
/// The frame is of type ALTSVC, and has come.
unsafe fn alternative(frame: &ng::nghttp2_frame) -> Event {
    // SAFETY: as the caller promises, the payload is of this type.
    let (header, payload) = unsafe {
        (
            frame.ext.hd,
            &*frame.ext.payload.cast::<ng::nghttp2_ext_altsvc>(),
        )
    };
    // SAFETY: the library says how long they are.
    let (origin, value) = unsafe {
        (
            bytes(payload.origin, payload.origin_len),
            bytes(payload.field_value, payload.field_value_len),
        )
    };
    Event::AltSvc {
        stream: header.stream_id,
        origin: origin.to_vec(),
        value: value.to_vec(),
    }
}

/// # Safety
/// The frame is of type ORIGIN, and has come.
unsafe fn origins(frame: &ng::nghttp2_frame) -> Event {
    // SAFETY: as the caller promises, the payload is of this type.
    let payload = unsafe { &*frame.ext.payload.cast::<ng::nghttp2_ext_origin>() };
    let mut all = Vec::with_capacity(payload.nov);
    for index in 0..payload.nov {
        // SAFETY: the library says how many there are, and how long each is.
        all.push(unsafe {
            let entry = &*payload.ov.add(index);
            bytes(entry.origin, entry.origin_len).to_vec()
        });
    }
    Event::Origin(all)
}

unsafe extern "C" fn data(
    session: *mut ng::nghttp2_session,
    _: u8,
    stream: i32,
    start: *const u8,
    length: usize,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives valid memory and what the session was made with.
    let (shared, part) = unsafe { (shared(data), bytes(start, length)) };
    // The connection's window opens at once, the stream's when the script has read.
    // SAFETY: the session is the one that calls; the library allows this here.
    unsafe { ng::nghttp2_session_consume_connection(session, length) };
    let outcome = shared.data(stream, part);
    // SAFETY: as above.
    unsafe { settle(session, outcome) }
}

unsafe extern "C" fn closed(
    _: *mut ng::nghttp2_session,
    stream: i32,
    code: u32,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives what the session was made with.
    let shared = unsafe { shared(data) };
    shared.closed(stream, code);
    0
}

unsafe extern "C" fn invalid(
    session: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    code: c_int,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives a valid frame and what the session was made with.
    let (shared, header) = unsafe { (shared(data), (*frame).hd) };
    let stream = header.stream_id;
    shared.events.push_back(Event::Invalid { stream, code });
    let outcome = shared.count_invalid();
    // SAFETY: the session is the one that calls.
    unsafe { settle_frame(session, outcome) }
}
