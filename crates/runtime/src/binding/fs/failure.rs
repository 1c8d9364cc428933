//! What went wrong, and the error that a script gets for it.

use std::path::{Path, PathBuf};

use rondo_engine::{ErrorKind, JsResult, Local, Scope};
use rondo_loop::errors;
use rondo_loop::work::fs::{FsError, FsResult, ReadError};

use crate::request::Failed;

enum Cause {
    System(FsError),
    /// A file of so many bytes cannot be read whole.
    TooLarge(u64),
}

/// An operation that failed, with the paths that it was about.
pub(super) struct Failure {
    cause: Cause,
    path: Option<PathBuf>,
    dest: Option<PathBuf>,
}

/// The result of an operation.
pub(super) type Outcome<T> = Result<T, Failure>;

impl From<FsError> for Failure {
    fn from(error: FsError) -> Failure {
        Failure {
            cause: Cause::System(error),
            path: None,
            dest: None,
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        match error {
            ReadError::System(error) => error.into(),
            ReadError::TooLarge(size) => Failure {
                cause: Cause::TooLarge(size),
                path: None,
                dest: None,
            },
        }
    }
}

impl Failure {
    /// Names the path in the error.
    pub(super) fn at(self, path: PathBuf) -> Failure {
        Failure {
            path: Some(path),
            ..self
        }
    }

    /// Names the path in the error if it was the opening of the file that failed.
    pub(super) fn opening(self, path: PathBuf) -> Failure {
        match self.cause {
            Cause::System(error) if error.syscall == "open" => self.at(path),
            _ => self,
        }
    }
}

impl Failed for Failure {
    fn cancelled() -> Failure {
        let code = rustix::io::Errno::CANCELED.raw_os_error();
        let syscall = "cancel";
        FsError { code, syscall }.into()
    }

    /// The error object: `errno`, `code`, `syscall`, `path` and `dest`, in that order.
    fn error<'s>(self, scope: &mut Scope<'s>) -> JsResult<Local<'s>> {
        let system = match self.cause {
            Cause::System(error) => error,
            Cause::TooLarge(size) => return too_large(scope, size),
        };
        let path = self.path.map(|path| path.to_string_lossy().into_owned());
        let dest = self.dest.map(|path| path.to_string_lossy().into_owned());
        let mut message = system.to_string();
        if let Some(path) = &path {
            message.push_str(&format!(" '{path}'"));
        }
        if let Some(dest) = &dest {
            message.push_str(&format!(" -> '{dest}'"));
        }
        let error = scope.error(ErrorKind::Error, &message)?;
        let errno = scope.number(-f64::from(system.code));
        error.define_property(scope, "errno", errno, true)?;
        set_text(scope, error, "code", errors::name(-system.code))?;
        set_text(scope, error, "syscall", system.syscall)?;
        if let Some(path) = path {
            set_text(scope, error, "path", &path)?;
        }
        if let Some(dest) = dest {
            set_text(scope, error, "dest", &dest)?;
        }
        Ok(error)
    }
}

fn too_large<'s>(scope: &mut Scope<'s>, size: u64) -> JsResult<Local<'s>> {
    let message = format!("File size ({size}) is greater than 2 GiB");
    let error = scope.error(ErrorKind::RangeError, &message)?;
    set_text(scope, error, "code", "ERR_FS_FILE_TOO_LARGE")?;
    Ok(error)
}

fn set_text(scope: &mut Scope<'_>, error: Local<'_>, name: &str, text: &str) -> JsResult<()> {
    let text = scope.string(text)?;
    error.define_property(scope, name, text, true)
}

/// Does something at a path, which an error names.
pub(super) fn at<T>(path: PathBuf, call: impl FnOnce(&Path) -> FsResult<T>) -> Outcome<T> {
    call(&path).map_err(|error| Failure::from(error).at(path))
}

/// Does something with two paths, which an error names.
pub(super) fn between<T>(
    path: PathBuf,
    dest: PathBuf,
    call: impl FnOnce(&Path, &Path) -> FsResult<T>,
) -> Outcome<T> {
    call(&path, &dest).map_err(|error| Failure {
        dest: Some(dest),
        ..Failure::from(error).at(path)
    })
}
