//! Errors: their names and descriptions, as libuv gives them, and one type for all.
//!
//! Numbers are libuv's: the system's, negated, and a range of its own from -3000 downwards.

use std::fmt;
use std::io;

use crate::Cancelled;
use crate::work::dns::DnsError;
use crate::work::fs::FsError;

/// Any error of this crate, by libuv's number. All others turn into it by `?`, and it into [`io::Error`], from
/// which it can be had back.
///
/// ```
/// use rondo_loop::{Error, work::{dns, fs}};
///
/// fn size_and_address() -> Result<(), Error> {
///     fs::stat("/".as_ref())?;
///     dns::resolve(None, None, dns::Hints::default())?;
///     std::fs::read("/")?;
///     Ok(())
/// }
/// let error = size_and_address().unwrap_err();
/// assert_eq!((error.name(), error.code()), ("EINVAL", -22));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error(i32);

/// Numbers below this are libuv's own.
const LAST_OF_SYSTEM: i32 = -2999;
const UNKNOWN: i32 = -4094;
const END_OF_FILE: i32 = -4095;

impl Error {
    /// The number: the system's, negated, or one of libuv's own.
    pub fn code(self) -> i32 {
        self.0
    }

    /// The name, such as `ENOENT`.
    pub fn name(self) -> &'static str {
        name(self.0)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name(), message(self.0))
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
        match (error.raw_os_error(), inner) {
            (Some(code), _) => Error(-code),
            (None, Some(inner)) => *inner,
            _ if error.kind() == io::ErrorKind::UnexpectedEof => Error(END_OF_FILE),
            _ => Error(UNKNOWN),
        }
    }
}

impl From<FsError> for Error {
    fn from(error: FsError) -> Error {
        Error(-error.code)
    }
}

impl From<DnsError> for Error {
    fn from(error: DnsError) -> Error {
        Error(error.code)
    }
}

impl From<Cancelled> for Error {
    fn from(_: Cancelled) -> Error {
        Error(-libc::ECANCELED)
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> io::Error {
        let kind = match error.0 {
            LAST_OF_SYSTEM..0 => return io::Error::from_raw_os_error(-error.0),
            END_OF_FILE => io::ErrorKind::UnexpectedEof,
            _ => match error.name() {
                "EAI_NONAME" | "EAI_NODATA" => io::ErrorKind::NotFound,
                "EAI_MEMORY" => io::ErrorKind::OutOfMemory,
                _ => io::ErrorKind::Other,
            },
        };
        io::Error::new(kind, error)
    }
}

/// Number, name and description of every error that libuv knows.
pub const ALL: [(i32, &str, &str); 85] = [
    (-7, "E2BIG", "argument list too long"),
    (-13, "EACCES", "permission denied"),
    (-98, "EADDRINUSE", "address already in use"),
    (-99, "EADDRNOTAVAIL", "address not available"),
    (-97, "EAFNOSUPPORT", "address family not supported"),
    (-11, "EAGAIN", "resource temporarily unavailable"),
    (-3000, "EAI_ADDRFAMILY", "address family not supported"),
    (-3001, "EAI_AGAIN", "temporary failure"),
    (-3002, "EAI_BADFLAGS", "bad ai_flags value"),
    (-3013, "EAI_BADHINTS", "invalid value for hints"),
    (-3003, "EAI_CANCELED", "request canceled"),
    (-3004, "EAI_FAIL", "permanent failure"),
    (-3005, "EAI_FAMILY", "ai_family not supported"),
    (-3006, "EAI_MEMORY", "out of memory"),
    (-3007, "EAI_NODATA", "no address"),
    (-3008, "EAI_NONAME", "unknown node or service"),
    (-3009, "EAI_OVERFLOW", "argument buffer overflow"),
    (-3014, "EAI_PROTOCOL", "resolved protocol is unknown"),
    (
        -3010,
        "EAI_SERVICE",
        "service not available for socket type",
    ),
    (-3011, "EAI_SOCKTYPE", "socket type not supported"),
    (-114, "EALREADY", "connection already in progress"),
    (-9, "EBADF", "bad file descriptor"),
    (-16, "EBUSY", "resource busy or locked"),
    (-125, "ECANCELED", "operation canceled"),
    (-4080, "ECHARSET", "invalid Unicode character"),
    (-103, "ECONNABORTED", "software caused connection abort"),
    (-111, "ECONNREFUSED", "connection refused"),
    (-104, "ECONNRESET", "connection reset by peer"),
    (-89, "EDESTADDRREQ", "destination address required"),
    (-17, "EEXIST", "file already exists"),
    (-14, "EFAULT", "bad address in system call argument"),
    (-27, "EFBIG", "file too large"),
    (-113, "EHOSTUNREACH", "host is unreachable"),
    (-4, "EINTR", "interrupted system call"),
    (-22, "EINVAL", "invalid argument"),
    (-5, "EIO", "i/o error"),
    (-106, "EISCONN", "socket is already connected"),
    (-21, "EISDIR", "illegal operation on a directory"),
    (-40, "ELOOP", "too many symbolic links encountered"),
    (-24, "EMFILE", "too many open files"),
    (-90, "EMSGSIZE", "message too long"),
    (-36, "ENAMETOOLONG", "name too long"),
    (-100, "ENETDOWN", "network is down"),
    (-101, "ENETUNREACH", "network is unreachable"),
    (-23, "ENFILE", "file table overflow"),
    (-105, "ENOBUFS", "no buffer space available"),
    (-19, "ENODEV", "no such device"),
    (-2, "ENOENT", "no such file or directory"),
    (-12, "ENOMEM", "not enough memory"),
    (-64, "ENONET", "machine is not on the network"),
    (-92, "ENOPROTOOPT", "protocol not available"),
    (-28, "ENOSPC", "no space left on device"),
    (-38, "ENOSYS", "function not implemented"),
    (-107, "ENOTCONN", "socket is not connected"),
    (-20, "ENOTDIR", "not a directory"),
    (-39, "ENOTEMPTY", "directory not empty"),
    (-88, "ENOTSOCK", "socket operation on non-socket"),
    (-95, "ENOTSUP", "operation not supported on socket"),
    (-75, "EOVERFLOW", "value too large for defined data type"),
    (-1, "EPERM", "operation not permitted"),
    (-32, "EPIPE", "broken pipe"),
    (-71, "EPROTO", "protocol error"),
    (-93, "EPROTONOSUPPORT", "protocol not supported"),
    (-91, "EPROTOTYPE", "protocol wrong type for socket"),
    (-34, "ERANGE", "result too large"),
    (-30, "EROFS", "read-only file system"),
    (
        -108,
        "ESHUTDOWN",
        "cannot send after transport endpoint shutdown",
    ),
    (-29, "ESPIPE", "invalid seek"),
    (-3, "ESRCH", "no such process"),
    (-110, "ETIMEDOUT", "connection timed out"),
    (-26, "ETXTBSY", "text file is busy"),
    (-18, "EXDEV", "cross-device link not permitted"),
    (-4094, "UNKNOWN", "unknown error"),
    (-4095, "EOF", "end of file"),
    (-6, "ENXIO", "no such device or address"),
    (-31, "EMLINK", "too many links"),
    (-112, "EHOSTDOWN", "host is down"),
    (-121, "EREMOTEIO", "remote I/O error"),
    (-25, "ENOTTY", "inappropriate ioctl for device"),
    (-4028, "EFTYPE", "inappropriate file type or format"),
    (-84, "EILSEQ", "illegal byte sequence"),
    (-94, "ESOCKTNOSUPPORT", "socket type not supported"),
    (-61, "ENODATA", "no data available"),
    (-49, "EUNATCH", "protocol driver not attached"),
    (-8, "ENOEXEC", "exec format error"),
];

fn find(code: i32) -> Option<(i32, &'static str, &'static str)> {
    ALL.into_iter().find(|&(number, _, _)| number == code)
}

/// The name of an error, such as `ENOENT` for -2; none if libuv does not know it.
pub fn known_name(code: i32) -> Option<&'static str> {
    find(code).map(|(_, name, _)| name)
}

/// The name of an error, `UNKNOWN` if libuv does not know it.
pub fn name(code: i32) -> &'static str {
    known_name(code).unwrap_or("UNKNOWN")
}

/// The description of an error.
pub fn message(code: i32) -> &'static str {
    find(code).map_or("unknown error", |(_, _, message)| message)
}

/// The number of an error, such as -2 for `ENOENT`.
pub fn code(name: &str) -> Option<i32> {
    ALL.into_iter()
        .find(|&(_, other, _)| other == name)
        .map(|(code, _, _)| code)
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_and_numbers_belong_together() {
        for (code, name, message) in super::ALL {
            assert_eq!((super::name(code), super::message(code)), (name, message));
            assert_eq!(super::code(name), Some(code));
        }
        assert_eq!(
            (super::name(-9999), super::known_name(-9999)),
            ("UNKNOWN", None)
        );
        assert_eq!(super::code("ENOTHING"), None);
    }
}
