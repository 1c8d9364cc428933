//! ES modules cannot be loaded yet: `import()` gives a promise that is rejected.
//!
//! Who asks is known by the referrer: the name of a file; for code of vm the function that is to load its modules, or null
//! if there is none.

use rondo_engine::{ErrorKind, JsResult, Local, ModuleHost, ModuleRequest, Scope};

pub(crate) const HOST: ModuleHost = ModuleHost {
    load: refuse,
    meta: |_, _, _| Ok(()),
};

fn refuse(scope: &mut Scope<'_>, request: ModuleRequest) {
    let failed = reason(scope, &request).and_then(|error| request.fail(scope, error));
    // Only for lack of memory, and then there is nothing to be done.
    if let Err(thrown) = failed {
        scope.catch(thrown);
    }
}

fn reason<'s>(scope: &mut Scope<'s>, request: &ModuleRequest) -> JsResult<Local<'s>> {
    let referrer = request.referrer(scope);
    let (kind, message, code) = if referrer.is_null() {
        (
            ErrorKind::TypeError,
            "A dynamic import callback was not specified.".to_string(),
            "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING",
        )
    } else if referrer.is_function() {
        (
            ErrorKind::TypeError,
            "A dynamic import callback was invoked without --experimental-vm-modules".to_string(),
            "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG",
        )
    } else {
        (
            ErrorKind::Error,
            format!(
                "import('{}') is not implemented in rondo",
                request.specifier
            ),
            "ERR_NOT_IMPLEMENTED",
        )
    };
    let error = scope.error(kind, &message)?;
    let code = scope.string(code)?;
    error.set_property(scope, "code", code)?;
    Ok(error)
}
