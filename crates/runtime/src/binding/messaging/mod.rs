//! `binding('messaging')`: the loop's side of message ports. The ports and their queues are in
//! `js/internal/messaging/`.
//!
//! A port has a handle of the loop's own, which keeps it alive, or not, and is closed with the port. Messages are
//! delivered for all ports by one wake-up: those that have some are then served in the order in which they were made.

pub(crate) mod transport;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use rondo_engine::{Args, JsResult, Local, Persistent, Scope};
use rondo_loop::{Handle, Waker, Wakeup};

use super::define;
use crate::channel::Inbox;
use crate::runtime::{Runtime, runtime};

/// There once the library has asked for it.
pub(crate) type State = OnceCell<Ports>;

/// The open ports, and the functions of the library that serve them.
pub(crate) struct Ports {
    handles: RefCell<HashMap<u32, Wakeup>>,
    last: Cell<u32>,
    waker: Waker,
    /// Where ends are told of messages from other threads.
    inbox: Arc<Inbox>,
    deliver: Persistent,
    closed: Persistent,
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "setCallbacks", set_callbacks)?;
    define(scope, object, "open", open)?;
    define(scope, object, "setRef", set_ref)?;
    define(scope, object, "wake", wake)?;
    define(scope, object, "close", close)?;
    transport::build(scope, object)
}

/// `setCallbacks(deliver, closed)`: `deliver(before)` delivers one message, and says whether there was one; `before` is
/// one of [`Before`]. `closed(id)` is called in the closing phase.
fn set_callbacks<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let deliver = args.get(scope, 0);
    let closed = args.get(scope, 1);
    let owner = runtime(scope);
    let weak = Rc::downgrade(owner);
    let (wakeup, waker) = Wakeup::new(&owner.event_loop, move |_, _| {
        if let Some(owner) = weak.upgrade() {
            deliver_all(&owner);
        }
    });
    wakeup.unref(&owner.event_loop);
    let _ = owner.state.messaging.set(Ports {
        handles: RefCell::default(),
        last: Cell::new(0),
        inbox: Arc::new(Inbox::new(waker.clone())),
        waker,
        deliver: Persistent::new(scope, deliver),
        closed: Persistent::new(scope, closed),
    });
    Ok(())
}

/// A message, ticks and microtasks, the next message.
fn deliver_all(owner: &Rc<Runtime>) {
    let Some(ports) = owner.state.messaging.get() else {
        return;
    };
    let mut before = Before::Begins;
    while !owner.has_ended() {
        let mut delivered = true;
        let well = owner.enter_well(|scope| {
            let (deliver, undefined) = (ports.deliver.get(scope), scope.undefined());
            let before = scope.number(f64::from(before as u8));
            delivered = scope.call(deliver, undefined, &[before])?.truthy();
            Ok(())
        });
        before = match (delivered, well) {
            (false, _) => return,
            (true, true) => Before::WentWell,
            (true, false) => Before::Threw,
        };
    }
}

/// What was before a message, as the library knows it.
#[derive(Clone, Copy)]
enum Before {
    Begins = 0,
    WentWell = 1,
    Threw = 2,
}

/// `open()`: a handle for a port, which does not keep the loop alive; its number.
fn open<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<u32> {
    let owner = runtime(scope);
    let Some(ports) = owner.state.messaging.get() else {
        return Ok(0);
    };
    let (handle, _) = Wakeup::new(&owner.event_loop, |_, _| {});
    handle.unref(&owner.event_loop);
    let id = ports.last.get() + 1;
    ports.last.set(id);
    ports.handles.borrow_mut().insert(id, handle);
    Ok(id)
}

/// `setRef(id, keepsAlive)`
fn set_ref<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let id = args.get(scope, 0).as_u32().unwrap_or(0);
    let keeps_alive = args.get(scope, 1).truthy();
    let owner = runtime(scope);
    let ports = owner.state.messaging.get();
    if let Some(handle) = ports.and_then(|ports| ports.handles.borrow().get(&id).copied()) {
        match keeps_alive {
            true => handle.ref_(&owner.event_loop),
            false => handle.unref(&owner.event_loop),
        }
    }
    Ok(())
}

/// `wake()`: has messages delivered in the next poll phase.
fn wake<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    if let Some(ports) = runtime(scope).state.messaging.get() {
        ports.waker.wake();
    }
    Ok(())
}

/// `close(id)`: closes a port's handle; `closed(id)` is called when it is.
fn close<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let id = args.get(scope, 0).as_u32().unwrap_or(0);
    let owner = runtime(scope).clone();
    let ports = owner.state.messaging.get();
    let Some(handle) = ports.and_then(|ports| ports.handles.borrow_mut().remove(&id)) else {
        return Ok(());
    };
    let weak = Rc::downgrade(&owner);
    handle.close(&owner.event_loop, move |_| {
        let Some(owner) = weak.upgrade() else { return };
        owner.enter(|scope| {
            let Some(ports) = owner.state.messaging.get() else {
                return Ok(());
            };
            let (closed, undefined) = (ports.closed.get(scope), scope.undefined());
            let id = scope.number(id.into());
            scope.call(closed, undefined, &[id]).map(drop)
        });
    });
    Ok(())
}
