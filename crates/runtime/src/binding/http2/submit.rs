//! What the library has a session say, and what it asks of it. Fields come as one text: see `rondo_http2::Field`.
//! What can fail gives a negative number of nghttp2's.

use std::rc::Rc;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_http2::{Error, Field, Session};

use super::{Http2Session, numbers, this};
use crate::binding::define;

/// What a session that is gone answers: nghttp2's number for a state in which something cannot be.
const GONE: i32 = -519;

pub(super) fn methods<'s>(scope: &mut Scope<'s>, prototype: Local<'s>) -> JsResult<()> {
    define(scope, prototype, "request", request)?;
    define(scope, prototype, "respond", respond)?;
    define(scope, prototype, "info", info)?;
    define(scope, prototype, "trailers", trailers)?;
    define(scope, prototype, "promise", promise)?;
    define(scope, prototype, "write", write)?;
    define(scope, prototype, "end", end)?;
    define(scope, prototype, "reset", reset)?;
    define(scope, prototype, "settings", settings)?;
    define(scope, prototype, "ping", ping)?;
    define(scope, prototype, "goaway", goaway)?;
    define(scope, prototype, "terminate", terminate)?;
    define(scope, prototype, "altsvc", altsvc)?;
    define(scope, prototype, "origins", origins)?;
    define(scope, prototype, "consumed", consumed)?;
    define(scope, prototype, "setWindow", set_window)?;
    define(scope, prototype, "setNextStream", set_next_stream)?;
    define(scope, prototype, "state", state)?;
    define(scope, prototype, "streamState", stream_state)?;
    define(scope, prototype, "localSetting", local_setting)?;
    define(scope, prototype, "remoteSetting", remote_setting)?;
    define(scope, prototype, "frameCounts", frame_counts)?;
    define(scope, prototype, "wantsMore", wants_more)
}

/// Has the session do something; what it has to send then is sent soon.
fn act<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    act: impl FnOnce(&mut Session) -> Result<i32, Error>,
) -> i32 {
    let Some(owner) = this(scope, args) else {
        return GONE;
    };
    let status = on_session(owner, act);
    owner.schedule();
    status
}

fn on_session(
    owner: &Rc<Http2Session>,
    act: impl FnOnce(&mut Session) -> Result<i32, Error>,
) -> i32 {
    match &mut *owner.session.borrow_mut() {
        Some(session) => act(session).unwrap_or_else(Error::code),
        None => GONE,
    }
}

fn integer<'s>(scope: &Scope<'s>, args: &Args<'s>, index: usize) -> i32 {
    args.get(scope, index).as_number().unwrap_or(0.0) as i32
}

fn code<'s>(scope: &Scope<'s>, args: &Args<'s>, index: usize) -> u32 {
    args.get(scope, index).as_number().unwrap_or(0.0) as u32
}

/// An argument that is text, as bytes; characters that do not fit into one are cut.
fn latin1<'s>(scope: &Scope<'s>, args: &Args<'s>, index: usize) -> JsResult<Vec<u8>> {
    let text = args.get(scope, index).with_text(scope, |text| match text {
        rondo_engine::Text::Latin1(bytes) => bytes.to_vec(),
        rondo_engine::Text::Utf16(units) => units.iter().map(|&unit| unit as u8).collect(),
    })?;
    Ok(text.unwrap_or_default())
}

/// `request(fields, hasBody)`: the stream's number.
fn request<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let text = latin1(scope, &args, 0)?;
    let has_body = args.get(scope, 1).truthy();
    let fields = Field::all_of(&text);
    Ok(act(scope, &args, |session| {
        session.submit_request(&fields, has_body)
    }))
}

/// `respond(stream, fields, hasBody)`
fn respond<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let stream = integer(scope, &args, 0);
    let text = latin1(scope, &args, 1)?;
    let has_body = args.get(scope, 2).truthy();
    let fields = Field::all_of(&text);
    Ok(act(scope, &args, |session| {
        session
            .submit_response(stream, &fields, has_body)
            .map(|()| 0)
    }))
}

/// `info(stream, fields)`
fn info<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let stream = integer(scope, &args, 0);
    let text = latin1(scope, &args, 1)?;
    let fields = Field::all_of(&text);
    Ok(act(scope, &args, |session| {
        session.submit_info(stream, &fields).map(|()| 0)
    }))
}

/// `trailers(stream, fields)`: without any the body just ends.
fn trailers<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let stream = integer(scope, &args, 0);
    let text = latin1(scope, &args, 1)?;
    let fields = Field::all_of(&text);
    Ok(act(scope, &args, |session| match fields.is_empty() {
        true => session.submit_empty_end(stream).map(|()| 0),
        false => session.submit_trailers(stream, &fields).map(|()| 0),
    }))
}

/// `promise(stream, fields)`: the number of the promised stream.
fn promise<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let stream = integer(scope, &args, 0);
    let text = latin1(scope, &args, 1)?;
    let fields = Field::all_of(&text);
    Ok(act(scope, &args, |session| {
        session.submit_promise(stream, &fields)
    }))
}

/// `write(stream, bytes)`: 'drained' is told when all of it has become frames.
fn write<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let stream = integer(scope, &args, 0);
    let bytes = args.get(scope, 1).to_bytes(scope).unwrap_or_default();
    Ok(act(scope, &args, |session| {
        session.write(stream, bytes);
        Ok(0)
    }))
}

/// `end(stream, wantsTrailers)`
fn end<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let stream = integer(scope, &args, 0);
    let wants_trailers = args.get(scope, 1).truthy();
    Ok(act(scope, &args, |session| {
        session.end(stream, wants_trailers);
        Ok(0)
    }))
}

/// `reset(stream, code)`
fn reset<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let (stream, code) = (integer(scope, &args, 0), code(scope, &args, 1));
    Ok(act(scope, &args, |session| {
        session.submit_reset(stream, code).map(|()| 0)
    }))
}

/// `settings([id, value, id, value, ...])`
fn settings<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let list = args.get(scope, 0);
    let mut numbers = Vec::new();
    for index in 0..list.array_length(scope)?.unwrap_or(0) {
        numbers.push(list.get_index(scope, index)?.as_number().unwrap_or(0.0));
    }
    let pairs = numbers.chunks_exact(2);
    let settings: Vec<_> = pairs.map(|pair| (pair[0] as u16, pair[1] as u32)).collect();
    Ok(act(scope, &args, |session| {
        session.submit_settings(&settings).map(|()| 0)
    }))
}

/// `ping(bytes)`: eight of them.
fn ping<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let bytes = args.get(scope, 0).to_bytes(scope).unwrap_or_default();
    let payload = bytes.try_into().unwrap_or([0; 8]);
    Ok(act(scope, &args, |session| {
        session.submit_ping(&payload).map(|()| 0)
    }))
}

/// `goaway(code, lastStream, bytes)`
fn goaway<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let (code, last) = (code(scope, &args, 0), integer(scope, &args, 1));
    let data = args.get(scope, 2).to_bytes(scope).unwrap_or_default();
    Ok(act(scope, &args, |session| {
        session.submit_goaway(code, last, &data).map(|()| 0)
    }))
}

/// `terminate(code)`
fn terminate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let code = code(scope, &args, 0);
    Ok(act(scope, &args, |session| {
        session.terminate(code).map(|()| 0)
    }))
}

/// `altsvc(stream, origin, value)`
fn altsvc<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let stream = integer(scope, &args, 0);
    let (origin, value) = (latin1(scope, &args, 1)?, latin1(scope, &args, 2)?);
    Ok(act(scope, &args, |session| {
        session.submit_altsvc(stream, &origin, &value).map(|()| 0)
    }))
}

/// `origins(list)`
fn origins<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let list = args.get(scope, 0);
    let mut texts = Vec::new();
    for index in 0..list.array_length(scope)?.unwrap_or(0) {
        let text = list.get_index(scope, index)?.as_string(scope)?;
        texts.push(text.unwrap_or_default());
    }
    let slices: Vec<_> = texts.iter().map(|text| text.as_bytes()).collect();
    Ok(act(scope, &args, |session| {
        session.submit_origins(&slices).map(|()| 0)
    }))
}

/// `consumed(stream, count)`: the script has read so many bytes.
fn consumed<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let (stream, count) = (integer(scope, &args, 0), code(scope, &args, 1) as usize);
    Ok(act(scope, &args, |session| {
        session.consume(stream, count).map(|()| 0)
    }))
}

/// `setWindow(size)`
fn set_window<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let size = integer(scope, &args, 0);
    Ok(act(scope, &args, |session| {
        session.set_window(size).map(|()| 0)
    }))
}

/// `setNextStream(stream)`
fn set_next_stream<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let stream = integer(scope, &args, 0);
    Ok(act(scope, &args, |session| {
        session.set_next_stream(stream).map(|()| 0)
    }))
}

/// `state()`: a list of numbers, in the order of `js/internal/http2/state.js`; undefined if the session is gone.
fn state<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let state =
        this(scope, &args).and_then(|owner| owner.session.borrow().as_ref().map(Session::state));
    let Some(state) = state else {
        return Ok(scope.undefined());
    };
    numbers(
        scope,
        &[
            state.effective_local_window.into(),
            state.effective_received.into(),
            state.next_stream.into(),
            state.local_window.into(),
            state.last_processed.into(),
            state.remote_window.into(),
            state.outbound_queue as f64,
            state.deflate_table as f64,
            state.inflate_table as f64,
        ],
    )
}

/// `streamState(stream)`: likewise; undefined if there is none.
fn stream_state<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let stream = integer(scope, &args, 0);
    let state = this(scope, &args).and_then(|owner| {
        let session = owner.session.borrow();
        session
            .as_ref()
            .and_then(|session| session.stream_state(stream))
    });
    let Some(state) = state else {
        return Ok(scope.undefined());
    };
    numbers(
        scope,
        &[
            state.state.into(),
            state.weight.into(),
            state.local_close.into(),
            state.remote_close.into(),
            state.local_window.into(),
        ],
    )
}

fn setting<'s>(scope: &Scope<'s>, args: &Args<'s>, get: fn(&Session, u16) -> u32) -> f64 {
    let id = code(scope, args, 0) as u16;
    let Some(owner) = this(scope, args) else {
        return 0.0;
    };
    owner
        .session
        .borrow()
        .as_ref()
        .map_or(0, |session| get(session, id))
        .into()
}

/// `localSetting(id)`
fn local_setting<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    Ok(setting(scope, &args, Session::local_setting))
}

/// `remoteSetting(id)`
fn remote_setting<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    Ok(setting(scope, &args, Session::remote_setting))
}

/// `frameCounts()`: how many have come, and gone.
fn frame_counts<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let counts = this(scope, &args)
        .and_then(|owner| owner.session.borrow().as_ref().map(Session::frame_counts));
    let (received, sent) = counts.unwrap_or_default();
    numbers(scope, &[received as f64, sent as f64])
}

/// `wantsMore()`: whether the session has anything more to read or to write.
fn wants_more<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(this(scope, &args).is_some_and(|owner| {
        let session = owner.session.borrow();
        session
            .as_ref()
            .is_some_and(|session| session.wants_read() || session.wants_write())
    }))
}
