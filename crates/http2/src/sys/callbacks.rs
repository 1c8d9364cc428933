//! What the library calls while it reads and writes. Each callback is given the [`Shared`] of its session.

use std::ffi::{c_int, c_void};

use libnghttp2_sys as ng;

use super::Shared;
use crate::Field;
use crate::event::Event;
use crate::options::Padding;

/// What the protocol counts for a field beside its name and value.
const FIELD_OVERHEAD: usize = 32;

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
unsafe fn shared<'a>(data: *mut c_void) -> &'a mut Shared {
    // SAFETY: as the caller promises.
    unsafe { &mut *data.cast::<Shared>() }
}

/// A slice of memory that the library has.
///
/// # Safety
/// There are so many bytes for as long as the slice is used, unless the length is 0.
unsafe fn bytes<'a>(start: *const u8, length: usize) -> &'a [u8] {
    if length == 0 {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(start, length) }
}

unsafe extern "C" fn begin_headers(
    _: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives a valid frame and what the session was made with; the type says which part is there.
    let (shared, frame) = unsafe { (shared(data), &*frame) };
    let header = unsafe { frame.hd };
    let head = &mut shared.head;
    head.flags = header.flags;
    head.fields.clear();
    (shared.head_pairs, shared.head_bytes) = (0, 0);
    if u32::from(header.type_) == ng::NGHTTP2_PUSH_PROMISE {
        head.stream = unsafe { frame.push_promise.promised_stream_id };
        head.promised_on = Some(header.stream_id);
        head.category = 0;
    } else {
        head.stream = header.stream_id;
        head.promised_on = None;
        head.category = unsafe { frame.headers.cat };
    }
    0
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
            value: bytes(value, value_length),
            never_indexed: u32::from(flags) & ng::NGHTTP2_NV_FLAG_NO_INDEX != 0,
        };
        (shared(data), field)
    };
    shared.head_pairs += 1;
    shared.head_bytes += name_length + value_length + FIELD_OVERHEAD;
    if shared.head_pairs > shared.max_header_pairs || shared.head_bytes > shared.max_header_bytes {
        let stream = shared.head.stream;
        // SAFETY: the session is the one that calls; the library allows this here.
        unsafe { ng::nghttp2_submit_rst_stream(session, 0, stream, ng::NGHTTP2_ENHANCE_YOUR_CALM) };
        return ng::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    }
    field.append_to(&mut shared.head.fields);
    0
}

unsafe extern "C" fn frame_received(
    _: *mut ng::nghttp2_session,
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
    let stream = header.stream_id;
    match u32::from(header.type_) {
        ng::NGHTTP2_DATA => {
            if ends {
                shared.events.push_back(Event::Ended { stream });
            } else if header.length == 0 {
                return shared.count_invalid();
            }
        }
        ng::NGHTTP2_HEADERS => {
            let mut head = shared.head.clone();
            head.flags = header.flags;
            shared.events.push_back(Event::Headers(head));
            if ends {
                shared.events.push_back(Event::Ended { stream });
            }
        }
        ng::NGHTTP2_PUSH_PROMISE => {
            let head = shared.head.clone();
            shared.events.push_back(Event::Headers(head));
        }
        ng::NGHTTP2_SETTINGS => shared.events.push_back(Event::Settings { ack }),
        ng::NGHTTP2_PING => {
            // SAFETY: it is a ping.
            let payload = unsafe { frame.ping.opaque_data };
            shared.events.push_back(Event::Ping { ack, payload });
        }
        ng::NGHTTP2_GOAWAY => {
            // SAFETY: it is a goodbye, and has so much data.
            let (goaway, data) = unsafe {
                let goaway = frame.goaway;
                (goaway, bytes(goaway.opaque_data, goaway.opaque_data_len))
            };
            shared.events.push_back(Event::GoAway {
                code: goaway.error_code,
                last_stream: goaway.last_stream_id,
                data: data.to_vec(),
            });
        }
        // SAFETY: it is an extension that the library has been told to read.
        ng::NGHTTP2_ALTSVC => unsafe { alternative(shared, frame) },
        // SAFETY: as above.
        ng::NGHTTP2_ORIGIN => unsafe { origins(shared, frame) },
        _ => {}
    }
    0
}

/// # Safety
/// The frame is of type ALTSVC, and has come.
unsafe fn alternative(shared: &mut Shared, frame: &ng::nghttp2_frame) {
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
    shared.events.push_back(Event::AltSvc {
        stream: header.stream_id,
        origin: origin.to_vec(),
        value: value.to_vec(),
    });
}

/// # Safety
/// The frame is of type ORIGIN, and has come.
unsafe fn origins(shared: &mut Shared, frame: &ng::nghttp2_frame) {
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
    shared.events.push_back(Event::Origin(all));
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
    if !part.is_empty() {
        let bytes = part.to_vec();
        shared.events.push_back(Event::Data { stream, bytes });
    }
    0
}

unsafe extern "C" fn closed(
    _: *mut ng::nghttp2_session,
    stream: i32,
    code: u32,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives what the session was made with.
    let shared = unsafe { shared(data) };
    shared.outboxes.remove(&stream);
    shared.events.push_back(Event::Closed { stream, code });
    0
}

unsafe extern "C" fn invalid(
    _: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    code: c_int,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives a valid frame and what the session was made with.
    let (shared, header) = unsafe { (shared(data), (*frame).hd) };
    let stream = header.stream_id;
    shared.events.push_back(Event::Invalid { stream, code });
    shared.count_invalid()
}

unsafe extern "C" fn frame_sent(
    _: *mut ng::nghttp2_session,
    _: *const ng::nghttp2_frame,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives what the session was made with.
    unsafe { shared(data) }.frames_sent += 1;
    0
}

unsafe extern "C" fn not_sent(
    _: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    code: c_int,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives a valid frame and what the session was made with.
    let (shared, header) = unsafe { (shared(data), (*frame).hd) };
    shared.events.push_back(Event::NotSent {
        stream: header.stream_id,
        frame: header.type_,
        code,
    });
    0
}

/// What a stream has to send. The frame itself is made by [`send_data`].
pub(super) unsafe extern "C" fn read_outbox(
    _: *mut ng::nghttp2_session,
    stream: i32,
    _: *mut u8,
    room: usize,
    flags: *mut u32,
    _: *mut ng::nghttp2_data_source,
    data: *mut c_void,
) -> ng::nghttp2_ssize {
    // SAFETY: the library gives what the session was made with.
    let shared = unsafe { shared(data) };
    let outbox = shared.outboxes.entry(stream).or_default();
    let Some(share) = outbox.share(room) else {
        return ng::NGHTTP2_ERR_DEFERRED as ng::nghttp2_ssize;
    };
    let mut set = 0;
    if share.length > 0 {
        set |= ng::NGHTTP2_DATA_FLAG_NO_COPY;
    }
    if share.is_last {
        set |= ng::NGHTTP2_DATA_FLAG_EOF;
    }
    if share.has_trailers {
        set |= ng::NGHTTP2_DATA_FLAG_NO_END_STREAM;
        shared.events.push_back(Event::WantsTrailers { stream });
    }
    // SAFETY: the library gives a place for them.
    unsafe { *flags |= set };
    share.length as ng::nghttp2_ssize
}

unsafe extern "C" fn send_data(
    _: *mut ng::nghttp2_session,
    frame: *mut ng::nghttp2_frame,
    frame_header: *const u8,
    length: usize,
    _: *mut ng::nghttp2_data_source,
    data: *mut c_void,
) -> c_int {
    const HEADER: usize = 9;
    // SAFETY: the library gives a frame with data, its header of nine bytes, and what the session was made with.
    let (shared, frame, header) =
        unsafe { (shared(data), (*frame).data, bytes(frame_header, HEADER)) };
    let stream = frame.hd.stream_id;
    let output = &mut shared.output;
    output.extend_from_slice(header);
    if frame.padlen > 0 {
        output.push((frame.padlen - 1) as u8);
    }
    let outbox = shared.outboxes.entry(stream).or_default();
    outbox.take(length, output);
    if frame.padlen > 1 {
        output.resize(output.len() + frame.padlen - 1, 0);
    }
    if outbox.length() == 0 {
        shared.events.push_back(Event::Drained { stream });
    }
    0
}

unsafe extern "C" fn padding(
    _: *mut ng::nghttp2_session,
    frame: *const ng::nghttp2_frame,
    most: usize,
    data: *mut c_void,
) -> ng::nghttp2_ssize {
    const HEADER: usize = 9;
    // SAFETY: the library gives a valid frame and what the session was made with.
    let (shared, length) = unsafe { (shared(data), (*frame).hd.length) };
    let padded = match shared.padding {
        Padding::None => length,
        Padding::Max => most,
        Padding::Aligned => match (length + HEADER) % 8 {
            0 => length,
            over => (length + 8 - over).min(most),
        },
    };
    padded as ng::nghttp2_ssize
}

impl Shared {
    /// Counts a frame that was of no use; too many end the session.
    fn count_invalid(&mut self) -> c_int {
        let before = self.invalid_frames;
        self.invalid_frames += 1;
        if before <= self.max_invalid_frames {
            return 0;
        }
        self.given_up = true;
        super::CALLBACK_FAILURE
    }
}
