//! What OpenSSL, or a rule of Node's, has against an operation.

use std::borrow::Cow;

use openssl::error::ErrorStack;

/// Why an operation failed.
#[derive(Debug, Clone)]
pub enum Error {
    /// OpenSSL said so.
    OpenSsl(Stack),
    /// A rule that is not OpenSSL's.
    Refused(Refusal),
}

/// The class of a [`Refusal`] in JavaScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `Error`
    Error,
    /// `TypeError`
    Type,
    /// `RangeError`
    Range,
}

/// An operation that was refused, with the code and the words that Node has for it.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The class of the error
    pub kind: Kind,
    /// `ERR_CRYPTO_...`; some of Node's errors have none.
    pub code: Option<&'static str>,
    /// What the error says
    pub message: Cow<'static, str>,
}

impl Refusal {
    /// An error with a code.
    pub const fn new(kind: Kind, code: &'static str, message: &'static str) -> Refusal {
        Refusal {
            kind,
            code: Some(code),
            message: Cow::Borrowed(message),
        }
    }

    /// A plain error, without a code.
    pub fn plain(message: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal {
            kind: Kind::Error,
            code: None,
            message: message.into(),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::Refused(refusal)
    }
}

/// What was in the thread's queue of errors, the oldest first.
#[derive(Debug, Clone)]
pub struct Stack {
    entries: Vec<Entry>,
    repeats_first: bool,
    message: Option<&'static str>,
}

/// One error of OpenSSL's.
#[derive(Debug, Clone)]
pub struct Entry {
    number: u64,
    library: Option<&'static str>,
    reason: Option<&'static str>,
}

impl Stack {
    /// The error that the others followed from; `None` if OpenSSL failed without a word.
    pub fn first(&self) -> Option<&Entry> {
        self.entries.first()
    }

    /// What Node shows as `opensslErrorStack`: the errors after the first, or all of them, the newest first.
    pub fn shown(&self) -> Vec<&Entry> {
        let skipped = usize::from(!self.repeats_first && !self.entries.is_empty());
        self.entries[skipped..].iter().rev().collect()
    }

    /// What the error says instead of OpenSSL's words.
    pub fn message(&self) -> Option<&'static str> {
        self.message
    }

    /// The same, with the first error shown among the others: Node does so where it only looks at the queue.
    pub fn repeating_first(mut self) -> Stack {
        self.repeats_first = true;
        self
    }
}

impl Error {
    /// The errors of OpenSSL's that are in the queue of this thread.
    pub fn queued() -> Error {
        ErrorStack::get().into()
    }

    /// OpenSSL's errors under a headline, as Node has it where a job failed.
    pub fn under(self, message: &'static str) -> Error {
        match self {
            Error::OpenSsl(mut stack) => {
                stack.message = Some(message);
                Error::OpenSsl(stack.repeating_first())
            }
            refused => refused,
        }
    }

    /// The first of OpenSSL's errors alone.
    pub fn first_only(self) -> Error {
        match self {
            Error::OpenSsl(mut stack) => {
                stack.entries.truncate(1);
                Error::OpenSsl(stack)
            }
            refused => refused,
        }
    }

    /// See [`Stack::repeating_first`].
    pub fn repeating_first(self) -> Error {
        match self {
            Error::OpenSsl(stack) => Error::OpenSsl(stack.repeating_first()),
            refused => refused,
        }
    }

    /// These errors, and then others.
    pub fn then(self, later: Error) -> Error {
        match (self, later) {
            (Error::OpenSsl(mut stack), Error::OpenSsl(later)) => {
                stack.entries.extend(later.entries);
                Error::OpenSsl(stack)
            }
            (refused @ Error::Refused(_), _) => refused,
            (_, refused) => refused,
        }
    }

    /// This, or what `refusal` gives if OpenSSL failed without a word.
    pub fn or(self, refusal: impl FnOnce() -> Refusal) -> Error {
        match self {
            Error::OpenSsl(stack) if stack.entries.is_empty() => refusal().into(),
            error => error,
        }
    }
}

impl From<ErrorStack> for Error {
    fn from(stack: ErrorStack) -> Error {
        let entries = stack.errors().iter().map(|error| Entry {
            number: error.code(),
            library: error.library(),
            reason: error.reason(),
        });
        Error::OpenSsl(Stack {
            entries: entries.collect(),
            repeats_first: false,
            message: None,
        })
    }
}

impl Entry {
    /// The library of OpenSSL's in which it happened, as in `Provider routines`.
    pub fn library(&self) -> Option<&'static str> {
        self.library
    }

    /// What happened, as in `bad decrypt`.
    pub fn reason(&self) -> Option<&'static str> {
        self.reason
    }

    /// The number of what happened, within the library's.
    pub fn reason_number(&self) -> i32 {
        (self.number & 0x7f_ffff) as i32
    }

    /// As OpenSSL writes it: `error:1C800064:Provider routines::bad decrypt`.
    pub fn text(&self) -> String {
        let library = match self.library {
            Some(library) => Cow::from(library),
            None => format!("lib({})", self.library_number()).into(),
        };
        let reason = match self.reason {
            Some(reason) => Cow::from(reason),
            None => format!("reason({})", self.number & 0x7f_ffff).into(),
        };
        format!("error:{:08X}:{library}::{reason}", self.number)
    }

    /// Node's code, as in `ERR_OSSL_EVP_UNSUPPORTED`: the reason, after the name of the library if that is one of
    /// those that OpenSSL had before version 3.
    pub fn code(&self) -> Option<String> {
        let reason = self.reason?.to_ascii_uppercase().replace(' ', "_");
        Some(match prefix(self.library_number()) {
            Some("SSL") => format!("ERR_SSL_{reason}"),
            Some(library) => format!("ERR_OSSL_{library}_{reason}"),
            None => format!("ERR_OSSL_{reason}"),
        })
    }

    fn library_number(&self) -> u64 {
        // Errors of the system have no library in their number, but a mark in front.
        const SYSTEM: u64 = 1 << 31;
        match self.number & SYSTEM {
            0 => (self.number >> 23) & 0xff,
            _ => 2,
        }
    }
}

/// The short names of OpenSSL's libraries, by their numbers (`err.h`).
fn prefix(library: u64) -> Option<&'static str> {
    Some(match library {
        2 => "SYS",
        3 => "BN",
        4 => "RSA",
        5 => "DH",
        6 => "EVP",
        7 => "BUF",
        8 => "OBJ",
        9 => "PEM",
        10 => "DSA",
        11 => "X509",
        13 => "ASN1",
        14 => "CONF",
        15 => "CRYPTO",
        16 => "EC",
        20 => "SSL",
        32 => "BIO",
        33 => "PKCS7",
        34 => "X509V3",
        35 => "PKCS12",
        36 => "RAND",
        37 => "DSO",
        38 => "ENGINE",
        39 => "OCSP",
        40 => "UI",
        41 => "COMP",
        42 => "ECDSA",
        43 => "ECDH",
        44 => "OSSL_STORE",
        45 => "FIPS",
        46 => "CMS",
        47 => "TS",
        48 => "HMAC",
        50 => "CT",
        51 => "ASYNC",
        52 => "KDF",
        53 => "SM2",
        128 => "USER",
        _ => return None,
    })
}
