//! `binding('modules')`: what the loader of CommonJS modules needs of the system.

use std::path::Path;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::seam::{self, Bytes};

use super::define;
use super::permission::{Wording, check_path};
use crate::asked::define_asking;
use crate::library;
use crate::permission::Permission;
use crate::runtime::runtime;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define_asking(scope, object, "fileKind", file_kind)?;
    define(scope, object, "readSource", read_source)?;
    define_asking(scope, object, "readStdin", read_stdin)?;
    define_asking(scope, object, "realPath", real_path)?;
    define(scope, object, "compileFunction", compile_function)?;
    define(scope, object, "runScript", run_script)?;
    define(scope, object, "hashOf", hash_of)?;
    define(scope, object, "hasLibrary", has_library)?;
    define(scope, object, "libraryIds", library_ids)
}

/// `fileKind(path)`: 0 for a file, 1 for a folder, negative for neither.
fn file_kind<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let path = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    Ok(match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => 1,
        Ok(_) => 0,
        Err(error) => -error.raw_os_error().unwrap_or(1),
    })
}

/// `readSource(path, isOwn)`: the text of a file, without a byte order mark; a negative error number if it
/// cannot be read. Throws if the program may not read it, unless the library reads it for itself. Bytes that are not UTF-8 become U+FFFD, as in Node.
fn read_source<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let path = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    if !args.get(scope, 1).truthy() {
        let read = Permission::FileSystemRead;
        check_path(scope, read, Path::new(&path), Wording::Option)?;
    }
    let mut found = seam::ask("modules.source", || std::fs::read(&path).map(Bytes));
    if runtime(scope).reads_changed_sources()
        && let Ok(now) = std::fs::read(&path)
    {
        found = Ok(Bytes(now));
    }
    match found {
        // Most are ASCII, and can have megabytes: the string then keeps what was read.
        Ok(Bytes(bytes)) if bytes.is_ascii() => scope.string_latin1_owned(bytes),
        Ok(Bytes(bytes)) => {
            let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
            scope.string(&String::from_utf8_lossy(text))
        }
        Err(error) => Ok(scope.number(-f64::from(error.raw_os_error().unwrap_or(1)))),
    }
}

/// `hashOf(value)`: 32 bits of a hash of a string's characters, or of the bytes of a view.
fn hash_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let value = args.get(scope, 0);
    Ok(f64::from(scope.content_hash(value)? as u32))
}

/// `readStdin()`: all of standard input.
fn read_stdin<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let mut bytes = Vec::new();
    // What was read before an error is what there is.
    let _ = std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes);
    scope.string(&String::from_utf8_lossy(&bytes))
}

/// `realPath(path)`: with all links resolved, or a negative error number.
fn real_path<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let path = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    match std::fs::canonicalize(path) {
        Ok(path) => scope.string(&path.to_string_lossy()),
        Err(error) => Ok(scope.number(-f64::from(error.raw_os_error().unwrap_or(1)))),
    }
}

/// What the code of a module is called in stacks.
const MODULE_CODE: &str = "Object.<anonymous>";

/// `compileFunction(body, filename, parameters)`
fn compile_function<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let body = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let filename = args.get(scope, 1).as_string(scope)?.unwrap_or_default();
    let list = args.get(scope, 2);
    let mut names = Vec::new();
    for index in 0..list.array_length(scope)?.unwrap_or(0) {
        names.push(list.get_index(scope, index)?.to_text(scope)?);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let function = scope.compile_function(MODULE_CODE, &names, &body, &filename)?;
    // Who asks for a module with `import()` is known by the file.
    let referrer = args.get(scope, 1);
    scope.set_function_referrer(function, referrer)?;
    Ok(function)
}

/// `runScript(text, filename)`: runs a script in the global scope and gives its completion value.
fn run_script<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let text = args.get(scope, 0);
    let filename = args.get(scope, 1).as_string(scope)?.unwrap_or_default();
    scope.eval_string(text, &filename)
}

/// `hasLibrary(id)`: whether there is a library file of this id.
fn has_library<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let id = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    Ok(library::has(&id))
}

/// `libraryIds()`: the public modules, by name.
fn library_ids<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let ids: Vec<String> = library::ids()
        .filter(|id| !id.starts_with("internal/"))
        .map(String::from)
        .collect();
    super::process::strings(scope, &ids)
}
