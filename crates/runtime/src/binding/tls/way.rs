//! How the library is reached while a connection goes on: from the loop, or within a call of the library's.

use std::rc::Rc;

use rondo_engine::{JsResult, Local, Scope};

use super::layer::Tls;
use super::{Told, call};
use crate::runtime::Runtime;

/// A way into JavaScript.
pub(super) enum Way<'a, 's> {
    /// From the loop: ticks and microtasks run after each call.
    Loop(&'a Rc<Runtime>),
    /// Within a call of the library's.
    Inside(&'a mut Scope<'s>),
}

impl Way<'_, '_> {
    /// Calls one of the library's functions with a connection and more arguments, and reads what it gives. `None` if
    /// it could not be called, or threw.
    pub(super) fn call<R>(
        &mut self,
        tls: &Tls,
        told: Told,
        arguments: impl for<'x> FnOnce(&mut Scope<'x>) -> JsResult<Vec<Local<'x>>>,
        read: impl for<'x> FnOnce(&mut Scope<'x>, Local<'x>) -> JsResult<R>,
    ) -> Option<R> {
        let mut result = None;
        let body = |scope: &mut Scope<'_>| -> JsResult<()> {
            let Some(object) = tls.object(scope) else {
                return Ok(());
            };
            let mut list = vec![object];
            list.extend(arguments(scope)?);
            let given = call(scope, told, &list)?;
            result = Some(read(scope, given)?);
            Ok(())
        };
        match self {
            Way::Loop(owner) => owner.enter(|scope| {
                tls.enter_context(scope);
                body(scope)
            }),
            Way::Inside(scope) => scope.nested(|scope| {
                if let Err(thrown) = body(scope) {
                    let owner = crate::runtime::runtime(scope).clone();
                    owner.uncaught(scope, thrown);
                }
            }),
        }
        result
    }

    /// Calls one of the library's functions that gives nothing.
    pub(super) fn tell(
        &mut self,
        tls: &Tls,
        told: Told,
        arguments: impl for<'x> FnOnce(&mut Scope<'x>) -> JsResult<Vec<Local<'x>>>,
    ) {
        self.call(tls, told, arguments, |_, _| Ok(()));
    }
}
