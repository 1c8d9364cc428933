//! ES modules: the engine's questions, and who answers them.
//!
//! Who asks is known by the referrer: the URL of a module or the name of a file; for code of vm the function that is to
//! load its modules, or null if there is none.

use rondo_engine::{JsResult, ModuleHost, ModuleRequest, Scope};

use crate::binding::esm;
use crate::runtime::{Hook, runtime};

pub(crate) const HOST: ModuleHost = ModuleHost {
    load,
    meta: |scope, data, meta| esm::fill_meta(scope, data, meta),
};

fn load(scope: &mut Scope<'_>, request: ModuleRequest) {
    // Only for lack of memory, and then there is nothing to be done.
    if let Err(thrown) = ask_library(scope, request) {
        scope.catch(thrown);
    }
}

/// The loader is there once it is first needed.
fn ask_library(scope: &mut Scope<'_>, request: ModuleRequest) -> JsResult<()> {
    if !esm::is_ready(scope) {
        runtime(scope).call_hook(scope, Hook::StartModules, &[])?;
    }
    esm::load(scope, request)
}
