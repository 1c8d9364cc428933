//! `binding('stream')`: TCP sockets, pipes and terminals for scripts. `net`, `tty`, `child_process` and `http` stand on it.
//!
//! An object of one of its classes is a *handle*. What happens to it is told to the functions that
//! `js/internal/stream_handle.js` has set, one for each kind of event for all handles there are: nothing has to be made
//! for each. As long as a handle is open the loop keeps its object alive.

mod connect;
mod event;
mod layer;
mod pipe;
mod read;
mod tcp;
mod tty;
mod write;

use std::cell::{Cell, OnceCell, RefCell};
use std::ffi::CStr;
use std::io;
use std::rc::{Rc, Weak};

use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};
use rondo_loop::{AnyStream, Error, Handle, Loop, Pipe, StandardStream, Stream, Tcp, Tty};

use super::define;
use super::keeps_alive::{self, KeepsAlive};
use super::record;
use crate::runtime::{Runtime, runtime};
use event::{Event, Events};
use layer::OnTop;
pub(crate) use layer::{Layer, Outcome};
pub(crate) use read::{Consumer, end_of_file, young_bytes};
pub(crate) use tcp::{address_text, parse_address, put_address};

/// What the binding keeps between calls.
#[derive(Default)]
pub(crate) struct State {
    events: OnceCell<Events>,
    prototypes: [OnceCell<Persistent>; 3],
    /// Those that were made, in their order. Some may be gone.
    made: RefCell<Vec<Weak<StreamHandle>>>,
}

/// The loop's handle behind a handle of a script.
#[derive(Clone, Copy)]
pub(crate) enum Behind {
    Tcp(Tcp),
    Pipe(Pipe),
    Tty(Tty),
}

impl Behind {
    fn any(self) -> AnyStream {
        match self {
            Behind::Tcp(tcp) => tcp.into(),
            Behind::Pipe(pipe) => pipe.into(),
            Behind::Tty(tty) => tty.into(),
        }
    }

    fn class(self) -> Class {
        match self {
            Behind::Tcp(_) => Class::Tcp,
            Behind::Pipe(_) => Class::Pipe,
            Behind::Tty(_) => Class::Tty,
        }
    }
}

/// The classes of handles.
#[derive(Clone, Copy)]
enum Class {
    Tcp,
    Pipe,
    Tty,
}

impl Class {
    /// What async hooks call it.
    fn resource(self) -> &'static str {
        match self {
            Class::Tcp => "TCPWRAP",
            Class::Pipe => "PIPEWRAP",
            Class::Tty => "TTYWRAP",
        }
    }
}

/// A stream of a script.
///
/// A server may have many that are idle: what few of them have takes the room of a pointer.
pub(crate) struct StreamHandle {
    owner: Weak<Runtime>,
    behind: Cell<Behind>,
    /// The number of the standard stream that it was opened for: what is behind has a duplicate.
    standard: Cell<Option<u8>>,
    /// The handle in JavaScript, until it is closed.
    object: RefCell<Option<Persistent>>,
    /// The async context that it was made in, or was given later.
    context: RefCell<Option<Rc<Persistent>>>,
    is_closing: Cell<bool>,
    reading: read::State,
    /// What is between it and whoever reads and writes.
    layer: RefCell<Option<Box<OnTop>>>,
    bytes_written: Cell<u64>,
    /// Its number in the recording, 0 if there is none.
    recorded: Cell<u64>,
    /// What the script has left to be called.
    when_closed: Cell<Option<Box<Persistent>>>,
}

/// What stands behind the object.
struct StreamObject(Rc<StreamHandle>);

impl HostObject for StreamObject {
    const NAME: &'static CStr = c"StreamHandle";
}

impl KeepsAlive for StreamObject {
    type Handle = AnyStream;

    fn handle(&self) -> Option<AnyStream> {
        (!self.0.is_closing()).then(|| self.0.stream())
    }
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "setCallbacks", event::set_callbacks)?;
    define(scope, object, "openHandles", open_handles)?;
    let constructor = scope.constructor("Tcp", 0, tcp::construct)?;
    let prototype = class(scope, object, Class::Tcp, "Tcp", constructor)?;
    tcp::methods(scope, prototype)?;
    let constructor = scope.constructor("Pipe", 1, pipe::construct)?;
    let prototype = class(scope, object, Class::Pipe, "Pipe", constructor)?;
    pipe::methods(scope, prototype)?;
    let constructor = scope.constructor("Tty", 1, tty::construct)?;
    let prototype = class(scope, object, Class::Tty, "Tty", constructor)?;
    tty::methods(scope, prototype)
}

impl State {
    /// Keeps count of a new handle. The list is cleared of those that are gone whenever it has doubled.
    fn note(&self, handle: &Rc<StreamHandle>) {
        let mut made = self.made.borrow_mut();
        if made.len() == made.capacity() {
            made.retain(|handle| handle.strong_count() > 0);
            let room = made.len().max(16);
            made.reserve(room);
        }
        made.push(Rc::downgrade(handle));
    }
}

/// `openHandles()`: the handles that are open and keep the loop alive while they are active, in the order in which they
/// were made.
fn open_handles<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let owner = runtime(scope);
    let made = owner.state.stream.made.borrow().clone();
    let mut open = Vec::new();
    for handle in made.iter().filter_map(Weak::upgrade) {
        if !handle.is_closing() && handle.stream().has_ref(&owner.event_loop) {
            open.extend(handle.object(scope));
        }
    }
    scope.array(&open)
}

/// Defines a class with what all handles have, and gives its prototype.
fn class<'s>(
    scope: &mut Scope<'s>,
    object: Local<'s>,
    class: Class,
    name: &str,
    constructor: Local<'s>,
) -> JsResult<Local<'s>> {
    let prototype = scope.object()?;
    constructor.define_property(scope, "prototype", prototype, false)?;
    prototype.define_property(scope, "constructor", constructor, false)?;
    define(scope, prototype, "close", close)?;
    keeps_alive::methods::<StreamObject>(scope, prototype)?;
    define(scope, prototype, "adoptContext", adopt_context)?;
    define(scope, prototype, "setBlocking", set_blocking)?;
    let getter = scope.function("fd", 0, fd)?;
    prototype.define_accessor(scope, "fd", getter, None)?;
    read::methods(scope, prototype)?;
    write::methods(scope, prototype)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.stream.prototypes[class as usize].set(kept);
    object.set_property(scope, name, constructor)?;
    Ok(prototype)
}

impl StreamHandle {
    /// A handle for a script of a handle of the loop.
    pub(crate) fn adopt<'s>(scope: &mut Scope<'s>, behind: Behind) -> JsResult<Local<'s>> {
        StreamHandle::adopt_from(scope, behind, 0)
    }

    /// The same for one that came by another, which has this number in the recording.
    fn adopt_from<'s>(scope: &mut Scope<'s>, behind: Behind, by: u64) -> JsResult<Local<'s>> {
        let recorded = record::note_handle(scope, behind.class().resource(), by);
        let owner = runtime(scope);
        let handle = Rc::new(StreamHandle {
            owner: Rc::downgrade(owner),
            behind: Cell::new(behind),
            standard: Cell::new(None),
            object: RefCell::default(),
            context: RefCell::new(event::context_of_request(scope).map(Rc::new)),
            is_closing: Cell::new(false),
            reading: read::State::default(),
            layer: RefCell::default(),
            bytes_written: Cell::new(0),
            recorded: Cell::new(recorded),
            when_closed: Cell::new(None),
        });
        let prototype = &owner.state.stream.prototypes[behind.class() as usize];
        let prototype = prototype.get().map(|kept| kept.get(scope));
        let object = scope.host_object(StreamObject(handle.clone()), prototype)?;
        *handle.object.borrow_mut() = Some(Persistent::new(scope, object));
        owner.state.stream.note(&handle);
        Ok(object)
    }

    /// What a script's handle stands for; `None` if it is none.
    pub(crate) fn of<'s>(scope: &Scope<'s>, object: Local<'s>) -> Option<&'s Rc<StreamHandle>> {
        let object = object.host_data::<StreamObject>(scope)?;
        Some(&object.0)
    }

    /// The loop's handle.
    pub(crate) fn behind(&self) -> Behind {
        self.behind.get()
    }

    /// The loop's handle, of whatever kind.
    pub(crate) fn stream(&self) -> AnyStream {
        self.behind.get().any()
    }

    /// Has the script's handle stand for a descriptor that the process has. The standard ones stay open when the handle is
    /// closed, and are left blocking, as others may share them.
    fn open(
        &self,
        lp: &Loop,
        fd: i32,
        own: impl FnOnce(&Loop) -> io::Result<Behind>,
    ) -> io::Result<()> {
        if !(0..=2).contains(&fd) {
            self.replace(lp, own(lp)?);
            return Ok(());
        }
        let behind = match (lp.standard_stream(fd)?, self.behind.get()) {
            (StandardStream::Tcp(tcp), Behind::Tcp(_)) => Behind::Tcp(tcp),
            (StandardStream::Pipe(pipe), Behind::Pipe(_)) => Behind::Pipe(pipe),
            _ => return Err(io::ErrorKind::InvalidInput.into()),
        };
        behind.any().set_blocking(lp, true)?;
        self.replace(lp, behind);
        self.standard.set(Some(fd as u8));
        Ok(())
    }

    /// Has the script's handle stand for another one of the loop.
    fn replace(&self, lp: &Loop, behind: Behind) {
        let before = self.behind.replace(behind).any();
        if !before.has_ref(lp) {
            behind.any().unref(lp);
        }
        before.close(lp, |_| {});
    }

    /// The handle in JavaScript; `None` once it is closed.
    pub(crate) fn object<'s>(&self, scope: &Scope<'s>) -> Option<Local<'s>> {
        let object = self.object.borrow();
        object.as_ref().map(|kept| kept.get(scope))
    }

    /// Goes into its async context.
    pub(crate) fn enter_context(&self, scope: &Scope<'_>) {
        if let Some(context) = &*self.context.borrow() {
            scope.set_async_context(context.get(scope));
        }
    }

    /// Whether it was closed, or is about to be.
    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.get()
    }

    /// Tells the library of what happened, in the handle's own context.
    fn tell<F>(&self, event: Event, arguments: F)
    where
        F: for<'s> FnOnce(&mut Scope<'s>) -> JsResult<[Local<'s>; 2]>,
    {
        // A script may give it another one meanwhile.
        let context = self.context.borrow().clone();
        event::tell(self, event, context.as_deref(), arguments);
    }

    /// Closes it; what the script has left is called in the closing phase.
    pub(crate) fn close(self: &Rc<StreamHandle>, lp: &Loop) {
        if self.is_closing.replace(true) {
            return;
        }
        let handle = self.clone();
        self.stream().close(lp, move |_| handle.has_closed());
        self.let_go();
    }

    /// Nobody reads or writes any more.
    fn let_go(&self) {
        self.reading.let_go();
        if let Some(on_top) = self.layer.take() {
            on_top.0.closed();
        }
    }

    /// As `close`, but the other side sees a reset.
    fn reset(self: &Rc<StreamHandle>, lp: &Loop) -> io::Result<()> {
        if self.is_closing.get() {
            return Ok(());
        }
        let Behind::Tcp(tcp) = self.behind.get() else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let handle = self.clone();
        tcp.close_reset(lp, move |_| handle.has_closed())?;
        self.is_closing.set(true);
        self.let_go();
        Ok(())
    }

    fn has_closed(&self) {
        let callback = self.when_closed.take();
        if let (Some(callback), Some(owner)) = (callback, self.owner.upgrade()) {
            owner.enter(|scope| {
                self.enter_context(scope);
                let function = callback.get(scope);
                let undefined = scope.undefined();
                scope.call(function, undefined, &[]).map(drop)
            });
        }
        self.object.take();
    }

    /// Leaves a function to be called in the closing phase, in the handle's own context.
    fn call_when_closed(&self, scope: &Scope<'_>, callback: Local<'_>) {
        if callback.is_function() && !self.is_closing() {
            let kept = Persistent::new(scope, callback);
            self.when_closed.set(Some(Box::new(kept)));
        }
    }
}

/// The number that a script gets of an outcome: 0 or a negative error number, as libuv has them.
pub(crate) fn status(outcome: io::Result<()>) -> i32 {
    match outcome {
        Ok(()) => 0,
        Err(error) => Error::from(error).code(),
    }
}

/// The handle that a method was called on.
fn this<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<&'s Rc<StreamHandle>> {
    StreamHandle::of(scope, args.this())
}

/// Calls `act` with the open handle that a method was called on; `EBADF` if there is none.
fn on_open<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    act: impl FnOnce(&Loop, &Rc<StreamHandle>) -> io::Result<()>,
) -> JsResult<i32> {
    Ok(match this(scope, args) {
        Some(handle) if !handle.is_closing() => status(act(&runtime(scope).event_loop, handle)),
        _ => status(Err(bad_descriptor())),
    })
}

fn bad_descriptor() -> io::Error {
    rustix::io::Errno::BADF.into()
}

/// `close(callback)`: the callback, if there is one, is called in the closing phase.
fn close<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let callback = args.get(scope, 0);
    if let Some(handle) = this(scope, &args) {
        handle.call_when_closed(scope, callback);
        handle.close(&runtime(scope).event_loop);
    }
    Ok(())
}

/// `adoptContext()`: what happens from now on is told in the async context of now.
fn adopt_context<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(handle) = this(scope, &args) {
        let context = event::context_of_request(scope).map(Rc::new);
        handle.context.replace(context);
    }
    Ok(())
}

/// `setBlocking(on)`: whether writes wait until the system has taken all.
fn set_blocking<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let on = args.get(scope, 0).truthy();
    on_open(scope, &args, |lp, handle| {
        handle.stream().set_blocking(lp, on)
    })
}

/// `fd`: the number of the descriptor, -1 if there is none.
fn fd<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let handle = this(scope, &args).filter(|handle| !handle.is_closing());
    let number = handle.and_then(|handle| {
        let standard = handle.standard.get().map(i32::from);
        standard.or_else(|| handle.stream().fileno(&runtime(scope).event_loop).ok())
    });
    Ok(number.unwrap_or(-1))
}
