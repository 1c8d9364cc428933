//! `binding('http2')`: sessions of HTTP/2 on connections of scripts.
//!
//! A session reads from the handle of a socket, or is given what came over any other stream. What happens is told to one
//! function of the library, an event a call. What is to be sent leaves in the check phase, all at once.

mod submit;
mod tell;
mod transport;

use std::cell::{Cell, OnceCell, RefCell};
use std::ffi::CStr;
use std::rc::{Rc, Weak};

use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};
use rondo_http2::{Options, Padding, Session};

use super::define;
use super::stream::StreamHandle;
use crate::runtime::{Runtime, runtime};

/// What the binding keeps between calls.
#[derive(Default)]
pub(crate) struct State {
    /// `(owner, kind, stream, ...)`: see [`tell::Kind`]
    event: OnceCell<Persistent>,
    prototype: OnceCell<Persistent>,
}

/// A session of a script's.
struct Http2Session {
    runtime: Weak<Runtime>,
    /// Nothing once it is destroyed.
    session: RefCell<Option<Session>>,
    /// The library's object, as long as the session is used.
    owner: RefCell<Option<Persistent>>,
    /// The handle that it reads and writes; without one the library does.
    handle: RefCell<Option<Rc<StreamHandle>>>,
    /// Whether it is on the list of the next check phase.
    is_scheduled: Cell<bool>,
    /// Whether something is being written: the next follows when it is.
    is_writing: Cell<bool>,
    /// Whether events are being told, by somebody further up.
    is_telling: Cell<bool>,
    bytes_read: Cell<f64>,
    bytes_written: Cell<f64>,
}

struct SessionObject(Rc<Http2Session>);

impl HostObject for SessionObject {
    const NAME: &'static CStr = c"Http2Session";
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "setCallback", set_callback)?;
    define(scope, object, "messageOf", message_of)?;
    let constructor = scope.constructor("Session", 3, construct)?;
    let prototype = scope.object()?;
    constructor.define_property(scope, "prototype", prototype, false)?;
    transport::methods(scope, prototype)?;
    submit::methods(scope, prototype)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.http2.prototype.set(kept);
    object.set_property(scope, "Session", constructor)
}

/// `setCallback(event)`
fn set_callback<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let kept = Persistent::new(scope, args.get(scope, 0));
    let _ = runtime(scope).state.http2.event.set(kept);
    Ok(())
}

/// `messageOf(code)`: nghttp2's words for a number of its own.
fn message_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let code = args.get(scope, 0).as_i32().unwrap_or(0);
    scope.string(rondo_http2::message_of(code))
}

fn this<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<&'s Rc<Http2Session>> {
    let object = args.this().host_data::<SessionObject>(scope)?;
    Some(&object.0)
}

fn numbers<'s>(scope: &mut Scope<'s>, numbers: &[f64]) -> JsResult<Local<'s>> {
    let values: Vec<_> = numbers.iter().map(|&number| scope.number(number)).collect();
    scope.array(&values)
}

/// `new Session(owner, isServer, options)`: the options are a list of numbers, in the order below; undefined is nghttp2's
/// own choice.
fn construct<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let (owner, is_server, list) = (args.get(scope, 0), args.get(scope, 1), args.get(scope, 2));
    let options = options_of(scope, list)?;
    let session = match is_server.truthy() {
        true => Session::server(&options),
        false => Session::client(&options),
    };
    let session = Http2Session {
        runtime: Rc::downgrade(runtime(scope)),
        session: RefCell::new(Some(session)),
        owner: RefCell::new(Some(Persistent::new(scope, owner))),
        handle: RefCell::default(),
        is_scheduled: Cell::new(false),
        is_writing: Cell::new(false),
        is_telling: Cell::new(false),
        bytes_read: Cell::new(0.0),
        bytes_written: Cell::new(0.0),
    };
    let prototype = runtime(scope).state.http2.prototype.get();
    let prototype = prototype.map(|kept| kept.get(scope));
    scope.host_object(SessionObject(Rc::new(session)), prototype)
}

fn options_of<'s>(scope: &mut Scope<'s>, list: Local<'s>) -> JsResult<Options> {
    let mut numbers = [None; 13];
    for (index, number) in (0..).zip(&mut numbers) {
        *number = list.get_index(scope, index)?.as_number();
    }
    let size = |index: usize| numbers[index].map(|number| number as usize);
    let count = |index: usize| numbers[index].map(|number| number as u32);
    let default = Options::default();
    Ok(Options {
        max_deflate_table: size(0),
        max_reserved_remote: count(1),
        max_send_header_block: size(2),
        peer_max_concurrent: count(3),
        max_settings: size(4),
        reset_rate: numbers[5]
            .zip(numbers[6])
            .map(|(burst, rate)| (burst as u64, rate as u64)),
        lenient_white_space: numbers[7] == Some(0.0),
        padding: match count(8) {
            Some(1) => Padding::Aligned,
            Some(2) => Padding::Max,
            _ => Padding::None,
        },
        max_header_pairs: size(9).unwrap_or(default.max_header_pairs),
        max_invalid_frames: count(10).unwrap_or(default.max_invalid_frames),
        max_memory: size(11).unwrap_or(default.max_memory),
        max_rejected_streams: count(12).unwrap_or(default.max_rejected_streams),
    })
}
