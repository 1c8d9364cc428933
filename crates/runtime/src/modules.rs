//! ES modules: the engine's questions, and who answers them.
//!
//! Who asks is known by the referrer: the URL of a module or the name of a file; for code of vm the function that is to
//! load its modules, or null if there is none.

use rondo_engine::{ErrorKind, JsResult, Local, ModuleHost, ModuleRequest, Scope};

use crate::binding::esm;
use crate::runtime::{Hook, runtime};

pub(crate) const HOST: ModuleHost = ModuleHost {
    load,
    meta: |scope, data, meta| esm::fill_meta(scope, data, meta),
};

fn load(scope: &mut Scope<'_>, request: ModuleRequest) {
    let referrer = request.referrer(scope);
    let outcome = if referrer.is_null() || referrer.is_function() {
        refuse(scope, request, referrer.is_null())
    } else {
        ask_library(scope, request)
    };
    // Only for lack of memory, and then there is nothing to be done.
    if let Err(thrown) = outcome {
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

/// Code of vm has modules only if it says where they come from.
fn refuse(scope: &mut Scope<'_>, request: ModuleRequest, is_missing: bool) -> JsResult<()> {
    let (message, code) = match is_missing {
        true => (
            "A dynamic import callback was not specified.",
            "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING",
        ),
        false => (
            "A dynamic import callback was invoked without --experimental-vm-modules",
            "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG",
        ),
    };
    let error: Local<'_> = scope.error(ErrorKind::TypeError, message)?;
    let code = scope.string(code)?;
    error.set_property(scope, "code", code)?;
    request.fail(scope, error)
}
