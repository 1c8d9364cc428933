//! Calls of OpenSSL's TLS that the crate `openssl` does not offer: bytes in memory in place of sockets, callbacks that
//! reach whoever drives a connection, and the settings that are missing there.

pub(crate) mod context;
pub(crate) mod facts;
pub(crate) mod hooks;
pub(crate) mod machine;
pub(crate) mod tickets;
pub(crate) mod trace;
pub(crate) mod watch;
mod wire;
