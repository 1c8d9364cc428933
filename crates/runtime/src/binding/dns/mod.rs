//! `binding('dns')`: names to addresses and back.

mod lookup;
mod record;
mod resolver;

use std::cell::OnceCell;

use rondo_engine::{JsResult, Local, Persistent, Scope};

/// The prototype of resolvers' handles.
pub(crate) type State = OnceCell<Persistent>;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    lookup::define_all(scope, object)?;
    resolver::define_all(scope, object)
}
