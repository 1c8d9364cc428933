//! `binding('syntax')`: what can be seen of a source before it runs.

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_syntax::{JsxRuntime, StripError};

use super::define;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "isModule", is_module)?;
    define(scope, object, "topLevelAwaits", top_level_awaits)?;
    define(scope, object, "unknownAttribute", unknown_attribute)?;
    define(scope, object, "maybeModuleOrTypes", maybe_module_or_types)?;
    define(scope, object, "stripTypes", strip_types)?;
    define(scope, object, "transformJsx", transform_jsx)?;
    define(scope, object, "importAttributes", import_attributes)?;
    define(scope, object, "isComment", is_comment)?;
    define(scope, object, "commonJsExports", common_js_exports)
}

fn source<'s>(scope: &mut Scope<'s>, args: &Args<'s>) -> JsResult<String> {
    let text = args.get(scope, 0).as_string(scope)?;
    Ok(text.unwrap_or_default())
}

/// `isModule(source)`: whether it can only be an ES module.
fn is_module<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let source = source(scope, &args)?;
    Ok(rondo_syntax::is_module(&source))
}

/// `topLevelAwaits(source)`: lines and columns, in turn, at which a module waits outside of its functions.
fn top_level_awaits<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let source = source(scope, &args)?;
    let places = rondo_syntax::top_level_awaits(&source);
    let numbers: Vec<Local<'s>> = places
        .iter()
        .flat_map(|(line, column)| [scope.number((*line).into()), scope.number((*column).into())])
        .collect();
    scope.array(&numbers)
}

/// `unknownAttribute(source)`: specifier, key and value of the first attribute of an import that is not `type`; an empty
/// array if there is none.
fn unknown_attribute<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let source = source(scope, &args)?;
    let found = rondo_syntax::unknown_attribute(&source);
    super::process::strings(scope, found.as_ref().map_or(&[][..], |found| &found[..]))
}

/// `maybeModuleOrTypes(source)`: false if a text has none of the words and signs that modules or types are made of.
fn maybe_module_or_types<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    const SIGNS: [&str; 14] = [
        "import",
        "export",
        "await",
        ":",
        " as ",
        "enum",
        "type",
        "interface",
        "declare",
        "namespace",
        "!",
        "<",
        "satisfies",
        "require",
    ];
    let source = source(scope, &args)?;
    Ok(SIGNS.iter().any(|sign| source.contains(sign)))
}

/// `stripTypes(source)`: the text without its types, or `[isUnsupported, message, line, column]` if that cannot be.
fn strip_types<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let source = source(scope, &args)?;
    match rondo_syntax::strip_types(&source) {
        Ok(stripped) => scope.string(&stripped),
        Err(error) => failure(scope, &error),
    }
}

/// `[isUnsupported, message, line, column]`
fn failure<'s>(scope: &mut Scope<'s>, error: &StripError) -> JsResult<Local<'s>> {
    let is_unsupported = scope.boolean(error.is_unsupported);
    let message = scope.string(&error.message)?;
    let (line, column) = (
        scope.number(error.line.into()),
        scope.number(error.column.into()),
    );
    scope.array(&[is_unsupported, message, line, column])
}

/// `transformJsx(source, hasTypes, isModule, importSource, factory, fragment)`: `[text, isModule]`, or what `stripTypes`
/// gives if that cannot be. `isModule` is undefined if the source is to tell; an import source goes before a factory.
fn transform_jsx<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let source = source(scope, &args)?;
    let flag = |scope: &mut Scope<'s>, place| {
        let value = args.get(scope, place);
        value.as_bool()
    };
    let (has_types, is_module) = (flag(scope, 1) == Some(true), flag(scope, 2));
    let text = |scope: &mut Scope<'s>, place| args.get(scope, place).as_string(scope);
    let runtime = match text(scope, 3)? {
        Some(source) => JsxRuntime::Automatic { source },
        None => JsxRuntime::Classic {
            factory: text(scope, 4)?.unwrap_or_default(),
            fragment: text(scope, 5)?.unwrap_or_default(),
        },
    };
    match rondo_syntax::transform_jsx(&source, has_types, is_module, &runtime) {
        Ok(done) => {
            let (text, is_module) = (scope.string(&done.text)?, scope.boolean(done.is_module));
            scope.array(&[text, is_module])
        }
        Err(error) => failure(scope, &error),
    }
}

/// `importAttributes(source, line, column)`: the keys and values, in turn, of the attributes of the import that stands
/// there, as far as they are written out.
fn import_attributes<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let source = source(scope, &args)?;
    let number = |scope: &mut Scope<'s>, place| {
        let value = args.get(scope, place).as_number();
        value.unwrap_or(0.0) as u32
    };
    let (line, column) = (number(scope, 1), number(scope, 2));
    let found = rondo_syntax::import_attributes(&source, line, column);
    super::process::strings(scope, &found)
}

/// `isComment(source, offset)`: whether a comment begins there. The offset counts UTF-16 units.
fn is_comment<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let source = source(scope, &args)?;
    let offset = args.get(scope, 1).as_number().unwrap_or(0.0) as usize;
    Ok(rondo_syntax::is_comment(&source, offset))
}

/// `commonJsExports(source)`: `[names, requests]`: what a CommonJS module exports, and the modules whose exports it
/// exports as well.
fn common_js_exports<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let source = source(scope, &args)?;
    let found = rondo_syntax::common_js_exports(&source);
    let names = super::process::strings(scope, &found.names)?;
    let from = super::process::strings(scope, &found.from)?;
    scope.array(&[names, from])
}
