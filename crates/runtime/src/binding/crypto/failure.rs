//! The errors that scripts get.

use rondo_crypto::{Entry, Error, Kind, Refusal, Stack};
use rondo_engine::{ErrorKind, JsResult, Local, Scope};

use crate::request::Failed;

impl Failed for Error {
    fn cancelled() -> Error {
        Refusal::plain("The operation was cancelled").into()
    }

    fn error<'s>(self, scope: &mut Scope<'s>) -> JsResult<Local<'s>> {
        match self {
            Error::OpenSsl(stack) => of_stack(scope, &stack),
            Error::Refused(refusal) => of_refusal(scope, &refusal),
        }
    }
}

fn of_refusal<'s>(scope: &mut Scope<'s>, refusal: &Refusal) -> JsResult<Local<'s>> {
    let kind = match refusal.kind {
        Kind::Error => ErrorKind::Error,
        Kind::Type => ErrorKind::TypeError,
        Kind::Range => ErrorKind::RangeError,
    };
    let error = scope.error(kind, &refusal.message)?;
    if let Some(code) = refusal.code {
        set_text(scope, error, "code", code)?;
    }
    Ok(error)
}

/// `opensslErrorStack`, `library`, `reason` and `code`, in that order, as far as there are such.
fn of_stack<'s>(scope: &mut Scope<'s>, stack: &Stack) -> JsResult<Local<'s>> {
    // OpenSSL's words for no error.
    const WITHOUT_A_WORD: &str = "error:00000000:lib(0)::reason(0)";
    let Some(first) = stack.first() else {
        return scope.error(ErrorKind::Error, stack.message().unwrap_or(WITHOUT_A_WORD));
    };
    let error = match stack.message() {
        Some(message) => scope.error(ErrorKind::Error, message)?,
        None => scope.error(ErrorKind::Error, &first.text())?,
    };
    if !stack.shown().is_empty() {
        let texts = stack.shown().into_iter().map(Entry::text);
        let texts = texts
            .map(|text| scope.string(&text))
            .collect::<JsResult<Vec<_>>>()?;
        let list = scope.array(&texts)?;
        error.define_property(scope, "opensslErrorStack", list, true)?;
    }
    if let Some(library) = first.library() {
        set_text(scope, error, "library", library)?;
    }
    if let Some(reason) = first.reason() {
        set_text(scope, error, "reason", reason)?;
    }
    if let Some(code) = first.code() {
        set_text(scope, error, "code", &code)?;
    }
    Ok(error)
}

fn set_text(scope: &mut Scope<'_>, error: Local<'_>, name: &str, text: &str) -> JsResult<()> {
    let text = scope.string(text)?;
    error.define_property(scope, name, text, true)
}
