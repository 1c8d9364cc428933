//! What went wrong, and the error that a script gets for it.

use rondo_compress::Failure;
use rondo_engine::{ErrorKind, JsResult, Local, Scope};

use crate::request::Failed;

/// A step that failed.
pub(super) struct Failing(pub(super) Failure);

impl From<Failure> for Failing {
    fn from(failure: Failure) -> Failing {
        Failing(failure)
    }
}

impl Failed for Failing {
    fn cancelled() -> Failing {
        Failing(Failure {
            message: "operation canceled".into(),
            number: -rustix::io::Errno::CANCELED.raw_os_error(),
            code: "ECANCELED".into(),
        })
    }

    /// The error object: `errno` and `code`, in that order.
    fn error<'s>(self, scope: &mut Scope<'s>) -> JsResult<Local<'s>> {
        let Failing(failure) = self;
        let error = scope.error(ErrorKind::Error, &failure.message)?;
        let errno = scope.number(f64::from(failure.number));
        error.define_property(scope, "errno", errno, true)?;
        let code = scope.string(&failure.code)?;
        error.define_property(scope, "code", code, true)?;
        Ok(error)
    }
}
