//! The library's JavaScript: part of the program, compiled when first required.

use rondo_engine::{JsResult, Local, Scope};

mod files {
    include!(concat!(env!("OUT_DIR"), "/library_files.rs"));
}

/// Changes with every change of the library.
pub(crate) const KEY: u64 = files::KEY;

/// The ids of all library files: public modules by their names, others under `internal/`.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    files::FILES.iter().map(|(id, _)| *id)
}

/// Whether there is a library file of this id.
pub(crate) fn has(id: &str) -> bool {
    live::source(id).is_some() || find(id).is_some()
}

fn find(id: &str) -> Option<&'static str> {
    let index = files::FILES
        .binary_search_by(|(name, _)| (*name).cmp(id))
        .ok()?;
    Some(files::FILES[index].1)
}

/// The library file as a function of `(exports, require, module, process, binding)`; `None` if there
/// is no such file.
pub(crate) fn compile<'s>(scope: &mut Scope<'s>, id: &str) -> Option<JsResult<Local<'s>>> {
    let name = format!("node:{id}");
    if let Some(source) = live::source(id) {
        return Some(scope.eval(&source, &name));
    }
    Some(scope.eval_cached(find(id)?, &name))
}

/// Compiles every library file into the code cache, for the starts to come.
pub(crate) fn warm_cache(scope: &mut Scope<'_>) {
    for (id, source) in files::FILES {
        scope.nested(|scope| {
            if let Err(thrown) = scope.warm_cache(source, &format!("node:{id}")) {
                scope.catch(thrown);
            }
        });
    }
}

/// With the feature `live-js` the files in the source folder come first, or those in the folder that
/// `RONDO_JS` names: one program then serves several checkouts.
mod live {
    #[cfg(feature = "live-js")]
    pub(super) fn source(id: &str) -> Option<String> {
        let folder = std::env::var("RONDO_JS")
            .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/js").to_string());
        let text = std::fs::read_to_string(format!("{folder}/{id}.js")).ok()?;
        Some(format!(
            "(function (exports, require, module, process, binding) {{{text}\n}})"
        ))
    }

    #[cfg(not(feature = "live-js"))]
    pub(super) fn source(_: &str) -> Option<String> {
        None
    }
}
