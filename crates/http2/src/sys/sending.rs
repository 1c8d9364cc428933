//! What the library calls while it makes frames.

use std::ffi::{c_int, c_void};

use libnghttp2_sys as ng;

use super::callbacks::{bytes, shared};
use crate::event::Event;
use crate::options::Padding;

pub(super) unsafe extern "C" fn frame_sent(
    _: *mut ng::nghttp2_session,
    _: *const ng::nghttp2_frame,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the library gives what the session was made with.
    unsafe { shared(data) }.frames_sent += 1;
    0
}

pub(super) unsafe extern "C" fn not_sent(
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
    let Some(share) = shared.outbox(stream).share(room) else {
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

pub(super) unsafe extern "C" fn send_data(
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
    let is_all = shared.send(stream, length);
    if frame.padlen > 1 {
        let output = &mut shared.output;
        output.resize(output.len() + frame.padlen - 1, 0);
    }
    if is_all {
        shared.events.push_back(Event::Drained { stream });
    }
    0
}

pub(super) unsafe extern "C" fn padding(
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
