//! Why a connection failed, in OpenSSL's words.

use openssl::error::ErrorStack;

/// What OpenSSL has against going on.
#[derive(Debug, Clone)]
pub struct Failure {
    /// All that was said, a line each
    pub message: String,
    /// `SSL routines`
    pub library: Option<&'static str>,
    /// `wrong version number`
    pub reason: Option<&'static str>,
}

impl Failure {
    pub(super) fn new(stack: &ErrorStack) -> Failure {
        let first = stack.errors().first();
        Failure {
            message: stack.errors().iter().map(line).collect(),
            library: first.and_then(openssl::error::Error::library),
            reason: first.and_then(openssl::error::Error::reason),
        }
    }

    /// `ERR_SSL_WRONG_VERSION_NUMBER`
    pub fn code(&self) -> Option<String> {
        let reason = self.reason?.to_ascii_uppercase();
        Some(format!("ERR_SSL_{}", reason.replace(' ', "_")))
    }
}

/// As OpenSSL's programs print it, but for the number of the thread, which says nothing here.
fn line(error: &openssl::error::Error) -> String {
    let function = error.function();
    format!(
        "error:{:08X}:{}:{}:{}:{}:{}:{}\n",
        error.code(),
        error.library().unwrap_or_default(),
        function.unwrap_or_default(),
        error.reason().unwrap_or_default(),
        error.file(),
        error.line(),
        error.data().unwrap_or_default(),
    )
}
