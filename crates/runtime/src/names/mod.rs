//! A client of name servers (RFC 1035), on sockets of the loop.
//!
//! A [`Channel`] has servers and asks them; [`message`] writes questions and reads answers; [`config`] reads how the system
//! is set up. What comes from the net is believed only if it comes from the server that was asked, has the number of the
//! question, and repeats it; every number and socket is new for each try.

pub(crate) mod channel;
mod config;
pub(crate) mod message;
mod name;
mod query;

pub(crate) use channel::Channel;
pub(crate) use config::names_in_hosts;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// There is no such name, or nobody knows it
    NotFound,
    /// There is the name, but nothing of the kind that was asked for
    NoData,
    /// The server could not read the question
    Malformed,
    /// The server failed
    ServerFailed,
    /// The server does not do that
    NotImplemented,
    /// The server does not want to
    Refused,
    /// It cannot be a name
    BadName,
    /// The answer cannot be read
    BadAnswer,
    /// Nobody listens there
    NoConnection,
    /// There was no answer in time
    Timeout,
    /// The question was called off
    Cancelled,
    /// There is nobody to ask
    NoServers,
}

impl Failure {
    /// The code of the error that a script gets.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Failure::NotFound => "ENOTFOUND",
            Failure::NoData => "ENODATA",
            Failure::Malformed => "EFORMERR",
            Failure::ServerFailed => "ESERVFAIL",
            Failure::NotImplemented => "ENOTIMP",
            Failure::Refused => "EREFUSED",
            Failure::BadName => "EBADNAME",
            Failure::BadAnswer => "EBADRESP",
            Failure::NoConnection => "ECONNREFUSED",
            Failure::Timeout => "ETIMEOUT",
            Failure::Cancelled => "ECANCELLED",
            Failure::NoServers => "UNKNOWN_ARES_ERROR",
        }
    }
}
