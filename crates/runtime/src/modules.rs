//! ES modules cannot be loaded yet: `import()` gives a promise that is rejected.

use rondo_engine::{ErrorKind, JsResult, Local, ModuleHost, ModuleRequest, Scope};

pub(crate) const HOST: ModuleHost = ModuleHost {
    load: refuse,
    meta: |_, _, _| Ok(()),
};

fn refuse(scope: &mut Scope<'_>, request: ModuleRequest) {
    let failed =
        not_implemented(scope, &request.specifier).and_then(|error| request.fail(scope, error));
    // Only for lack of memory, and then there is nothing to be done.
    if let Err(thrown) = failed {
        scope.catch(thrown);
    }
}

fn not_implemented<'s>(scope: &mut Scope<'s>, specifier: &str) -> JsResult<Local<'s>> {
    let message = format!("import('{specifier}') is not implemented in rondo");
    let error = scope.error(ErrorKind::Error, &message)?;
    let code = scope.string("ERR_NOT_IMPLEMENTED")?;
    error.set_property(scope, "code", code)?;
    Ok(error)
}
