//! Why a codec could not go on.

use std::borrow::Cow;

/// An error as Node shows it: a message, a number and a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What is said of it
    pub message: Cow<'static, str>,
    /// `errno`
    pub number: i32,
    /// `code`
    pub code: Cow<'static, str>,
}

/// The results of zlib that are not its own success, by number.
const ZLIB_CODES: [(i32, &str); 9] = [
    (1, "Z_STREAM_END"),
    (2, "Z_NEED_DICT"),
    (-1, "Z_ERRNO"),
    (-2, "Z_STREAM_ERROR"),
    (-3, "Z_DATA_ERROR"),
    (-4, "Z_MEM_ERROR"),
    (-5, "Z_BUF_ERROR"),
    (-6, "Z_VERSION_ERROR"),
    (0, "Z_OK"),
];

impl Failure {
    /// An error under one of zlib's numbers.
    pub(crate) fn zlib(number: i32, message: impl Into<Cow<'static, str>>) -> Failure {
        let known = ZLIB_CODES.iter().find(|(known, _)| *known == number);
        Failure {
            message: message.into(),
            number,
            code: known.map_or("Z_STREAM_ERROR", |(_, name)| name).into(),
        }
    }

    /// Input that ends before what is in it does.
    pub(crate) fn unexpected_end() -> Failure {
        Failure::zlib(-5, "unexpected end of file")
    }

    /// There is not enough memory for a codec, or for its output.
    pub fn no_memory() -> Failure {
        Failure::zlib(-4, "Init error")
    }
}
