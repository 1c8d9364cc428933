//! Why input was refused.

/// Why input was refused, in the words that Node has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// `HPE_INVALID_METHOD` and the like
    pub code: &'static str,
    /// A sentence
    pub reason: &'static str,
    /// Where, as an offset into the piece of input that was refused
    pub at: usize,
}

impl ParseError {
    /// An error at an offset.
    pub(crate) fn new(code: &'static str, reason: &'static str, at: usize) -> ParseError {
        ParseError { code, reason, at }
    }
}

/// Shorthand for the errors of each code.
macro_rules! codes {
    ($($name:ident = $code:literal),* $(,)?) => {
        $(pub(crate) fn $name<T>(reason: &'static str, at: usize) -> Result<T, ParseError> {
            Err(ParseError::new($code, reason, at))
        })*
    };
}

codes! {
    closed_connection = "HPE_CLOSED_CONNECTION",
    cr_expected = "HPE_CR_EXPECTED",
    header_overflow = "HPE_HEADER_OVERFLOW",
    chunk_extensions_overflow = "HPE_CHUNK_EXTENSIONS_OVERFLOW",
    invalid_chunk_size = "HPE_INVALID_CHUNK_SIZE",
    invalid_constant = "HPE_INVALID_CONSTANT",
    invalid_content_length = "HPE_INVALID_CONTENT_LENGTH",
    invalid_end = "HPE_INVALID_EOF_STATE",
    invalid_header_token = "HPE_INVALID_HEADER_TOKEN",
    invalid_method = "HPE_INVALID_METHOD",
    invalid_status = "HPE_INVALID_STATUS",
    invalid_transfer_encoding = "HPE_INVALID_TRANSFER_ENCODING",
    invalid_url = "HPE_INVALID_URL",
    invalid_version = "HPE_INVALID_VERSION",
    lf_expected = "HPE_LF_EXPECTED",
    preface = "HPE_PAUSED_H2_UPGRADE",
    strict = "HPE_STRICT",
    unexpected_content_length = "HPE_UNEXPECTED_CONTENT_LENGTH",
    unexpected_space = "HPE_UNEXPECTED_SPACE",
}
