//! Receiving.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::rc::Rc;

use rondo_engine::{Args, JsResult, Local, Persistent, Scope};
use rondo_loop::{Error, Message, RecvError};

use super::super::define;
use super::super::stream::{address_text, status};
use super::{UdpHandle, on_open};

pub(super) fn methods<'s>(scope: &mut Scope<'s>, prototype: Local<'s>) -> JsResult<()> {
    define(scope, prototype, "recvStart", recv_start)?;
    define(scope, prototype, "recvStop", recv_stop)
}

/// The sender of the last message, and the text of its address. Messages often come from the same one.
#[derive(Default)]
pub(super) struct LastSender(RefCell<Option<(SocketAddr, Persistent)>>);

impl LastSender {
    pub(super) fn forget(&self) {
        self.0.take();
    }

    /// The text of a sender's address.
    fn text<'s>(&self, scope: &mut Scope<'s>, sender: SocketAddr) -> JsResult<Local<'s>> {
        if let Some((known, text)) = &*self.0.borrow()
            && known.ip() == sender.ip()
        {
            return Ok(text.get(scope));
        }
        let text = scope.string(&address_text(sender))?;
        *self.0.borrow_mut() = Some((sender, Persistent::new(scope, text)));
        Ok(text)
    }
}

/// `recvStart()`
fn recv_start<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    Ok(status(on_open(scope, &args, |lp, handle| {
        let told = handle.clone();
        handle
            .udp()
            .recv_start(lp, move |_, _, received| match received {
                Ok(message) => told.has_message(message),
                Err(error) => told.has_failed(error),
            })
    })))
}

/// `recvStop()`
fn recv_stop<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    Ok(status(on_open(scope, &args, |lp, handle| {
        handle.udp().recv_stop(lp);
        Ok(())
    })))
}

impl UdpHandle {
    fn has_message(self: &Rc<UdpHandle>, message: Message<'_>) {
        self.tell(
            self.context.as_ref(),
            |callbacks| &callbacks.message,
            |scope, object| {
                let bytes = scope.uint8_array(message.data)?;
                let (address, port) = match message.from {
                    Some(sender) => (self.last_sender.text(scope, sender)?, sender.port()),
                    None => (scope.undefined(), 0),
                };
                let port = scope.number(f64::from(port));
                Ok([object, bytes, address, port])
            },
        );
    }

    fn has_failed(self: &Rc<UdpHandle>, error: RecvError) {
        let code = Error::from(error.error).code();
        self.tell(
            self.context.as_ref(),
            |callbacks| &callbacks.failed,
            |scope, object| Ok([object, scope.number(f64::from(code))]),
        );
    }
}
