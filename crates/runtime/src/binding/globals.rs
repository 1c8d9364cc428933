//! `binding('globals')`: properties of the global object that are made when they are first looked at.

use rondo_engine::{Args, JsResult, Local, Scope};

use super::define;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "addLazy", add_lazy)
}

/// `addLazy(enumerable, others, load)`: two lists of names, and a function that gives the value of a name.
fn add_lazy<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let mut names = Vec::new();
    for (place, enumerable) in [(0, true), (1, false)] {
        let list = args.get(scope, place);
        for index in 0..list.array_length(scope)?.unwrap_or(0) {
            let name = list.get_index(scope, index)?.to_text(scope)?;
            names.push((name, enumerable));
        }
    }
    let names: Vec<_> = names
        .iter()
        .map(|(name, enumerable)| (name.as_str(), *enumerable))
        .collect();
    let load = args.get(scope, 2);
    scope.add_lazy_globals(&names, load)
}
