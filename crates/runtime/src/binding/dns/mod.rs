//! `binding('dns')`: names to addresses and back.

mod lookup;

use rondo_engine::{JsResult, Local, Scope};

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    lookup::define_all(scope, object)
}
