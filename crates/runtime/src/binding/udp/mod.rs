//! `binding('udp')`: UDP sockets for scripts; `dgram` stands on it.
//!
//! An object of its class is a *handle*. What happens to it is told to the functions that `js/internal/dgram/handle.js` has
//! set, one for each kind of event for all handles there are. As long as a handle is open the loop keeps its object alive.

mod option;
mod receive;
mod send;

use std::cell::{Cell, OnceCell, RefCell};
use std::ffi::CStr;
use std::io;
use std::net::SocketAddr;
use std::rc::{Rc, Weak};

use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};
use rondo_loop::{Handle, Loop, Udp, UdpOptions};
use rustix::io::Errno;

use super::define;
use super::keeps_alive::{self, KeepsAlive};
use super::permission::check_argument;
use super::stream::{parse_address, put_address, status};
use crate::descriptor;
use crate::permission::Permission;
use crate::runtime::{Runtime, runtime};

/// What the binding keeps between calls.
#[derive(Default)]
pub(crate) struct State {
    callbacks: OnceCell<Callbacks>,
    prototype: OnceCell<Persistent>,
    /// All handles, in the order in which they were made, and maybe some that are gone.
    made: RefCell<Vec<Weak<UdpHandle>>>,
}

impl State {
    /// Keeps count of a new handle. The list is cleared of those that are gone whenever it has doubled.
    fn note(&self, handle: &Rc<UdpHandle>) {
        let mut made = self.made.borrow_mut();
        if made.len() == made.capacity() {
            made.retain(|handle| handle.strong_count() > 0);
            let room = made.len().max(16);
            made.reserve(room);
        }
        made.push(Rc::downgrade(handle));
    }
}

/// The library's functions.
struct Callbacks {
    /// `(handle, bytes, address, port)`: a message has come
    message: Persistent,
    /// `(handle, errno)`: nothing could be received
    failed: Persistent,
    /// `(handle, status)`: a message that had to wait was sent, or never will be; they are told of in their order
    sent: Persistent,
}

/// A UDP socket of a script.
pub(crate) struct UdpHandle {
    owner: Weak<Runtime>,
    udp: Cell<Udp>,
    is_v6: bool,
    /// The handle in JavaScript, until it is closed.
    object: RefCell<Option<Persistent>>,
    /// The async context that it was made in.
    context: Option<Persistent>,
    is_closing: Cell<bool>,
    last_sender: receive::LastSender,
}

/// What stands behind the object.
struct UdpObject(Rc<UdpHandle>);

impl HostObject for UdpObject {
    const NAME: &'static CStr = c"UDP";
}

impl KeepsAlive for UdpObject {
    type Handle = Udp;

    fn handle(&self) -> Option<Udp> {
        (!self.0.is_closing.get()).then(|| self.0.udp())
    }
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "setCallbacks", set_callbacks)?;
    define(scope, object, "openHandles", open_handles)?;
    let constructor = scope.constructor("UDP", 1, construct)?;
    let prototype = scope.object()?;
    constructor.define_property(scope, "prototype", prototype, false)?;
    prototype.define_property(scope, "constructor", constructor, false)?;
    define(scope, prototype, "open", open)?;
    define(scope, prototype, "bind", bind)?;
    define(scope, prototype, "connect", connect)?;
    define(scope, prototype, "disconnect", disconnect)?;
    define(scope, prototype, "getsockname", getsockname)?;
    define(scope, prototype, "getpeername", getpeername)?;
    define(scope, prototype, "close", close)?;
    keeps_alive::methods::<UdpObject>(scope, prototype)?;
    let getter = scope.function("fd", 0, fd)?;
    prototype.define_accessor(scope, "fd", getter, None)?;
    receive::methods(scope, prototype)?;
    send::methods(scope, prototype)?;
    option::methods(scope, prototype)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.udp.prototype.set(kept);
    object.set_property(scope, "UDP", constructor)
}

/// `setCallbacks(message, failed, sent)`
fn set_callbacks<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let [message, failed, sent] =
        [0, 1, 2].map(|index| Persistent::new(scope, args.get(scope, index)));
    let _ = runtime(scope).state.udp.callbacks.set(Callbacks {
        message,
        failed,
        sent,
    });
    Ok(())
}

/// `openHandles()`: the handles that are open and keep the loop alive while they are active.
fn open_handles<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let owner = runtime(scope);
    let mut list = Vec::new();
    let made = owner.state.udp.made.borrow().clone();
    for handle in made.iter().filter_map(Weak::upgrade) {
        if !handle.is_closing.get() && handle.udp().has_ref(&owner.event_loop) {
            list.extend(handle.object.borrow().as_ref().map(|kept| kept.get(scope)));
        }
    }
    scope.array(&list)
}

/// `new UDP(isV6)`: a handle; its socket is made when it is needed.
fn construct<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let is_v6 = args.get(scope, 0).truthy();
    let udp = Udp::new(&runtime(scope).event_loop);
    UdpHandle::adopt(scope, udp, is_v6)
}

impl UdpHandle {
    /// A handle for a script of a handle of the loop.
    pub(crate) fn adopt<'s>(scope: &mut Scope<'s>, udp: Udp, is_v6: bool) -> JsResult<Local<'s>> {
        let owner = runtime(scope);
        let context = scope.async_context();
        let handle = Rc::new(UdpHandle {
            owner: Rc::downgrade(owner),
            udp: Cell::new(udp),
            is_v6,
            object: RefCell::default(),
            context: context.is_object().then(|| Persistent::new(scope, context)),
            is_closing: Cell::new(false),
            last_sender: receive::LastSender::default(),
        });
        let prototype = owner.state.udp.prototype.get();
        let prototype = prototype.map(|kept| kept.get(scope));
        let object = scope.host_object(UdpObject(handle.clone()), prototype)?;
        *handle.object.borrow_mut() = Some(Persistent::new(scope, object));
        owner.state.udp.note(&handle);
        Ok(object)
    }

    /// What a script's handle stands for; `None` if it is none.
    pub(crate) fn of<'s>(scope: &Scope<'s>, object: Local<'s>) -> Option<&'s Rc<UdpHandle>> {
        let object = object.host_data::<UdpObject>(scope)?;
        Some(&object.0)
    }

    /// The loop's handle.
    pub(crate) fn udp(&self) -> Udp {
        self.udp.get()
    }

    /// Calls a function of the library with the handle and what `arguments` gives. Nothing is told of a handle that has
    /// closed.
    fn tell<const N: usize, F>(
        &self,
        context: Option<&Persistent>,
        choose: impl FnOnce(&Callbacks) -> &Persistent,
        arguments: F,
    ) where
        F: for<'s> FnOnce(&mut Scope<'s>, Local<'s>) -> JsResult<[Local<'s>; N]>,
    {
        let Some(owner) = self.owner.upgrade() else {
            return;
        };
        let Some(callbacks) = owner.state.udp.callbacks.get() else {
            return;
        };
        owner.enter(|scope| {
            let object = self.object.borrow().as_ref().map(|kept| kept.get(scope));
            let Some(object) = object else {
                return Ok(());
            };
            if let Some(context) = context {
                scope.set_async_context(context.get(scope));
            }
            let function = choose(callbacks).get(scope);
            let undefined = scope.undefined();
            let arguments = arguments(scope, object)?;
            scope.call(function, undefined, &arguments).map(drop)
        });
    }

    /// An address of the socket's family by its text.
    fn address(&self, text: &str, port: u16) -> io::Result<SocketAddr> {
        parse_address(text, port)
            .filter(|address| address.is_ipv6() == self.is_v6)
            .ok_or_else(|| Errno::INVAL.into())
    }
}

/// The handle that a method was called on.
fn this<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<&'s Rc<UdpHandle>> {
    UdpHandle::of(scope, args.this())
}

/// Calls `act` with the open handle that a method was called on; `EBADF` if there is none.
fn on_open<'s, T>(
    scope: &Scope<'s>,
    args: &Args<'s>,
    act: impl FnOnce(&Loop, &Rc<UdpHandle>) -> io::Result<T>,
) -> io::Result<T> {
    match this(scope, args) {
        Some(handle) if !handle.is_closing.get() => act(&runtime(scope).event_loop, handle),
        _ => Err(Errno::BADF.into()),
    }
}

/// The text that an argument is.
fn text<'s>(scope: &Scope<'s>, args: &Args<'s>, index: usize) -> JsResult<String> {
    Ok(args.get(scope, index).as_string(scope)?.unwrap_or_default())
}

/// The port that an argument is: as in C, of a number that is too large the lower bits count.
fn port<'s>(scope: &Scope<'s>, args: &Args<'s>, index: usize) -> u16 {
    args.get(scope, index).as_i32().unwrap_or(0) as u16
}

/// `open(fd)`: takes over a socket that exists.
fn open<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let fd = args.get(scope, 0).as_i32().unwrap_or(-1);
    Ok(status(on_open(scope, &args, |lp, handle| {
        let udp = Udp::open(lp, descriptor::own(fd))?;
        let before = handle.udp.replace(udp);
        if !before.has_ref(lp) {
            udp.unref(lp);
        }
        before.close(lp, |_| {});
        Ok(())
    })))
}

/// `bind(address, port, flags)`: the flags are 1 for reuseAddr, 2 for reusePort, 4 for ipv6Only.
fn bind<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let (text, port) = (text(scope, &args, 0)?, port(scope, &args, 1));
    check_argument(scope, Permission::Net, &args, 0)?;
    let flags = args.get(scope, 2).as_u32().unwrap_or(0);
    let options = UdpOptions {
        reuse_addr: flags & 1 != 0,
        reuse_port: flags & 2 != 0,
        ipv6_only: flags & 4 != 0,
        ..UdpOptions::default()
    };
    Ok(status(on_open(scope, &args, |lp, handle| {
        let address = handle.address(&text, port)?;
        handle.udp().bind_with(lp, address, options)
    })))
}

/// `connect(address, port)`
fn connect<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let (text, port) = (text(scope, &args, 0)?, port(scope, &args, 1));
    check_argument(scope, Permission::Net, &args, 0)?;
    Ok(status(on_open(scope, &args, |lp, handle| {
        let address = handle.address(&text, port)?;
        handle.udp().connect(lp, address)
    })))
}

/// `disconnect()`
fn disconnect<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    Ok(status(on_open(scope, &args, |lp, handle| {
        handle.udp().disconnect(lp)
    })))
}

/// `getsockname(out)`: puts `address`, `family` and `port` into an object.
fn getsockname<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    name(scope, &args, |lp, udp| udp.local_address(lp))
}

/// `getpeername(out)`
fn getpeername<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    name(scope, &args, |lp, udp| udp.peer_address(lp))
}

fn name<'s>(
    scope: &mut Scope<'s>,
    args: &Args<'s>,
    ask: impl FnOnce(&Loop, Udp) -> io::Result<SocketAddr>,
) -> JsResult<i32> {
    match on_open(scope, args, |lp, handle| ask(lp, handle.udp())) {
        Ok(address) => {
            let out = args.get(scope, 0);
            put_address(scope, out, address)?;
            Ok(0)
        }
        Err(error) => Ok(status(Err(error))),
    }
}

/// `close()`
fn close<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(handle) = this(scope, &args)
        && !handle.is_closing.replace(true)
    {
        let closed = handle.clone();
        handle
            .udp()
            .close(&runtime(scope).event_loop, move |_| closed.let_go());
    }
    Ok(())
}

impl UdpHandle {
    /// The loop needs it no more.
    fn let_go(&self) {
        self.object.take();
        self.last_sender.forget();
    }
}

/// `fd`: the number of the descriptor, -1 if there is none.
fn fd<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let number = on_open(scope, &args, |lp, handle| handle.udp().fileno(lp));
    Ok(number.unwrap_or(-1))
}
